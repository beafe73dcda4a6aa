import type { Ref } from '@mikro-orm/core';
import { Index } from '@mikro-orm/decorators/legacy';
import { RuleProfile, Strategy, TaskStage, TimetableStatus } from '../../schema/enums.js';
import { DepartmentGrant, User } from '../accounts.js';
import { all, everybody, type RowRule } from '../../data/callers.js';
import {
  belongsTo,
  choice,
  date,
  decimal,
  document,
  flag,
  hasMany,
  instant,
  integer,
  list,
  longText,
  stored,
  StoredEntity,
  text,
  uniqueTogether,
} from '../../data/columns.js';
import { Course, CreditHourType } from '../courses.js';
import { AdministrativeClass, Department } from '../organisation.js';
import { Teacher } from '../people.js';
import { Campus, Classroom, ClassroomType } from '../places.js';
import { selected } from '../../data/selected.js';
import { Task } from '../../data/task.js';

/** Planners see every revision and what it holds, everybody else those that match: what is published. */
const publishedFor = (published: object): RowRule => ({
  ADMINISTRATOR: all,
  ACADEMIC_AFFAIRS: all,
  SIGNED_IN: () => published,
});

/** A task is the matter of who asked for it, and of those who act for the same departments. */
const ofColleagues: RowRule = {
  ADMINISTRATOR: all,
  ACADEMIC_AFFAIRS: ({ userId, departmentIds }) => ({
    $or: [
      { requestedBy: userId },
      { requestedBy: { $in: selected(DepartmentGrant, 'user', { department: { $in: departmentIds } }) } },
    ],
  }),
};

@Index({
  name: 'semester_current_unique',
  expression: 'create unique index "semester_current_unique" on "semester" ("is_current") where "is_current"',
})
@stored('学期', 'semester', 'A teaching term with its grid of days and periods.', { rows: everybody })
export class Semester extends StoredEntity {
  @text('学期名称', 'Semester name', { max: 32, unique: true, sorted: 'chinese', searched: true })
  name: string;

  @text('学期描述', 'Semester description', { max: 255, nullable: true })
  description: string | null;

  @date('开始日期', 'Start date', { about: 'First day of the first teaching week.', sorted: 'plain' })
  startDate: string;

  @date('结束日期', 'End date', { about: 'Last day of the last teaching week.' })
  endDate: string;

  @flag('是否当前学期', 'Current', {
    initial: false,
    about: 'Whether timetables show it unless another is named.',
  })
  isCurrent: boolean;

  @flag('是否启用', 'Enabled', { initial: true })
  isEnabled: boolean;

  @integer('每周天数', 'Days per week', {
    min: 1,
    max: 7,
    initial: 5,
    about: 'Teaching days per week, from Monday.',
  })
  daysPerWeek: number;

  @integer('每日节数', 'Periods per day', { min: 1, max: 24, initial: 12 })
  periodsPerDay: number;

  @choice('规则方案', 'Rule profile', RuleProfile, { initial: RuleProfile.STANDARD })
  ruleProfile: RuleProfile;

  @belongsTo(() => Campus, '专用校区', 'Own campus', {
    nullable: true,
    about:
      'The only campus whose rooms it uses, and whose rooms no other semester uses; none: every campus ' +
      'that is not taken so.',
  })
  campus: Ref<Campus> | null;
}

@Index({
  name: 'unavailability_subject_unique',
  expression:
    'create unique index "unavailability_subject_unique" on "unavailability" ("semester_id", ' +
    'coalesce("course_id", "teacher_id", "classroom_id"), "day_of_week", "period")',
})
@stored(
  '不可用时间',
  'unavailability',
  'A period of the week at which a course, teacher or classroom is not available.',
  { rows: everybody },
)
export class Unavailability extends StoredEntity {
  @belongsTo(() => Semester, '学期', 'Semester', { onDelete: 'cascade' })
  semester: Ref<Semester>;

  @belongsTo(() => Course, '课程', 'Course', { nullable: true, onDelete: 'cascade' })
  course: Ref<Course> | null;

