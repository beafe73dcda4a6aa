import type { Problem } from '../model.js';
import type { Rule } from './rule.js';
import { daysOfTimetable } from './view.js';
import { dayWords } from './words.js';

/** A group's week is balanced: the penalty is the periods above the fair share of a day, per week. */
export const dayBalance: Rule = {
  id: 'day-balance',
  level: 'soft',
  weight: 1,
  meaning: { zh: '班级每天的课时应均衡', en: "A group's days are evenly filled." },
  *judge({ problem, byGroup }) {
    const shares = fairShares(problem);
    for (const [group, placed] of byGroup) {
      const share = shares.get(group.id) ?? LEAST_SHARE;
      for (const day of daysOfTimetable(placed)) {
        const above = day.periods.length - share;
        if (above <= 0) continue;
        const words = dayWords(day);
        yield {
          penalty: above * day.weeks.length,
          meetings: day.placed.map((p) => p.meeting.id),
          sentence: {
            zh: `“${group.name}”在${words.zh}有${day.periods.length}节课，均衡值为${share}节。`,
            en: `${group.name} has ${day.periods.length} periods on ${words.en}; an even share is ${share}.`,
          },
        };
      }
    }
  },
};

/** Periods that a day may always have. */
const LEAST_SHARE = 2;
const knownShares = new WeakMap<Problem['meetings'], ReadonlyMap<string, number>>();

/**
 * Periods of each group (by the first time option of its meetings) per teaching day, rounded up; at least 2.
 */
export function fairShares({ calendar, meetings, times }: Problem): ReadonlyMap<string, number> {
  const cached = knownShares.get(meetings);
  if (cached) return cached;
  const days = Math.min(calendar.days, calendar.weekendStart ?? calendar.days);
  const sizes = times.map(({ length, weeks }) => length * weeks.replaceAll('0', '').length);
  const periods = new Map<string, number>();
  for (const meeting of meetings) {
    const size = sizes[meeting.lock?.time ?? meeting.times[0]?.time] ?? 0;
    for (const group of new Set(meeting.groups)) periods.set(group, (periods.get(group) ?? 0) + size);
  }
  const share = (sum: number) => Math.max(LEAST_SHARE, Math.ceil(sum / (days * calendar.weeks)));
  const shares = new Map([...periods].map(([group, sum]) => [group, share(sum)]));
  knownShares.set(meetings, shares);
  return shares;
}
