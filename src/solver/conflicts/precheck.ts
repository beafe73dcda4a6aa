import { Cells } from './measures.js';
import { narrowed } from './arc-consistency.js';
import { shortages, type Choice, type Lack, type Setting } from './shortages.js';
import type { Group, Meeting, Problem, Room, RuleId, Sentence, Teacher, TimeSpan } from '../model.js';
import { settingOf } from '../profiles.js';
import { overlaps } from '../rules/view.js';
import { thinClasses } from './working-days.js';
import { lackWords, listWords, lockWords } from './words.js';
import { meetingName } from '../rules/words.js';

/** Something that no search can mend. */
export interface Impossibility {
  readonly rule: RuleId;
  /** All whom it concerns. */
  readonly meetings: readonly string[];
  /** Few of them that are already too many. */
  readonly core: readonly string[];
  /** Some whose leaving would mend it. */
  readonly excess: readonly string[];
  /** Keys of the requirements beyond those on single meetings that cause it. */
  readonly keys: readonly string[];
  readonly sentence: Sentence;
}

/**
 * Finds plain impossibilities in milliseconds, before any search: meetings without any time, room or teacher,
 * owners (people, rooms, relations) with more to hold than there are periods or places, chains of relations
 * that leave no time, classes that cannot spread. An empty answer promises nothing.
 */
export function precheck(problem: Problem): Impossibility[] {
  return new Precheck(problem).impossibilities(new Set());
}

/** The same, asked again and again without some meetings. */
export class Precheck {
  readonly #names: Map<string, string>;
  readonly #spans = new Map<readonly TimeSpan[], readonly boolean[]>();
  readonly #rooms = new Map<string, readonly Room[]>();
  readonly #numbers = new Map<readonly boolean[], number>();
  readonly #lists = new Map<string, readonly number[]>();
  readonly #keys = new Map<Meeting['times'], string>();
  readonly #choices: readonly Choice[];
  readonly #barred: readonly (RuleId | null)[];
  readonly #groups: ReadonlyMap<string, Group>;
  readonly #teachers: ReadonlyMap<string, Teacher>;
  readonly #hard = new Map<RuleId, boolean>();
  readonly #setting: Setting;