  @belongsTo(() => Teacher, '教师', 'Teacher', { nullable: true, onDelete: 'cascade' })
  teacher: Ref<Teacher> | null;

  @belongsTo(() => Classroom, '教室', 'Classroom', { nullable: true, onDelete: 'cascade' })
  classroom: Ref<Classroom> | null;

  @integer('星期', 'Day of the week', { min: 1, max: 7, about: '1 Monday to 7 Sunday.' })
  dayOfWeek: number;

  @integer('节次', 'Period', { min: 1, max: 24 })
  period: number;
}

@stored('教学班', 'teaching class', 'The students who attend one course together in one semester.', {
  rows: everybody,
})
export class TeachingClass extends StoredEntity {
  @text('教学班编码', 'Teaching class code', { max: 32, unique: true, sorted: 'plain', searched: true })
  code: string;

  @text('教学班名称', 'Teaching class name', { max: 64, sorted: 'chinese', searched: true })
  name: string;

  @belongsTo(() => Semester, '学期', 'Semester')
  semester: Ref<Semester>;

  @belongsTo(() => Course, '课程', 'Course')
  course: Ref<Course>;

  @belongsTo(() => Department, '开课部门', 'Department', { about: 'The department that offers it.' })
  department: Ref<Department>;

  @flag('是否必修', 'Compulsory', {
    initial: true,
    about: 'Whether it is taught to whole administrative classes.',
  })
  isCompulsory: boolean;

  @integer('学生人数', 'Student count', {
    min: 0,
    initial: 0,
    about: 'Students expected; the seats that a room needs.',
    sorted: 'plain',
  })
  studentCount: number;

  @integer('最少上课天数', 'Minimum working days', {
    min: 1,
    max: 7,
    initial: 1,
    about: 'Days of the week it should spread over.',
  })
  minWorkingDays: number;

  @text('教学班描述', 'Teaching class description', { max: 255, nullable: true })
  description: string | null;

  @flag('是否启用', 'Enabled', { initial: true })
  isEnabled: boolean;

  @hasMany(() => TeachingClassGroup, 'teachingClass', 'The groups of students that attend.')
  groups: TeachingClassGroup[];

  @hasMany(() => Meeting, 'teachingClass', 'The meetings it holds.')
  meetings: Meeting[];
}

@uniqueTogether('teachingClass', 'administrativeClass')
@stored('教学班组成', 'teaching class group', 'That an administrative class attends a teaching class.', {
  rows: everybody,
})
export class TeachingClassGroup extends StoredEntity {
  @belongsTo(() => TeachingClass, '教学班', 'Teaching class', { onDelete: 'cascade' })
  teachingClass: Ref<TeachingClass>;

  @belongsTo(() => AdministrativeClass, '行政班', 'Administrative class')
  administrativeClass: Ref<AdministrativeClass>;
}

@uniqueTogether('teachingClass', 'sequence')
@stored(
  '课次',
  'meeting',
  'A weekly meeting of a teaching class, which has to be given a time, a room and a teacher.',
  { rows: everybody },
)
export class Meeting extends StoredEntity {
  @belongsTo(() => TeachingClass, '教学班', 'Teaching class', { onDelete: 'cascade' })
  teachingClass: Ref<TeachingClass>;

  @integer('序号', 'Sequence', { min: 1, about: 'Number of the meeting within its teaching class, from 1.' })
  sequence: number;

  @integer('连堂节数', 'Consecutive periods', { min: 1, max: 12, initial: 2, about: 'Length in periods.' })
  periods: number;

  @list('周次', 'Weeks', 'integer', { about: 'Teaching weeks in which it is held, from 1.' })
  weeks: number[];

  @belongsTo(() => CreditHourType, '学时类型', 'Credit-hour type', { nullable: true })
  creditHourType: Ref<CreditHourType> | null;

  @belongsTo(() => ClassroomType, '教室类型', 'Classroom type', {
    nullable: true,
    about: 'The type of room it needs; none: any.',
  })
  classroomType: Ref<ClassroomType> | null;

