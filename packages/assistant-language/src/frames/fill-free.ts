import type { Beside, Intent, MeetingRef, NamedKind, RoomWish, TimeWish, Of } from '../intents.js';
import { byWords } from '../ground/by-words.js';
import { lessonsOf } from '../ground/lessons.js';
import { isNear } from '../ground/limits.js';
import { Doubt, unlessDoubt } from '../slots/doubts.js';
import { exceptedIn } from '../slots/excepted.js';
import type { Slots } from '../slots/slots.js';
import { isNamed, type NameToken, type Token } from '../slots/tokens.js';
import { tokensOf } from '../spot/lexer.js';
import { inWeeks } from '../slots/time-wishes.js';
import { isOfLesson, meetingOf, whichLesson, whichTime } from './meeting.js';
import { spokenAt } from '../dialogue/focus.js';
import { hasAny, monthIn, nowIn, ofOurs, ownOf, within } from './whom.js';

/** What is free: rooms, people and times, and who could stand in. */

/** Lists the rooms that are so, and not those that are free. */
const listed = /列出|^(?:show me|list)\b.*\brooms?\b|\brooms (?:with|that (?:have|seat|hold))\b/i;
/** The room with most seats. */
export const largest =
  /最大|座位?最多|(?<!不要)大教室|\b(?:biggest|largest|(?:big|large) (?:class)?rooms?)\b/i;
const ofRooms = /教[室市师]|机房|房间|[哪那几]间|\b(?:class)?rooms?\b|\blabs?\b/i;

/** Free rooms of a kind, or whether those that are named are free: all of one name. */
export function roomsFor(said: Slots): Intent {
  const isPlace = (token: Token): token is NameToken => isNamed(token, 'room') || isNamed(token, 'building');
  const place = said.names.findLast((token) => isPlace(token) && isNear(said.sentence, token));
  const slots = place ? said.of(said.tokens.filter((token) => !isPlace(token))) : said;
  const lesson = besideLesson(slots, within(slots));
  const named = slots.ofKind('room');
  const isOfPeople =
    slots.ofKind('teacher').length > 0 && named.length === 0 && !ofRooms.test(slots.sentence);
  const { beside, ...held } = lesson ?? { beside: besideOf(slots.sentence) };
  const told = within(slots) ?? nowIn(slots) ?? (beside && spokenAt(slots.situation));
  const at = lesson ? { ...held, ...told } : told;
  const excepted = exceptedIn(slots);
  const meant = named.filter((token) => !excepted.includes(token));
  if (isOfPeople || (meant.length > 0 && !at)) return freeTimes(slots);
  const room = {
    ...roomsIn(slots.of(slots.tokens.filter((token) => !excepted.includes(token)))),
    ...without(slots.of(excepted)),
    ...(place && { near: said.inBuildings(place.candidates)[0].id }),
    ...(largest.test(slots.sentence) ? { size: 'BIGGER' as const } : slots.size()),
  };
  if (!at && !beside && hasAny(room) && listed.test(slots.sentence) && !slots.has('free'))
    return { type: 'showRoom', wish: room };
  // Where no time is told it is asked for now.
  const isNow = !at || slots.times.some(({ piece }) => piece.isNow);
  return {
    type: 'findRooms',
    at: isNow ? { date: slots.situation.today, ...at } : at,
    ...(hasAny(room) && { room }),
    ...(isNow && { isNow }),
    ...(beside && { beside }),
  };
}

/** 体育课前, right before PE: beside the own lesson of a course, where it is one time of that day. */
function besideLesson(
  { sentence, situation, ...slots }: Slots,
  at: TimeWish = {},
): (TimeWish & { readonly beside: Beside }) | undefined {
  const [course] = slots.names.filter((token) => isNamed(token, 'course'));
  const said = course && `${sentence.slice(0, course.start)}▪${sentence.slice(course.end)}`;
  const [beside] = besides.flatMap(([one]) => (said && besideNamed[one].test(said) ? one : []));
  const courses = course?.candidates.map(({ id }) => id);
  const held = beside ? [...lessonsOf({ courses, at, ...ownOf(situation) }, situation)] : [];
  const [first, ...others] = new Map(
    held.map(({ day, start, end }) => [`${day} ${start}`, { day, start, end }]),
  ).values();
  if (!beside || !first || others.length > 0) return undefined;
  return { beside, ...(!at.date && { days: [first.day] }), periods: { start: first.start, end: first.end } };
}

