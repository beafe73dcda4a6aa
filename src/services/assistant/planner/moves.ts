import type { ItemRequest } from '../../scheduling/changes/items.js';
import type { MeetingPlace } from '../../scheduling/changes/states.js';
import type { Intent, RoomWish, TimeWish } from '../intents.js';
import type { RoomFacts } from '../tools.js';
import { labelOf, type HeldMeeting } from './meetings.js';
import { refuse, settled, type Planning, type Step } from './planning.js';
import { hasWished } from './rooms.js';
import { fitsWish, isWelcome, startsOf, type TimeSpan } from './times.js';
import { ranges, say, when } from './words.js';

type Move = Intent & { readonly type: 'move' };

/** Times that are tried one by one where no suggestion fits. */
const triesMax = 8;

/** The change that a move asks for: to the time that is said, or the best one that fits. */
export async function plannedMove(planning: Planning, at: number, intent: Move): Promise<Step> {
  const meeting = await settled(planning, `${at}.meeting`, intent.meeting);
  if (meeting.isLocked) throw refuse(locked(meeting));
  refuseOtherWeeks(meeting, intent.to);
  const exact = exactTime(meeting, intent);
  const place = exact
    ? await placeAt(planning, meeting, exact, intent.room)
    : await bestPlace(planning, meeting, intent);
  return { kind: 'items', items: [{ meeting: meeting.id, place, ...expectation(meeting) }] };
}

/** Where the meeting is believed to be, so that a plan moves nothing that has moved since. */
export function expectation({ time, room, teacher }: HeldMeeting): Pick<ItemRequest, 'expected'> {
  if (!time || !room || !teacher) return { expected: null };
  return { expected: { day: time.day, period: time.start, room: room.id, teacher: teacher.id } };
}

/** A meeting has one time in all its weeks, so it moves in all of them or in none. */
function refuseOtherWeeks(meeting: HeldMeeting, wish: TimeWish | undefined): void {
  if (!wish?.weeks?.length || meeting.weeks.every((week) => wish.weeks!.includes(week))) return;
  throw refuse(
    say(
      `目前只能整体调整每周的课：${labelOf(meeting).zh}在第${ranges(meeting.weeks)}周上课，不能只移动其中几周。`,
      `${labelOf(meeting).en} moves in all of its weeks or in none, not only in weeks ${ranges(wish.weeks)}.`,
    ),
  );
}

/** The time that a wish states fully; what it leaves out of day or period is as it was. */
function exactTime(meeting: HeldMeeting, { to = {} }: Move): TimeSpan | null {
  const day = to.days?.length === 1 ? to.days[0] : to.days?.length ? null : (meeting.time?.day ?? null);
  const isSameTime = !to.days?.length && !to.periods && !to.part;
  const start = to.periods?.start ?? (isSameTime ? (meeting.time?.start ?? null) : null);
  if (day === null || start === null) return null;
  return { day, start, end: start + meeting.periods - 1 };
}

/** The place at a time: in the room that is wished for, else in the present one, else in a free one. */
async function placeAt(
  { use, timetable }: Planning,
  meeting: HeldMeeting,
  { day, start }: TimeSpan,
  wish: RoomWish | undefined,
): Promise<Partial<MeetingPlace>> {
  const time = { day, period: start };
  if (wish?.room) return { ...time, room: wish.room, ...(await teacherFor(meeting)) };
  const { freeRooms } = await use('freeRooms', {
    timetable: timetable.id,
    dayOfWeek: day,
    periodStart: start,
    meeting: meeting.id,
  });
  const isMoved = day !== meeting.time?.day || start !== meeting.time?.start;
  const fitting = freeRooms.filter(
    ({ classroom }) => classroom !== null && hasWished(classroom, wish, meeting.room?.campus ?? null),
  );
  const free = fitting.filter(({ isFree }) => isFree).flatMap(({ classroom }) => classroom ?? []);
  const own = free.find(({ id }) => id === meeting.room?.id);
  const other = free.find(({ id }) => id !== meeting.room?.id);
  // Whoever asks for another room means another one.
  const room = isMoved ? (own ?? other) : other;
  if (!room && wish) throw refuse(noRoom(time));
  const id = room?.id ?? meeting.room?.id ?? fitting[0]?.classroom?.id;
  if (!id) throw refuse(noRoom(time));
  return { ...time, room: id, ...(await teacherFor(meeting)) };
}

