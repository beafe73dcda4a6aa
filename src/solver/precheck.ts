import type { Group, Meeting, Problem, Room, RuleId, Sentence, Teacher, TimeSpan } from './model.js';
import { settingOf } from './profiles.js';
import { overlaps } from './rules/view.js';
import { meetingName } from './rules/words.js';

/** Something that no search can mend. */
export interface Impossibility {
  readonly rule: RuleId;
  readonly meetings: readonly string[];
  readonly sentence: Sentence;
}

/**
 * Finds plain impossibilities in milliseconds, before any search: meetings without any time, room or teacher,
 * people with more to attend than they have periods, room types with more demand than periods. An empty answer
 * promises nothing.
 */
export function precheck(problem: Problem): Impossibility[] {
  const check = new Precheck(problem);
  return [...check.meetings(), ...check.people(), ...check.rooms()];
}

class Precheck {
  readonly #names: Map<string, string>;
  readonly #spans = new Map<readonly TimeSpan[], readonly boolean[]>();
  readonly #rooms = new Map<string, readonly Room[]>();
  readonly #times: Map<string, readonly number[]>;
  readonly #allowed: readonly boolean[];
  /** Periods over all weeks of each time. */
  readonly #size: readonly number[];
  readonly #groups: ReadonlyMap<string, Group>;
  readonly #teachers: ReadonlyMap<string, Teacher>;

