import type { OfferedOption } from '../event-data.js';
import { type Changing, type Goal, obstaclesTold, optionFor, triedOn } from './dates.js';
import { about } from './held.js';
import { offered, pinOf, type Planning } from './planning.js';
import { roomsAt, roomsInstead, studentsOf, type Candidate } from './rooms.js';
import { refuse, UnsettledError } from './step.js';
import {
  dateNamed,
  firstLines,
  inARow,
  inOneLine,
  lined,
  listOf,
  say,
  shownRoom,
  when,
  type Text,
} from './words.js';

/** Rooms that are offered, and that are told of a date. */
const offeredMax = 5;
const roomsOffered = 3;
const partlyMax = 2;
const toldMax = 4;

/**
 * Where no room that is wished is free at all the dates: which are at some of them, else why none is, and which
 * others are at all.
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
    partly.length > 0
      ? about(meeting, `（${dates}）没有一间全都空着：`, ` of ${dates}: no such room is free all the time.`)
      : about(
          meeting,
          `（${dates}）不能这样换教室。妨碍：`,
          ` of ${dates} cannot change its room like that. In its way:`,
        ),
  ];
  const options = [...partly, ...instead].slice(0, offeredMax);
  const why = await reasonsOf(planning, changing, looked);
  const told = lined([
    ...head,
    ...(weekly && options.length > 0 ? [onDates] : []),
    ...(partly.length > 0 && goals.length > 1 ? perDate.map(freeOn) : []),
    ...firstLines(
      why.filter(({ zh }) => !head.some((one) => one.zh === zh)),
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
  return free.length > 0
    ? say(`· ${zh}空着：${names.zh}`, `- ${en} free: ${names.en}`)
    : say(`· ${zh}没有`, `- ${en} none`);
}

/** The rooms that are free at most of the dates, each with its dates; together, where they are at all of them. */
function partOptions(planning: Planning, changing: Changing, all: readonly FreeOn[]): OfferedOption[] {
  const groups: { room: Candidate; on: readonly Goal[] }[] = [];
  for (let left = all.filter(({ free }) => free.length > 0); left.length > 0;) {
    const freeOn = (id: string) => left.filter(({ free }) => free.some((one) => one.id === id));
    const [room] = left
      .flatMap(({ free }) => free)
      .toSorted((a, b) => freeOn(b.id).length - freeOn(a.id).length);
    groups.push({ room, on: freeOn(room.id).map(({ goal }) => goal) });
    left = left.filter((one) => !freeOn(room.id).includes(one));
  }
  const options = groups.map(({ room, on }) =>
    optionFor(planning, changing, inRoom(room, on), {
      at: { weeks: on.map(({ week }) => week) },
      room: { room: room.id },
    }),
  );
  const isWhole = groups.length > 1 && all.every(({ free }) => free.length > 0);
  return isWhole
    ? [together(planning, changing, options), ...options.slice(0, 1)]
    : options.slice(0, partlyMax);
}

function inRoom(room: Candidate, on: readonly Goal[]): Text {
  const dates = on.map(({ date }) => date).join('、');
  const { zh, en } = shownRoom(room);
  return say(`${dates}：${zh}`, `${dates}: ${en}`);
}

/** All of some options in one. */
function together(
  planning: Planning,
  { at, meeting }: Changing,
  options: readonly OfferedOption[],
): OfferedOption {
  const [first, ...others] = options.map(({ resume }) => resume!);
  const further = others.map(({ intents }) => intents[at]);
  const pins = further.map(
    (_, index) => [`${first.intents.length + index}.meeting`, pinOf(meeting)] as const,
  );
  return offered(planning, inOneLine(options.map(({ label }) => label)), {
    intents: [...first.intents, ...further],
    pins: { ...first.pins, ...Object.fromEntries(pins) },
  });
}

/** Why none of the rooms that were looked at is free: who is there, its seats or its kind. */
async function reasonsOf(
  planning: Planning,
  { meeting }: Changing,
  looked: readonly Candidate[],
): Promise<Text[]> {
  if (looked.length === 0) return [noneLikeThat];
  const students = await studentsOf(planning, meeting);
  const taken = looked.filter(({ isFree }) => !isFree);
  const small = taken.filter(({ capacity }) => capacity < students);
  const large = taken.filter((room) => !small.includes(room));
  const { zh, en } = inARow(small.map(shownRoom));
  const names = listOf(
    large.map(({ name }) => name),
    toldMax,
  );
  const why = large.flatMap(({ objections }) => {
    const told = objections.find(({ kind }) => kind === 'CLASH') ?? objections[0];
    return told ? [say(`· ${told.text}`, `- ${told.text}`)] : [];
  });
  return [
    ...(large.length > 0 && why.length === 0
      ? [say(`· 那时不空：${names.zh}`, `- Taken then: ${names.en}`)]
      : why),
    ...(small.length > 0
      ? [say(`· 坐不下 ${students} 人：${zh}`, `- Too small for ${students} students: ${en}`)]
      : []),
  ];
}

const onDates = say('今后各次：', 'On the dates to come:');
const noneLikeThat = say('· 没有这样的教室。', '- There is no room like that.');
const noOther = say(
  '可以换个时间再问，或放宽教室的要求。',
  'Maybe ask for another time, or allow other rooms.',
);
