import {
  furtherOf,
  type Group,
  type Meeting,
  type Problem,
  type Room,
  type RuleId,
  type Teacher,
  type TimeSpan,
} from '../model.js';
import { settingOf } from '../profiles.js';
import { overlaps } from '../rules/view.js';
import type { Pause } from '../deadline.js';

/** The options of a meeting by itself. */
export interface Domain {
  readonly meeting: Meeting;
  readonly times: readonly number[];
  /** One of them teaches it; empty = needs none. */
  readonly teachers: readonly Teacher[];
  /** null = needs none. */
  readonly rooms: readonly Room[] | null;
}

/** Whether each time of the problem is blocked. */
type Blocked = readonly boolean[];

/**
 * The domains of all meetings under the hard rules of the problem. Meetings with the same needs share their
 * lists of times or rooms, so that counting treats them together.
 */
export class Domains {
  readonly all: readonly Domain[];
  readonly #spans = new Map<readonly TimeSpan[], Blocked>();
  readonly #rooms = new Map<string, readonly Room[]>();
  readonly #numbers = new Map<Blocked, number>();
  readonly #lists = new Map<string, readonly number[]>();
  readonly #keys = new Map<Meeting['times'], string>();
  readonly #calendarBars: readonly (RuleId | null)[];
  readonly #groups: ReadonlyMap<string, Group>;
  readonly #teachers: ReadonlyMap<string, Teacher>;
  readonly #hard = new Map<RuleId, boolean>();
  readonly #absences: ReadonlyMap<string, Blocked>;
  readonly #available = new Map<readonly number[], Map<Blocked, readonly number[]>>();

