import { Construction } from './construct.js';
import type { Image } from '../image/image.js';
import { Random } from '../random.js';
import { insertAll } from '../timetable.js';
import { unplacedIn } from './ejection.js';
import { State } from './state.js';
import { Trying } from './trying.js';

/**
 * Removes meetings that break a hard rule, unimportant ones first, then reinserts those that fit, and tries
 * whether others can make way for the rest, until it is over.
 */
export function finish(
  image: Image,
  timetable: Int32Array,
  fixed: Uint8Array,
  isOver?: () => boolean,
): State {
  const state = new State(image);
  insertAll(state, timetable);
  if (state.hard === 0 && state.placed === image.meetings) return state;
  const order = Array.from({ length: image.meetings }, (_, m) => m).sort(
    (a, b) => fixed[a] - fixed[b] || image.priority[a] - image.priority[b] || b - a,
  );
  for (const m of order) {
    if (state.hard === 0) break;
    if (state.isPlaced(m)) removeIfBetter(state, m);
  }
  const everything = new Uint8Array(image.meetings).fill(1);
  const random = new Random(1);
  new Construction(state, random, everything).run(image.meetings, [], isOver);
  const trying = new Trying(state, random, fixed, isOver);
  for (const m of unplacedIn(state)) trying.place(m);
  return state;
}

function removeIfBetter(state: State, m: number): void {
  const { hard } = state;
  const [t, r, k] = [state.time[m], state.room[m], state.teacher[m]];
  state.remove(m);
  if (state.hard >= hard) state.insert(m, t, r, k);
}
