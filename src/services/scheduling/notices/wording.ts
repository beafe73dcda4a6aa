import type { Text } from '../../../schema/texts.js';
import { ChangeKind } from '../../../schema/timetables.js';
import { shownSpan, shownWeeks } from '../semester/periods.js';
import { dayOf } from '../semester/weeks.js';
import type { NoticedItem } from './notices.queries.js';

/** What happened, and how much of it concerns the person. */
export function noticeInWords(kind: ChangeKind, meetings: number): Text {
  const isWhole = kind === ChangeKind.PUBLISH || kind === ChangeKind.ROLL_BACK;
  const [zh, en] = isWhole
    ? ['新课表已发布', 'A new timetable is published']
    : ['课表有变更', 'Your timetable changed'];
  return {
    zh: `${zh}：与您有关的课有 ${meetings} 处变化`,
    en: `${en}: ${meetings} ${meetings === 1 ? 'meeting' : 'meetings'} of yours changed.`,
  };
}

/** What a change did to a meeting, in words: what was, what is. */
export function noticedInWords({ name, week, weeks, before, after, ...item }: NoticedItem): Text {
  const [from, to] = [before, after].map((place) => placeInWords(item, place));
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
  { periods, names }: Pick<NoticedItem, 'periods' | 'names'>,
  place: NoticedItem['before'],
): Text | null {
  if (!place) return null;
  const { date, day, period, room, teacher } = place;
  const span = shownSpan({ day: date ? dayOf(date) : day, first: period, last: period + periods - 1 });
  const named = [names[room], names[teacher]].filter((each) => each !== undefined);
  const on = date ? `${date} ` : '';
  return { zh: on + [span.zh, ...named].join('，'), en: on + [span.en, ...named].join(', ') };
}
