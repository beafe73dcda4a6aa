import type { Rule } from './rule.js';
import { meetingName } from './words.js';

/** Every meeting has a time, and the room and teacher it needs. */
export const unplaced: Rule = {
  id: 'unplaced',
  level: 'hard',
  levels: ['hard', 'off'],
  weight: 1,
  meaning: { zh: '每次课都必须安排', en: 'Every meeting is placed.' },
  *judge({ problem, unplaced }) {
    const names = new Map(
      problem.teachingClasses.map((teachingClass) => [teachingClass.id, teachingClass.name]),
    );
    for (const meeting of unplaced) {
      const name = meetingName(meeting, names.get(meeting.teachingClass));
      yield {
        penalty: 1,
        meetings: [meeting.id],
        sentence: { zh: `“${name}”尚未安排。`, en: `${name} is not placed.` },
      };
    }
  },
};
