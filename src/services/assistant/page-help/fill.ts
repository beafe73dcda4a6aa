import { DomainError } from '../../../schema/errors.js';
import { isCivilDate } from '../../../schema/scalars.js';
import type { Text } from '../../../schema/texts.js';
import type { Choice, ShownField } from './form.js';
import type { Assignment } from './script.js';
import type { Wish } from './sentence.js';
import { cut, plain, resembles } from './spelling.js';

const truths = ['true', '1', 'yes', 'on', '启用', '是', '有'];
const falsehoods = ['false', '0', 'no', 'off', '停用', '禁用', '否', '无'];
/** Elements that no script may set, or whose values nobody says. */
const untouchable = ['file', 'password', 'hidden', 'button', 'submit', 'image', 'reset'];
const shownMax = 8;

/** What a wish comes to: what is set, or what speaks against it. */
type Judged = Assignment | { readonly problem: Text };

/** What the wishes set, all of them or nothing. @throws OPERATION_INVALID that names every problem */
export function assignmentsFor(wishes: readonly Wish[]): Assignment[] {
  const judged = wishes.map(judge);
  const problems = judged.flatMap((each) => ('problem' in each ? [each.problem] : []));
  const assignments = judged.filter((each): each is Assignment => 'id' in each);
  const contradicted = assignments.find(({ id, value }) =>
    assignments.some((other) => other.id === id && other.value !== value),
  );
  if (contradicted) {
    const { label } = wishes.find(({ shown }) => shown.field.id === contradicted.id)!.shown.field;
    problems.push({
      zh: `“${label.zh}”说了两个不同的值`,
      en: `"${label.en}" is given two different values.`,
    });
  }
  if (problems.length > 0) throw refusalOf(problems);
  return [...new Map(assignments.map((each) => [each.id, each])).values()];
}

const refusalOf = (problems: readonly Text[]): DomainError => {
  const told = problems.slice(0, shownMax);
  return new DomainError('OPERATION_INVALID', {
    zh: `没有填写：${told.map(({ zh }) => zh).join('；')}`,
    en: `Nothing was filled in. ${told.map(({ en }) => en).join(' ')}`,
  });
};

function judge({ shown, value }: Wish): Judged {
  const { field, type, isReadonly } = shown;
  const { zh, en } = field.label;
  if (isReadonly || untouchable.includes(type))
    return {
      problem: { zh: `“${zh}”是只读的，不能填写`, en: `"${en}" is read-only, so it stays as it is.` },
    };
  if (typeof value === 'boolean') return judgeFlag(shown, value);
  if (shown.choices) return judgeChoice(shown, shown.choices, value);
  // A select whose choices are not told, or a check box, takes no text.
  if (type.startsWith('select') || type === 'checkbox' || type === 'radio')
    return {
      problem: { zh: `“${zh}”没有可选的内容`, en: `Nothing can be chosen for "${en}" on this page.` },
    };
  return judgeText(shown, value);
}

function judgeFlag({ field: { id, label }, type, choices }: ShownField, value: boolean): Judged {
  if (type === 'checkbox') return { id, value };
  if (!choices) return { id, value: String(value) };
  const wanted = value ? truths : falsehoods;
  const choice = choices.find(({ value: each }) => wanted.includes(each.toLowerCase()));
  if (choice) return { id, value: choice.value };
  return {
    problem: {
      zh: `“${label.zh}”不能设为${value ? '是' : '否'}，可选：${shownChoices(choices)}`,
      en: `"${label.en}" cannot be ${value ? 'yes' : 'no'}. Maybe choose one of ${shownChoices(choices)}.`,
    },
  };
}

function judgeChoice(
  { field: { id, label } }: ShownField,
  choices: readonly Choice[],
  value: string,
): Judged {
  const found = matching(choices, value);
  if (found.length === 1) return { id, value: found[0].value };
  const said = cut(value);
  const offered = shownChoices(found.length > 1 ? found : choices);
  return {
    problem:
      found.length > 1
        ? {
            zh: `“${label.zh}”的“${said}”不止一个，请说明是哪一个：${offered}`,
            en: `"${said}" may be several of "${label.en}". Maybe say which one: ${offered}.`,
          }
        : {
            zh: `“${label.zh}”没有“${said}”，可选：${offered}`,
            en: `"${label.en}" has no "${said}". Maybe choose one of ${offered}.`,
          },
  };
}

/** The choices of that value or name; else those that contain it, else those that it resembles. */
function matching(choices: readonly Choice[], value: string): Choice[] {
  const said = plain(value);
  const textsOf = ({ value: own, labels }: Choice): string[] => [own, ...labels].map(plain);
  const tests = [
    (text: string) => text === said,
    (text: string) => said !== '' && text.includes(said),
    (text: string) => resembles(said, text),
  ];
  if (said.length > 64) return choices.filter((choice) => choice.value === value);
  for (const test of tests) {
    const found = choices.filter((choice) => textsOf(choice).some(test));
    if (found.length > 0) return found;
  }
  return [];
}

const shownChoices = (choices: readonly Choice[]): string => {
  const names = choices.slice(0, shownMax).map(({ value, labels }) => cut(labels[0] ?? value));
  return names.join('、') + (choices.length > shownMax ? '……' : '');
};

function judgeText({ field, type }: ShownField, value: string): Judged {
  const { id, kind, label, max } = field;
  const length = [...value].length;
  if (length > max)
    return {
      problem: {
        zh: `“${label.zh}”不能超过 ${max} 个字符，现为 ${length}`,
        en: `"${label.en}" must have at most ${max} characters, not ${length}.`,
      },
    };
  if (kind === 'date' || type === 'date') return judgeDate(field, value);
  if (kind === 'integer' || kind === 'decimal' || type === 'number') {
    const number = /^(-?\d{1,12}(?:\.\d{1,4})?)\s*(?:[人座个位]|平方米|平米|㎡|m2|m²|seats|people)?$/iu.exec(
      value.normalize('NFKC'),
    );
    if (number) return { id, value: number[1] };
    return {
      problem: {
        zh: `“${label.zh}”应为数字，现为“${cut(value)}”`,
        en: `"${label.en}" must be a number, not "${cut(value)}".`,
      },
    };
  }
  return { id, value };
}

function judgeDate({ id, label }: ShownField['field'], value: string): Judged {
  const [, year, month, day] =
    /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*[日号]?$/.exec(value) ?? [];
  const date = year && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (date && isCivilDate(date)) return { id, value: date };
  return {
    problem: {
      zh: `“${label.zh}”应为日期，如 2026-09-01，现为“${cut(value)}”`,
      en: `"${label.en}" must be a date such as 2026-09-01, not "${cut(value)}".`,
    },
  };
}
