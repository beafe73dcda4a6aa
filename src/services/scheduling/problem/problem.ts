import { RuleProfile } from '../../../schema/enums.js';
import {
  TimeInterner,
  leastDisturbing,
  finished,
  weekPattern,
  type Group,
  type Meeting,
  type Pieces,
  type Placement,
  type Problem,
  type Room,
  type RoomOption,
  type Sentence,
  type Student,
  type Teacher,
  type TeachingClass,
  type TimeOption,
  type TimePreference,
} from '@class-scheduling/solver';
import { listsBy } from '../../../data/loaders.js';
import { breaksSpanned, range, startsFor, usualBreaks } from '../semester/periods.js';
import { penaltyOf, rulesOf, type SchedulingOptions } from './options.js';
import type {
  Place,
  Snapshot,
  SnapshotMeeting,
  SnapshotRoom,
  SnapshotTeacher,
  SnapshotTeachingClass,
} from './snapshot.js';
import { noRoom, noTeacher, noTime, outOfScope, type ImpossibleMeeting } from './impossible-meetings.js';
import { linkedPairs, linkRelations, withLinkedTeachers, type LinkedPair } from './links.js';
import { placedBy } from './run-meetings.js';
import { dayBit, placementsOf, usable } from './solver-places.js';
import {
  awayIn,
  forbiddenSpans,
  levelPenalties,
  travelBetweenCampuses,
  withoutSplitSets,
  withTeacherSets,
} from './staffing.js';
import { studentsOf } from './single-students.js';

/** Converts between records, which count days, periods and weeks from 1, and the solver: it counts from 0. */

/** The solver's problem, and the meetings left out of it because nothing can serve them. */
export interface SemesterProblem {
  readonly problem: Problem;
  readonly impossible: readonly ImpossibleMeeting[];
  /** The timetable from which the search starts. */
  readonly start: readonly Placement[];
  readonly snapshot: Snapshot;
}

const eveningStart = 9;
const saturday = 6;

/** The solver's problem of a semester: a pure function, so a resumed task solves the same problem. */
export const problemOf = (snapshot: Snapshot): SemesterProblem => finished(problemIn(snapshot));

/** The same in pieces: a large semester takes some hundred milliseconds. */
export function* problemIn(snapshot: Snapshot): Pieces<SemesterProblem> {
  const levels = levelPenalties(snapshot.qualifications);
  yield;
  const away = awayIn(snapshot);
  yield;
  const builder = new ProblemBuilder(snapshot, levels, away);
  const meetings: Meeting[] = [];
  const impossible: ImpossibleMeeting[] = [];
  const taken = new Set(snapshot.taken?.map(({ meeting }) => meeting));
  for (const meeting of snapshot.meetings) {
    if (taken.has(meeting.id)) continue;
    yield;
    const result = builder.meeting(meeting);
    if ('reason' in result) impossible.push(result);
    else meetings.push(result);
  }
  const inSets = yield* builder.withTeacherSets(meetings);
  yield;
  const students = yield* studentsOf(snapshot, inSets);
  yield;
  const problem = builder.problem(inSets, students);
  yield;
  const { options, basis = [] } = snapshot;
  const placements = options?.fewestChanges || snapshot.isContinued ? placementsOf(problem, basis) : [];
  yield;
  if (!options?.fewestChanges) return { problem, impossible, snapshot, start: usable(problem, placements) };
  const adapted = leastDisturbing(problem, placements);
  return { problem: adapted.problem, impossible, snapshot, start: adapted.options.start ?? [] };
}

class ProblemBuilder {
  readonly #snapshot: Snapshot;
  readonly #options: SchedulingOptions;
  readonly #isStandard: boolean;
  readonly #isInScope: (teachingClass: SnapshotTeachingClass) => boolean;
  readonly #breaks: readonly number[];
  readonly #times = new TimeInterner();
  readonly #teachingClasses: ReadonlyMap<string, SnapshotTeachingClass>;
  readonly #rooms: ReadonlyMap<string, SnapshotRoom>;
  readonly #qualified: ReadonlyMap<string, string[]>;
  readonly #closed: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #teachers: ReadonlySet<string>;
  readonly #basis: ReadonlyMap<string, Place>;
  readonly #kinds: ReadonlyMap<string, readonly (string | null)[]>;
  readonly #preferences: ReadonlyMap<string, TimePreference[]>;
  // Equal options share one array, which the solver compiles once.
  readonly #timeOptions = new Map<string, TimeOption[]>();
  readonly #roomOptions = new Map<string, RoomOption[]>();
  readonly #roomsByNeeds = new Map<string, readonly RoomOption[] | undefined>();
  readonly #linked: readonly LinkedPair[];
  #isBreakCrossed = false;

