import type { TimeWish } from '@class-scheduling/assistant-language';
import { range } from '../../scheduling/semester/periods.js';
import type { OfferedOption } from '../event-data.js';
import {
  asDated,
  cannotGo,
  goalsIn,
  heldThen,
  isOver,
  obstaclesTold,
  occurrences,
  optionFor,
  triedOn,
  type Changing,
  type Dated,
  type Goal,
  type TriedDates,
} from './dates.js';
import { about, type HeldMeeting } from './held.js';
import { freeFor } from './lessons.js';
import type { Planning } from './planning.js';
import { roomsAt, roomsInstead, type Candidate } from './rooms.js';
import { refuse, UnsettledError, type Of, type Step } from './step.js';
import { fitsWish, isWelcome, startsOf, type TimeSpan, weekAndDayOf } from './times.js';
import { dateNamed, firstLines, lined, listOf, plain, say, shownRoom, when, type Text } from './words.js';

/** Other dates and rooms that are offered. */
const offeredMax = 5;
/** Times that are looked at until these are found: a term has hundreds, and each is judged by all rules. */
const triesMax = 40;

/** Dates to which a meeting can go: those within what is told, else of its week and the next one. */
export async function datesFor(
  planning: Planning,
  at: number,
  meeting: HeldMeeting,
  { meeting: ref = {}, within = {}, avoid, notAt }: Of<'findTimes'>,
): Promise<Step> {
  const from = occurrences(planning, meeting, ref.at ?? {}, undefined).slice(0, 1);
  const intent = asDated({ type: 'move', meeting: ref, to: within, avoid, notAt });
  const changing = { at, intent, meeting, from, before: [] };
  return (await elsewhere(planning, changing, [], true)).step;
}

/** Other rooms then, or other dates and times within what is told, to choose from. */
export async function elsewhere(
  planning: Planning,
  changing: Changing,
  tried: readonly TriedDates[],
  isOpen: boolean,
): Promise<UnsettledError> {
  const { intent, meeting, from } = changing;
  if (intent.room && !hasTime(intent) && tried.length > 0)
    return otherRooms(planning, changing, tried[0].goals);
  const isRoomless = tried.length > 0 && tried.every(({ place }) => !place) && !intent.room?.room;
  const reasons = isRoomless
    ? [...(await heldThen(planning, meeting, tried[0].goals[0])), noRoomThen]
    : [...new Set(tried.flatMap(({ obstacles }) => obstacles))].map(plain);
  const told = from.map(({ date }) => date).join('、');
  const why =
    isOpen || reasons.length === 0
      ? about(meeting, `（${told}）可以改到：`, ` of ${told} could go to:`)
      : lined([cannotGo(meeting, triedTimes(tried)), ...firstLines(reasons, obstaclesTold)]);
  const question = (options: readonly OfferedOption[], head: Text): UnsettledError =>
    new UnsettledError({ kind: 'question', question: head, options: options.slice(0, offeredMax) });
  const sameTime =
    intent.room && tried.length > 0 ? await roomOptions(planning, changing, tried[0].goals) : [];
  const options = [...sameTime, ...(await otherTimes(planning, changing, isOpen))];
  if (options.length > 0) return question(options, why);
  // What was said of other times may be of what was spoken of before.
  const isWithin = isOpen && hasTime(intent);
  const ever = isWithin ? await otherTimes(planning, anyTime(changing), true) : [];
  if (ever.length > 0) return question(ever, lined([noneThen, why]));
  const head = reasons.length === 0 ? about(meeting, `（${told}）：`, `, ${told}:`) : why;
  return refuse(lined([head, from.length > 1 ? noOtherTime : isWithin ? noneFound : nowhereElse]));
}

const hasTime = ({ to = {} }: Dated): boolean => Object.keys(to).length > 0;
const anyTime = ({
  intent: { to: _, avoid: _avoid, notAt: _notAt, ...intent },
  ...changing
}: Changing): Changing => ({
  ...changing,
  intent,
});

/** Where it was tried to put dates: the dates, and the time where it was one. */
function triedTimes(tried: readonly TriedDates[]): Text {
  const dates = [...new Set(tried.flatMap(({ goals }) => goals.map(({ date }) => date)))];
  const { zh, en } = listOf(dates, obstaclesTold);
  const [{ span }, ...others] = tried;
  const at = when(span.day, span.start, span.end);
  return others.length > 0 ? say(zh, en) : say(`${zh}${at.zh}`, `${en}, ${at.en}`);
}

