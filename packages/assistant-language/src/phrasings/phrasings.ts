import type { Named } from '../interpreter.js';
import { folded, isChinese } from '../spot/characters.js';
import { gazetteerOf } from '../spot/gazetteer.js';
import { englishPhrasings } from './english.js';
import { chinesePhrasings } from './chinese.js';
import type { Phrasing } from './phrasing.js';

const made = (all: readonly Phrasing[]) =>
  all.map(({ said, plain, isOrder = false }) => ({ form: new RegExp(said, 'gid'), plain, isOrder }));
const english = made(englishPhrasings);
const chinese = made(chinesePhrasings);

const question =
  /什么|哪|谁|为何|为啥|怎么|凭啥|几点|几周|\b(?:why|where|when|which|what|who|whose|how)\b|for what reason/i;

/** A readable text in plainer words. What names a record stays as it was said. */
export function inPlainWords(text: string, names: readonly Named[]): string {
  const isQuestion = question.test(text);
  const tables = [...(isChinese(text) ? [chinese] : []), ...(/[a-z]{2}|->|→/i.test(text) ? [english] : [])];
  let plainer = text;
  for (const { form, plain, isOrder } of tables.flat()) {
    if (isOrder && isQuestion) continue;
    if (plainer.search(form) >= 0) plainer = rewritten(plainer, form, plain, names);
  }
  return plainer.trim();
}

type Span = readonly [number, number];

function rewritten(text: string, form: RegExp, plain: string, names: readonly Named[]): string {
  const named = spansOfNames(text, names);
  let made = '';
  let last = 0;
  for (const match of text.matchAll(form)) {
    const [[start, end], ...kept] = match.indices!;
    const isInside = ([from, to]: Span): boolean =>
      to <= start || from >= end || kept.some((group) => group && group[0] <= from && to <= group[1]);
    if (!named.every(isInside)) continue;
    made +=
      text.slice(last, start) + plain.replace(/\$(\d)/g, (_, group: string) => match[Number(group)] ?? '');
    last = end;
  }
  return made + text.slice(last);
}

/** Where a text says the full name of a record. */
function spansOfNames(text: string, names: readonly Named[]): Span[] {
  const { exact, lengths } = gazetteerOf(names);
  const low = folded(text);
  const spans: Span[] = [];
  for (let at = 0; at < low.length; at++) {
    const isName = (length: number): boolean =>
      at + length <= low.length && exact.has(low.slice(at, at + length));
    const length = lengths.get(low[at])?.find(isName);
    if (length === undefined) continue;
    spans.push([at, at + length]);
    at += length - 1;
  }
  return spans;
}
