import type { Facts, MeetingFact } from './facts.js';

/** Where a meeting is held. */
export interface Place {
  readonly day: number;
  readonly period: number;
  readonly room: string;
  readonly teacher: string;
}

/** What a timetable says of a meeting that it holds. Series are numbers that mean nothing but themselves. */
export interface State {
  readonly place: Place | null;
  readonly isLocked: boolean;
  readonly series: number | null;
}

/** What a change does to a meeting; null where the timetable does not hold it. */
export interface Step {
  readonly meeting: string;
  readonly before: State | null;
  readonly after: State | null;
}

/** What is asked of a meeting. */
export interface Item {
  readonly meeting: string;
  readonly place?: Partial<Place> | null;
  readonly isLocked?: boolean;
  readonly isRetired?: boolean;
  /** Whether it must have no place yet. */
  readonly isNew?: boolean;
}

/** Two meetings that need one thing at the same time; the first has the smaller id. */
export interface Overlap {
  readonly kind: 'ROOM' | 'TEACHER' | 'CLASS';
  readonly resource: string;
  readonly first: string;
  readonly second: string;
  /** Slots in order, as the database numbers them. */
  readonly slots: string;
  readonly isKnown: boolean;
}

/** What was decided about two series that need the same kind of thing. */
export interface Conflict {
  readonly id: number;
  readonly key: string;
  readonly status: 'OPEN' | 'IGNORED' | 'RESOLVED';
  readonly note: string | null;
}

/** Conflicts around a change, each with its pairs then. */
export interface History {
  readonly before: readonly (Conflict & { pairs: readonly string[] })[];
  readonly after: readonly (Conflict & { pairs: readonly string[] })[];
}

/** What one timetable holds. */
export interface Contents {
  states: Map<string, State>;
  conflicts: Map<number, Conflict>;
  /** Overlaps that a conflict allows, by resource and meetings. */
  pairs: Map<string, { conflict: number; slots: string }>;
}

/** Numbers that name series and conflicts. */
export interface Counter {
  last: number;
}

/** That a wish is refused, as the product's code says it, with what the refusal lists. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly listed: readonly string[] = [],
  ) {
    super(code);
  }
}

export const isSamePlace = (a: Place | null, b: Place | null): boolean =>
  a?.day === b?.day && a?.period === b?.period && a?.room === b?.room && a?.teacher === b?.teacher;

export const isSameState = (a: State | null, b: State | null): boolean =>
  (a === null) === (b === null) &&
  isSamePlace(a?.place ?? null, b?.place ?? null) &&
  a?.isLocked === b?.isLocked &&
  a?.series === b?.series;

/** The slots of a meeting at a place: those of every week in which it is held. */
export const slotsOf = ({ weeks, periods }: MeetingFact, { day, period }: Place): number[] =>
  weeks.flatMap((week) =>
    Array.from({ length: periods }, (_, at) => ((week - 1) * 7 + day - 1) * 32 + period - 1 + at),
  );

const resourcesOf = ({ groups }: MeetingFact, place: Place): [Overlap['kind'], string][] => [
  ['ROOM', place.room],
  ['TEACHER', place.teacher],
  ...groups.map((group): [Overlap['kind'], string] => ['CLASS', group]),
];

export const pairKey = ({ resource, first, second }: Omit<Overlap, 'kind' | 'slots' | 'isKnown'>): string =>
  `${resource} ${first} ${second}`;

/** What comes of wishes, meeting by meeting; null where one of them is impossible. */
export function stepsOf(facts: Facts, { states }: Contents, items: readonly Item[]): Step[] | null {
  const steps: Step[] = [];
  for (const item of items) {
    if (steps.some(({ meeting }) => meeting === item.meeting)) return null;
    const before = states.get(item.meeting) ?? null;
    const after = stateAfter(item, before);
    if (after === 'impossible' || (after && !mayStand(facts, item.meeting, before, after))) return null;
    steps.push({ meeting: item.meeting, before, after });
  }
  return steps;
}

function stateAfter(
  { place, isLocked, isRetired, isNew }: Item,
  before: State | null,
): State | null | 'impossible' {
  if (isNew && before?.place) return 'impossible';
  const isHeld = before?.isLocked && isLocked !== false;
  if (isRetired) return before && !isHeld ? null : 'impossible';
  if (place === null && isHeld) return 'impossible';
  if (place === null) return { place: null, isLocked: false, series: before?.series ?? null };
  const to = place ? ({ ...before?.place, ...place } as Place) : (before?.place ?? null);
  if (isHeld && !isSamePlace(to, before.place)) return 'impossible';
  if (to && !(to.day && to.period && to.room && to.teacher)) return 'impossible';
  if (!to) return isLocked ? 'impossible' : before;
  return { place: to, isLocked: isLocked ?? before?.isLocked ?? false, series: before?.series ?? null };
}

