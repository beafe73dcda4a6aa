import type {
  Distribution,
  Group,
  Meeting,
  Placement,
  Problem,
  Room,
  RuleId,
  TeachingClass,
  TimeSpan,
} from '../model.js';
import { settingOf } from '../profiles.js';
import { RULES } from '../rules/all.js';
import { distributionFault, isTooClose } from '../rules/distribution-types.js';
import { travelBetween } from '../rules/travel.js';
import { overlaps, viewOf, type Placed } from '../rules/view.js';
import { Agenda } from './agenda-rules.js';
import { Cells } from './measures.js';
import { CALENDAR_RULES, keyOf, ROOM_RULES } from './requirements.js';

/** Keys of the requirements that hold; what is not among them is given up. */
export interface Active {
  has(key: string): boolean;
}

/** A time with a teacher. */
export interface Hour {
  readonly time: number;
  readonly teacher: string | null;
}

const WHOLE_SETS = new Set(['MaxDays', 'MaxDayLoad', 'MaxBreaks', 'MaxBlock']);
const TIME_RULES = ['time-preference', 'course-priority'] as const;
const HOUR_RULES = ['teacher-preference'] as const;

/**
 * What single meetings and pairs of them may do while only some requirements hold. Rules on one meeting are
 * asked of the rules themselves, once for each meeting and option.
 */
export class Board {
  readonly #meetings: ReadonlyMap<string, Meeting>;
  readonly #rooms: ReadonlyMap<string, Room>;
  readonly #absences: ReadonlyMap<string, readonly TimeSpan[]>;
  readonly #overlaps = new Map<number, boolean>();
  readonly #needs = new Map<Meeting, string>();
  readonly #suitable = new Map<string, readonly Room[]>();
  readonly #answers = new Map<string, readonly string[]>();
  readonly #calendar: (readonly string[])[] = [];
  readonly #hard: ReadonlySet<RuleId>;
  readonly #travel: (a: Room, b: Room) => number;
  readonly #relations = new Map<string, (readonly [index: number, relation: Distribution])[]>();
  readonly #classes: ReadonlyMap<string, TeachingClass>;
  readonly #groups: ReadonlyMap<string, Group>;
  readonly #agenda: Agenda;
  /** Where the reference has a meeting, while it must not move. */
  readonly #reference = new Map<string, Placement>();
  /** Who shares students with whom, while they must not clash. */
  readonly #classmates = new Map<string, Set<string>>();
  readonly #hours = new Map<string, readonly Hour[]>();
  /** For counting. */
  readonly cells: Cells;

