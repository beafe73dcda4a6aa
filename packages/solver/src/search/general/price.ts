import { needs, type Image } from '../image/image.js';
import type { Place } from './courses.js';
import { timesOverlap } from './room-lists.js';
import type { State } from './state.js';
import { Tally } from './tally.js';

/**
 * What a move would change, told from the counters of the state without touching any. Exact, clashes and all:
 * a move that is made afterwards changes the cost by just that.
 */
export class Price extends Tally {
  readonly #image: Image;
  /** Present place of the meeting whose move is being priced. */
  readonly #from: Place = { t: -1, r: -1, k: -1 };

  constructor(private readonly state: State) {
    super();
    this.#image = state.image;
  }

  /** Clashing cells more or fewer if placed meeting m moved to (t, r, k). */
  clashes(m: number, t: number, r: number, k: number): number {
    const { resourceStart, resource, firstTeacher, firstRoom } = this.#image;
    const { occupancy, roomLists } = this.state;
    const t0 = this.state.time[m];
    const r0 = this.state.room[m];
    const k0 = this.state.teacher[m];
    const shared = this.#sharedCells(t0, t);
    let clashes = 0;
    if (t !== t0)
      for (let i = resourceStart[m], end = resourceStart[m + 1]; i < end; i++)
        clashes += occupancy.clashChange(resource[i], t0, t, shared);
    if (k !== k0) {
      if (k0 >= 0) clashes -= occupancy.clashesNow(firstTeacher + k0, t0);
      if (k >= 0) clashes += occupancy.usedIn(firstTeacher + k, t);
    } else if (k >= 0 && t !== t0) clashes += occupancy.clashChange(firstTeacher + k, t0, t, shared);
    if (roomLists) {
      if (r0 >= 0) clashes -= roomLists.clashes(r0, t0, m);
      return r < 0 ? clashes : clashes + roomLists.clashes(r, t, m);
    }
    if (r === r0)
      return r < 0 || t === t0 ? clashes : clashes + occupancy.clashChange(firstRoom + r, t0, t, shared);
    if (r0 >= 0) clashes -= occupancy.clashesNow(firstRoom + r0, t0);
    return r < 0 ? clashes : clashes + occupancy.usedIn(firstRoom + r, t);
  }

  /** Cells that two times have in common. */
  #sharedCells(t: number, u: number): number {
    const { cellStart, cell } = this.#image;
    if (t === u) return cellStart[t + 1] - cellStart[t];
    if (!timesOverlap(this.#image, t, u)) return 0;
    let shared = 0;
    let j = cellStart[u];
    for (let i = cellStart[t]; i < cellStart[t + 1]; i++) {
      while (j < cellStart[u + 1] && cell[j] < cell[i]) j++;
      if (j < cellStart[u + 1] && cell[j] === cell[i]) shared++;
    }
    return shared;
  }

  /** Prices a move of placed meeting m, of which `clashes` has told the clashing cells. */
  move(m: number, t: number, r: number, k: number, clashes = this.clashes(m, t, r, k)): void {
    this.soft = 0;
    this.hard = clashes;
    this.#addPlace(m, t, r, k);
    this.#addDays(m, t, k, -1);
    this.#addPairs(m, t, r, k);
  }

  /**
   * Prices an exchange without clashes: m moves to (t, r), the only meeting in its way to the time of m and
   * room s. While `canExchange`.
   */
  exchange(m: number, t: number, r: number, other: number, s: number): void {
    const { time, teacher } = this.state;
    this.soft = 0;
    this.hard = 0;
    this.#addPlace(m, t, r, teacher[m]);
    this.#addPlace(other, time[m], s, teacher[other]);
    this.#addPeopleOfBoth(m, t, r, other, s);
  }

  /** Adds to the prices of both places what it means for people. */
  #addPeopleOfBoth(m: number, t: number, r: number, other: number, s: number): void {
    const { time, room, teacher, travel, relations } = this.state;
    const [t0, r0] = [time[m], room[m]];
    const [u0, s0] = [time[other], room[other]];
    this.#addDays(m, t, teacher[m], other);
    this.#addDays(other, t0, teacher[other], m);
    if (travel.isOn) this.#addTravelOfBoth(m, t, r, other, s);
    if (!relations || !(relations.concerns(m) || relations.concerns(other))) return;
    for (const sign of [1, -1] as const) {
      const [a, b, c, d] = sign > 0 ? [t, r, t0, s] : [t0, r0, u0, s0];
      relations.weighWithout(m, a, b, other);
      this.#addRelations(sign);
      relations.weighWithout(other, c, d, m);
      this.#addRelations(sign);
      relations.weighShared(m, a, b, other, c, d);
      this.#addRelations(sign);
    }
  }

