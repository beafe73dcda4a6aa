import type { Rule } from './rule.js';
import type { Placed } from './view.js';

/** One teacher teaches the meetings of a set; the penalty is the number of additional teachers. */
export const sameTeacher: Rule = {
  id: 'same-teacher',
  level: 'hard',
  weight: 1,
  levels: ['hard', 'off'],
  meaning: {
    zh: '教学班的同一类学时由同一位教师讲授',
    en: 'One teacher teaches the hours of one kind of a teaching class.',
  },
  *judge({ byTeachingClass }) {
    for (const [{ name }, placed] of byTeachingClass)
      for (const set of setsOf(placed)) {
        const count = new Set(set.flatMap(({ teacher }) => teacher?.id ?? [])).size;
        if (count < 2) continue;
        const teachers = [...new Set(set.flatMap(({ teacher }) => teacher?.name ?? []))];
        yield {
          penalty: count - 1,
          meetings: set.map(({ meeting }) => meeting.id),
          sentence: {
            zh: `“${name}”的同一类学时由${count}位教师讲授：${teachers.join('、')}。`,
            en: `The same kind of hours of ${name} has ${count} teachers: ${teachers.join(', ')}.`,
          },
        };
      }
  },
};

function setsOf(placed: readonly Placed[]): Iterable<readonly Placed[]> {
  const sets = new Map<string, Placed[]>();
  for (const p of placed) {
    const { teacherSet } = p.meeting;
    if (teacherSet !== undefined) sets.set(teacherSet, [...(sets.get(teacherSet) ?? []), p]);
  }
  return sets.values();
}
