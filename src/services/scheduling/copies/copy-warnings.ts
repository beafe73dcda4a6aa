import type { Text } from '../../../schema/texts.js';
import type { CopiedClass, CopiedMeeting } from './copies.queries.js';

/** What is lost or doubtful about teaching classes that are copied. */
export const warningsAbout = (classes: readonly CopiedClass[]): Text[] =>
  classes.flatMap(({ name, leftNames, isCourseEnabled, courseName }) => [
    ...(leftNames.length > 0 ? [classesLeft(name, leftNames)] : []),
    ...(isCourseEnabled ? [] : [courseDisabled(name, courseName)]),
  ]);

/** The meetings that the weeks of the target leave, and what is told of the others. */
export function fitted(
  classes: readonly CopiedClass[],
  meetings: readonly CopiedMeeting[],
  weekCount: number,
): { meetings: CopiedMeeting[]; warnings: Text[] } {
  const names = new Map(classes.map(({ id, name }) => [id, name]));
  const warnings: Text[] = [];
  const kept = meetings.flatMap((meeting): CopiedMeeting[] => {
    const name = names.get(meeting.class)!;
    const { sequence, teacherName, hasTeacherLeft } = meeting;
    const weeks = meeting.weeks.filter((week) => week <= weekCount);
    const cut = meeting.weeks.filter((week) => week > weekCount);
    if (cut.length > 0) warnings.push(weeksCut({ name, sequence }, cut, weekCount, weeks.length > 0));
    if (hasTeacherLeft && teacherName) warnings.push(teacherLeft({ name, sequence }, teacherName));
    warnings.push(...meeting.leftTeachers.map((left) => furtherTeacherLeft({ name, sequence }, left)));
    return weeks.length > 0 ? [{ ...meeting, weeks }] : [];
  });
  return { meetings: kept, warnings };
}

interface Label {
  readonly name: string;
  readonly sequence: number;
}

const weeksCut = (
  { name, sequence }: Label,
  cut: readonly number[],
  weekCount: number,
  isKept: boolean,
): Text => ({
  zh:
    `“${name}”第 ${sequence} 课次：目标学期只有 ${weekCount} 周，去掉第 ${cut.join('、')} 周` +
    (isKept ? '' : '，没有剩余的周次，未复制'),
  en:
    `Meeting ${sequence} of "${name}": the semester has ${weekCount} weeks, week ${cut.join(', ')} is cut` +
    (isKept ? '.' : ', which leaves none: it is not copied.'),
});

const teacherLeft = ({ name, sequence }: Label, teacher: string): Text => ({
  zh: `“${name}”第 ${sequence} 课次：指定的教师“${teacher}”的账号已停用，改为不指定`,
  en: `Meeting ${sequence} of "${name}": the account of teacher "${teacher}" is closed, so it names none.`,
});

const furtherTeacherLeft = ({ name, sequence }: Label, teacher: string): Text => ({
  zh: `“${name}”第 ${sequence} 课次：其他教师“${teacher}”的账号已停用，不再带入`,
  en:
    `Meeting ${sequence} of "${name}": the account of its further teacher "${teacher}" is closed, so it ` +
    'goes without.',
});

const classesLeft = (name: string, left: readonly string[]): Text => ({
  zh: `“${name}”：行政班${left.map((each) => `“${each}”`).join('、')}已停用或已毕业，不再上课`,
  en: `"${name}": ${left.map((each) => `"${each}"`).join(', ')} left or is disabled, so it does not attend.`,
});

const courseDisabled = (name: string, course: string): Text => ({
  zh: `“${name}”：课程“${course}”已停用，请启用该课程或删除教学班`,
  en: `"${name}": the course "${course}" is disabled. Maybe enable it, or delete the teaching class.`,
});
