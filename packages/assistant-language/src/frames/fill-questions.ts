import type { AskedOfLessons, Intent, MeetingRef, NamedKind, TimeWish } from '../intents.js';
import { Doubt, OpenDoubt } from '../slots/doubts.js';
import type { Slots } from '../slots/slots.js';
import { inWeeks } from '../slots/time-wishes.js';
import { later, mondayOf, weekOf } from '../slots/calendar.js';
import { counted, pickOf, remaining, together } from './asked.js';
import { loadOf } from './fill-loads.js';
import { byWords } from '../ground/by-words.js';
import { isOfLesson, meetingOf, whichLesson, whichTime } from './meeting.js';
import { hasAny, lastingFrom, ofSelf, within } from './whom.js';

/** Somebody who cannot come, or rooms that cannot be used, and when; who names nobody speaks of himself. */
export function absence(slots: Slots): Intent {
  const buildings = slots.ofKind('building').flatMap(({ candidates }) => candidates.map(({ id }) => id));
  const named = { ...slots.named(), ...(buildings.length > 0 && { buildings }) };
  const { teacher, student } = slots.situation.self;
  const own = teacher !== null ? { teachers: [teacher] } : student !== null ? { isOwn: true } : {};
  const of = hasAny(named) ? named : own;
  if (!hasAny(of)) throw whoIsAbsent();
  const time = slots.latestTime()?.wish;
  const at =
    time && hasAny(time) ? inWeeks(lastingFrom(time, slots.sentence) ?? time, slots.situation) : nowIn(slots);
  return { type: 'absent', of, ...(at && { at }) };
}

const whoIsAbsent = (): Doubt =>
  new OpenDoubt({
    zh: '是谁来不了，或哪间教室不能用？请说出姓名或教室。',
    en: 'Who cannot come, or which room cannot be used? Please name them.',
  });

/** Named as a kind of rooms, and not as what they have: a computer room is none, with a projector too. */
const isOfKind = /多媒体教室/;

/** Free rooms of a kind, or whether those that are named are free: all of one name. */
export function roomsFor(slots: Slots): Intent {
  const named = slots.ofKind('room');
  const at = within(slots) ?? nowIn(slots);
  if (named.length > 1 || (named.length === 1 && !at)) return freeTimes(slots);
  if (!at) throw whichTime();
  const { features, ...told } = slots.of(slots.tokens.filter((token) => token !== named[0])).room() ?? {};
  const ids = named.flatMap(({ candidates }) => candidates.map(({ id }) => id));
  // 除了机房: what a room shall not be is no wish of what it shall be.
  const isExcept = /除了?|\b(?:except|but not|other than)\b/i.test(slots.sentence);
  const [are, areNot] = isExcept
    ? [undefined, features]
    : [features, isOfKind.test(slots.sentence) ? (['COMPUTERS', 'LABORATORY'] as const) : undefined];
  const room = {
    ...told,
    ...(ids.length === 1 ? { room: ids[0] } : ids.length > 1 && { anyOf: ids }),
    ...(are && { features: are }),
    ...(areNot && { without: [...areNot] }),
    ...(/最大|座位?最多|\b(?:biggest|largest)\b/i.test(slots.sentence) && { size: 'BIGGER' as const }),
  };
  const isNow = within(slots) === undefined;
  return { type: 'findRooms', at, ...(hasAny(room) && { room }), ...(isNow && { isNow }) };
}

/** At this moment: on the date of today. */
const nowIn = ({ times, situation }: Slots): TimeWish | undefined =>
  times.some(({ piece }) => piece.isNow) ? inWeeks({ date: situation.today }, situation) : undefined;

