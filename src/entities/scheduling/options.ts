import { Field, Int, ObjectType } from 'type-graphql';
import { given, inputType, nested } from '../../data/inputs.js';
import { RuleLevel } from '../../schema/enums.js';
import { Id } from '../../schema/scalars.js';
import { shown } from '../../schema/shown.js';

/**
 * What a planner may request of a run, as API types: the groups and switches of the automatic scheduling of
 * existing clients, and what only this solver offers. The output types have the same shape as the inputs, so
 * the options of one task can be given to the next.
 */

/** Maximum number of entries of a list; far above what a semester has. */
const entriesMax = 1_000;
const slotsMax = 200;

/**
 * The rules whose level and weight a run may set by name: those that a timetable may break, or that may be
 * switched off.
 */
export const weighedRules = [
  'evening',
  'weekend',
  'time-preference',
  'teacher-preference',
  'teacher-level',
  'teacher-stability',
  'teacher-availability',
  'weekly-load',
  'daily-load',
  'travel-time',
  'room-fit',
  'minimum-working-days',
  'group-compactness',
  'teacher-compactness',
  'isolated-meetings',
  'room-stability',
  'day-balance',
  'consecutive-periods',
  'course-parts-apart',
  'course-priority',
] as const;

const flag = (zh: string, en: string, about: string): PropertyDecorator =>
  given('flag', zh, en, { optional: true, about: `${about} If left out, the default applies.` });
const ids = (zh: string, en: string, about: string): PropertyDecorator =>
  given('list', zh, en, { optional: true, max: entriesMax, type: () => [Id], about });

@inputType('Which rules apply to a timetable: each switch turns a rule on or off.', {
  output: 'SchedulingConstraints',
})
export class SchedulingConstraintsInput {
  @flag('教师偏好', 'Teacher preference', 'Considers the periods that teachers prefer or avoid.')
  teacherPreference?: boolean | null;

  @flag('教室优化', 'Room optimisation', 'Considers how well rooms fit the number of students.')
  roomOptimization?: boolean | null;

  @flag(
    '避免学生冲突',
    'Student conflict avoidance',
    'Avoids clashes of students who attend several teaching classes. Administrative classes never clash, ' +
      'whatever the setting.',
  )
  studentConflictAvoidance?: boolean | null;

  @flag('课程连排', 'Consecutive courses preferred', 'Prefers meetings that follow each other without gaps.')
  consecutiveCoursesPreferred?: boolean | null;

  @flag(
    '专用教室匹配',
    'Specialised room matching',
    'True: a meeting only uses rooms of the type it needs. False: other types are allowed at a penalty.',
  )
  specializationRoomMatching?: boolean | null;
}

/** A run of periods on one day of the week. */
export class DayPeriodsInput {
  @given('integer', '星期', 'Day of the week', { min: 1, max: 7, about: '1 Monday to 7 Sunday.' })
  dayOfWeek: number;

  @given('integer', '开始节次', 'First period', { min: 1, max: 24, about: 'The first period, from 1.' })
  periodStart: number;

  @given('integer', '结束节次', 'Last period', { min: 1, max: 24, about: 'The last period, inclusive.' })
  periodEnd: number;
}

@inputType('Some periods of one day of the week.', { output: 'PreferredTimeSlot' })
export class PreferredTimeSlotInput extends DayPeriodsInput {
  @given('integer', '偏好程度', 'Level', {
    min: 1,
    max: 10,
    optional: true,
    about: '1 to 10, larger is more preferred; 10 by default.',
  })
  level?: number | null;
}

@inputType('Which periods are preferred.', { output: 'SchedulingTimePreferences' })
export class SchedulingTimePreferencesInput {
  @flag('避免晚间课程', 'Avoid evening courses', 'True: evenings are used only as a last resort.')
  avoidEveningCourses?: boolean | null;

  @flag('均衡每日课程', 'Balance weekday courses', 'Spreads meetings evenly over the days of the week.')
  balanceWeekdayCourses?: boolean | null;

  @nested(() => PreferredTimeSlotInput, '优先时段', 'Preferred time slots', {
    max: slotsMax,
    about: 'Periods to use if possible: a meeting outside costs a penalty. None: no preference.',
  })
  preferredTimeSlots?: PreferredTimeSlotInput[] | null;
}

@inputType('How important the courses of one type are.', { output: 'CourseTypePriority' })
export class CourseTypePriorityInput {
  @given('reference', '课程类型', 'Course type', { about: 'Identifier of the course type.' })
  courseType: string;

  @given('integer', '优先级', 'Priority', {
    min: 1,
    max: 10,
    about:
      '1 to 10, larger is more important: better periods, and placement when not everything fits. 5 is the ' +
      'default.',
  })
  priority: number;
}

