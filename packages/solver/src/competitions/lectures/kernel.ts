/** Long, because all is one closure: the compiler optimises its local arrays best. */
import type { Heat, HeatRange, Kernel } from '../../search/kernel.js';
import { CHAIN_MAX, makeChain } from './chain.js';
import type { LectureShape } from './shape.js';
import { ACCEPTANCE, ACCEPTANCE_SHIFT } from '../../search/logarithm.js';
import type { Random } from '../../search/random.js';

/**
 * The annealing walk for problems of the shape of ITC-2007, some ten times as fast as the general one.
 *
 * A trial moves one lecture to a period and a room; if another lecture is there, the two are exchanged. If
 * the lecture would clash with one or a few in the new period, some trials move those back in return
 * (`chain.ts`): a timetable without clashes never gets one again, and chains are its way around them. If
 * rooms are scarce, some trials look for the cheapest free room, for the lecture or for the one in its way. A
 * trial is priced from counters before anything changes: how many conflicting lectures each course has in
 * each period, how many lectures of an owner (group or teacher) a period holds, and each owner's days as bit
 * sets whose cost is a table look-up. All state is in local arrays of one closure, which the JIT compiler
 * optimises best, in 16 bits because their sums and products need no overflow checks. Most trials fail at a
 * clash, so clashes are counted before any function call. Long, because it is that one closure.
 * @returns null when there are more lectures than places; the general walk leaves some unplaced
 */