/** What is free: people, classes and rooms, or places for a lesson that is told. */
export function freeTimes(slots: Slots): Intent {
  const [avoid, notAt] = [slots.avoid(), slots.notAt()];
  const isMoved = slots.has('move', 'moveTo', 'go') && slots.has('lesson');
  const lessons = slots.ofKind('course').length + slots.ofKind('teachingClass').length + Number(isMoved);
  const rest = slots.of(slots.tokens.filter(({ type }) => type !== 'wish'));
  if (lessons > 0) {
    const told = rest.tokens.filter((token, at) => token.type === 'time' && isOfLesson(rest.tokens, at));
    const asked = within(rest.of(rest.tokens.filter((token) => !told.includes(token))));
    const meeting = meetingOf(
      rest.of(rest.tokens.filter((token) => token.type !== 'time' || told.includes(token))),
    );
    return {
      type: 'findTimes',
      meeting,
      ...(asked && { within: asked }),
      ...(avoid && { avoid }),
      ...(notAt && { notAt }),
    };
  }
  const isMet = /我(?:们|想|要)*约/.test(slots.sentence) && slots.situation.self.teacher !== null;
  const self = isMet ? { field: 'teachers', id: slots.situation.self.teacher! } : slots.self();
  const ids = (kind: NamedKind, field?: string): string[] => [
    ...new Set([
      ...(self && self.field === field ? [self.id] : []),
      ...slots.ofKind(kind).map((name) => slots.one(name)),
    ]),
  ];
  const teachers = ids('teacher', 'teachers');
  const administrativeClasses = ids('administrativeClass', 'administrativeClasses');
  const rooms = ids('room');
  // 跟2602班哪天两个班都没课: with one's own.
  const own = slots.situation.self.administrativeClass;
  if (administrativeClasses.length === 1 && own && /[两俩]个?班|\bboth\b/.test(slots.sentence))
    administrativeClasses.push(own);
  const asked = within(rest);
  const { teacher, student } = slots.situation.self;
  const isOfNobody = teachers.length + administrativeClasses.length + rooms.length === 0;
  if (isOfNobody && !slots.isSelf && teacher === null && student === null) throw ofWhom();
  return {
    type: 'findTimes',
    ...(teachers.length > 0 && { teachers }),
    ...(administrativeClasses.length > 0 && { administrativeClasses }),
    ...(rooms.length > 0 && { rooms }),
    ...(asked && { within: asked }),
    ...(avoid && { avoid }),
    ...(notAt && { notAt }),
  };
}

/** Who could take a lesson over, or is free. */
export function substitutes(slots: Slots, ask?: AskedOfLessons): Intent {
  const lesson = slots.names.find(({ candidates: [{ kind }] }) => /^(?:course|teachingClass)$/.test(kind));
  if (lesson && slots.has('who') && !slots.has('can', 'free', 'find')) return timetable(slots, ask);
  const course = slots.onlyOne('course');
  const { teachers, administrativeClasses, teachingClasses, departments } = slots.named();
  const held = {
    ...(teachers && { teachers }),
    ...(administrativeClasses && { administrativeClasses }),
    ...(teachingClasses && { teachingClasses }),
  };
  const at = within(slots);
  const { teacher } = slots.situation.self;
  // 明天那节找人代: of the own lesson.
  if (
    at &&
    course === undefined &&
    !hasAny(held) &&
    teacher !== null &&
    /找人|代|sub\b|cover/.test(slots.sentence)
  )
    return { type: 'findTeachers', at, meeting: { teachers: [teacher] } };
  if (!at && course === undefined && !hasAny(held)) throw whichTime();
  const meeting = hasAny(held) && { ...(course !== undefined && { courses: [course] }), ...held };
  return {
    type: 'findTeachers',
    at: at ?? {},
    ...(course !== undefined && { course }),
    ...(meeting && { meeting }),
    ...(departments && { departments }),
  };
}

/** Why a lesson cannot be somewhere. */
export function reasonsOf(slots: Slots): Intent {
  const move = byWords('move', slots, true);
  if (move.type !== 'move') throw whichTime();
  const { meeting, to, room } = move;
  const at = meeting.at && inWeeks(meeting.at, slots.situation);
  if (!to && !room) throw whichTime();
  return {
    type: 'whyNot',
    meeting: { ...meeting, ...(at && { at }) },
    ...(to && { at: inWeeks(to, slots.situation) }),
    ...(room && { room }),
  };
}

const next = /下一?[节堂次回]|接下来|\bnext (?:class|lesson|lecture)|\bnext\??$/i;

/** Two weeks beside each other: those that are told, else this one and the one that is told or comes next. */
export function comparedWeeks(slots: Slots): Intent {
  const { today, semester } = slots.situation;
  const now = weekOf(today, slots.situation);
  const told = slots.times.flatMap(({ piece }) => piece.weeks ?? piece.relativeWeek ?? []);
  const [one = now, other = one === now ? now + 1 : now] = [...new Set(told)].sort((a, b) => a - b);
  const inSemester = (week: number): number => Math.min(Math.max(week, 1), semester.weeks);
  const of = ofSelf(slots);
  return {
    type: 'compareWeeks',
    ...(hasAny(of) && { of }),
    weeks: [inSemester(Math.min(one, other)), inSemester(Math.max(one, other))],
  };
}