function mayStand(facts: Facts, meeting: string, before: State | null, { place }: State): boolean {
  if (!place || isSamePlace(place, before?.place ?? null)) return true;
  const { periods, teachers } = facts.meetings.get(meeting)!;
  const { day, period, room, teacher } = place;
  const isInGrid = day >= 1 && day <= facts.days && period >= 1 && period + periods - 1 <= facts.periods;
  const isTaught = before?.place?.teacher === teacher || teachers.includes(teacher);
  return isInGrid && facts.rooms.includes(room) && isTaught;
}

/**
 * Meetings of a series stand together: where they part, the larger part keeps its name, of equals the one
 * with the smallest sequence. A meeting without a series joins one that the change touches, or begins one.
 */
export function withSeries(
  facts: Facts,
  { states }: Contents,
  steps: readonly Step[],
  counter: Counter,
): Step[] {
  const changed = new Map(steps.map((step) => [step.meeting, step]));
  const touched = new Set(steps.flatMap(({ before, after }) => [before?.series, after?.series]));
  const others = [...states]
    .filter(([meeting, { series }]) => series !== null && touched.has(series) && !changed.has(meeting))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const mine = steps.flatMap(({ meeting, after }) => (after ? [[meeting, after] as const] : []));
  const placed = [...others, ...mine].filter(([, { place }]) => place);
  const standOf = (place: Place): string => `${place.teacher} ${place.room}`;
  const sequenceOf = (meeting: string): number => facts.meetings.get(meeting)!.sequence;
  const settled = new Map<string, number>();
  for (const series of new Set(placed.map(([, state]) => state.series))) {
    if (series === null) continue;
    const stands = new Map<string, string[]>();
    for (const [meeting, state] of placed)
      if (state.series === series)
        stands.set(standOf(state.place!), [...(stands.get(standOf(state.place!)) ?? []), meeting]);
    const first = (meetings: string[]): number => Math.min(...meetings.map(sequenceOf));
    [...stands.values()]
      .sort((a, b) => b.length - a.length || first(a) - first(b))
      .forEach((meetings, at) => {
        const name = at === 0 ? series : ++counter.last;
        for (const meeting of meetings) settled.set(meeting, name);
      });
  }
  const keyOf = (meeting: string, { place }: State): string =>
    `${facts.meetings.get(meeting)!.teachingClass} ${standOf(place!)}`;
  const byStand = new Map<string, number>();
  for (const [meeting, state] of placed)
    if (settled.has(meeting)) byStand.set(keyOf(meeting, state), settled.get(meeting)!);
  for (const [meeting, state] of placed) {
    if (settled.has(meeting)) continue;
    const key = keyOf(meeting, state);
    if (!byStand.has(key)) byStand.set(key, ++counter.last);
    settled.set(meeting, byStand.get(key)!);
  }
  const named = (meeting: string, state: State): State => ({
    ...state,
    series: settled.get(meeting) ?? state.series,
  });
  return [
    ...steps.map((step) => ({ ...step, after: step.after && named(step.meeting, step.after) })),
    ...others.map(([meeting, state]) => ({ meeting, before: state, after: named(meeting, state) })),
  ].filter(({ before, after }) => !isSameState(before, after));
}

