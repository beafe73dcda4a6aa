import type { Text } from '../../../schema/texts.js';
import { dayNames, dayNamesEn, shownSpan, type Span } from '../semester/periods.js';
import { forbiddenSpans, spanOf, teachersAt, type TeacherFacts } from './facts.js';
import { touchesAnew, type Asked, type Judge } from './arrangement.js';

/** What speaks against the teacher of a place. */

/** Judges everybody who teaches at a place. */
const ofTeachers =
  (judge: (teacher: TeacherFacts, asked: Asked) => Text | null): Judge =>
  (asked) =>
    teachersAt(asked.needs, asked.to).flatMap((id) => {
      const teacher = asked.around.teachers.get(id);
      const text = teacher && judge(teacher, asked);
      return text ? [{ ...text, owner: { kind: 'teacher', id } }] : [];
    });

export const unknownTeacher: Judge = ({ around, needs: { teachingClassName: name }, to: { teacher } }) =>
  teacher === null || around.teachers.has(teacher)
    ? []
    : [
        {
          zh: `“${name}”：教师 ${teacher} 不存在，请另选教师`,
          en: `"${name}": there is no teacher ${teacher}. Maybe take another one.`,
        },
      ];

/** Further teachers are judged when they are given. */
export const unqualified = ofTeachers(({ id, name, courses }, { needs, from, to }) =>
  to.teacher !== id || from?.teacher === id || needs.teacher === id || courses.includes(needs.course)
    ? null
    : {
        zh: `教师“${name}”没有课程“${needs.courseName}”的已批准任课资格`,
        en: `Teacher "${name}" has no approved qualification for the course "${needs.courseName}".`,
      },
);

/** Whether somebody taught the meeting where it was. */
const isKept = ({ id }: TeacherFacts, { needs, from }: Asked): boolean =>
  from !== null && teachersAt(needs, from).includes(id);

/** Who is chosen besides teaching it anyway is one person less. */
export const taughtTwice: Judge = ({ around, needs, from, to: { teacher } }) => {
  if (!teacher || from?.teacher === teacher || !needs.furtherTeachers.includes(teacher)) return [];
  const [{ teachingClassName: of }, name] = [needs, around.teachers.get(teacher)?.name ?? teacher];
  return [
    {
      zh: `教师“${name}”已是“${of}”的其他教师，请另选教师，或先将其从其他教师中去掉`,
      en:
        `Teacher "${name}" teaches "${of}" as a further teacher already. Maybe take another one, or no ` +
        'longer name that one beside the first.',
    },
  ];
};

/** What is told of a teacher of whom the caller may know neither times nor limits. */
const unsuited = ({ name }: TeacherFacts): Text => ({
  zh: `教师“${name}”此时不便上课，请另选时间或教师`,
  en: `The time or load does not suit teacher "${name}". Maybe take another time or teacher.`,
});

export const teacherAway = ofTeachers((teacher, asked) => {
  const { id, name, isKnown } = teacher;
  const touches = (spans?: readonly Span[]): boolean => touchesAnew(spans, asked, isKept(teacher, asked));
  const isUnavailable = touches(asked.around.unavailable.get(id));
  if (!isUnavailable && !touches(forbiddenSpans(teacher))) return null;
  if (!isUnavailable && !isKnown) return unsuited(teacher);
  const { zh, en } = shownSpan(spanOf(asked.needs, asked.to));
  return {
    zh: `教师“${name}”${zh}不可用，请另选时间或教师`,
    en: `Teacher "${name}" is unavailable on ${en}. Maybe take another time or teacher.`,
  };
});

export const unwantedTime = ofTeachers((teacher, asked) => {
  const { name, isKnown, unwanted } = teacher;
  if (!isKnown || !touchesAnew(unwanted, asked, isKept(teacher, asked))) return null;
  const { zh, en } = shownSpan(spanOf(asked.needs, asked.to));
  return {
    zh: `教师“${name}”不希望在${zh}上课，可另选时间`,
    en: `Teacher "${name}" would rather not teach on ${en}. Maybe take another time.`,
  };
});

/** The periods of a teacher by then, on one day or in the week, where more than before and than allowed. */
function excess(
  { id }: TeacherFacts,
  { arrangement, needs }: Asked,
  max: number,
  day?: number,
): number | null {
  const [before, after] = (['from', 'to'] as const).map((side) =>
    arrangement.ofTeacher(id, side).mostPeriods(needs.weeks, day),
  );
  return after > max && after > before ? after : null;
}

export const dailyLoad = ofTeachers((teacher, asked) => {
  const { name, dailyMax } = teacher;
  const { day } = asked.to;
  const periods = dailyMax ? excess(teacher, asked, dailyMax, day) : null;
  if (periods === null) return null;
  if (!teacher.isKnown) return unsuited(teacher);
  return {
    zh: `教师“${name}”星期${dayNames[day - 1]}将有 ${periods} 节，上限 ${dailyMax} 节，请换一天或换教师`,
    en:
      `Teacher "${name}" would have ${periods} periods on ${dayNamesEn[day - 1]}, the maximum is ` +
      `${dailyMax}. Maybe take another day or teacher.`,
  };
});

export const weeklyLoad = ofTeachers((teacher, asked) => {
  const { name, weeklyMax } = teacher;
  const periods = weeklyMax ? excess(teacher, asked, weeklyMax) : null;
  if (periods === null) return null;
  if (!teacher.isKnown) return unsuited(teacher);
  return {
    zh: `教师“${name}”一周将有 ${periods} 节，上限 ${weeklyMax} 节，请换教师`,
    en:
      `Teacher "${name}" would have ${periods} periods in a week, the maximum is ${weeklyMax}. ` +
      'Maybe take another teacher.',
  };
});
