import { DISTRIBUTION_TYPES } from '../../model.js';
import type { Image } from '../../search/image/image.js';
import { Rows } from '../../search/image/rows.js';
import type { Pause } from '../../deadline.js';
import { FIRST_SET_KIND, SAME_ATTENDEES } from '../../search/relations/image.js';
import { PairList, type Pairs } from './pair-list.js';
import type { RelationImage } from '../../search/relations/image.js';

/**
 * A problem as `kernel.ts` searches it: every cost belongs to an option, two meetings, or a set of meetings.
 *
 * The lists of pairs are CSR by meeting and hold every pair twice; `mirror` leads from one entry to the
 * other.
 */
export interface PairShape {
  readonly image: Image;
  readonly relations: RelationImage;
  /** 1 for meetings without any time or room; they take no part. */
  readonly isExcluded: Uint8Array;
  /**
   * At t * times + u: 0 when the times overlap, n + 1 when n periods lie between them on a common day of a
   * common week, `NEVER` when no travel from one to the other can occur.
   */
  readonly slack: Uint8Array;
  /** Longest travel time between two rooms; a larger slack is irrelevant. */
  readonly travelMax: number;
  /** 1 at r * times + t when room r is unavailable at time t. */
  readonly roomBlocked: Uint8Array;
  /** Pairs attended by the same people, without students that the search assigns. */
  readonly attend: Pairs;
  /** Pairs that must not or should not overlap, in whatever rooms. */
  readonly apart: Pairs;
  /** All other relations between two meetings. */
  readonly other: Pairs;
  /** Meetings whose pairs depend on rooms (one room or different rooms). */
  readonly dependsOnRoom: Uint8Array;
  /** Relations that tie a meeting to partners: what must be equal for all has to be moved for all. */
  readonly tieStart: Int32Array;
  readonly tie: Int32Array;
  /** Relations of a meeting that are evaluated over their whole set. */
  readonly setStart: Int32Array;
  readonly set: Int32Array;
}

/** The slack of times that never meet. */
const NEVER = 255;
const NOT_OVERLAP = DISTRIBUTION_TYPES.indexOf('NotOverlap');
const SAME_ROOM = DISTRIBUTION_TYPES.indexOf('SameRoom');
/** No competition has it, and it is not the same seen from the other meeting. */
const WEEK_PRECEDENCE = DISTRIBUTION_TYPES.indexOf('WeekPrecedence');
const DIFFERENT_ROOM = DISTRIBUTION_TYPES.indexOf('DifferentRoom');
/** Relations of rooms alone. */
export const DEPENDS_ON_ROOMS: ReadonlySet<number> = new Set([SAME_ROOM, DIFFERENT_ROOM]);
/** The slack table has at most the square of this many bytes; larger problems use the general walk. */
const TIMES_MAX = 20_000;
const TIMES_PER_PAUSE = 512;

const TIES: ReadonlySet<number> = new Set(
  (['SameStart', 'SameTime', 'SameDays', 'SameWeeks', 'Overlap', 'SameRoom'] as const).map((type) =>
    DISTRIBUTION_TYPES.indexOf(type),
  ),
);
/** Larger sets are not moved as a whole. */
const TIED_MAX = 20;

const cache = new WeakMap<Image, PairShape | null>();

/**
 * Recognises problems without a choice of teachers and without rules on days, classes or changes; null for
 * others. The walks of one thread share the result. Takes seconds for the largest problems.
 */
export function pairShapeOf(image: Image, pause: Pause = () => undefined): PairShape | null {
  let shape = cache.get(image);
  if (shape === undefined) cache.set(image, (shape = shapeOf(image, pause)));
  return shape;
}

function shapeOf(image: Image, pause: Pause): PairShape | null {
  const { relations } = image;
  if (!relations || image.times > TIMES_MAX || !hasOnlyKnownRules(image)) return null;
  if (relations.kind.includes(WEEK_PRECEDENCE)) return null;
  const travelMax = relations.travel.reduce((most, periods) => Math.max(most, periods), 0);
  if (travelMax >= NEVER) return null;
  const isExcluded = excludedMeetings(image);
  const lists = pairsOf(image, relations, isExcluded);
  pause();
  const sets = new Rows();
  const ties = new Rows();
  for (let m = 0; m < image.meetings; m++) {
    const { relation, relationStart, kind } = relations;
    const own = relation.subarray(relationStart[m], relationStart[m + 1]);
    sets.add(own.filter((d) => kind[d] >= FIRST_SET_KIND));
    ties.add(own.filter((d) => TIES.has(kind[d]) && sizeOf(relations, d) <= TIED_MAX));
  }
  return {
    image,
    relations,
    isExcluded,
    slack: slackOf(image, relations, pause),
    travelMax,
    roomBlocked: blockedRooms(image),
    ...lists,
    tieStart: ties.starts(),
    tie: ties.all(),
    setStart: sets.starts(),
    set: sets.all(),
  };
}

function sizeOf({ memberStart }: RelationImage, d: number): number {
  return memberStart[d + 1] - memberStart[d];
}

