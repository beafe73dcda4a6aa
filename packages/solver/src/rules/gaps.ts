import type { Finding } from './rule.js';
import { daysOfTimetable, idlePeriods, type Placed } from './view.js';
import { dayWords } from './words.js';

/** Idle periods between the first and the last meeting of each of an owner's days. */
export function* gaps(owners: ReadonlyMap<{ readonly name: string }, readonly Placed[]>): Generator<Finding> {
  for (const [owner, placed] of owners) {
    for (const day of daysOfTimetable(placed)) {
      const idle = idlePeriods(day.periods);
      if (idle === 0) continue;
      const words = dayWords(day);
      yield {
        penalty: idle * day.weeks.length,
        meetings: day.placed.map((p) => p.meeting.id),
        sentence: {
          zh: `“${owner.name}”在${words.zh}中间空${idle}节。`,
          en: `${owner.name} waits ${idle} periods on ${words.en}.`,
        },
      };
    }
  }
}