const besideNamed: Readonly<Record<Beside, RegExp>> = {
  BEFORE: /▪课?[之以]?前|\bbefore ?(?:the |my |our )?▪/i,
  AFTER: /▪课?[之以]?后|\bafter ?(?:the |my |our )?▪/i,
};

/** The rooms that are meant: each that is named, and every one of those that are called so. */
export function roomsIn(slots: Slots): RoomWish | undefined {
  const named = slots.ofKind('room');
  const others = slots.of(slots.tokens.filter((token) => !named.includes(token as NameToken)));
  const ids = named.flatMap(({ candidates }) => others.inBuildings(candidates).map(({ id }) => id));
  const [room, ...more] = new Set(ids);
  const meant = more.length > 0 ? { anyOf: [room, ...more] } : room !== undefined && { room };
  const isBuilding = (token: Token): boolean => isNamed(token, 'building');
  // 信息楼或者致远楼: in any of them.
  const buildings = meant ? [] : [...new Set(others.buildings)];
  const isAny = meant || buildings.length > 1;
  const rest = isAny ? others.of(others.tokens.filter((token) => !isBuilding(token))) : others;
  const wish = { ...rest.room(), ...meant, ...(buildings.length > 1 && { buildings }) };
  return hasAny(wish) ? wish : undefined;
}

/** What a room shall not be, or not lie in: a computer room is no 多媒体教室, with a projector too. */
function without(excepted: Slots): Pick<RoomWish, 'without' | 'notIn'> {
  const isMultimedia = excepted.sentence.includes('多媒体教室');
  const { features: areNot = isMultimedia ? (['COMPUTERS', 'LABORATORY'] as const) : [] } =
    excepted.of(excepted.tokens.filter(({ type }) => type === 'wish')).room() ?? {};
  const places = [...excepted.ofKind('room'), ...excepted.ofKind('building')];
  const notIn = places.flatMap(({ candidates }) => candidates.map(({ id }) => id));
  return { ...(areNot.length > 0 && { without: [...areNot] }), ...(notIn.length > 0 && { notIn }) };
}

/** 50座以下的不要: what rooms shall be instead. */
const otherThan = ({ capacityMin, capacityMax, features }: RoomWish): RoomWish => ({
  ...(capacityMin && { capacityMax: capacityMin - 1 }),
  ...(capacityMax && { capacityMin: capacityMax + 1 }),
  ...(features && { without: features }),
});

/** 50座以下的不要, 要有投影的: of the rooms that were told those that are so, too. */
export function overRooms(told: RoomWish | undefined, slots: Slots, capacityMin?: number): RoomWish {
  const wish = slots.room();
  const laid = wish && slots.has('not') ? otherThan(wish) : wish;
  // 60座那间, the one with 60 seats: of that size alone.
  const isThat = /座的?那[个间]|\bthe (?:\d+ )?one\b/i.test(slots.sentence);
  const size = isThat && (capacityMin ?? laid?.capacityMin);
  return {
    ...unnamed(told, laid),
    ...(largest.test(slots.sentence) && { size: 'BIGGER' as const }),
    ...laid,
    ...(capacityMin !== undefined && { capacityMin }),
    ...(size && { capacityMax: size }),
  };
}

/** 还是放机房好: a room that was told, without its name where another is wished by what it is like. */
export function unnamed(told: RoomWish = {}, wish: RoomWish = {}): RoomWish {
  const { room: _, ...limits } = told;
  return (wish.building ?? wish.features ?? wish.capacityMin) ? limits : told;
}

const own =
  '(?:(?:my|our|the|this|that)(?: \\w+)? (?:class(?:es)?|lessons?|lectures?)|me|mine|us|ours|i teach)\\b';
/** Beside one's own lessons, and beside what was spoken of. */
const lessons =
  '(?:(?:节|门|我们?[^，,。]{0,6})课|[上下]课|完[了课]*|结束|给我们?上[^，,。]{0,6})[之以]?|我们?(?=.面)|[我那它](?:们)?[之以]' +
  '|(?=前[头面边]的?[一两几]?节)';
const those = `(?:and (?:right )?after )?(?:${own}|it\\b|that\\b|▪)`;
/** Of which free time beside lessons words speak. */
const besides: readonly (readonly [Beside, RegExp])[] = [
  ['BEFORE', new RegExp(`(?:${lessons})前|\\bbefore ${those}`, 'i')],
  ['AFTER', new RegExp(`(?:${lessons})后|上完.{0,4}课|\\bafter ${those}`, 'i')],
];

