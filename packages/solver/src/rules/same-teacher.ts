import type { Rule } from './rule.js';

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
  *judge({ byTeacherSet }) {
    for (const set of byTeacherSet.values()) {
      const count = new Set(set.flatMap(({ teacher }) => teacher?.id ?? [])).size;
      if (count < 2) continue;
      const teachers = [...new Set(set.flatMap(({ teacher }) => teacher?.name ?? []))];
      const names = [...new Set(set.map(({ teachingClass }) => teachingClass.name))];
      yield {
        penalty: count - 1,
        meetings: set.map(({ meeting }) => meeting.id),
        sentence: {
          zh: `“${names.join('”、“')}”的同一类学时由${count}位教师讲授：${teachers.join('、')}。`,
          en: `The same kind of hours of ${names.join(', ')} has ${count} teachers: ${teachers.join(', ')}.`,
        },
      };
    }
  },
};
