import type { OfferedOption } from '../event-data.js';
import { type Changing, type Goal, obstaclesTold, optionFor, triedOn } from './dates.js';
import { about } from './held.js';
import { inTheWay } from './moves.js';
import type { Planning } from './planning.js';
import { roomsAt, roomsInstead, studentsOf, type Candidate } from './rooms.js';
import { refuse, UnsettledError } from './step.js';
import { dateNamed, firstLines, inARow, lined, listOf, say, shownRoom, when, type Text } from './words.js';

/** Rooms that are offered, and that are told of a date. */
const offeredMax = 5;
const roomsOffered = 3;
const partlyMax = 2;
const toldMax = 4;

/**
 * Where no room that is wished is free at all the dates: which are at some of them, else why none is, and which
 * others are at all.
 */
export async function otherRooms(
  planning: Planning,
  changing: Changing,
  goals: readonly Goal[],
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
  const told = lined([
    about(
      meeting,
      `（${dates}）不能这样换教室。妨碍：`,
      ` of ${dates} cannot change its room like that. In its way:`,
    ),
    ...(partly.length > 0 && goals.length > 1 ? perDate.map(freeOn) : []),
    ...firstLines(await reasonsOf(planning, changing, looked), obstaclesTold),
    ...(instead.length > 0 ? [] : [noOther]),
  ]);
  const options = [...partly, ...instead].slice(0, offeredMax);
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

/** The rooms that are free at most of the dates, each with its dates. */
function partOptions(planning: Planning, changing: Changing, all: readonly FreeOn[]): OfferedOption[] {
  const rooms = new Map(all.flatMap(({ free }) => free).map((room) => [room.id, room]));
  return [...rooms.values()]
    .map((room) => ({ room, on: all.filter(({ free }) => free.some(({ id }) => id === room.id)) }))
    .toSorted((a, b) => b.on.length - a.on.length)
    .slice(0, partlyMax)
    .map(({ room, on }) => {
      const dates = on.map(({ goal }) => goal.date).join('、');
      const { zh, en } = shownRoom(room);
      const weeks = on.map(({ goal }) => goal.week);
      const at = { weeks: weeks.length > 1 ? weeks : [weeks[0]] };
      return optionFor(planning, changing, say(`${dates}：${zh}`, `${dates}: ${en}`), {
        at,
        room: { room: room.id },
      });
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
  const why = inTheWay(large).map((text) => say(`· ${text}`, `- ${text}`));
  return [
    ...(large.length > 0 && why.length === 0
      ? [say(`· 那时不空：${names.zh}`, `- Taken then: ${names.en}`)]
      : why),
    ...(small.length > 0
      ? [say(`· 坐不下 ${students} 人：${zh}`, `- Too small for ${students} students: ${en}`)]
      : []),
  ];
}

const noneLikeThat = say('· 没有这样的教室。', '- There is no room like that.');
const noOther = say(
  '可以换个时间再问，或放宽教室的要求。',
  'Maybe ask for another time, or allow other rooms.',
);
