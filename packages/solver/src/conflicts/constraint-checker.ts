import {
  furtherOf,
  type Group,
  type Meeting,
  type Placement,
  type Problem,
  type Room,
  type RuleId,
  type Teacher,
  type TeachingClass,
  type TimeSpan,
} from '../model.js';
import { settingOf } from '../profiles.js';
import { RULES } from '../rules/all.js';
import { overlaps, type Placed } from '../rules/view.js';
import { AgendaRules } from './agenda-rules.js';
import { Cells } from './measures.js';
import { PairRules } from './pair-rules.js';
import { CALENDAR_RULES, everyTeacherOf, keyOf, ROOM_RULES, type Active } from './requirements.js';
import { SingleRules, TEACHER_RULES, TIME_RULES } from './single-rules.js';

/** A time with a teacher. */
export interface TaughtTime {
  readonly time: number;
  readonly teacher: string | null;
}

/**
 * What single meetings and pairs of them may do while only some requirements are active. It asks the rules
 * themselves: `SingleRules` for one placement, `PairRules` for several, `AgendaRules` for an owner's days and
 * rooms.
 */
export class ConstraintChecker {
  readonly #meetings: ReadonlyMap<string, Meeting>;
  readonly #rooms: ReadonlyMap<string, Room>;
  readonly #teachers: ReadonlyMap<string, Teacher>;
  readonly #absences: ReadonlyMap<string, readonly TimeSpan[]>;
  readonly #overlaps = new Map<number, boolean>();
  readonly #suitable = new Map<string, readonly Room[]>();
  readonly #hard: ReadonlySet<RuleId>;
  readonly #classes: ReadonlyMap<string, TeachingClass>;
  readonly #groups: ReadonlyMap<string, Group>;
  readonly #single: SingleRules;
  readonly #pairs: PairRules;
  readonly #agenda: AgendaRules;
  /** Reference placements of meetings that must not move. */
  readonly #reference = new Map<string, Placement>();
  readonly #taughtTimes = new Map<string, readonly TaughtTime[]>();
  /** Used for counting. */
  readonly cells: Cells;

  constructor(
    readonly problem: Problem,
    /** Meetings that have been given up. */
    private readonly without: ReadonlySet<string> = new Set(),
  ) {
    this.cells = new Cells(problem.times);
    this.#classes = new Map(problem.teachingClasses.map((each) => [each.id, each]));
    this.#groups = new Map(problem.groups.map((group) => [group.id, group]));
    this.#meetings = new Map(problem.meetings.map((meeting) => [meeting.id, meeting]));
    this.#teachers = new Map(problem.teachers.map((teacher) => [teacher.id, teacher]));
    this.#rooms = new Map(problem.rooms.map((room) => [room.id, room]));
    const owners = [
      ['room', problem.rooms],
      ['teacher', problem.teachers],
      ['group', problem.groups],
    ] as const;
    this.#absences = new Map(
      owners.flatMap(([kind, list]) =>
        list.flatMap(({ id, unavailable }) =>
          unavailable?.length ? [[`${kind} ${id}`, unavailable] as const] : [],
        ),
      ),
    );
    this.#hard = new Set(RULES.map(({ id }) => id).filter((id) => settingOf(problem, id).level === 'hard'));
    const meetingOf = (id: string) => this.meeting(id);
    const placedOf = (placement: Placement) => this.#placed(placement);
    this.#single = new SingleRules(problem, this.#hard);
    this.#pairs = new PairRules(problem, this.#hard, without, meetingOf, placedOf);
    this.#agenda = new AgendaRules(problem, this.#meetings, without, placedOf);
    if (this.#hard.has('fewest-changes'))
      for (const placement of problem.reference ?? []) this.#reference.set(placement.meeting, placement);
  }

