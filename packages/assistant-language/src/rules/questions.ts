import type { Intent } from '../intents.js';
import { Doubt, OutOfScope } from '../slots/doubts.js';
import { notUnderstood, type Slots } from '../slots/slots.js';
import { inWeeks } from '../slots/time-wishes.js';
import { isNamed, isRole, type Token } from '../slots/tokens.js';
import type { Role } from '../spot/vocabulary.js';
import type { Rule } from './rule.js';

/** Words that questions may have beside what they are about. */
export const asking: readonly Role[] = [
  ...(['can', 'have', 'find', 'at', 'to', 'give', 'self', 'both', 'and', 'timeNoun', 'roomNoun'] as const),
  ...(['teacherNoun', 'which', 'or', 'all', 'from', 'whether', 'sameTime'] as const),
];

/** Times that were asked for, in weeks and days; undefined where none was. */
function within(slots: Slots) {
  const time = slots.time();
  return time ? inWeeks(time.wish, slots.situation) : undefined;
}

/** 为什么计科2301周一不能上体育 */
export const whyNot: Rule = (asked) => {
  if (!asked.has('why')) return null;
  // Why can't I move it, I wonder why: who moves it and who asks is not who teaches it.
  const isMoved = asked.has('move', 'moveTo');
  const isMover = (token: Token, at: number): boolean =>
    (isMoved || at < asked.index('why')) && isRole(token, 'self') && /^(?:i|我)$/i.test(token.said);
  const clause = asked.of(asked.tokens.filter((token, at) => !isMover(token, at)));
  if (!clause.has('cannot', 'not')) throw new OutOfScope();
  clause.only(...asking, 'why', 'cannot', 'not', 'teach', 'move', 'moveTo', 'go', 'let', 'by', 'it');
  if (clause.isNameless || clause.has('it')) throw whichLesson();
  const verb = clause.index('moveTo');
  const link = clause.tokens.findIndex((token, at) => at > clause.index('move', 'go') && isRole(token, 'to'));
  const goal = verb >= 0 ? verb : clause.has('move', 'go') && link >= 0 ? link : -1;
  const target = goal < 0 ? clause : clause.of(clause.tokens.slice(goal + 1));
  const source = goal < 0 ? clause : clause.of(clause.tokens.slice(0, goal));
  const room = target.room();
  // Why can the Friday class not be in A102: its time tells which one it is.
  const ofLesson = goal < 0 ? timesOfLessons(target) : [];
  const told = room || clause.times.length > ofLesson.length ? ofLesson : [];
  const at = within(target.of(target.tokens.filter((token) => !told.includes(token))));
  if (!at && !room) throw whichTime();
  const from = within(goal < 0 ? clause.of(told) : source);
  if (goal >= 0) target.without('course', 'teacher', 'administrativeClass', 'teachingClass');
  const { rooms, ...names } = source.named();
  const meeting = { ...names, ...(goal >= 0 && rooms && { rooms }), ...(from && { at: from }) };
  if (Object.keys(names).length === 0) throw whichLesson();
  source.oneOfEachKind();
  return [{ type: 'whyNot', meeting, ...(at && { at }), ...(room && { room }) }];
};

/** The times before which nothing but 'of' parts them from a lesson. */
const timesOfLessons = ({ tokens }: Slots): readonly Token[] =>
  tokens.filter((token, at) => {
    const next = tokens.slice(at + 1).find((one) => one.type !== 'time' && !isRole(one, 'of'));
    return token.type === 'time' && (isNamed(next, 'course') || isRole(next, 'lesson'));
  });

/** 谁周三上午有空, 谁能教高数 */
export const teachers: Rule = (clause) => {
  const isTeacher =
    clause.has('teacherNoun') && clause.has('which', 'find') && clause.ofKind('teacher').length === 0;
  const isSubstitute = clause.has('find') && clause.has('teach') && clause.has('teacherNoun');
  if (!clause.has('who') && !isTeacher && !isSubstitute) return null;
  if (isOccupied(clause) || isWhose(clause) || isTaughtNow(clause)) return null;
  if (isTaughtBy(clause)) throw doesOrCould(clause);
  if (!clause.has('free') && !(clause.has('teach') && clause.has('can')) && !clause.has('find')) {
    const strange = clause.tokens.find(({ type }) => type === 'unknown');
    throw strange ? notUnderstood(strange.said) : whatOfWhom();
  }
  clause.only(...asking, 'who', 'free', 'teach', 'let');
  clause.withoutWishes();
  clause.without('room', 'building');
  const course = clause.onlyOne('course');
  const { teachers: held, administrativeClasses, teachingClasses } = clause.named();
  const others = {
    ...(held && { teachers: held }),
    ...(administrativeClasses && { administrativeClasses }),
    ...(teachingClasses && { teachingClasses }),
  };
  const isHeld = Object.keys(others).length > 0;
  if (isHeld && course === undefined && !teachingClasses && !(held && clause.has('teach')))
    throw whatOfWhom();
  const at = within(clause);
  if (!at && course === undefined && !isHeld) throw whichTime();
  const meeting = isHeld && { ...(course !== undefined && { courses: [course] }), ...others };
  return [
    {
      type: 'findTeachers',
      at: at ?? {},
      ...(course !== undefined && { course }),
      ...(meeting && { meeting }),
    },
  ];
};

