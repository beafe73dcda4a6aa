import type { Facts, Person } from './facts.js';
import {
  datedSteps,
  furtherOverlapsOf,
  isSameState,
  keptDates,
  ofWeek,
  overlapsOf,
  pairKey,
  Refusal,
  stepsOf,
  store,
  withSeries,
  type Circumstances,
  type Contents,
  type Counter,
  type DateItem,
  type History,
  type Item,
  type Overlap,
  type Place,
  type State,
  type Step,
} from './rules.js';

interface KeptChange {
  readonly number: number;
  readonly person: string;
  readonly kind: 'EDIT' | 'MERGE';
  state: 'APPLIED' | 'UNDONE' | 'DROPPED';
  readonly steps: readonly Step[];
  readonly history: History;
}

/** A revision, with who changed it. */
export interface Timetable extends Contents {
  status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';
  readonly madeBy: string;
  /** Whether a timetable was published when it began, and what that held then. */
  readonly began: ReadonlyMap<string, State> | null;
  /** What the published timetable said of meetings of which this one keeps its own. */
  kept: Map<string, State | null>;
  readonly changes: KeptChange[];
}

/** All timetables of the semester. A plain value, so that a wish can be tried on a copy. */
export interface World extends Circumstances {
  /** Number of the newest change. */
  number: number;
  readonly counter: Counter;
  readonly timetables: Map<string, Timetable>;
}

export const emptyWorld = (): World => ({
  number: 0,
  counter: { last: 0 },
  timetables: new Map(),
  chosen: new Map(),
  closed: new Set(),
});

/** What a wish did, or would do. */
export interface Answer {
  readonly number: number;
  /** Whether a change was stored. */
  readonly isStored?: boolean;
  readonly isApplicable?: boolean;
  /** New overlaps, as text. */
  readonly clashes?: readonly string[];
}

export interface Terms {
  readonly reason?: string;
  readonly acceptsClashes?: boolean;
  readonly expectedNumber?: number;
  readonly isDryRun?: boolean;
  readonly endsDates?: boolean;
}

const draftsMax = 20;

/** The wishes that change timetables, as the rules of the product say what comes of them. */
export class Play {
  constructor(
    readonly facts: Facts,
    readonly world: World,
    readonly person: Person,
  ) {}