  #addTravelOfBoth(m: number, t: number, r: number, other: number, s: number): void {
    const { time, room, teacher, travel } = this.state;
    const [t0, r0, k] = [time[m], room[m], teacher[m]];
    const [u0, s0, l] = [time[other], room[other], teacher[other]];
    if (t === t0 && travel.areTogether(r, r0) && travel.areTogether(s, s0)) return;
    const others =
      travel.pairs(m, t, r, k, other) -
      travel.pairs(m, t0, r0, k, other) +
      travel.pairs(other, t0, s, l, m) -
      travel.pairs(other, u0, s0, l, m);
    const own = Number(travel.isTooFar(t, r, t0, s)) - Number(travel.isTooFar(t0, r0, u0, s0));
    this.#addTravel(others + (own === 0 ? 0 : own * this.#commonPeople(m, other)));
  }

  #addTravel(pairs: number): void {
    this.soft += pairs * this.#image.travelSoft;
    this.hard += pairs * this.#image.travelHard;
  }

  #addRelations(sign: 1 | -1): void {
    const { relations } = this.state;
    if (!relations) return;
    this.soft += sign * relations.soft;
    this.hard += sign * relations.hard;
  }

  /** Adds what the place itself costs, and the class and its courses. */
  #addPlace(m: number, t: number, r: number, k: number): void {
    const { time, room, teacher, courses, options } = this.state;
    const from = this.#from;
    from.t = time[m];
    from.r = room[m];
    from.k = teacher[m];
    options.price(m, t, r, k, this);
    courses.price(m, t, r, k, from, this);
  }

  /**
   * Adds the days of the people. Who is also needed by `other`, which takes the same time as m leaves and
   * leaves the one that m takes, stays as busy as before.
   */
  #addDays(m: number, t: number, k: number, other: number): void {
    const { resourceStart, resource, firstTeacher } = this.#image;
    const { time, teacher, days } = this.state;
    const t0 = time[m];
    const k0 = teacher[m];
    if (k !== k0) {
      if (k0 >= 0) days.price(firstTeacher + k0, m, t0, -1, this);
      if (k >= 0) days.price(firstTeacher + k, m, -1, t, this);
    }
    if (t === t0) return;
    days.expect(t0, t);
    for (let i = resourceStart[m], end = resourceStart[m + 1]; i < end; i++)
      if (other < 0 || !this.#uses(other, resource[i])) days.price(resource[i], m, t0, t, this);
    if (k === k0 && k >= 0 && (other < 0 || !this.#uses(other, firstTeacher + k)))
      days.price(firstTeacher + k, m, t0, t, this);
    days.settle(t0, t);
  }

  /** Adds travel and relations. */
  #addPairs(m: number, t: number, r: number, k: number): void {
    const { travel, relations, time, room, teacher } = this.state;
    const t0 = time[m];
    const r0 = room[m];
    if (travel.isOn && this.#isElsewhere(m, t, r, k))
      this.#addTravel(travel.pairs(m, t, r, k) - travel.pairs(m, t0, r0, teacher[m]));
    if (!relations?.concerns(m)) return;
    relations.weigh(m, t, r);
    this.#addRelations(1);
    relations.weigh(m, t0, r0);
    this.#addRelations(-1);
  }

  /** Whether somebody's travel may change. */
  #isElsewhere(m: number, t: number, r: number, k: number): boolean {
    const { travel, time, room, teacher } = this.state;
    return t !== time[m] || k !== teacher[m] || !travel.areTogether(r, room[m]);
  }

  /** Whether a placed meeting uses a resource other than its room. */
  #uses(m: number, x: number): boolean {
    const { firstTeacher, firstClass, hasFurtherTeachers } = this.#image;
    const isTeacher = x >= firstTeacher && x < firstClass;
    if (isTeacher && this.state.teacher[m] === x - firstTeacher) return true;
    return (!isTeacher || hasFurtherTeachers) && needs(this.#image, m, x);
  }

  /** Groups and teachers of both meetings. */
  #commonPeople(m: number, other: number): number {
    const { resourceStart, resource, firstTeacher, firstClass } = this.#image;
    const { teacher } = this.state;
    let common = teacher[m] >= 0 && this.#uses(other, firstTeacher + teacher[m]) ? 1 : 0;
    for (let i = resourceStart[m], end = resourceStart[m + 1]; i < end; i++)
      if (resource[i] < firstClass && this.#uses(other, resource[i])) common++;
    return common;
  }

  /**
   * The only meeting that uses what m needs at (t, r, k); -1 for none, -2 for several or unavailability.
   * Rooms are looked at last, because they are free most often.
   */
  rival(m: number, t: number, r: number, k: number): number {
    const { resourceStart, resource, firstTeacher, firstRoom } = this.#image;
    const { occupancy } = this.state;
    let rival = -1;
    const isSameTime = t === this.state.time[m];
    for (let i = resourceStart[m], end = resourceStart[m + 1]; !isSameTime && i < end; i++) {
      rival = this.#sole(rival, m, occupancy.onlyUser(resource[i], t));
      if (rival === -2) return -2;
    }
    if (k >= 0) rival = this.#sole(rival, m, occupancy.onlyUser(firstTeacher + k, t));
    return r < 0 || rival === -2 ? rival : this.#sole(rival, m, occupancy.onlyUser(firstRoom + r, t));
  }

  #sole(rival: number, m: number, user: number): number {
    if (user === -1 || user === m || user === rival) return rival;
    return rival === -1 ? user : -2;
  }

  /**
   * Whether m and its only rival can exchange their times without a clash, the rival in room s, and the price
   * of that can be told.
   */
  canExchange(m: number, t: number, r: number, other: number, s: number): boolean {
    const { resourceStart, resource, firstTeacher, firstRoom } = this.#image;
    const { time, teacher, courses, relations } = this.state;
    const t0 = time[m];
    const u0 = time[other];
    const l = teacher[other];
    if (courses.areRelated(m, other) || relations?.areRelated(m, other)) return false;
    if (this.state.hard > 0 && !(this.#isCalm(m) && this.#isCalm(other))) return false;
    for (let i = resourceStart[other], end = resourceStart[other + 1]; i < end; i++)
      if (this.#uses(m, resource[i]) ? u0 !== t : !this.#isOpen(resource[i], t0, other, -1)) return false;
    const x = firstTeacher + l;
    if (l >= 0 && (this.#uses(m, x) ? u0 !== t : !this.#isOpen(x, t0, other, -1))) return false;
    if (s < 0) return true;
    if (r === s && timesOverlap(this.#image, t, t0)) return false;
    return this.#isOpen(firstRoom + s, t0, other, m);
  }

  /** Whether nothing that a placed meeting uses is in a clash anywhere. */
  #isCalm(m: number): boolean {
    const { resourceStart, resource, firstTeacher, firstRoom } = this.#image;
    const { room, teacher, occupancy } = this.state;
    for (let i = resourceStart[m], end = resourceStart[m + 1]; i < end; i++)
      if (occupancy.isCrowded(resource[i])) return false;
    if (teacher[m] >= 0 && occupancy.isCrowded(firstTeacher + teacher[m])) return false;
    return room[m] < 0 || !occupancy.isCrowded(firstRoom + room[m]);
  }

  /** Whether nobody but two meetings uses a resource at a time. */
  #isOpen(x: number, t: number, m: number, other: number): boolean {
    const user = this.state.occupancy.onlyUser(x, t);
    return user === -1 || user === m || (other >= 0 && user === other);
  }

  /**
   * Whether a move of a meeting that breaks nothing costs at most so much more, violations included: most
   * moves cost too much by themselves, whatever their people gain.
   */
  isMoveWithin(m: number, t: number, r: number, k: number, limit: number, hardWeight: number): boolean {
    this.soft = 0;
    this.hard = 0;
    this.#addPlace(m, t, r, k);
    if (this.cost(hardWeight) > limit && this.cost(hardWeight) - this.#gainMax(m, t, k) > limit) return false;
    const clashes = this.clashes(m, t, r, k);
    if (clashes > 0) {
      this.hard += clashes;
      if (this.cost(hardWeight) - this.#gainMax(m, t, k) > limit) return false;
    }
    this.#addDays(m, t, k, -1);
    this.#addPairs(m, t, r, k);
    return this.cost(hardWeight) <= limit;
  }

  /**
   * The same where nothing is broken, nobody is in the way and nothing may be broken: the cheapest questions
   * come first.
   */
  isFreeMoveWithin(m: number, t: number, r: number, k: number, limit: number): boolean {
    const { travel } = this.state;
    this.soft = 0;
    this.hard = 0;
    this.#addPlace(m, t, r, k);
    if (this.hard > 0 || (this.soft > limit && this.soft - this.#gainMax(m, t, k) > limit)) return false;
    if (this.#image.travelHard > 0 && this.#isElsewhere(m, t, r, k) && travel.pairs(m, t, r, k) > 0)
      return false;
    this.#addDays(m, t, k, -1);
    if (this.hard > 0) return false;
    this.#addPairs(m, t, r, k);
    return this.hard <= 0 && this.soft <= limit;
  }

  /** The same for an exchange of two such meetings, if that is possible at all. */
  isExchangeWithin(
    m: number,
    t: number,
    r: number,
    other: number,
    s: number,
    limit: number,
    hardWeight: number,
  ): boolean {
    const { time, teacher } = this.state;
    const [t0, k, l] = [time[m], teacher[m], teacher[other]];
    this.soft = 0;
    this.hard = 0;
    this.#addPlace(m, t, r, k);
    this.#addPlace(other, t0, s, l);
    const cost = this.cost(hardWeight);
    if (cost > limit && cost - this.#gainMax(m, t, k) - this.#gainMax(other, t0, l) > limit) return false;
    if (!this.canExchange(m, t, r, other, s)) return false;
    this.#addPeopleOfBoth(m, t, r, other, s);
    return this.cost(hardWeight) <= limit;
  }

  /** At least so much a move costs that breaks nothing. */
  least(m: number, t: number, r: number, k: number): number {
    this.soft = 0;
    this.hard = 0;
    this.#addPlace(m, t, r, k);
    return this.soft - this.#gainMax(m, t, k);
  }

  /** What was priced, violations included. */
  cost(hardWeight: number): number {
    return this.hard === 0 ? this.soft : this.soft + this.hard * hardWeight;
  }

  /**
   * Whether fewer hard rules would be broken without a placed meeting; rules on classes and courses are not
   * looked at.
   */
  isFaulty(m: number): boolean {
    const { resourceStart, resource, firstTeacher, firstRoom, travelHard } = this.#image;
    const { time, room, teacher, occupancy, roomLists, days, options, travel, relations } = this.state;
    const [t, r, k] = [time[m], room[m], teacher[m]];
    this.hard = -options.hardOf(m);
    for (let i = resourceStart[m], end = resourceStart[m + 1]; i < end; i++) {
      this.hard -= occupancy.clashesNow(resource[i], t);
      days.price(resource[i], m, t, -1, this);
    }
    if (k >= 0) {
      this.hard -= occupancy.clashesNow(firstTeacher + k, t);
      days.price(firstTeacher + k, m, t, -1, this);
    }
    if (r >= 0) this.hard -= roomLists?.clashes(r, t, m) ?? occupancy.clashesNow(firstRoom + r, t);
    if (this.hard < 0) return true;
    if (travelHard > 0) this.hard -= travelHard * travel.pairs(m, t, r, k);
    relations?.weigh(m, t, r);
    return this.hard - (relations?.hard ?? 0) < 0;
  }

  /** At most so much a move gains beside the place itself. */
  #gainMax(m: number, t: number, k: number): number {
    const { resourceStart, resource, firstTeacher, travelSoft } = this.#image;
    const { days, travel, relations, time, room, teacher } = this.state;
    const t0 = time[m];
    const k0 = teacher[m];
    let sum = 0;
    for (let i = resourceStart[m], end = resourceStart[m + 1]; i < end; i++)
      sum += days.gainMax(resource[i], t0, t);
    if (k0 >= 0) sum += days.gainMax(firstTeacher + k0, t0, t);
    if (k !== k0 && k >= 0) sum += days.gainMax(firstTeacher + k, t0, t);
    if (travelSoft > 0) sum += travelSoft * travel.pairs(m, t0, room[m], k0);
    if (!relations?.concerns(m)) return sum;
    relations.weigh(m, t0, room[m]);
    return sum + relations.soft;
  }
}
