import type { Calendar, Owner } from '../model.js';
import type { Finding, Rule } from './rule.js';
import { periodsBetween, travelBetween } from './travel.js';
import { pairs, sharesWeek, type Placed } from './view.js';
import { nameOf } from './words.js';

/**
 * Teachers and groups reach the next place in time; the penalty is 1 per pair of meetings too close together.
 */
export const travelTime: Rule = {
  id: 'travel-time',
  level: 'hard',
  weight: 40,
  meaning: {
    zh: '教师和班级须来得及在两地之间往返',
    en: 'Teachers and groups reach the next place in time.',
  },
  *judge({ problem, byTeacher, byGroup }) {
    if (!problem.travel?.length) return;
    const travel = travelBetween(problem);
    for (const [teacher, placed] of byTeacher)
      yield* tooClosePairs({ ...teacher, kind: 'teacher' }, placed, travel, problem.calendar);
    for (const [group, placed] of byGroup)
      yield* tooClosePairs({ ...group, kind: 'group' }, placed, travel, problem.calendar);
  },
};

function* tooClosePairs(
  { kind, id, name }: Owner & { readonly name: string },
  placed: readonly Placed[],
  travel: ReturnType<typeof travelBetween>,
  calendar: Calendar,
): Generator<Finding> {
  for (const [a, b] of pairs(placed)) {
    if (!a.room || !b.room || (a.time.days & b.time.days) === 0 || !sharesWeek(a.time, b.time)) continue;
    const gap = periodsBetween(calendar, a.time, b.time);
    const needed = travel(a.room, b.room);
    if (gap < 0 || gap >= needed) continue;
    yield {
      penalty: 1,
      meetings: [a.meeting.id, b.meeting.id],
      owner: { kind, id },
      sentence: {
        zh:
          `“${name}”从“${a.room.name}”到“${b.room.name}”需要${needed}节的间隔，` +
          `但“${nameOf(a)}”与“${nameOf(b)}”之间只有${gap}节。`,
        en:
          `${name} needs ${needed} periods from ` +
          `${a.room.name} to ${b.room.name}, but ${nameOf(a)} and ${nameOf(b)} leave ${gap}.`,
      },
    };
  }
}
