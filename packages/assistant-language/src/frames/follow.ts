import { grouped } from '../grouping.js';
import type { Intent, MeetingRef, NamedKind, TimeWish } from '../intents.js';
import type { Reading, Situation } from '../interpreter.js';
import { Doubt } from '../slots/doubts.js';
import { Slots } from '../slots/slots.js';
import { mondayOf } from '../slots/calendar.js';
import { inWeeks } from '../slots/time-wishes.js';
import { isRole, type Token } from '../slots/tokens.js';
import { tokensOf } from '../spot/lexer.js';
import { meaningful } from './clause.js';

/** What a follow-up tells: a part of a wish that is laid over the one before. */
interface Part {
  readonly slots: Slots;
  /** What it takes back: 不是何新安. */
  readonly denied: Slots;
  readonly time: TimeWish | undefined;
  /** Whether something shall go somewhere: 换成周五. */
  readonly isMoved: boolean;
  readonly isOtherRoom: boolean;
  readonly capacityMin: number | undefined;
}

/** Words beside names and times that a follow-up may have: with others it is a wish of its own. */
const allowed = [
  ...([
    'filler',
    'greet',
    'of',
    'and',
    'at',
    'comma',
    'stop',
    'have',
    'not',
    'correction',
    'moveTo',
  ] as const),
  ...(['move', 'to', 'lesson', 'changeRoom', 'it', 'bigger', 'roomNoun', 'teacherNoun', 'give'] as const),
  ...(['let', 'timeNoun', 'then', 'anotherTime', 'ba', 'can', 'self', 'schedule', 'teach', 'from'] as const),
  ...(['cannot', 'makeUp', 'makeUpTo', 'suspend', 'cancel', 'whatChanged'] as const),
] as const;

/** Longest strange word that a follow-up may have: 呢, 我说的, instead. */
const strangeMax = 8;
const opening = new RegExp(
  '^(?:(?:那么?|不对|(?:不是?|错了|no)(?=[,，])|我(?:说|指|问|要)的(?:就?是)?|就?是|i meant?|and|so|then|ok(?:ay)?' +
    '|well|actually|sorry|what about|how about|what if)[,，\\s]*)+',
  'i',
);
const bareNumber =
  /^(?:要|得|大概|大约|about )?(\d{1,5})\s*(?:个?人|座|个|位|左右|seats?|people|students)?$/i;

/** What a sentence makes of the wish before it; null where it is no follow-up of it. */
export function followed(sentence: string, before: readonly Intent[], situation: Situation): Reading | null {
  const last = before.at(-1);
  if (!last) return null;
  try {
    const agreed = agreedTo(last, sentence);
    if (agreed) return { kind: 'intents', intents: [agreed], isFollowUp: true };
    const part = partOf(sentence, situation);
    const laid = part && laidOver(last, part);
    return laid && { kind: 'intents', intents: [laid], isFollowUp: true };
  } catch (failure) {
    if (!(failure instanceof Doubt)) throw failure;
    return { kind: 'question', question: failure.question, options: failure.options };
  }
}

const assent =
  /^(?:好的?|行|可以|就这么办|就这样|那就这样|ok|okay|yes|do it|go ahead|sure)[吧啊了,.!，。！]*$/i;

/** 就这么办: what was only asked about shall be done. */
function agreedTo(last: Intent, sentence: string): Intent | null {
  if (!('isWhatIf' in last) || !last.isWhatIf || !assent.test(sentence)) return null;
  const { isWhatIf: _, ...wish } = last;
  return wish;
}

function partOf(said: string, situation: Situation): Part | null {
  const sentence = said.replace(opening, '').replace(/[;,.!?\s]+$/, '');
  const tokens = grouped(tokensOf(sentence, situation), situation);
  const isKnown = ({ type, said: word, ...token }: Token): boolean =>
    type === 'unknown'
      ? word.length <= strangeMax
      : type !== 'word' || isRole({ type, said: word, ...token } as Token, ...allowed);
  if (!tokens.every(isKnown)) return null;
  const [denied, rest] = apart(tokens);
  const whole = new Slots(rest, situation, sentence);
  const slots = whole.of(meaningful(rest));
  // 不要周五: what is not wanted and no wish holds is asked about.
  if (slots.has('not', 'cannot') || rest.some((token) => isRole(token, 'condition'))) return null;
  const number = bareNumber.exec(sentence)?.[1];
  const isOtherRoom = slots.has('changeRoom', 'bigger');
  const tells =
    slots.names.length + slots.times.length > 0 ||
    rest.some(({ type }) => type === 'wish' || type === 'shift');
  if (!tells && !isOtherRoom && number === undefined) return null;
  return {
    slots,
    denied: whole.of(denied),
    time: slots.time()?.wish,
    isMoved:
      slots.has('moveTo', 'move', 'to', 'anotherTime', 'schedule') || /^(?:make it|那?就|定)/i.test(said),
    isOtherRoom,
    capacityMin: number === undefined ? undefined : Number(number),
  };
}

