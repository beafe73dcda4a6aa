import fc from 'fast-check';
import { compile } from '../../../src/search/image/compile.js';
import { Conflicts } from '../../../src/competitions/pairs/conflicts.js';
import { pairShapeOf, type PairShape } from '../../../src/competitions/pairs/shape.js';
import { PairState } from '../../../src/competitions/pairs/state.js';
import { Random } from '../../../src/search/random.js';
import { madeUp } from './made-up.js';

/** A timetable of random places, and a way to move on in it. */
function wanderer(seed: number) {
  const shape = pairShapeOf(compile(madeUp(seed)))!;
  const { timeStart, roomStart } = shape.image;
  const state = new PairState(shape);
  const random = new Random(seed);
  const among = (start: Int32Array, m: number) => start[m] + random.below(start[m + 1] - start[m]);
  const place = (m: number) => [among(timeStart, m), shape.image.needsRoom[m] ? among(roomStart, m) : -1];
  for (let m = 0; m < shape.image.meetings; m++) {
    const [at, roomAt] = place(m);
    state.put(m, at, roomAt);
  }
  state.recount();
  state.hardPrice = 1;
  return { shape, state, random, place };
}

/** Calls `see` with all places of all meetings. */
function eachPlace({ image }: PairShape, see: (m: number, at: number, roomAt: number) => void): void {
  const { meetings, timeStart, roomStart, needsRoom } = image;
  for (let m = 0; m < meetings; m++)
    for (let at = timeStart[m]; at < timeStart[m + 1]; at++) {
      if (!needsRoom[m]) see(m, at, -1);
      for (let roomAt = roomStart[m]; needsRoom[m] && roomAt < roomStart[m + 1]; roomAt++) see(m, at, roomAt);
    }
}

const priceOf = (conflicts: Conflicts, m: number, at: number, roomAt: number) =>
  conflicts.ofTime(at) + conflicts.ofRoom(m, at, roomAt) + conflicts.ofRooms(m, at, roomAt);

test('the tables price each place as the timetable does, after any moves', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.constantFrom(Infinity, 0), (seed, placesMax) => {
      const { shape, state, random, place } = wanderer(seed);
      const conflicts = new Conflicts(shape, state, placesMax);
      for (let i = 0; i < 20; i++) {
        const m = random.below(shape.image.meetings);
        const [at, roomAt] = place(m);
        conflicts.move(m, at, roomAt);
        state.apply(m, at, roomAt);
      }
      const { roomBlocked, image } = shape;
      eachPlace(shape, (m, at, roomAt) => {
        state.weigh(m, at, roomAt, Infinity);
        const isClosed = roomAt >= 0 && roomBlocked[image.room[roomAt] * image.times + image.time[at]] > 0;
        // Nobody moves into a closed room, so the tables know nothing of it.
        if (!isClosed) expect(priceOf(conflicts, m, at, roomAt)).toBe(state.foundHard);
      });
    }),
    { numRuns: 12 },
  );
});

test.each([2, 3, 4])(
  'what is broken gains weight, keeps it over moves, and loses it as it fades, %i',
  (seed) => {
    const { shape, state } = wanderer(seed);
    const conflicts = new Conflicts(shape, state);
    const found = new Map<number, number>();
    for (let m = 0; m < shape.image.meetings; m++)
      conflicts.forEach(m, (conflict) => {
        if (conflict.other < m) return;
        const before = priceOf(conflicts, m, state.timeAt[m], state.roomAt[m]);
        conflicts.raise(conflict, 2);
        const [at, roomAt] = [state.timeAt[m], state.roomAt[m]];
        const after = priceOf(conflicts, m, at, roomAt);
        expect(after - before).toBeGreaterThanOrEqual(2);
        conflicts.move(m, at, roomAt);
        state.apply(m, at, roomAt);
        expect(priceOf(conflicts, m, at, roomAt)).toBeCloseTo(after);
        found.set(m, after);
      });
    expect(found.size).toBeGreaterThan(1);
    conflicts.fading = 0;
    for (const m of found.keys()) {
      state.weigh(m, state.timeAt[m], state.roomAt[m], Infinity);
      const price = priceOf(conflicts, m, state.timeAt[m], state.roomAt[m]);
      expect(state.foundHard - price).toBeGreaterThanOrEqual(0);
      expect(state.foundHard - price).toBeLessThanOrEqual(1);
    }
  },
);
