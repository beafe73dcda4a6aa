import { z } from 'zod';

/**
 * What a person may want of the assistant, as data. Interpreters make it of words, and nothing else: it names
 * records by ids of the caller's scope, and whoever carries it out judges it anew.
 */

const id = z.string().min(1).max(64);
const day = z.number().int().min(1).max(7);
const period = z.number().int().min(1).max(32);
const week = z.number().int().min(1).max(64);

/** Kinds of records that sentences name, and where a mention of meetings holds them. */
export const fieldOf = {
  course: 'courses',
  teacher: 'teachers',
  administrativeClass: 'administrativeClasses',
  teachingClass: 'teachingClasses',
  room: 'rooms',
  building: 'buildings',
  department: 'departments',
} as const;
export type NamedKind = keyof typeof fieldOf;
export const namedKinds = Object.keys(fieldOf) as NamedKind[];

/** When: every condition that is stated holds. Days 1 Monday to 7, periods from 1, weeks from 1. */
export const timeWish = z.strictObject({
  days: z.array(day).max(7).optional(),
  /** First and last period of the meeting, or just the first. */
  periods: z.strictObject({ start: period, end: period.optional() }).optional(),
  part: z.enum(['MORNING', 'AFTERNOON', 'EVENING']).optional(),
  weeks: z.array(week).max(64).optional(),
  /** A single date, as `2026-10-14`: only ever of intents that say so. */
  date: z.iso.date().optional(),
  /** The last of several dates that begin with `date`, such as the rest of a week. */
  until: z.iso.date().optional(),
});
export type TimeWish = z.infer<typeof timeWish>;

/** How far from the time that a meeting has now: later, or earlier below 0; at 0 it keeps it. */
export const shift = z.strictObject({
  days: z.number().int().min(-6).max(6).optional(),
  periods: z.number().int().min(-31).max(31).optional(),
});
export type Shift = z.infer<typeof shift>;

/** That only the consequences of a change are asked for: it is told what it costs, and no plan is made. */
const isWhatIf = z.boolean().optional();

/** Times that are not wanted. */
export const avoided = z.array(z.enum(['FIRST_PERIOD', 'MORNING', 'AFTERNOON', 'EVENING', 'WEEKEND'])).max(5);

const roomFeature = z.enum(['MULTIMEDIA', 'COMPUTERS', 'LABORATORY', 'AIR_CONDITIONING']);

/** What a room must have. */
export const roomWish = z.strictObject({
  room: id.optional(),
  /** Where it is taken, one that is alike. */
  orSimilar: z.boolean().optional(),
  /** Any of these rooms, in this order: all that a name may mean. */
  anyOf: z.array(id).min(2).max(50).optional(),
  building: id.optional(),
  /** Any of these buildings. */
  buildings: z.array(id).min(2).max(20).optional(),
  /** As it is written on doors: 3, B1. */
  floor: z.string().min(1).max(4).optional(),
  capacityMin: z.number().int().min(1).max(10_000).optional(),
  capacityMax: z.number().int().min(1).max(10_000).optional(),
  features: z.array(roomFeature).max(4).optional(),
  /** What it must not be: a computer room is no multimedia room, where that is named as a kind. */
  without: z.array(roomFeature).max(4).optional(),
  /** More or fewer seats than in the room of the meeting; of free rooms the largest first. */
  size: z.enum(['BIGGER', 'SMALLER']).optional(),
  /** Rooms and buildings that are not wanted. */
  notIn: z.array(id).max(50).optional(),
  /** In the campus in which the meeting is taught now. */
  isSameCampus: z.boolean().optional(),
  isSameBuilding: z.boolean().optional(),
  /** Those beside this room, or in this building, first. */
  near: id.optional(),
  /** The room in which the meeting is taught now; false: another one. */
  isSameRoom: z.boolean().optional(),
});
export type RoomWish = z.infer<typeof roomWish>;

/** Any of these records, in the order of their ids: all that a name may mean, such as a surname. */
export const anyOf = z.array(id).min(1).max(50);

