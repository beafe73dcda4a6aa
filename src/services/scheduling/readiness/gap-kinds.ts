import { ReadinessKind } from '../../../schema/readiness.js';
import type { Text } from '../../../schema/texts.js';

/** A record to which something is missing. */
export interface GapItem {
  readonly id: string;
  readonly name: string;
  /** What it needs, and what there is of it. */
  readonly needs: number | null;
  readonly has: number | null;
  /** What it is about further, such as the name of a type of room. */
  readonly what: string | null;
}

/** One kind of gap: a row of the table. */
export interface GapKind {
  /** Whether a run passes over what it is missing to, or does not begin for it. */
  readonly isPassedOver: boolean;
  readonly sentence: (count: number) => Text;
  readonly about: (item: GapItem) => Text;
  readonly remedy: Text;
  readonly operations: readonly string[];
}

/** What may be missing, in the order in which it is told. */
export const gapKinds: Readonly<Record<ReadinessKind, GapKind>> = {
  SEMESTER_DISABLED: {
    isPassedOver: true,
    sentence: () => ({ zh: '学期未启用，不能开始排课', en: 'The semester is disabled, so no run begins.' }),
    about: ({ name }) => ({ zh: `学期“${name}”未启用`, en: `The semester "${name}" is disabled.` }),
    remedy: { zh: '请启用该学期', en: 'Enable the semester.' },
    operations: ['updateSemester'],
  },
  NO_DAYS: {
    isPassedOver: true,
    sentence: () => ({ zh: '学期没有可排课的星期', en: 'There is no day on which a run places meetings.' }),
    about: ({ name }) => ({
      zh: `学期“${name}”的排课星期都不在每周天数之内`,
      en: `The scheduling days of the semester "${name}" all lie outside its week.`,
    }),
    remedy: { zh: '请设置学期的排课星期', en: 'Set the scheduling days of the semester.' },
    operations: ['updateSemester'],
  },
  NOTHING_TAUGHT: {
    isPassedOver: true,
    sentence: () => ({ zh: '还没有可排课的教学班', en: 'There are no teaching classes yet.' }),
    about: ({ name }) => ({
      zh: `学期“${name}”没有可排课且启用的教学班`,
      en: `The semester "${name}" has no enabled teaching class for you to schedule.`,
    }),
    remedy: {
      zh: '请制定教学计划，或复制以往学期',
      en: 'Plan which courses are taught to whom, or copy an earlier semester.',
    },
    operations: ['planSemester', 'applySemesterPlan', 'copySemester'],
  },
  NO_TEACHER: {
    isPassedOver: true,
    sentence: (count) => ({
      zh: `${count} 门课程没有已获批准的授课教师`,
      en: `Courses without a teacher whose qualification is approved: ${count}.`,
    }),
    about: ({ name, needs }) => ({
      zh: `课程“${name}”的 ${needs} 个教学班没有可以授课的教师`,
      en: `Nobody may teach "${name}", which ${needs} teaching classes attend.`,
    }),
    remedy: {
      zh: '请登记教师的授课资格（可用表格导入）',
      en: 'Create qualifications of teachers for the courses, or import them from a workbook.',
    },
    operations: ['createTeacherQualification', 'importTeacherQualifications'],
  },
  TEACHER_NOT_APPROVED: {
    isPassedOver: true,
    sentence: (count) => ({
      zh: `${count} 门课程的授课资格都还在等待审批`,
      en: `Courses whose qualifications all wait for approval: ${count}.`,
    }),
    about: ({ name, has }) => ({
      zh: `课程“${name}”有 ${has} 项授课资格待审批`,
      en: `${has} qualifications for "${name}" wait for approval.`,
    }),
    remedy: { zh: '请审批授课资格', en: 'Review the qualifications.' },
    operations: ['reviewTeacherQualification'],
  },
  NO_MEETINGS: {
    isPassedOver: true,
    sentence: (count) => ({
      zh: `${count} 个教学班没有课次，排课时不会安排`,
      en: `Teaching classes without meetings, for which a run has nothing to place: ${count}.`,
    }),
    about: ({ name }) => ({ zh: `教学班“${name}”没有课次`, en: `"${name}" has no meetings.` }),
    remedy: {
      zh: '请用教学计划生成课次，或直接添加排课分配；不再开课的教学班请停用',
      en: 'Plan its course, which makes meetings, or create a series. Maybe disable what is not taught.',
    },
    operations: ['planSemester', 'applySemesterPlan', 'createSeries', 'updateTeachingClass'],
  },
  NO_ROOM: {
    isPassedOver: true,
    sentence: (count) => ({
      zh: `${count} 个教学班没有所需类型的可用教室`,
      en: `Teaching classes that need a type of room of which the semester may use none: ${count}.`,
    }),
    about: ({ name, what }) => ({
      zh: `教学班“${name}”需要${what === null ? '教室' : `“${what}”`}，学期没有可用的`,
      en: `"${name}" needs ${what === null ? 'a room' : `a room of the type "${what}"`}; there is none.`,
    }),
    remedy: {
      zh: '请添加或启用该类型的教室，或修改课程所需的教室类型',
      en: 'Add or enable rooms of the type, or change the type that the course needs.',
    },
    operations: ['createClassroom', 'importClassrooms', 'updateClassroom', 'updateCourse'],
  },
  ROOM_TOO_SMALL: {
    isPassedOver: true,
    sentence: (count) => ({
      zh: `${count} 个教学班的人数超过所需类型的最大教室`,
      en: `Teaching classes with more students than any room of their type seats: ${count}.`,
    }),
    about: ({ name, needs, has, what }) => ({
      zh: `教学班“${name}”有 ${needs} 人，${what === null ? '' : `“${what}”`}最大的教室只有 ${has} 座`,
      en:
        `"${name}" has ${needs} students; the largest room` +
        `${what === null ? '' : ` of the type "${what}"`} seats ${has}.`,
    }),
    remedy: {
      zh: '请拆分教学班，或按较小的人数上限重新制定计划，或添加更大的教室',
      en: 'Split the teaching class, plan again with a smaller studentsMax, or add a larger room.',
    },
    operations: ['splitTeachingClass', 'planSemester', 'createClassroom', 'updateClassroom'],
  },
  TOO_LONG: {
    isPassedOver: true,
    sentence: (count) => ({
      zh: `${count} 个教学班有课次长于一天的节数`,
      en: `Teaching classes with meetings that are longer than a day: ${count}.`,
    }),
    about: ({ name, needs, has }) => ({
      zh: `教学班“${name}”有一次课为 ${needs} 节，一天只有 ${has} 节`,
      en: `A meeting of "${name}" has ${needs} periods, a day ${has}.`,
    }),
    remedy: {
      zh: '请增加学期的每日节数，或重新制定计划',
      en: 'Give the days of the semester more periods, or plan the course again.',
    },
    operations: ['updateSemester', 'planSemester', 'applySemesterPlan'],
  },
  WEEKS_OUTSIDE: {
    isPassedOver: true,
    sentence: (count) => ({
      zh: `${count} 个教学班有课次在学期结束之后`,
      en: `Teaching classes with meetings in weeks after the end of the semester: ${count}.`,
    }),
    about: ({ name, needs, has }) => ({
      zh: `教学班“${name}”的课次排到第 ${needs} 周，学期只有 ${has} 周`,
      en: `"${name}" has meetings up to week ${needs}; the semester has ${has} weeks.`,
    }),
    remedy: {
      zh: '请修改学期的结束日期，或按学期的周次重新制定计划',
      en: 'Change the end of the semester, or plan the course again within its weeks.',
    },
    operations: ['updateSemester', 'planSemester', 'applySemesterPlan'],
  },
  NO_STUDENTS: {
    isPassedOver: false,
    sentence: (count) => ({
      zh: `${count} 个教学班没有学生`,
      en: `Teaching classes without students, which get rooms of any size: ${count}.`,
    }),
    about: ({ name }) => ({ zh: `教学班“${name}”的人数为 0`, en: `"${name}" expects no students.` }),
    remedy: {
      zh: '请填写行政班或学生人数，或导入选课名单',
      en: 'Name its administrative classes or the number of students, or import enrolments.',
    },
    operations: ['updateTeachingClass', 'importEnrolments'],
  },
  CLASS_OVERLOADED: {
    isPassedOver: false,
    sentence: (count) => ({
      zh: `${count} 个行政班每周的课时一周排不下`,
      en: `Administrative classes with more periods in a week than it has room for: ${count}.`,
    }),
    about: ({ name, needs, has }) => ({
      zh: `行政班“${name}”一周有 ${needs} 节，一周只排得下 ${has} 节`,
      en: `"${name}" has ${needs} periods in a week, which has room for ${has}.`,
    }),
    remedy: {
      zh: '请减少周学时、错开周次，或增加学期的排课星期与节数',
      en: 'Plan fewer hours a week or other weeks, or give the semester more days or periods.',
    },
    operations: ['planSemester', 'applySemesterPlan', 'updateSemester'],
  },
  ROOMS_OVERLOADED: {
    isPassedOver: false,
    sentence: (count) => ({
      zh: `${count} 类教室每周的节数不够`,
      en: `Types of room that are needed for more periods in a week than they have room for: ${count}.`,
    }),
    about: ({ name, needs, has }) => ({
      zh: `“${name}”一周需要 ${needs} 节，现有教室一周只排得下 ${has} 节`,
      en: `Rooms of the type "${name}" are needed for ${needs} periods in a week, and have room for ${has}.`,
    }),
    remedy: {
      zh: '请添加该类型的教室、错开周次，或增加学期的排课星期与节数',
      en: 'Add rooms of the type, plan other weeks, or give the semester more days or periods.',
    },
    operations: ['createClassroom', 'planSemester', 'updateSemester'],
  },
  TEACHER_OVERLOADED: {
    isPassedOver: false,
    sentence: (count) => ({
      zh: `${count} 名教师可上课的节数少于其课时`,
      en: `Teachers with fewer free periods in a week than they have to teach: ${count}.`,
    }),
    about: ({ name, needs, has }) => ({
      zh: `教师“${name}”一周须上 ${needs} 节，只排得下 ${has} 节`,
      en: `"${name}" has to teach ${needs} periods in a week, and has room for ${has}.`,
    }),
    remedy: {
      zh: '请放宽教师的不可用时间或周课时上限，或为课程增加其他授课教师',
      en: 'Allow the teacher more times or hours, or let others teach the courses too.',
    },
    operations: ['updateTeacher', 'createTeacherQualification'],
  },
  STUDENTS_WITHOUT_GROUP: {
    isPassedOver: false,
    sentence: (count) => ({
      zh: `${count} 个分组上课的方案有学生未分组`,
      en: `Partitions that are taught in groups, with students in no group: ${count}.`,
    }),
    about: ({ name, what, needs }) => ({
      zh: `行政班“${name}”有 ${needs} 名学生不在方案“${what}”的任何分组中`,
      en: `${needs} students of "${name}" are in no group of its partition "${what}".`,
    }),
    remedy: { zh: '请把这些学生移入分组', en: 'Move the students into groups.' },
    operations: ['moveStudentsToGroups', 'updateClassPartition', 'importClassGroups'],
  },
  EMPTY_GROUP: {
    isPassedOver: false,
    sentence: (count) => ({
      zh: `${count} 个上课的班级分组没有学生`,
      en: `Groups of classes that attend something, and have no students: ${count}.`,
    }),
    about: ({ name, what }) => ({
      zh: `方案“${what}”的分组“${name}”没有学生`,
      en: `Nobody is in "${name}", a group of the partition "${what}".`,
    }),
    remedy: {
      zh: '请把学生移入分组：没有学生的分组被视为与其他方案的分组互不冲突',
      en: 'Move students into it: until then nothing keeps it apart from groups of other partitions.',
    },
    operations: ['moveStudentsToGroups', 'updateClassPartition', 'importClassGroups'],
  },
  LINK_IMPOSSIBLE: {
    isPassedOver: false,
    sentence: (count) => ({
      zh: `${count} 个必须的教学班关联无法满足`,
      en: `Required links of teaching classes that cannot hold: ${count}.`,
    }),
    about: ({ name, what }) => ({
      zh: `“${name}”与“${what}”的关联与指定的教师或教室类型矛盾`,
      en: `The link of "${name}" and "${what}" contradicts the teachers or types of room that are named.`,
    }),
    remedy: {
      zh: '请删除该关联，或修改课次指定的教师、教室类型',
      en: 'Delete the link, or change the teachers or types of room of the meetings.',
    },
    operations: ['deleteTeachingLink', 'createTeachingLink'],
  },
  CLASS_WITHOUT_COURSES: {
    isPassedOver: false,
    sentence: (count) => ({
      zh: `${count} 个行政班本学期没有课程`,
      en: `Administrative classes that attend nothing in the semester: ${count}.`,
    }),
    about: ({ name, needs }) => ({
      zh: `行政班“${name}”（${needs} 人）没有教学班`,
      en: `"${name}", ${needs} students, attends no teaching class.`,
    }),
    remedy: {
      zh: '请把该班加入教学计划；已毕业的年级请填写结束日期',
      en: 'Plan courses for it. Maybe tell the end date of a grade that has left.',
    },
    operations: ['planSemester', 'applySemesterPlan', 'updateAdministrativeClass'],
  },
  NO_PERIOD_TIMES: {
    isPassedOver: false,
    sentence: (count) => ({
      zh: `${count} 个校区有节次没有作息时间`,
      en: `Campuses where periods have no time of the day: ${count}.`,
    }),
    about: ({ name, needs, has }) => ({
      zh: `校区“${name}”每日 ${needs} 节，只有 ${has} 节有时间`,
      en: `At "${name}" ${has} of the ${needs} periods of a day have a time.`,
    }),
    remedy: { zh: '请填写作息时间（可用表格导入）', en: 'Tell the times of all periods.' },
    operations: ['createBellSeason', 'updateBellSeason', 'importBellSeasons'],
  },
  LESSON_MINUTES_DIFFER: {
    isPassedOver: false,
    sentence: (count) => ({
      zh: `${count} 个作息时间的节次与每节分钟数不符`,
      en: `Bell seasons whose periods are not as long as a lesson: ${count}.`,
    }),
    about: ({ name, needs, has }) => ({
      zh: `作息时间“${name}”有一节课为 ${has} 分钟，作息规定每节 ${needs} 分钟`,
      en: `A period of the bell season "${name}" has ${has} minutes, a lesson ${needs}.`,
    }),
    remedy: { zh: '请修改节次时间或每节分钟数', en: 'Change the times or the minutes of a lesson.' },
    operations: ['updateBellSeason', 'updateBellSchedule'],
  },
};
