import type { Intent, MeetingRef, RoomWish, Situation, TimeWish } from '@class-scheduling/assistant-language';
import type { Text } from '../../../schema/texts.js';
import type { ToolAnswers } from '../tools.js';
import { meetingsOf, membersOf } from './meetings.js';
import { listed, type Planning } from './planning.js';
import { filterFor, hasWished } from './rooms.js';
import { type TimeSpan, calendarOf, partOf, withoutDate } from './times.js';
import { firstOf, lined, listOf, plain, say, shownRoom, when } from './words.js';
import { inOrder, labelOf } from './held.js';
import { refuse, type Step } from './step.js';

/** Answers to who and what is free at a time. */

type Of<T extends Intent['type']> = Extract<Intent, { type: T }>;

/** Greatest number of taken rooms that an answer names. */
const namesMax = 5;

/** The time of a question for what is free: one or several days, and first and last period, or all. */
function momentsOf(situation: Situation, wish: TimeWish): { spans: TimeSpan[]; weeks?: number[] } {
  const { weeks, ...time } = withoutDate(situation, wish);
  if (!time.days?.length) throw refuse(noMoment);
  const [first, last] = time.periods
    ? [time.periods.start, time.periods.end ?? time.periods.start]
    : time.part
      ? partOf(situation, time.part)
      : [1, situation.periods.evening[0] - 1];
  const spans = time.days.map((day) => ({ day, start: first, end: last }));
  return { spans, ...(weeks?.length && { weeks }) };
}

export const noMoment = say(
  '请说明星期和节次，例如“周五第3-4节”或“周五晚上”。',
  'Please say the day and the periods, such as "Friday periods 3-4" or "Friday evening".',
);

/** Names of what is free at a time; and what is said where nothing is. */
interface Free {
  readonly names: readonly Text[];
  readonly none: Text;
}

/** What is free at a time, and where nothing is all the time, what is in pairs of its periods. */
async function freeAt(kind: Text, span: TimeSpan, ask: (span: TimeSpan) => Promise<Free>): Promise<Text[]> {
  const line = (at: TimeSpan, names: readonly Text[]): Text => {
    const { zh, en } = when(at.day, at.start, at.end);
    const shown = listOf(names, 20);
    const { length } = names;
    return say(
      `${zh}空闲的${kind.zh}有 ${length} ${kind.zh === '教师' ? '位' : '间'}：${shown.zh}。`,
      `${length} ${kind.en} free on ${en}: ${shown.en}.`,
    );
  };
  const { names, none } = await ask(span);
  if (names.length > 0) return [line(span, names)];
  const parts = await Promise.all(
    pairsOf(span).map(async (part) => ({ part, names: (await ask(part)).names })),
  );
  return [none, ...parts.flatMap((each) => (each.names.length > 0 ? line(each.part, each.names) : []))];
}

/** The pairs of periods of a longer time. */
const pairsOf = ({ day, start, end }: TimeSpan): TimeSpan[] =>
  Array.from({ length: end - start < 2 ? 0 : Math.ceil((end - start + 1) / 2) }, (_, at) => ({
    day,
    start: start + 2 * at,
    end: Math.min(start + 2 * at + 1, end),
  }));

