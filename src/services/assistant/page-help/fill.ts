import { distance, mistakesIn } from '@class-scheduling/assistant-language';
import { DomainError } from '../../../schema/errors.js';
import { isCivilDate } from '../../../schema/scalars.js';
import { joined, say, type Text } from '../../../schema/texts.js';
import type { Choice } from './form.js';
import { falsehoods, truths, type Wish } from './sentence.js';

/** Elements that no script may set, or whose values nobody says. */
const untouchable = /^(?:file|password|hidden|button|submit|image|reset)$/;
const shownMax = 8;
/** Longer texts are no name of a choice. */
const choiceMax = 64;

/** The beginning of a text, for messages that repeat it. */
export const cut = (text: string): string => (text.length > 32 ? `${text.slice(0, 31)}…` : text);

/** What a field is set to, or what speaks against it. */
type Judged = string | boolean | Text;

/** What the wishes set, all of it or nothing. @throws OPERATION_INVALID that names every problem */
export function valuesFor(wishes: readonly Wish[]): Map<string, string | boolean> {
  const values = new Map<string, string | boolean>();
  const problems: Text[] = [];
  for (const wish of wishes) {
    const { id, label } = wish.shown.field;
    const judged = judge(wish);
    if (typeof judged === 'object') problems.push(judged);
    else if ((values.get(id) ?? judged) === judged) values.set(id, judged);
    else problems.push(say(`“${label.zh}”说了两个不同的值`, `"${label.en}" is given two different values.`));
  }
  if (problems.length === 0) return values;
  const { zh, en } = joined(problems.slice(0, shownMax), say('；', ' '));
  throw new DomainError('OPERATION_INVALID', say(`没有填写：${zh}`, `Nothing was filled in. ${en}`));
}

function judge({ shown: { field, type, isReadonly, choices }, value }: Wish): Judged {
  const { kind, label, max } = field;
  if (isReadonly || untouchable.test(type))
    return say(`“${label.zh}”是只读的，不能填写`, `"${label.en}" is read-only, so it stays as it is.`);
  if (typeof value === 'boolean' && type === 'checkbox') return value;
  if (choices) return chosen(label, choices, value);
  if (typeof value === 'boolean') return String(value);
  // A select whose choices are not told, or a check box, takes no text.
  if (/^(?:select|checkbox$|radio$)/.test(type))
    return say(`“${label.zh}”没有可选的内容`, `Nothing can be chosen for "${label.en}" on this page.`);
  const length = [...value].length;
  if (length > max)
    return say(
      `“${label.zh}”不能超过 ${max} 个字符，现为 ${length}`,
      `"${label.en}" must have at most ${max} characters, not ${length}.`,
    );
  if (kind === 'date' || type === 'date') return dateIn(label, value);
  if (kind === 'integer' || kind === 'decimal' || type === 'number') return numberIn(label, value);
  return value;
}

function chosen(label: Text, choices: readonly Choice[], value: string | boolean): Judged {
  const found = typeof value === 'string' ? matching(choices, value) : standingFor(choices, value);
  if (found.length === 1) return found[0].value;
  const said = typeof value === 'string' ? cut(value) : value ? '是' : '否';
  const among = (found.length > 1 ? found : choices).map(({ value: own, labels }) => cut(labels[0] ?? own));
  const offered = among.slice(0, shownMax).join('、') + (among.length > shownMax ? '……' : '');
  return found.length > 1
    ? say(
        `“${label.zh}”的“${said}”不止一个，请说明是哪一个：${offered}`,
        `"${said}" may be several of "${label.en}". Maybe say which one: ${offered}.`,
      )
    : say(
        `“${label.zh}”没有“${said}”，可选：${offered}`,
        `"${label.en}" has no "${said}". Maybe choose one of ${offered}.`,
      );
}

/** The first choice that says yes, or no. */
const standingFor = (choices: readonly Choice[], value: boolean): Choice[] =>
  choices.filter((choice) => (value ? truths : falsehoods).includes(choice.value.toLowerCase())).slice(0, 1);

/** A text as it is compared: small letters of one width, without signs. */
export const compared = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}\p{S}]+/gu, ' ')
    .trim();

/** The choices of that value or name; else those that contain it, else those that it resembles. */
function matching(choices: readonly Choice[], value: string): Choice[] {
  if (value.length > choiceMax) return choices.filter((choice) => choice.value === value);
  const said = compared(value);
  const mistakes = Math.min(1, mistakesIn(said));
  const tests = [
    (text: string) => text === said,
    (text: string) => said !== '' && text.includes(said),
    (text: string) => mistakes > 0 && distance(said, text, mistakes) <= mistakes,
  ];
  const texts = choices.map((each) => [each.value, ...each.labels].map(compared));
  for (const test of tests) {
    const found = choices.filter((_, at) => texts[at].some(test));
    if (found.length > 0) return found;
  }
  return [];
}

function numberIn({ zh, en }: Text, value: string): Judged {
  const [, number] =
    /^(-?\d{1,12}(?:\.\d{1,4})?)\s*(?:[人座个位]|平方米|平米|㎡|m2|m²|seats|people)?$/iu.exec(
      value.normalize('NFKC'),
    ) ?? [];
  if (number) return number;
  return say(`“${zh}”应为数字，现为“${cut(value)}”`, `"${en}" must be a number, not "${cut(value)}".`);
}

function dateIn({ zh, en }: Text, value: string): Judged {
  const [, year, month, day] =
    /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*[日号]?$/.exec(value) ?? [];
  const date = year && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (date && isCivilDate(date)) return date;
  return say(
    `“${zh}”应为日期，如 2026-09-01，现为“${cut(value)}”`,
    `"${en}" must be a date such as 2026-09-01, not "${cut(value)}".`,
  );
}
