import { BellSeason, CalendarDay } from '../entities/scheduling/calendar.js';
import { Enrolment } from '../entities/scheduling/enrolments.js';
import { Semester } from '../entities/scheduling/semesters.js';
import { TeachingClass } from '../entities/scheduling/teaching-classes.js';
import { TeachingLink } from '../entities/scheduling/teaching-links.js';
import { RuleLevel } from '../schema/enums.js';
import { CalendarDayKind, LinkKind } from '../schema/timetables.js';
import { sheetOf } from './sheet-of.js';

/** Who enrols in which elective. */
export const enrolmentSheet = sheetOf(Enrolment, {
  columns: {
    teachingClass: {
      heading: '选修教学班编码',
      label: '选修教学班编码',
      english: 'Code of the elective teaching class',
      list: 'teachingClasses',
    },
    student: { heading: '学号', label: '学号', english: 'Student number', list: 'students' },
  },
  notice: [
    '请按模板填写，每行一名学生',
    '选修教学班编码请参照右侧列表填写',
    '学号须已在学生信息中，已毕业的学生不能选课',
    '名额已满的教学班不能再选',
    '请勿改动表格结构',
  ],
  references: [{ at: 'H2', heading: '选修教学班列表', list: 'teachingClasses' }],
});

/** Semesters; runs place on Monday to Friday unless they are told otherwise later. */
export const semesterSheet = sheetOf(Semester, {
  columns: {
    name: { example: '2024-2025学年第一学期' },
    startDate: { example: '2024-09-02' },
    endDate: { example: '2025-01-12' },
    daysPerWeek: {},
    periodsPerDay: {},
    description: {},
    isEnabled: {},
  },
  notice: ['开始日期为第一周的第一天，结束日期为最后一周的最后一天；每周天数不填为 7，每日节数不填为 12'],
});

/** Holidays and the days that make up for them. */
export const calendarDaySheet = sheetOf(CalendarDay, {
  columns: {
    semester: { example: { first: true } },
    // Of a year that is over: a row that equals the example is left out as one.
    date: { example: '2000-10-08' },
    kind: { words: { 放假: CalendarDayKind.HOLIDAY, 补课: CalendarDayKind.MAKE_UP }, example: '补课' },
    follows: { example: '2000-10-06' },
    name: { example: '国庆节' },
  },
  notice: [
    '类型填写 放假 或 补课；补课的日期上补课对应日期的课，对应日期须为放假的日期，且只能补一次',
    '补课当天原有的课不再上；国家法定节假日可用 proposedCalendarDays 查询',
  ],
});

/** When the periods of a day begin and end. */
export const bellSeasonSheet = sheetOf(BellSeason, {
  columns: {
    campus: {},
    startsOn: { example: '05-01' },
    times: { kind: { is: 'names', maxLength: 400 }, example: '08:00-08:45,08:55-09:40' },
  },
  notice: [
    '校区不填时适用于没有单独填写的所有校区；开始日为 月-日，从该日起适用到下一开始日',
    '节次时间从第 1 节起依次填写，以逗号分隔；任何校区的一节课须在另一校区的下一节课开始前结束',
  ],
});

/** Teaching classes, who attends them, and their weekly meetings. */
export const teachingClassSheet = sheetOf(TeachingClass, {
  columns: {
    code: { example: 'TC001' },
    name: { example: '高等数学1班' },
    semester: { example: { first: true } },
    course: {
      heading: '课程编号*',
      label: '课程编号',
      english: 'Course code',
      example: { first: true },
    },
    administrativeClasses: { heading: '行政班', example: '软工2401,软工2402' },
    classGroups: {
      ...{ heading: '班级分组', english: 'Class groups', isUnlisted: true },
      kind: { is: 'names', maxLength: 1_000, list: 'class_group' },
    },
    meetings: {
      heading: '课次',
      english: 'Meetings',
      kind: { is: 'text', maxLength: 1_000 },
      example: 'T001 2节 1-16周 ×2',
    },
    department: {},
    isCompulsory: {},
    studentCount: { whenEmpty: null },
    seats: {},
    minWorkingDays: {},
    description: {},
    isEnabled: {},
  },
  notice: [
    '多个行政班以逗号分隔；选修教学班不填行政班，由学生选课',
    '只由班级的部分分组上课时填写班级分组，如 软工2401/实验分组/A组，多个以逗号分隔',
    '课次填写 教师工号 节数 周次 ×每周次数，以空格隔开，如 T001 2节 1-16周 ×2；多种课次以分号隔开',
    '同一课次的其他教师在工号后注明角色，如 T001 T002(助教) 2节；角色为 主讲、助教、并行',
    '课次中还可写学时类型（如 实验学时）和 @教室类型（如 @机房）；周次可写 1-8,10-16周 或 1-15周单；都可不写',
    '学生人数不填时为各行政班人数之和',
  ],
});

const linkKinds = {
  先于: LinkKind.BEFORE,
  同一天: LinkKind.SAME_DAY,
  不在同一天: LinkKind.OTHER_DAY,
  同一教师: LinkKind.SAME_TEACHER,
  同一教室: LinkKind.SAME_ROOM,
  同时: LinkKind.SAME_TIME,
};
const levels = { 必须: RuleLevel.HARD, 期望: RuleLevel.SOFT, 忽略: RuleLevel.OFF };

/** What holds between teaching classes. */
export const teachingLinkSheet = sheetOf(TeachingLink, {
  columns: {
    first: {
      heading: '教学班编码*',
      label: '教学班编码',
      english: 'Teaching class code',
      list: 'teachingClasses',
    },
    firstHours: { list: 'hours' },
    kind: { words: linkKinds, example: '先于' },
    second: {
      heading: '关联教学班编码*',
      label: '关联教学班编码',
      english: 'Code of the linked teaching class',
      list: 'teachingClasses',
    },
    secondHours: { list: 'hours' },
    level: { words: levels, example: '必须' },
    weight: { example: '10' },
  },
  notice: [
    '关联类型填写 先于、同一天、不在同一天、同一教师、同一教室 或 同时；先于、同一天、同时按课次的顺序一一对应',
    '只关联某种学时的课次时填写学时类型，不填为全部课次；两个教学班须在同一学期',
    '要求程度填写 必须、期望 或 忽略，不填为必须；权重为 1-100，只用于期望',
  ],
});
