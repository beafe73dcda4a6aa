import type { RuleId, Sentence } from '../model.js';
import { RULES } from '../rules/all.js';
import type { Shortage } from './counting.js';

const NAMES_SHOWN = 3;

/** Names as a short list. */
export function listWords(names: readonly string[]): Sentence {
  const all = [...new Set(names)];
  const shown = all.slice(0, NAMES_SHOWN);
  const more = all.length - shown.length;
  return {
    zh: shown.map((name) => `“${name}”`).join('、') + (more > 0 ? `等${all.length}项` : ''),
    en: shown.join(', ') + (more > 0 ? ` and ${more} other${more > 1 ? 's' : ''}` : ''),
  };
}

/** A lock that breaks a rule. */
export function lockWords(name: string, rule: RuleId): Sentence {
  const meaning = RULES.find(({ id }) => id === rule)?.meaning ?? { zh: rule, en: rule };
  return {
    zh: `“${name}”的人工锁定违反规则：${meaning.zh}。\n可解除锁定，或不再强制该规则。`,
    en:
      `The lock of ${name} breaks a rule: ${meaning.en}\nMaybe unlock it, or no longer enforce the ` +
      `rule.`,
  };
}

/** What is scarce, for which meetings, by how much, and possible remedies. */
export function shortageWords(
  rule: RuleId,
  owners: readonly { readonly name: string }[],
  { needed, offered, unit, excess }: Shortage<unknown>,
  names: readonly string[],
): Sentence {
  const n = names.length;
  const who = listWords(owners.map(({ name }) => name));
  const what = listWords(names);
  const subject = subjects[rule]?.(owners.length) ?? subjects.distribution(1);
  const fit = n - excess.length;
  const amounts: Sentence =
    unit === 'places'
      ? { zh: '可选时间中互不重叠的不够', en: 'and their times overlap too much' }
      : {
          zh: `共需${needed}${units[unit].zh}，而可用的只有${offered}`,
          en: `which need ${needed} ${units[unit].en}, but there are only ${offered}`,
        };
  return {
    zh:
      `${subject.zh.replace('#', who.zh)}${n}次课（${what.zh}），${amounts.zh}：` +
      `最多只能安排${fit}次。\n${subject.adviceZh}`,
    en:
      `${subject.en.replace('#', who.en)} ${n} meetings (${what.en}), ${amounts.en}: at most ` +
      `${fit} can be placed.\n${subject.adviceEn}`,
  };
}

const units = {
  periods: { zh: '节（全部周次合计）', en: 'periods over all weeks' },
  days: { zh: '天', en: 'days' },
  weeks: { zh: '周', en: 'weeks' },
} as const;

interface Subject extends Sentence {
  readonly adviceZh: string;
  readonly adviceEn: string;
}

const subjects: Readonly<Record<string, (owners: number) => Subject>> = {
  'group-conflict': () => ({
    zh: '班级#要上',
    en: 'Group # attends',
    adviceZh: '可增加可选时间或减少课次。',
    adviceEn: 'Maybe offer more times or fewer meetings.',
  }),
  'teacher-conflict': (owners) => ({
    zh: owners > 1 ? '只有教师#能上' : '教师#要上',
    en: owners > 1 ? 'Only the teachers # can teach' : 'Teacher # teaches',
    adviceZh: '可请其他教师分担，或增加可选时间。',
    adviceEn: 'Maybe share them with another teacher or offer more times.',
  }),
  'teaching-class-conflict': () => ({
    zh: '教学班#有',
    en: 'Teaching class # has',
    adviceZh: '可增加可选时间或减少课次。',
    adviceEn: 'Maybe offer more times or fewer meetings.',
  }),
  'room-conflict': (owners) => ({
    zh: `只有${owners}间教室（#）适合`,
    en: owners > 1 ? `Only ${owners} rooms (#) suit` : 'Only room # suits',
    adviceZh: '可增加合适的教室，放宽教室要求，或增加可选时间。',
    adviceEn: 'Maybe add rooms that suit, ask less of them, or offer more times.',
  }),
  'daily-load': () => ({
    zh: '#每天的课时有上限，要上',
    en: '# may have only so many periods a day and has',
    adviceZh: '可提高每天的上限或增加可选的日子。',
    adviceEn: 'Maybe raise the limit or offer more days.',
  }),
  'weekly-load': () => ({
    zh: '#每周的课时有上限，要上',
    en: '# may have only so many periods a week and has',
    adviceZh: '可提高每周的上限，或请其他教师分担。',
    adviceEn: 'Maybe raise the limit or share them with another teacher.',
  }),
  distribution: () => ({
    zh: '关系#涉及',
    en: 'The relation # ties',
    adviceZh: '可增加可选时间，或取消该关系。',
    adviceEn: 'Maybe offer more times or give up the relation.',
  }),
};
