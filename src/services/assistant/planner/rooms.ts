import type { RoomWish } from '@class-scheduling/assistant-language';
import type { NamedRecord, RoomFacts, RoomFilter, ToolAnswers } from '../tools.js';
import type { ItemRequest, MeetingPlace } from '../../scheduling/changes/edits.js';
import type { TriedPlace } from './checks.js';
import { about, type HeldMeeting, type TimeSpan } from './held.js';
import { sizeOf } from './lessons.js';
import { listed, type Planning } from './planning.js';
import { refuse, words, type Of, type Step } from './step.js';
import {
  firstLines,
  inARow,
  inParts,
  joined,
  lined,
  plain,
  roomName,
  say,
  shownRoom,
  type Text,
} from './words.js';

type Feature = NonNullable<RoomWish['features']>[number];

const named = (pattern: RegExp) => (room: RoomFacts) =>
  [room, room.type, ...room.tags].some((each) => each !== null && pattern.test(each.name));

/** Types of rooms in which any lesson may be held that needs no more than seats. */
const isOrdinary = ({ type }: RoomFacts): boolean =>
  /^(?:普通|多媒体|公共|阶梯)教室$|^(?:ordinary|multimedia|public|lecture)\b/i.test(type?.name ?? '');

const isOfComputers = named(/机房|计算机|电脑|上机|computer|\bpc lab/i);

/** What features are called, and how they are known: by columns, by types, or by names of types and tags. */
const features: Readonly<
  Record<Feature, { readonly name: Text; readonly isIn: (room: RoomFacts) => boolean }>
> = {
  MULTIMEDIA: { name: say('多媒体', 'multimedia'), isIn: (room) => room.hasMultimedia },
  AIR_CONDITIONING: { name: say('空调', 'air conditioning'), isIn: (room) => room.isAirConditioned },
  COMPUTERS: { name: say('机房', 'computers'), isIn: isOfComputers },
  // A lab is one of computers, too.
  LABORATORY: {
    name: say('实验室', 'laboratories'),
    isIn: (room) => room.type?.isLaboratory === true || isOfComputers(room),
  },
};

/** What the columns of rooms can tell of a wish, so that of many rooms no fitting one is missed. */
const filterFor = ({ building, capacityMin, features: wished = [] }: RoomWish = {}): RoomFilter => ({
  ...(building && { building: { equals: building } }),
  ...(capacityMin && { capacity: { from: capacityMin } }),
  ...(wished.includes('MULTIMEDIA') && { hasMultimedia: true }),
  ...(wished.includes('AIR_CONDITIONING') && { isAirConditioned: true }),
});

/**
 * Whether a room has what is wished for.
 * @param now the room in which the meeting is taught now
 */
export function hasWished(room: RoomFacts, wish: RoomWish | undefined, now: HeldMeeting['room']): boolean {
  if (!wish) return true;
  if (wish.notIn?.some((id) => id === room.id || id === room.building?.id)) return false;
  if (wish.room && wish.room !== room.id) return false;
  if (wish.anyOf && !wish.anyOf.includes(room.id)) return false;
  if (wish.building && wish.building !== room.building?.id) return false;
  if (wish.buildings && !wish.buildings.includes(room.building?.id ?? '')) return false;
  if (wish.floor && wish.floor !== room.floor) return false;
  if (wish.capacityMin && wish.capacityMin > room.capacity) return false;
  if (wish.capacityMax && wish.capacityMax < room.capacity) return false;
  if (wish.isSameCampus && now?.campus && now.campus !== room.building?.campus?.id) return false;
  if (wish.isSameBuilding && now?.building && now.building.id !== room.building?.id) return false;
  if (wish.isSameRoom !== undefined && now && wish.isSameRoom !== (now.id === room.id)) return false;
  if (wish.without?.some((feature) => features[feature].isIn(room))) return false;
  return (wish.features ?? []).every((feature) => features[feature].isIn(room));
}

/** For which meeting and in which weeks rooms are looked for; only those of a name, where one is told. */
interface Sought {
  readonly meeting?: HeldMeeting;
  readonly weeks?: readonly number[];
  readonly name?: string;
  /** On single dates, rooms of any ordinary type, and not of the one that the lesson asks for. */
  readonly isOfAnyType?: boolean;
}

export type Candidate = RoomFacts & Omit<ToolAnswers['freeRooms']['freeRooms'][number], 'classroom'>;

/**
 * The rooms as wished at a time: free ones, those that are named in their order, and the nearest. Of a kind
 * that is asked for on single dates, or is no laboratory then, it does not matter that the lesson is usually
 * in another.
 */
