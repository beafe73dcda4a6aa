import { type Situation, type TimeWish, optionsMax } from '@class-scheduling/assistant-language';
import type { OfferedOption, Pin } from '../event-data.js';
import { listMax, type RoomFacts, type ToolAnswers } from '../tools.js';
import { keepsHardRules, type TriedPlace } from './checks.js';
import { goingOn, offered, type Planning } from './planning.js';
import { roomsInstead, roomsWith } from './rooms.js';
import { fitsWish, isWelcome, partOf, type TimeSpan } from './times.js';
import { joined, lined, plain, say, when, type Text } from './words.js';
import { about, spanOf, type HeldMeeting } from './held.js';
import { words, type MeantMove, type Move, type Step } from './step.js';

/** A place for a meeting, with its own teacher. */
interface Place {
  readonly span: TimeSpan;
  readonly room: RoomFacts;
  readonly teacher: string;
}

/** How near a time is to what was said: then, on that day, in that part of the day, or neither. */
export const nearness = ['THEN', 'DAY', 'PART', 'ELSEWHERE'] as const;
type Nearness = (typeof nearness)[number];

/** A place that the product suggests. */
export interface Choice extends Place {
  readonly nearness: Nearness;
  /** Others that move as well, so that it is free. */
  readonly also: readonly AlsoMoved[];
}

/** Where another meeting goes, so that a place is free. */
interface AlsoMoved {
  readonly pin: Pin;
  readonly name: string;
  readonly target: Place;
}

type Suggestion = ToolAnswers['suggestions']['suggestions'][number];

/** Options of one nearness that are offered, and of all. */
const alikeMax = 2;
const offeredMax = Math.min(6, optionsMax);
/** Times and obstacles that are told. */
const timesTold = 3;
const obstaclesTold = 3;
const suggestionsMax = 50;

/**
 * The places that a meeting can have in the rooms that are wished for, without a hard rule getting worse:
 * the nearest to what was said first, and of these those for which no other moves, and then the best.
 * @param moves meetings that may move; another one moves only for a time that was said
 */
export async function choicesFor(
  planning: Planning,
  { meeting, intent }: MeantMove,
  to: TimeWish,
  moves: 1 | 2,
): Promise<Choice[]> {
  const { use, timetable, situation, shown = [] } = planning;
  const rooms = intent.room && (await roomsWith(planning, intent.room, meeting)).slice(0, listMax);
  if (rooms?.length === 0) return [];
  const { suggestions } = await use('suggestions', {
    ...{ timetable: timetable.id, meeting: meeting.id, max: suggestionsMax, moves },
    classrooms: rooms?.map(({ id }) => id),
    days: [...new Set([...situation.semester.schedulingDays, ...(to.days ?? [])])],
  });
  const isShown = ({ day, start }: TimeSpan): boolean =>
    shown.some((key) => key.startsWith(`${day} ${start} `));
  return suggestions
    .filter(keepsHardRules)
    .flatMap((each) => choiceOf(situation, meeting, each, to) ?? [])
    .filter(({ also, nearness: near }) => also.length === 0 || near === 'THEN')
    .filter((each) => !isNow(meeting, each) && isWelcome(situation, each.span, intent) && !isShown(each.span))
    .sort(
      (a, b) => nearness.indexOf(a.nearness) - nearness.indexOf(b.nearness) || a.also.length - b.also.length,
    );
}

/** What a suggestion comes to; null where somebody else would teach, or another place is not told in full. */
function choiceOf(
  situation: Situation,
  meeting: HeldMeeting,
  { items: [{ to: place }, ...others] }: Suggestion,
  to: TimeWish,
): Choice | null {
  if (!place?.classroom || !place.teacher) return null;
  if (meeting.teacher && place.teacher.id !== meeting.teacher.id) return null;
  const also = others.flatMap((other) => alsoMoved(other) ?? []);
  if (also.length < others.length) return null;
  const span = spanOf(place.dayOfWeek, place.periodStart, meeting.periods);
  return {
    ...{ span, room: place.classroom, teacher: place.teacher.id, also },
    nearness: nearnessOf(situation, span, to),
  };
}

function nearnessOf(situation: Situation, span: TimeSpan, to: TimeWish): Nearness {
  if (fitsWish(situation, span, to)) return 'THEN';
  if (to.days?.includes(span.day)) return 'DAY';
  return isInPart(situation, span, to) ? 'PART' : 'ELSEWHERE';
}

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

/** The time that was said in other rooms, and what can be had as it is wished, of each nearness the first. */
async function optionsFor(
  planning: Planning,
  move: MeantMove,
  tried: readonly TriedPlace[],
): Promise<OfferedOption[]> {
  const [{ span } = { span: null }, ...others] = tried;
  const isOne = span !== null && others.length === 0;
  const to = isOne ? { days: [span.day], periods: { start: span.start } } : (move.intent.to ?? {});
  const isUntried = ({ span: at, room }: Place): boolean =>
    !tried.some(({ place }) => place?.room === room.id && place.day === at.day && place.period === at.start);
  const choices = (await choicesFor(planning, move, to, 2)).filter(isUntried);
  const near = nearness.flatMap((each) =>
    choices.filter((one) => one.nearness === each).slice(0, each === 'ELSEWHERE' ? offeredMax : alikeMax),
  );
  const sameTime = (await inOtherRooms(planning, move, to, tried)).filter(isUntried).slice(0, alikeMax);
  const all = [...sameTime, ...near].map((each) => optionAt(planning, move, each));
  return [...new Map(all.map((option) => [option.text, option])).values()].slice(0, offeredMax);
}

/** Where a room was wished for: places at the time that was said in rooms that are not as it. */
async function inOtherRooms(
  planning: Planning,
  { intent, ...move }: MeantMove,
  to: TimeWish,
  tried: readonly TriedPlace[],
): Promise<readonly Place[]> {
  const { room: wish, ...anywhere } = intent;
  const { meeting } = move;
  if (!wish) return [];
  if (!staysAtItsTime(meeting, tried))
    return (await choicesFor(planning, { ...move, intent: anywhere }, to, 1)).filter(isThen);
  const [{ span }] = tried;
  const rooms = wish.room ? await roomsInstead(planning, meeting, span, wish) : [];
  return rooms.map((room) => ({ span, room, teacher: meeting.teacher?.id ?? '' }));
}

export const isThen = ({ nearness: near }: Choice): boolean => near === 'THEN';

/** Whether only another room was looked for. */
const staysAtItsTime = (meeting: HeldMeeting, tried: readonly TriedPlace[]): boolean =>
  tried.length > 0 && tried.every((each) => isNow(meeting, each));

/** Whether a place is at the time that the meeting has already. */
export const isNow = ({ time }: HeldMeeting, { span }: Pick<Place, 'span'>): boolean =>
  time?.day === span.day && time.start === span.start;

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

const placeText = ({ span, room }: Place): Text => {
  const at = when(span.day, span.start, span.end);
  return say(`${at.zh}，${room.name}`, `${at.en}, ${room.name}`);
};

const moveTo = (meeting: Move['meeting'], { span: { day, start }, room }: Place): Move => ({
  type: 'move',
  meeting,
  to: { days: [day], periods: { start } },
  room: { room: room.id },
});

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
export function optionAt(
  planning: Planning,
  move: MeantMove,
  { also = [], ...place }: Place & Partial<Pick<Choice, 'also'>>,
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
