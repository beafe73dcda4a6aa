import type { Text } from '../../../../schema/texts.js';
import { kindNames, type PartKind } from './kinds.js';

/** What somebody should look at in a plan, by name. */

interface Named {
  readonly name: string;
}

interface Attended {
  readonly course: Named;
  readonly kind: PartKind;
  readonly groups: readonly Named[];
  readonly studentCount: number;
}

export const noTeacher = ({ name }: Named): Text => ({
  zh: `课程“${name}”没有已获批准的授课教师，请先批准任课资格`,
  en: `No teacher has an approved qualification for the course "${name}". Maybe approve one first.`,
});

export const unlikeTotal = ({ name, totalHours }: Named & { totalHours: number }, sum: number): Text => ({
  zh: `课程“${name}”的总学时为 ${totalHours}，各类学时合计 ${sum}，请在课程库中核对`,
  en: `The course "${name}" has ${totalHours} hours in total, but its kinds of hours add up to ${sum}.`,
});

export const brokenHours = (
  { name, hours }: Named & { hours: Readonly<Record<PartKind, number>> },
  kind: PartKind,
): Text => ({
  zh: `课程“${name}”的${kindNames[kind].name.zh}学时 ${hours[kind]} 不是整数，按 ${Math.ceil(hours[kind])} 排`,
  en:
    `The course "${name}" has ${hours[kind]} ${kindNames[kind].name.en} hours; ` +
    `${Math.ceil(hours[kind])} are planned.`,
});

export const noRoomType = ({ name }: Named, kind: PartKind): Text => ({
  zh: `课程“${name}”没有指定${kindNames[kind].name.zh}教室类型，按理论教室安排`,
  en:
    `The course "${name}" does not say which type of room its ${kindNames[kind].name.en} hours need, so ` +
    'they get the one for theory.',
});

export const noRoom = ({ name }: Named, kind: PartKind): Text => ({
  zh: `该学期没有课程“${name}”${kindNames[kind].name.zh}学时所需类型的可用教室，请添加教室，或修改课程的教室类型`,
  en:
    `The semester may use no room of the type that the ${kindNames[kind].name.en} hours of the course ` +
    `"${name}" need.`,
});

export const tooLarge = (wanted: Attended, largest: number): Text => ({
  zh: `${whoZh(wanted)}共 ${wanted.studentCount} 人，所需类型的最大教室只能容纳 ${largest} 人`,
  en: `${whoEn(wanted)}: ${wanted.studentCount} students, but the largest room that suits seats ${largest}.`,
});

export const small = (wanted: Attended, studentsMin: number): Text => ({
  zh: `${whoZh(wanted)}只有 ${wanted.studentCount} 人，少于 ${studentsMin} 人，仍单独开班`,
  en:
    `${whoEn(wanted)}: only ${wanted.studentCount} students, fewer than ${studentsMin}; they are taught ` +
    'all the same.',
});

export const large = (wanted: Attended, studentsMax: number): Text => ({
  zh: `${whoZh(wanted)}有 ${wanted.studentCount} 人，超过合班上限 ${studentsMax} 人，因为行政班不拆开`,
  en:
    `${whoEn(wanted)}: ${wanted.studentCount} students, more than the ${studentsMax} who are to be taught ` +
    'together, because no administrative class is taken apart.',
});

export const overload = ({ name }: Named, week: number, periods: number, periodsMax: number): Text => ({
  zh: `行政班“${name}”第 ${week} 周有 ${periods} 节，一周只排得下 ${periodsMax} 节，请减少周学时或错开周次`,
  en:
    `The administrative class "${name}" would have ${periods} periods in week ${week}, which has room for ` +
    `${periodsMax}.`,
});

export const taughtElsewhere = ({ name }: Named, teachingClass: string): Text => ({
  zh: `行政班“${name}”已在手工建立的教学班“${teachingClass}”上同一课程，请停用该教学班，或从计划中去掉该班`,
  en:
    `The administrative class "${name}" attends the same course in the teaching class "${teachingClass}", ` +
    'which no plan made.',
});

export const stays = (
  { name }: Named,
  { meetings, enrolledCount }: { meetings: number; enrolledCount: number },
): Text => ({
  zh:
    `教学班“${name}”不再在计划中：课表中有其 ${meetings} 个课次，选课学生 ${enrolledCount} 人，` +
    '因此停用而不删除',
  en:
    `The plan has the teaching class "${name}" no longer, but timetables hold ${meetings} of its meetings ` +
    `and ${enrolledCount} students are enrolled, so it is disabled instead of deleted.`,
});

export const replaced = ({ name }: Named, meetings: number): Text => ({
  zh: `教学班“${name}”有 ${meetings} 个课次不再在计划中，现有课表保留它们，以后排课不再安排`,
  en:
    `The plan does without ${meetings} meetings of the teaching class "${name}" that timetables hold: they ` +
    'stay there, and further runs leave them out.',
});

const whoZh = ({ course, kind, groups }: Attended): string =>
  `课程“${course.name}”${kindNames[kind].name.zh}（${namesOf(groups, '、') || '选修'}）`;

const whoEn = ({ course, kind, groups }: Attended): string =>
  `"${course.name}", ${kindNames[kind].name.en} (${namesOf(groups, ', ') || 'elective'})`;

/** The first of them, as a message has room for. */
const namesOf = (groups: readonly Named[], between: string): string => {
  const names = groups.slice(0, namesMax).map(({ name }) => name);
  return [...names, ...(groups.length > namesMax ? ['…'] : [])].join(between);
};
const namesMax = 5;
