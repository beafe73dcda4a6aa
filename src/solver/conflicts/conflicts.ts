import type { Meeting, Placement, Problem, Room, Sentence } from '../model.js';
import { precheck, type Impossibility } from '../precheck.js';
import { verify } from '../verify.js';
import { Board, type Active, type Hour } from './board.js';
import { placeAll, type Effort } from './exhaustive.js';
import { keyOf, requirementsOf, type Requirement } from './requirements.js';

/** Requirements that no timetable can meet together. */
export interface Conflict {
  readonly requirements: readonly Requirement[];
  /** Without any one of them the others can be met; false when the limit ended the proof. */
  readonly isSmallest: boolean;
  readonly sentence: Sentence;
}

/** What became of the question why a timetable is not complete. */
export type Cause =
  | { readonly kind: 'impossible'; readonly conflict: Conflict }
  /** It can be completed, and here it is. */
  | { readonly kind: 'possible'; readonly placements: readonly Placement[] }
  /** The limit came first. */
  | { readonly kind: 'unknown'; readonly sentence: Sentence };

/** How much to spend on the question. */
export interface ConflictOptions {
  /** The unplaced meeting to explain; default: each in turn, until one cannot be placed. */
  readonly meeting?: string;
  /** Default 1. */
  readonly seconds?: number;
  /** Seconds since any fixed moment; the engine has no clock of its own. */
  readonly now: () => number;
}

/** Places tried at most by one check of whether some requirements can be met together. */
export const STEPS_PER_CHECK = 20_000;
/** The same where several requirements are given up at once, which is a guess. */
const STEPS_PER_GUESS = 500;
const SECONDS = 1;
/** Share of the time after which no more meetings are given up, so that some is left for the rules. */
const MEETINGS_SHARE = 0.7;
/** More meetings than this are not tried together. */
const MEETINGS_MAX = 400;
/** An impossibility is made small from the smallest sets that are known to be impossible. */
const SEEDS_MAX = 4;

/**
 * Looks for a smallest set of requirements that cannot hold together: first a few meetings that cannot all be placed
 * (beginning with the unplaced one, adding those that stand in its way until every combination fails), then a filter
 * that gives up requirements by halves as long as it stays impossible.
 */
export function findConflict(
  problem: Problem,
  placements: readonly Placement[],
  options: ConflictOptions,
): Cause {
  return new Inquiry(problem, placements, options).cause();
}

class Inquiry {
  readonly #board: Board;
  readonly #effort: Effort;
  readonly #meetingsEnd: number;
  #placements: Map<string, Placement>;

  constructor(
    private readonly problem: Problem,
    placements: readonly Placement[],
    private readonly options: ConflictOptions,
  ) {
    this.#board = new Board(problem);
    this.#placements = new Map(placements.map((placement) => [placement.meeting, placement]));
    const begin = options.now();
    const seconds = options.seconds ?? SECONDS;
    this.#effort = { steps: STEPS_PER_CHECK, isOver: () => options.now() >= begin + seconds };
    this.#meetingsEnd = begin + seconds * MEETINGS_SHARE;
  }

  cause(): Cause {
    const { meeting } = this.options;
    const asked = meeting === undefined ? null : this.#board.meeting(meeting).id;
    const known = this.#knownImpossibility(asked);
    if (known) return known;
    const unplaced = this.problem.meetings.filter(({ id }) =>
      asked === null ? !this.#placements.has(id) : id === asked,
    );
    for (const target of unplaced) {
      const cause = this.#place(target);
      if (cause.kind !== 'possible') return cause;
      this.#placements = new Map(cause.placements.map((placement) => [placement.meeting, placement]));
    }
    return this.#completed();
  }

