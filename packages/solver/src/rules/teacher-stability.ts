import type { Rule } from './rule.js';
import type { Placed } from './view.js';

/**
 * One teacher teaches a course to the same students, theory and laboratory alike; the penalty is the number
 * of additional teachers, for each group.
 */
export const teacherStability: Rule = {
  id: 'teacher-stability',
  level: 'soft',
  weight: 16,
  meaning: {
    zh: '同一班级的同一课程（理论与实验）由同一位教师讲授',
    en: 'One teacher teaches a course to the same students, theory and laboratory alike.',
  },
  *judge({ byGroup, byTeachingClass }) {
    for (const [group, placed] of byGroup)
      for (const parts of byCourse(placed)) yield* severalTeachers(group.name, parts);
    for (const [{ name }, placed] of byTeachingClass)
      yield* severalTeachers(
        name,
        placed.filter(({ groups }) => groups.length === 0),
      );
  },
};

function* severalTeachers(students: string, parts: readonly Placed[]) {
  const teachers = [...new Set(parts.flatMap(({ teacher }) => teacher?.name ?? []))];
  const count = new Set(parts.flatMap(({ teacher }) => teacher?.id ?? [])).size;
  if (count < 2) return;
  const course = parts[0].teachingClass.name;
  yield {
    penalty: count - 1,
    meetings: parts.map(({ meeting }) => meeting.id),
    sentence: {
      zh: `“${students}”的“${course}”由${count}位教师讲授：${teachers.join('、')}。`,
      en: `${course} is taught to ${students} by ${count} teachers: ${teachers.join(', ')}.`,
    },
  };
}

/** The meetings of each course, of a teaching class by itself where it names none. */
function byCourse(placed: readonly Placed[]): Iterable<readonly Placed[]> {
  const courses = new Map<string, Placed[]>();
  for (const p of placed) {
    const { id, course = `class ${id}` } = p.teachingClass;
    courses.set(course, [...(courses.get(course) ?? []), p]);
  }
  return courses.values();
}
