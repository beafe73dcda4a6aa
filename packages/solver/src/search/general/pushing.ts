import type { Image } from '../image/image.js';
import type { Random } from '../random.js';
import type { State } from './state.js';

/** Where a meeting stood, as meeting, time, room and teacher. */
export type Stand = readonly [m: number, t: number, r: number, k: number];

/** Puts meetings where others are in their way, who leave. Meetings in `fixed` never leave. */
export class Pushing {
  readonly #image: Image;
  readonly #found = new Set<number>();

  constructor(
    private readonly state: State,
    private readonly random: Random,
    private readonly fixed: Uint8Array,
  ) {
    this.#image = state.image;
  }

  /** Who occupies a place that m would take, until the next call; null where it is closed to m. */
  occupants(m: number, t: number, r: number, k: number): ReadonlySet<number> | null {
    this.#found.clear();
    if (!this.state.occupants(m, t, r, k, this.#found)) return null;
    for (const o of this.#found) if (this.fixed[o]) return null;
    return this.#found;
  }

  /** Inserts m; returns who had to leave, or null, with nothing changed, where a hard rule forbids it. */
  enter(m: number, t: number, r: number, k: number): Stand[] | null {
    const { state } = this;
    const occupants = this.occupants(m, t, r, k);
    if (!occupants) return null;
    const { hard } = state;
    const pushed = [...occupants].map((o) => this.#takeOut(o));
    state.insert(m, t, r, k);
    if (state.hard > hard) this.#makeWay(m, k, pushed, hard);
    if (state.hard <= hard) return pushed;
    this.leave(m, pushed);
    return null;
  }

  /** The reverse: takes m out again and puts back who had to leave. */
  leave(m: number, pushed: readonly Stand[]): void {
    this.state.remove(m);
    for (let i = pushed.length - 1; i >= 0; i--) this.state.insert(...pushed[i]);
  }

  #takeOut(o: number): Stand {
    const { state } = this;
    const stand: Stand = [o, state.time[o], state.room[o], state.teacher[o]];
    state.remove(o);
    return stand;
  }

  /** Pushes out those who share people or a relation with m as long as that makes a broken rule hold. */
  #makeWay(m: number, k: number, pushed: Stand[], allowed: number): void {
    const { state } = this;
    const related = this.#related(m, k);
    const offset = related.length > 0 ? this.random.below(related.length) : 0;
    for (let i = 0; i < related.length && state.hard > allowed; i++) {
      const { hard } = state;
      const stand = this.#takeOut(related[(offset + i) % related.length]);
      if (state.hard < hard) pushed.push(stand);
      else state.insert(...stand);
    }
  }

  /** Placed meetings that may leave and share a group, class, teacher, course or relation with m. */
  #related(m: number, k: number): number[] {
    const { meetings, resourceStart, resource, firstTeacher, relations, classOf } = this.#image;
    const { coursemateStart, coursemate, courseStart, course } = this.#image;
    const found = new Set<number>();
    const own = new Set(resource.subarray(resourceStart[m], resourceStart[m + 1]));
    if (k >= 0) own.add(firstTeacher + k);
    for (let o = 0; o < meetings; o++) {
      const l = this.state.teacher[o];
      if ((l >= 0 && own.has(firstTeacher + l)) || classOf[o] === classOf[m]) found.add(o);
      for (let i = resourceStart[o]; i < resourceStart[o + 1]; i++) if (own.has(resource[i])) found.add(o);
    }
    for (let i = courseStart[m]; i < courseStart[m + 1]; i++)
      for (let j = coursemateStart[course[i]]; j < coursemateStart[course[i] + 1]; j++)
        found.add(coursemate[j]);
    for (let i = relations?.relationStart[m] ?? 0; relations && i < relations.relationStart[m + 1]; i++) {
      const d = relations.relation[i];
      for (let j = relations.memberStart[d]; j < relations.memberStart[d + 1]; j++)
        found.add(relations.member[j]);
    }
    found.delete(m);
    return [...found].filter((o) => this.state.isPlaced(o) && !this.fixed[o]);
  }
}
