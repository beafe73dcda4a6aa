import type { Situation, TimeWish } from '@class-scheduling/assistant-language';
import type { OfferedOption } from '../event-data.js';
import { addedObstacles, type TriedPlace } from './checks.js';
import { about, type HeldMeeting } from './held.js';
import { freeFor } from './lessons.js';
import { itemFor, placeAt, placeKey } from './rooms.js';
import { goingOn, offered, type Planning } from './planning.js';
import { roomsInstead } from './rooms.js';
import { fitsWish, isWelcome, partOf, startsOf, type TimeSpan } from './times.js';
import { joined, lined, plain, say, when, type Text } from './words.js';
import { words, type MeantMove, type Step } from './step.js';

/** Where else a meeting could be in every week, without a hard rule getting worse. */

const offeredMax = 6;
/** Places that are checked one by one. */
const triesMax = 8;
const alikeMax = 2;
/** Times and obstacles that are told. */
const timesTold = 3;
const obstaclesTold = 3;
const friday = 5;

/** How near a time is to what was said: then, on that day, in that part of the day, or neither. */
const nearnessOf = (situation: Situation, span: TimeSpan, to: TimeWish): number => {
  if (fitsWish(situation, span, to)) return 0;
  const isLate = span.day > friday || span.start >= situation.periods.evening[0];
  return (to.days?.includes(span.day) ? 1 : isInPart(situation, span, to) ? 2 : 3) + (isLate ? 2 : 0);
};

/** Whether a time lies in the part of the day that was said, or in that of the period that was said. */
const isInPart = (situation: Situation, { start }: TimeSpan, { part, periods }: TimeWish): boolean =>
  (['MORNING', 'AFTERNOON', 'EVENING'] as const).some((each) => {
    const [first, last] = partOf(situation, each);
    const holds = (period: number): boolean => period >= first && period <= last;
    return (part ? part === each : periods !== undefined && holds(periods.start)) && holds(start);
  });

/** The times of the week that fit a move, the nearest to what was said first. */
function spansFor(
  { situation, shown = [] }: Planning,
  { meeting, intent }: MeantMove,
  to: TimeWish,
): TimeSpan[] {
  const days = [...new Set([...situation.semester.schedulingDays, ...(to.days ?? [])])];
  const isShown = ({ day, start }: TimeSpan): boolean =>
    shown.some((key) => key.startsWith(`${day} ${start} `));
  return startsOf(situation, meeting.periods, days)
    .filter((span) => isWelcome(situation, span, intent) && !isShown(span) && !isNow(meeting, { span }))
    .toSorted((a, b) => nearnessOf(situation, a, to) - nearnessOf(situation, b, to));
}

/** What is in the way at some times, until so many are free; of the free ones alone where they are wanted. */
async function tryAll(
  planning: Planning,
  { meeting, intent }: MeantMove,
  spans: readonly TimeSpan[],
  max: number,
  isOnlyFree = false,
): Promise<TriedPlace[]> {
  const found: TriedPlace[] = [];
  for (const span of spans) {
    if (found.filter(isFreePlace).length >= max) break;
    const there = await placeAt({ ...planning, keepsRooms: false }, meeting, span, intent.room);
    const { place, isTaken } = there;
    if (isOnlyFree && (isTaken || !place)) continue;
    const obstacles = place ? await addedObstacles(planning, [itemFor(meeting, place)]) : there.obstacles;
    found.push({ ...there, obstacles });
  }
  return isOnlyFree ? found.filter(isFreePlace) : found;
}

export const isFreePlace = ({ place, obstacles }: TriedPlace): boolean =>
  place !== null && obstacles.length === 0;

/** What is in the way at the times that fit, until one is free: first where nobody has anything else. */
export async function placesThen(planning: Planning, move: MeantMove, to: TimeWish): Promise<TriedPlace[]> {
  const fitting = spansFor(planning, move, to).filter((span) => fitsWish(planning.situation, span, to));
  const isFree = await freeThen(planning, move);
  return tryAll(planning, move, fitting.toSorted((a, b) => +isFree(b) - +isFree(a)).slice(0, triesMax), 1);
}

/**
 * The places that a meeting can have in a room as wished, the nearest to what was said first.
 * @param known what was tried before and is not tried again
 */
export async function placesFor(
  planning: Planning,
  move: MeantMove,
  to: TimeWish,
  max: number,
  { isOnlyThen, known = [] }: { isOnlyThen?: true; known?: readonly TriedPlace[] } = {},
): Promise<TriedPlace[]> {
  const isFree = await freeThen(planning, move);
  const isMeant = (span: TimeSpan): boolean =>
    isFree(span) &&
    (!isOnlyThen || fitsWish(planning.situation, span, to)) &&
    !known.some((each) => each.span.day === span.day && each.span.start === span.start);
  return tryAll(planning, move, spansFor(planning, move, to).filter(isMeant), max, true);
}

