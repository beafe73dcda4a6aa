import { inWeeks } from '../slots/time-wishes.js';
import type { RoomWish, TimeWish } from '../intents.js';
import type { KnownLesson } from '../interpreter.js';
import { exceptedIn } from '../slots/excepted.js';
import { dateIn, dayOf, later, mondayOf, weekOf } from '../slots/calendar.js';
import type { Slots } from '../slots/slots.js';
import type { NameToken, Token } from '../slots/tokens.js';
import { fromTo } from '../spot/numbers.js';

/** Within what a lesson shall go, where not a time or a room is told but its limits. */

type Bound = 'BEFORE' | 'UNTIL' | 'AFTER';

/** Words in front of a time and behind it that make it a bound. */
const bounds: readonly (readonly [Bound, front: RegExp, behind: RegExp])[] = [
  ['BEFORE', /\b(?:before|ahead of|prior to) (?:the )?$/i, /^(?:之前|以前|前(?![面后]))/],
  [
    'UNTIL',
    new RegExp(
      '(?:[不别]要?[能可]?(?:再?超过?|晚[于过]|迟于|拖过)了?|最[晚迟]' +
        '|\\b(?:by|no later than|not later than|within|up to)) ?(?:the )?$',
      'i',
    ),
    /^(?:之内|以内)|^ at the latest/i,
  ],
  ['AFTER', /\bafter (?:the )?$/i, /^(?:之后|以后)/],
];

const friday = 5;

const boundOf = (sentence: string, { start, end }: Token): Bound | undefined =>
  bounds.find(
    ([, front, behind]) => front.test(sentence.slice(0, start)) || behind.test(sentence.slice(end)),
  )?.[0];

/** 同一周内, that same week: the one of the lesson. */
const sameWeek = new RegExp(
  '(?:同|那|当)一?个?(?:周|星期|礼拜)(?![一二三四五六日天])|\\bthat week$' +
    '|\\b(?:(?:that|the) same|(?:in|within|of|during|later|earlier|sooner) that) week\\b',
  'i',
);

/** 最好是同一周的, later that same week: the week of a time, or what is left of it; else null. */
export function ofSameWeek(at: TimeWish, { sentence, situation }: Slots): TimeWish | null {
  const { weeks: [week] = [], days: [day] = [] } = inWeeks(at, situation);
  if (week === undefined || !sameWeek.test(sentence)) return null;
  const monday = mondayOf(week, situation);
  const isLater = day !== undefined && /later|[往之以稍]后|晚[些点]/i.test(sentence);
  return isLater ? { date: later(monday, day), until: later(monday, 6) } : { weeks: [week] };
}

/** A time that is told as one within which a lesson goes, where it is told so. */
export function withinBounds(
  wish: TimeWish | undefined,
  slots: Slots,
  goal: readonly Token[],
  at: TimeWish = {},
): TimeWish | undefined {
  const { sentence, situation } = slots;
  const bound = goal.flatMap((token) => (token.type === 'time' ? (boundOf(sentence, token) ?? []) : []))[0];
  const week = sameWeek.test(sentence) ? weekOfLesson(at, slots) : undefined;
  const own = week !== undefined && !wish?.date && !wish?.weeks && { weeks: [week] };
  if (!wish || !bound) return own ? { ...wish, ...own } : wish;
  const { date, weeks, days = [], ...rest } = wish;
  const last =
    date ?? (weeks && days.length === 0 ? later(mondayOf(weeks.at(-1)!, situation), 6) : undefined);
  if (last !== undefined && bound !== 'AFTER') {
    const end = bound === 'UNTIL' ? last : date ? later(date, -1) : later(mondayOf(weeks![0], situation), -1);
    return { ...rest, date: situation.today, until: end };
  }
  if (days.length !== 1) return wish;
  const [day] = days;
  const on =
    bound === 'AFTER' ? [day + 1, Math.max(day + 1, friday)] : [1, bound === 'UNTIL' ? day : day - 1];
  return { ...rest, ...(weeks && { weeks }), ...own, days: fromTo(on[0], on[1]) };
}

/** The one week in which a lesson is meant; where it is called off on a day, that of the next such day. */
function weekOfLesson({ date, weeks, days: [day] = [] }: TimeWish, slots: Slots): number | undefined {
  const { situation } = slots;
  if (date) return weekOf(date, situation);
  if (weeks) return weeks.length === 1 ? weeks[0] : undefined;
  if (!day || !slots.has('cancel', 'suspend', 'makeUp')) return undefined;
  return weekOf(dateIn(day < dayOf(situation.today) ? 1 : 0, day, situation), situation);
}