/** 谁在用A101, who teaches in A101: what is held there. */
const isOccupied = (clause: Slots): boolean =>
  clause.has('who') &&
  clause.has('use', 'teach', 'at', 'have') &&
  !clause.has('free', 'can') &&
  clause.names.length > 0 &&
  clause.names.every(({ candidates: [{ kind }] }) => kind === 'room');

/** 英语老师是谁, who is the teacher of calculus: whoever teaches it now. */
const isWhose = (clause: Slots): boolean =>
  clause.has('who') &&
  clause.has('teacherNoun') &&
  !clause.has('free', 'can', 'find', 'teach') &&
  clause.ofKind('course').length + clause.ofKind('teachingClass').length > 0;

/** 大学英语谁教, who teaches calculus: who does, or who could. */
const isTaughtBy = (clause: Slots): boolean =>
  clause.has('who') &&
  clause.has('teach') &&
  !clause.has('can', 'free', 'find') &&
  clause.ofKind('course').length + clause.ofKind('teachingClass').length > 0;

/** 谁给计科2302上高数, who teaches calculus on Monday: of a class or a time it is asked what is. */
const isTaughtNow = (clause: Slots): boolean =>
  isTaughtBy(clause) && (clause.times.length > 0 || clause.ofKind('administrativeClass').length > 0);

/** 哪些教室周三上午空着, find a free lab for 50 on Friday evening */
export const rooms: Rule = (clause) => {
  const isPlace = clause.has('roomNoun') || clause.hasRoomWish || clause.ofKind('building').length > 0;
  const isRoom = isPlace || clause.has('where') || clause.ofKind('room').length > 0;
  const isAsked = clause.has('free', 'which', 'where', 'find') || (clause.has('have') && isPlace);
  if (!isRoom || !isAsked || clause.has('when', 'whatLessons', 'timetable', 'changeRoom')) return null;
  if (clause.has('where') && !clause.has('free') && !(isPlace && clause.has('find'))) return null;
  if (clause.has('timeNoun') && clause.has('find') && !isPlace) return null;
  const others = ['course', 'teacher', 'administrativeClass', 'teachingClass'] as const;
  if (others.some((kind) => clause.ofKind(kind).length > 0)) return null;
  const isKnownRoom = clause.ofKind('room').length > 0;
  if (isKnownRoom && !clause.has('free')) return null;
  clause.only(...asking, 'where', 'free', 'not', 'it', 'reason');
  if (clause.has('not', 'it') || clause.isSelf)
    throw notUnderstood(clause.tokens.find((token) => isRole(token, 'not', 'it', 'self', 'ourClass'))!.said);
  const at = within(clause);
  if (!at) throw whichTime();
  const room = clause.room();
  return [{ type: 'findRooms', at, ...(room && { room }) }];
};

