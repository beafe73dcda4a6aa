import type { EntityManager } from '@mikro-orm/postgresql';
import { CalendarDay } from '../../../entities/scheduling/calendar.js';
import type { Semester } from '../../../entities/scheduling/semesters.js';
import { DomainError } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import type { DateRule, Term } from './dates.js';
import { lockCalendar } from './semester.queries.js';
import { plannedDayOf, weekCountOf } from './weeks.js';

/** What keeps the rules of a semester from being a one-to-one map; null if nothing does. */
export function problemWithRules(term: Term, rules: readonly DateRule[]): Text | null {
  const { startDate, endDate } = term;
  const weeks = weekCountOf(term);
  const ruled = new Set(rules.map(({ date }) => date));
  const followers = new Map<string, string>();
  const isWithin = (date: string): boolean => startDate <= date && date <= endDate;
  for (const { date, follows } of rules) {
    if (!isWithin(date)) return outside(date, term);
    if (follows === null) continue;
    const { week } = plannedDayOf(startDate, follows);
    if (week < 1 || week > weeks) return followsOutside(date, follows, weeks);
    if (follows === date || (isWithin(follows) && !ruled.has(follows))) return followsTaught(date, follows);
    const other = followers.get(follows);
    if (other !== undefined) return followedTwice(date, follows, other);
    followers.set(follows, date);
  }
  return null;
}

/** The rules of a semester, which nobody else changes until the transaction ends. */
export async function lockedRules(em: EntityManager, semester: string): Promise<CalendarDay[]> {
  await lockCalendar(em, semester);
  return em.find(CalendarDay, { semester }, { orderBy: { date: 'asc' }, disableIdentityMap: true });
}

/** @throws OPERATION_INVALID when the stored rules of a semester do not go with its dates */
export async function requireSoundRules(em: EntityManager, semester: Semester): Promise<void> {
  const problem = problemWithRules(semester, await lockedRules(em, semester.id));
  if (problem) throw new DomainError('OPERATION_INVALID', problem);
}

const outside = (date: string, { startDate, endDate }: Term): Text => ({
  zh: `校历日 ${date} 不在学期 ${startDate} 至 ${endDate} 之内，请先删除该校历日或修改日期`,
  en: `The calendar day ${date} is not within ${startDate} to ${endDate}. Maybe remove it first.`,
});

const followsOutside = (date: string, follows: string, weeks: number): Text => ({
  zh: `${date} 补的 ${follows} 不在学期的 ${weeks} 周之内，请选择学期内的日期`,
  en: `${follows}, which ${date} makes up for, is in none of the ${weeks} weeks. Maybe choose another.`,
});

const followsTaught = (date: string, follows: string): Text => ({
  zh: `${date} 补 ${follows} 的课，但 ${follows} 当天照常上课，请先把它设为放假`,
  en: `${date} makes up for ${follows}, on which its own plan is taught. Maybe make that a holiday first.`,
});

const followedTwice = (date: string, follows: string, other: string): Text => ({
  zh: `${date} 与 ${other} 都补 ${follows} 的课，请只保留一个`,
  en: `${date} and ${other} both make up for ${follows}. Maybe keep one of them.`,
});
