/**
 * The problem and the solution as plain data. Long, because this is the whole contract, to be read in one
 * place.
 *
 * Everything here survives `structuredClone` and JSON, so that it can be passed between threads and files,
 * and tests can use literals. Days and periods count from 0 (in sentences for people from 1). Entities refer
 * to each other by id; times are interned in `Problem.times` and referred to by their index there. Penalties
 * and weights are integers >= 0. Meetings with the same options may share one array: structured clone keeps
 * the sharing, and the engine compiles a shared array once.
 */

/** The most that a rule counts for one meeting, so that no cost of an option exceeds 32 bits. */
export const PENALTY_MAX = 1_000_000;

/** One character per week (`calendar.weeks` of them), '1' = takes place: '1111', '1010'. */
export type WeekPattern = string;

/** A stretch of periods on one or several days of a week, in the weeks of the pattern. */
export interface TimeSpan {
  readonly weeks: WeekPattern;
  /**
   * Bit set of days: bit 0 = first day (Monday). Product meetings have one day, those of ITC-2019 several.
   */
  readonly days: number;
  /** First period, from 0. */
  readonly start: number;
  /** Number of periods. */
  readonly length: number;
}

/** The grid of the semester. */
export interface Calendar {
  readonly weeks: number;
  readonly days: number;
  /** Periods per day. */
  readonly periods: number;
  /** A long break follows these periods (0-based): [3, 7] = after the 4th and the 8th period. */
  readonly longBreaks?: readonly number[];
  /** First evening period; absent = no evening. */
  readonly eveningStart?: number;
  /** First weekend day: 5 = Saturday and Sunday; absent = no weekend. */
  readonly weekendStart?: number;
}

/** A possible time of a meeting; `penalty` is counted by the rule `time-preference`. */
export interface TimeOption {
  /** Index into `Problem.times`. */
  readonly time: number;
  readonly penalty?: number;
}

/** A possible room of a meeting; `penalty` is counted by the rule `room-preference`. */
export interface RoomOption {
  readonly room: string;
  readonly penalty?: number;
}

/** A manual decision. Each part holds by itself, and may lie outside the listed options. */
interface Lock {
  readonly time?: number;
  readonly room?: string;
  readonly teacher?: string;
}

/** A place to teach. */
export interface Room {
  readonly id: string;
  readonly name: string;
  readonly capacity: number;
  readonly type?: string;
  readonly features?: readonly string[];
  readonly building?: string;
  readonly campus?: string;
  readonly unavailable?: readonly TimeSpan[];
}

/** A teacher's preference for a period of a weekday: 1 = strongly discouraged .. 5 = strongly preferred. */
export interface TimePreference {
  readonly day: number;
  readonly period: number;
  readonly level: number;
}

/** A person who teaches; at most one meeting at a time. */
export interface Teacher {
  readonly id: string;
  readonly name: string;
  readonly unavailable?: readonly TimeSpan[];
  readonly preferences?: readonly TimePreference[];
  /** Maximum number of periods per day (rule `daily-load`). */
  readonly dailyPeriods?: number;
  /** Maximum number of periods in any week (rule `weekly-load`). */
  readonly weeklyPeriods?: number;
}

/** Students who are always together (administrative class, curriculum); at most one meeting at a time. */
export interface Group {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly unavailable?: readonly TimeSpan[];
  /** Maximum number of periods per day (rule `daily-load`). */
  readonly dailyPeriods?: number;
  /** What it is a part of: two meetings that several parts attend clash once, not once for each. */
  readonly partOf?: string;
}

/** Students who attend a course together (in ITC-2007 a course); its meetings never overlap. */
export interface TeachingClass {
  readonly id: string;
  readonly name: string;
  /** The course taught; parts of one course (theory, practice) share it. */
  readonly course?: string;
  /** THEORY, PRACTICE, …: `course-parts-apart` keeps different kinds of one course on different days. */
  readonly kind?: string;
  /** Minimum number of days per week for the meetings (rule `minimum-working-days`). */
  readonly minimumDays?: number;
  /** 1..10, larger = more important (default 5): affects the order of placing, and `course-priority`. */
  readonly priority?: number;
}

