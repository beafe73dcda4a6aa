import { type Situation, type TimeWish, optionsMax } from '@class-scheduling/assistant-language';
import type { OfferedOption, Pin } from '../event-data.js';
import type { RoomFacts, ToolAnswers } from '../tools.js';
import { keepsHardRules, type TriedPlace } from './checks.js';
import { goingOn, offered, type Planning } from './planning.js';
import { freeRoomsAt, hasWished } from './rooms.js';
import { fitsWish, isWelcome, partOf, type TimeSpan } from './times.js';
import { joined, lined, plain, say, when, type Text } from './words.js';
import { about, spanOf, type HeldMeeting } from './held.js';
import { words, type MeantMove, type Move, type Step } from './step.js';

/** A place that the product suggests for a meeting alone, with its own teacher. */
export interface SuggestedPlace {
  readonly span: TimeSpan;
  readonly room: RoomFacts;
  readonly teacher: string;
}

type Suggestion = ToolAnswers['suggestions']['suggestions'][number];

/** The place that a suggestion gives a meeting; null where it would have another teacher. */
function suggestedPlace(meeting: HeldMeeting, { to }: Suggestion['items'][number]): SuggestedPlace | null {
  if (!to?.classroom || !to.teacher) return null;
  if (meeting.teacher && to.teacher.id !== meeting.teacher.id) return null;
  const span = spanOf(to.dayOfWeek, to.periodStart, meeting.periods);
  return { span, room: to.classroom, teacher: to.teacher.id };
}

/** The days and first periods of a wish, as suggestions are asked for. */
function windowOf(situation: Situation, { days, periods, part }: TimeWish): object {
  const [first, last] = part ? partOf(situation, part) : [1, situation.periods.starts.length];
  return {
    ...(days?.length && { days }),
    ...((part ?? periods) && {
      earliestPeriod: periods?.start ?? first,
      latestPeriod: periods?.start ?? last,
    }),
  };
}

/** Options of one sort that are offered, and of all sorts. */
const sortMax = 2;
const offeredMax = Math.min(6, optionsMax);
/** Times and obstacles that are told. */
const timesTold = 3;
const obstaclesTold = 3;
const suggestionsMax = 50;
/** Times at which another room is looked for. */
const roomTriesMax = 8;

/** Says what is in the way of a move, and offers the best places that it could have instead. */
export async function otherPlaces(
  planning: Planning,
  move: MeantMove,
  tried: readonly TriedPlace[],
): Promise<Step> {
  const why = lined(whyNot(move.meeting, tried));
  const options = await optionsFor(planning, move, tried);
  if (options.length === 0) return words(joined([why, nowhere], '\n'));
  return { kind: 'question', question: joined([why, instead], '\n'), options };
}

/** What is in the way of a move. */
export const whyNot = (meeting: HeldMeeting, tried: readonly TriedPlace[]): Text[] => [
  cannot(meeting, tried),
  ...reasons(tried),
];

/** The best place on the day or in the part of the day that was said, where none is at both. */
export async function nearestPlace(
  planning: Planning,
  move: MeantMove,
  tried: readonly TriedPlace[],
): Promise<SuggestedPlace | null> {
  const { meeting, intent } = move;
  const wish = wishOf(tried, false, intent.to);
  const fitting = (await placesFor(planning, meeting)).filter(
    (each) =>
      !isNow(meeting, each) &&
      isWelcome(planning.situation, each.span, intent) &&
      hasWished(each.room, intent.room, meeting.room),
  );
  const isOnDay = ({ span }: SuggestedPlace): boolean => wish.days?.includes(span.day) === true;
  const isThen = ({ span }: SuggestedPlace): boolean => isInPart(planning.situation, span, wish);
  return fitting.find((each) => isOnDay(each) && !isThen(each)) ?? fitting.find(isThen) ?? null;
}

/** Places for a meeting by which no hard rule gets worse, also such for which others move. */
export async function suggestionsFor(
  { use, timetable }: Planning,
  meeting: HeldMeeting,
  wanted: object,
): Promise<readonly Suggestion[]> {
  const asked = { timetable: timetable.id, meeting: meeting.id, ...wanted };
  return (await use('suggestions', asked)).suggestions.filter(keepsHardRules);
}

const placesAlone = (meeting: HeldMeeting, list: readonly Suggestion[]): SuggestedPlace[] =>
  list.flatMap(({ items }) => (items.length === 1 ? (suggestedPlace(meeting, items[0]) ?? []) : []));