  constructor(private readonly problem: Problem) {
    this.#barred = problem.times.map((time) => this.#barOf(time));
    this.#groups = new Map(problem.groups.map((group) => [group.id, group]));
    this.#teachers = new Map(problem.teachers.map((teacher) => [teacher.id, teacher]));
    this.#names = new Map(problem.teachingClasses.map(({ id, name }) => [id, name]));
    this.#choices = problem.meetings.map((meeting) => ({
      meeting,
      times: this.#timesOf(meeting),
      teachers: this.#candidates(meeting).flatMap((id) => this.#teachers.get(id) ?? []),
      rooms: this.#suitable(meeting),
    }));
    this.#setting = {
      problem,
      cells: new Cells(problem.times),
      active: { has: (key) => this.#isHard(key.slice(0, key.indexOf('/')) as RuleId) },
      open: this.#opener(),
    };
  }

  impossibilities(without: ReadonlySet<string>): Impossibility[] {
    const asked = this.#choices.filter(({ meeting }) => !without.has(meeting.id));
    const single = asked.flatMap((choice) => [...this.#alone(choice)]);
    const lost = new Set(single.flatMap(({ meetings }) => meetings));
    const left = asked.filter(({ meeting }) => !lost.has(meeting.id));
    return [...single, ...this.#counts(left), ...this.#relations(left), ...this.#spreads(asked)];
  }

  *#alone({ meeting, times, rooms }: Choice): Generator<Impossibility> {
    const { id, lock } = meeting;
    const name = this.#nameOf(meeting);
    const told = (rule: RuleId, sentence: Sentence): Impossibility => {
      return { rule, meetings: [id], core: [id], excess: [id], keys: [], sentence };
    };
    if (times.length === 0) yield told('not-offered', this.#timeless(name, meeting));
    const bar = lock?.time === undefined ? null : this.#barred[lock.time];
    if (bar) yield told(bar, lockWords(name, bar));
    if (rooms?.length === 0) {
      yield told(this.#roomRule(meeting), {
        zh: `没有适合“${name}”（${meeting.size}人）的教室。\n可拆分班级，或调整教室类型、设备要求。`,
        en:
          `No room suits ${name} (${meeting.size} students).\nMaybe split the class, or change its room ` +
          `type or features.`,
      });
    }
    const misfit = lock?.room === undefined || !rooms?.[0] ? null : this.#misfit(meeting, rooms[0]);
    if (misfit) yield told(misfit, lockWords(name, misfit));
  }

  /** Owners who would need more periods or places than they have. */
  *#counts(choices: readonly Choice[]): Generator<Impossibility> {
    for (const lack of shortages(this.#setting, choices)) yield this.#impossible(lack);
  }

  /** Relations that leave some meeting no time. */
  *#relations(left: readonly Choice[]): Generator<Impossibility> {
    if (!this.#isHard('distribution')) return;
    const choices = new Map(left.map(({ meeting, times }) => [meeting.id, times]));
    for (const { meetings, relations, barred } of narrowed(this.problem, choices)) {
      const [name] = this.#namesOf([barred]);
      const list = listWords(this.#namesOf(meetings));
      const types = [...new Set(relations.map((i) => (this.problem.distributions ?? [])[i].type))].join(', ');
      yield {
        rule: 'distribution',
        meetings,
        core: meetings,
        excess: [barred],
        keys: relations.map((index) => `distribution/${index}`),
        sentence: {
          zh: `${list.zh}之间的关系（${types}）使“${name}”没有可用时间。\n可增加可选时间，或取消其中一项关系。`,
          en:
            `The relations (${types}) between ${list.en} leave no time for ${name}.\nMaybe offer more ` +
            `times or give up one of the relations.`,
        },
      };
    }
  }

  /** Teaching classes whose meetings cannot be on as many days as required. */
  *#spreads(choices: readonly Choice[]): Generator<Impossibility> {
    if (!this.#isHard('minimum-working-days')) return;
    for (const { teachingClass, own, days } of thinClasses(this.problem, choices)) {
      const { id, name, minimumDays } = teachingClass;
      const meetings = own.map(({ meeting }) => meeting.id);
      yield {
        rule: 'minimum-working-days',
        meetings,
        core: meetings,
        excess: meetings,
        keys: [`minimum-working-days/${id}`],
        sentence: {
          zh: `“${name}”应分布在至少${minimumDays}天，但其${own.length}次课最多只能分布在${days}天。\n可增加课次或可选的日子，或降低最少天数。`,
          en:
            `${name} should spread over at least ${minimumDays} days, but its meetings ` +
            `(${own.length}) can be on ${days} at most.\nMaybe offer other days, or lower the number of ` +
            `days.`,
        },
      };
    }
  }

  #impossible({ rule, keys, owners, shortage }: Lack): Impossibility {
    const ids = (meetings: readonly Meeting[]) => meetings.map(({ id }) => id);
    return {
      rule,
      keys,
      meetings: ids(shortage.meetings),
      core: ids(shortage.core),
      excess: ids(shortage.excess),
      sentence: lackWords(
        rule,
        owners,
        shortage,
        shortage.meetings.map((meeting) => this.#nameOf(meeting)),
      ),
    };
  }

  #timeless(name: string, meeting: Meeting): Sentence {
    if (meeting.times.length === 0 && meeting.lock?.time === undefined)
      return {
        zh: `“${name}”没有任何可选时间。\n请为其提供可选时间。`,
        en: `${name} is offered no time at all.\nMaybe offer it some times.`,
      };
    return {
      zh: `“${name}”没有可用时间：可选时间均被日历规则或不可用时间排除。\n可增加可选时间，或允许晚间、周末排课。`,
      en:
        `${name} has no time left: the calendar and absences rule out everything it is offered.\nMaybe ` +
        `offer more times or allow evenings or weekends.`,
    };
  }

  /** The times of a list at which a room or teacher is there. */
  #opener(): (kind: 'room' | 'teacher', id: string, times: readonly number[]) => readonly number[] {
    const away = new Map<string, readonly boolean[]>();
    const put = (
      kind: 'room' | 'teacher',
      owners: readonly { id: string; unavailable?: readonly TimeSpan[] }[],
    ) => {
      if (!this.#isHard(`${kind}-availability`)) return;
      for (const { id, unavailable } of owners)
        if (unavailable?.length) away.set(`${kind} ${id}`, this.#blocked(unavailable));
    };
    put('room', this.problem.rooms);
    put('teacher', this.problem.teachers);
    const known = new Map<readonly number[], Map<readonly boolean[], readonly number[]>>();
    return (kind, id, times) => {
      const isAway = away.get(`${kind} ${id}`);
      if (!isAway) return times;
      const ofTimes = known.get(times) ?? new Map<readonly boolean[], readonly number[]>();
      known.set(times, ofTimes);
      let left = ofTimes.get(isAway);
      if (!left) {
        left = times.some((time) => isAway[time]) ? times.filter((time) => !isAway[time]) : times;
        ofTimes.set(isAway, left);
      }
      return left;
    };
  }

  /** The same list for the same times. Locks hold against the calendar, which is told by itself. */
  #timesOf(meeting: Meeting): readonly number[] {
    const locked = meeting.lock?.time;
    const absent = [...this.#absences(meeting)];
    const offered = locked === undefined ? this.#keyOf(meeting.times) : `lock ${locked}`;
    return this.#listed(`${offered}/${absent.map((isAbsent) => this.#numberOf(isAbsent)).join()}`, () =>
      (locked === undefined ? this.#allowedOf(meeting) : [locked]).filter(
        (time) => !absent.some((isAbsent) => isAbsent[time]),
      ),
    );
  }

  #allowedOf({ times }: Meeting): number[] {
    return times.map(({ time }) => time).filter((time) => this.#barred[time] === null);
  }

  #listed(key: string, list: () => readonly number[]): readonly number[] {
    const known = this.#lists.get(key);
    if (known) return known;
    const made = list();
    this.#lists.set(key, made);
    return made;
  }

  #keyOf(times: Meeting['times']): string {
    let key = this.#keys.get(times);
    if (key === undefined) {
      key = times.map(({ time }) => time).join();
      this.#keys.set(times, key);
    }
    return key;
  }
  /** When a meeting cannot be because somebody is away; only what bars some time. */
  *#absences(meeting: Meeting): Generator<readonly boolean[]> {
    if (this.#isHard('group-availability')) {
      for (const id of meeting.groups) {
        const unavailable = this.#groups.get(id)?.unavailable;
        if (unavailable?.length) yield this.#blocked(unavailable);
      }
    }
    const candidates = this.#candidates(meeting);
    if (!this.#isHard('teacher-availability') || candidates.length === 0) return;
    const absences = candidates.map((id) => this.#teachers.get(id)?.unavailable ?? []);
    if (absences.some(({ length }) => length === 0)) return;
    const all = absences.map((unavailable) => this.#blocked(unavailable));
    if (all.length === 1) yield all[0];
    else yield this.problem.times.map((_, time) => all.every((isAbsent) => isAbsent[time]));
  }

  #candidates({ lock, teachers }: Meeting): readonly string[] {
    return lock?.teacher === undefined ? teachers : [lock.teacher];
  }

  #blocked(unavailable: readonly TimeSpan[]): readonly boolean[] {
    let blocked = this.#spans.get(unavailable);
    if (!blocked) {
      blocked = this.problem.times.map((time) => unavailable.some((span) => overlaps(span, time)));
      this.#spans.set(unavailable, blocked);
    }
    return blocked;
  }

  #numberOf(absence: readonly boolean[]): number {
    const number = this.#numbers.get(absence) ?? this.#numbers.size;
    this.#numbers.set(absence, number);
    return number;
  }

  #isHard(rule: RuleId): boolean {
    let isHard = this.#hard.get(rule);
    if (isHard === undefined) {
      isHard = settingOf(this.problem, rule).level === 'hard';
      this.#hard.set(rule, isHard);
    }
    return isHard;
  }

  /** The rule of the calendar that forbids a time, if any. */
  #barOf({ start, length, days }: TimeSpan): RuleId | null {
    const { eveningStart = Infinity, weekendStart = Infinity, longBreaks = [] } = this.problem.calendar;
    if (start + length > eveningStart && this.#isHard('evening')) return 'evening';
    if (days >= 2 ** weekendStart && this.#isHard('weekend')) return 'weekend';
    const isCrossing = longBreaks.some((after) => start <= after && after < start + length - 1);
    return isCrossing && this.#isHard('long-break') ? 'long-break' : null;
  }

  /** null when none is needed; the same list for the same needs. */
  #suitable(meeting: Meeting): readonly Room[] | null {
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
        (room) =>
          (!set || set.has(room.id)) && (locked !== undefined || this.#misfit(meeting, room) === null),
      );
      this.#rooms.set(key, suitable);
    }
    return suitable;
  }

  #misfit(meeting: Meeting, room: Room): RuleId | null {
    if (meeting.size > room.capacity && this.#isHard('room-capacity')) return 'room-capacity';
    const types = meeting.roomTypes ?? [];
    if (types.length > 0 && !types.includes(room.type ?? '') && this.#isHard('room-type')) return 'room-type';
    const isLacking = meeting.features?.some((feature) => !room.features?.includes(feature));
    return isLacking && this.#isHard('room-features') ? 'room-features' : null;
  }

  /** The rule that the most suitable room breaks. */
  #roomRule(meeting: Meeting): RuleId {
    const rules = this.problem.rooms.map((room) => this.#misfit(meeting, room));
    const order: RuleId[] = ['room-features', 'room-capacity', 'room-type'];
    return order.find((rule) => rules.includes(rule)) ?? 'not-offered';
  }

  #namesOf(ids: readonly string[]): string[] {
    const wanted = new Set(ids);
    return this.problem.meetings.filter(({ id }) => wanted.has(id)).map((meeting) => this.#nameOf(meeting));
  }

  #nameOf(meeting: Meeting): string {
    return meetingName(meeting, this.#names.get(meeting.teachingClass));
  }
}