/** Rooms that are free. */
export async function freeRoomsIn(planning: Planning, intent: Of<'findRooms'>): Promise<Step> {
  if (Object.keys(intent.at).length === 0) return neverUsed(planning, intent);
  const { use, situation, timetable, seen } = planning;
  const { spans, weeks } = momentsOf(situation, intent.at);
  const roomsAt = async ({ day, start, end }: TimeSpan, wish?: RoomWish): Promise<ToolAnswers['freeRooms']> =>
    use('freeRooms', {
      timetable: timetable.id,
      dayOfWeek: day,
      periodStart: start,
      periodEnd: end,
      weeks,
      filter: filterFor(wish),
    });
  const ask = async (span: TimeSpan): Promise<Free> => {
    const { freeRooms } = await roomsAt(span, intent.room);
    const fitting = freeRooms.flatMap(({ classroom, isFree }) =>
      classroom && hasWished(classroom, intent.room, null) ? [{ ...classroom, isFree }] : [],
    );
    const free = fitting.filter(({ isFree }) => isFree);
    const { day, start, end } = span;
    const at = { days: [day], periods: { start, end }, ...(weeks && { weeks }) };
    seen.push(...free.map(({ id }) => ({ rooms: [id], at })));
    const names = free.map(shownRoom);
    const time = when(day, start, end);
    const taken = listOf(
      fitting.map(({ name }) => plain(name)),
      namesMax,
    );
    const none = say(
      `${time.zh}没有符合要求的空教室，都被占用：${taken.zh}。`,
      `No room that fits is free on ${time.en}; taken are ${taken.en}.`,
    );
    return {
      names,
      none: fitting.length > 0 ? none : await noSuchRoom(intent.room, (wish) => roomsAt(span, wish)),
    };
  };
  const lines = await Promise.all(spans.map((span) => freeAt(say('教室', 'rooms'), span, ask)));
  // That there is no such room at all is the same at every time.
  const said = lines.flat().filter(({ zh }, at, all) => all.findIndex((line) => line.zh === zh) === at);
  return { kind: 'words', text: lined(said) };
}

/** The rooms in which nothing is held in any week. */
async function neverUsed(planning: Planning, { room: wish }: Of<'findRooms'>): Promise<Step> {
  const { use, situation, timetable } = planning;
  const held = await meetingsOf(use, situation, timetable, {});
  const used = new Set(held.map(({ room }) => room?.id));
  const { freeRooms } = await use('freeRooms', {
    ...{ timetable: timetable.id, dayOfWeek: 1, periodStart: 1, filter: filterFor(wish) },
  });
  const rooms = freeRooms.flatMap(({ classroom }) =>
    classroom && !used.has(classroom.id) && hasWished(classroom, wish, null) ? [classroom] : [],
  );
  const lines = rooms.map(({ building, ...room }) => {
    const { zh, en } = shownRoom(room);
    const at = building && !room.name.startsWith(building.name) ? `${building.name} ` : '';
    return say(at + zh, at + en);
  });
  const head = say(
    `一次课都没排的教室有 ${lines.length} 间。`,
    `${lines.length} rooms have no lesson at all.`,
  );
  return listed(planning, [head], lines);
}

/** That no room is as wished at any time, with the largest one where only seats are missing. */
async function noSuchRoom(
  wish: RoomWish | undefined,
  roomsOf: (wish: RoomWish) => Promise<ToolAnswers['freeRooms']>,
): Promise<Text> {
  const inOtherWays = { ...wish, capacityMin: undefined };
  const { freeRooms } = await roomsOf(inOtherWays);
  const [largest] = freeRooms
    .flatMap(({ classroom }) => classroom ?? [])
    .filter((room) => hasWished(room, inOtherWays, null))
    .toSorted((a, b) => b.capacity - a.capacity);
  if (!wish?.capacityMin || !largest) return say('没有这样的教室。', 'There is no such room.');
  const { zh, en } = shownRoom(largest);
  return say(
    `没有这样的教室：要 ${wish.capacityMin} 座，最大的是${zh}。`,
    `There is no such room for ${wish.capacityMin}: the largest is ${en}.`,
  );
}