  constructor(private readonly problem: Problem) {
    this.#allowed = problem.times.map((time) => this.#isAllowed(time));
    this.#size = problem.times.map(
      ({ weeks, days, length }) => length * ones(weeks) * ones(days.toString(2)),
    );
    this.#groups = new Map(problem.groups.map((group) => [group.id, group]));
    this.#teachers = new Map(problem.teachers.map((teacher) => [teacher.id, teacher]));
    this.#names = new Map(problem.teachingClasses.map(({ id, name }) => [id, name]));
    this.#times = new Map(problem.meetings.map((meeting) => [meeting.id, this.#timesOf(meeting)]));
  }

  *meetings(): Generator<Impossibility> {
    for (const meeting of this.problem.meetings) {
      const name = this.#nameOf(meeting);
      if (this.#open(meeting).length === 0) {
        const sentence = {
          zh: `“${name}”没有可用时间：可选时间均被日历规则或不可用时间排除。`,
          en: `${name} has no time left: the calendar and absences rule out everything it is offered.\nMaybe offer more times or allow evenings or weekends.`,
        };
        yield { rule: 'not-offered', meetings: [meeting.id], sentence };
      }
      if (this.#suitable(meeting)?.length === 0) {
        const sentence = {
          zh: `没有适合“${name}”（${meeting.size}人）的教室。`,
          en: `No room suits ${name} (${meeting.size} students).\nMaybe split the class, or change its room type or features.`,
        };
        yield { rule: this.#roomRule(meeting), meetings: [meeting.id], sentence };
      }
    }
  }

  /** Groups and sole teachers with more periods to attend than their meetings' times offer. */
  *people(): Generator<Impossibility> {
    const { groups, teachers, meetings } = this.problem;
    const attending = new Map<string, Meeting[]>();
    const add = (key: string, meeting: Meeting) => {
      const list = attending.get(key);
      if (list) list.push(meeting);
      else attending.set(key, [meeting]);
    };
    for (const meeting of meetings) {
      for (const id of meeting.groups) add(`group ${id}`, meeting);
      const candidates = meeting.lock?.teacher === undefined ? meeting.teachers : [meeting.lock.teacher];
      if (candidates.length === 1) add(`teacher ${candidates[0]}`, meeting);
    }
    for (const [kind, rule, owners] of [
      ['group', 'group-conflict', groups],
      ['teacher', 'teacher-conflict', teachers],
    ] as const) {
      if (settingOf(this.problem, rule).level !== 'hard') continue;
      for (const { id, name } of owners)
        yield* this.#overload(rule, name, attending.get(`${kind} ${id}`) ?? []);
    }
  }

  /** Meetings that only some rooms suit, and more periods of them than those rooms have. */
  *rooms(): Generator<Impossibility> {
    if (settingOf(this.problem, 'room-conflict').level !== 'hard') return;
    const byRooms = new Map<string, { rooms: readonly Room[]; meetings: Meeting[] }>();
    for (const meeting of this.problem.meetings) {
      const rooms = this.#suitable(meeting);
      if (!rooms || rooms.length === 0) continue;
      const key = rooms.length === this.problem.rooms.length ? 'all' : rooms.map(({ id }) => id).join('/');
      const entry = byRooms.get(key) ?? { rooms, meetings: [] };
      byRooms.set(key, entry);
      entry.meetings.push(meeting);
    }
    for (const { rooms, meetings } of byRooms.values()) {
      const needed = sum(meetings.map((meeting) => this.#demand(meeting)));
      const offered = this.#offered(meetings) * rooms.length;
      if (needed <= offered) continue;
      const names = rooms.slice(0, 3).map(({ name }) => name);
      yield {
        rule: 'room-conflict',
        meetings: meetings.map(({ id }) => id),
        sentence: {
          zh: `${meetings.length}次课只能使用${rooms.length}间教室（${names.join('、')}${rooms.length > 3 ? '等' : ''}），共需${needed}节，只有${offered}节。`,
          en: `${meetings.length} meetings suit only ${rooms.length} rooms (${names.join(', ')}${rooms.length > 3 ? ', …' : ''}): they need ${needed} periods, there are ${offered}.`,
        },
      };
    }
  }

  *#overload(rule: RuleId, name: string, meetings: readonly Meeting[]): Generator<Impossibility> {
    const needed = sum(meetings.map((meeting) => this.#demand(meeting)));
    const offered = this.#offered(meetings);
    if (needed <= offered) return;
    yield {
      rule,
      meetings: meetings.map(({ id }) => id),
      sentence: {
        zh: `“${name}”需上${needed}节课，但这些课的可用时间只有${offered}节。`,
        en: `${name} has ${needed} periods to attend, but their times offer only ${offered}.`,
      },
    };
  }

  /** Periods over all weeks, by the shortest open time. */
  #demand(meeting: Meeting): number {
    const sizes = this.#open(meeting).map((time) => this.#size[time]);
    return sizes.length === 0 ? 0 : Math.min(...sizes);
  }

  /** Different periods over all weeks that the meetings' open times cover. */
  #offered(meetings: readonly Meeting[]): number {
    const { periods, days } = this.problem.calendar;
    const covered = new Set<number>();
    const times = new Set(meetings.flatMap((meeting) => this.#open(meeting)));
    for (const time of times) {
      const span = this.problem.times[time];
      for (let week = 0; week < span.weeks.length; week++) {
        if (span.weeks[week] !== '1') continue;
        for (let day = 0; day < days; day++) {
          if (!((span.days >> day) & 1)) continue;
          for (let p = span.start; p < span.start + span.length; p++)
            covered.add((week * days + day) * periods + p);
        }
      }
    }
    return covered.size;
  }

  #open(meeting: Meeting): readonly number[] {
    return this.#times.get(meeting.id) ?? [];
  }

  #timesOf(meeting: Meeting): readonly number[] {
    if (meeting.lock?.time !== undefined) return [meeting.lock.time];
    const absent = [...this.#absences(meeting)];
    return meeting.times
      .map(({ time }) => time)
      .filter((time) => this.#allowed[time] && !absent.some((isAbsent) => isAbsent[time]));
  }

  *#absences(meeting: Meeting): Generator<readonly boolean[]> {
    if (settingOf(this.problem, 'group-availability').level === 'hard') {
      for (const id of meeting.groups) yield this.#blocked(this.#groups.get(id)?.unavailable);
    }
    const candidates = meeting.lock?.teacher === undefined ? meeting.teachers : [meeting.lock.teacher];
    if (settingOf(this.problem, 'teacher-availability').level !== 'hard' || candidates.length === 0) return;
    const all = candidates.map((id) => this.#blocked(this.#teachers.get(id)?.unavailable));
    if (all.some((isAbsent) => isAbsent.length === 0)) return;
    yield this.problem.times.map((_, time) => all.every((isAbsent) => isAbsent[time]));
  }

  #blocked(unavailable: readonly TimeSpan[] | undefined): readonly boolean[] {
    if (!unavailable?.length) return [];
    const known = this.#spans.get(unavailable);
    if (known) return known;
    const blocked = this.problem.times.map((time) => unavailable.some((span) => overlaps(span, time)));
    this.#spans.set(unavailable, blocked);
    return blocked;
  }

  #isAllowed({ start, length, days }: TimeSpan): boolean {
    const { eveningStart = Infinity, weekendStart = Infinity, longBreaks = [] } = this.problem.calendar;
    const isHard = (rule: RuleId) => settingOf(this.problem, rule).level === 'hard';
    if (start + length > eveningStart && isHard('evening')) return false;
    if (days >= 2 ** weekendStart && isHard('weekend')) return false;
    return !(
      longBreaks.some((after) => start <= after && after < start + length - 1) && isHard('long-break')
    );
  }

  /** null when none is needed. */
  #suitable(meeting: Meeting): readonly Room[] | null {
    const { rooms } = this.problem;
    if (meeting.lock?.room !== undefined) return rooms.filter(({ id }) => id === meeting.lock?.room);
    if (meeting.rooms?.length === 0 || rooms.length === 0) return null;
    const offered = meeting.rooms?.map(({ room }) => room);
    const key = JSON.stringify([meeting.size, meeting.roomTypes, meeting.features, offered]);
    const known = this.#rooms.get(key);
    if (known) return known;
    const set = offered && new Set(offered);
    const suitable = rooms.filter(
      (room) => (!set || set.has(room.id)) && this.#misfit(meeting, room) === null,
    );
    this.#rooms.set(key, suitable);
    return suitable;
  }

  #misfit(meeting: Meeting, room: Room): RuleId | null {
    const isHard = (rule: RuleId) => settingOf(this.problem, rule).level === 'hard';
    if (meeting.size > room.capacity && isHard('room-capacity')) return 'room-capacity';
    const types = meeting.roomTypes ?? [];
    if (types.length > 0 && !types.includes(room.type ?? '') && isHard('room-type')) return 'room-type';
    const isLacking = meeting.features?.some((feature) => !room.features?.includes(feature));
    return isLacking && isHard('room-features') ? 'room-features' : null;
  }

  /** The rule that the most suitable room breaks. */
  #roomRule(meeting: Meeting): RuleId {
    const rules = this.problem.rooms.map((room) => this.#misfit(meeting, room));
    const order: RuleId[] = ['room-features', 'room-capacity', 'room-type'];
    return order.find((rule) => rules.includes(rule)) ?? 'not-offered';
  }

  #nameOf(meeting: Meeting): string {
    return meetingName(meeting, this.#names.get(meeting.teachingClass));
  }
}

function ones(bits: string): number {
  let count = 0;
  for (const bit of bits) if (bit === '1') count++;
  return count;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}
