import { digit, figures } from './plain.js';

/** What people write between the groups of a long number. */
export const betweenGroups = '(?: ?[-‐–—.] ?| )';

/** What may be a phone, a number of staff or students, or that of papers: whole, or in groups. */
export const numberPattern = String.raw`[A-Za-z]{0,4}\d{3,}(?:${betweenGroups}\d{3,})*[Xx]?`;

/** Least digits of a number of somebody: written whole, in groups, and in groups beside another number. */
const wholeMin = 6;
const groupedMin = 7;
const besideMin = 8;

const yearOrClock = /^(?:19|20)\d\d$|^(?:[01]\d|2[0-3])[0-5]\d$/;

interface Group {
  readonly digits: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The part of what `numberPattern` has found that may tell who somebody is; null where nothing may. Years,
 * times and numbers of classes and rooms beside it stay.
 */
export function tellingPart(
  found: string,
  known: ReadonlySet<string>,
): { readonly start: number; readonly end: number } | null {
  let groups = groupsOf(found);
  const isHarmless = ({ digits }: Group): boolean => yearOrClock.test(digits) || known.has(digits);
  if (!isLong(groups) || groups.every(isHarmless)) return null;
  while (isHarmless(groups[0]) && isNumber(groups.slice(1))) groups = groups.slice(1);
  // Only behind a number that is written whole: the last group of another may look like a time.
  const [first, ...others] = groups;
  if (isNumber([first]) && others.every(isHarmless)) groups = [first];
  return { start: groups[0].start, end: groups.at(-1)!.end };
}

const groupsOf = (found: string): Group[] =>
  [...found.matchAll(/[A-Za-z]*(\d+)[Xx]?/g)].map(({ 0: { length }, 1: digits, index: start }) => ({
    digits,
    start,
    end: start + length,
  }));

const isLong = (groups: readonly Group[], min = groupedMin): boolean =>
  groups.reduce((sum, { digits }) => sum + digits.length, 0) >= (groups.length > 1 ? min : wholeMin);

/** Whether groups are a number by themselves, to which another group beside them need not belong. */
const isNumber = (groups: readonly Group[]): boolean => isLong(groups, besideMin);

/** The numbers in names and codes, which tell nobody. */
export const numbersIn = (text: string): string[] => text.match(/\d{3,}/g) ?? [];

/** Digits with anything between them that is no letter, also Chinese: 1 3 8…, (138)0013-8000, 一三八…. */
export const scattered = new RegExp(
  String.raw`(?<![\p{Script=Latin}${digit}])(?:\d|(?<![周期拜第])[${digit}])` +
    String.raw`(?:[^\p{L}\p{N}]{0,5}[${digit}]){5,}[Xx]?(?![\p{Script=Latin}${digit}])`,
  'gu',
);

const whole = new RegExp(`^${numberPattern}$`);

/**
 * Whether scattered digits may tell who somebody is: too many to be a count, and neither dates, times and
 * years, nor known numbers, nor an enumeration of weeks or periods, which ascends.
 */
export function isScatteredNumber(found: string, known: ReadonlySet<string>): boolean {
  // Those of groups of figures are judged group by group.
  if (whole.test(found)) return false;
  const text = figures(found);
  const count = text.replace(/\D/g, '').length;
  const isTogether = /^\d+[Xx]?$/.test(text);
  if (count < (isTogether ? wholeMin : groupedMin)) return false;
  if (isTogether) return !isAscending(Array.from(text.replace(/\D/g, ''), Number));
  const parts = text.match(datesAndNumbers)!;
  const counted = parts.filter((part) => /^\d+$/.test(part) && !yearOrClock.test(part) && !known.has(part));
  return !(counted.every((part) => part.length <= 2) && isAscending(counted.map(Number)));
}

const monthAndDay = String.raw`(?:1[0-2]|0?[1-9])(?:[-/.](?:3[01]|[12]\d|0?[1-9]))?`;
/** A date, a time of the day, or another number. */
const datesAndNumbers = new RegExp(
  String.raw`(?:19|20)\d\d[-/.]${monthAndDay}(?!\d)|(?:[01]?\d|2[0-3]):[0-5]\d(?!\d)|\d+`,
  'g',
);

/** No semester has more weeks, and no day more periods. */
const countedMax = 60;

const isAscending = (numbers: readonly number[]): boolean =>
  numbers.every((each, at) => each <= countedMax && (at === 0 || each > numbers[at - 1]));