export async function roomsAt(
  planning: Planning,
  { day, start, end }: TimeSpan,
  wish: RoomWish | undefined,
  { meeting, weeks, name, isOfAnyType }: Sought = {},
): Promise<Candidate[]> {
  const { use, timetable } = planning;
  const isKind = isOfAnyType || kinds.some((each) => (wish?.features ?? wish?.without)?.includes(each));
  const isOfKind = meeting && weeks && isKind;
  const attending = isOfKind ? ((await sizeOf(planning, meeting))?.studentCount ?? 0) : 0;
  const seats = isOfKind ? Math.max(wish?.capacityMin ?? 1, attending) : 0;
  const { freeRooms } = await use('freeRooms', {
    ...{ timetable: timetable.id, dayOfWeek: day, periodStart: start, periodEnd: end, weeks },
    ...(!isOfKind && { meeting: meeting?.id }),
    filter: { ...filterFor(wish), ...(name && { name: { equals: name } }) },
  });
  const rooms = freeRooms.flatMap(({ classroom, isFree, ...judged }) =>
    classroom && hasWished(classroom, wish, meeting?.room ?? null) && (!isOfAnyType || isOrdinary(classroom))
      ? { ...classroom, ...judged, isFree: isFree && classroom.capacity >= seats }
      : [],
  );
  const distance = distanceFrom(planning, wish, meeting);
  return rooms.toSorted((a, b) => Number(b.isFree) - Number(a.isFree) || distance(a) - distance(b));
}

const kinds = ['COMPUTERS', 'LABORATORY'] as const satisfies readonly Feature[];

/** How far a room is from what is wished: by the order of those named, else by building and campus. */
function distanceFrom(
  { situation: { names } }: Planning,
  { anyOf = [], near }: RoomWish = {},
  meeting: HeldMeeting | undefined,
): (room: RoomFacts) => number {
  const beside = names.find(({ id }) => id === near);
  const building = beside ? (beside.building ?? beside.name) : meeting?.room?.building?.name;
  return (room) => {
    if (anyOf.length > 0) return anyOf.indexOf(room.id);
    if (room.id === near) return -1;
    if (!building || room.building?.name === building) return 0;
    return room.building?.campus?.id === meeting?.room?.campus ? 1 : 2;
  };
}

/** Those of them that are free. */
export const freeRoomsAt = async (...of: Parameters<typeof roomsAt>): Promise<Candidate[]> =>
  (await roomsAt(...of)).filter(({ isFree }) => isFree);

/** Whether a room is free at a time. */
export const isFreeAt = async (
  planning: Planning,
  { id, name }: NamedRecord,
  span: TimeSpan,
  sought: Sought,
): Promise<boolean> =>
  (await freeRoomsAt(planning, span, undefined, { ...sought, name })).some((each) => each.id === id);

/** Rooms like the one that is wished for, and it first. */
async function similarTo({ use }: Planning, wish: RoomWish): Promise<RoomWish> {
  const { room, orSimilar: _, ...rest } = wish;
  const { classroom } = room ? await use('classroom', { id: room }) : {};
  const alike = kinds.filter((kind) => classroom && features[kind].isIn(classroom));
  return { ...rest, features: [...new Set([...(rest.features ?? []), ...alike])] };
}

/** Rooms that are free then in place of those that are wished: of their kind first, then the nearest. */
export async function roomsInstead(
  planning: Planning,
  meeting: HeldMeeting,
  span: TimeSpan,
  { capacityMin, building, notIn, ...wish }: RoomWish,
  weeks?: readonly number[],
): Promise<RoomFacts[]> {
  const [room = wish.room] = wish.anyOf ?? [];
  const { features: alike = [] } = await similarTo(planning, { ...wish, room });
  const near = room ?? building ?? wish.near;
  // Of a kind that is asked for none of another.
  const kindsOf = wish.features?.length ? [alike] : [alike, []];
  const asked = kindsOf.map((each) =>
    freeRoomsAt(planning, span, { capacityMin, notIn, near, features: each }, { meeting, weeks }),
  );
  const found = (await Promise.all(asked)).flat().filter(({ id }) => id !== meeting.room?.id && id !== room);
  return [...new Map(found.map((each) => [each.id, each])).values()];
}

