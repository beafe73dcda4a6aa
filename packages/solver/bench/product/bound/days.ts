import type { Meeting, Problem, TimeSpan, WeekPattern } from '../../../src/model.js';
import type { Owner, Prices } from './prices.js';
import type { Program, Terms, Variable } from './program.js';

/** A decision for a meeting: its time, the campus of its room, its teacher. */
export interface Choice {
  readonly meeting: Meeting;
  readonly time: TimeSpan;
  readonly timeIndex: number;
  readonly campus: string;
  readonly teacher: string | null;
  readonly variable: Variable;
}

/** A day of somebody in weeks of one kind. */
export interface OwnersDay {
  readonly weeks: WeekPattern;
  readonly day: number;
  /** The choices of the owner that cover each period. */
  readonly covering: readonly (readonly Choice[])[];
}

/** Every day of an owner, once for each kind of week that the owner's meetings tell apart. */
export function daysOf({ calendar }: Problem, choices: readonly Choice[]): OwnersDay[] {
  return kindsOfWeek(choices).flatMap((weeks) => {
    const week = weeks.indexOf('1');
    const there = choices.filter(({ time }) => time.weeks[week] === '1');
    return Array.from({ length: calendar.days }, (_, day) => ({
      weeks,
      day,
      covering: Array.from({ length: calendar.periods }, (_, period) =>
        there.filter(
          ({ time: { days, start, length } }) =>
            (days >> day) & 1 && start <= period && period < start + length,
        ),
      ),
    }));
  });
}

/** The weeks that a list of choices does not tell apart, as patterns; those without any are left out. */
export function kindsOfWeek(choices: readonly Choice[]): WeekPattern[] {
  const patterns = [...new Set(choices.map(({ time }) => time.weeks))];
  if (patterns.length === 0) return [];
  const weeks = Array.from(patterns[0], (_, week) => week);
  const kinds = Map.groupBy(weeks, (week) => patterns.map((pattern) => pattern[week]).join(''));
  return [...kinds].flatMap(([key, members]) =>
    key.includes('1') ? weeks.map((week) => (members.includes(week) ? '1' : '0')).join('') : [],
  );
}

export const termsOf = (choices: readonly Choice[], factor = 1): [Variable, number][] =>
  choices.map(({ variable }) => [variable, factor]);

/**
 * The course of a day as a path: it goes along stretches of busy periods and the gaps between them, so that a
 * mixture of courses costs what its parts cost, and nobody is in two places.
 */
export function addDay(program: Program, prices: Prices, owner: Owner, each: OwnersDay): void {
  const { covering } = each;
  const [some] = covering.flat();
  if (!some) return;
  const span = (start: number, end: number): TimeSpan => ({
    weeks: each.weeks,
    days: 1 << each.day,
    start,
    length: end - start,
  });
  const { starts, ends } = edgesOf(covering);
  const price = (...spans: TimeSpan[]) => prices.ofRuns(owner, some.meeting, spans);
  const arriving = new Map<number, [Variable, number][]>();
  const leaving = new Map<number, [Variable, number][]>();
  const busy = covering.map((): [Variable, number][] => []);
  const first: [Variable, number][] = [];
  for (const start of starts) {
    const entrance = program.variable('days', 0);
    first.push([entrance, 1]);
    listIn(arriving, start).push([entrance, 1]);
  }
  for (const start of starts) {
    for (const end of ends) {
      if (end <= start || covering.slice(start, end).some((choices) => choices.length === 0)) continue;
      const run = program.variable('runs', price(span(start, end)));
      listIn(leaving, start).push([run, 1]);
      listIn(arriving, -end).push([run, 1]);
      for (let period = start; period < end; period++) busy[period].push([run, 1]);
    }
  }
  const { length } = covering;
  for (const end of ends) {
    listIn(leaving, -end).push([program.variable('days', 0), 1]);
    for (const next of starts) {
      if (next <= end) continue;
      const [before, after] = [span(end - 1, end), span(next, next + 1)];
      const gap = program.variable('gaps', price(before, after) - price(before) - price(after));
      listIn(leaving, -end).push([gap, 1]);
      listIn(arriving, next).push([gap, 1]);
    }
  }
  program.row(first, '<=', 1);
  for (const at of [...starts, ...ends.map((end) => -end)]) {
    program.row([...(arriving.get(at) ?? []), ...minus(leaving.get(at) ?? [])], '=', 0);
  }
  for (let period = 0; period < length; period++)
    program.row([...termsOf(covering[period]), ...minus(busy[period])], '=', 0);
}

/** Nobody is in two places, whatever the day costs. */
export function addOneAtATime(program: Program, { covering }: OwnersDay): void {
  for (const choices of covering) if (choices.length > 1) program.row(termsOf(choices), '<=', 1);
}

/** Where stretches may begin (the period) and end (the one after). */
function edgesOf(covering: OwnersDay['covering']): { starts: number[]; ends: number[] } {
  const spans = covering.flat().map(({ time }) => time);
  const sorted = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b);
  return {
    starts: sorted(spans.map(({ start }) => start)),
    ends: sorted(spans.map(({ start, length }) => start + length)),
  };
}

/** Days with more different contents than that are left free of a price. */
const CONTENTS_MAX = 20_000;

/**
 * What the number of periods of a day costs, as a mixture of what it can contain: so many double periods of
 * every week, so many of odd weeks, ... Without telling lengths and weeks apart, one single period would even
 * out all days.
 */
export function addNumbers(program: Program, prices: Prices, owner: Owner, choices: readonly Choice[]): void {
  const { periods: length, days } = prices.problem.calendar;
  const weeks = kindsOfWeek(choices);
  for (let day = 0; day < days; day++) {
    const there = choices.filter(({ time }) => (time.days >> day) & 1);
    const alike = [...Map.groupBy(there, ({ time }) => `${time.weeks}/${time.length}`).values()];
    const [some] = there;
    if (!some) continue;
    const price = (kind: WeekPattern, periods: number) =>
      periods === 0
        ? 0
        : prices.ofNumber(owner, some.meeting, { weeks: kind, days: 1 << day, start: 0, length: 1 }, periods);
    const costOf = (counts: readonly number[]): number =>
      weeks.reduce((sum, kind) => {
        const periods = counts.reduce((all, count, at) => {
          const { time } = alike[at][0];
          return all + (time.weeks[kind.indexOf('1')] === '1' ? count * time.length : 0);
        }, 0);
        return sum + (periods > length ? Infinity : price(kind, periods));
      }, 0);
    let contents: readonly (readonly number[])[] = [[]];
    for (const members of alike) {
      const most = new Set(members.map(({ meeting }) => meeting)).size;
      const counts = Array.from({ length: most + 1 }, (_, count) => count);
      contents = contents
        .flatMap((before) => counts.map((count) => [...before, count]))
        .filter((after) => costOf(after) < Infinity);
    }
    if (contents.length > CONTENTS_MAX || contents.every((counts) => costOf(counts) === 0)) continue;
    const shares = contents.map((counts) => ({
      counts,
      variable: program.variable('numbers', costOf(counts)),
    }));
    program.row(
      shares.map(({ variable }) => [variable, 1] as const),
      '=',
      1,
    );
    for (const [at, members] of alike.entries()) {
      const counted = shares.map(({ counts, variable }) => [variable, counts[at]] as const);
      program.row([...counted, ...termsOf(members, -1)], '=', 0);
    }
  }
}

const minus = (terms: Terms): [Variable, number][] =>
  [...terms].map(([variable, factor]) => [variable, -factor]);

function listIn<K, T>(lists: Map<K, T[]>, key: K): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