  constructor(
    private readonly problem: Problem,
    private readonly pause: Pause = () => undefined,
  ) {
    this.#calendarBars = problem.times.map((time) => this.#calendarBarOf(time));
    this.#groups = new Map(problem.groups.map((group) => [group.id, group]));
    this.#teachers = new Map(problem.teachers.map((teacher) => [teacher.id, teacher]));
    this.#absences = new Map([
      ...this.#absencesOf('room', problem.rooms),
      ...this.#absencesOf('teacher', problem.teachers),
    ]);
    this.all = problem.meetings.map((meeting) => {
      pause();
      return {
        meeting,
        times: this.#timesOf(meeting),
        teachers: this.#candidatesOf(meeting).flatMap((id) => this.#teachers.get(id) ?? []),
        rooms: this.#roomsOf(meeting),
      };
    });
  }

  isHard(rule: RuleId): boolean {
    let isHard = this.#hard.get(rule);
    if (isHard === undefined) {
      isHard = settingOf(this.problem, rule).level === 'hard';
      this.#hard.set(rule, isHard);
    }
    return isHard;
  }

  /** The calendar rule that rules out a time, if any. */
  calendarBar(time: number): RuleId | null {
    return this.#calendarBars[time];
  }

  /** The first hard rule that a room breaks for a meeting, if any. */
  misfit(meeting: Meeting, room: Room): RuleId | null {
    if (meeting.size > room.capacity && this.isHard('room-capacity')) return 'room-capacity';
    const types = meeting.roomTypes ?? [];
    if (types.length > 0 && !types.includes(room.type ?? '') && this.isHard('room-type')) return 'room-type';
    const isLacking = meeting.features?.some((feature) => !room.features?.includes(feature));
    return isLacking && this.isHard('room-features') ? 'room-features' : null;
  }

  /** The times of a list at which a room or teacher is available; the same list for the same answer. */
  readonly available = (
    kind: 'room' | 'teacher',
    id: string,
    times: readonly number[],
  ): readonly number[] => {
    const blocked = this.#absences.get(`${kind} ${id}`);
    if (!blocked) return times;
    const ofTimes = this.#available.get(times) ?? new Map<Blocked, readonly number[]>();
    this.#available.set(times, ofTimes);
    let left = ofTimes.get(blocked);
    if (!left) {
      left = times.some((time) => blocked[time]) ? times.filter((time) => !blocked[time]) : times;
      ofTimes.set(blocked, left);
    }
    return left;
  };

  #absencesOf(
    kind: 'room' | 'teacher',
    owners: readonly { readonly id: string; readonly unavailable?: readonly TimeSpan[] }[],
  ): (readonly [string, Blocked])[] {
    if (!this.isHard(`${kind}-availability`)) return [];
    return owners.flatMap(({ id, unavailable }) =>
      unavailable?.length ? [[`${kind} ${id}`, this.#blockedBy(unavailable)] as const] : [],
    );
  }

  /** A lock overrides the calendar, on which `Precheck` reports separately. */
  #timesOf(meeting: Meeting): readonly number[] {
    const locked = meeting.lock?.time;
    const absences = [...this.#absencesFor(meeting)];
    const offered = locked === undefined ? this.#keyOf(meeting.times) : `lock ${locked}`;
    return this.#listed(`${offered}/${absences.map((blocked) => this.#numberOf(blocked)).join()}`, () =>
      (locked === undefined ? this.#allowedTimes(meeting) : [locked]).filter(
        (time) => !absences.some((blocked) => blocked[time]),
      ),
    );
  }

  #allowedTimes({ times }: Meeting): number[] {
    return times.map(({ time }) => time).filter((time) => this.#calendarBars[time] === null);
  }

  #listed(key: string, list: () => readonly number[]): readonly number[] {
    let cached = this.#lists.get(key);
    if (!cached) this.#lists.set(key, (cached = list()));
    return cached;
  }

  #keyOf(times: Meeting['times']): string {
    let key = this.#keys.get(times);
    if (key === undefined) {
      key = times.map(({ time }) => time).join();
      this.#keys.set(times, key);
    }
    return key;
  }

  /** The times at which a meeting is impossible because a person is unavailable. */
  *#absencesFor(meeting: Meeting): Generator<Blocked> {
    if (this.isHard('group-availability')) {
      for (const id of meeting.groups) {
        const unavailable = this.#groups.get(id)?.unavailable;
        if (unavailable?.length) yield this.#blockedBy(unavailable);
      }
    }
    const candidates = this.#candidatesOf(meeting);
    if (!this.isHard('teacher-availability')) return;
    for (const id of furtherOf(meeting)) {
      const unavailable = this.#teachers.get(id)?.unavailable;
      if (unavailable?.length) yield this.#blockedBy(unavailable);
    }
    if (candidates.length === 0) return;
    const absences = candidates.map((id) => this.#teachers.get(id)?.unavailable ?? []);
    if (absences.some(({ length }) => length === 0)) return;
    const all = absences.map((unavailable) => this.#blockedBy(unavailable));
    if (all.length === 1) yield all[0];
    else yield this.problem.times.map((_, time) => all.every((blocked) => blocked[time]));
  }

  #blockedBy(unavailable: readonly TimeSpan[]): Blocked {
    let blocked = this.#spans.get(unavailable);
    if (!blocked) {
      this.pause();
      blocked = this.problem.times.map((time) => unavailable.some((span) => overlaps(span, time)));
      this.#spans.set(unavailable, blocked);
    }
    return blocked;
  }

  #numberOf(blocked: Blocked): number {
    const number = this.#numbers.get(blocked) ?? this.#numbers.size;
    this.#numbers.set(blocked, number);
    return number;
  }

  #calendarBarOf({ start, length, days }: TimeSpan): RuleId | null {
    const { eveningStart = Infinity, weekendStart = Infinity, longBreaks = [] } = this.problem.calendar;
    if (start + length > eveningStart && this.isHard('evening')) return 'evening';
    if (days >= 2 ** weekendStart && this.isHard('weekend')) return 'weekend';
    const isCrossing = longBreaks.some((after) => start <= after && after < start + length - 1);
    return isCrossing && this.isHard('long-break') ? 'long-break' : null;
  }

  #roomsOf(meeting: Meeting): readonly Room[] | null {
    const { rooms } = this.problem;
    const locked = meeting.lock?.room;
    if (locked === undefined && (meeting.rooms?.length === 0 || rooms.length === 0)) return null;
    const offered = meeting.rooms?.map(({ room }) => room);
    const needs = [meeting.size, meeting.roomTypes, meeting.features, offered];
    const key = JSON.stringify(locked === undefined ? needs : locked);
    let suitable = this.#rooms.get(key);
    if (!suitable) {
      const set = locked === undefined ? offered && new Set(offered) : new Set([locked]);
      suitable = rooms.filter(
        (room) => (!set || set.has(room.id)) && (locked !== undefined || this.misfit(meeting, room) === null),
      );
      this.#rooms.set(key, suitable);
    }
    return suitable;
  }

  #candidatesOf({ lock, teachers, teacherPenalties = {} }: Meeting): readonly string[] {
    if (lock?.teacher !== undefined) return [lock.teacher];
    return this.isHard('teacher-level') ? teachers.filter((id) => !teacherPenalties[id]) : teachers;
  }
}
