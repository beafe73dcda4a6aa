import type { Distribution, Meeting, Problem, RuleId, Sentence, TimeSpan } from '../model.js';
import { RULES } from '../rules/all.js';
import { relationName, timeWords } from '../rules/words.js';
import { listWords } from './words.js';

const NAMES_SHOWN = 4;
const TIMES_SHOWN = 3;

/** An owner of meetings, with its own limits. */
export interface Owner {
  readonly id: string;
  readonly name: string;
  readonly dailyPeriods?: number;
  readonly weeklyPeriods?: number;
  readonly minimumDays?: number;
  readonly unavailable?: readonly TimeSpan[];
}

/** What was locked by hand. */
export function lockedWords(name: string, { lock = {} }: Meeting, problem: Problem): Sentence {
  const { times, rooms, teachers } = problem;
  const at = lock.time === undefined ? undefined : timeWords(times[lock.time]);
  const others = [
    rooms.find(({ id }) => id === lock.room)?.name,
    teachers.find(({ id }) => id === lock.teacher)?.name,
  ];
  return {
    zh: `“${name}”已锁定：${[at?.zh, ...others].filter(Boolean).join('，')}。`,
    en: `${name} is locked: ${[at?.en, ...others].filter(Boolean).join(', ')}.`,
  };
}

/** Several requirements of one rule. */
export function groupedWords(rule: RuleId, names: readonly string[]): Sentence {
  const meaning = ruleWords(rule);
  const list = listWords(names);
  return {
    zh: `${meaning.zh.replace(/。$/, '')}（${names.length}项）：${list.zh}。`,
    en: `${meaning.en.replace(/\.$/, '')} (${names.length}): ${list.en}.`,
  };
}

/** A meeting takes place. */
export const unplacedWords = (name: string, { times }: Meeting): Sentence => ({
  zh: `“${name}”须在其${times.length}个可选时间之一上课。`,
  en: `${name} takes place at one of its ${times.length} times.`,
});

/** An owner has one meeting at a time. */
export const clashWords = {
  group: (name: string): Sentence => ({
    zh: `班级“${name}”同一时间只能上一门课。`,
    en: `Group ${name} attends one meeting at a time.`,
  }),
  teacher: (name: string): Sentence => ({
    zh: `教师“${name}”同一时间只能上一门课。`,
    en: `Teacher ${name} teaches one meeting at a time.`,
  }),
  room: (name: string): Sentence => ({
    zh: `教室“${name}”同一时间只能上一门课。`,
    en: `Room ${name} holds one meeting at a time.`,
  }),
  class: (name: string): Sentence => ({
    zh: `教学班“${name}”的各次课不得重叠。`,
    en: `The meetings of ${name} do not overlap.`,
  }),
};

/** When an owner is unavailable. */
export function absenceWords({ name, unavailable = [] }: Owner): Sentence {
  const shown = unavailable.slice(0, TIMES_SHOWN).map(timeWords);
  const more = unavailable.length - shown.length;
  return {
    zh: `“${name}”在${shown.map(({ zh }) => zh).join('、')}${more > 0 ? `等${unavailable.length}段时间` : ''}不可用。`,
    en:
      `${name} is unavailable on ` +
      `${shown.map(({ en }) => en).join('; ')}${more > 0 ? ` and ${more} more` : ''}.`,
  };
}

/** What a rule on single meetings requires of one. */
export function meetingWords(name: string, { size, features = [] }: Meeting, rule: RuleId): Sentence {
  switch (rule) {
    case 'room-capacity':
      return {
        zh: `“${name}”有${size}名学生，教室须坐得下。`,
        en: `The room of ${name} seats its ${size} students.`,
      };
    case 'room-type':
      return { zh: `“${name}”须使用所需类型的教室。`, en: `The room of ${name} is of a suitable type.` };
    case 'room-features':
      return {
        zh: `“${name}”的教室须具备：${features.join('、')}。`,
        en: `The room of ${name} has ${features.join(', ')}.`,
      };
    default: {
      const { zh, en } = ruleWords(rule);
      return { zh: `“${name}”：${zh}`, en: `${name}: ${en}` };
    }
  }
}

/** A relation between meetings. */
export function relationWords({ type }: Distribution, names: readonly string[]): Sentence {
  const shown = names.slice(0, NAMES_SHOWN);
  const more = names.length > NAMES_SHOWN;
  return {
    zh: `${shown.map((name) => `“${name}”`).join('、')}${more ? '等' : ''}须满足关系“${relationName(type).zh}”。`,
    en: `${shown.join(', ')}${more ? ' and others' : ''} keep the relation ${relationName(type).en}.`,
  };
}

/** What a rule on days or rooms requires of one owner. */
export function agendaWords(
  rule: RuleId,
  { name, dailyPeriods, weeklyPeriods, minimumDays }: Owner,
): Sentence {
  if (rule === 'weekly-load')
    return {
      zh: `“${name}”每周最多${weeklyPeriods}节。`,
      en: `${name} has at most ${weeklyPeriods} periods a week.`,
    };
  if (rule === 'daily-load')
    return {
      zh: `“${name}”每天最多${dailyPeriods}节。`,
      en: `${name} has at most ${dailyPeriods} periods a day.`,
    };
  if (rule === 'minimum-working-days')
    return {
      zh: `“${name}”须分布在至少${minimumDays}天。`,
      en: `${name} spreads over at least ${minimumDays} days.`,
    };
  const { zh, en } = ruleWords(rule);
  return { zh: `“${name}”：${zh}`, en: `${name}: ${en}` };
}

/** The meaning of a rule, as a sentence. */
export function ruleWords(rule: RuleId): Sentence {
  const meaning = RULES.find(({ id }) => id === rule)?.meaning ?? { zh: rule, en: rule };
  return { zh: `${meaning.zh}。`, en: meaning.en };
}