/** Other dates and times: of a date within what is told, else near it, of several in the same weeks. */
async function otherTimes(planning: Planning, changing: Changing, isOpen: boolean): Promise<OfferedOption[]> {
  const { situation } = planning;
  const { intent, meeting, from } = changing;
  const { to = {} } = intent;
  const [first, ...rest] = from;
  const isWished = (span: TimeSpan): boolean =>
    isWelcome(situation, span, intent) && (!isOpen || fitsWish(situation, span, to));
  const options: OfferedOption[] = [];
  const aimed = rest.length > 0 ? [from.map(({ week }) => week)] : weeksAimedAt(planning, changing, isOpen);
  const free = await Promise.all(aimed.map((weeks) => freeFor(planning, meeting, weeks)));
  const times = daytimeFirst(planning, meeting, to).map((spans) =>
    aimed.flatMap((weeks, at) =>
      spans.flatMap((span) =>
        free[at](span) && isWished(span) ? { goals: goalsIn(planning, span, weeks), weeks } : [],
      ),
    ),
  );
  let tries = 0;
  for (const { goals, weeks } of times.flat()) {
    const [{ date, span } = { date: '', span: null }] = goals;
    if (!span || goals.length < weeks.length) continue;
    const isThere = date === first.date && span.start === meeting.time?.start;
    const isOutside = to.until !== undefined && (date < to.date! || date > to.until);
    const isUnwanted = intent.notAt?.some((wish) => wish.date === date);
    if (isThere || isOutside || isUnwanted || isOver(planning, date, span)) continue;
    if (options.length >= offeredMax || ++tries > triesMax) break;
    if (!(await triedOn(planning, changing, goals, intent.room)).items) continue;
    const { zh, en } = when(span.day, span.start, span.end);
    const label = rest.length > 0 ? say(zh, en) : say(`${date} ${zh}`, `${date}, ${en}`);
    // The date that was told, and not that of the week to which it goes.
    const on = rest.length > 0 ? { to: { days: [span.day] } } : { at: { date: first.date }, to: { date } };
    const goal = { ...on.to, periods: { start: span.start } };
    options.push(optionFor(planning, changing, label, { ...on, to: goal }));
  }
  return options;
}

/** The weeks in which times are looked for, one by one. */
function weeksAimedAt(
  planning: Planning,
  { intent: { to = {} }, from }: Changing,
  isOpen: boolean,
): number[][] {
  const weekOf = (date?: string): number | undefined =>
    date === undefined ? undefined : weekAndDayOf(planning.situation, date)?.week;
  const [first, last] = [weekOf(to.date), weekOf(to.until)];
  const aimed = first ?? to.weeks?.[0] ?? from[0].week;
  const told = first && last ? range(first, last - first + 1) : isOpen ? (to.weeks ?? []) : [];
  const weeks = told.length > 0 ? told : [aimed, aimed + 1];
  return weeks.filter((week) => week <= planning.situation.semester.weeks).map((week) => [week]);
}

/** The times of a week, or of the days that are named: by day, then in the evening and at the weekend. */
function daytimeFirst({ situation }: Planning, { periods }: HeldMeeting, { days }: TimeWish): TimeSpan[][] {
  const [evening] = situation.periods.evening;
  const starts = startsOf(situation, periods, days);
  const isLate = ({ day, end }: TimeSpan): boolean => day > friday || end >= evening;
  return [starts.filter((span) => !isLate(span)), starts.filter(isLate)];
}

const friday = 5;

const noneThen = say(
  '所说的范围内没有可行的时间，其他时间：',
  'There is no such time within what was said; at other times:',
);

const noOtherTime = say(
  '这些周没有其他共同可行的时间，可以只改其中几周，或请人代课。',
  'No other time works in all of these weeks. Maybe change some of them alone, or let somebody else teach.',
);

const noRoomThen = say('那时没有合适的空教室。', 'No room that fits is free then.');

const noneFound = say(
  '所说的范围内没有找到可行的时间，可以放宽时间或教室的要求，或请人代课。',
  'No time was found within what was said. Maybe allow other times or rooms, or let somebody else teach.',
);

const nowhereElse = say(
  '这一周和下一周没有其他可行的时间，可以请人代课或停课。',
  'No other time of that week or the next one works. Maybe let somebody else teach it, or call it off.',
);

/** Rooms that are offered, and that are told of a date. */
const roomsMax = 5;
const roomsOffered = 3;
const partlyMax = 2;
const toldMax = 4;

/**
 * Where no room that is wished is free at all the dates: which are at some of them, why the rest is not, and
 * which others are at all.
 * @param weekly what keeps it from being so in every week, where that was wished
 */