/** When everything named is free, or where a meeting can go. */
export const times: Rule = (clause) => {
  const isSought = clause.has('find') && clause.has('timeNoun');
  const isSearch = isSought || clause.has('when', 'where');
  const isPossible =
    clause.has('free') || (clause.has('can') && clause.has('move', 'moveTo', 'teach', 'go', 'have'));
  const isCheck = clause.has('free') && !clause.isNameless;
  if (!isCheck && !isSought && !(isSearch && isPossible)) return null;
  clause.only(...asking, 'when', 'where', 'free', 'move', 'moveTo', 'teach', 'go', 'or', 'let');
  if (clause.isNameless) throw whichLesson();
  const avoid = clause.avoid();
  if (clause.hasRoomWish) throw notUnderstood(clause.tokens.find(({ type }) => type === 'wish')!.said);
  if (!isSearch && clause.times.length === 0) throw whichTime();
  const lessons = clause.ofKind('course').length + clause.ofKind('teachingClass').length;
  const isMoved = clause.has('move', 'moveTo', 'go') && clause.has('lesson');
  if (lessons > 0 || isMoved) return isSearch ? [timesOfMeeting(clause, avoid)] : null;
  const self = clause.self();
  const ids = (kind: 'teacher' | 'administrativeClass' | 'room', own?: string): string[] => [
    ...new Set([...(own ? [own] : []), ...clause.ofKind(kind).map((name) => clause.one(name))]),
  ];
  const teacherIds = ids('teacher', self?.field === 'teachers' ? self.id : undefined);
  const classIds = ids('administrativeClass', self?.field === 'administrativeClasses' ? self.id : undefined);
  const roomIds = ids('room');
  clause.without('building');
  const asked = within(clause);
  return [
    {
      type: 'findTimes',
      ...(teacherIds.length > 0 && { teachers: teacherIds }),
      ...(classIds.length > 0 && { administrativeClasses: classIds }),
      ...(roomIds.length > 0 && { rooms: roomIds }),
      ...(asked && { within: asked }),
      ...(avoid && { avoid }),
    },
  ];
};

function timesOfMeeting(clause: Slots, avoid: Extract<Intent, { type: 'findTimes' }>['avoid']): Intent {
  clause.oneOfEachKind();
  if (clause.time()?.isSingle) throw whichTime();
  // 周四能放哪几节 asks for periods of Thursday, and tells not when it is now.
  const isOfPeriods = clause.tokens.some((token) => isRole(token, 'when') && token.said.includes('节'));
  const verb = isOfPeriods ? -1 : clause.index('moveTo', 'move');
  const told = clause.tokens.filter(
    (token, at) => token.type === 'time' && (at < verb || isOfLesson(clause.tokens, at)),
  );
  const after = clause.of(clause.tokens.filter((token) => !told.includes(token)));
  const names = clause.of(clause.tokens.filter(({ type }) => type !== 'time' && type !== 'wish')).meeting();
  const at = clause.of(told).time()?.wish;
  const asked = within(after);
  return {
    type: 'findTimes',
    meeting: { ...names, ...(at && { at }) },
    ...(asked && { within: asked }),
    ...(avoid && { avoid }),
  };
}

/** The Monday lesson: the time that it has, and not one that is asked for. */
function isOfLesson(tokens: Slots['tokens'], at: number): boolean {
  const next = tokens.slice(at + 1).find((token) => token.type !== 'time' && !isRole(token, 'of', 'filler'));
  return isRole(next, 'lesson') || isNamed(next, 'course');
}

/** 有哪些冲突 */
export const conflicts: Rule = (clause) => {
  if (!clause.has('conflict')) return null;
  clause.only(...asking, 'conflict', 'timetable', 'it', 'lastChange', 'whatLessons');
  if (clause.has('it', 'lastChange')) throw whichLesson();
  const of = { ...clause.meeting(), ...(clause.times.length > 0 && { at: within(clause) }) };
  clause.oneOfEachKind();
  return [{ type: 'showConflicts', ...(Object.keys(of).length > 0 && { of }) }];
};

/** 张老师的课表, 我明天有课吗, when is calculus */
export const timetables: Rule = (clause) => {
  const isTaught =
    clause.has('when', 'where', 'whichWeek') && (clause.has('teach', 'have', 'lesson') || !clause.isNameless);
  const isSchedule = clause.has('schedule') && !isOrder(clause);
  const isAsked =
    isTaught ||
    isSchedule ||
    isOccupied(clause) ||
    isWhose(clause) ||
    isTaughtNow(clause) ||
    isOwn(clause) ||
    isSomebodys(clause);
  if (!clause.has('timetable', 'whatLessons') && !isAsked) return null;
  // What is the capital of France?
  if (clause.isEmpty && clause.tokens.some(({ type }) => type === 'unknown'))
    throw clause.missing() ?? new OutOfScope();
  clause.only(
    ...asking,
    ...(['timetable', 'whatLessons', 'schedule', 'when', 'where', 'teach', 'go', 'free'] as const),
    ...(['whichWeek', 'use', 'who', 'move', 'moveTo'] as const),
  );
  if (clause.has('free') || (clause.has('move', 'moveTo') && !isPlaced(clause))) return null;
  clause.withoutWishes();
  clause.without('building');
  if (clause.isNameless && (clause.has('all') || isOfWhichClass(clause))) throw whichLesson();
  const of = clause.of(clause.tokens.filter((token) => !isRole(token, 'self') || hasSelf(clause))).named();
  const asked = within(clause);
  return [{ type: 'showTimetable', of, ...(asked && { within: asked }) }];
};