/** Those for which no other moves, the best ones first. */
export const placesFor = async (
  planning: Planning,
  meeting: HeldMeeting,
  max = suggestionsMax,
  wish: TimeWish = {},
): Promise<SuggestedPlace[]> => {
  const wanted = { max, moves: 1, ...windowOf(planning.situation, wish) };
  return placesAlone(meeting, await suggestionsFor(planning, meeting, wanted));
};

/** Places that may be chosen for a meeting, and others that move as well. */
export const optionsOf = (
  planning: Planning,
  move: MeantMove,
  suggestions: readonly Suggestion[],
): OfferedOption[] =>
  suggestions.flatMap(({ items: [own, ...others] }) => {
    const place = suggestedPlace(move.meeting, own);
    const also = others.flatMap((other) => alsoMoved(other) ?? []);
    // What is not told in full is none.
    return place && also.length === others.length ? optionAt(planning, move, place, also) : [];
  });

function cannot(meeting: HeldMeeting, tried: readonly TriedPlace[]): Text {
  if (tried.length === 0)
    return about(meeting, '在所说的范围内没有可用的时间。', ': there is no such time in the week.');
  if (staysAtItsTime(meeting, tried))
    return about(meeting, '不能这样换教室：', ' cannot change its room like that:');
  const { zh, en } = timesOf(tried);
  return about(meeting, `不能移到${zh}：`, ` cannot go to ${en}:`);
}

function reasons(tried: readonly TriedPlace[]): Text[] {
  const roomless = tried.filter(({ place }) => !place);
  const texts = [
    ...(roomless.length > 0 ? [noRoomAt(roomless)] : []),
    ...tried.flatMap(({ obstacles }) => obstacles.map(plain)),
  ];
  const different = [...new Map(texts.map((text) => [text.zh, text])).values()];
  return different.slice(0, obstaclesTold).map(({ zh, en }) => say(`· ${zh}`, `- ${en}`));
}

function noRoomAt(tried: readonly TriedPlace[]): Text {
  const { zh, en } = timesOf(tried);
  return say(`${zh}没有符合要求的空教室。`, `No room that fits is free on ${en}.`);
}

/** The times that were tried, the first of many. */
function timesOf(tried: readonly TriedPlace[]): Text {
  const times = tried.slice(0, timesTold).map(({ span }) => when(span.day, span.start, span.end));
  const more = tried.length > timesTold;
  const { zh } = joined(times, '、');
  const { en } = joined(times, ' or ');
  return say(`${zh}${more ? '等时间' : ''}`, `${en}${more ? ' and so on' : ''}`);
}

async function optionsFor(
  planning: Planning,
  move: MeantMove,
  tried: readonly TriedPlace[],
): Promise<OfferedOption[]> {
  const { situation } = planning;
  const { meeting, intent } = move;
  const isStaying = staysAtItsTime(meeting, tried);
  const wish = wishOf(tried, isStaying, intent.to);
  const within = { max: sortMax * 4, moves: 2, ...windowOf(situation, wish) };
  const then = await suggestionsFor(planning, meeting, within);
  const isThen = ({ span }: SuggestedPlace): boolean => fitsWish(situation, span, wish);
  const others = await inWishedRooms(
    planning,
    move,
    (await placesFor(planning, meeting)).filter(
      (each) => !isThen(each) && !isNow(meeting, each) && isWelcome(situation, each.span, intent),
    ),
  );
  const [sameDay, samePart] = [
    others.filter(({ span }) => wish.days?.includes(span.day)),
    others.filter(({ span }) => !wish.days?.includes(span.day) && isInPart(situation, span, wish)),
  ];
  // The same time in a room that was not wished for; who stays has one already that is not as wished.
  const sameTime = !intent.room
    ? []
    : !isStaying
      ? placesAlone(meeting, then).filter(isThen)
      : intent.room.room
        ? await otherRoomsAt(planning, meeting, tried[0].span)
        : [];
  const all: OfferedOption[] = [
    ...sameTime
      .filter(({ room }) => !hasWished(room, intent.room, meeting.room))
      .slice(0, sortMax)
      .map((each) => optionAt(planning, move, each)),
    ...optionsOf(
      planning,
      move,
      then.filter(({ items }) => items.length > 1),
    ).slice(0, sortMax),
    ...[...sameDay.slice(0, sortMax), ...samePart.slice(0, sortMax), ...others].map((each) =>
      optionAt(planning, move, each),
    ),
  ];
  return [...new Map(all.map((option) => [option.text, option])).values()].slice(0, offeredMax);
}