export async function otherRooms(
  planning: Planning,
  changing: Changing,
  goals: readonly Goal[],
  weekly?: readonly Text[],
): Promise<UnsettledError> {
  const { intent, meeting } = changing;
  const { span } = goals[0];
  const at = async (weeks: readonly number[]): Promise<readonly Candidate[]> =>
    (await roomsAt(planning, span, intent.room, { meeting, weeks })).filter(
      ({ id }) => id !== meeting.room?.id,
    );
  const looked = await at(goals.map(({ week }) => week));
  const perDate = await Promise.all(
    goals.map(async (goal) => ({ goal, free: (await at([goal.week])).filter(({ isFree }) => isFree) })),
  );
  const partly = looked.some(({ isFree }) => isFree) ? [] : partOptions(planning, changing, perDate);
  const instead = await roomOptions(planning, changing, goals);
  const dates = goals.map(({ date }) => date).join('、');
  const head = weekly ?? [
    about(meeting, `（${dates}）不能都这样换教室：`, ` of ${dates} cannot change its room like that:`),
  ];
  const options = [...partly, ...instead].slice(0, roomsMax);
  const told = lined([
    ...head,
    ...(partly.length > 0 && goals.length > 1 ? perDate.map(freeOn) : []),
    ...firstLines(
      reasonsOf(looked).filter(({ zh }) => !head.some((one) => one.zh === zh)),
      obstaclesTold,
    ),
    ...(options.length > 0 ? [] : [noOther]),
  ]);
  if (options.length === 0) return refuse(told);
  return new UnsettledError({ kind: 'question', question: told, options });
}

/** Rooms in which a meeting can be at the dates and the time that are wished. */
export async function roomOptions(
  planning: Planning,
  changing: Changing,
  goals: readonly Goal[],
): Promise<OfferedOption[]> {
  const { shown = [] } = planning;
  const { intent, meeting } = changing;
  const [{ date, span }] = goals;
  const weeks = goals.map(({ week }) => week);
  const free = await roomsInstead(planning, meeting, span, intent.room!, weeks);
  const fitting = free.filter(({ id }) => !shown.includes(`${date} ${span.start} ${id}`));
  if (fitting.length === 0) return [];
  const { items } = await triedOn(planning, changing, goals, { room: fitting[0].id });
  if (!items) return [];
  return fitting.slice(0, roomsOffered).map((room) => {
    const [{ zh, en }, name] = [when(span.day, span.start, span.end), shownRoom(room)];
    const label = say(`${zh}，${name.zh}`, `${en}, ${name.en}`);
    return optionFor(planning, changing, label, { room: { room: room.id } });
  });
}

interface FreeOn {
  readonly goal: Goal;
  readonly free: readonly Candidate[];
}

function freeOn({ goal: { date }, free }: FreeOn): Text {
  const [{ zh, en }, names] = [dateNamed(date), listOf(free.map(shownRoom), toldMax)];
  return say(`· ${zh}空着：${names.zh || '没有'}`, `- ${en} free: ${names.en || 'none'}`);
}

/** The rooms that are free at most of the dates, each with its dates. */
function partOptions(planning: Planning, changing: Changing, all: readonly FreeOn[]): OfferedOption[] {
  const rooms = new Map(all.flatMap(({ free }) => free).map((room) => [room.id, room]));
  return [...rooms.values()]
    .map((room) => ({
      room,
      on: all.flatMap(({ goal, free }) => (free.some(({ id }) => id === room.id) ? [goal] : [])),
    }))
    .toSorted((a, b) => b.on.length - a.on.length)
    .slice(0, partlyMax)
    .map(({ room, on }) => {
      const dates = on.map(({ date }) => date).join('、');
      const { zh, en } = shownRoom(room);
      const at = { weeks: on.map(({ week }) => week) };
      const label = say(`${dates}：${zh}`, `${dates}: ${en}`);
      return optionFor(planning, changing, label, { at, room: { room: room.id } });
    });
}

/** Why rooms that were looked at are not free: who is there, their seats or their kind. */
function reasonsOf(looked: readonly Candidate[]): Text[] {
  if (looked.length === 0) return [noneLikeThat];
  const taken = looked.filter(({ isFree }) => !isFree);
  const told = taken.map(
    ({ objections }) => objections.find(({ kind }) => kind === 'CLASH') ?? objections[0],
  );
  const { zh, en } = listOf(taken.flatMap((room, at) => (told[at] ? [] : shownRoom(room))));
  return [
    ...told.flatMap((one) => (one ? say(`· ${one.text}`, `- ${one.text}`) : [])),
    ...(zh ? [say(`· 那时不空，或坐不下：${zh}`, `- Taken then, or too small: ${en}`)] : []),
  ];
}

const noneLikeThat = say('· 没有这样的教室。', '- There is no room like that.');
const noOther = say(
  '可以换个时间再问，或放宽教室的要求。',
  'Maybe ask for another time, or allow other rooms.',
);