  /** What the pre-check has found already, if it concerns the meeting that was asked about. */
  #knownImpossibility(asked: string | null): Cause | null {
    const seeds = precheck(this.problem)
      .filter(({ meetings }) => asked === null || meetings.includes(asked))
      .sort((a, b) => a.meetings.length - b.meetings.length);
    for (const seed of seeds.slice(0, SEEDS_MAX)) {
      const meetings = seed.meetings.map((id) => this.#board.meeting(id));
      const keys = [...requirementsOf(this.problem, meetings).keys()];
      if (this.#isImpossible(meetings, new Set(keys)) === 'impossible')
        return { kind: 'impossible', conflict: this.#smallest(meetings, seed) };
    }
    return null;
  }

  /** Adds what stands in the way of the meeting until all fit, or cannot. */
  #place(target: Meeting): Cause {
    const chosen = new Map([[target.id, target]]);
    while (chosen.size <= MEETINGS_MAX && !this.#effort.isOver()) {
      const meetings = [...chosen.values()];
      const active = this.#board.everything;
      const outside = new Outside(this.#board, this.#placements, chosen, active);
      const outcome = placeAll(this.#board, meetings, active, {
        ...this.#effort,
        disturbance: (meeting, hour, room) => outside.disturbed(meeting, hour, room).length,
      });
      if (outcome.kind === 'impossible')
        return { kind: 'impossible', conflict: this.#smallest(meetings, null) };
      if (outcome.kind === 'unknown') break;
      const before = chosen.size;
      const moved = new Map([...this.#placements, ...outcome.placements.map((p) => [p.meeting, p] as const)]);
      for (const placement of outcome.placements) {
        // With many relations this takes longer than the placing.
        if (this.#effort.isOver()) return this.#unknown(chosen.size);
        for (const id of outside.barring(placement, moved)) chosen.set(id, this.#board.meeting(id));
      }
      if (chosen.size > before) continue;
      return { kind: 'possible', placements: [...moved.values()] };
    }
    return this.#unknown(chosen.size);
  }

  /** The rules have the last word on what was put together. */
  #completed(): Cause {
    const placements = [...this.#placements.values()];
    if (this.options.meeting !== undefined) return { kind: 'possible', placements };
    return verify(this.problem, placements).isFeasible
      ? { kind: 'possible', placements }
      : this.#unknown(this.problem.meetings.length);
  }

  /** Gives up meetings first, then what rules ask of those that are left. */
  #smallest(meetings: readonly Meeting[], seed: Impossibility | null): Conflict {
    const all = requirementsOf(this.problem, meetings);
    const rules = [...all.keys()].filter((key) => !key.startsWith('unplaced/'));
    const held = this.#filter(
      meetings.map(({ id }) => id),
      (ids, steps) =>
        this.options.now() >= this.#meetingsEnd
          ? 'unknown'
          : this.#isImpossible(this.#meetingsOf(ids), new Set(rules), steps),
    );
    const kept = this.#meetingsOf(held.kept);
    const left = requirementsOf(this.problem, kept);
    const asked = this.#filter(
      [...left.keys()].filter((key) => !key.startsWith('unplaced/')),
      (keys, steps) => this.#isImpossible(kept, new Set(keys), steps),
    );
    const requirements = [...held.kept.map((id) => keyOf('unplaced', id)), ...asked.kept].map(
      (key) => left.get(key) as Requirement,
    );
    const isSmallest = held.isProved && asked.isProved;
    return { requirements, isSmallest, sentence: summary(requirements, isSmallest, seed) };
  }

  /** Drops what is not needed, by halves, then one by one. */
  #filter(
    items: readonly string[],
    judge: (kept: readonly string[], steps: number) => 'impossible' | 'possible' | 'unknown',
  ): { kept: readonly string[]; isProved: boolean } {
    let kept = items;
    let isProved = true;
    for (let size = Math.ceil(items.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let start = 0; start < kept.length;) {
        const rest = [...kept.slice(0, start), ...kept.slice(start + size)];
        const outcome = this.#effort.isOver()
          ? 'unknown'
          : judge(rest, size === 1 ? STEPS_PER_CHECK : STEPS_PER_GUESS);
        if (outcome === 'impossible') kept = rest;
        else start += size;
        if (size === 1 && outcome === 'unknown') isProved = false;
      }
    }
    return { kept, isProved };
  }

  #isImpossible(
    meetings: readonly Meeting[],
    active: Active,
    steps = STEPS_PER_CHECK,
  ): 'impossible' | 'possible' | 'unknown' {
    return placeAll(this.#board, meetings, active, { ...this.#effort, steps }).kind;
  }

  #meetingsOf(ids: readonly string[]): Meeting[] {
    return ids.map((id) => this.#board.meeting(id));
  }

  #unknown(meetings: number): Cause {
    return {
      kind: 'unknown',
      sentence: {
        zh: `在时限内既未找到完整课表，也未能证明不可能（共考虑${meetings}次课）。可延长时限后重试。`,
        en: `Within the limit neither a complete timetable nor a proof that there is none was found (meetings considered: ${meetings}).\nMaybe allow more time.`,
      },
    };
  }
}

/** The meetings that stand, seen from some that look for a place. */
class Outside {
  readonly #byOwner = new Map<string, Placement[]>();

