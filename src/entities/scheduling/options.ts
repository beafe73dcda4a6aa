import { given, inputType, nested } from '../../data/inputs.js';
import { RuleLevel } from '../../schema/enums.js';
import { Id } from '../../schema/scalars.js';

/**
 * What a planner may wish of a run, as callers say it: the groups and switches of the automatic scheduling of
 * existing clients, and what only this solver does. The types of the answer have the same shape, so that the
 * options of one task can be given to the next.
 */

/** Greatest number of entries of a list of wishes; far above what a semester has. */
const entriesMax = 1_000;
const slotsMax = 200;

/** The rules of which a run may choose level and weight by name: the soft ones that a semester can break. */
export const weighedRules = [
  'evening',
  'weekend',
  'time-preference',
  'teacher-preference',
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
  given('flag', zh, en, { optional: true, about: `${about} Left out: as usual.` });
const ids = (zh: string, en: string, about: string): PropertyDecorator =>
  given('list', zh, en, { optional: true, max: entriesMax, type: () => [Id], about });

@inputType('What counts in a timetable: each switch turns a rule on or off.', {
  output: 'SchedulingConstraints',
})
export class SchedulingConstraintsInput {
  @flag('教师偏好', 'Teacher preference', 'Periods that teachers prefer or avoid count.')
  teacherPreference?: boolean | null;

  @flag('教室优化', 'Room optimisation', 'Rooms that fit the number of students count.')
  roomOptimization?: boolean | null;

  @flag(
    '避免学生冲突',
    'Student conflict avoidance',
    'Students who attend meetings of several classes are not wanted in two places at once. Administrative ' +
      'classes never are, whatever is chosen here.',
  )
  studentConflictAvoidance?: boolean | null;

  @flag('课程连排', 'Consecutive courses preferred', 'The meetings of a day follow each other without gaps.')
  consecutiveCoursesPreferred?: boolean | null;

  @flag(
    '专用教室匹配',
    'Specialised room matching',
    'True: only rooms of the type that a meeting needs serve it. False: another type serves too, at a price.',
  )
  specializationRoomMatching?: boolean | null;
}

@inputType('Some periods of one day of the week.', { output: 'PreferredTimeSlot' })
export class PreferredTimeSlotInput {
  @given('integer', '星期', 'Day of the week', { min: 1, max: 7, about: '1 Monday to 7 Sunday.' })
  dayOfWeek: number;

  @given('integer', '开始节次', 'First period', { min: 1, max: 24, about: 'The first period, from 1.' })
  periodStart: number;

  @given('integer', '结束节次', 'Last period', { min: 1, max: 24, about: 'The last period, inclusive.' })
  periodEnd: number;

  @given('integer', '偏好程度', 'Level', {
    min: 1,
    max: 10,
    optional: true,
    about: '1 to 10, larger is preferred more; 10 unless given.',
  })
  level?: number | null;
}

@inputType('At which periods meetings are wanted.', { output: 'SchedulingTimePreferences' })
export class SchedulingTimePreferencesInput {
  @flag('避免晚间课程', 'Avoid evening courses', 'True: evenings are used only where nothing else is left.')
  avoidEveningCourses?: boolean | null;

  @flag('均衡每日课程', 'Balance weekday courses', 'The days of the week are filled evenly.')
  balanceWeekdayCourses?: boolean | null;

  @nested(() => PreferredTimeSlotInput, '优先时段', 'Preferred time slots', {
    max: slotsMax,
    about: 'Periods to be used if possible: a meeting outside costs something. None: all periods are alike.',
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
      '1 to 10, larger is more important: good periods, and a place when not everything fits. 5 is usual.',
  })
  priority: number;
}

@inputType('What matters more than other things.', { output: 'SchedulingPriorities' })
export class SchedulingPrioritiesInput {
  @nested(() => CourseTypePriorityInput, '课程类型优先级', 'Course types', {
    max: entriesMax,
    about: 'Priorities of course types.',
  })
  courseTypes?: CourseTypePriorityInput[] | null;
}

@inputType('What is scheduled, and where.', { output: 'SchedulingScope' })
export class SchedulingScopeInput {
  @ids(
    '课程',
    'Courses',
    'Courses to be scheduled; none: all. The others stay where the present timetable has them, or without ' +
      'a place.',
  )
  courses?: string[] | null;

  @ids('可用教学楼', 'Allowed buildings', 'Buildings whose rooms may be used; none: all.')
  allowedBuildings?: string[] | null;
}

@inputType('Level and weight of one rule in a run; at least one of both is given.', {
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
    about: 'Whether it must hold, costs something or does not count.',
  })
  level?: RuleLevel | null;

  @given('integer', '权重', 'Weight', {
    min: 1,
    max: 1_000,
    optional: true,
    about: 'What breaking it costs each time, 1 to 1000, while it is SOFT.',
  })
  weight?: number | null;
}

@inputType('What is wished of a timetable; whatever is left out counts as usual.', {
  output: 'SchedulingOptions',
})
export class SchedulingOptionsInput {
  @nested(() => SchedulingConstraintsInput, '排课约束', 'Constraints', { about: 'What counts.' })
  constraints?: SchedulingConstraintsInput | null;

  @nested(() => SchedulingTimePreferencesInput, '时间偏好', 'Time preferences', {
    about: 'At which periods meetings are wanted.',
  })
  timePreferences?: SchedulingTimePreferencesInput | null;

  @nested(() => SchedulingPrioritiesInput, '优先级设置', 'Priority settings', { about: 'What matters more.' })
  prioritySettings?: SchedulingPrioritiesInput | null;

  @nested(() => SchedulingScopeInput, '排课范围', 'Scope settings', {
    about: 'What is scheduled, and where.',
  })
  scopeSettings?: SchedulingScopeInput | null;

  @nested(() => SchedulingRuleSettingInput, '规则设置', 'Rules', {
    max: weighedRules.length,
    about: 'Levels and weights of single rules; they come before the switches.',
  })
  rules?: SchedulingRuleSettingInput[] | null;

  @flag(
    '改动最少',
    'Fewest changes',
    'Starts from the present timetable (the published one, else the newest draft) and moves as few ' +
      'meetings as possible; the task then tells who moved.',
  )
  fewestChanges?: boolean | null;
}