@inputType('What has priority.', { output: 'SchedulingPriorities' })
export class SchedulingPrioritiesInput {
  @nested(() => CourseTypePriorityInput, '课程类型优先级', 'Course types', {
    max: entriesMax,
    about: 'Priorities of course types.',
  })
  courseTypes?: CourseTypePriorityInput[] | null;
}

/** The days on which a run places meetings. */
export const schedulingDays = (): PropertyDecorator =>
  given('list', '排课星期', 'Days', {
    optional: true,
    max: 7,
    type: () => [Int],
    about:
      'Days of the week on which it places meetings, 1 Monday to 7 Sunday; none: those of the semester. ' +
      'What keeps its place may be on any day.',
  });

@inputType('What to schedule, and where.', { output: 'SchedulingScope' })
export class SchedulingScopeInput {
  @ids(
    '课程',
    'Courses',
    'Courses to schedule; none: all. The others keep their places in the current timetable, or stay ' +
      'unplaced.',
  )
  courses?: string[] | null;

  @ids(
    '教学班',
    'Teaching classes',
    'Teaching classes to schedule; none: all of these courses. The others keep their places as well.',
  )
  teachingClasses?: string[] | null;

  @ids('可用教学楼', 'Allowed buildings', 'Buildings whose rooms may be used; none: all.')
  allowedBuildings?: string[] | null;

  @schedulingDays()
  days?: number[] | null;
}

@inputType('Level and weight of one rule in a run; at least one of them is required.', {
  output: 'SchedulingRuleSetting',
})
export class SchedulingRuleSettingInput {
  @given('text', '规则', 'Rule', {
    max: 64,
    about: `Name of the rule, as in penalties: ${weighedRules.join(', ')}.`,
  })
  rule: string;

  @given('choice', '级别', 'Level', {
    optional: true,
    type: () => RuleLevel,
    about: 'Whether it is hard, soft or off.',
  })
  level?: RuleLevel | null;

  @given('integer', '权重', 'Weight', {
    min: 1,
    max: 1_000,
    optional: true,
    about: 'Penalty of each violation while it is SOFT, 1 to 1000.',
  })
  weight?: number | null;
}

/** What every run may be asked for. */
export class SchedulingWishesInput {
  @nested(() => SchedulingConstraintsInput, '排课约束', 'Constraints', { about: 'Which rules apply.' })
  constraints?: SchedulingConstraintsInput | null;

  @nested(() => SchedulingTimePreferencesInput, '时间偏好', 'Time preferences', {
    about: 'Which periods are preferred.',
  })
  timePreferences?: SchedulingTimePreferencesInput | null;

  @nested(() => SchedulingPrioritiesInput, '优先级设置', 'Priority settings', { about: 'What has priority.' })
  prioritySettings?: SchedulingPrioritiesInput | null;
}

@inputType('What is requested of a timetable; the default applies to everything left out.', {
  output: 'SchedulingOptions',
})
export class SchedulingOptionsInput extends SchedulingWishesInput {
  @nested(() => SchedulingScopeInput, '排课范围', 'Scope settings', {
    about: 'What to schedule, and where.',
  })
  scopeSettings?: SchedulingScopeInput | null;

  @nested(() => SchedulingRuleSettingInput, '规则设置', 'Rules', {
    max: weighedRules.length,
    about: 'Levels and weights of single rules; they override the switches.',
  })
  rules?: SchedulingRuleSettingInput[] | null;

  @flag(
    '改动最少',
    'Fewest changes',
    'Starts from the timetable that is named, otherwise the published one, and moves as few meetings as ' +
      'possible; the task then lists the moves.',
  )
  fewestChanges?: boolean | null;
}

@ObjectType({ description: 'A switch of a run, and what it stands for.' })
export class SchedulingSwitch {
  @shown(() => String, 'The group of options in which it stands, such as "constraints".')
  group: string;

  @shown(() => String, 'Its name there.')
  name: string;

  @shown(() => String, 'What it is called, in the language of the caller.')
  label: string;

  @shown(() => String, 'What the rule requires that it turns on, in the language of the caller.')
  meaning: string;

  @shown(() => Boolean, 'Whether it is on where a run says nothing of it.')
  isOn: boolean;
}

@ObjectType({ description: 'A rule whose level and weight a run may set.' })
export class WeighedRule {
  @shown(() => String, 'Name of the rule, such as "room-stability".')
  rule: string;

  @shown(() => String, 'What it requires, in the language of the caller.')
  meaning: string;

  @shown(() => RuleLevel, 'Whether it is hard, soft or off where a run says nothing of it.')
  level: RuleLevel;

  @shown(() => Int, 'Penalty of each violation then, while it is SOFT.')
  weight: number;
}

@ObjectType({ description: 'What may be wished of a run, and what holds by default.' })
export class SchedulingWishes {
  @Field(() => [SchedulingSwitch], { description: 'The switches.' })
  switches: SchedulingSwitch[];

  @Field(() => [WeighedRule], { description: 'The rules that may be weighed one by one.' })
  rules: WeighedRule[];
}