  constructor(
    private readonly board: Board,
    placements: ReadonlyMap<string, Placement>,
    private readonly chosen: ReadonlyMap<string, Meeting>,
    private readonly active: Active,
  ) {
    for (const placement of placements.values()) {
      if (chosen.has(placement.meeting)) continue;
      for (const owner of ownersOf(board.meeting(placement.meeting), placement)) {
        const list = this.#byOwner.get(owner);
        if (list) list.push(placement);
        else this.#byOwner.set(owner, [placement]);
      }
    }
  }

  /** Who would lose the people at this hour, or when a room is named, the room. */
  disturbed(meeting: Meeting, hour: Hour, room: Room | null): Placement[] {
    const owners = room
      ? [`room ${room.id}`]
      : ownersOf(meeting, { meeting: meeting.id, ...hour, room: null });
    return owners
      .flatMap((owner) => this.#byOwner.get(owner) ?? [])
      .filter((other) => this.board.overlap(other.time, hour.time));
  }

  /** Ids of the meetings that this placement does not go together with, once all stand as given. */
  barring(placement: Placement, all: ReadonlyMap<string, Placement>): string[] {
    const meeting = this.board.meeting(placement.meeting);
    const related = this.board
      .related(meeting)
      .flatMap((id) => (this.chosen.has(id) ? [] : (all.get(id) ?? [])));
    if (this.board.breaksSet(all, meeting.id, this.active)) return related.map((other) => other.meeting);
    const near = new Set([
      ...ownersOf(meeting, placement).flatMap((owner) => this.#byOwner.get(owner) ?? []),
      ...related,
    ]);
    return [...near]
      .filter((other) => {
        const isTied = this.board.isTied(meeting, this.board.meeting(other.meeting), this.active);
        return (
          this.board.barsHour(placement, other, isTied, this.active) ||
          this.board.bars(placement, other, this.active)
        );
      })
      .map((other) => other.meeting);
  }
}

function ownersOf({ groups, teachingClass }: Meeting, { room, teacher }: Placement): string[] {
  const owners = groups.map((id) => `group ${id}`);
  owners.push(`class ${teachingClass}`);
  if (teacher !== null) owners.push(`teacher ${teacher}`);
  if (room !== null) owners.push(`room ${room}`);
  return owners;
}

function summary(
  requirements: readonly Requirement[],
  isSmallest: boolean,
  seed: Impossibility | null,
): Sentence {
  const { length } = requirements;
  const proof = isSmallest
    ? { zh: '已证明缺一不可', en: 'proved smallest: without any one of them the others can be met' }
    : { zh: '时限内未能证明为最小', en: 'not proved smallest within the limit' };
  return {
    zh: `${length}项要求无法同时满足（${proof.zh}）。${seed?.sentence.zh ?? ''}`,
    en: `${length} requirements cannot be met together (${proof.en}).${seed ? ` ${seed.sentence.en}` : ''}`,
  };
}