/** 不是何新安，我说的是薛君云: what is denied, and what is said in its place. */
function apart(tokens: readonly Token[]): readonly [readonly Token[], readonly Token[]] {
  const not = tokens.findIndex(
    (token, at) => isRole(token, 'not') && /^(?:是|means?)/.test(tokens[at + 1]?.said ?? '是'),
  );
  if (not < 0 || tokens[not].said.length > 3) return [[], tokens];
  const end = tokens.findIndex((token, at) => at > not && isRole(token, 'comma', 'stop'));
  if (end < 0) return [[], tokens];
  return [tokens.slice(not, end), [...tokens.slice(0, not), ...tokens.slice(end)]];
}

/** Another day keeps the periods that were said, another period the day. */
const overTime = (before: TimeWish | undefined, { days, date, weeks, periods, part }: TimeWish): TimeWish => {
  const { days: _, date: __, ...rest } = before ?? {};
  const kept = days || date ? rest : (before ?? {});
  const { periods: ___, part: ____, ...dayOnly } = kept;
  return {
    ...(periods || part ? dayOnly : kept),
    ...(days && { days }),
    ...(date && { date }),
    ...(weeks && { weeks }),
    ...(periods && { periods }),
    ...(part && { part }),
  };
};

const fields = ['courses', 'teachers', 'administrativeClasses', 'teachingClasses', 'rooms'] as const;

/** Others of the same kind take the place of those before; where there were none, of everybody. */
function overNames(before: MeetingRef, names: MeetingRef, isNarrowed: boolean): MeetingRef {
  const isSameKind = fields.some((field) => before[field] && names[field]);
  const isLesson = names.courses ?? names.teachingClasses;
  if (isLesson && (before.courses ?? before.teachingClasses)) {
    const { courses: _, teachingClasses: __, ...rest } = before;
    return { ...rest, ...names };
  }
  return isSameKind || isNarrowed ? { ...before, ...names } : names;
}

const hasAny = (value: object): boolean => Object.keys(value).length > 0;

/** The wish before with what a follow-up tells in its place; null where it has no place for that. */
function laidOver(last: Intent, part: Part): Intent | null {
  const { slots, denied, time, isMoved, isOtherRoom, capacityMin } = part;
  const replaced = denied.names.length > 0 ? exchanged(last, denied, slots) : null;
  if (replaced) return replaced;
  const names = slots.named();
  const wish = slots.room();
  const asked = time && inWeeks(time, slots.situation);
  switch (last.type) {
    case 'showTimetable': {
      if ((isMoved && (asked ?? wish)) || isOtherRoom)
        return movedFrom({ ...last.of, ...(last.within && { at: last.within }) }, part);
      // 我说的是软件2501班的: of the course before, that of this class.
      const isOfCourse = last.of.courses !== undefined && /班的$/.test(slots.sentence);
      const of = hasAny(names) ? overNames(last.of, names, isOfCourse) : last.of;
      const within = asked ? overTime(last.within, asked) : last.within;
      return { type: 'showTimetable', of, ...(within && { within }) };
    }
    case 'showLoad':
    case 'showNext':
    case 'showConflicts':
    case 'showUnplaced':
      return hasAny(names) ? { type: last.type, of: overNames(last.of ?? {}, names, false) } : null;
    case 'findRooms': {
      const seats = capacityMin === undefined ? {} : { capacityMin };
      const room = { ...last.room, ...wish, ...seats };
      return {
        type: 'findRooms',
        at: asked ? overTime(last.at, asked) : last.at,
        ...(hasAny(room) && { room }),
      };
    }
    case 'findTeachers':
      return overTeachers(last, part, asked);
    case 'findTimes':
      return overTimes(last, part);
    case 'whyNot':
      if (isMoved && !asked) return null;
      return {
        ...last,
        meeting: overNames(last.meeting, withoutRooms(names), true),
        ...(asked && { at: overTime(last.at, asked) }),
      };
    case 'move':
      return overMove(last, part);
    case 'assignTeacher': {
      const teacher = slots.onlyOne('teacher');
      const { teachers: _, ...others } = withoutRooms(names);
      const meeting = overLesson(last.meeting, others, time);
      return { ...last, meeting, ...(teacher !== undefined && { teacher }) };
    }
    case 'lock':
    case 'unlock':
    case 'takeOut':
      if (isMoved || isOtherRoom) return movedFrom(last.meeting, part);
      return { type: last.type, meeting: overLesson(last.meeting, names, time) };
    default:
      return overOthers(last, part);
  }
}

/** 周一那次: which lesson is meant, and not where it goes. */
const ofLesson = /那一?[次节堂个]课?$|\bone$/i;

/** Another time or room for a move, or another lesson that moves. */
function overMove(
  last: Extract<Intent, { type: 'move' }>,
  { slots, time, isOtherRoom, capacityMin }: Part,
): Intent {
  const wish = slots.room();
  const { by: said, to: before, room: wished, ...rest } = last;
  if (time && ofLesson.test(slots.sentence))
    return { ...last, meeting: { ...last.meeting, at: overTime(last.meeting.at, time) } };
  const by = slots.shift() ?? (time ? undefined : said);
  const seats = capacityMin === undefined ? {} : { capacityMin };
  const isRoom = wish !== undefined || isOtherRoom || hasAny(seats);
  const room = isRoom ? { ...(wish?.room ? {} : wished), ...wish, ...seats } : wished;
  const to = time ? overTime(before, time) : before;
  const avoid = slots.avoid();
  return {
    ...rest,
    meeting: overNames(last.meeting, withoutRooms(slots.named()), true),
    ...(to && { to }),
    ...(by && { by }),
    ...(room && { room }),
    ...(avoid && { avoid }),
  };
}