/**
 * Meetings as people tell them: those of which everything that is stated is true. Which one is meant is often
 * plain only from the timetable, so names stay as ambiguous as they were said.
 */
export const meetingRef = z.strictObject({
  courses: anyOf.optional(),
  teachers: anyOf.optional(),
  administrativeClasses: anyOf.optional(),
  teachingClasses: anyOf.optional(),
  rooms: anyOf.optional(),
  /** Every room of these buildings. */
  buildings: anyOf.optional(),
  /** Of these departments and all below them. */
  departments: anyOf.optional(),
  /** What the caller attends, who is a student: of a class that is divided, the own groups alone. */
  isOwn: z.boolean().optional(),
  at: timeWish.optional(),
  /** Each of them is meant, where something is changed; otherwise one, and which is asked. */
  isEvery: z.boolean().optional(),
});
export type MeetingRef = z.infer<typeof meetingRef>;

/**
 * What is asked of lessons: who teaches, where, when (with the clock), how many lessons and periods there
 * are, in which weeks, whether there are any, how many attend and whether the room seats them, how many the
 * room seats, how days compare (which is the fullest, lightest, earliest to end), which halves of days are
 * without any, which classes attend, which attend together with another, of which lessons the room is too
 * small, which courses they are of, and how long it is between one and the next of a day.
 */
export const asked = z.enum([
  ...(['WHO', 'WHERE', 'WHEN', 'COUNT', 'WEEKS', 'WHETHER', 'STUDENTS', 'SEATS', 'DAYS'] as const),
  ...(['OFF', 'CLASSES', 'TOGETHER', 'TOO_FULL', 'COURSES', 'GAPS'] as const),
]);
export type AskedOfLessons = z.infer<typeof asked>;

/** What is asked of a plan: its weeks or dates, whom it affects, who learns, its rooms, what was, clashes. */
export const askedOfPlan = z.enum([
  ...(['WHEN', 'WHO', 'NOTICES', 'WHERE', 'BEFORE', 'WHETHER_MADE', 'SEATS', 'CLASHES'] as const),
]);
export type AskedOfPlan = z.infer<typeof askedOfPlan>;

/** The periods right before or after lessons. */
const beside = z.enum(['BEFORE', 'AFTER']);
export type Beside = z.infer<typeof beside>;

/** Which of some days: the fullest, the lightest, and the first or last to begin or to end. */
const dayOrders = ['MOST', 'LEAST', 'BEGIN_FIRST', 'BEGIN_LAST', 'END_FIRST', 'END_LAST'] as const;
export type DayOrder = (typeof dayOrders)[number];

/** What is wished, and what is told of it. */
const wish = <T extends string, S extends z.ZodRawShape>(type: T, told: S) =>
  z.strictObject({ type: z.literal(type), ...told });
const anyMeeting = meetingRef.optional();
const anyTime = timeWish.optional();
/** Greatest number of times that one wish wants, or does not want. */
export const timesMax = 5;
const someTimes = z.array(timeWish).max(timesMax).optional();

/** Where, when or by whom it shall be instead, where it cannot be as it is wished. */
const otherwise = z
  .strictObject({ to: anyTime, room: roomWish.optional(), teacher: id.optional() })
  .optional();