/** Seats, kind and equipment of a room and of others beside it, or of all as is wished: the largest first. */
export async function shownRoomFacts(
  planning: Planning,
  { room, others = [], wish }: Of<'showRoom'>,
): Promise<Step> {
  const read = room
    ? await Promise.all([room, ...others].map((id) => planning.use('classroom', { id })))
    : (await roomsWith(planning, wish ?? {})).map((classroom) => ({ classroom }));
  const rooms = read.flatMap(({ classroom }) => classroom ?? []);
  if (rooms.length === 0) throw refuse(room ? notFound : noneSuch);
  const largest = Math.max(...rooms.map(({ capacity }) => capacity));
  const sorted = rooms
    .filter(({ capacity }) => wish?.size !== 'BIGGER' || capacity === largest)
    .toSorted((a, b) => b.capacity - a.capacity);
  planning.seen.push(...sorted.slice(0, seenMax).map(({ id }) => ({ rooms: [id] })));
  const count = say(`共 ${sorted.length} 间：`, `${sorted.length} rooms:`);
  const [heads, lines] = [sorted.length > others.length + 1 ? [count] : [], sorted.map(factsOf)];
  return lines.length > toldMax ? listed(planning, heads, lines) : words(lined([...heads, ...lines]));
}

const notFound = say('没有找到这样的教室，请检查名称。', 'There is no such room. Maybe check its name.');
const noneSuch = say('没有这样的教室，请放宽要求。', 'There is no room like that. Maybe ask for less.');

/** Rooms that are told at once, and those that are spoken of afterwards. */
const toldMax = 12;
const seenMax = 10;

/** The rooms that are as somebody wishes. */
export const roomsWith = (planning: Planning, wish: RoomWish): Promise<RoomFacts[]> =>
  roomsAt(planning, { day: 1, start: 1, end: 1 }, wish);

function factsOf(room: RoomFacts): Text {
  const { type, building } = room;
  const equipment = (['MULTIMEDIA', 'AIR_CONDITIONING'] as const).map((each) => {
    const { name, isIn } = features[each];
    return isIn(room) ? say(`有${name.zh}`, name.en) : say(`没有${name.zh}`, `no ${name.en}`);
  });
  const { zh, en } = inParts([
    shownRoom(room),
    ...[type, building, building?.campus].flatMap((each) => (each ? plain(each.name) : [])),
    ...equipment,
  ]);
  return say(`${zh}。`, `${en}.`);
}

/** What is said of the rooms beside the time, so that it is seen what was looked for. */
export function limitsOf({ situation }: Planning, wish: RoomWish): Text {
  const nameOf = (id: string): string => situation.names.find((each) => each.id === id)?.name ?? '';
  const kinds = (all: RoomWish['features'] = []): Text => inARow(all.map((each) => features[each].name));
  const { building, buildings = building ? [building] : [], floor, capacityMin, capacityMax } = wish;
  const { features: wished, without, notIn, near } = wish;
  const [has, hasNot] = [kinds(wished), kinds(without)];
  const not = inARow([
    ...(without?.length ? [hasNot] : []),
    ...[...new Set((notIn ?? []).map(nameOf))].map(plain),
  ]);
  const parts = [
    ...(buildings.length > 0
      ? [
          joined(
            buildings.map((each) => plain(nameOf(each))),
            say('、', ' or '),
          ),
        ]
      : []),
    ...(floor ? [say(`${floor} 楼`, `floor ${floor}`)] : []),
    ...(wished?.length ? [has] : []),
    ...(capacityMin ? [say(`至少 ${capacityMin} 座`, `at least ${capacityMin} seats`)] : []),
    ...(capacityMax ? [say(`至多 ${capacityMax} 座`, `at most ${capacityMax} seats`)] : []),
    ...(near ? [say(`离${nameOf(near)}近的在前`, `nearest to ${nameOf(near)} first`)] : []),
    ...(not.zh ? [say(`除${not.zh}外`, `without ${not.en}`)] : []),
  ];
  const { zh, en } = inParts(parts);
  return parts.length > 0 ? say(`（${zh}）`, ` (${en})`) : say('', '');
}

/** A wish for a bigger or a smaller room as one for numbers of seats. */
export async function sizedWish(
  { use }: Planning,
  { room }: HeldMeeting,
  wish: RoomWish | undefined,
): Promise<RoomWish | undefined> {
  if (!wish?.size || !room) return wish;
  const { size, ...rest } = wish;
  const seats = (await use('classroom', { id: room.id })).classroom?.capacity ?? 1;
  return size === 'BIGGER'
    ? { ...rest, capacityMin: Math.max(seats + 1, rest.capacityMin ?? 1) }
    : { ...rest, capacityMax: Math.max(1, seats - 1) };
}

/** A place as it is kept of what was shown. */
export const placeKey = ({ day, period, room }: Partial<MeetingPlace>): string => `${day} ${period} ${room}`;

export const itemFor = (meeting: HeldMeeting, place: Partial<MeetingPlace>): ItemRequest => ({
  meeting: meeting.id,
  place,
  ...expectation(meeting),
});

