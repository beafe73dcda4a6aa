import type { OfferedOption } from '../event-data.js';
import { type Changing, type Goal, obstaclesTold, optionFor, triedOn } from './dates.js';
import { about } from './held.js';
import type { Planning } from './planning.js';
import { roomsAt, roomsInstead, type Candidate } from './rooms.js';
import { refuse, UnsettledError } from './step.js';
import { dateNamed, firstLines, lined, listOf, say, shownRoom, when, type Text } from './words.js';

/** Rooms that are offered, and that are told of a date. */
const offeredMax = 5;
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
  const options = [...partly, ...instead].slice(0, offeredMax);
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
