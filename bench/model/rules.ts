import { partKey, type Facts, type MeetingFact, type StudentFact } from './facts.js';

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
  /** What stands otherwise on single dates, by week; left out where nothing does. */
  readonly dates?: readonly OnDate[];
}

/** How a meeting stands on a single date; what is left out is as the week says. */
export interface OnDate {
  readonly week: number;
  /** The day for which it is planned. */
  readonly day: number;
  readonly kind: 'CANCELLED' | 'MOVED' | 'MADE_UP' | 'SUBSTITUTED' | 'OTHER_ROOM';
  readonly to: { readonly week?: number } & Partial<Place>;
}

/** What is asked of a meeting on one date. */
export interface DateItem {
  readonly meeting: string;
  readonly week: number;
  readonly day: number;
  readonly to?: { readonly week?: number } & Partial<Place>;
  readonly isCancelled?: boolean;
  readonly isRestored?: boolean;
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

/**
 * Two meetings that need one thing or student at the same time; the first has the smaller id. Twice the same
 * one where its room is closed.
 */
export interface Overlap {
  readonly kind: 'ROOM' | 'TEACHER' | 'CLASS' | 'OTHER';
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

/** What makes overlaps although nothing is moved. */
export interface Circumstances {
  /** The students of each elective. */
  readonly chosen: Map<string, ReadonlySet<string>>;
  readonly closed: Set<string>;
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
  a?.series === b?.series &&
  datesText(a) === datesText(b);

/** The single dates of a state in order, as the database tells them too. */
export const datesText = (state: State | null): string =>
  (state?.dates ?? [])
    .map(({ week, day, kind, to }) =>
      [week, day, kind, to.week, to.week && to.day, to.week && to.period, to.room, to.teacher].join(' '),
    )
    .join('; ');

/** The same without single dates. */
export const ofWeek = ({ dates: _, ...state }: State): State => state;

const withDates = (state: State, dates: readonly OnDate[]): State =>
  dates.length === 0 ? ofWeek(state) : { ...state, dates: dates.toSorted((a, b) => a.week - b.week) };

interface Stand {
  readonly weeks: readonly number[];
  readonly place: Place;
}

/** Where a meeting stands on a single date; null if it is not held. */
const standOn = (place: Place, { week, kind, to }: OnDate): Stand | null =>
  kind === 'CANCELLED'
    ? null
    : { weeks: [to.week ?? week], place: { ...place, ...(({ week: _, ...at }) => at)(to) } };

/** Everywhere a meeting stands. */
function standsOf({ weeks }: MeetingFact, { place, dates = [] }: State): Stand[] {
  if (!place) return [];
  const usual = weeks.filter((week) => !dates.some((each) => each.week === week));
  return [{ weeks: usual, place }, ...dates.flatMap((date) => standOn(place, date) ?? [])];
}

/** The slots in which a meeting needs something, or all of them. */
const heldSlots = (fact: MeetingFact, state: State, resource?: string): number[] =>
  standsOf(fact, state)
    .filter(({ place }) => !resource || resourcesOf(fact, place).some(([, each]) => each === resource))
    .flatMap(({ weeks, place }) => slotsOf({ ...fact, weeks }, place));

/** Whether a meeting would be held twice at one time. */
const isTwice = (fact: MeetingFact, state: State): boolean => {
  const slots = heldSlots(fact, state);
  return new Set(slots).size < slots.length;
};

/** The state after a change of the week, with what is left of its single dates, and whether any ends. */
export function keptDates(
  fact: MeetingFact,
  before: State | null,
  after: State | null,
): { readonly after: State | null; readonly isEnding: boolean } {
  if (!before?.dates) return { after, isEnding: false };
  if (!after?.place) return { after: after && ofWeek(after), isEnding: true };
  let left: OnDate[] = [];
  for (const date of before.dates)
    if (date.day === after.place.day && !isTwice(fact, withDates(after, [...left, date])))
      left = [...left, date];
  return { after: withDates(after, left), isEnding: left.length < before.dates.length };
}

/** What comes of wishes about single dates of a published timetable; null where one of them is impossible. */
export function datedSteps(
  facts: Facts,
  { states }: Contents,
  items: readonly DateItem[],
  { closed, hasReason }: { readonly closed: ReadonlySet<string>; readonly hasReason: boolean },
): Step[] | null {
  const steps: Step[] = [];
  for (const { meeting, week, day, to, isCancelled, isRestored } of items) {
    const before = states.get(meeting) ?? null;
    const place = before?.place;
    const fact = facts.meetings.get(meeting)!;
    if (!place || place.day !== day || !fact.weeks.includes(week)) return null;
    const former = before.dates?.find((each) => each.week === week);
    const others = before.dates?.filter((each) => each !== former) ?? [];
    if (isRestored) {
      if (!former) return null;
      steps.push({ meeting, before, after: withDates(before, others) });
    } else if (isCancelled) {
      const date = { week, day, kind: 'CANCELLED', to: {} } as const;
      steps.push({ meeting, before, after: withDates(before, [...others, date]) });
    } else {
      const at = { week: to?.week ?? week, day: to?.day ?? day, period: to?.period ?? place.period };
      const isOther = at.week !== week || at.day !== day || at.period !== place.period;
      const room = to?.room && to.room !== place.room ? { room: to.room } : {};
      const teacher = to?.teacher && to.teacher !== place.teacher ? { teacher: to.teacher } : {};
      const wasOut = former?.kind === 'CANCELLED' || former?.kind === 'MADE_UP';
      const same = 'teacher' in teacher ? 'SUBSTITUTED' : 'room' in room ? 'OTHER_ROOM' : null;
      const kind = isOther ? (wasOut ? 'MADE_UP' : 'MOVED') : same;
      if (kind === null) return null;
      const date: OnDate = { week, day, kind, to: { ...(isOther && at), ...room, ...teacher } };
      const after = withDates(before, [...others, date]);
      const stand = standOn(place, date)!.place;
      const from = former ? (standOn(place, former)?.place ?? null) : place;
      const fits = stand.period + fact.periods - 1 <= facts.periods || isSameTime(from, stand);
      const isTaught = hasReason || from?.teacher === stand.teacher || fact.teachers.includes(stand.teacher);
      const isOpen = !closed.has(stand.room) || from?.room === stand.room;
      if (!fits || !isTaught || !isOpen || isTwice(fact, after)) return null;
      steps.push({ meeting, before, after });
    }
    if (isTwice(fact, steps.at(-1)!.after!)) return null;
  }
  return steps;
}

const isSameTime = (a: Place | null, b: Place): boolean => a?.day === b.day && a.period === b.period;

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
export function stepsOf(
  facts: Facts,
  { states }: Contents,
  items: readonly Item[],
  {
    closed,
    hasReason,
    endsDates,
  }: { readonly closed: ReadonlySet<string>; readonly hasReason: boolean; readonly endsDates: boolean },
): Step[] | null {
  const steps: Step[] = [];
  for (const item of items) {
    if (steps.some(({ meeting }) => meeting === item.meeting)) return null;
    const before = states.get(item.meeting) ?? null;
    const after = stateAfter(item, before);
    if (after === 'impossible' || (after && !mayStand(facts, item.meeting, before, after, hasReason)))
      return null;
    const room = after?.place?.room;
    if (room && closed.has(room) && before?.place?.room !== room) return null;
    const kept = keptDates(facts.meetings.get(item.meeting)!, before, after);
    if (kept.isEnding && !endsDates) return null;
    steps.push({ meeting: item.meeting, before, after: kept.after });
  }
  return steps;
}

function stateAfter(
  { place, isLocked, isRetired, isNew }: Item,
  before: State | null,
): State | null | 'impossible' {
  if (isNew && before?.place) return 'impossible';
  const isHeld = before?.isLocked && isLocked !== false;
  if ((isRetired && (place || isLocked)) || (place === null && isLocked)) return 'impossible';
  if (isRetired) return before && !isHeld ? null : 'impossible';
  if (place === null && isHeld) return 'impossible';
  if (place === null) return { place: null, isLocked: false, series: before?.series ?? null };
  const to = place ? ({ ...before?.place, ...place } as Place) : (before?.place ?? null);
  if (isHeld && !isSamePlace(to, before.place)) return 'impossible';
  if (to && !(to.day && to.period && to.room && to.teacher)) return 'impossible';
  if (!to) return isLocked ? 'impossible' : before;
  return { place: to, isLocked: isLocked ?? before?.isLocked ?? false, series: before?.series ?? null };
}

/** @param hasReason whether it is said why: then somebody without qualification may teach it, too */
function mayStand(
  facts: Facts,
  meeting: string,
  before: State | null,
  { place }: State,
  hasReason: boolean,
): boolean {
  if (!place || isSamePlace(place, before?.place ?? null)) return true;
  const { periods, teachers } = facts.meetings.get(meeting)!;
  const { day, period, room, teacher } = place;
  const isInGrid = day >= 1 && day <= facts.days && period >= 1 && period + periods - 1 <= facts.periods;
  const isTaught = hasReason || before?.place?.teacher === teacher || teachers.includes(teacher);
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

/** The overlap of two meetings in what both need; none where they share no slot of it. */
function overlapIn(
  facts: Facts,
  { pairs }: Contents,
  sides: readonly [meeting: string, state: State][],
): (kind: Overlap['kind'], resource: string) => Overlap[] {
  const [[first, state], [second, other]] = sides.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return (kind, resource) => {
    if (kind === 'CLASS' && !sharesSomebody(facts, [first, second], resource)) return [];
    const needed = kind === 'OTHER' ? undefined : resource;
    const slots = new Set(heldSlots(facts.meetings.get(first)!, state, needed));
    const shared = heldSlots(facts.meetings.get(second)!, other, needed)
      .filter((slot) => slots.has(slot))
      .sort((a, b) => a - b);
    if (shared.length === 0) return [];
    const known = new Set(pairs.get(pairKey({ resource, first, second }))?.slots.split(' '));
    const isKnown = shared.every((slot) => known.has(String(slot)));
    return [{ kind, resource, first, second, slots: shared.join(' '), isKnown }];
  };
}

/** Whether two meetings that a class attends need the same of its students: parts may have none in common. */
function sharesSomebody({ meetings, parts }: Facts, both: readonly string[], group: string): boolean {
  const [mine, theirs] = both.map((id) => parts.get(partKey(meetings.get(id)!.teachingClass, group)));
  return !mine || !theirs || [...mine].some((each) => theirs.has(each));
}

const isAttendedBy = (
  { parts }: Facts,
  { groups, teachingClass }: MeetingFact,
  { id, group }: StudentFact,
): boolean => groups.includes(group) && parts.get(partKey(teachingClass, group))?.has(id) !== false;

function inOrder(overlaps: readonly Overlap[]): Overlap[] {
  const order = ({ first, second, kind, resource }: Overlap): string =>
    `${first} ${second} ${kind} ${resource}`;
  const found = new Map(overlaps.map((overlap) => [pairKey(overlap), overlap]));
  return [...found.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

/** Every overlap of the changed meetings, after the steps, in what they occupy. */
export function overlapsOf(facts: Facts, contents: Contents, steps: readonly Step[]): Overlap[] {
  const after = new Map(contents.states);
  for (const { meeting, after: state } of steps) {
    if (state) after.set(meeting, state);
    else after.delete(meeting);
  }
  const found: Overlap[] = [];
  for (const { meeting, after: state } of steps) {
    if (!state?.place) continue;
    const fact = facts.meetings.get(meeting)!;
    const resources = standsOf(fact, state).flatMap(({ place }) => resourcesOf(fact, place));
    for (const [other, theirs] of after) {
      if (other === meeting || !theirs.place) continue;
      const overlap = overlapIn(facts, contents, [
        [meeting, state],
        [other, theirs],
      ]);
      for (const [kind, resource] of resources) found.push(...overlap(kind, resource));
    }
  }
  return inOrder(found);
}

/**
 * What the meetings, as they stand, make overlap without occupying it: students who chose one of two teaching
 * classes, and closed rooms, in which a meeting overlaps with itself.
 */
export function furtherOverlapsOf(
  facts: Facts,
  contents: Contents,
  { chosen, closed }: Circumstances,
  meetings: Iterable<string>,
): Overlap[] {
  const placed = [...contents.states].filter(([, { place }]) => place);
  const mine = new Set(meetings);
  const [ofStudents, ofRooms]: [Overlap[], Overlap[]] = [[], []];
  for (const side of placed) {
    const [meeting, state] = side;
    const { room } = state.place!;
    if (!mine.has(meeting)) continue;
    const fact = facts.meetings.get(meeting)!;
    const { teachingClass } = fact;
    // Of a closed room in every week, whatever is changed on single dates.
    const weekly: [string, State] = [meeting, ofWeek(state)];
    if (closed.has(room)) ofRooms.push(...overlapIn(facts, contents, [weekly, weekly])('ROOM', room));
    for (const other of placed) {
      const theirs = facts.meetings.get(other[0])!;
      if (theirs.teachingClass === teachingClass) continue;
      const overlap = overlapIn(facts, contents, [side, other]);
      for (const student of facts.students) {
        const { id } = student;
        const chose = [teachingClass, theirs.teachingClass].map((each) => chosen.get(each)?.has(id) === true);
        const attends = [fact, theirs].every((each, at) => chose[at] || isAttendedBy(facts, each, student));
        if (attends && chose.includes(true)) ofStudents.push(...overlap('OTHER', id));
      }
    }
  }
  return [...inOrder(ofStudents), ...inOrder(ofRooms)];
}

const isSameDecision = (a: Conflict, b: Conflict): boolean => a.status === b.status && a.note === b.note;

/** How what overlaps anew begins, and what an undo restores. */
export interface Settlement extends Circumstances {
  readonly counter: Counter;
  /** Why it is accepted; null leaves it open. */
  readonly accepted: string | null;
  /** Why it was let come about, although it is open. */
  readonly reason?: string | null;
  readonly restored?: History;
}

/** Writes the steps, and brings the conflicts in line with what overlaps then. */
export function store(
  facts: Facts,
  contents: Contents,
  steps: readonly Step[],
  occupied: readonly Overlap[],
  { accepted, reason = null, restored, counter, ...circumstances }: Settlement,
): History {
  const { states, conflicts, pairs } = contents;
  for (const { meeting, after } of steps) {
    if (after) states.set(meeting, after);
    else states.delete(meeting);
  }
  const changed = new Set(steps.map(({ meeting }) => meeting));
  const overlaps = [...occupied, ...furtherOverlapsOf(facts, contents, circumstances, changed)];
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

  const begun = { status: accepted === null ? 'OPEN' : 'IGNORED', note: accepted ?? reason } as const;
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
