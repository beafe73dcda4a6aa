import type { Rule } from './rule.js';
import { nameOf } from './words.js';

/** Meetings keep their places of the reference timetable; the penalty is the number of moved ones. */
export const fewestChanges: Rule = {
  id: 'fewest-changes',
  level: 'soft',
  weight: 160,
  meaning: { zh: '与原课表相比改动最少', en: 'Meetings stay where they were.' },
  *judge({ problem, placed }) {
    const before = new Map((problem.reference ?? []).map((placement) => [placement.meeting, placement]));
    for (const p of placed) {
      const reference = before.get(p.meeting.id);
      const placement = p.placement;
      if (
        !reference ||
        (reference.time === placement.time &&
          reference.room === placement.room &&
          reference.teacher === placement.teacher)
      )
        continue;
      const sentence = { zh: `“${nameOf(p)}”的安排有改动。`, en: `${nameOf(p)} has moved.` };
      yield { penalty: 1, meetings: [p.meeting.id], sentence };
    }
  },
};