/** The unit to place: at its time in every week of the pattern, always with the same room and teacher. */
export interface Meeting {
  readonly id: string;
  /** Used in sentences; default: the name of the teaching class. */
  readonly name?: string;
  readonly teachingClass: string;
  /** Students to seat. */
  readonly size: number;
  /** Possible teachers, exactly one of whom teaches it; empty = needs none. */
  readonly teachers: readonly string[];
  /** Penalty of possible teachers by id, counted by the rule `teacher-level`; absent = 0. */
  readonly teacherPenalties?: Readonly<Record<string, number>>;
  /** Meetings with the same name here have one teacher (rule `same-teacher`). */
  readonly teacherSet?: string;
  /** Who teaches it too, whoever of `teachers` is chosen; none of them. */
  readonly furtherTeachers?: readonly string[];
  readonly groups: readonly string[];
  readonly times: readonly TimeOption[];
  /** Possible rooms; absent = every room of the problem, empty = needs none. */
  readonly rooms?: readonly RoomOption[];
  /** Suitable room types (rule `room-type`); absent or empty = any. */
  readonly roomTypes?: readonly string[];
  /** Features the room must have (rule `room-features`). */
  readonly features?: readonly string[];
  /** Building of the department, preferred by `room-fit`. */
  readonly building?: string;
  readonly lock?: Lock;
}

/**
 * Free periods needed between two meetings of one teacher or group in two places (ids of rooms, buildings or
 * campuses; both directions). The most specific entry counts; a long break on the way counts as one of them.
 */
export interface Travel {
  readonly from: string;
  readonly to: string;
  readonly periods: number;
}

/**
 * The distribution types of ITC-2019 that hold between every two meetings of a set, and one of our own:
 * `WeekPrecedence` is `Precedence` in every week that both meetings have, not only in their first weeks.
 */
export const PAIR_TYPES = [
  'SameStart',
  'SameTime',
  'DifferentTime',
  'SameDays',
  'DifferentDays',
  'SameWeeks',
  'DifferentWeeks',
  'Overlap',
  'NotOverlap',
  'SameRoom',
  'DifferentRoom',
  'SameAttendees',
  'Precedence',
  'WorkDay',
  'MinGap',
  'WeekPrecedence',
] as const;

/** All distribution types: pairwise ones first, then those on whole sets. */
export const DISTRIBUTION_TYPES = [
  ...PAIR_TYPES,
  ...(['MaxDays', 'MaxDayLoad', 'MaxBreaks', 'MaxBlock'] as const),
] as const;

export type DistributionType = (typeof DISTRIBUTION_TYPES)[number];

/** The distribution types of ITC-2019. */
export const COMPETITION_TYPES: readonly DistributionType[] = DISTRIBUTION_TYPES.filter(
  (type) => type !== 'WeekPrecedence',
);

/**
 * Parameters of the types: WorkDay [S], MinGap [G], MaxDays [D], MaxDayLoad [S], MaxBreaks [R, S], MaxBlock
 * [M, S].
 */
export const DISTRIBUTION_PARAMETERS: Readonly<Partial<Record<DistributionType, number>>> = {
  WorkDay: 1,
  MinGap: 1,
  MaxDays: 1,
  MaxDayLoad: 1,
  MaxBreaks: 2,
  MaxBlock: 2,
};

/** A relation between the times or rooms of some meetings, required or penalised. */
export interface Distribution {
  readonly type: DistributionType;
  /** As many as `DISTRIBUTION_PARAMETERS` says; absent if none. */
  readonly parameters?: readonly number[];
  readonly meetings: readonly string[];
  readonly required: boolean;
  /** Cost per violation when not required. */
  readonly penalty?: number;
}

/** A student who attends meetings of different groups; clashes are counted by `student-conflict`. */
export interface Student {
  readonly id: string;
  readonly meetings: readonly string[];
}

/** A class of a subpart; its students also attend its parent, and there are at most `limit` of them. */
export interface SectionedClass {
  readonly meeting: string;
  readonly parent?: string;
  readonly limit?: number;
}

/** A course that students request: they attend one configuration, and one class of each of its subparts. */
export interface SectionedCourse {
  readonly id: string;
  readonly configurations: readonly (readonly (readonly SectionedClass[])[])[];
}

