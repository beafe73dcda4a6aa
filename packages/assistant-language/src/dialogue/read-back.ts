import { actNames } from '../frames/acts.js';
import { refsIn } from '../ground/lessons.js';
import type { Intent, TimeWish } from '../intents.js';
import type { Option, Situation } from '../interpreter.js';
import type { Text } from '../texts.js';

const dayNames = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const partNames: Readonly<Record<NonNullable<TimeWish['part']>, Text>> = {
  MORNING: { zh: '上午', en: 'morning' },
  AFTERNOON: { zh: '下午', en: 'afternoon' },
  EVENING: { zh: '晚上', en: 'evening' },
};

/** Records and weeks of one wish that are told. */
const toldMax = 3;

const listed = (numbers: readonly number[]): string =>
  numbers.length > toldMax ? `${numbers[0]}…${numbers.at(-1)}` : numbers.join(', ');

/** A time in words. */
function timeIn({ date, weeks = [], days = [], part, periods }: TimeWish): Text {
  const { start, end = start } = periods ?? {};
  const span = start === end ? start : `${start}-${end}`;
  const zh = [
    date ?? '',
    weeks.length > 0 ? `第${listed(weeks)}周` : '',
    days.length > 0 ? `周${days.map((day) => '一二三四五六日'[day - 1]).join('、')}` : '',
    part ? partNames[part].zh : '',
    start ? `第${span}节` : '',
  ];
  const en = [
    days.map((day) => dayNames[day - 1]).join(', '),
    part ? partNames[part].en : '',
    start ? `period${start === end ? '' : 's'} ${span}` : '',
    weeks.length > 0 ? `week${weeks.length === 1 ? '' : 's'} ${listed(weeks)}` : '',
    date ?? '',
  ];
  return { zh: zh.join(''), en: en.filter(Boolean).join(' ') };
}

/**
 * What a reading wishes as an option of a question: its act, of whom and when, and where it goes; null where
 * that is nothing but its act.
 */
export function readBack(intents: readonly Intent[], text: string, { names }: Situation): Option | null {
  const [intent] = intents;
  const json = JSON.stringify(intents);
  const named = names.filter(({ id }) => json.includes(`"${id}"`)).map(({ name }) => name);
  const within = 'within' in intent && intent.within;
  const at = refsIn(intent).find((ref) => ref.at)?.at ?? (within || undefined);
  const goal = 'to' in intent && typeof intent.to === 'object' ? intent.to : undefined;
  const [from, to] = [at, goal].map((time) => (time ? timeIn(time) : { zh: '', en: '' }));
  const told = ({ zh, en }: Text, mark: string): Text => ({ zh: zh && mark + zh, en: en && mark + en });
  const [then, arrives] = [told(from, ' '), told(to, ' → ')];
  const whom = [...new Set(named)].slice(0, toldMax);
  const act = actNames[intent.type];
  const [zh, en] = [`${whom.join('、')}${then.zh}${arrives.zh}`, `${whom.join(', ')}${then.en}${arrives.en}`];
  const label = { zh: `${act.zh}：${zh.trim()}`, en: `${act.en}: ${en.trim()}` };
  return zh ? { label, text, intents } : null;
}
