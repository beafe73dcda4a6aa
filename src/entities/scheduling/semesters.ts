import type { Ref } from '@mikro-orm/core';
import { Index } from '@mikro-orm/decorators/legacy';
import { RuleProfile } from '../../schema/enums.js';
import { everybody } from '../../data/callers.js';
import { StoredEntity } from '../../data/columns.js';
import { belongsTo, choice, date, flag, integer, list, stored, text } from '../../data/decorators.js';
import { Course } from '../courses.js';
import { Teacher } from '../people.js';
import { Campus, Classroom } from '../places.js';

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
    about: 'Whether timetables show it by default.',
  })
  isCurrent: boolean;

  @flag('是否启用', 'Enabled', { initial: true })
  isEnabled: boolean;

  @integer('每周天数', 'Days per week', {
    min: 1,
    max: 7,
    initial: 7,
    about: 'Days per week of the grid, from Monday, on which people may place meetings.',
  })
  daysPerWeek: number;

  @list('排课星期', 'Scheduling days', 'integer', {
    initial: [1, 2, 3, 4, 5],
    about:
      'Days of the week on which runs and suggestions place meetings, 1 Monday to 7 Sunday; those that the ' +
      'grid does not have do not count.',
  })
  schedulingDays: number[];

  @integer('每日节数', 'Periods per day', { min: 1, max: 24, initial: 12 })
  periodsPerDay: number;

  @choice('规则方案', 'Rule profile', RuleProfile, { initial: RuleProfile.STANDARD })
  ruleProfile: RuleProfile;

  @belongsTo(() => Campus, '专用校区', 'Own campus', {
    nullable: true,
    about:
      'The only campus whose rooms it uses, and which no other semester uses; none: every campus that is ' +
      'not reserved this way.',
  })
  campus: Ref<Campus> | null;
}

/** Identifier of the only bell schedule. */
export const bellScheduleId = '00000000-0000-4000-8000-00000000be11';

@stored('作息', 'bell schedule', 'How the institution divides a day; there is one.', { rows: everybody })
export class BellSchedule extends StoredEntity {
  @list('长课间', 'Long breaks', 'integer', {
    initial: [4, 8],
    about: 'Periods after which a long break follows, such as lunch: no run places a meeting across one.',
  })
  longBreaks: number[];

  @integer('每节分钟数', 'Minutes per lesson', { min: 1, max: 240, initial: 45 })
  lessonMinutes: number;
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