export function makeLectureKernel(shape: LectureShape, random: Random, timetable: Int32Array): Kernel | null {
  const { lectures, courses, rooms, days, periodsPerDay, roomCost, openStart } = shape;
  const { ownerStart, tableOf, table, conflict, minimumDays, daysWeight, stabilityWeight } = shape;
  const [courseOf, open, owner] = [shape.courseOf, shape.open, shape.owner].map((list) =>
    Uint16Array.from(list),
  );
  const acceptance = ACCEPTANCE;
  const periods = days * periodsPerDay;
  const isFull = lectures > FULL * periods * rooms;
  const owners = tableOf.length;
  const isOpen = new Uint8Array(courses * periods);
  for (let c = 0; c < courses; c++)
    for (let i = openStart[c]; i < openStart[c + 1]; i++) isOpen[c * periods + open[i]] = 1;
  const attends = new Uint8Array(owners * courses);
  for (let c = 0; c < courses; c++)
    for (let i = ownerStart[c]; i < ownerStart[c + 1]; i++) attends[owner[i] * courses + c] = 1;
  const { neighbourStart, neighbour } = neighboursOf(conflict, courses);
  const dayOf = Uint16Array.from({ length: periods }, (_, p) => (p / periodsPerDay) | 0);
  const bitOf = Int32Array.from({ length: periods }, (_, p) => 1 << (p % periodsPerDay));

  const period = new Uint16Array(lectures);
  const room = new Uint16Array(lectures);
  const grid = new Int16Array(periods * rooms).fill(-1);
  /** Lectures in a period that conflict with a course, its own included. */
  const crowd = new Uint16Array(courses * periods);
  const roomUse = new Uint16Array(courses * rooms);
  const dayUse = new Uint16Array(courses * days);
  const daysUsed = new Uint16Array(courses);
  const ownerUse = new Uint16Array(owners * periods);
  const ownerDay = new Int32Array(owners * days);
  let hard = 0;
  let soft = 0;

  const bestPeriod = new Uint16Array(lectures);
  const bestRoom = new Uint16Array(lectures);
  let bestHard = 0x7fffffff;
  let bestSoft = 0x7fffffff;
  let seed = random.bits() | 0 || 1;
  let temperature = 1;
  let hardWeight = 1;

  function below(n: number): number {
    seed = next(seed);
    return share(seed, n);
  }

  function put(l: number, p: number, r: number): void {
    const c = courseOf[l];
    const d = dayOf[p];
    grid[p * rooms + r] = l;
    period[l] = p;
    room[l] = r;
    for (let i = neighbourStart[c], end = neighbourStart[c + 1]; i < end; i++)
      crowd[neighbour[i] * periods + p]++;
    roomUse[c * rooms + r]++;
    if (dayUse[c * days + d]++ === 0) daysUsed[c]++;
    for (let i = ownerStart[c], end = ownerStart[c + 1]; i < end; i++) {
      const q = owner[i];
      if (ownerUse[q * periods + p]++ === 0) ownerDay[q * days + d] |= bitOf[p];
    }
  }

  function take(l: number): void {
    const p = period[l];
    const r = room[l];
    const c = courseOf[l];
    const d = dayOf[p];
    grid[p * rooms + r] = -1;
    for (let i = neighbourStart[c], end = neighbourStart[c + 1]; i < end; i++)
      crowd[neighbour[i] * periods + p]--;
    roomUse[c * rooms + r]--;
    if (--dayUse[c * days + d] === 0) daysUsed[c]--;
    for (let i = ownerStart[c], end = ownerStart[c + 1]; i < end; i++) {
      const q = owner[i];
      if (--ownerUse[q * periods + p] === 0) ownerDay[q * days + d] &= ~bitOf[p];
    }
  }

  /** Change of the working-days cost when a lecture of c moves from day d to day e. */
  function daysChange(c: number, d: number, e: number): number {
    const used = daysUsed[c];
    let then = used;
    if (dayUse[c * days + d] === 1) then--;
    if (dayUse[c * days + e] === 0) then++;
    const required = minimumDays[c];
    return daysWeight * ((then < required ? required - then : 0) - (used < required ? required - used : 0));
  }

  /**
   * Change of the owners' day costs when a lecture of c moves from p to another period; owners that also
   * attend `other`, which moves the opposite way, see no change.
   */
  function ownersChange(c: number, p: number, to: number, other: number): number {
    const d = dayOf[p];
    const e = dayOf[to];
    const bit = bitOf[p];
    const bitTo = bitOf[to];
    let change = 0;
    for (let i = ownerStart[c], end = ownerStart[c + 1]; i < end; i++) {
      const q = owner[i];
      if (other >= 0 && attends[q * courses + other] === 1) continue;
      const base = tableOf[q];
      const day = ownerDay[q * days + d];
      const rest = ownerUse[q * periods + p] === 1 ? day & ~bit : day;
      if (d === e) change += table[base + (rest | bitTo)] - table[base + day];
      else {
        const dayTo = ownerDay[q * days + e];
        change +=
          table[base + rest] - table[base + day] + table[base + (dayTo | bitTo)] - table[base + dayTo];
      }
    }
    return change;
  }

  /** Change of room stability when a lecture of c moves from room r to room s. */
  function stabilityChange(c: number, r: number, s: number): number {
    const leaves = roomUse[c * rooms + r] === 1 ? stabilityWeight : 0;
    return roomUse[c * rooms + s] === 0 ? stabilityWeight - leaves : -leaves;
  }

  /** Change of the number of clashes when a lecture of c moves from p to another period. */
  function clashesOfMove(c: number, p: number, to: number): number {
    return crowd[c * periods + to] - crowd[c * periods + p] + 1;
  }

  /** The same when a lecture of e moves the opposite way; `FORBIDDEN` if it may not. */
  function clashesOfExchange(c: number, p: number, e: number, to: number): number {
    if (e === c || isOpen[e * periods + p] === 0) return FORBIDDEN;
    const home = crowd[e * periods + p] - crowd[e * periods + to] + 1;
    return clashesOfMove(c, p, to) + home - 2 * conflict[c * courses + e];
  }

  /** Whether a trial with this random draw is rejected. */
  function isRefused(change: number, clashes: number, draw: number): boolean {
    return change + clashes * hardWeight > temperature * acceptance[draw];
  }

  /** Moves lecture l to room s of a period, its own or another. */
  function move(l: number, to: number, s: number, clashes: number, draw: number): void {
    const c = courseOf[l];
    const p = period[l];
    const r = room[l];
    let change = roomCost[c * rooms + s] - roomCost[c * rooms + r];
    if (s !== r) change += stabilityChange(c, r, s);
    if (to !== p) {
      if (dayOf[p] !== dayOf[to]) change += daysChange(c, dayOf[p], dayOf[to]);
      change += ownersChange(c, p, to, -1);
    }
    if (isRefused(change, clashes, draw)) return;
    take(l);
    put(l, to, s);
    soft += change;
    hard += clashes;
  }

  /** Exchanges the periods of lectures l and m: l moves to room s, m to room u. */
  function exchange(l: number, s: number, m: number, u: number, clashes: number, draw: number): void {
    const c = courseOf[l];
    const e = courseOf[m];
    const p = period[l];
    const to = period[m];
    const r = room[l];
    const t = room[m];
    let change =
      roomCost[c * rooms + s] - roomCost[c * rooms + r] + roomCost[e * rooms + u] - roomCost[e * rooms + t];
    if (s !== r) change += stabilityChange(c, r, s);
    if (u !== t) change += stabilityChange(e, t, u);
    const d = dayOf[p];
    const f = dayOf[to];
    if (d !== f) change += daysChange(c, d, f) + daysChange(e, f, d);
    const both = conflict[c * courses + e];
    change += ownersChange(c, p, to, both === 1 ? e : -1) + ownersChange(e, to, p, both === 1 ? c : -1);
    if (isRefused(change, clashes, draw)) return;
    take(l);
    take(m);
    put(l, to, s);
    put(m, p, u);
    soft += change;
    hard += clashes;
  }

  /** The lecture of a period that clashes with a course, where there is exactly one. */
  function rivalOf(c: number, p: number): number {
    let place = p * rooms;
    while (grid[place] < 0 || conflict[c * courses + courseOf[grid[place]]] === 0) place++;
    return grid[place];
  }

  function exchangeRooms(l: number, m: number, draw: number): void {
    const c = courseOf[l];
    const e = courseOf[m];
    const p = period[l];
    const r = room[l];
    const s = room[m];
    let change =
      roomCost[c * rooms + s] - roomCost[c * rooms + r] + roomCost[e * rooms + r] - roomCost[e * rooms + s];
    if (c !== e) change += stabilityChange(c, r, s) + stabilityChange(e, s, r);
    if (isRefused(change, 0, draw)) return;
    grid[p * rooms + r] = m;
    grid[p * rooms + s] = l;
    room[l] = s;
    room[m] = r;
    roomUse[c * rooms + r]--;
    roomUse[c * rooms + s]++;
    roomUse[e * rooms + s]--;
    roomUse[e * rooms + r]++;
    soft += change;
  }

  /** The cheapest free room of a period for a lecture of c that leaves room r; -1 when all are occupied. */
  function spareRoom(c: number, p: number, r: number): number {
    let least = 0x7fffffff;
    let spare = -1;
    for (let s = 0; s < rooms; s++) {
      if (grid[p * rooms + s] >= 0) continue;
      const price = roomCost[c * rooms + s] + (s === r ? 0 : stabilityChange(c, r, s));
      if (price >= least) continue;
      least = price;
      spare = s;
    }
    return spare;
  }

  /** Lecture l takes the place of m, where nothing clashes with it, and m the cheapest free room there. */
  function pushAside(l: number, m: number, draw: number): void {
    const c = courseOf[l];
    const e = courseOf[m];
    const p = period[l];
    const to = period[m];
    const r = room[l];
    const s = room[m];
    const spare = spareRoom(e, to, s);
    if (spare < 0) return;
    let change = roomCost[c * rooms + s] - roomCost[c * rooms + r];
    change += roomCost[e * rooms + spare] - roomCost[e * rooms + s] + stabilityChange(e, s, spare);
    if (s !== r) change += stabilityChange(c, r, s);
    if (dayOf[p] !== dayOf[to]) change += daysChange(c, dayOf[p], dayOf[to]);
    change += ownersChange(c, p, to, -1);
    if (isRefused(change, 0, draw)) return;
    take(l);
    take(m);
    put(l, to, s);
    put(m, to, spare);
    soft += change;
  }

  const chain = makeChain(shape, {
    courseOf,
    owner,
    isOpen,
    dayOf,
    bitOf,
    period,
    room,
    grid,
    crowd,
    ownerDay,
    put,
    take,
    daysChange,
    stabilityChange,
  });

  function keepBest(): void {
    bestHard = hard;
    bestSoft = soft;
    bestPeriod.set(period);
    bestRoom.set(room);
  }

  function run(trials: number, heat: Heat): void {
    temperature = heat.temperature;
    hardWeight = heat.hardWeight;
    let x = seed;
    for (let trial = 0; trial < trials; trial++) {
      const l = share((x = next(x)), lectures);
      const c = courseOf[l];
      const p = period[l];
      const r = room[l];
      const kind = share((x = next(x)), 8);
      const choices = openStart[c + 1] - openStart[c];
      const to = kind < 6 ? open[openStart[c] + share((x = next(x)), choices)] : p;
      const s = kind < 3 ? r : share((x = next(x)), rooms);
      if (to === p && s === r) continue;
      x = next(x);
      const draw = x >>> ACCEPTANCE_SHIFT;
      const clashesMax = hard === 0 ? 0 : FORBIDDEN - 1;
      const rivals = kind === PAIR || kind === CHAIN ? crowd[c * periods + to] : 0;
      const m = grid[to * rooms + s];
      if (kind === PAIR && to !== p && rivals === 1) {
        const k = rivalOf(c, to);
        const clashes = clashesOfExchange(c, p, courseOf[k], to);
        if (clashes > clashesMax) continue;
        const t = room[k];
        exchange(l, grid[to * rooms + r] < 0 ? r : t, k, grid[p * rooms + t] < 0 ? t : r, clashes, draw);
      } else if (kind === CHAIN && to !== p && rivals > 1 && rivals < CHAIN_MAX && hard === 0) {
        x = next(x);
        if (share(x, 2) === 0) soft += chain(l, to, temperature * acceptance[draw]) ?? 0;
      } else if (isFull && kind === SPARE && to !== p && hard === 0) {
        if (crowd[c * periods + to] > 0) continue;
        const spare = spareRoom(c, to, r);
        if (spare < 0) continue;
        move(l, to, spare, 0, draw);
      } else if (m < 0) {
        const clashes = to === p ? 0 : clashesOfMove(c, p, to);
        if (clashes > clashesMax) continue;
        move(l, to, s, clashes, draw);
      } else if (
        isFull &&
        to !== p &&
        hard === 0 &&
        crowd[c * periods + to] === 0 &&
        ((x = next(x)) & 1) === 0
      ) {
        pushAside(l, m, draw);
      } else if (to !== p) {
        const clashes = clashesOfExchange(c, p, courseOf[m], to);
        if (clashes > clashesMax) continue;
        exchange(l, s, m, r, clashes, draw);
      } else exchangeRooms(l, m, draw);
      if (hard < bestHard || (hard === bestHard && soft < bestSoft)) {
        keepBest();
        if (bestHard === 0 && bestSoft === 0) break;
      }
    }
    seed = x;
  }

  /** Recomputes the counters of the cost from those of the timetable. */
  function recount(): void {
    hard = 0;
    soft = 0;
    for (let l = 0; l < lectures; l++) {
      const c = courseOf[l];
      hard += crowd[c * periods + period[l]] - 1;
      soft += roomCost[c * rooms + room[l]];
    }
    hard /= 2;
    for (let c = 0; c < courses; c++) {
      soft += daysWeight * Math.max(0, minimumDays[c] - daysUsed[c]);
      let used = 0;
      for (let r = 0; r < rooms; r++) if (roomUse[c * rooms + r] > 0) used++;
      soft += stabilityWeight * Math.max(0, used - 1);
    }
    for (let q = 0; q < owners; q++)
      for (let d = 0; d < days; d++) soft += table[tableOf[q] + ownerDay[q * days + d]];
  }

  /** Frees a place for the course by a shortest ejection chain; -1 when there is none. */
  function makePlace(c: number): number {
    /** By period reached, the lecture that leaves it for the next one; -2 = not reached. */
    const mover = new Int32Array(periods).fill(-2);
    const queue: number[] = [];
    const reach = (course: number, by: number): void => {
      for (let i = openStart[course]; i < openStart[course + 1]; i++) {
        if (mover[open[i]] !== -2) continue;
        mover[open[i]] = by;
        queue.push(open[i]);
      }
    };
    reach(c, -1);
    for (const p of queue) {
      const free = grid.indexOf(-1, p * rooms);
      if (free >= 0 && free < (p + 1) * rooms) return shift(mover, free);
      for (let r = 0; r < rooms; r++) reach(courseOf[grid[p * rooms + r]], grid[p * rooms + r]);
    }
    return -1;
  }

  /** Moves the lectures of a chain that ends at a free place, last one first; returns the freed place. */
  function shift(mover: Int32Array, free: number): number {
    let place = free;
    for (let l = mover[(place / rooms) | 0]; l >= 0; l = mover[(place / rooms) | 0]) {
      const left = period[l] * rooms + room[l];
      take(l);
      put(l, (place / rooms) | 0, place % rooms);
      place = left;
    }
    return place;
  }

  /**
   * Places every lecture as in the timetable; one without a place, or whose place is occupied, goes to the
   * least crowded period. False when there are more lectures than places.
   */
  function fill(from: Int32Array): boolean {
    const unplaced: number[] = [];
    for (let l = 0; l < lectures; l++) {
      const p = from[l] < 0 ? -1 : shape.periodOfTime[from[l]];
      const r = from[lectures + l];
      if (p >= 0 && r >= 0 && grid[p * rooms + r] < 0) put(l, p, r);
      else unplaced.push(l);
    }
    for (const l of unplaced) {
      const c = courseOf[l];
      let least = Infinity;
      let place = -1;
      for (let i = openStart[c]; i < openStart[c + 1]; i++) {
        for (let r = 0; r < rooms; r++) {
          const price = crowd[c * periods + open[i]] * 1000 + roomCost[c * rooms + r] + below(4);
          if (grid[open[i] * rooms + r] >= 0 || price >= least) continue;
          least = price;
          place = open[i] * rooms + r;
        }
      }
      if (place < 0) place = makePlace(c);
      if (place < 0) return false;
      put(l, (place / rooms) | 0, place % rooms);
    }
    recount();
    if (hard < bestHard || (hard === bestHard && soft < bestSoft)) keepBest();
    return true;
  }

  function timetableOf(periodsOf: Uint16Array, roomsOf: Uint16Array): Int32Array {
    const result = new Int32Array(3 * lectures);
    for (let l = 0; l < lectures; l++) result[l] = shape.timeOfPeriod[periodsOf[l]];
    result.set(roomsOf, lectures);
    result.set(shape.teacherOf, 2 * lectures);
    return result;
  }

  if (!fill(timetable)) return null;
  return {
    get hard() {
      return hard;
    },
    get soft() {
      return soft;
    },
    get bestHard() {
      return bestHard;
    },
    get bestSoft() {
      return bestSoft;
    },
    run,
    best: () => timetableOf(bestPeriod, bestRoom),
    present: () => timetableOf(period, room),
    adopt(other) {
      for (let l = 0; l < lectures; l++) take(l);
      fill(other);
    },
    heatRange: () => heatRangeOf(shape),
  };
}