/** The requests of students; `search/students` assigns them to classes, which become `Problem.students`. */
export interface Sectioning {
  readonly courses: readonly SectionedCourse[];
  readonly requests: readonly { readonly student: string; readonly courses: readonly string[] }[];
}

/** All rules; each is defined in its own file in `rules/`. */
export type RuleId =
  | 'unplaced'
  | 'not-offered'
  | 'lock'
  | 'room-conflict'
  | 'teacher-conflict'
  | 'group-conflict'
  | 'teaching-class-conflict'
  | 'room-availability'
  | 'teacher-availability'
  | 'group-availability'
  | 'room-capacity'
  | 'room-type'
  | 'room-features'
  | 'travel-time'
  | 'distribution'
  | 'wished-distribution'
  | 'student-conflict'
  | 'evening'
  | 'weekend'
  | 'long-break'
  | 'time-preference'
  | 'room-preference'
  | 'teacher-preference'
  | 'room-fit'
  | 'minimum-working-days'
  | 'group-compactness'
  | 'teacher-compactness'
  | 'isolated-meetings'
  | 'room-stability'
  | 'teacher-level'
  | 'teacher-stability'
  | 'same-teacher'
  | 'day-balance'
  | 'daily-load'
  | 'weekly-load'
  | 'consecutive-periods'
  | 'course-parts-apart'
  | 'course-priority'
  | 'fewest-changes';

/** A broken hard rule makes a timetable unusable, a soft one costs `weight` per unit of penalty. */
export type Level = 'hard' | 'soft' | 'off';

/** The level and weight of a rule in a run. */
export interface RuleSetting {
  readonly level: Level;
  readonly weight: number;
}

/** `UD2`: ITC-2007 track 3. `ITC2019`: the competition of that year. `PRODUCT`: a real university. */
export type ProfileName = 'UD2' | 'PRODUCT' | 'ITC2019';

/** One meeting with its time, room and teacher. */
export interface Placement {
  readonly meeting: string;
  /** Index into `Problem.times`. */
  readonly time: number;
  /** null when the meeting needs no room. */
  readonly room: string | null;
  /** null when the meeting needs no teacher. */
  readonly teacher: string | null;
}

/** The complete input of the engine. */
export interface Problem {
  readonly name: string;
  readonly calendar: Calendar;
  /** Interned times, without duplicates; options and placements refer to them by index. */
  readonly times: readonly TimeSpan[];
  readonly rooms: readonly Room[];
  readonly teachers: readonly Teacher[];
  readonly groups: readonly Group[];
  readonly teachingClasses: readonly TeachingClass[];
  readonly meetings: readonly Meeting[];
  readonly travel?: readonly Travel[];
  readonly distributions?: readonly Distribution[];
  readonly students?: readonly Student[];
  readonly sectioning?: Sectioning;
  readonly profile: ProfileName;
  /** Changes to the profile's levels and weights for this run. */
  readonly rules?: Readonly<Partial<Record<RuleId, Partial<RuleSetting>>>>;
  /** The timetable that `fewest-changes` compares with. */
  readonly reference?: readonly Placement[];
}

/** Lower is better, hard first. `byRule` has the weighted cost of soft rules and the count of hard ones. */
export interface Score {
  readonly hard: number;
  readonly soft: number;
  readonly byRule: Readonly<Partial<Record<RuleId, number>>>;
}

/**
 * A lower bound of the cost of every complete timetable that keeps the hard rules, weighted like a `Score`.
 */
export interface Floors {
  /** The least that each soft rule costs by itself; rules that are not listed may cost nothing. */
  readonly byRule: Readonly<Partial<Record<RuleId, number>>>;
  /** The least that all of them cost together: their sum, or more where they are in each other's way. */
  readonly total: number;
}

/** A sentence in Chinese and English. */
export interface Sentence {
  readonly zh: string;
  readonly en: string;
}

/** One broken rule, with the meetings involved. */
export interface Violation {
  readonly rule: RuleId;
  readonly level: Level;
  /** Weighted when soft, a count when hard. */
  readonly penalty: number;
  readonly meetings: readonly string[];
  /** Whose timetable breaks the rule, where it is about one. */
  readonly owner?: Owner;
  readonly sentence: Sentence;
}

/** Somebody or something with a timetable of its own. */
export interface Owner {
  readonly kind: 'teacher' | 'group' | 'room';
  readonly id: string;
}

