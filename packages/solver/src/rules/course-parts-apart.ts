import type { Rule } from './rule.js';
import { daysOf, type Placed } from './view.js';

/**
 * Theory and practice of a course are on different days for each group; the penalty is additional kinds a
 * day.
 */
export const coursePartsApart: Rule = {
  id: 'course-parts-apart',
  level: 'soft',
  weight: 8,
  meaning: {
    zh: '同一课程的理论课与实践课应安排在不同的日子',
    en: 'Theory and practice of one course are on different days.',
  },
  *judge({ byGroup }) {
    for (const [group, placed] of byGroup) {
      for (const [course, parts] of byCourse(placed)) {
        for (let day = 0; day < 7; day++) {
          const ofDay = parts.filter((p) => daysOf(p.time).includes(day));
          const kinds = new Set(ofDay.map((p) => p.teachingClass.kind));
          if (kinds.size < 2) continue;
          yield {
            penalty: kinds.size - 1,
            meetings: ofDay.map((p) => p.meeting.id),
            sentence: {
              zh: `“${group.name}”在同一天上课程“${courseName(parts, course)}”的不同部分。`,
              en: `${group.name} has different parts of ${courseName(parts, course)} on one day.`,
            },
          };
        }
      }
    }
  },
};

function byCourse(placed: readonly Placed[]): Map<string, Placed[]> {
  const courses = new Map<string, Placed[]>();
  for (const p of placed) {
    const { course, kind } = p.teachingClass;
    if (course === undefined || kind === undefined) continue;
    courses.set(course, [...(courses.get(course) ?? []), p]);
  }
  return courses;
}

function courseName(parts: readonly Placed[], course: string): string {
  return parts[0]?.teachingClass.name ?? course;
}
