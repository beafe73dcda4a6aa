import type { Meeting, Placement, Problem, RuleId } from '../src/model.js';
import { verify } from '../src/verify.js';

/** A span of one day in weeks 1 and 2. */
export const at = (day: number, start: number, length = 2, weeks = '11') => ({
  weeks,
  days: 1 << day,
  start,
  length,
});

/** A meeting of class c1, teacher t1 and group g1 that may stand at every time of the problem. */
export const meeting = (id: string, more: Partial<Meeting> = {}): Meeting => ({
  id,
  teachingClass: 'c1',
  size: 40,
  teachers: ['t1'],
  groups: ['g1'],
  times: [0, 1, 2, 3, 4, 5].map((time) => ({ time })),
  ...more,
});

/** Two rooms, two teachers, two groups, two classes, six times; change what the test is about. */
export function tiny(more: Partial<Problem> = {}): Problem {
  return {
    name: 'tiny',
    calendar: { weeks: 2, days: 7, periods: 12, longBreaks: [3, 7], eveningStart: 8, weekendStart: 5 },
    times: [at(0, 0), at(0, 2), at(0, 4), at(1, 0), at(0, 8), at(5, 0)],
    rooms: [
      { id: 'r1', name: 'A101', capacity: 50, type: 'lecture', building: 'A', campus: 'north' },
      { id: 'r2', name: 'B202', capacity: 50, type: 'lecture', building: 'B', campus: 'south' },
    ],
    teachers: [
      { id: 't1', name: 'Ada' },
      { id: 't2', name: 'Bob' },
    ],
    groups: [
      { id: 'g1', name: 'CS1', size: 40 },
      { id: 'g2', name: 'CS2', size: 40 },
    ],
    teachingClasses: [
      { id: 'c1', name: 'Algebra' },
      { id: 'c2', name: 'Physics' },
    ],
    meetings: [meeting('m1'), meeting('m2', { teachingClass: 'c2', teachers: ['t2'], groups: ['g2'] })],
    profile: 'PRODUCT',
    ...more,
  };
}

/** A placement of a meeting; by default in room r1 with teacher t1. */
export const put = (
  meetingId: string,
  time: number,
  room: string | null = 'r1',
  teacher: string | null = 't1',
): Placement => ({
  meeting: meetingId,
  time,
  room,
  teacher,
});

/** What one rule says of the placements: its penalty (weighted when soft) and its sentences. */
export function judged(problem: Problem, placements: readonly Placement[], rule: RuleId) {
  const { score, violations } = verify(problem, placements);
  const found = violations.filter((violation) => violation.rule === rule);
  return {
    penalty: score.byRule[rule] ?? 0,
    zh: found.map((v) => v.sentence.zh),
    en: found.map((v) => v.sentence.en),
  };
}