/** 剩下几次, for the rest of the term: the weeks to come. */
const remaining = new RegExp(
  '剩[下余]|余下|还剩|接下来|[到至]学?期末|学期(?:末|结束)' +
    '|\\b(?:rest|remainder|end) of (?:the |this )?(?:term|semester)\\b|\\bremaining\\b',
  'i',
);
export const weeksLeft = ({ sentence, situation }: Slots): number[] | undefined =>
  remaining.test(sentence) ? fromTo(weekOf(situation.today, situation), situation.semester.weeks) : undefined;

const nearFront = /(?:[离靠挨]近?|\b(?:near|close to|closest to|next to|by) ?(?:the |lab |room )?)$/i;
const nearBehind = /^(?:附近|旁边|近|最近(?![有没还都]))/;

/** Whether rooms beside a place are wished, and not that place. */
export const isNear = (sentence: string, { start, end }: Token): boolean =>
  nearFront.test(sentence.slice(0, start)) || nearBehind.test(sentence.slice(end));

const away = /\b(?:leave|leaves|out of|off) (?:the )?$/i;
const otherBuilding = /(?:别|其他|另|换)的?一?[栋座个]?楼|\b(?:another|different|other) building/i;

/**
 * What is wished of a room: of several that are named any, in this order; beside one that is named, and not
 * in it; in none that is excepted, or in which the lesson is now.
 */
export function roomWished(
  slots: Slots,
  goal: readonly Token[],
  lessons: readonly KnownLesson[],
): RoomWish | null {
  const { sentence } = slots;
  const [now, ...others] = new Set(lessons.map(({ room }) => room));
  const excepted = exceptedIn(slots);
  const isPlace = (token: Token): token is NameToken =>
    token.type === 'name' && /^(?:room|building)$/.test(token.candidates[0].kind);
  const own = otherBuilding.test(sentence)
    ? [...new Set(lessons.flatMap(({ building }) => building ?? []))]
    : [];
  const isLeft = (token: NameToken): boolean =>
    excepted.includes(token) ||
    token.candidates.some(({ id }) => own.includes(id)) ||
    (others.length === 0 && token.candidates.length > 1 && token.candidates.some(({ id }) => id === now));
  const places = goal.filter(isPlace);
  if (places.some(({ start }) => away.test(sentence.slice(0, start)))) return null;
  const left = places.filter(isLeft);
  const meant = places.filter((token) => !left.includes(token));
  const notIn = left.filter((token) => excepted.includes(token));
  const rest = goal.filter((token) => !isPlace(token) || (meant.includes(token) && isBuilding(token)));
  const named = meant.filter((token) => !isBuilding(token));
  const rooms = inOrder(named, meant.find(isBuilding)?.candidates[0].name, slots);
  if (!rooms) return null;
  const wish = slots.of(rest).room() ?? {};
  const isBeside = meant.some((token) => isNear(sentence, token));
  const [room, ...more] = rooms;
  return {
    ...wish,
    ...(room !== undefined && more.length === 0 && (isBeside ? { near: room } : { room })),
    ...(more.length > 0 && { anyOf: [...rooms] }),
    ...(notIn.length > 0 && { notIn: notIn.flatMap(({ candidates }) => candidates.map(({ id }) => id)) }),
    ...(own.length === 1 && { notIn: own }),
  };
}

const isBuilding = ({ candidates: [{ kind }] }: NameToken): boolean => kind === 'building';

/**
 * The rooms of some names; 301或者303: of one that several have the one beside the room before. Null where of
 * several rooms that are named one alone, which several are called, would be meant.
 */
function inOrder(
  names: readonly NameToken[],
  within: string | undefined,
  slots: Slots,
): readonly string[] | null {
  let building = within;
  const ids: string[] = [];
  for (const name of names) {
    const there = name.candidates.filter((one) => building !== undefined && one.building === building);
    const isAlone = names.length === 1 && there.length !== 1;
    if (isAlone && name.candidates.length > 1 && slots.ofKind('room').length > 1) return null;
    const [one] = there.length > 0 ? there : name.candidates;
    ids.push(isAlone ? slots.one(name) : one.id);
    building = one.building ?? building;
  }
  return [...new Set(ids)];
}