const overLesson = (before: MeetingRef, names: MeetingRef, time: TimeWish | undefined): MeetingRef => ({
  ...overNames(before, names, true),
  ...(time && { at: overTime(before.at, time) }),
});

const withoutRooms = ({ rooms: _, ...names }: MeetingRef): MeetingRef => names;

/** That a lesson that was asked about shall go somewhere. */
function movedFrom(meeting: MeetingRef, { slots, time, isOtherRoom }: Part): Intent | null {
  const wish = slots.room() ?? (isOtherRoom ? {} : undefined);
  if (!time && !wish) return null;
  const named = overNames(meeting, withoutRooms(slots.named()), true);
  return { type: 'move', meeting: named, ...(time && { to: time }), ...(wish && { room: wish }) };
}

/** The same of what is asked for more seldom. */
function overOthers(last: Intent, part: Part): Intent | null {
  const { slots, time } = part;
  switch (last.type) {
    case 'showRoom': {
      const room = slots.onlyOne('room');
      return room === undefined ? null : { type: 'showRoom', room };
    }
    case 'showChanges': {
      const { date, weeks } = time ?? {};
      const since = date ?? (weeks?.length === 1 ? mondayOf(weeks[0], slots.situation) : last.since);
      return { ...last, ...(since && { since }), ...(slots.isSelf && { isOwn: true }) };
    }
    case 'changeWeeks':
      return {
        ...last,
        meeting: overNames(last.meeting, withoutRooms(slots.named()), true),
        ...(time?.weeks && { weeks: time.weeks }),
      };
    case 'singleDate':
      return onAnotherDate(last, part);
    default:
      return null;
  }
}

type FindTeachers = Extract<Intent, { type: 'findTeachers' }>;

/** Who is free at another time, or for another course. */
function overTeachers(last: FindTeachers, { slots }: Part, asked: TimeWish | undefined): Intent | null {
  const course = slots.onlyOne('course');
  if (!asked && course === undefined) return null;
  return {
    ...last,
    at: asked ? overTime(last.at, asked) : last.at,
    ...(course !== undefined && { course }),
  };
}

type SingleDate = Extract<Intent, { type: 'singleDate' }>;

/** 后天的, 补到周六: another date of what is called off, or when it is made up. */
function onAnotherDate(last: SingleDate, { slots, time }: Part): Intent {
  const meeting = overNames(last.meeting, withoutRooms(slots.named()), true);
  const isMadeUp = slots.has('makeUp', 'makeUpTo');
  const isGoal = isMadeUp || slots.has('moveTo', 'move', 'to');
  const action = isMadeUp ? 'MAKE_UP' : isGoal && last.action === 'CANCEL' ? 'MOVE' : last.action;
  return { ...last, action, meeting, ...(time && (isGoal ? { to: time } : { at: time })) };
}

type FindTimes = Extract<Intent, { type: 'findTimes' }>;

function overTimes(last: FindTimes, { slots, time, isMoved }: Part): Intent | null {
  const asked = time && inWeeks(time, slots.situation);
  if (last.meeting && isMoved && time) return { type: 'move', meeting: last.meeting, to: time };
  const ids = (kind: NamedKind): string[] => slots.ofKind(kind).map((name) => slots.one(name));
  const [teachers, classes, rooms] = [ids('teacher'), ids('administrativeClass'), ids('room')];
  return {
    ...last,
    ...(asked && { within: overTime(last.within, asked) }),
    ...(teachers.length > 0 && { teachers }),
    ...(classes.length > 0 && { administrativeClasses: classes }),
    ...(rooms.length > 0 && { rooms }),
  };
}

/** The wish with other records in the place of those that were not meant. */
function exchanged(last: Intent, denied: Slots, { names }: Slots): Intent | null {
  let json = JSON.stringify(last);
  for (const { candidates } of denied.names) {
    const kind = candidates[0].kind;
    const other = names.find(({ candidates: [one] }) => one.kind === kind);
    if (!other) continue;
    const gone = new Set(candidates.map(({ id }) => id));
    const [first] = other.candidates;
    json = JSON.stringify(JSON.parse(json), (_, value: unknown) =>
      Array.isArray(value) && value.some((id) => gone.has(id as string))
        ? [
            ...new Set([
              ...value.filter((id) => !gone.has(id as string)),
              ...other.candidates.map(({ id }) => id),
            ]),
          ]
        : typeof value === 'string' && gone.has(value)
          ? first.id
          : (value as object),
    );
  }
  const made = JSON.parse(json) as Intent;
  return JSON.stringify(made) === JSON.stringify(last) ? null : made;
}