/** Every overlap of the changed meetings after the steps. */
export function overlapsOf(facts: Facts, { states, pairs }: Contents, steps: readonly Step[]): Overlap[] {
  const after = new Map(states);
  for (const { meeting, after: state } of steps) {
    if (state) after.set(meeting, state);
    else after.delete(meeting);
  }
  const found = new Map<string, Overlap>();
  for (const { meeting, after: state } of steps) {
    if (!state?.place) continue;
    const fact = facts.meetings.get(meeting)!;
    const slots = slotsOf(fact, state.place);
    const resources = resourcesOf(fact, state.place);
    for (const [other, { place }] of after) {
      if (other === meeting || !place) continue;
      const otherFact = facts.meetings.get(other)!;
      const otherSlots = new Set(slotsOf(otherFact, place));
      const shared = slots.filter((slot) => otherSlots.has(slot)).sort((a, b) => a - b);
      if (shared.length === 0) continue;
      const theirs = resourcesOf(otherFact, place).map(([, resource]) => resource);
      for (const [kind, resource] of resources) {
        if (!theirs.includes(resource)) continue;
        const [first, second] = [meeting, other].sort();
        const key = pairKey({ resource, first, second });
        const known = new Set(pairs.get(key)?.slots.split(' '));
        const isKnown = shared.every((slot) => known.has(String(slot)));
        found.set(key, { kind, resource, first, second, slots: shared.join(' '), isKnown });
      }
    }
  }
  const order = ({ first, second, kind, resource }: Overlap): string =>
    `${first} ${second} ${kind} ${resource}`;
  return [...found.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

const isSameDecision = (a: Conflict, b: Conflict): boolean => a.status === b.status && a.note === b.note;

/** Writes the steps, and brings the conflicts in line with what overlaps then. */
export function store(
  contents: Contents,
  steps: readonly Step[],
  overlaps: readonly Overlap[],
  { accepted, restored, counter }: { accepted: string | null; restored?: History; counter: Counter },
): History {
  const { states, conflicts, pairs } = contents;
  for (const { meeting, after } of steps) {
    if (after) states.set(meeting, after);
    else states.delete(meeting);
  }
  const changed = new Set(steps.map(({ meeting }) => meeting));
  const isTouched = (key: string): boolean => key.split(' ').some((part) => changed.has(part));
  const former = new Map([...pairs].filter(([key]) => isTouched(key)));
  const seriesOf = (meeting: string): number => states.get(meeting)!.series!;
  const keyOf = ({ first, second, kind }: Overlap): string =>
    `${[seriesOf(first), seriesOf(second)].sort((a, b) => a - b).join(' ')} ${kind}`;
  const around = new Set(overlaps.flatMap(({ first, second }) => [seriesOf(first), seriesOf(second)]));
  const ids = new Set([...former.values()].map(({ conflict }) => conflict));
  for (const { id } of [...(restored?.before ?? []), ...(restored?.after ?? [])]) ids.add(id);
  if (ids.size === 0 && overlaps.length === 0) return { before: [], after: [] };
  const pairsOf = (id: number): string[] =>
    [...pairs].flatMap(([key, { conflict, slots }]) => (conflict === id ? [`${key} ${slots}`] : []));
  const before = [...conflicts.values()]
    .filter(
      ({ id, key }) =>
        ids.has(id) ||
        key
          .split(' ')
          .slice(0, 2)
          .some((each) => around.has(Number(each))),
    )
    .map((each) => ({ ...each, pairs: pairsOf(each.id) }));
  for (const key of former.keys()) pairs.delete(key);

  const begun = { status: accepted === null ? 'OPEN' : 'IGNORED', note: accepted } as const;
  const records = new Set(before.map(({ id }) => id));
  const byKey = new Map([...conflicts.values()].map(({ id, key }) => [key, id]));
  for (const overlap of overlaps) {
    const key = keyOf(overlap);
    const old = conflicts.get(former.get(pairKey(overlap))?.conflict ?? -1);
    let id = byKey.get(key);
    if (id === undefined) {
      const again = restored?.before.find((each) => each.key === key);
      id = again?.id ?? ++counter.last;
      const { status, note } = again ?? (overlap.isKnown && old ? old : begun);
      conflicts.set(id, { id, key, status, note });
      byKey.set(key, id);
    } else if (conflicts.get(id)!.status === 'RESOLVED' || !overlap.isKnown) {
      conflicts.set(id, { id, key, ...begun });
    }
    records.add(id);
    pairs.set(pairKey(overlap), { conflict: id, slots: overlap.slots });
  }
  const has = (id: number): boolean => [...pairs.values()].some(({ conflict }) => conflict === id);
  for (const id of records) {
    const conflict = conflicts.get(id)!;
    if (!has(id) && conflict.status !== 'RESOLVED') conflicts.set(id, { ...conflict, status: 'RESOLVED' });
  }
  if (restored) {
    const kept = new Set(restored.before.map(({ id }) => id));
    for (const { id } of restored.after) if (!kept.has(id) && !has(id)) conflicts.delete(id);
    for (const told of restored.before) {
      const now = conflicts.get(told.id);
      const left = restored.after.find(({ id }) => id === told.id);
      const found = before.find(({ id }) => id === told.id);
      const isDecidedSince = left && found && isSameDecision(left, told) && !isSameDecision(left, found);
      const { status, note } = isDecidedSince ? found : told;
      if (now && (status === 'RESOLVED') !== has(now.id)) conflicts.set(now.id, { ...now, status, note });
    }
  }
  const after = [...records].flatMap((id) => {
    const conflict = conflicts.get(id);
    return conflict ? [{ ...conflict, pairs: pairsOf(id) }] : [];
  });
  return { before, after };
}
