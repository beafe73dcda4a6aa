import type { Text } from '../../../schema/texts.js';
import { ChangeKind, DateRequestStatus } from '../../../schema/timetables.js';
import { isSamePlace } from '../changes/states.js';
import { shownSpan, shownWeeks } from '../semester/periods.js';
import { dayOf } from '../semester/weeks.js';
import type { NoticedItem, NoticedRequest } from './notices.queries.js';
import type { ToldPlace } from './telling.queries.js';

const newTimetable: Text = { zh: '新课表已发布', en: 'A new timetable is published' };

const happened: Partial<Readonly<Record<ChangeKind, Text>>> = {
  PUBLISH: newTimetable,
  ROLL_BACK: { zh: '已恢复旧版课表', en: 'An earlier timetable is published again' },
  CALENDAR: { zh: '校历或作息时间有变更', en: 'The calendar or the times of periods changed' },
  TEACHERS: { zh: '任课教师有变更', en: 'Who teaches changed' },
};

/** What happened, and to how many meetings of the person. */
export function noticeInWords(kind: ChangeKind, meetings: number): Text {
  const { zh, en } = happened[kind] ?? { zh: '课表有变更', en: 'Your timetable changed' };
  return { zh: `${zh}：您有 ${meetings} 个课次有变化`, en: `${en}: ${meetings} of your meetings changed.` };
}

/** What was decided on a request, with the words of who decided. */
export function decisionInWords({ name, week, status, answer }: NoticedRequest): Text {
  const isAccepted = status === DateRequestStatus.ACCEPTED;
  const [saidZh, saidEn] = answer ? [`：${answer}`, `: ${answer}`] : ['', '.'];
  return {
    zh: `您对“${name}”第 ${week} 周的单次变更申请${isAccepted ? '已通过' : '被驳回'}${saidZh}`,
    en: `Your request for "${name}", week ${week}, was ${isAccepted ? 'accepted' : 'refused'}${saidEn}`,
  };
}

/** Whether readers would be told the same. */
export const isSameTold = (a: ToldPlace | null, b: ToldPlace | null): boolean =>
  isSamePlace(a, b) &&
  a?.date === b?.date &&
  a?.time === b?.time &&
  a?.further?.toSorted().join() === b?.further?.toSorted().join();

/** What a change did to a meeting, in words: what was, what is. */
export function noticedInWords(item: NoticedItem): Text {
  const { name, week, weeks } = item;
  const [from, to] = [item.before, item.after].map((place) => placeInWords(item, place));
  const taught = shownWeeks(week === null ? weeks : [week]);
  // What stands in brackets has none within.
  const [inZh, inEn] = [taught.zh, taught.en].map((text) => text.replaceAll(/[()]/g, ''));
  const [zh, en] = [`“${name}”（${inZh}）`, `"${name}" (${inEn})`];
  if (!from && !to) return { zh: `${zh}有变更`, en: `${en} changed.` };
  if (!from) return { zh: `${zh}新安排在${to!.zh}`, en: `${en} is held on ${to!.en}` };
  if (!to) return { zh: `${zh}不再在${from.zh}上课`, en: `${en} is no longer held on ${from.en}` };
  return { zh: `${zh}：${from.zh} → ${to.zh}`, en: `${en}: ${from.en} → ${to.en}` };
}

function placeInWords(
  { periods, names, week }: Pick<NoticedItem, 'periods' | 'names' | 'week'>,
  place: ToldPlace | null,
): Text | null {
  if (!place) return null;
  const { date, time, day, period, room, teacher, further = [] } = place;
  const isSingle = date !== undefined && week !== null;
  const span = shownSpan({ day: isSingle ? dayOf(date) : day, first: period, last: period + periods - 1 });
  const named = [names[room], ...[teacher, ...further].map((each) => names[each])];
  const rest = [time, ...named].filter((each) => each !== undefined);
  const on = isSingle ? { zh: `${date} `, en: `${date} ` } : { zh: `${date} 起`, en: `from ${date} on ` };
  const { zh, en } = date ? on : { zh: '', en: '' };
  return { zh: zh + [span.zh, ...rest].join('，'), en: en + [span.en, ...rest].join(', ') };
}