  @belongsTo(() => Teacher, '教师', 'Teacher', {
    nullable: true,
    about: 'Who teaches it; none: any teacher with an approved qualification for the course.',
  })
  teacher: Ref<Teacher> | null;

  @integer('锁定星期', 'Locked day', {
    min: 1,
    max: 7,
    nullable: true,
    about: 'The day of the week it must be on.',
  })
  lockedDay: number | null;

  @integer('锁定节次', 'Locked period', {
    min: 1,
    max: 24,
    nullable: true,
    about: 'The period it must begin at.',
  })
  lockedPeriod: number | null;

  @belongsTo(() => Classroom, '锁定教室', 'Locked classroom', {
    nullable: true,
    about: 'The room it must be in.',
  })
  lockedClassroom: Ref<Classroom> | null;
}

@Index({
  name: 'timetable_published_unique',
  expression:
    'create unique index "timetable_published_unique" on "timetable" ("semester_id") where "status" = ' +
    "'PUBLISHED'",
})
@uniqueTogether('semester', 'revision')
@stored('课表', 'timetable', 'A revision of the timetable of a semester.', {
  rows: publishedFor({ status: TimetableStatus.PUBLISHED }),
})
export class Timetable extends StoredEntity {
  @belongsTo(() => Semester, '学期', 'Semester')
  semester: Ref<Semester>;

  @integer('版本号', 'Revision', {
    min: 1,
    about: 'Number of the revision within its semester, from 1.',
    sorted: 'plain',
  })
  revision: number;

  @choice('课表状态', 'Timetable status', TimetableStatus, { initial: TimetableStatus.DRAFT })
  status: TimetableStatus;

  @integer('硬约束违反', 'Hard violations', {
    min: 0,
    initial: 0,
    about: 'Broken hard rules beside unplaced meetings, counted by an independent verifier.',
  })
  hardViolations: number;

  @integer('软约束代价', 'Soft cost', {
    min: 0,
    initial: 0,
    about: 'Weighted sum of the broken soft rules.',
    sorted: 'plain',
  })
  softCost: number;

  @integer('未排课次', 'Unplaced meetings', { min: 0, initial: 0 })
  unplacedCount: number;

  @instant('发布时间', 'Published at', { nullable: true })
  publishedAt: Date | null;

  @hasMany(() => UnplacedMeeting, 'timetable', 'The meetings that have no place in it, and why.')
  unplaced: UnplacedMeeting[];
}

@uniqueTogether('timetable', 'meeting')
@stored('未排课次', 'unplaced meeting', 'That a timetable has no place for a meeting, and why.', {
  rows: publishedFor({ timetable: { status: TimetableStatus.PUBLISHED } }),
})
export class UnplacedMeeting extends StoredEntity {
  @belongsTo(() => Timetable, '课表', 'Timetable', { onDelete: 'cascade' })
  timetable: Ref<Timetable>;

  @belongsTo(() => Meeting, '课次', 'Meeting', { onDelete: 'cascade' })
  meeting: Ref<Meeting>;

  @longText('中文原因', 'Reason in Chinese', { hidden: true })
  reasonZh: string;

  @longText('英文原因', 'Reason in English', { hidden: true })
  reasonEn: string;
}

@uniqueTogether('timetable', 'meeting')
@stored('排课', 'class assignment', 'The time, room and teacher that a timetable gives to a meeting.', {
  rows: publishedFor({ timetable: { status: TimetableStatus.PUBLISHED } }),
})
export class ClassAssignment extends StoredEntity {
  @belongsTo(() => Timetable, '课表', 'Timetable', { onDelete: 'cascade' })
  timetable: Ref<Timetable>;

  @belongsTo(() => Meeting, '课次', 'Meeting')
  meeting: Ref<Meeting>;

  @belongsTo(() => TeachingClass, '教学班', 'Teaching class')
  teachingClass: Ref<TeachingClass>;

  @belongsTo(() => Teacher, '教师', 'Teacher')
  teacher: Ref<Teacher>;