  edit(id: string, items: readonly Item[], terms: Terms, dates: readonly DateItem[] = []): Answer {
    if (terms.acceptsClashes && !terms.reason) throw new Refusal('INVALID_INPUT');
    const timetable = this.#changeable(id);
    if (terms.expectedNumber !== undefined && terms.expectedNumber !== this.world.number)
      throw new Refusal('VERSION_CONFLICT');
    this.#refuseForeign([...items, ...dates].map(({ meeting }) => meeting));
    const hasReason = Boolean(terms.reason);
    const given = { closed: this.world.closed, hasReason, endsDates: terms.endsDates === true };
    const isDated = dates.length > 0;
    const wanted =
      isDated && timetable.status !== 'PUBLISHED'
        ? null
        : isDated
          ? datedSteps(this.facts, timetable, dates, given)
          : stepsOf(this.facts, timetable, items, given);
    const { number } = this.world;
    if (!wanted) {
      if (terms.isDryRun) return { number, isApplicable: false, clashes: [] };
      throw new Refusal('INVALID_INPUT');
    }
    // What stays as it is takes no part, so that nobody joins its series.
    const moved = wanted.filter(({ before, after }) => !isSameState(before, after));
    const steps = withSeries(this.facts, timetable, moved, this.world.counter);
    const overlaps = overlapsOf(this.facts, timetable, steps);
    const ofStudents = this.#ofStudentsAfter(timetable, steps);
    const clashes = this.#told([...overlaps, ...byMeetings(ofStudents)].filter(({ isKnown }) => !isKnown));
    if (terms.isDryRun) return { number, isStored: false, isApplicable: clashes.length === 0, clashes };
    if (steps.length === 0) return { number, isStored: false };
    if (clashes.length && !terms.acceptsClashes) throw new Refusal('OPERATION_DENIED', clashes);
    const accepted = terms.acceptsClashes ? terms.reason! : null;
    this.#keep(
      timetable,
      'EDIT',
      steps,
      store(this.facts, timetable, steps, overlaps, { accepted, ...this.world }),
    );
    return { number: this.world.number, isStored: true };
  }

  /** What single students have twice anew after the steps. */
  #ofStudentsAfter({ states, ...timetable }: Timetable, steps: readonly Step[]): Overlap[] {
    const after = new Map([...states, ...steps.map(({ meeting, after }) => [meeting, after] as const)]);
    const kept = new Map([...after].flatMap(([meeting, state]) => (state ? [[meeting, state]] : [])));
    const meetings = steps.map(({ meeting }) => meeting);
    const contents = { ...timetable, states: kept };
    return furtherOverlapsOf(this.facts, contents, this.world, meetings).filter(
      ({ kind, isKnown }) => kind === 'OTHER' && !isKnown,
    );
  }

  swap(id: string, meetings: readonly [string, string], terms: Terms): Answer {
    if (meetings[0] === meetings[1]) throw new Refusal('INVALID_INPUT');
    const states = this.world.timetables.get(id)?.states;
    const items = meetings.map((meeting, at): Item => {
      const place = states?.get(meetings[1 - at])?.place;
      if (!place) throw new Refusal('OPERATION_INVALID');
      return { meeting, place: { day: place.day, period: place.period, room: place.room } };
    });
    return this.edit(id, items, terms);
  }

  /** Takes back the newest own change that stands, or makes again what was taken back last. */
  reverse(id: string, kind: 'UNDO' | 'REDO', isDryRun: boolean): Answer {
    const timetable = this.#changeable(id);
    const isUndo = kind === 'UNDO';
    const mine = timetable.changes.filter(
      ({ person, state }) => person === this.person.name && state === (isUndo ? 'APPLIED' : 'UNDONE'),
    );
    const subject = isUndo ? mine.at(-1) : mine[0];
    if (!subject) throw new Refusal('OPERATION_INVALID');
    const wanted = subject.steps.map(({ meeting, before, after }): Step =>
      isUndo ? { meeting, before: after, after: before } : { meeting, before, after },
    );
    this.#refuseForeign(wanted.map(({ meeting }) => meeting));
    const moved = wanted.filter(
      ({ meeting, before }) => !isSameState(before, timetable.states.get(meeting) ?? null),
    );
    if (moved.length) throw new Refusal('OPERATION_INVALID', moved.map(({ meeting }) => meeting).sort());
    const { before, after } = subject.history;
    const restored = isUndo ? subject.history : { before: after, after: before };
    const steps = withSeries(this.facts, timetable, wanted, this.world.counter);
    const overlaps = overlapsOf(this.facts, timetable, steps);
    const admitted = new Set(restored.before.flatMap(({ pairs }) => pairs));
    const clashes = this.#told(
      overlaps.filter((each) => !each.isKnown && !admitted.has(`${pairKey(each)} ${each.slots}`)),
    );
    if (isDryRun) return { number: this.world.number, isApplicable: clashes.length === 0, clashes };
    if (clashes.length) throw new Refusal('OPERATION_DENIED', clashes);
    store(this.facts, timetable, steps, overlaps, { accepted: null, restored, ...this.world });
    subject.state = isUndo ? 'UNDONE' : 'APPLIED';
    this.world.number += 1;
    return { number: this.world.number, isStored: true };
  }

  createDraft(made: string, { from, isEmpty }: { from?: string; isEmpty?: boolean }): void {
    if (from !== undefined && isEmpty) throw new Refusal('INVALID_INPUT');
    if (from !== undefined) this.#seen(from);
    if (this.#drafts() >= draftsMax) throw new Refusal('OPERATION_INVALID');
    const published = this.#published();
    this.#add(made, isEmpty ? null : (from ?? published));
  }

  discard(id: string): void {
    const timetable = this.#seen(id);
    if (timetable.status !== 'DRAFT') throw new Refusal('OPERATION_INVALID');
    if (timetable.madeBy !== this.person.name) this.#refuseForeign([...timetable.states.keys()]);
    this.world.timetables.delete(id);
  }

  publish(id: string, reason: string | undefined, endsDates = false): void {
    const draft = this.#seen(id);
    if (draft.status !== 'DRAFT') throw new Refusal('OPERATION_INVALID');
    const { taken, contested } = this.#merge(draft);
    if (contested.length)
      throw new Refusal('OPERATION_INVALID', contested.map(({ meeting }) => meeting).sort());
    if (taken.length) this.#take(draft, taken, reason ?? null);
    this.#release(id, reason, endsDates);
  }

  rollBack(id: string, made: string, reason: string | undefined, endsDates = false): void {
    if (this.#seen(id).status !== 'ARCHIVED') throw new Refusal('OPERATION_INVALID');
    this.#add(made, id);
    this.#release(made, reason, endsDates);
  }

  /** Decides all that a draft and the published timetable both changed. */
  resolve(id: string, side: 'DRAFT' | 'PUBLISHED'): void {
    const draft = this.#seen(id);
    if (draft.status !== 'DRAFT') throw new Refusal('OPERATION_INVALID');
    const { contested } = this.#merge(draft);
    if (contested.length === 0) return;
    this.#refuseForeign(contested.map(({ meeting }) => meeting));
    if (side === 'PUBLISHED') this.#take(draft, contested, null);
    else for (const { meeting, after } of contested) draft.kept.set(meeting, after);
  }

  /** Lets a student attend an elective, or no longer. */
  choose(elective: string, student: string, isChosen: boolean, reason: string | null): void {
    const students = new Set(this.world.chosen.get(elective));
    if (isChosen) students.add(student);
    else students.delete(student);
    this.world.chosen.set(elective, students);
    this.#settle(reason, (_, meeting) => this.facts.meetings.get(meeting)!.teachingClass === elective);
  }

  /** Closes a room, or opens it again. */
  close(room: string, isClosed: boolean, reason: string | null): void {
    if (isClosed) this.world.closed.add(room);
    else this.world.closed.delete(room);
    this.#settle(
      reason,
      ({ pairs }, meeting, place) =>
        place.room === room &&
        isClosed !== pairs.has(pairKey({ resource: room, first: meeting, second: meeting })),
    );
  }

  /** Brings the conflicts of meetings that stay where they are in line with the circumstances. */
  #settle(
    reason: string | null,
    isMeant: (timetable: Timetable, meeting: string, place: Place) => boolean,
  ): void {
    for (const timetable of this.world.timetables.values()) {
      if (timetable.status === 'ARCHIVED') continue;
      const steps = [...timetable.states].flatMap(([meeting, state]): Step[] =>
        state.place && isMeant(timetable, meeting, state.place)
          ? [{ meeting, before: state, after: state }]
          : [],
      );
      if (steps.length === 0) continue;
      const meetings = steps.map(({ meeting }) => meeting);
      const further = furtherOverlapsOf(this.facts, timetable, this.world, meetings);
      const clashes = this.#told(byMeetings(further.filter(({ isKnown }) => !isKnown)));
      if (timetable.status === 'PUBLISHED' && reason === null && clashes.length)
        throw new Refusal('OPERATION_DENIED', clashes);
      const overlaps = overlapsOf(this.facts, timetable, steps);
      store(this.facts, timetable, steps, overlaps, { accepted: null, reason, ...this.world });
    }
  }

  /** Accepts an open conflict, or opens an accepted one. */
  decide(id: string, conflict: number, reason: string | null): void {
    const timetable = this.#changeable(id);
    const found = timetable.conflicts.get(conflict)!;
    if (found.status !== (reason === null ? 'IGNORED' : 'OPEN')) throw new Refusal('OPERATION_INVALID');
    const status = reason === null ? 'OPEN' : 'IGNORED';
    timetable.conflicts.set(conflict, { ...found, status, note: reason });
  }

  /** New clashes as the product tells them: the thing by its name. */
  #told(overlaps: readonly Overlap[]): string[] {
    return overlaps
      .map(({ kind, resource, first, second, slots }) =>
        [kind, this.facts.names.get(resource) ?? resource, first, second, slots].join(' '),
      )
      .sort();
  }

  #published(): string | null {
    for (const [id, { status }] of this.world.timetables) if (status === 'PUBLISHED') return id;
    return null;
  }

  #drafts(): number {
    return [...this.world.timetables.values()].filter(({ status }) => status === 'DRAFT').length;
  }

  #seen(id: string): Timetable {
    const timetable = this.world.timetables.get(id);
    if (!timetable) throw new Refusal('NOT_FOUND');
    return timetable;
  }

  #changeable(id: string): Timetable {
    const timetable = this.#seen(id);
    if (timetable.status === 'ARCHIVED') throw new Refusal('OPERATION_INVALID');
    return timetable;
  }

  #refuseForeign(meetings: readonly string[]): void {
    const { departments } = this.person;
    if (departments === null) return;
    for (const meeting of meetings)
      if (!departments.includes(this.facts.meetings.get(meeting)!.department)) throw new Refusal('FORBIDDEN');
  }

  #keep(timetable: Timetable, kind: KeptChange['kind'], steps: readonly Step[], history: History): void {
    this.world.number += 1;
    for (const change of timetable.changes)
      if (change.person === this.person.name && change.state === 'UNDONE') change.state = 'DROPPED';
    const { number } = this.world;
    timetable.changes.push({ number, person: this.person.name, kind, state: 'APPLIED', steps, history });
  }

  #add(made: string, source: string | null): void {
    const published = this.#published();
    const draft: Timetable = {
      status: 'DRAFT',
      madeBy: this.person.name,
      began: published ? plain(this.#seen(published).states) : null,
      kept: new Map(),
      changes: [],
      states: new Map(),
      conflicts: new Map(),
      pairs: new Map(),
    };
    this.world.timetables.set(made, draft);
    const { states, conflicts } = source ? this.#seen(source) : draft;
    if (states.size === 0) return;
    const steps = [...plain(states)].map(([meeting, after]): Step => ({ meeting, before: null, after }));
    // One that was over overlaps anew where it does again.
    const standing = [...conflicts.values()].filter(({ status }) => status !== 'RESOLVED');
    const before = standing.map((conflict) => ({ ...conflict, id: ++this.world.counter.last, pairs: [] }));
    const overlaps = overlapsOf(this.facts, draft, steps);
    store(this.facts, draft, steps, overlaps, {
      accepted: null,
      restored: { before, after: [] },
      ...this.world,
    });
    this.world.number += 1;
  }

  /** What of the published timetable a draft has to take over, and what both changed. */
  #merge(draft: Timetable): { taken: Step[]; contested: Step[] } {
    const published = this.#published();
    const [taken, contested]: [Step[], Step[]] = [[], []];
    if (!draft.began || !published) return { taken, contested };
    const theirs = plain(this.#seen(published).states);
    for (const meeting of [...new Set([...draft.began.keys(), ...theirs.keys()])].sort()) {
      const [began, after] = [draft.began.get(meeting) ?? null, theirs.get(meeting) ?? null];
      const before = draft.states.get(meeting) ?? null;
      if (isSameState(began, after) || isSameState(before, after)) continue;
      if (draft.kept.has(meeting) && isSameState(draft.kept.get(meeting)!, after)) continue;
      (isSameState(before, began) ? taken : contested).push({ meeting, before, after });
    }
    return { taken, contested };
  }

  #take(draft: Timetable, taken: readonly Step[], reason: string | null): void {
    const steps = withSeries(this.facts, draft, taken, this.world.counter);
    const overlaps = overlapsOf(this.facts, draft, steps);
    const clashes = this.#told(overlaps.filter(({ isKnown }) => !isKnown));
    if (clashes.length && !reason) throw new Refusal('OPERATION_DENIED', clashes);
    this.#keep(
      draft,
      'MERGE',
      steps,
      store(this.facts, draft, steps, overlaps, { accepted: reason, ...this.world }),
    );
  }

  /** The single dates of the timetable before that still mean something, and clash with nothing. */
  #carried(draft: Timetable, theirs: ReadonlyMap<string, State>): { steps: Step[]; isEnding: boolean } {
    let isEnding = false;
    let steps = [...theirs]
      .filter(([, { dates }]) => dates)
      .map(([meeting, state]): Step => {
        const before = draft.states.get(meeting) ?? null;
        const kept = keptDates(this.facts.meetings.get(meeting)!, state, before);
        isEnding ||= kept.isEnding;
        return { meeting, before, after: kept.after };
      });
    for (;;) {
      steps = steps.filter(({ after }) => after?.dates);
      const anew = overlapsOf(this.facts, draft, steps).filter(({ isKnown }) => !isKnown);
      if (anew.length === 0) return { steps, isEnding };
      isEnding = true;
      const daysOf = (slots: string): number[] =>
        slots.split(' ').map((slot) => Math.floor(Number(slot) / 32));
      const needed = (meeting: string): number[] =>
        anew
          .filter((each) => [each.first, each.second].includes(meeting))
          .flatMap(({ slots }) => daysOf(slots));
      const left = steps.map((step) => {
        const { day } = step.after!.place!;
        const dates = step.after!.dates!.filter(({ week, kind, to }) => {
          const at = ((to.week ?? week) - 1) * 7 + (to.day ?? day) - 1;
          return kind === 'CANCELLED' || !needed(step.meeting).includes(at);
        });
        return { ...step, after: dates.length > 0 ? { ...step.after!, dates } : ofWeek(step.after!) };
      });
      const isSame = left.every(({ after }, at) => after.dates?.length === steps[at].after!.dates!.length);
      steps = isSame
        ? steps.map((step) =>
            needed(step.meeting).length > 0 ? { ...step, after: ofWeek(step.after!) } : step,
          )
        : left;
    }
  }

  #release(id: string, reason: string | undefined, endsDates: boolean): void {
    const [draft, published] = [this.#seen(id), this.#published()];
    const theirs = published ? this.#seen(published).states : new Map<string, State>();
    const before = plain(theirs);
    const changed = [...new Set([...before.keys(), ...draft.states.keys()])].filter(
      (meeting) => !isSameState(before.get(meeting) ?? null, draft.states.get(meeting) ?? null),
    );
    this.#refuseForeign(changed);
    const isUnfinished =
      [...draft.conflicts.values()].some(({ status, key }) => status === 'OPEN' && !key.endsWith('OTHER')) ||
      [...draft.states.values()].some(({ place }) => !place);
    if (isUnfinished && !reason) throw new Refusal('OPERATION_INVALID');
    const { steps, isEnding } = this.#carried(draft, theirs);
    if (isEnding && !endsDates) throw new Refusal('INVALID_INPUT');
    if (steps.length > 0) {
      const overlaps = overlapsOf(this.facts, draft, steps);
      store(this.facts, draft, steps, overlaps, { accepted: null, ...this.world });
    }
    if (published) this.#seen(published).status = 'ARCHIVED';
    draft.status = 'PUBLISHED';
    draft.kept = new Map();
    this.world.number += 1;
  }
}

const plain = (states: ReadonlyMap<string, State>): Map<string, State> =>
  new Map([...states].map(([meeting, state]) => [meeting, ofWeek(state)]));

/** Overlaps in students by their meetings, with how many students they are of. */
function byMeetings(overlaps: readonly Overlap[]): Overlap[] {
  const counts = new Map<string, Overlap>();
  for (const overlap of overlaps) {
    const { kind, first, second } = overlap;
    const key = `${kind} ${first} ${second}`;
    const count = Number(counts.get(key)?.resource ?? 0) + 1;
    counts.set(key, kind === 'OTHER' ? { ...overlap, resource: String(count) } : overlap);
  }
  return [...counts.values()];
}