  constructor(
    readonly problem: Problem,
    /** Meetings that are given up, whatever rules say of them. */
    private readonly without: ReadonlySet<string> = new Set(),
  ) {
    this.cells = new Cells(problem.times);
    this.#classes = new Map(problem.teachingClasses.map((each) => [each.id, each]));
    this.#groups = new Map(problem.groups.map((group) => [group.id, group]));
    this.#meetings = new Map(problem.meetings.map((meeting) => [meeting.id, meeting]));
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
    this.#travel = travelBetween(problem);
    this.#agenda = new Agenda(problem, this.#meetings, without, (placement) => this.#placed(placement));
    if (this.#hard.has('fewest-changes'))
      for (const placement of problem.reference ?? []) this.#reference.set(placement.meeting, placement);
    if (this.#hard.has('student-conflict')) this.#meetClassmates();
    for (const [index, relation] of (problem.distributions ?? []).entries()) {
      if (!relation.required || !this.#hard.has('distribution')) continue;
      for (const id of relation.meetings) {
        const known = this.#relations.get(id);
        if (known) known.push([index, relation]);
        else this.#relations.set(id, [[index, relation]]);
      }
    }
  }

  /** All requirements of the problem together. */
  get everything(): Active {
    return { has: (key) => this.#hard.has(key.slice(0, key.indexOf('/')) as RuleId) };
  }

  isHard(rule: RuleId): boolean {
    return this.#hard.has(rule);
  }

  /** How many meetings a teaching class has that are not given up. */
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

  /** The times and teachers that are left to a meeting by itself; the same list while the same rules hold. */
  hours(meeting: Meeting, active: Active): readonly Hour[] {
    const asked = this.#askedOf(meeting).map((key) => Number(active.has(key)));
    const name = `${meeting.id}/${asked.join('')}`;
    let hours = this.#hours.get(name);
    if (!hours) {
      hours = this.#hoursOf(meeting, active);
      this.#hours.set(name, hours);
    }
    return hours;
  }

  /** The rooms that suit a meeting, the same list for the same needs; null when it needs none. */
  rooms(meeting: Meeting, active: Active): readonly Room[] | null {
    const locked = active.has(keyOf('lock', meeting.id)) ? meeting.lock?.room : undefined;
    if (locked === undefined && (meeting.rooms?.length === 0 || this.problem.rooms.length === 0)) return null;
    const rules = ROOM_RULES.filter((rule) => this.#hard.has(rule) && active.has(keyOf(rule, meeting.id)));
    const key = `${this.#needsOf(meeting)}/${locked}/${rules.join()}`;
    const known = this.#suitable.get(key);
    if (known) return known;
    const ids = locked === undefined ? meeting.rooms?.map(({ room }) => room) : [locked];
    const offered = ids ? ids.flatMap((id) => this.#rooms.get(id) ?? []) : this.problem.rooms;
    const suitable = offered.filter((room) =>
      rules.every((rule) => !this.#brokenInRoom(meeting, room).includes(rule)),
    );
    this.#suitable.set(key, suitable);
    return suitable;
  }

  /** Hard rules on rooms that a meeting breaks in a room, at whatever time. */
  faultsIn(meeting: Meeting, room: Room): readonly RuleId[] {
    return this.#brokenInRoom(meeting, room) as readonly RuleId[];
  }

  isRoomOpen(room: Room, time: number, active: Active): boolean {
    return !this.isAway('room', room.id, time, active);
  }

  overlap(a: number, b: number): boolean {
    const key = a < b ? a * this.problem.times.length + b : b * this.problem.times.length + a;
    let known = this.#overlaps.get(key);
    if (known === undefined) {
      known = overlaps(this.problem.times[a], this.problem.times[b]);
      this.#overlaps.set(key, known);
    }
    return known;
  }

  /** Whether two meetings may never overlap, whoever teaches them. */
  isTied(a: Meeting, b: Meeting, active: Active): boolean {
    if (a.teachingClass === b.teachingClass && active.has(keyOf('teaching-class-conflict', a.teachingClass)))
      return true;
    return a.groups.some((id) => b.groups.includes(id) && active.has(keyOf('group-conflict', id)));
  }

  /**
   * Whether two placements bar each other by time and people; `isTied` is given because it is asked often.
   */
  barsHour(a: Hour, b: Hour, isTied: boolean, active: Active): boolean {
    const isShared =
      isTied ||
      (a.teacher !== null && a.teacher === b.teacher && active.has(keyOf('teacher-conflict', a.teacher)));
    return isShared && this.overlap(a.time, b.time);
  }

  /** Whether two placements bar each other by their room, the way between them or a relation. */
  bars(a: Placement, b: Placement, active: Active): boolean {
    if (a.room !== null && a.room === b.room && active.has(keyOf('room-conflict', a.room))) {
      if (this.overlap(a.time, b.time)) return true;
    }
    return this.#isTooFar(a, b, active) || this.#breaksPair(a, b, active) || this.#loseStudents(a, b, active);
  }

  /**
   * Whether the placed members of some relation on a set of meetings break it, and no further member could
   * mend that.
   */
  breaksSet(placements: ReadonlyMap<string, Placement>, meeting: string, active: Active): boolean {
    for (const [index, relation] of this.#relations.get(meeting) ?? []) {
      if (!WHOLE_SETS.has(relation.type) || !active.has(keyOf('distribution', index))) continue;
      const members = relation.meetings.flatMap((id) => placements.get(id) ?? []);
      // Only another member can close a break.
      const all = relation.meetings.filter((id) => !this.without.has(id)).length;
      if (relation.type === 'MaxBreaks' && members.length < all) continue;
      const placed = members.map((placement) => this.#placed(placement));
      if (distributionFault(this.problem, relation, placed, this.#travel).amount > 0) return true;
    }
    return false;
  }

  /** Meetings that make a placement break a rule on somebody's days or rooms; null when it breaks none. */
  brokenAgenda(
    placements: ReadonlyMap<string, Placement>,
    placement: Placement,
    active: Active,
  ): readonly string[] | null {
    return this.#agenda.broken(placements, placement, active);
  }

  /** Whether a meeting must not be anywhere else than here. */
  mustNotMove({ meeting, time, room, teacher }: Placement, active: Active): boolean {
    const before = this.#reference.get(meeting);
    if (!before || !active.has(keyOf('fewest-changes', meeting))) return false;
    return before.time !== time || before.room !== room || before.teacher !== teacher;
  }

  /** Whether the room of a meeting matters beyond its being free. */
  caresForRoom(meeting: Meeting): boolean {
    if (this.#hard.has('room-stability') || this.#reference.size > 0) return true;
    return Boolean(this.problem.travel?.length) || this.#relations.has(meeting.id);
  }

  /** Meetings that stand in one required relation with it, or share students that must attend both. */
  related(meeting: Meeting): string[] {
    const tied = (this.#relations.get(meeting.id) ?? []).flatMap(([, relation]) => relation.meetings);
    return [...tied, ...(this.#classmates.get(meeting.id) ?? [])];
  }

  /** The requirements that decide which hours a meeting has. */
  #askedOf({ id, groups, teachers, lock }: Meeting): string[] {
    const taught = lock?.teacher === undefined ? teachers : [...teachers, lock.teacher];
    return [
      keyOf('lock', id),
      ...CALENDAR_RULES.map((rule) => keyOf(rule, null)),
      ...[...TIME_RULES, ...HOUR_RULES].map((rule) => keyOf(rule, id)),
      ...groups.map((group) => keyOf('group-availability', group)),
      ...taught.map((teacher) => keyOf('teacher-availability', teacher)),
    ];
  }

  #hoursOf(meeting: Meeting, active: Active): Hour[] {
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

  #meetClassmates(): void {
    for (const { meetings } of this.problem.students ?? []) {
      for (const id of meetings) {
        const mates = this.#classmates.get(id) ?? new Set<string>();
        this.#classmates.set(id, mates);
        for (const other of meetings) if (other !== id) mates.add(other);
      }
    }
  }

  #isTooFar(a: Placement, b: Placement, active: Active): boolean {
    if (!this.problem.travel?.length || a.room === null || b.room === null) return false;
    if (!active.has(keyOf('travel-time', null))) return false;
    const [s, t] = [this.problem.times[a.time], this.problem.times[b.time]];
    const isSame = a.teacher !== null && a.teacher === b.teacher;
    const groups = this.meeting(a.meeting).groups;
    if (!isSame && !this.meeting(b.meeting).groups.some((id) => groups.includes(id))) return false;
    const gap = Math.max(s.start - t.start - t.length, t.start - s.start - s.length);
    if (gap < 0 || (s.days & t.days) === 0) return false;
    const isSameDay = overlaps({ ...s, start: 0, length: 1 }, { ...t, start: 0, length: 1 });
    return isSameDay && gap < this.#travel(this.#room(a.room), this.#room(b.room));
  }

  #breaksPair(a: Placement, b: Placement, active: Active): boolean {
    for (const [index, relation] of this.#relations.get(a.meeting) ?? []) {
      if (WHOLE_SETS.has(relation.type) || !active.has(keyOf('distribution', index))) continue;
      const [i, j] = [relation.meetings.indexOf(a.meeting), relation.meetings.indexOf(b.meeting)];
      if (j < 0) continue;
      const members = (i < j ? [a, b] : [b, a]).map((placement) => this.#placed(placement));
      if (distributionFault(this.problem, relation, members, this.#travel).amount > 0) return true;
    }
    return false;
  }

  #loseStudents(a: Placement, b: Placement, active: Active): boolean {
    if (!this.#classmates.get(a.meeting)?.has(b.meeting) || !active.has(keyOf('student-conflict', null)))
      return false;
    return isTooClose(this.#placed(a), this.#placed(b), this.#travel);
  }

  #isOpen(meeting: Meeting, time: number, active: Active): boolean {
    if (meeting.groups.some((id) => this.isAway('group', id, time, active))) return false;
    const shared = CALENDAR_RULES.some(
      (rule) => active.has(keyOf(rule, null)) && this.#brokenByAll(meeting, time).includes(rule),
    );
    if (shared) return false;
    return TIME_RULES.every(
      (rule) => !active.has(keyOf(rule, meeting.id)) || !this.#brokenAt(meeting, time, null).includes(rule),
    );
  }

  #canTeach(meeting: Meeting, time: number, teacher: string | null, active: Active): boolean {
    if (teacher === null) return true;
    if (this.isAway('teacher', teacher, time, active)) return false;
    const rules = HOUR_RULES.filter((rule) => active.has(keyOf(rule, meeting.id)));
    return rules.every((rule) => !this.#brokenAt(meeting, time, teacher).includes(rule));
  }

  /** Whether somebody, or a room, cannot be had at a time. */
  isAway(kind: 'room' | 'teacher' | 'group', id: string, time: number, active: Active): boolean {
    const spans = this.#absences.get(`${kind} ${id}`);
    if (!spans || !active.has(keyOf(`${kind}-availability`, id))) return false;
    return spans.some((span) => overlaps(span, this.problem.times[time]));
  }

  /** What a meeting asks of its room, as a key. */
  #needsOf(meeting: Meeting): string {
    const known = this.#needs.get(meeting);
    if (known !== undefined) return known;
    const { size, roomTypes, features, rooms, building } = meeting;
    const needs = JSON.stringify([size, roomTypes, features, building, rooms]);
    this.#needs.set(meeting, needs);
    return needs;
  }

  #brokenInRoom(meeting: Meeting, room: Room): readonly string[] {
    const time = meeting.times[0]?.time ?? meeting.lock?.time ?? 0;
    const placement = { meeting: meeting.id, time, room: room.id, teacher: null };
    return this.#once(`${room.id}/${this.#needsOf(meeting)}`, () =>
      this.#ask(ROOM_RULES, meeting, placement),
    );
  }

  /** Rules of the calendar that a time breaks, whichever meeting it is given to. */
  #brokenByAll(meeting: Meeting, time: number): readonly string[] {
    return (this.#calendar[time] ??= this.#broken(meeting, CALENDAR_RULES, time, null));
  }

  #brokenAt(meeting: Meeting, time: number, teacher: string | null): readonly string[] {
    const rules = teacher === null ? TIME_RULES : HOUR_RULES;
    return this.#once(`${meeting.id}/${time}/${teacher}`, () => this.#broken(meeting, rules, time, teacher));
  }

  #broken(
    meeting: Meeting,
    rules: readonly RuleId[],
    time: number,
    teacher: string | null,
  ): readonly string[] {
    return this.#ask(rules, meeting, { meeting: meeting.id, time, room: null, teacher });
  }

  #once(key: string, work: () => readonly string[]): readonly string[] {
    const known = this.#answers.get(key);
    if (known) return known;
    const answer = work();
    this.#answers.set(key, answer);
    return answer;
  }

  /** Which of the rules one placement breaks when it stands alone. */
  #ask(rules: readonly RuleId[], meeting: Meeting, placement: Placement): readonly string[] {
    const asked = RULES.filter(({ id }) => rules.includes(id) && this.#hard.has(id));
    if (asked.length === 0) return [];
    const view = viewOf({ ...this.problem, meetings: [meeting] }, [placement]);
    return asked
      .filter(({ judge }) => [...judge(view)].some(({ penalty }) => penalty > 0))
      .map(({ id }) => id);
  }

  #room(id: string): Room {
    return this.#rooms.get(id) as Room;
  }

  #placed(placement: Placement): Placed {
    const meeting = this.meeting(placement.meeting);
    const { teachingClass } = meeting;
    return {
      meeting,
      teachingClass: this.#classes.get(teachingClass) ?? { id: teachingClass, name: teachingClass },
      time: this.problem.times[placement.time],
      placement,
      room: placement.room === null ? null : this.#room(placement.room),
      teacher: null,
      groups: meeting.groups.flatMap((id) => this.#groups.get(id) ?? []),
    };
  }
}
