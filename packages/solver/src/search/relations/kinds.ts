import type { RelationImage } from './image.js';

type Times = Pick<RelationImage, 'start' | 'end' | 'days' | 'weeks'>;
type Places = Times & Pick<RelationImage, 'travel' | 'rooms'>;

/** Whether a meeting at (t, r) keeps a relation with one at (u, s) that is listed after it. */
export function holds(
  image: Places,
  kind: number,
  t: number,
  r: number,
  u: number,
  s: number,
  parameter: number,
): boolean {
  const { start, end, days, weeks } = image;
  switch (kind) {
    case 0:
      return start[t] === start[u];
    case 1:
      return (start[t] <= start[u] && end[u] <= end[t]) || (start[u] <= start[t] && end[t] <= end[u]);
    case 2:
      return end[t] <= start[u] || end[u] <= start[t];
    case 3:
      return isNested(days[t], days[u]);
    case 4:
      return (days[t] & days[u]) === 0;
    case 5:
      return isNested(weeks[t], weeks[u]);
    case 6:
      return (weeks[t] & weeks[u]) === 0;
    case 7:
      return overlaps(image, t, u);
    case 8:
      return !overlaps(image, t, u);
    case 9:
      return r === s;
    case 10:
      return r !== s;
    case 11:
      return !isTooClose(image, t, r, u, s);
    case 12:
      return isBefore(image, t, u);
    case 13:
      return !meets(image, t, u) || Math.max(end[t], end[u]) - Math.min(start[t], start[u]) <= parameter;
    case 15:
      return (weeks[t] & weeks[u]) === 0 || isEarlierInWeek(image, t, u);
    default:
      return !meets(image, t, u) || end[t] + parameter <= start[u] || end[u] + parameter <= start[t];
  }
}

/** Whether nobody can attend both. */
export function isTooClose(image: Places, t: number, r: number, u: number, s: number): boolean {
  const { start, end, travel, rooms } = image;
  if (!meets(image, t, u)) return false;
  const needed = r >= 0 && s >= 0 && travel.length > 0 ? travel[r * rooms + s] : 0;
  return end[t] + needed > start[u] && end[u] + needed > start[t];
}

function meets({ days, weeks }: Times, t: number, u: number): boolean {
  return (days[t] & days[u]) !== 0 && (weeks[t] & weeks[u]) !== 0;
}

function overlaps(image: Times, t: number, u: number): boolean {
  const { start, end } = image;
  return start[t] < end[u] && start[u] < end[t] && meets(image, t, u);
}

function isBefore(image: Times, t: number, u: number): boolean {
  const [week, other] = [lowest(image.weeks[t]), lowest(image.weeks[u])];
  return week === other ? isEarlierInWeek(image, t, u) : week < other;
}

function isEarlierInWeek({ start, end, days }: Times, t: number, u: number): boolean {
  const [day, otherDay] = [lowest(days[t]), lowest(days[u])];
  return day !== otherDay ? day < otherDay : end[t] <= start[u];
}

function isNested(a: number, b: number): boolean {
  const common = a & b;
  return common === a || common === b;
}

function lowest(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
