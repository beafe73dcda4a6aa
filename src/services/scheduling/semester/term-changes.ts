import type { EntityManager } from '@mikro-orm/postgresql';
import { json } from '../../../data/statements.js';
import type { Semester } from '../../../entities/scheduling/semesters.js';
import { DomainError } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import type { Text } from '../../../schema/texts.js';
import { datesOf } from './dates.js';
import { range, shownSpan } from './periods.js';
import {
  calendarRules,
  heldOutside,
  publishedSeriesCount,
  type Frame,
  type HeldOutside,
} from './semester.queries.js';
import { dateAt, plannedDayOf, weekCountOf, type PlannedDay } from './weeks.js';

/** What other dates or a smaller grid of a semester mean for the timetable that is published in it. */

/** Meetings that a refusal names. */
const shownMax = 3;

/**
 * @throws OPERATION_DENIED when something of the published timetable is held on dates, days or periods that a
 *   semester loses
 */
export async function refuseToLoseMeetings(
  em: EntityManager,
  before: Frame,
  semester: Semester,
): Promise<void> {
  const lost = await lostDays(em, semester, before);
  const isSmaller = (side: 'daysPerWeek' | 'periodsPerDay'): boolean => semester[side] < before[side];
  if (lost.length === 0 && !isSmaller('daysPerWeek') && !isSmaller('periodsPerDay')) return;
  const days = isSmaller('daysPerWeek') ? semester.daysPerWeek : 7;
  const periods = isSmaller('periodsPerDay') ? semester.periodsPerDay : 24;
  const held = await heldOutside(em, semester.id, json(lost), days, periods, shownMax);
  if (held.length > 0) throw heldThere(held, before, semester);
}

/** The days of the plan that are taught by now, and lie before or after the semester then. */
async function lostDays(
  em: EntityManager,
  after: Semester,
  before: Frame,
): Promise<(PlannedDay & { readonly date: string })[]> {
  if (after.startDate === before.startDate && after.endDate >= before.endDate) return [];
  const rules = await calendarRules(em, after.id);
  const [was, is] = [before, after].map((term) => datesOf(term, rules));
  return range(1, weekCountOf(before)).flatMap((week) =>
    range(1, 7).flatMap((day) => {
      const date = dateAt(after.startDate, { week, day });
      const isWithin = after.startDate <= date && date <= after.endDate;
      const isLost = !isWithin && was.dateOf({ week, day }) !== null && is.dateOf({ week, day }) === null;
      return isLost ? [{ week, day, date }] : [];
    }),
  );
}

function heldThere(held: readonly HeldOutside[], before: Frame, after: Frame): DomainError {
  const [{ date, day, total }] = held;
  const side = date
    ? (['endDate', 'startDate'] as const)[date > after.endDate ? 0 : 1]
    : (['daysPerWeek', 'periodsPerDay'] as const)[day > after.daysPerWeek ? 0 : 1];
  const [sideZh, sideEn] = sides[side];
  const shown = held.map((each) => shownMeeting(each));
  const more = total - held.length;
  const text = {
    zh:
      `已发布课表中有 ${total} 次课将落在学期之外：${shown.map(({ zh }) => zh).join('、')}` +
      `${more > 0 ? `，另有 ${more} 次` : ''}。请先调整或取消这些课，或保留${sideZh} ${before[side]}`,
    en:
      `Outside of the semester would lie what ${total} published meetings have: ` +
      `${shown.map(({ en }) => en).join(', ')}${more > 0 ? `, and ${more} more` : ''}. ` +
      `Maybe move or cancel them first, or keep the ${sideEn} ${before[side]}.`,
  };
  return new DomainError('OPERATION_DENIED', text, { problems: [{ field: side, text }] });
}

const sides = {
  startDate: ['开始日期', 'start date'],
  endDate: ['结束日期', 'end date'],
  daysPerWeek: ['每周天数', 'days per week'],
  periodsPerDay: ['每日节数', 'periods per day'],
} as const;

function shownMeeting({ name, week, date, ...span }: HeldOutside): Text {
  const { zh, en } = shownSpan(span);
  const on = date ? { zh: `${date} `, en: ` on ${date}` } : { zh: '', en: '' };
  return { zh: `“${name}”${on.zh}第 ${week} 周${zh}`, en: `"${name}"${on.en} in week ${week}, ${en}` };
}

/** That the first week begins on another date, and how many published assignments move with it. */
export async function toldMove(
  em: EntityManager,
  before: Row<Semester>,
  after: Row<Semester>,
): Promise<Text | null> {
  const [was, is] = [before, after].map(({ startDate }) => dateAt(startDate, { week: 1, day: 1 }));
  if (was === is) return null;
  const [{ count }] = await publishedSeriesCount(em, after.id);
  if (count === 0) return null;
  const weeks = plannedDayOf(was, is).week - 1;
  const [way, wayEn] = weeks < 0 ? ['提前', 'earlier'] : ['推迟', 'later'];
  const by = Math.abs(weeks);
  return {
    zh: `第 1 周的星期一由 ${was} 改为 ${is}，已发布的 ${count} 个排课分配都${way} ${by} 周上课`,
    en:
      `The Monday of week 1 is ${is} in place of ${was}: ${count} published class assignments are ` +
      `held ${by} ${by === 1 ? 'week' : 'weeks'} ${wayEn}.`,
  };
}