const intents = [
  /** Another time, another room, or both; where neither is said, it is offered where it can go. */
  wish('move', {
    meeting: meetingRef,
    to: anyTime,
    /** Counted from its time now; what `to` says beside it is not counted. */
    by: shift.optional(),
    room: roomWish.optional(),
    avoid: avoided.optional(),
    /** Further times that are not wanted, such as Friday afternoon. */
    notAt: someTimes,
    otherwise,
    isWhatIf,
  }),
  /** For good, or in the week of `on` alone; of rooms each stays at its time. */
  wish('swap', { first: meetingRef, second: meetingRef, on: anyTime, isOfRooms: isWhatIf, isWhatIf }),
  /** Without a teacher it is offered who could teach it. */
  wish('assignTeacher', { meeting: meetingRef, teacher: id.optional(), otherwise, isWhatIf }),
  wish('lock', { meeting: meetingRef }),
  wish('unlock', { meeting: meetingRef }),
  /** Out of its place in every week. */
  wish('takeOut', { meeting: meetingRef, isWhatIf }),
  /** Held in these weeks and no others from now on: of odd weeks, the first eight, from week 3. */
  wish('changeWeeks', {
    meeting: meetingRef,
    weeks: z.array(week).min(1).max(64),
    /** In those of its weeks alone that are among them: 只上到第16周. */
    isWithin: z.boolean().optional(),
    /** In each of them, also of a lesson of every second week: 改成每周都上. */
    isEach: z.boolean().optional(),
    isWhatIf,
  }),
  /** Another plan for the wish before than those that were shown. */
  wish('another', {}),
  /**
   * One date only. `to` is where a meeting is moved to or made up; `teacher` who teaches it then. Without
   * them it is offered where it can go, or who can teach it.
   */
  wish('singleDate', {
    action: z.enum(['CANCEL', 'MAKE_UP', 'MOVE', 'SUBSTITUTE']),
    meeting: meetingRef,
    at: anyTime,
    to: anyTime,
    room: roomWish.optional(),
    teacher: id.optional(),
    avoid: avoided.optional(),
    notAt: someTimes,
    otherwise,
  }),
  /** `of`: of whom it was asked what was changed. */
  wish('undo', { of: meetingRef.optional() }),
  wish('redo', {}),
  /**
   * `isNow`: from this moment of the date on. Of rooms that are named it is whether they are free. `beside`:
   * next to the lessons that the caller has on that day.
   */
  wish('findRooms', {
    at: timeWish,
    room: roomWish.optional(),
    isNow: z.boolean().optional(),
    beside: beside.optional(),
  }),
  /**
   * `course`: qualified for it. `meeting`: who could take it over. `departments`: of which they shall be.
   * `isNow`: at this moment of the date.
   */
  wish('findTeachers', {
    at: timeWish,
    isNow: z.boolean().optional(),
    course: id.optional(),
    meeting: anyMeeting,
    departments: anyOf.optional(),
  }),
  /** When everything that is named is free at once; also: where can this meeting go. */
  wish('findTimes', {
    meeting: anyMeeting,
    teachers: z.array(id).max(10).optional(),
    administrativeClasses: z.array(id).max(20).optional(),
    rooms: z.array(id).max(10).optional(),
    within: anyTime,
    beside: beside.optional(),
    avoid: avoided.optional(),
    notAt: someTimes,
  }),
  wish('whyNot', { meeting: meetingRef, at: anyTime, room: roomWish.optional() }),
  /**
   * The timetable of a person, class, room or course; of the caller where nobody is named. `ask` is what of
   * each lesson the answer shall tell first, `also` what beside it, `pick` the only lesson of the day that is
   * meant, or those that are still to come, `room` in what rooms, `besides` whose lessons are left out,
   * `isOfEverybody` of no one in particular, `isOnlyThen` held in no other weeks than these, without weeks in
   * every second one. `claim` is what is asked to be so of them, and `isSame` that what `ask` tells is;
   * `against` those at whose time they shall not be; `order` which of all `DAYS`, and `beside` those of
   * whoever is named, else of the room, that come before or after the caller's own.
   */
  wish('showTimetable', {
    of: meetingRef,
    within: anyTime,
    ask: asked.optional(),
    also: z.array(asked).max(6).optional(),
    pick: z.enum(['FIRST', 'LAST', 'NOW', 'LEFT']).optional(),
    room: roomWish.optional(),
    besides: anyMeeting,
    isOfEverybody: z.literal(true).optional(),
    isOnlyThen: z.literal(true).optional(),
    claim: anyMeeting,
    against: anyMeeting,
    isSame: z.literal(true).optional(),
    order: z.enum(dayOrders).optional(),
    beside: z.array(beside).max(2).optional(),
  }),
  /** `kind`: those of teachers, classes or rooms alone. */
  wish('showConflicts', { of: anyMeeting, kind: z.enum(['TEACHER', 'CLASS', 'ROOM']).optional() }),
  /** The week of the semester in which a date or a relative week lies; today where nothing is said. */
  wish('showWeek', {
    at: anyTime,
    /** When the semester ends is asked. */
    isEnd: z.literal(true).optional(),
  }),
  /** The meetings that the timetable has no place for. */
  wish('showUnplaced', { of: anyMeeting }),
  /**
   * What was changed of the timetable, by whom and when: the newest changes, or all that were made on the
   * days from `since` to `until`, today where that is left out; those of the caller alone, or of everybody.
   * `within`: which lessons of these dates are held otherwise than the week says. `of` whom, else everybody
   * for whoever plans and the caller otherwise.
   */
  wish('showChanges', {
    isOwn: z.boolean().optional(),
    since: z.iso.date().optional(),
    until: z.iso.date().optional(),
    within: anyTime,
    of: anyMeeting,
    /** By whom is asked. */
    isOfWho: z.literal(true).optional(),
  }),
  /** The clock times of periods: of those that are told, else of all. */
  wish('showPeriods', { at: anyTime }),
  /** The next meetings on real dates, of the caller where nobody is named. */
  wish('showNext', { of: anyMeeting }),
  /**
   * How many periods a week are taught by or to whom, each by each; of nobody, or of departments, a ranking
   * of `by`, teachers where that is left out. `order` is which come first, `top` how many are told, `over`
   * which alone: those with more periods a week. A ranking `per` semester counts all its periods.
   * `isCompared`: a teacher beside the others of the same department.
   */
  wish('showLoad', {
    of: anyMeeting,
    within: anyTime,
    by: z.enum(['TEACHER', 'CLASS', 'ROOM']).optional(),
    order: z.enum(['MOST', 'LEAST']).optional(),
    top: z.number().int().min(1).max(100).optional(),
    over: z.number().int().min(0).max(1_000).optional(),
    per: z.enum(['WEEK', 'SEMESTER']).optional(),
    isCompared: z.boolean().optional(),
    /** Which rooms are ranked. */
    room: roomWish.optional(),
  }),
  /** What is otherwise in one week than in another, of the caller where nobody is named. */
  wish('compareWeeks', { of: anyMeeting, weeks: z.tuple([week, week]) }),
  /** Somebody cannot come, or a room cannot be used: which lessons that is about, and what can be done. */
  wish('absent', { of: meetingRef, at: anyTime }),
  /** Asks about the plan that was shown last; without `ask` for all of it. */
  wish('aboutPlan', { ask: askedOfPlan.optional() }),
  /** What a room is like, and others beside it; else all that are as is wished. */
  wish('showRoom', { room: id.optional(), others: anyOf.optional(), wish: roomWish.optional() }),
  /** When somebody would rather not teach, or rather would: kept as a preference, of no lesson. */
  wish('wishTimes', { of: anyMeeting, notAt: someTimes, at: someTimes }),
  /** A room for oneself, which nobody books by words. */
  wish('bookRoom', { room: roomWish.optional(), at: anyTime }),
  /** What the caller asked of academic affairs, or they were asked, and what came of it. */
  wish('showRequests', {
    /** It is wished to take one back. */
    isBack: z.literal(true).optional(),
  }),
  /** That academic affairs shall be asked for what was spoken of. */
  wish('request', {}),
  /** Agrees to what is shown, or drops it. */
  wish('confirm', {}),
  wish('drop', {}),
  /** What the assistant can do. */
  wish('help', {}),
] as const;

export const intent = z.discriminatedUnion('type', intents);
export type Intent = z.infer<typeof intent>;
/** The intents of a type. */
export type Of<T extends Intent['type']> = Extract<Intent, { type: T }>;

/** Greatest number of wishes in one text; each becomes items of one plan, in order. */
export const intentsMax = 10;
/** Greatest length of a text of a person, in characters. */
export const textMax = 2_000;
/** Greatest number of answers that a question offers. */
export const optionsMax = 8;