/** 哪些班周五晚上有课: asked of all classes, and not of the caller. */
const isOfWhichClass = ({ tokens }: Slots): boolean =>
  tokens.some((token, at) => isRole(token, 'which') && /^(?:班|同学|学生)/.test(tokens[at + 1]?.said ?? ''));

/** 操作系统排在几号楼: asks where it is, and moves nothing. */
const isPlaced = (clause: Slots): boolean =>
  clause.has('when', 'where', 'whichWeek') &&
  /^[排安]/.test(clause.tokens[clause.index('move', 'moveTo')]?.said ?? '');

/**
 * Show CS2302's Friday, 刘洋周一的课, does Chen Chen teach on Tuesday, give me all lectures of calculus:
 * somebody's lessons, and nothing else.
 */
function isSomebodys(clause: Slots): boolean {
  const [first] = clause.tokens.filter((token) => !isRole(token, 'filler'));
  const isAsked = clause.has('teach') && /^(?:does|do|is)$/i.test(first?.said ?? '');
  const kinds = new Set(clause.names.map(({ candidates: [{ kind }] }) => kind));
  const isListed = clause.has('find') && clause.has('all') && clause.has('lesson');
  return (
    kinds.size === 1 &&
    (isListed || kinds.has('teacher') || kinds.has('administrativeClass')) &&
    (isAsked || clause.has('find') || clause.has('lesson')) &&
    (isListed || clause.times.length > 0) &&
    clause.tokens.every(
      (token) =>
        ['time', 'name'].includes(token.type) ||
        isRole(token, 'of', 'at', 'lesson', 'filler', 'find') ||
        (isListed && isRole(token, 'all')) ||
        (isAsked && isRole(token, 'have', 'teach')),
    )
  );
}

/** 我这周的课: nothing but one's own lessons. */
const isOwn = (clause: Slots): boolean =>
  clause.isSelf &&
  clause.has('lesson') &&
  clause.names.length === 0 &&
  clause.tokens.every(
    (token) => token.type === 'time' || isRole(token, 'self', 'ourClass', 'of', 'lesson', 'filler'),
  );

/** Schedule calculus on Friday is no question. */
const isOrder = (clause: Slots): boolean =>
  isRole(
    clause.tokens.find((token) => !isRole(token, 'filler')),
    'schedule',
  ) && !isRole(clause.tokens[clause.index('schedule') + 1], 'of', 'give');

/** Who is neither teacher nor student has a timetable of his own rights. */
const hasSelf = ({ situation: { self } }: Slots): boolean =>
  self.teacher !== null || self.administrativeClass !== null;

const whichTime = (): Doubt =>
  new Doubt({
    zh: '什么时间？例如：周三上午、第3-4节。',
    en: 'At which time? For example: Wednesday morning, periods 3-4.',
  });

function doesOrCould(clause: Slots): Doubt {
  const { said } = clause.names.find(({ candidates: [{ kind }] }) =>
    /^(?:course|teachingClass)$/.test(kind),
  )!;
  const isChinese = /[\u4e00-\u9fff]/.test(clause.tokens.find((token) => isRole(token, 'who'))!.said);
  return new Doubt(
    {
      zh: `是问“${said}”现在由谁上，还是谁能上？`,
      en: `Who teaches "${said}" now, or who could?`,
    },
    [
      {
        label: { zh: '现在由谁上', en: 'Who teaches it now' },
        text: isChinese ? `${said}的课表` : `timetable of ${said}`,
      },
      {
        label: { zh: '谁能上', en: 'Who could teach it' },
        text: isChinese ? `谁能教${said}` : `who can teach ${said}`,
      },
    ],
  );
}

const whichLesson = (): Doubt =>
  new Doubt({
    zh: '是指哪一门课、哪位老师或哪个班？请说出名称。',
    en: 'Which lesson, teacher or class is meant? Please name it.',
  });

const whatOfWhom = (): Doubt =>
  new Doubt({
    zh: '想找什么样的老师？例如：谁周三上午有空，谁能教数据结构。',
    en: 'Which teachers are wanted? For example: who is free on Wednesday morning, who can teach calculus.',
  });