/** The next lesson of whom is named, else of the caller. */
export function nextOf(slots: Slots): Intent {
  const { teacher } = slots.situation.self;
  const of = hasAny(slots.named()) ? slots.named() : teacher !== null && { teachers: [teacher] };
  return { type: 'showNext', ...(of && { of }) };
}

/** Which classes have lessons: is asked of no one in particular, and so not of the caller. */
const ofEverybody = /哪[些个](?:课|班)|所有|全校|which class/;

/** 2602跟我们一起上的: with the own class. */
function withOurs(
  of: MeetingRef,
  ask: AskedOfLessons | undefined,
  { sentence, situation }: Slots,
): MeetingRef {
  const own = situation.self.administrativeClass;
  const isWithUs = ask === 'TOGETHER' && own !== null && /我们?|咱|\b(?:us|our|we|my|i)\b/i.test(sentence);
  if (!isWithUs || !of.administrativeClasses) return of;
  return { ...of, administrativeClasses: [...new Set([...of.administrativeClasses, own])] };
}

/** What is left of a time, else of the semester, from today on. */
function restOf({ situation }: Slots, { weeks, date, until = date, ...rest }: TimeWish = {}): TimeWish {
  const { today, semester } = situation;
  const week = weeks?.at(-1) ?? semester.weeks;
  return {
    ...rest,
    date: date && date > today ? date : today,
    until: until ?? later(mondayOf(week, situation), 6),
  };
}

/** The lessons that are asked for, and what of them. */
export function timetable(slots: Slots, likely?: AskedOfLessons): Intent {
  const ask = together.test(slots.sentence) ? 'TOGETHER' : likely;
  const isLeft = remaining.test(slots.sentence);
  if (counted.test(slots.sentence) && !isLeft && slots.times.every(({ piece }) => piece.isWeekly))
    return loadOf(slots);
  if (next.test(slots.sentence) && slots.times.every(({ piece }) => piece.date === slots.situation.today))
    return nextOf(slots);
  const isOfNobody = slots.isNameless && slots.ofKind('building').length === 0;
  if (isOfNobody && ofEverybody.test(slots.sentence)) throw whichLesson();
  const {
    room: _,
    building: __,
    ...quality
  } = slots.of(slots.tokens.filter(({ type }) => type === 'wish')).room() ?? {};
  const buildings = slots.ofKind('building').flatMap(({ candidates }) => candidates.map(({ id }) => id));
  const what = { ...(ask && { ask }), ...pickOf(slots, ask) };
  // 明天第一节课几点: the first lesson, and not what is in the first period.
  const isFirst = what.pick === 'FIRST' && (what.ask === 'WHEN' || what.ask === 'WHERE');
  const asked = within(
    isFirst ? slots.of(slots.tokens.filter((token) => token.type !== 'time' || !token.piece.isFirst)) : slots,
  );
  const { teacher, administrativeClass } = slots.situation.self;
  // Who is neither teacher nor student has a timetable of his own rights.
  const isOfRights = slots.names.length === 0 && teacher === null && administrativeClass === null;
  const of = isOfRights ? {} : withOurs(slots.named(), what.ask, slots);
  const isOfLessons = of.courses ?? of.administrativeClasses ?? of.teachers ?? of.teachingClasses;
  // 是在机房还是在致远楼: what is asked is no condition.
  const isEither = what.ask === 'WHERE' && isOfLessons && /还是|\bor\b/i.test(slots.sentence);
  if ((what.ask === 'STUDENTS' && isOfLessons) || isEither) delete of.rooms;
  const isNow = what.pick === 'NOW' && !of.courses && what.ask !== 'WHEN' && what.ask !== 'WEEKS';
  if (!isNow && what.pick === 'NOW') delete what.pick;
  const isRest = isLeft && what.ask === 'COUNT';
  const when = isRest ? restOf(slots, asked) : (asked ?? (isNow ? nowIn(slots) : undefined));
  return {
    type: 'showTimetable',
    of: { ...of, ...(buildings.length > 0 && !isEither && { buildings }) },
    ...(when && { within: when }),
    ...what,
    ...(hasAny(quality) && !isEither && { room: quality }),
  };
}

const ofWhom = (): Doubt =>
  new Doubt({
    zh: '请说明是谁、哪个班或哪个教室的空闲时间。',
    en: 'Please name the teachers, classes or rooms that shall be free.',
  });