  /** All requirements of the problem. */
  get everything(): Active {
    return { has: (key) => this.#hard.has(key.slice(0, key.indexOf('/')) as RuleId) };
  }

  isHard(rule: RuleId): boolean {
    return this.#hard.has(rule);
  }

  /** How many meetings of a teaching class have not been given up. */
  meetingsOf(teachingClass: string): number {
    const isOwn = (meeting: Meeting) =>
      meeting.teachingClass === teachingClass && !this.without.has(meeting.id);
    return this.problem.meetings.filter(isOwn).length;
  }

  meeting(id: string): Meeting {
    const meeting = this.#meetings.get(id);
    if (!meeting) throw new Error(`There is no meeting ${id} in the problem.`);
    return meeting;
  }

  /** The times with teachers that a meeting may have; the same list while the same rules are active. */
  taughtTimes(meeting: Meeting, active: Active): readonly TaughtTime[] {
    const deciding = this.#decidingKeys(meeting).map((key) => Number(active.has(key)));
    const name = `${meeting.id}/${deciding.join('')}`;
    let taughtTimes = this.#taughtTimes.get(name);
    if (!taughtTimes) {
      taughtTimes = this.#taughtTimesOf(meeting, active);
      this.#taughtTimes.set(name, taughtTimes);
    }
    return taughtTimes;
  }

  /** The suitable rooms of a meeting, the same list for the same needs; null when it needs none. */
  rooms(meeting: Meeting, active: Active): readonly Room[] | null {
    const locked = active.has(keyOf('lock', meeting.id)) ? meeting.lock?.room : undefined;
    if (locked === undefined && (meeting.rooms?.length === 0 || this.problem.rooms.length === 0)) return null;
    const rules = ROOM_RULES.filter((rule) => this.#hard.has(rule) && active.has(keyOf(rule, meeting.id)));
    const key = `${this.#single.needsOf(meeting)}/${locked}/${rules.join()}`;
    const cached = this.#suitable.get(key);
    if (cached) return cached;
    const ids = locked === undefined ? meeting.rooms?.map(({ room }) => room) : [locked];
    const offered = ids ? ids.flatMap((id) => this.#rooms.get(id) ?? []) : this.problem.rooms;
    const suitable = offered.filter((room) =>
      rules.every((rule) => !this.rulesBrokenIn(meeting, room).includes(rule)),
    );
    this.#suitable.set(key, suitable);
    return suitable;
  }

  /** Hard rules on rooms that a meeting breaks in a room at any time. */
  rulesBrokenIn(meeting: Meeting, room: Room): readonly RuleId[] {
    return this.#single.brokenInRoom(meeting, room);
  }

  isRoomOpen(room: Room, time: number, active: Active): boolean {
    return !this.isAway('room', room.id, time, active);
  }

  /** Whether a person, or a room, is unavailable at a time. */
  isAway(kind: 'room' | 'teacher' | 'group', id: string, time: number, active: Active): boolean {
    const spans = this.#absences.get(`${kind} ${id}`);
    if (!spans || !active.has(keyOf(`${kind}-availability`, id))) return false;
    return spans.some((span) => overlaps(span, this.problem.times[time]));
  }

  overlap(a: number, b: number): boolean {
    const key = a < b ? a * this.problem.times.length + b : b * this.problem.times.length + a;
    let cached = this.#overlaps.get(key);
    if (cached === undefined) {
      cached = overlaps(this.problem.times[a], this.problem.times[b]);
      this.#overlaps.set(key, cached);
    }
    return cached;
  }

  /** Whether two meetings may never overlap, whoever teaches them. */
  areExclusive(a: Meeting, b: Meeting, active: Active): boolean {
    if (a.teachingClass === b.teachingClass && active.has(keyOf('teaching-class-conflict', a.teachingClass)))
      return true;
    if (a.groups.some((id) => b.groups.includes(id) && active.has(keyOf('group-conflict', id)))) return true;
    return furtherOf(a).some((id) => this.alsoTeaches(b, id, active));
  }

  /** Whether somebody teaches a meeting, whoever is chosen for it, and nothing at the same time. */
  alsoTeaches(meeting: Meeting, teacher: string | null, active: Active): boolean {
    const isFurther = teacher !== null && furtherOf(meeting).includes(teacher);
    return isFurther && active.has(keyOf('teacher-conflict', teacher));
  }

  /** Whether two meetings clash in time and people. Callers reuse `areExclusive`, so it is passed in. */
  clashes(a: TaughtTime, b: TaughtTime, areExclusive: boolean, active: Active): boolean {
    const isShared =
      areExclusive ||
      (a.teacher !== null && a.teacher === b.teacher && active.has(keyOf('teacher-conflict', a.teacher)));
    return isShared && this.overlap(a.time, b.time);
  }

  /** Whether two placements exclude each other by room, travel, a relation or shared students. */
  areIncompatible(a: Placement, b: Placement, active: Active): boolean {
    if (a.room !== null && a.room === b.room && active.has(keyOf('room-conflict', a.room))) {
      if (this.overlap(a.time, b.time)) return true;
    }
    return this.#pairs.areBroken(a, b, active);
  }

  /** Whether a relation on a whole set is broken for good: no further member could repair it. */
  breaksSet(placements: ReadonlyMap<string, Placement>, meeting: string, active: Active): boolean {
    return this.#pairs.breaksSet(placements, meeting, active);
  }

  /** Meetings that make a placement break a rule on an owner's days or rooms; null when it breaks none. */
  brokenAgenda(
    placements: ReadonlyMap<string, Placement>,
    placement: Placement,
    active: Active,
  ): readonly string[] | null {
    return this.#agenda.broken(placements, placement, active);
  }

  /** Whether a meeting has left its reference placement although it must not. */
  breaksReference({ meeting, time, room, teacher }: Placement, active: Active): boolean {
    const before = this.#reference.get(meeting);
    if (!before || !active.has(keyOf('fewest-changes', meeting))) return false;
    return before.time !== time || before.room !== room || before.teacher !== teacher;
  }

  /** Whether the room of a meeting matters beyond being free. */
  dependsOnRoom(meeting: Meeting): boolean {
    if (this.#hard.has('room-stability') || this.#reference.size > 0) return true;
    return Boolean(this.problem.travel?.length) || this.#pairs.hasRelations(meeting.id);
  }

  /** Meetings that share a required relation with it, or students who must attend both. */
  related(meeting: Meeting): string[] {
    return this.#pairs.related(meeting.id);
  }

  /** The requirements that determine the taught times of a meeting. */
  #decidingKeys(meeting: Meeting): string[] {
    const { id, groups } = meeting;
    return [
      keyOf('lock', id),
      ...CALENDAR_RULES.map((rule) => keyOf(rule, null)),
      ...[...TIME_RULES, ...TEACHER_RULES].map((rule) => keyOf(rule, id)),
      ...groups.map((group) => keyOf('group-availability', group)),
      ...everyTeacherOf(meeting).map((teacher) => keyOf('teacher-availability', teacher)),
    ];
  }

  #taughtTimesOf(meeting: Meeting, active: Active): TaughtTime[] {
    const lock = active.has(keyOf('lock', meeting.id)) ? meeting.lock : undefined;
    const offered = meeting.times.map(({ time }) => time);
    const times = lock?.time === undefined ? offered : [lock.time];
    const teachers = lock?.teacher === undefined ? meeting.teachers : [lock.teacher];
    return times
      .filter((time) => this.#isOpen(meeting, time, active))
      .flatMap((time) =>
        (teachers.length === 0 ? [null] : teachers)
          .filter((teacher) => this.#canTeach(meeting, time, teacher, active))
          .map((teacher) => ({ time, teacher })),
      );
  }

  #isOpen(meeting: Meeting, time: number, active: Active): boolean {
    if (meeting.groups.some((id) => this.isAway('group', id, time, active))) return false;
    if (furtherOf(meeting).some((id) => this.isAway('teacher', id, time, active))) return false;
    const isBarred = CALENDAR_RULES.some(
      (rule) => active.has(keyOf(rule, null)) && this.#single.brokenByTime(meeting, time).includes(rule),
    );
    if (isBarred) return false;
    return TIME_RULES.every(
      (rule) =>
        !active.has(keyOf(rule, meeting.id)) || !this.#single.brokenAt(meeting, time, null).includes(rule),
    );
  }

  #canTeach(meeting: Meeting, time: number, teacher: string | null, active: Active): boolean {
    if (teacher === null) return true;
    if (this.isAway('teacher', teacher, time, active)) return false;
    const rules = TEACHER_RULES.filter((rule) => active.has(keyOf(rule, meeting.id)));
    return rules.every((rule) => !this.#single.brokenAt(meeting, time, teacher).includes(rule));
  }

  #placed(placement: Placement): Placed {
    const meeting = this.meeting(placement.meeting);
    const { teachingClass } = meeting;
    return {
      meeting,
      teachingClass: this.#classes.get(teachingClass) ?? { id: teachingClass, name: teachingClass },
      time: this.problem.times[placement.time],
      placement,
      room: placement.room === null ? null : (this.#rooms.get(placement.room) as Room),
      teacher: placement.teacher === null ? null : (this.#teachers.get(placement.teacher) ?? null),
      furtherTeachers: furtherOf(meeting).flatMap((id) => this.#teachers.get(id) ?? []),
      groups: meeting.groups.flatMap((id) => this.#groups.get(id) ?? []),
    };
  }
}
