import type { OfferedOption } from './events.js';

const chineseNumbers = '一二三四五六七八';
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

const normal = (text: string): string => text.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ');

/** The number that a short answer says, such as `2`, `第二个` or `the second one`; null where it says none. */
function numberIn(text: string): number | null {
  const digit = /^(?:选|第|option |no\. ?|number |#)?\s*([1-8])\s*(?:个|项|号|条|\.|。)?$/u.exec(text);
  if (digit) return Number(digit[1]);
  const chinese = /^(?:选)?第?([一二三四五六七八])(?:个|项|号|条)?。?$/u.exec(text);
  if (chinese) return chineseNumbers.indexOf(chinese[1]) + 1;
  const word = /^(?:the )?(first|second|third|fourth|fifth|sixth|seventh|eighth)(?: one| option)?\.?$/u.exec(
    text,
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
  const number = numberIn(said);
  return number === null ? null : (options[number - 1] ?? null);
}