/** Teachers who are free. */
export async function freeTeachersIn(planning: Planning, intent: Of<'findTeachers'>): Promise<Step> {
  const { use, situation, timetable, seen } = planning;
  const wish = withoutDate(situation, intent.at);
  const isWanted = isOneOf(planning, intent);
  const isWhenHeld = !wish.periods && !wish.part && (intent.course ?? intent.meeting) !== undefined;
  if (isWhenHeld) return substitutesFor(planning, intent);
  const { spans, weeks } = momentsOf(situation, intent.at);
  const ref = substituted(intent);
  const [taught] = ref ? await meetingsOf(use, situation, timetable, ref) : [];
  if (ref && !taught)
    throw refuse(
      say(
        '这门课不在课表中，无法判断谁有授课资格。',
        'The course is not in the timetable, so nobody can be named.',
      ),
    );
  const ask = async ({ day, start, end }: TimeSpan): Promise<Free> => {
    const { freeTeachers } = await use('freeTeachers', {
      timetable: timetable.id,
      dayOfWeek: day,
      periodStart: start,
      periodEnd: end,
      weeks,
      meeting: taught?.id,
    });
    const at = when(day, start, end);
    const free = freeTeachers.flatMap(({ isFree, teacher }) =>
      isFree && teacher && isWanted(teacher) ? [teacher] : [],
    );
    seen.push(...free.map(({ id }) => ({ teachers: [id] })));
    return {
      names: free.map(({ name }) => plain(name)),
      none: say(`${at.zh}没有空闲的教师。`, `No teacher is free on ${at.en}.`),
    };
  };
  const lines = await Promise.all(spans.map((span) => freeAt(say('教师', 'teachers'), span, ask)));
  return { kind: 'words', text: lined(lines.flat()) };
}

/** Whether a teacher is of the departments that are named. */
function isOneOf(
  { situation }: Planning,
  { departments }: Of<'findTeachers'>,
): (one: { id: string }) => boolean {
  const members = departments && new Set(membersOf(situation, 'teacher', departments).map(({ id }) => id));
  return ({ id }) => !members || members.has(id);
}

/** The meetings that somebody else is to teach, whenever they are held; null where anybody will do. */
const substituted = ({ course, meeting }: Of<'findTeachers'>): MeetingRef | null =>
  course || meeting ? { ...(course && { courses: [course] }), ...meeting } : null;

/** Meetings for which others are looked for. */
const substitutedMax = 4;

/** Who else could teach meetings when they are held: those that are named, else those of the course. */
async function substitutesFor(planning: Planning, intent: Of<'findTeachers'>): Promise<Step> {
  const { use, situation, timetable } = planning;
  const isWanted = isOneOf(planning, intent);
  const ref = { ...substituted(intent), at: intent.at };
  const { weeks = [] } = withoutDate(situation, intent.at);
  const held = inOrder(await meetingsOf(use, situation, timetable, ref)).filter(({ time }) => time);
  if (held.length === 0) throw refuse(say('课表中没有这样的课。', 'The timetable holds no such meeting.'));
  const { shown, more } = firstOf(held, substitutedMax);
  const lines = await Promise.all(
    shown.map(async (each) => {
      const { day, start } = each.time!;
      const date = weeks.length === 1 ? calendarOf(situation).dateOf({ week: weeks[0], day }) : null;
      const of = { timetable: timetable.id, meeting: each.id };
      const candidates =
        date === null
          ? (await use('freeTeachers', { ...of, dayOfWeek: day, periodStart: start })).freeTeachers
          : (await use('substitutes', { ...of, date })).substitutes;
      const names = candidates.flatMap(({ isFree, teacher }) =>
        isFree && teacher && isWanted(teacher) && teacher.id !== each.teacher?.id ? [teacher.name] : [],
      );
      const name = labelOf(each);
      if (names.length === 0)
        return say(
          `${name.zh}：没有其他能上且有空的教师。`,
          `${name.en}: nobody else may teach it and is free.`,
        );
      const { zh, en } = listOf(names, 10);
      return say(`${name.zh}可由：${zh}。`, `${name.en} could be taught by ${en}.`);
    }),
  );
  const rest = more > 0 ? [say(`……另有 ${more} 次课。`, `… and ${more} more.`)] : [];
  return { kind: 'words', text: lined([...lines, ...rest]) };
}
