import { weighedRules, type SchedulingOptionsInput } from '../../../entities/scheduling/options.js';
import type { Level, Problem, RuleId, RuleSetting } from '@class-scheduling/solver';

/**
 * What a planner may request of one run. The automatic scheduling of existing clients
 * (`AutomaticClassSchedulingVO`) maps onto it field by field; an absent field keeps the default.
 */
export interface SchedulingOptions {
  /** Whether teachers' preferred and avoided periods count. */
  readonly teacherPreference?: boolean;
  /** Whether the fit of rooms in size and place counts. */
  readonly roomOptimization?: boolean;
  /** Whether students' individual enrolments may not clash; administrative classes never do. */
  readonly studentConflictAvoidance?: boolean;
  /** The meetings of a day follow each other. */
  readonly consecutiveCoursesPreferred?: boolean;
  /** Only rooms of the required type are used; otherwise another type costs a penalty. */
  readonly specializationRoomMatching?: boolean;
  readonly avoidEveningCourses?: boolean;
  /** The days of a week are filled evenly. */
  readonly balanceWeekdayCourses?: boolean;
  /** Periods to use if possible; none = no preference. */
  readonly preferredTimeSlots?: readonly PreferredTimeSlot[];
  /** 1..10 by course type, larger = more important. */
  readonly courseTypePriorities?: Readonly<Record<string, number>>;
  /** Buildings whose rooms may be used; none = all. */
  readonly allowedBuildings?: readonly string[];
  /** Days on which meetings are placed, from 1 Monday; none = those of the semester. */
  readonly days?: readonly number[];
  /** Courses to schedule; none = all. The others keep their places in the current timetable. */
  readonly courses?: readonly string[];
  /** Teaching classes to schedule; none = all of these courses. The others keep their places as well. */
  readonly teachingClasses?: readonly string[];
  /** Starts from the current timetable and moves as few meetings as possible. */
  readonly fewestChanges?: boolean;
  /** Level and weight of single rules; they override the switches. */
  readonly rules?: Readonly<Partial<Record<RuleId, Partial<RuleSetting>>>>;
}

/** A range of periods of one weekday, counted from 1. */
export interface PreferredTimeSlot {
  readonly day: number;
  readonly periodStart: number;
  readonly periodEnd: number;
  /** 1..10, larger = preferred more. */
  readonly level?: number;
}

/** A switch: its field in the contract, and the rule that it sets. */
interface Switch {
  readonly wire: string;
  readonly option: keyof SchedulingOptions;
  readonly rule: RuleId;
  readonly on: Partial<RuleSetting>;
  readonly off: Partial<RuleSetting>;
}

const off: Partial<RuleSetting> = { level: 'off' };
const soft = (weight: number): RuleSetting => ({ level: 'soft', weight });

/** Every switch of the contract that sets a rule. */
export const SWITCHES: readonly Switch[] = [
  {
    wire: 'constraints.teacher_preference',
    option: 'teacherPreference',
    rule: 'teacher-preference',
    on: soft(2),
    off,
  },
  { wire: 'constraints.room_optimization', option: 'roomOptimization', rule: 'room-fit', on: soft(2), off },
  {
    wire: 'constraints.student_conflict_avoidance',
    option: 'studentConflictAvoidance',
    rule: 'student-conflict',
    on: { level: 'soft', weight: 20 },
    off,
  },
  {
    wire: 'constraints.consecutive_courses_preferred',
    option: 'consecutiveCoursesPreferred',
    rule: 'consecutive-periods',
    on: soft(2),
    off,
  },
  {
    wire: 'constraints.specialization_room_matching',
    option: 'specializationRoomMatching',
    rule: 'room-type',
    on: { level: 'hard' },
    off: soft(200),
  },
  {
    wire: 'time_preferences.avoid_evening_courses',
    option: 'avoidEveningCourses',
    rule: 'evening',
    on: soft(20),
    off,
  },
  {
    wire: 'time_preferences.balance_weekday_courses',
    option: 'balanceWeekdayCourses',
    rule: 'day-balance',
    on: soft(2),
    off,
  },
];

/** Fields of the contract that hold more than a boolean, and the rule that evaluates each. */
export const LISTS: readonly {
  readonly wire: string;
  readonly option: keyof SchedulingOptions;
  readonly rule: RuleId;
}[] = [
  {
    wire: 'time_preferences.preferred_time_slots',
    option: 'preferredTimeSlots',
    rule: 'time-preference',
  },
  {
    wire: 'priority_settings.course_types',
    option: 'courseTypePriorities',
    rule: 'course-priority',
  },
  { wire: 'scope_settings.allowed_building_ids', option: 'allowedBuildings', rule: 'not-offered' },
];

/** The rules whose level and weight a run may set by name. */
export const WEIGHED: readonly RuleId[] = weighedRules;

/** The rule settings of a run: those of the switches, overridden by those of single rules. */
export function rulesOf(options: SchedulingOptions): NonNullable<Problem['rules']> {
  const settings: Record<string, Partial<RuleSetting>> = Object.fromEntries(
    SWITCHES.flatMap(({ option, rule, on, off: otherwise }) =>
      options[option] === undefined ? [] : [[rule, options[option] ? on : otherwise]],
    ),
  );
  for (const [rule, setting] of Object.entries(options.rules ?? {}))
    settings[rule] = { ...settings[rule], ...setting };
  return settings;
}

const LEVEL_MAX = 10;

/**
 * Penalty of a time outside the preferred slots: zero in a most preferred slot, largest outside all of them.
 */
export function penaltyOf(
  { preferredTimeSlots = [] }: SchedulingOptions,
  time: { readonly day: number; readonly start: number; readonly length: number },
): number {
  if (preferredTimeSlots.length === 0) return 0;
  const end = time.start + time.length - 1;
  const levels = preferredTimeSlots
    .filter(
      ({ day, periodStart, periodEnd }) => day === time.day && periodStart <= time.start && end <= periodEnd,
    )
    .map(({ level = LEVEL_MAX }) => level);
  return LEVEL_MAX - Math.max(0, ...levels);
}

/** The options stored with a task: only those that were given. Null when none were. */
export function givenOptions(
  options: SchedulingOptionsInput | null | undefined,
): SchedulingOptionsInput | null {
  const isNothing = (value: unknown): boolean =>
    value === null || (typeof value === 'object' && Object.keys(value as object).length === 0);
  const kept: unknown = JSON.parse(JSON.stringify(options ?? null), (_, value: unknown) =>
    isNothing(value) ? undefined : value,
  );
  return (kept ?? null) as SchedulingOptionsInput | null;
}

/** The stored options in the form from which the solver's problem is built. */
export function optionsOf(options: SchedulingOptionsInput | null): SchedulingOptions {
  const { constraints, timePreferences, prioritySettings, scopeSettings, rules, fewestChanges } =
    options ?? {};
  const { preferredTimeSlots, ...times } = timePreferences ?? {};
  const { courseTypes } = prioritySettings ?? {};
  return {
    ...constraints,
    ...times,
    ...scopeSettings,
    fewestChanges,
    preferredTimeSlots: preferredTimeSlots?.map(({ dayOfWeek, ...slot }) => ({ day: dayOfWeek, ...slot })),
    courseTypePriorities:
      courseTypes &&
      Object.fromEntries(courseTypes.map(({ courseType, priority }) => [courseType, priority])),
    rules:
      rules &&
      Object.fromEntries(
        rules.map(({ rule, level, weight }) => [
          rule,
          { ...(level && { level: level.toLowerCase() as Level }), ...(weight && { weight }) },
        ]),
      ),
  } as SchedulingOptions;
}
