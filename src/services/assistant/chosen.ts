import { isAssent, isConfirmation } from './confirmation.js';
import type { OfferedOption } from './event-data.js';

const chineseNumbers = '一二三四五六七八';
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

const normal = (text: string): string => text.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ');

/** What people say around the number of an option: 还是第4个好, _I'll take the third one, please_. */
const before = new RegExp(
  "^(?:(?:好的?|行|那么?|就|还是|我|想|要|选择?|用|按|ok(?:ay)?|yes|then|i[’']ll|i will|i would|" +
    "i[’']d|like|rather|take|choose|pick|prefer|want|go with|let[’']s take|let[’']s do)[\\s,]*)+",
  'u',
);
const after = new RegExp(
  '(?:[\\s,]*(?:吧|好了?|可以|就行|就好|行|谢谢|please|then|thanks|' +
    '(?:is|looks|would be) (?:fine|good|ok(?:ay)?)|go ahead|do it|[.。!~]))+$',
  'u',
);

/** Fewer characters of a label are said by chance. */
const partMin = 2;
/** Longer answers say more than a number. */
const answerMax = 60;

/** The number that a short answer says, such as `2`, `第二个` or `the second one`; null where it says none. */
function numberIn(text: string, count: number): number | null {
  if (text.length > answerMax) return null;
  const bare = text.replace(before, '').replace(after, '');
  const digit = /^(?:第|option |no\. ?|number |#)?\s*([1-8])\s*(?:个|项|号|条|种)?$/u.exec(bare);
  if (digit) return Number(digit[1]);
  const chinese = /^第?([一二三四五六七八])(?:个|项|号|条|种)?$/u.exec(bare);
  if (chinese) return chineseNumbers.indexOf(chinese[1]) + 1;
  if (/^(?:最后一(?:个|项|种)|(?:the )?last(?: one| option))$/u.test(bare)) return count;
  const word = /^(?:the )?(first|second|third|fourth|fifth|sixth|seventh|eighth)(?: one| option)?$/u.exec(
    bare,
  );
  return word ? ordinals.indexOf(word[1]) + 1 : null;
}

/** The option that an answer chooses, by its text, label or number; null where it says something else. */
export function chosenOption(answer: string, options: readonly OfferedOption[]): OfferedOption | null {
  const said = normal(answer);
  const exact = options.find(({ label, text }) =>
    [text, label.zh, label.en].some((each) => normal(each) === said),
  );
  if (exact) return exact;
  if (options.length === 1 && (isAssent(answer) || isConfirmation(answer))) return options[0];
  const number = numberIn(said, options.length);
  if (number !== null) return options[number - 1] ?? null;
  // 周五的那个, 何新安: what only one of them says.
  const part = said.replace(/^(?:要|就|是|选)|(?:的?那[个节次门]|的|吧|the|one|那)+$/gu, '').trim();
  const saying = options.filter(({ label }) =>
    [label.zh, label.en].some((each) => normal(each).includes(part)),
  );
  return part.length >= partMin && saying.length === 1 ? saying[0] : null;
}