  /**
   * @param levels what teachers of a course are worth less than its best
   * @param away when rooms, teachers and groups cannot be had
   */
  constructor(
    snapshot: Snapshot,
    private readonly levels: ReturnType<typeof levelPenalties>,
    private readonly away: ReturnType<typeof awayIn>,
  ) {
    this.#snapshot = snapshot;
    this.#options = snapshot.options ?? {};
    this.#isStandard = snapshot.profile === RuleProfile.STANDARD;
    this.#isInScope = placedBy(snapshot);
    this.#breaks = snapshot.longBreaks ?? usualBreaks;
    this.#linked = this.#isStandard ? linkedPairs(snapshot.links ?? [], snapshot.meetings) : [];
    this.#teachingClasses = new Map(snapshot.teachingClasses.map((each) => [each.id, each]));
    this.#rooms = new Map(snapshot.rooms.map((room) => [room.id, room]));
    this.#qualified = listsBy(
      snapshot.qualifications,
      ({ course }) => course,
      ({ teacher }) => teacher,
    );
    const closed = listsBy(
      snapshot.unavailable.filter(({ course }) => course !== null),
      ({ course }) => course as string,
      ({ day, period }) => `${day}/${period}`,
    );
    this.#closed = new Map([...closed].map(([course, slots]) => [course, new Set(slots)]));
    this.#teachers = new Set(snapshot.teachers.map(({ id }) => id));
    this.#basis = new Map((snapshot.basis ?? []).map((place) => [place.meeting, place]));
    this.#kinds = listsBy(
      snapshot.meetings,
      ({ teachingClass }) => teachingClass,
      ({ kind }) => kind,
    );
    this.#preferences = listsBy(
      snapshot.preferences,
      ({ teacher }) => teacher,
      ({ day, period, level }) => ({ day: day - 1, period: period - 1, level }),
    );
  }

  problem(meetings: readonly Meeting[], students: readonly Student[]): Problem {
    const { name, weeks, days, periods, groups } = this.#snapshot;
    const rules: Problem['rules'] = {
      ...rulesOf(this.#options),
      // Some meeting cannot avoid a break: it is too long, or locked across one.
      ...(this.#isBreakCrossed && { 'long-break': { level: 'soft' } }),
    };
    const travel = travelBetweenCampuses(this.#snapshot);
    const distributions = linkRelations(this.#linked, meetings);
    return {
      name,
      calendar: {
        weeks,
        days,
        periods,
        ...(this.#isStandard && {
          longBreaks: this.#breaks.filter((after) => after < periods).map((after) => after - 1),
          eveningStart: eveningStart - 1,
          weekendStart: saturday - 1,
        }),
      },
      times: this.#times.times,
      rooms: this.#snapshot.rooms.map((room) => this.#room(room)),
      teachers: this.#snapshot.teachers.map((teacher) => this.#teacher(teacher)),
      groups: groups.map((group) => this.#group(group)),
      teachingClasses: this.#snapshot.teachingClasses.map((teachingClass) =>
        this.#teachingClass(teachingClass),
      ),
      meetings,
      ...(this.#isStandard && travel.length > 0 && { travel }),
      ...(students.length > 0 && { students }),
      ...(distributions.length > 0 && { distributions }),
      profile: this.#isStandard ? 'PRODUCT' : 'UD2',
      ...(Object.keys(rules).length > 0 && { rules }),
    };
  }

  meeting(original: SnapshotMeeting): Meeting | ImpossibleMeeting {
    const meeting = this.#inScope(original);
    if (!meeting) return { meeting: original.id, reason: outOfScope };
    const teachingClass = this.#teachingClasses.get(meeting.teachingClass) as SnapshotTeachingClass;
    const { furtherTeachers = [] } = meeting;
    const qualified = this.#qualified.get(teachingClass.course) ?? [];
    const teachers = meeting.teacher
      ? [meeting.teacher]
      : qualified.filter((id) => !furtherTeachers.includes(id));
    const further = furtherTeachers.filter((id) => id !== meeting.teacher);
    const times = this.#timesOf(meeting, teachingClass.course);
    const lockedTime = this.#lockedTime(meeting);
    const locked = meeting.lockedRoom === null ? undefined : this.#rooms.get(meeting.lockedRoom);
    const rooms = locked ? [{ room: locked.id }] : this.#roomsOf(meeting, teachingClass.size);
    const impossible = (reason: Sentence): ImpossibleMeeting => ({ meeting: meeting.id, reason });
    if (teachers.length === 0) return impossible(noTeacher);
    if (times.length === 0 && lockedTime === undefined) return impossible(noTime(meeting, this.#snapshot));
    if (rooms?.length === 0) return impossible(noRoom(meeting, teachingClass.size, this.#options));
    return {
      id: meeting.id,
      name: `${teachingClass.name} #${meeting.sequence}`,
      teachingClass: teachingClass.id,
      // Manual decisions hold, even when the room is too small for everyone.
      size: locked ? Math.min(teachingClass.size, locked.capacity) : teachingClass.size,
      teachers,
      ...(!meeting.teacher && this.levels.get(teachingClass.course)),
      ...(further.length > 0 && { furtherTeachers: further }),
      groups: teachingClass.groups,
      times,
      rooms,
      ...(this.#isStandard && !locked && meeting.roomType && { roomTypes: [meeting.roomType] }),
      ...((lockedTime !== undefined || locked) && { lock: { time: lockedTime, room: locked?.id } }),
    };
  }

  /** Meetings with the sets of one teacher; where little shall change, only those that one teaches so far. */
  *withTeacherSets(meetings: readonly Meeting[]): Pieces<readonly Meeting[]> {
    if (!this.#isStandard) return meetings;
    const kinds = new Map(this.#snapshot.meetings.map(({ id, kind }) => [id, kind]));
    const ofKinds = yield* withTeacherSets(meetings, (id) => kinds.get(id) ?? '');
    yield;
    const inSets = withLinkedTeachers(ofKinds, this.#linked);
    yield;
    return this.#options.fewestChanges
      ? withoutSplitSets(inSets, (id) => this.#basis.get(id)?.teacher)
      : inSets;
  }

  /** A meeting that is out of scope keeps its current place, if it has one. */
  #inScope(meeting: SnapshotMeeting): SnapshotMeeting | null {
    if (this.#isInScope(this.#teachingClasses.get(meeting.teachingClass)!)) return meeting;
    const place = this.#basis.get(meeting.id);
    if (!place) return null;
    const { day, period, room, teacher } = place;
    return {
      ...meeting,
      lockedDay: day,
      lockedPeriod: period,
      lockedRoom: room,
      teacher: this.#teachers.has(teacher) ? teacher : meeting.teacher,
    };
  }

  /** The candidate times of a meeting: in the standard profile on odd periods and not across a long break. */
  #timesOf(
    { id, periods, weeks, lockedDay, lockedPeriod }: SnapshotMeeting,
    course: string,
  ): readonly TimeOption[] {
    const pattern = this.#pattern(weeks);
    const closed = this.#closed.get(course);
    const days = this.#daysOf(id);
    const key = JSON.stringify([periods, pattern, days, lockedDay, lockedPeriod, closed ? course : null]);
    const known = this.#timeOptions.get(key);
    if (known) return known;
    const options: TimeOption[] = [];
    this.#timeOptions.set(key, options);
    if (!pattern.includes('1')) return options;
    for (const day of lockedDay === null ? days : [lockedDay]) {
      if (day > this.#snapshot.days) continue;
      for (const start of this.#starts(periods, lockedPeriod)) {
        const isOpen = !closed || !range(start, periods).some((period) => closed.has(`${day}/${period}`));
        if (!isOpen) continue;
        const penalty = penaltyOf(this.#options, { day, start, length: periods });
        options.push({ time: this.#index(pattern, day, start, periods), ...(penalty > 0 && { penalty }) });
      }
    }
    return options;
  }

  /** The days on which a meeting may be placed; where little shall change, also that on which it stands. */
  #daysOf(meeting: string): readonly number[] {
    const { days, fewestChanges } = this.#options;
    const { schedulingDays } = this.#snapshot;
    const placing = days?.length ? [...new Set(days)] : (schedulingDays ?? range(1, this.#snapshot.days));
    const present = fewestChanges ? this.#basis.get(meeting)?.day : undefined;
    return present === undefined || placing.includes(present) ? placing : [...placing, present];
  }

  #starts(length: number, locked: number | null): number[] {
    const fitting = range(1, this.#snapshot.periods - length + 1);
    if (locked !== null) return fitting.filter((start) => start === locked);
    if (!this.#isStandard || length === 1) return fitting;
    return startsFor(length, this.#snapshot.periods, this.#breaks);
  }

  #lockedTime({ periods, weeks, lockedDay, lockedPeriod }: SnapshotMeeting): number | undefined {
    const pattern = this.#pattern(weeks);
    if (lockedDay === null || lockedPeriod === null || !pattern.includes('1')) return undefined;
    if (lockedPeriod + periods - 1 > this.#snapshot.periods || lockedDay > this.#snapshot.days)
      return undefined;
    return this.#index(pattern, lockedDay, lockedPeriod, periods);
  }

  /** The suitable rooms; undefined stands for every room. */
  #roomsOf({ roomType }: SnapshotMeeting, size: number): readonly RoomOption[] | undefined {
    const needs = `${roomType} ${size}`;
    if (!this.#roomsByNeeds.has(needs)) this.#roomsByNeeds.set(needs, this.#roomsFor(roomType, size));
    return this.#roomsByNeeds.get(needs);
  }

  #roomsFor(roomType: string | null, size: number): readonly RoomOption[] | undefined {
    const { allowedBuildings = [], specializationRoomMatching = true } = this.#options;
    const isAllowed = ({ building }: SnapshotRoom) =>
      allowedBuildings.length === 0 || allowedBuildings.includes(building);
    const isOfType = ({ type }: SnapshotRoom) =>
      roomType === null || type === roomType || !specializationRoomMatching;
    const serving = this.#snapshot.rooms.filter(
      (room) =>
        room.offered && isAllowed(room) && (!this.#isStandard || (room.capacity >= size && isOfType(room))),
    );
    if (serving.length > 0 && serving.length === this.#snapshot.rooms.length) return undefined;
    const key = serving.map(({ id }) => id).join();
    const known = this.#roomOptions.get(key);
    if (known) return known;
    const options = serving.map(({ id }) => ({ room: id }));
    this.#roomOptions.set(key, options);
    return options;
  }

  #room({ id, name, capacity, type, building, campus }: SnapshotRoom): Room {
    return {
      id,
      name,
      capacity,
      type,
      building,
      campus,
      unavailable: this.away.get(id) ?? [],
    };
  }

  #teacher({ id, name, weeklyPeriods, dailyPeriods, forbiddenTimes }: SnapshotTeacher): Teacher {
    return {
      id,
      name,
      preferences: this.#preferences.get(id) ?? [],
      unavailable: [...(this.away.get(id) ?? []), ...forbiddenSpans(forbiddenTimes, this.#snapshot)],
      ...(dailyPeriods && { dailyPeriods }),
      ...(weeklyPeriods && { weeklyPeriods }),
    };
  }

  #teachingClass({ id, name, course, courseType, minimumDays }: SnapshotTeachingClass): TeachingClass {
    const kinds = new Set(this.#kinds.get(id));
    const [kind] = kinds.size === 1 ? kinds : [null];
    const priority = this.#options.courseTypePriorities?.[courseType ?? ''];
    return {
      id,
      name,
      course,
      minimumDays,
      ...(kind !== null && { kind }),
      ...(priority !== undefined && { priority }),
    };
  }

  #group({ partOf, ...group }: Snapshot['groups'][number]): Group {
    const unavailable = this.away.get(group.id);
    return { ...group, ...(partOf && { partOf }), ...(unavailable && { unavailable }) };
  }

  #pattern(weeks: readonly number[]): string {
    return weekPattern(weeks, this.#snapshot.weeks);
  }

  #index(weeks: string, day: number, start: number, length: number): number {
    if (this.#isStandard && this.#crossesBreak(start, length)) this.#isBreakCrossed = true;
    return this.#times.index({ weeks, days: dayBit(day), start: start - 1, length });
  }

  #crossesBreak(start: number, length: number): boolean {
    return breaksSpanned({ first: start, last: start + length - 1 }, this.#breaks) > 0;
  }
}