/** A meeting without a place needs a teacher as well: the one that it names. */
function teacherFor(meeting: HeldMeeting): Promise<Partial<MeetingPlace>> {
  if (meeting.time) return Promise.resolve({});
  if (!meeting.teacher)
    throw refuse(
      say(
        `${labelOf(meeting).zh}尚无教师，请先指定教师。`,
        `${labelOf(meeting).en} has no teacher yet. Maybe name one first.`,
      ),
    );
  return Promise.resolve({ teacher: meeting.teacher.id });
}

/** The best place within the wishes: a suggestion, else the first of the times in question that works. */
async function bestPlace(
  planning: Planning,
  meeting: HeldMeeting,
  { to = {}, room: wish, avoid }: Move,
): Promise<Partial<MeetingPlace>> {
  const { use, situation, timetable } = planning;
  const isWanted = (span: TimeSpan): boolean =>
    fitsWish(situation, span, to) &&
    isWelcome(situation, span, avoid) &&
    (span.day !== meeting.time?.day || span.start !== meeting.time.start);
  const { suggestions } = await use('suggestions', { timetable: timetable.id, meeting: meeting.id, max: 50 });
  const campus = meeting.room?.campus ?? null;
  for (const { items } of suggestions) {
    const target = items.length === 1 ? items[0].to : null;
    if (!target?.classroom || !target.teacher) continue;
    const { dayOfWeek: day, periodStart: start, classroom, teacher } = target;
    if (!isWanted({ day, start, end: start + meeting.periods - 1 })) continue;
    if (hasWished(classroom, wish, campus)) return placeOf(day, start, classroom, teacher.id);
  }
  const spans = startsOf(situation, meeting.periods).filter(isWanted);
  if (spans.length === 0) throw refuse(noTime);
  return firstThatWorks(planning, meeting, spans.slice(0, triesMax), wish);
}

const placeOf = (day: number, period: number, room: RoomFacts, teacher: string): Partial<MeetingPlace> => ({
  day,
  period,
  room: room.id,
  teacher,
});

/** Tries times one after the other; where none works the first, whose plan tells what is in its way. */
async function firstThatWorks(
  planning: Planning,
  meeting: HeldMeeting,
  spans: readonly TimeSpan[],
  wish: RoomWish | undefined,
): Promise<Partial<MeetingPlace>> {
  const { use, timetable } = planning;
  let first: Partial<MeetingPlace> | null = null;
  for (const span of spans) {
    const place = await placeAt(planning, meeting, span, wish).catch(() => null);
    if (!place) continue;
    const { changeTimetable } = await use('checkChange', {
      timetable: timetable.id,
      items: [{ meeting: meeting.id, place: inputOf(place) }],
    });
    if (changeTimetable.isApplicable) return place;
    first ??= place;
  }
  if (!first) throw refuse(noTime);
  return first;
}

/** A place in the words of the schema. */
export const inputOf = ({ day, period, room, teacher }: Partial<MeetingPlace>): object => ({
  ...(day !== undefined && { dayOfWeek: day }),
  ...(period !== undefined && { periodStart: period }),
  ...(room !== undefined && { classroom: room }),
  ...(teacher !== undefined && { teacher }),
});

const locked = (meeting: HeldMeeting) =>
  say(
    `${labelOf(meeting).zh}已锁定，请先解锁再移动。`,
    `${labelOf(meeting).en} is locked. Maybe unlock it first.`,
  );

const noRoom = ({ day, period }: { day: number; period: number }) =>
  say(
    `${when(day, period, period).zh}没有符合要求的空教室。`,
    `No room that fits is free on ${when(day, period, period).en}.`,
  );

const noTime = say(
  '在所说的范围内没有找到可行的时间，请放宽时间或教室的要求。',
  'No time within what you said works. Maybe allow other times or rooms.',
);
