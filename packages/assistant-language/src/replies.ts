import { type Asked, type Option } from './interpreter.js';
import { folded, readable } from './spot/characters.js';
import { numberFrom, small } from './spot/numbers.js';

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];
const plainNumber = new RegExp(
  `^(?:选|选择|option |number |no\\.? ?|#)?第?(${small})(?:个|项|号|条)?[.、)]?$`,
);
const ordinal = new RegExp(
  `^(?:the )?(?:(${ordinals.join('|')})|(\\d)(?:st|nd|rd|th))(?: one| option)?[.!]?$`,
);

/** The option that an answer chooses: by its text, its label, or its number; null where it chooses none. */
export function chosenBy(text: string, { options }: Asked): Option | null {
  const answer = folded(readable(text)).replace(/[;.!?]+$/, '');
  const same = (other: string): boolean => folded(readable(other)).replace(/[;.!?]+$/, '') === answer;
  const named = options.find((option) => same(option.text) || same(option.label.zh) || same(option.label.en));
  if (named) return named;
  const number = numberIn(answer, options.length);
  if (number !== null) return options[number - 1] ?? null;
  const partly = options.filter(
    ({ label }) =>
      answer.length >= 2 && [label.zh, label.en].some((one) => folded(readable(one)).includes(answer)),
  );
  return partly.length === 1 ? partly[0] : null;
}

function numberIn(answer: string, count: number): number | null {
  if (/^(?:最后一?个|the last(?: one)?|last(?: one)?)$/.test(answer)) return count;
  const counted = plainNumber.exec(answer);
  if (counted) return numberFrom(counted[1]);
  const said = ordinal.exec(answer);
  return said ? (said[1] ? ordinals.indexOf(said[1]) + 1 : Number(said[2])) : null;
}
