import { DISTRIBUTION_TYPES } from '../../model.js';

/** Pairs of meetings with the cost of a broken relation. */
export interface Pairs {
  readonly start: Int32Array;
  readonly other: Int32Array;
  readonly mirror: Int32Array;
  /** Hard violations that a broken pair counts, and its soft cost. */
  readonly hard: Int32Array;
  readonly soft: Int32Array;
  /** For `other` only: the kind of relation as seen from the meeting, and its parameter. */
  readonly kind: Int32Array;
  readonly parameter: Int32Array;
}

/** Precedence as seen from the later meeting. */
export const AFTER = DISTRIBUTION_TYPES.length;
/** Precedence as seen from the earlier meeting. */
export const PRECEDENCE = DISTRIBUTION_TYPES.indexOf('Precedence');

interface Entry {
  readonly other: number;
  readonly kind: number;
  readonly parameter: number;
  hard: number;
  soft: number;
  /** Its index in the flat lists. */
  place: number;
}

/** One entry per pair and kind of relation; several relations of one kind on one pair are added up. */
export class PairList {
  readonly #of: readonly Map<number, Entry>[];

  constructor(readonly meetings: number) {
    this.#of = Array.from({ length: meetings }, () => new Map());
  }

  add(a: number, b: number, hard: number, soft: number, kind = 0, parameter = 0): void {
    if (a === b || hard + soft === 0) return;
    this.#put(a, b, hard, soft, kind, parameter);
    this.#put(b, a, hard, soft, mirroredKind(kind), parameter);
  }

  #put(a: number, other: number, hard: number, soft: number, kind: number, parameter: number): void {
    const key = this.#key(other, kind, parameter);
    const entry = this.#of[a].get(key) ?? { other, kind, parameter, hard: 0, soft: 0, place: 0 };
    entry.hard += hard;
    entry.soft += soft;
    this.#of[a].set(key, entry);
  }

  #key(other: number, kind: number, parameter: number): number {
    return (parameter * (AFTER + 1) + kind) * this.meetings + other;
  }

  /** Hard pairs first, so that a hopeless place is detected early. */
  pairs(): Pairs {
    const lists = this.#of.map((entries) => [...entries.values()].sort((a, b) => b.hard - a.hard));
    const start = new Int32Array(this.meetings + 1);
    for (const [m, list] of lists.entries()) {
      start[m + 1] = start[m] + list.length;
      for (const [i, entry] of list.entries()) entry.place = start[m] + i;
    }
    const mirror = lists.flatMap((list, m) =>
      list.map(({ other, kind, parameter }) => this.#placeOf(other, m, mirroredKind(kind), parameter)),
    );
    const all = lists.flat();
    return {
      start,
      mirror: Int32Array.from(mirror),
      other: Int32Array.from(all, ({ other }) => other),
      hard: Int32Array.from(all, ({ hard }) => hard),
      soft: Int32Array.from(all, ({ soft }) => soft),
      kind: Int32Array.from(all, ({ kind }) => kind),
      parameter: Int32Array.from(all, ({ parameter }) => parameter),
    };
  }

  #placeOf(a: number, other: number, kind: number, parameter: number): number {
    return (this.#of[a].get(this.#key(other, kind, parameter)) as Entry).place;
  }
}

/** The same kind as seen from the other meeting. */
function mirroredKind(kind: number): number {
  return kind === PRECEDENCE ? AFTER : kind === AFTER ? PRECEDENCE : kind;
}
