import type { Meeting, Placement, Problem, Room, Sentence } from '../model.js';
import { Precheck, precheck, type Impossibility } from './precheck.js';
import { verify } from '../verify.js';
import { Board, type Active, type Hour } from './constraint-checker.js';
import { isCountedOut, placeAll, type Effort } from './exhaustive.js';
import { gathered, keyOf, requirementsOf, type Requirement } from './requirements.js';

/** Requirements that no timetable can meet together. */
export interface Conflict {
  /** Many of one rule are told as one. */
  readonly requirements: readonly Requirement[];
  /** Meetings that cannot all take place while the other requirements hold. */
  readonly meetings: readonly string[];
  /** Without any one of them the others can be met; false when that was not proved. */
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

/** All that was found out about a problem that cannot be completed. */
export interface Causes {
  /** Independent of each other: each cannot be met even if meetings of all before it are given up. */
  readonly conflicts: readonly Conflict[];
  /** How many more were found than are told. */
  readonly more: number;
  /** Meetings to give up so that none of these stands any more: some of each. */
  readonly givenUp: readonly string[];
  /** What became of all others. */
  readonly rest: Exclude<Cause, { kind: 'impossible' }>;
}

/** How much to spend on the question. */
export interface ConflictOptions {
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
/** Share of the time in which what was counted is made small, so that some is left for what was not. */
const COUNTED_SHARE = 0.6;
/** More meetings than this are not tried together. */
const MEETINGS_MAX = 400;
/** So many are made small by trying; more than that by counting. */
const TRIED_MAX = 12;
/** Conflicts told at most. */
const CONFLICTS_MAX = 20;

/**
 * Looks for a smallest set of requirements that cannot hold together: first a few meetings that cannot all be
 * placed (counted, or beginning with an unplaced one, adding those that stand in its way until every
 * combination fails), then a filter that gives up requirements by halves as long as it stays impossible.
 * `meeting` is the unplaced one to explain; default: each in turn, until one cannot be placed.
 */
export function findConflict(
  problem: Problem,
  placements: readonly Placement[],
  options: ConflictOptions & { readonly meeting?: string },
): Cause {
  return new Inquiry(problem, placements, options).cause(options.meeting);
}

/**
 * The same for all causes: whatever is found, some of its meetings are given up, and the others are asked
 * about. With no placements only what can be counted is found.
 */
export function findConflicts(
  problem: Problem,
  placements: readonly Placement[],
  options: ConflictOptions,
): Causes {
  return new Inquiry(problem, placements, options).causes();
}

class Inquiry {
  readonly #board: Board;
  readonly #effort: Effort;
  readonly #givenUp = new Set<string>();
  readonly #begin: number;
  readonly #end: number;
  /** When what is looked into now must be done. */
  #until: number;
  #placements: Map<string, Placement>;

  constructor(
    private readonly problem: Problem,
    placements: readonly Placement[],
    private readonly options: ConflictOptions,
  ) {
    this.#board = new Board(problem, this.#givenUp);
    this.#placements = new Map(placements.map((placement) => [placement.meeting, placement]));
    this.#begin = options.now();
    this.#end = this.#begin + (options.seconds ?? SECONDS);
    this.#until = this.#end;
    this.#effort = { steps: STEPS_PER_CHECK, isOver: () => options.now() >= this.#until };
  }