  @belongsTo(() => Classroom, '教室', 'Classroom')
  classroom: Ref<Classroom>;

  @integer('星期', 'Day of the week', { min: 1, max: 7, hidden: true })
  dayOfWeek: number;

  @integer('开始节次', 'First period', { min: 1, max: 24, hidden: true })
  periodStart: number;

  @integer('结束节次', 'Last period', { min: 1, max: 24, hidden: true })
  periodEnd: number;

  @list('周次', 'Weeks', 'integer', { hidden: true })
  weeks: number[];
}

@Index({
  name: 'scheduling_task_active_unique',
  expression:
    'create unique index "scheduling_task_active_unique" on "scheduling_task" ("semester_id") where ' +
    "\"status\" in ('QUEUED', 'RUNNING')",
})
@stored('排课任务', 'scheduling task', 'A run of the solver over a semester.', { rows: ofColleagues })
export class SchedulingTask extends Task {
  @belongsTo(() => Semester, '学期', 'Semester', { onDelete: 'cascade' })
  semester: Ref<Semester>;

  @choice('策略', 'Strategy', Strategy, { initial: Strategy.BALANCED })
  strategy: Strategy;

  @integer('时间限制', 'Time limit', {
    min: 1,
    max: 3600,
    initial: 60,
    about: 'Seconds that the solver may search; what the strategy says unless given.',
  })
  timeLimitSeconds: number;

  @integer('随机种子', 'Seed', { min: 0, initial: 1, about: 'Seed of the search.' })
  seed: number;

  @choice('任务阶段', 'Stage', TaskStage, { initial: TaskStage.PREPARATION })
  stage: TaskStage;

  @integer('硬约束违反', 'Hard violations', {
    nullable: true,
    about: 'Broken hard rules, beside unplaced meetings, of the best timetable so far.',
  })
  hardViolations: number | null;

  @integer('软约束代价', 'Soft cost', { nullable: true, about: 'Soft cost of the best timetable so far.' })
  softCost: number | null;

  @integer('已排课次', 'Placed meetings', { nullable: true })
  placedCount: number | null;

  @integer('未排课次', 'Unplaced meetings', { nullable: true })
  unplacedCount: number | null;

  @document('各规则代价', 'What broken rules cost the best timetable so far', { nullable: true, short: true })
  penalties: unknown;

  @integer('每秒搜索步数', 'Moves per second', {
    nullable: true,
    about: 'Changes of the timetable that the search tries per second, on average since it last began.',
  })
  movesPerSecond: number | null;

  @decimal('已搜索秒数', 'Searched seconds', {
    initial: 0,
    min: 0,
    about: 'Seconds of search so far, by all workers.',
  })
  searchedSeconds: number;

  @belongsTo(() => User, '发起人', 'Requested by', { nullable: true, onDelete: 'set null' })
  requestedBy: Ref<User> | null;

  @belongsTo(() => Timetable, '课表', 'Timetable', {
    nullable: true,
    onDelete: 'set null',
    about: 'The revision it made.',
  })
  timetable: Ref<Timetable> | null;

  @document('排课选项', 'What was wished of the timetable', { nullable: true, short: true })
  options: unknown;

  @belongsTo(() => Timetable, '基准课表', 'Basis', {
    nullable: true,
    onDelete: 'set null',
    about: 'The timetable that it builds upon, when the options say so.',
  })
  basis: Ref<Timetable> | null;

  @integer('改动课次', 'Moved meetings', {
    nullable: true,
    about: 'Meetings that stand elsewhere than in the basis; null without one, and before the end.',
  })
  movedCount: number | null;

  @document('改动', 'Where meetings stood in the basis, and where they stand now', { nullable: true })
  moves: unknown;

  @document('无解原因', 'Why not every meeting can have a place', { nullable: true, short: true })
  causes: unknown;

  @document('快照', 'The problem as it was when the task began', { nullable: true })
  snapshot: unknown;

  @document('最好结果', 'The best placements so far', { nullable: true })
  best: unknown;
}