/** Whether nobody who attends a meeting has anything else then; what the wishes before it leave is free. */
const freeThen = async (planning: Planning, { meeting }: MeantMove): Promise<(span: TimeSpan) => boolean> =>
  planning.before.length > 0 ? () => true : freeFor(planning, meeting, meeting.weeks);

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

function cannot(meeting: HeldMeeting, tried: readonly TriedPlace[]): Text {
  if (tried.length === 0)
    return about(meeting, '在所说的范围内没有可用的时间。', ': there is no such time in the week.');
  if (tried.every((each) => isNow(meeting, each)))
    return about(meeting, '不能这样换教室：', ' cannot change its room like that:');
  const { zh, en } = timesOf(tried);
  return about(meeting, `不能移到${zh}：`, ` cannot go to ${en}:`);
}

function reasons(tried: readonly TriedPlace[]): Text[] {
  const roomless = tried.filter(({ place }) => !place);
  const { zh, en } = timesOf(roomless);
  const texts = [
    ...(roomless.length > 0
      ? [say(`${zh}没有符合要求的空教室。`, `No room that fits is free on ${en}.`)]
      : []),
    ...tried.flatMap(({ obstacles }) => obstacles.map(plain)),
  ];
  const different = [...new Map(texts.map((text) => [text.zh, text])).values()];
  return different.slice(0, obstaclesTold).map((text) => say(`· ${text.zh}`, `- ${text.en}`));
}

/** The times that were tried, the first of many. */
function timesOf(tried: readonly TriedPlace[]): Text {
  const times = tried.slice(0, timesTold).map(({ span }) => when(span.day, span.start, span.end));
  const more = tried.length > timesTold;
  const { zh } = joined(times, '、');
  const { en } = joined(times, ' or ');
  return say(`${zh}${more ? '等时间' : ''}`, `${en}${more ? ' and so on' : ''}`);
}

/** The time that was said in another room, and the nearest times in a room as it is wished. */
async function optionsFor(
  planning: Planning,
  move: MeantMove,
  tried: readonly TriedPlace[],
): Promise<OfferedOption[]> {
  const [{ span } = { span: null }, ...others] = tried;
  const isOne = span !== null && others.length === 0;
  const to = isOne ? { days: [span.day], periods: { start: span.start } } : (move.intent.to ?? {});
  const { room, ...anywhere } = move.intent;
  const inOther = { ...move, intent: anywhere };
  const isThere = isOne && isNow(move.meeting, { span });
  const sameTime =
    !room || !isOne
      ? []
      : isThere
        ? await inOtherRooms(planning, move, span)
        : await placesFor(planning, inOther, to, 1, { isOnlyThen: true });
  const near = await placesFor(planning, move, to, offeredMax - sameTime.length);
  const keys = new Set(tried.map(({ place }) => place && placeKey(place)));
  const all = [...sameTime, ...near].filter(({ place }) => !keys.has(placeKey(place!)));
  return all.map((each) => optionAt(planning, move, each));
}

/** The time that a meeting has already, in rooms in the place of the one that is wished. */
async function inOtherRooms(
  planning: Planning,
  { meeting, intent }: MeantMove,
  span: TimeSpan,
): Promise<TriedPlace[]> {
  const rooms = await roomsInstead(planning, meeting, span, intent.room!);
  return rooms.slice(0, alikeMax).map(({ id: room, name: roomName }) => ({
    ...{ span, roomName, obstacles: [] },
    place: { day: span.day, period: span.start, room },
  }));
}

/** Whether a place is at the time that the meeting has already. */
export const isNow = ({ time }: HeldMeeting, { span }: Pick<TriedPlace, 'span'>): boolean =>
  time?.day === span.day && time.start === span.start;

/** A place that may be chosen. */
export function optionAt(
  planning: Planning,
  move: MeantMove,
  { span, place, roomName }: TriedPlace,
): OfferedOption {
  const { zh, en } = when(span.day, span.start, span.end);
  const named = planning.situation.names.find(({ id }) => id === place?.room)?.name ?? roomName ?? '';
  return offered(
    planning,
    say(`${zh}，${named}`, `${en}, ${named}`),
    goingOn(planning, move, {
      ...{ type: 'move', meeting: move.intent.meeting },
      ...{ to: { days: [span.day], periods: { start: span.start } }, room: { room: place!.room! } },
    }),
  );
}

const instead = say('可以改为：', 'It could go here instead:');
const nowhere = say(
  '没有找到其他可行的时间，请放宽时间或教室的要求。',
  'No other time works either. Maybe allow other times or rooms.',
);