/** Kinds of trials out of eight: 0 to 5 choose a period, from 3 on a room. */
const PAIR = 3;
const CHAIN = 4;
const SPARE = 5;
/** Share of occupied places from which on the lack of rooms limits lectures as much as clashes do. */
const FULL = 0.85;

/** More clashes than any trial causes. */
const FORBIDDEN = 1 << 20;

/** Xorshift: the successor of x, never 0. */
function next(x: number): number {
  x ^= x << 13;
  x ^= x >>> 17;
  return x ^ (x << 5);
}

/** A whole number in 0..n-1 from 32 random bits. */
function share(bits: number, n: number): number {
  return ((bits >>> 0) * n * 2.3283064365386963e-10) | 0;
}

const LAST_HEAT = 0.11;
const FIRST_PRICE = 2;

/**
 * From the cost of the worst common violation down to where the cheapest is hardly ever accepted. A lecture
 * that moves may leave an isolated one for each of its owners, so more owners mean a higher first
 * temperature.
 */
function heatRangeOf(shape: LectureShape): HeatRange {
  const { lectures, courseOf, ownerStart, table, roomCost, daysWeight, stabilityWeight } = shape;
  let attendances = 0;
  for (const c of courseOf) attendances += ownerStart[c + 1] - ownerStart[c];
  const lonely = table.length > 1 ? table[1] : 0;
  const first = Math.max(1, daysWeight, stabilityWeight, (lonely * attendances) / lectures);
  let cheapest = first;
  for (const costs of [[daysWeight, stabilityWeight], table, roomCost])
    for (const cost of costs) if (cost > 0 && cost < cheapest) cheapest = cost;
  return {
    first,
    last: LAST_HEAT * cheapest,
    hardWeight: FIRST_PRICE * first,
    violation: 1,
    clashing: { share: 0, until: 1 },
    cycles: [0],
  };
}

function neighboursOf(conflict: Uint8Array, courses: number) {
  const neighbourStart = new Int32Array(courses + 1);
  const neighbour: number[] = [];
  for (let a = 0; a < courses; a++) {
    for (let b = 0; b < courses; b++) if (conflict[a * courses + b] === 1) neighbour.push(b);
    neighbourStart[a + 1] = neighbour.length;
  }
  return { neighbourStart, neighbour: Uint16Array.from(neighbour) };
}