  /** One cause, of the meeting that is asked about or of any. */
  cause(asked: string | undefined): Cause {
    if (asked !== undefined) this.#board.meeting(asked);
    const [seed] = precheck(this.problem)
      .filter(({ meetings }) => asked === undefined || meetings.includes(asked))
      .sort(fewestFirst);
    if (seed) return { kind: 'impossible', conflict: this.#counted(seed) };
    const unplaced = this.problem.meetings.filter(({ id }) =>
      asked === undefined ? !this.#placements.has(id) : id === asked,
    );
    for (const target of unplaced) {
      const cause = this.#place(target);
      if (cause.kind !== 'possible') return cause;
      this.#take(cause.placements);
    }
    return this.#completed(asked === undefined);
  }

  causes(): Causes {
    const counted = this.#countedOut();
    const conflicts = this.#smallEach(counted.slice(0, CONFLICTS_MAX));
    for (const id of counted.flatMap(({ excess }) => excess)) {
      this.#givenUp.add(id);
      this.#placements.delete(id);
    }
    let unknown: Cause | null = null;
    const unplaced = this.problem.meetings.filter(
      ({ id }) => !this.#placements.has(id) && !this.#givenUp.has(id),
    );
    this.#until = this.#end;
    if (this.#placements.size === 0 && unplaced.length > MEETINGS_MAX) unknown = this.#unasked();
    for (const target of unknown ? [] : unplaced) {
      const cause = this.#place(target);
      if (cause.kind === 'possible') this.#take(cause.placements);
      else if (cause.kind === 'unknown') unknown ??= cause;
      else if (conflicts.length < CONFLICTS_MAX) {
        conflicts.push(cause.conflict);
        this.#givenUp.add(target.id);
      }
      if (this.#effort.isOver()) break;
    }
    const rest = unknown ?? this.#completed(true);
    return {
      conflicts,
      more: Math.max(0, counted.length - CONFLICTS_MAX),
      givenUp: [...this.#givenUp],
      rest: rest as Causes['rest'],
    };
  }

  /** What counting finds, again and again without what it has found. */
  #countedOut(): Impossibility[] {
    const found: Impossibility[] = [];
    const check = new Precheck(this.problem);
    const without = new Set<string>();
    for (let isNew = true; isNew && !this.#effort.isOver();) {
      const seeds = check.impossibilities(without).sort(fewestFirst);
      isNew = seeds.length > 0;
      for (const seed of seeds) {
        // What shares meetings with another may be gone with it.
        if (seed.core.some((id) => without.has(id))) continue;
        found.push(seed);
        for (const id of seed.excess) without.add(id);
      }
    }
    return found;
  }

  /** Each gets half of the time that is left: the first ones are the smallest. */
  #smallEach(seeds: readonly Impossibility[]): Conflict[] {
    const end = this.#begin + (this.#end - this.#begin) * COUNTED_SHARE;
    return seeds.map((seed, i) => {
      const now = this.options.now();
      this.#until = now + Math.max(0, end - now) / Math.min(2, seeds.length - i);
      return this.#counted(seed);
    });
  }

  /**
   * The requirements that count for what was counted: of those that several meetings share only the seed's.
   */
  #concerned(
    all: ReadonlyMap<string, Requirement>,
    meetings: readonly Meeting[],
    seed: Impossibility | null,
  ): string[] {
    const keys = [...all.keys()].filter((key) => !key.startsWith('unplaced/'));
    if (!seed) return keys;
    for (const further of FURTHER) {
      const few = keys.filter((key) => seed.keys.includes(key) || further.test(key));
      if (isCountedOut(this.#board, meetings, new Set(few))) return few;
    }
    return keys;
  }

  #counted(seed: Impossibility): Conflict {
    const meetings = this.#meetingsOf(seed.core);
    if (meetings.length <= TRIED_MAX && this.#isImpossible(meetings, this.#board.everything) === 'impossible')
      return this.#smallest(meetings, seed);
    const all = requirementsOf(this.problem, meetings);
    let kept = this.#concerned(all, meetings, seed);
    const rules = new Set(kept.map((key) => key.slice(0, key.indexOf('/'))));
    const blocks = [...rules].map(
      (rule) => (key: string) => key.startsWith(`${rule}/`) && !seed.keys.includes(key),
    );
    for (const isGivenUp of blocks) {
      const left = kept.filter((key) => !isGivenUp(key));
      if (this.#effort.isOver()) break;
      if (left.length < kept.length && isCountedOut(this.#board, meetings, new Set(left))) kept = left;
    }
    const requirements = [...seed.core.map((id) => keyOf('unplaced', id)), ...kept].flatMap(
      (key) => all.get(key) ?? [],
    );
    return conflictOf(requirements, 'counted', seed);
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

  #take(placements: readonly Placement[]): void {
    this.#placements = new Map(placements.map((placement) => [placement.meeting, placement]));
  }

  /** The rules have the last word on what was put together. */
  #completed(isWhole: boolean): Cause {
    const placements = [...this.#placements.values()];
    if (!isWhole) return { kind: 'possible', placements };
    const meetings = this.problem.meetings.filter(({ id }) => !this.#givenUp.has(id));
    return verify({ ...this.problem, meetings }, placements).isFeasible
      ? { kind: 'possible', placements }
      : this.#unknown(meetings.length);
  }

  /** Gives up meetings first, then what rules ask of those that are left. */
  #smallest(meetings: readonly Meeting[], seed: Impossibility | null): Conflict {
    const now = this.options.now();
    const meetingsEnd = now + Math.max(0, this.#until - now) * MEETINGS_SHARE;
    const all = requirementsOf(this.problem, meetings);
    const rules = this.#concerned(all, meetings, seed);
    const isConcerned = new Set(rules);
    const held = this.#filter(
      meetings.map(({ id }) => id),
      (ids, steps) =>
        this.options.now() >= meetingsEnd
          ? 'unknown'
          : this.#isImpossible(this.#meetingsOf(ids), new Set(rules), steps),
    );
    const kept = this.#meetingsOf(held.kept);
    const left = requirementsOf(this.problem, kept);
    const asked = this.#filter(
      [...left.keys()].filter((key) => isConcerned.has(key)),
      (keys, steps) => this.#isImpossible(kept, new Set(keys), steps),
    );
    const requirements = [...held.kept.map((id) => keyOf('unplaced', id)), ...asked.kept].map(
      (key) => left.get(key) as Requirement,
    );
    return conflictOf(requirements, held.isProved && asked.isProved ? 'smallest' : 'open', seed);
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

  #unasked(): Cause {
    return {
      kind: 'unknown',
      sentence: {
        zh: '其余的课尚未逐一检查。',
        en: 'All other meetings were only counted, not placed.',
      },
    };
  }

  #unknown(meetings: number): Cause {
    return {
      kind: 'unknown',
      sentence: {
        zh: `在时限内既未找到完整课表，也未能证明不可能（共考虑${meetings}次课）。可延长时限后重试。`,
        en: `Within the limit neither a complete timetable nor a proof that there is none was found
          (meetings considered: ${meetings}).\nMaybe allow more time.`,
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
    const isSetBroken = this.board.breaksSet(all, meeting.id, this.active);
    const agenda = this.board.brokenAgenda(all, placement, this.active) ?? [];
    if (isSetBroken || agenda.length > 0)
      return [...related.map((other) => other.meeting), ...agenda].filter((id) => !this.chosen.has(id));
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

/** What besides its owners may be the reason for a shortage, likely ones first. */
const FURTHER = [
  /^$/,
  /^lock/,
  /^(room-capacity|room-type|room-features)/,
  /^(lock|evening|weekend|long-break|group-availability|teacher-availability)/,
  /^(lock|room-capacity|room-type|room-features|evening|weekend|long-break|.*-availability)/,
  /^(?!.*-conflict|distribution)/,
];

const fewestFirst = (a: Impossibility, b: Impossibility): number => a.core.length - b.core.length;

const PROOFS = {
  smallest: { zh: '已证明缺一不可', en: 'proved smallest: without any one of them the others can be met' },
  counted: { zh: '由计数得出', en: 'found by counting' },
  open: { zh: '时限内未能证明为最小', en: 'not proved smallest within the limit' },
} as const;

function conflictOf(
  all: readonly Requirement[],
  proof: keyof typeof PROOFS,
  seed: Impossibility | null,
): Conflict {
  const requirements = gathered(all);
  const { length } = requirements;
  const { zh, en } = PROOFS[proof];
  return {
    requirements,
    meetings: all.flatMap(({ rule, subject }) => (rule === 'unplaced' && subject !== null ? [subject] : [])),
    isSmallest: proof === 'smallest',
    sentence: {
      zh: `${seed ? `${seed.sentence.zh}\n` : ''}以下${length}项要求无法同时满足（${zh}）。`,
      en:
        `${seed ? `${seed.sentence.en}\n` : ''}These ${length} requirements cannot be met together ` +
        `(${en}).`,
    },
  };
}
