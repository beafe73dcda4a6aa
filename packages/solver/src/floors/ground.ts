import { Domains, type Domain } from '../conflicts/domains.js';
import {
  furtherOf,
  type Meeting,
  type Problem,
  type RuleId,
  type TeachingClass,
  type TimeSpan,
} from '../model.js';
import { settingOf } from '../profiles.js';
import type { Work } from './transport.js';

/** Edges that all flows of a problem together may look at: some seconds. */
const EDGES_MAX = 200_000_000;

/** What the floors of all rules are found from: what each meeting may have under the hard rules. */
export class Ground {
  readonly all: readonly Domain[];
  readonly byGroup: ReadonlyMap<string, readonly Domain[]>;
  /** Of teachers: the meetings that they teach for certain. */
  readonly bySoleTeacher: ReadonlyMap<string, readonly Domain[]>;
  readonly byTeachingClass: ReadonlyMap<string, readonly Domain[]>;
  readonly teachingClasses: ReadonlyMap<string, TeachingClass>;
  readonly work: Work = { edges: EDGES_MAX };
  readonly #shapes = new Map<readonly number[], TimesShape>();

  constructor(readonly problem: Problem) {
    this.all = new Domains(problem).all;
    this.teachingClasses = new Map(problem.teachingClasses.map((each) => [each.id, each]));
    this.byGroup = listsOf(this.all, ({ meeting }) => [...new Set(meeting.groups)]);
    this.bySoleTeacher = listsOf(this.all, ({ meeting, teachers }) => [
      ...(teachers.length === 1 ? [teachers[0].id] : []),
      ...furtherOf(meeting),
    ]);
    this.byTeachingClass = listsOf(this.all, ({ meeting }) => [meeting.teachingClass]);
  }

  isHard(rule: RuleId): boolean {
    return settingOf(this.problem, rule).level === 'hard';
  }

  classOf({ teachingClass }: Meeting): TeachingClass {
    return this.teachingClasses.get(teachingClass)!;
  }

  /** What all times of a meeting have in common. */
  shapeOf({ times }: Domain): TimesShape {
    let shape = this.#shapes.get(times);
    if (!shape) {
      shape = shapeOf(times.map((time) => this.problem.times[time]));
      this.#shapes.set(times, shape);
    }
    return shape;
  }
}

/** What all times of a list have in common. */
interface TimesShape {
  /** Weeks (from 0) in which every one of them takes place. */
  readonly weeks: readonly number[];
  /** Weeks in which some of them do. */
  readonly someWeeks: ReadonlySet<number>;
  /** Periods of a day, of the shortest. */
  readonly length: number;
  /** Periods of a week, of the shortest. */
  readonly units: number;
  /** Bit set of the days on which some of them are. */
  readonly days: number;
}

function shapeOf(times: readonly TimeSpan[]): TimesShape {
  const weeks = Array.from({ length: times[0]?.weeks.length ?? 0 }, (_, week) => week);
  const patterns = [...new Set(times.map((time) => time.weeks))];
  return {
    weeks: weeks.filter((week) => patterns.every((pattern) => pattern[week] === '1')),
    someWeeks: new Set(weeks.filter((week) => patterns.some((pattern) => pattern[week] === '1'))),
    length: leastOf(times, ({ length }) => length),
    units: leastOf(times, unitsOf),
    days: times.reduce((days, time) => days | time.days, 0),
  };
}

const leastOf = (times: readonly TimeSpan[], value: (time: TimeSpan) => number): number =>
  times.reduce((least, time) => Math.min(least, value(time)), times.length === 0 ? 0 : Infinity);

/** Periods that a time takes in a week. */
export const unitsOf = ({ days, length }: TimeSpan): number => bitsIn(days) * length;

/** Number of days in a bit set. */
export function bitsIn(days: number): number {
  let count = 0;
  for (let rest = days; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** The domains by whom they belong to. */
export function listsOf(
  domains: readonly Domain[],
  ownersOf: (domain: Domain) => readonly string[],
): ReadonlyMap<string, readonly Domain[]> {
  const lists = new Map<string, Domain[]>();
  for (const domain of domains) {
    for (const owner of ownersOf(domain)) {
      const list = lists.get(owner);
      if (list) list.push(domain);
      else lists.set(owner, [domain]);
    }
  }
  return lists;
}