/** The rooms that are free for a meeting at the time that it has, but its own. */
async function otherRoomsAt(
  planning: Planning,
  meeting: HeldMeeting,
  span: TimeSpan,
): Promise<SuggestedPlace[]> {
  const rooms = await freeRoomsAt(planning, span, undefined, { meeting });
  return rooms
    .filter(({ id }) => id !== meeting.room?.id)
    .map((room) => ({ span, room, teacher: meeting.teacher?.id ?? '' }));
}

/** Places with a room that is as wished; of those whose room is not, the first ones in another free room. */
async function inWishedRooms(
  planning: Planning,
  { meeting, intent }: MeantMove,
  places: readonly SuggestedPlace[],
): Promise<SuggestedPlace[]> {
  const found: SuggestedPlace[] = [];
  let triesLeft = roomTriesMax;
  for (const place of places)
    if (hasWished(place.room, intent.room, meeting.room)) found.push(place);
    else if (triesLeft-- > 0) {
      const [room] = await freeRoomsAt(planning, place.span, intent.room, { meeting });
      if (room) found.push({ ...place, room });
    }
  return found;
}

/** Whether only another room was looked for. */
const staysAtItsTime = (meeting: HeldMeeting, tried: readonly TriedPlace[]): boolean =>
  tried.length > 0 && tried.every((each) => isNow(meeting, each));

/** Whether a place is at the time that the meeting has already. */
const isNow = ({ time }: HeldMeeting, { span }: Pick<SuggestedPlace, 'span'>): boolean =>
  time?.day === span.day && time.start === span.start;

/**
 * The wish as it was said; one that names its period names the day of what was tried as well, and one that
 * only asks for another room the time.
 */
const wishOf = (tried: readonly TriedPlace[], isStaying: boolean, to: TimeWish = {}): TimeWish => ({
  ...to,
  ...(to.days?.length ? {} : { days: [...new Set(tried.map(({ span }) => span.day))] }),
  ...(isStaying && { periods: { start: tried[0].span.start } }),
});

/** Whether a time lies in the part of the day that was said, or in that of the period that was said. */
function isInPart(situation: Situation, { start }: TimeSpan, { part, periods }: TimeWish): boolean {
  const parts = ['MORNING', 'AFTERNOON', 'EVENING'] as const;
  const holds = (each: (typeof parts)[number], period: number): boolean => {
    const [first, last] = partOf(situation, each);
    return period >= first && period <= last;
  };
  const meant = part ?? (periods && parts.find((each) => holds(each, periods.start)));
  return meant !== undefined && holds(meant, start);
}

const placeText = ({ span, room }: SuggestedPlace): Text => {
  const at = when(span.day, span.start, span.end);
  return say(`${at.zh}，${room.name}`, `${at.en}, ${room.name}`);
};

const moveTo = (meeting: Move['meeting'], { span: { day, start }, room }: SuggestedPlace): Move => ({
  type: 'move',
  meeting,
  to: { days: [day], periods: { start } },
  room: { room: room.id },
});

/** Where another meeting goes, so that a place is free. */
interface AlsoMoved {
  readonly pin: Pin;
  readonly name: string;
  readonly target: SuggestedPlace;
}

function alsoMoved({ meeting, from, to }: Suggestion['items'][number]): AlsoMoved | null {
  const { id, teachingClass, periods } = meeting ?? {};
  if (!id || !teachingClass || !to?.classroom || from?.teacher?.id !== to.teacher?.id) return null;
  return {
    pin: { meeting: id, teachingClass: teachingClass.id },
    name: teachingClass.name,
    target: { span: spanOf(to.dayOfWeek, to.periodStart, periods!), room: to.classroom, teacher: '' },
  };
}

/** A place that may be chosen; with others that move as well, of which the first is told. */
function optionAt(
  planning: Planning,
  move: MeantMove,
  place: SuggestedPlace,
  also: readonly AlsoMoved[] = [],
): OfferedOption {
  const [here, [first]] = [placeText(place), also];
  const there = first && placeText(first.target);
  const label = first
    ? say(`${here.zh}，同时把${first.name}移到${there.zh}`, `${here.en}, and ${first.name} to ${there.en}`)
    : here;
  const { intents, pins } = goingOn(planning, move, moveTo(move.intent.meeting, place));
  const further = also.map(({ pin, target }) => moveTo({ teachingClasses: [pin.teachingClass] }, target));
  const theirs = also.map(({ pin }, index) => [`${intents.length + index}.meeting`, pin] as const);
  return offered(planning, label, {
    intents: [...intents, ...further],
    pins: { ...pins, ...Object.fromEntries(theirs) },
  });
}

const instead = say('可以改为：', 'It could go here instead:');
const nowhere = say(
  '没有找到其他可行的时间，请放宽时间或教室的要求。',
  'No other time works either. Maybe allow other times or rooms.',
);