/** Where the meeting is believed to be, so that a plan moves nothing that has moved since. */
export function expectation({ time, room, teacher }: HeldMeeting): Pick<ItemRequest, 'expected'> {
  if (!time || !room || !teacher) return { expected: null };
  return { expected: { day: time.day, period: time.start, room: room.id, teacher: teacher.id } };
}

/**
 * The place at a time, in every week or in some: in the room that is wished for, else in the present one,
 * else in a free one. Where no free room is as wished, what is in the way of those that are.
 */
export async function placeAt(
  planning: Planning,
  meeting: HeldMeeting,
  span: TimeSpan,
  wish: RoomWish | undefined,
  weeks?: readonly number[],
): Promise<TriedPlace> {
  const { before, shown = [] } = planning;
  const { day, start } = span;
  const placed = (room: string | undefined): TriedPlace => ({
    span,
    place: room ? { day, period: start, room, ...teacherFor(meeting) } : null,
    obstacles: [],
  });
  const isShown = (room: string): boolean => shown.includes(placeKey({ day, period: start, room }));
  if (wish?.room && !wish.orSimilar) return placed(isShown(wish.room) ? undefined : wish.room);
  const isMoved = (weeks && !wish) || day !== meeting.time?.day || start !== meeting.time?.start;
  // Most keep their room, and to judge all others takes long.
  const { room: now } = meeting;
  const isKept = isMoved && !wish && before.length === 0 && now && !isShown(now.id);
  if (isKept && (planning.keepsRooms || (await isFreeAt(planning, now, span, { meeting, weeks }))))
    return { ...placed(now.id), roomName: now.name };
  const fitting = await fittingAt(planning, span, await widened(planning, wish), { meeting, weeks });
  // What the wishes before this one take at the time is free no more.
  const taken = before.flatMap(({ place }) =>
    place?.day === day && place.period === start ? (place.room ?? []) : [],
  );
  const free = fitting.filter(({ isFree, id }) => isFree && !taken.includes(id) && !isShown(id));
  const own = free.find(({ id }) => id === now?.id);
  // Whoever asks for another room means another one.
  const room = (isMoved && own) || free.find(({ id }) => id !== now?.id);
  if (!room && (wish ?? shown.length > 0)) return { ...placed(undefined), obstacles: inTheWay(fitting) };
  const found = room ?? now ?? fitting.at(0);
  const named = wish?.anyOf ?? [wish?.room];
  const passed = inTheWay(fitting.filter(({ id, isFree }) => !isFree && named.includes(id)));
  return {
    ...{ ...placed(found?.id), isTaken: !room },
    ...(found && { roomName: roomName(found), told: firstLines(passed.map(plain), passedTold) }),
  };
}

/** Rooms as wished; of a date ordinary ones of another type, where none is free and the lesson is in one. */
async function fittingAt(
  ...[planning, span, wish, sought]: Parameters<typeof roomsAt>
): Promise<Candidate[]> {
  const { meeting, weeks } = sought!;
  const fitting = await roomsAt(planning, span, wish, sought);
  const now = meeting?.room?.id;
  if (!now || !weeks || !wish || fitting.some(({ id, isFree }) => isFree && id !== now)) return fitting;
  const { classroom } = await planning.use('classroom', { id: now });
  if (!classroom || !isOrdinary(classroom)) return fitting;
  const others = await roomsAt(planning, span, wish, { ...sought, isOfAnyType: true });
  return others.some(({ isFree }) => isFree) ? others : fitting;
}

/** Obstacles that are told of rooms that were wished for first. */
const passedTold = 2;

/** A wish for a room that may be another where it is taken, as one for it and those like it. */
async function widened(planning: Planning, wish: RoomWish | undefined): Promise<RoomWish | undefined> {
  if (!wish?.orSimilar || !wish.room) return wish;
  return { ...(await similarTo(planning, wish)), near: wish.room };
}

/** What keeps rooms from being free: who is there; where all break a rule at any time, that of one. */
function inTheWay(rooms: readonly Candidate[]): readonly string[] {
  const rules = rooms.map(({ objections }) => objections.findLast(({ kind }) => kind === 'RULE'));
  const taken = rooms.flatMap(({ objections }, at) => (rules[at] ? [] : objections.slice(0, 1)));
  return (taken.length > 0 ? taken : rules.slice(0, 1)).flatMap((one) => one?.text ?? []);
}

/** A meeting without a place needs a teacher as well: the one that it names. */
function teacherFor(meeting: HeldMeeting): Partial<MeetingPlace> {
  if (meeting.time) return {};
  if (!meeting.teacher)
    throw refuse(about(meeting, '尚无教师，请先指定教师。', ' has no teacher yet. Maybe name one first.'));
  return { teacher: meeting.teacher.id };
}
