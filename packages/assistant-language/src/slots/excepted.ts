import type { Slots } from './slots.js';
import { isRole, type Token } from './tokens.js';

const except = new RegExp(
  '除(?:了|去)?|不要|不算|\\b(?:except(?: for)?|besides|apart from|other than|but not|not in|outside(?: of)?' +
    '|not counting|leave out|leaving out|without)\\b',
  'i',
);
const exceptEnd = /[之以]?外|[,;，]|还|哪|都|有|\b(?:which|what|are|is|free|at least|at most)\b/i;

/** 除了机房和明德楼, 机房以外: what is named and not meant. */
export function exceptedIn({ sentence, tokens }: Slots): readonly Token[] {
  const found = except.exec(sentence);
  const behind = /[之以]外/.exec(sentence);
  const from = found ? found.index + found[0].length : (behind?.index ?? 0);
  const to = found ? (exceptEnd.exec(sentence.slice(from))?.index ?? sentence.length) + from : from;
  return !found && !behind
    ? []
    : tokens.filter((token) => {
        const isThere = found ? token.start >= from && token.end <= to : token.end === to;
        return isThere && (/^(?:name|wish|time)$/.test(token.type) || isRole(token, 'self', 'ourClass'));
      });
}