const besidesIn = (sentence: string): Beside[] =>
  besides.flatMap(([one, words]) => (words.test(sentence) ? one : []));
export const besideOf = (sentence: string): Beside | undefined => besidesIn(sentence).at(0);

/** Who is in my room after me: what is held beside the caller's own lessons by others. */
export function besideOwn({ sentence, names }: Slots): Beside[] {
  const isOfOthers = names.some(({ candidates: [{ kind }] }) => /room|teacher|Class/.test(kind));
  const isOfRoom = /[教课]室|机房|\b(?:rooms?|labs?|halls?)\b/i.test(sentence);
  return isOfOthers || isOfRoom ? besidesIn(sentence) : [];
}

/** What is free: people, classes and rooms, or places for a lesson that is told. */
export function freeTimes(slots: Slots): Intent {
  const [avoid, notAt] = [slots.avoid(), slots.notAt()];
  const unwanted = { ...(avoid && { avoid }), ...(notAt && { notAt }) };
  const isMoved = slots.has('move', 'moveTo', 'go') && slots.has('lesson');
  // When is Mr Zou free, I want to ask about calculus: of people who are asked of, and not of the lesson.
  const isOfPeople =
    slots.has('free') &&
    !slots.has(
      'moveTo',
      'go',
      'anotherTime',
      'schedule',
      'find',
      ...(slots.has('not') ? [] : (['move'] as const)),
    ) &&
    slots.ofKind('teacher').length + slots.ofKind('administrativeClass').length > 0;
  const lessons = slots.ofKind('course').length + slots.ofKind('teachingClass').length + Number(isMoved);
  const rest = slots.of(slots.tokens.filter(({ type }) => type !== 'wish'));
  if (lessons > 0 && !isOfPeople) {
    const moved = unlessDoubt(() => byWords('move', slots));
    if (moved?.type === 'singleDate' && moved.action === 'MOVE') {
      const { meeting, at, to } = moved;
      const of = { ...meeting, ...(at && { at: { ...meeting.at, ...at } }) };
      return { type: 'findTimes', meeting: of, ...(to && { within: to }), ...unwanted };
    }
    const told = rest.tokens.filter((token, at) => token.type === 'time' && isOfLesson(rest.tokens, at));
    const asked = within(rest.of(rest.tokens.filter((token) => !told.includes(token))));
    const meeting = meetingOf(
      rest.of(rest.tokens.filter((token) => token.type !== 'time' || told.includes(token))),
    );
    return { type: 'findTimes', meeting, ...(asked && { within: asked }), ...unwanted };
  }
  const beside = besideOf(slots.sentence);
  const whom = whoIsFree(slots, beside);
  const last = slots.situation.before?.at(-1);
  const told = within(rest) ?? monthIn(slots) ?? (beside && spokenAt(slots.situation));
  const asked = told ?? (isStandIn(last) ? last.at : undefined);
  const { teacher, student } = slots.situation.self;
  if (!hasAny(whom) && !slots.isSelf && teacher === null && student === null) throw ofWhom();
  return {
    type: 'findTimes',
    ...whom,
    ...(asked && hasAny(asked) && { within: asked }),
    ...(beside && { beside }),
    ...unwanted,
  };
}

const together =
  /[两俩]个?班|[们跟和]俩|都(?:没课|有空|空|闲)|共同|同时|一起|\b(?:both|together|all of us|we two)\b/i;

type Last = Intent | undefined;

/** Who could stand in was asked before: what is asked now is of the same lesson. */
const isStandIn = (last: Last): last is Of<'findTeachers' | 'absent' | 'singleDate'> =>
  last?.type === 'findTeachers' ||
  last?.type === 'absent' ||
  (last?.type === 'singleDate' && last.action === 'SUBSTITUTE');

type Owners = Pick<Of<'findTimes'>, 'teachers' | 'administrativeClasses' | 'rooms'>;