function hasOnlyKnownRules(image: Image): boolean {
  const isFree = image.teachers === 0 && image.changeSoft + image.changeHard === 0;
  const hasDays = image.agendaKind.some((kind) => kind >= 0);
  const hasClasses = image.daysSoft + image.daysHard > 0 && image.minimumDays.some((days) => days > 0);
  const hasStability = image.stabilitySoft + image.stabilityHard > 0;
  const hasTravel = image.travelSoft + image.travelHard > 0;
  const hasAbsences = image.blockedStart[image.firstRoom] > 0;
  return (
    isFree &&
    !hasDays &&
    !hasClasses &&
    !hasStability &&
    !hasTravel &&
    !hasAbsences &&
    image.groupCourses === 0
  );
}

function excludedMeetings({ meetings, timeStart, roomStart, needsRoom }: Image): Uint8Array {
  return Uint8Array.from({ length: meetings }, (_, m) =>
    Number(timeStart[m] === timeStart[m + 1] || (needsRoom[m] === 1 && roomStart[m] === roomStart[m + 1])),
  );
}

/** Visits only pairs of times that share a day, each once: large instances have some hundred million. */
function slackOf({ times }: Image, { start, end, days, weeks }: RelationImage, pause: Pause): Uint8Array {
  const slack = new Uint8Array(times * times).fill(NEVER);
  const byDays = new Map<number, number[]>();
  for (let t = 0; t < times; t++) {
    if (t % TIMES_PER_PAUSE === 0) pause();
    const [from, to, ofWeeks] = [start[t], end[t], weeks[t]];
    const list = byDays.get(days[t]);
    if (list) list.push(t);
    else byDays.set(days[t], [t]);
    for (const [ofDays, others] of byDays) {
      if ((ofDays & days[t]) === 0) continue;
      for (let i = 0; i < others.length; i++) {
        const u = others[i];
        if ((ofWeeks & weeks[u]) === 0) continue;
        const gap = Math.max(start[u] - to, from - end[u]);
        slack[t * times + u] = slack[u * times + t] = gap < 0 ? 0 : Math.min(NEVER, gap + 1);
      }
    }
  }
  return slack;
}

/** Rooms are blocked per cell, or per time where times are wide. */
function blockedRooms(image: Image): Uint8Array {
  const { isWide, rooms, times, cells, cell, cellStart, blocked, blockedStart, firstRoom } = image;
  if (isWide) return image.roomBlocked;
  const found = new Uint8Array(rooms * times);
  const isBlocked = new Uint8Array(cells);
  for (let r = 0; r < rooms; r++) {
    const own = blocked.subarray(blockedStart[firstRoom + r], blockedStart[firstRoom + r + 1]);
    if (own.length === 0) continue;
    for (const at of own) isBlocked[at] = 1;
    for (let t = 0; t < times; t++) {
      for (let i = cellStart[t]; i < cellStart[t + 1]; i++) if (isBlocked[cell[i]]) found[r * times + t] = 1;
    }
    for (const at of own) isBlocked[at] = 0;
  }
  return found;
}

function pairsOf(image: Image, relations: RelationImage, isOut: Uint8Array) {
  const { meetings } = image;
  const [attend, apart, other] = [new PairList(meetings), new PairList(meetings), new PairList(meetings)];
  const dependsOnRoom = new Uint8Array(meetings);
  for (let d = 0; d < relations.count; d++) {
    const kind = relations.kind[d];
    if (kind >= FIRST_SET_KIND) continue;
    const members = relations.member.subarray(relations.memberStart[d], relations.memberStart[d + 1]);
    const hard = Math.min(1, relations.hard[d]);
    const list = kind === SAME_ATTENDEES ? attend : kind === NOT_OVERLAP ? apart : other;
    for (const [i, a] of members.entries()) {
      if (DEPENDS_ON_ROOMS.has(kind)) dependsOnRoom[a] = 1;
      for (const b of members.subarray(i + 1)) {
        if (isOut[a] || isOut[b]) continue;
        if (list === other) list.add(a, b, hard, relations.soft[d], kind, relations.parameter[d]);
        else list.add(a, b, hard, relations.soft[d]);
      }
    }
  }
  for (let a = 0; a < meetings && !image.sectioning; a++) {
    for (let i = relations.sharedStart[a]; i < relations.sharedStart[a + 1]; i++) {
      const b = relations.shared[i];
      if (a < b && !isOut[a] && !isOut[b]) {
        attend.add(a, b, relations.sharedHard[i], relations.sharedSoft[i]);
      }
    }
  }
  for (const members of usersOfResources(image)) {
    for (const [i, a] of members.entries()) {
      for (const b of members.slice(i + 1)) if (!isOut[a] && !isOut[b]) apart.add(a, b, 1, 0);
    }
  }
  return { attend: attend.pairs(), apart: apart.pairs(), other: other.pairs(), dependsOnRoom };
}

/** The meetings of every group, class or set that only one of them may use at a time. */
function usersOfResources({ meetings, resourceStart, resource }: Image): readonly number[][] {
  const users = new Map<number, number[]>();
  for (let m = 0; m < meetings; m++) {
    for (let i = resourceStart[m]; i < resourceStart[m + 1]; i++) {
      const list = users.get(resource[i]);
      if (list) list.push(m);
      else users.set(resource[i], [m]);
    }
  }
  return [...users.values()];
}