/** When to stop: after a time, or after a number of moves of all walks together (exactly reproducible). */
export type Limit = { readonly seconds: number } | { readonly moves: number };

/** The options of a run. */
export interface SolveOptions {
  readonly seed: number;
  readonly limit: Limit;
  /** Logical walks, which determine the result. Default 4 with a limit in moves, otherwise one per thread. */
  readonly walks?: number;
  /** Timetable to start from; meetings it lacks are constructed. */
  readonly start?: readonly Placement[];
  /** Stop as soon as a complete timetable without hard violations exists. */
  readonly stopWhenComplete?: boolean;
  /** Of a run that is one part of a longer search: which. It starts from what the part before it found. */
  readonly part?: SearchPart;
}

/** A part of a search: it cools as the whole does between these shares of its budget. */
export interface SearchPart {
  readonly from: number;
  readonly to: number;
  /** Whether the whole goes on gently from the timetable it began with; by default, if most have places. */
  readonly isWarm?: boolean;
}

/** The phase of the engine. */
export type Stage = 'CONSTRUCTION' | 'REPAIR' | 'OPTIMISATION' | 'FINALISATION';

/** The state of a running search. */
export interface Progress {
  readonly stage: Stage;
  /** Of the best timetable when it was last judged by the rules, which takes too long for every report. */
  readonly score: Score;
  /** When `score` was judged, in seconds of the run; null = not yet. */
  readonly scoredSeconds: number | null;
  /** Meetings that have a place in the best timetable of this moment, and those that have none. */
  readonly placed: number;
  readonly unplaced: number;
  /** Clashes and other broken hard rules in it by the count of the search; 0 = none. */
  readonly clashes: number;
  readonly moves: number;
  readonly movesPerSecond: number;
  readonly seconds: number;
  /** Used share of the limit, 0..1. */
  readonly fraction: number;
  readonly secondsRemaining: number;
  /** The best timetable, if it has improved since it was last reported. */
  readonly best?: readonly Placement[];
}

/** The services that the pure core needs from its environment. */
export interface Host {
  /** Seconds since any fixed moment, by the clock or of processor time. */
  seconds(): number;
  /** When the run was asked for, by `seconds()`; default: when it begins. */
  readonly begin?: number;
  cancelled(): boolean;
  report(progress: Progress): void;
}

/** The result of a run. Placements never clash: a meeting that would is listed in `unplaced`. */
export interface Solution {
  readonly placements: readonly Placement[];
  readonly unplaced: readonly string[];
  /** The enrolments of a problem with sectioning. */
  readonly students?: readonly Student[];
  /** Complete and without hard violations. */
  readonly isFeasible: boolean;
  readonly isCancelled: boolean;
  readonly score: Score;
  readonly moves: number;
  readonly seconds: number;
  readonly seed: number;
}

const nobody: readonly string[] = [];

/** Who teaches a meeting beside the one who is chosen. */
export const furtherOf = ({ furtherTeachers = nobody }: Meeting): readonly string[] => furtherTeachers;

/** The pattern of the given weeks (from 1). */
export function weekPattern(weekNumbers: readonly number[], weeks: number): WeekPattern {
  const included = new Set(weekNumbers);
  return Array.from({ length: weeks }, (_, week) => (included.has(week + 1) ? '1' : '0')).join('');
}

/** The weeks (from 1) of a pattern. */
export function weekNumbers(pattern: WeekPattern): number[] {
  return [...pattern].flatMap((bit, week) => (bit === '1' ? [week + 1] : []));
}

/** Collects times without duplicates: `index(span)` returns the number to use in options and placements. */
export class TimeInterner {
  readonly times: TimeSpan[] = [];
  readonly #indexes = new Map<string, number>();

  /** @param times those that keep their indexes, each once */
  constructor(times: readonly TimeSpan[] = []) {
    for (const time of times) this.index(time);
  }

  index(span: TimeSpan): number {
    const key = `${span.weeks}/${span.days}/${span.start}/${span.length}`;
    const existing = this.#indexes.get(key);
    if (existing !== undefined) return existing;
    this.#indexes.set(key, this.times.length);
    this.times.push({ weeks: span.weeks, days: span.days, start: span.start, length: span.length });
    return this.times.length - 1;
  }
}