/** Who or what shall be free at once, with the caller and those of before where they are meant. */
function whoIsFree(slots: Slots, beside: Beside | undefined): Owners {
  const { situation, sentence } = slots;
  const { administrativeClass } = situation.self;
  const last = situation.before?.at(-1);
  // After our class: tells when, and not who.
  const self = beside && slots.names.length > 0 ? null : slots.self();
  const ids = (kind: NamedKind, field: keyof Owners): string[] => [
    ...new Set([
      ...(self && self.field === field ? [self.id] : []),
      ...slots.ofKind(kind).map((name) => meantOf(slots, name)),
    ]),
  ];
  const teachers = ids('teacher', 'teachers');
  const classes = ids('administrativeClass', 'administrativeClasses');
  // 跟2602班哪天两个班都没课: with one's own, or the one that was spoken of.
  const spoken = administrativeClass ? [administrativeClass] : classesOf(last);
  if (classes.length === 1 && together.test(sentence))
    classes.push(...spoken.filter((id) => !classes.includes(id)));
  // 机房301和机房302哪个空: each that is called so.
  const rooms = slots.ofKind('room').flatMap(({ candidates }) => candidates.map(({ id }) => id));
  return {
    ...(teachers.length > 0 && { teachers }),
    ...(classes.length > 0 && { administrativeClasses: classes }),
    ...(rooms.length > 0 && { rooms }),
  };
}

/** The record that a name means: 刘老师 is 刘涵君, where that one is named as well. */
function meantOf(slots: Slots, name: NameToken): string {
  const plain = slots.names.flatMap(({ candidates }) => (candidates.length === 1 ? candidates[0].id : []));
  return name.candidates.find(({ id }) => plain.includes(id))?.id ?? slots.one(name);
}

function classesOf(last: Last): readonly string[] {
  if (last?.type === 'findTimes') return last.administrativeClasses ?? [];
  const ref: MeetingRef | undefined = last && 'of' in last ? last.of : undefined;
  return ref?.administrativeClasses ?? [];
}

const standIn = new RegExp(
  '找人|代|替|顶|接手|\\b(?:sub\\w*|cover\\w*|stand(?:ing)?[- ]in|fill(?:ing)? in|replac\\w+)\\b' +
    "|\\btak\\w+ ?(?:over|my|our|.{1,20}['’]s)\\b",
  'i',
);
const colleagues = /同事|别的?老师|\bcolleagues?\b/i;

/** Who could take a lesson over, or is free; of people who are named whether they are. */
export function substitutes(slots: Slots): Intent {
  const { sentence, situation } = slots;
  const isStandingIn = standIn.test(sentence);
  const isOfLesson = slots.ofKind('course').length + slots.ofKind('teachingClass').length > 0;
  // 张伟和李娜谁有空: of those who are named, and not who stands in for them.
  const people = slots.ofKind('teacher').length;
  if (!isOfLesson && !isStandingIn && people > (slots.has('who') ? 1 : 0)) return freeTimes(slots);
  const { teacher } = situation.self;
  const { departments = ofOurs(slots)?.departments, rooms: _, isOwn: __, ...named } = slots.named();
  // 同事发烧了，我那会儿也有课: for no lesson of one's own.
  if (colleagues.test(sentence) && named.teachers?.join() === teacher) delete named.teachers;
  const { courses, ...others } = named;
  // 英语老师: of any of the courses that are called so.
  const [course] = courses?.length === 1 ? courses : [];
  const held = course === undefined ? named : others;
  // 那天我请假，谁能代: when somebody is away is told beside what is asked.
  const at = within(slots) ?? (isStandingIn ? within(slots.of(tokensOf(sentence, situation))) : undefined);
  const isOfNone = course === undefined && !hasAny(held);
  // 明天那节找人代: of the own lesson.
  if (at && isOfNone && isStandingIn && teacher !== null && !colleagues.test(sentence))
    return { type: 'findTeachers', at, meeting: { teachers: [teacher] } };
  // 心理老师谁有空: now, where no time is told.
  const isNow = slots.times.some(({ piece }) => piece.isNow) || (isOfNone && !at && slots.has('free'));
  if (isOfNone && !at && !isNow) throw slots.isEmpty ? whichLesson() : whichTime();
  const now = isNow && inWeeks({ date: situation.today }, situation);
  return {
    type: 'findTeachers',
    at: { ...now, ...at },
    ...(isNow && { isNow }),
    ...(course !== undefined && { course }),
    ...(hasAny(held) && { meeting: named }),
    ...(departments && { departments }),
  };
}

const ofWhom = (): Doubt =>
  new Doubt({
    zh: '请说明是谁、哪个班或哪个教室的空闲时间。',
    en: 'Please name the teachers, classes or rooms that shall be free.',
  });
