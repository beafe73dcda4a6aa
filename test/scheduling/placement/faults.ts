import { randomUUID } from 'node:crypto';
import type { Severity } from '../../../src/services/scheduling/placement/acts.js';
import type { Lab, Side } from './lab.js';

/** A place as a fault wants it; what is left out is as where the meeting stands. */
export interface Wanted {
  readonly day?: number;
  readonly period?: number;
  readonly room?: string;
  readonly teacher?: string;
}

/** Both teaching classes of a fault, and a room that nobody else uses. */
export interface Subject {
  readonly own: Side;
  readonly other: Side;
  readonly spare: string;
  readonly spareName: string;
}

/** Ways in which somebody is told, or not told, that a meeting may not stand somewhere. */
export type Door =
  | 'check draft'
  | 'apply draft'
  | 'check published'
  | 'check date'
  | 'apply published'
  | 'PUT'
  | 'POST'
  | 'createSeries'
  | 'suggestions'
  | 'freeRooms'
  | 'freeTeachers'
  | 'possiblePlaces'
  | 'whyNot'
  | 'assistant'
  | 'publish'
  | 'run';

/** A semester with exactly this against one place. */
export interface Fault {
  /** As the table of placement calls it. */
  readonly rule: string;
  readonly about: string;
  /** What every door that tells it says, in one of both languages. */
  readonly words: RegExp;
  /** Where the other teaching class stands: nowhere unless it is said. */
  readonly otherAt?: (subject: Subject) => Wanted & { day: number; period: number };
  /** Records that make the fault, stored before anything is placed. */
  readonly plant?: (lab: Lab, subject: Subject) => Promise<unknown>;
  /** The same after everything is placed and published. */
  readonly plantLater?: (lab: Lab, subject: Subject) => Promise<unknown>;
  readonly target: (subject: Subject) => Wanted;
  /** What is said to the assistant after whom and what it is about. */
  readonly sentence: (subject: Subject) => string;
  /** What the solver's verifier says: hard as refuse, soft as warn; refuse where it is left out. */
  readonly run?: Severity;
  /** Keys of the body of a new series. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** Doors that have nothing to say of such a thing. */
  readonly without?: readonly Door[];
}

const free = ['freeRooms', 'freeTeachers'] as const;
/** Weeks and hours are those of a series: no place changes them. */
const doorsOfMeetings: readonly Door[] = [
  ...['check draft', 'apply draft', 'check published', 'check date', 'apply published', 'PUT', 'suggestions'],
  ...['freeRooms', 'freeTeachers', 'possiblePlaces', 'whyNot', 'assistant', 'publish', 'run'],
] as Door[];
const moved = '调到周三第1节，教室不变';
const wednesday = (): Wanted => ({ day: 3, period: 1 });

const unavailable = (column: string, id: (subject: Subject) => string): Fault['plant'] => {
  const text = `insert into unavailability (id, semester_id, ${column}, day_of_week, period)
    values ($1, $2, $3, 3, 1)`;
  return (lab, subject) => lab.sql(text, [randomUUID(), lab.semester, id(subject)]);
};

const linking = `insert into teaching_link (id, kind, first_id, second_id, level)
  values ($1, $2, $3, $4, $5)`;
const idOf = (each: string | Side): string => (typeof each === 'string' ? each : each.teachingClass);

/** Lets the teacher of the other class teach the meeting too. */
const taughtByBoth = (lab: Lab, { own, other }: Subject): Promise<unknown> =>
  lab.sql(`insert into further_teacher (id, meeting_id, teacher_id, role) values ($1, $2, $3, 'ASSISTANT')`, [
    randomUUID(),
    own.meeting,
    other.teacher,
  ]);

export const faults: readonly Fault[] = [
  {
    rule: 'grid',
    about: 'ends after the last period of the day',
    words: /outside the grid|不在作息表内|has periods 1 to|没有第|节次/,
    target: () => ({ day: 3, period: 12 }),
    sentence: () => '调到周三第12节，教室不变',
    without: ['publish', 'run'],
  },
  {
    rule: 'weekend',
    about: 'on a day on which runs place nothing',
    words: /runs of the semester place nothing|不在学期的排课星期内/,
    target: () => ({ day: 6, period: 1 }),
    sentence: () => '调到周六第1节，教室不变',
    without: free,
  },
  {
    rule: 'qualification',
    about: 'a teacher without qualification for the course',
    words: /no approved qualification|任课资格/,
    target: ({ other }) => ({ teacher: other.teacher }),
    sentence: ({ other }) => `改由${other.teacherName}上`,
    without: ['freeRooms'],
  },
  {
    rule: 'room-conflict',
    about: 'a room twice',
    words: /Room ".*(needed by|occupied)|教室“.*(冲突|占用)/,
    otherAt: ({ own }) => ({ day: 3, period: 1, room: own.room }),
    target: wednesday,
    sentence: () => moved,
    without: ['freeTeachers'],
  },
  {
    rule: 'teacher-conflict',
    about: 'a teacher twice',
    words: /Teacher ".*needed by|teaches|教师“.*(冲突|讲授)/,
    otherAt: ({ own }) => ({ day: 3, period: 1, teacher: own.teacher }),
    target: wednesday,
    sentence: () => moved,
    without: ['freeRooms'],
  },
  {
    rule: 'teacher-conflict',
    about: 'a further teacher twice',
    words: /Teacher ".*needed by|teaches|教师“.*(冲突|讲授)/,
    plant: taughtByBoth,
    otherAt: () => ({ day: 3, period: 1 }),
    target: wednesday,
    sentence: () => moved,
    without: [...free, 'POST'],
  },
  {
    rule: 'teacher-once',
    about: 'a further teacher as the first',
    words: /further teacher|其他教师/,
    plant: async (lab, subject) => {
      const { own, other } = subject;
      await taughtByBoth(lab, subject);
      await lab.sql('insert into teacher_qualification (id, teacher_id, course_id) values ($1, $2, $3)', [
        ...[randomUUID(), other.teacher, own.course],
      ]);
    },
    target: ({ other }) => ({ teacher: other.teacher }),
    sentence: ({ other }) => `改由${other.teacherName}上`,
    without: ['freeRooms', 'POST', 'publish', 'run'],
  },
  {
    rule: 'distribution',
    about: 'after the class that it comes before',
    words: /linked: the former comes before|不满足关联：一周内前者须先于后者/,
    plant: (lab, { own, other }) => lab.sql(linking, [randomUUID(), 'BEFORE', own, other, 'HARD'].map(idOf)),
    otherAt: () => ({ day: 2, period: 5 }),
    target: wednesday,
    sentence: () => moved,
    without: [...free, 'POST'],
  },
  {
    rule: 'wished-distribution',
    about: 'on the day of a class that it is wished apart from',
    words: /linked: they are on different days, if possible|不满足关联：不得在同一天（期望）/,
    plant: (lab, { own, other }) =>
      lab.sql(linking, [randomUUID(), 'OTHER_DAY', own, other, 'SOFT'].map(idOf)),
    otherAt: () => ({ day: 3, period: 5 }),
    target: wednesday,
    sentence: () => moved,
    run: 'warn',
    without: [...free, 'POST'],
  },
  {
    rule: 'group-conflict',
    about: 'an administrative class twice',
    words: /Class ".*needed by|班级“.*冲突/,
    plant: (lab, { own, other }) =>
      lab.sql(
        `insert into teaching_class_group (id, teaching_class_id, administrative_class_id)
         values ($1, $2, $3)`,
        [randomUUID(), other.teachingClass, own.group],
      ),
    otherAt: () => ({ day: 3, period: 1 }),
    target: wednesday,
    sentence: () => moved,
    without: free,
  },
  {
    rule: 'student-conflict',
    about: 'an enrolled student twice',
    words: /student attends|名学生/,
    plant: (lab, { own, other }) => lab.enrol(own.group, other.teachingClass),
    otherAt: () => ({ day: 3, period: 1 }),
    target: wednesday,
    sentence: () => moved,
    run: 'warn',
    without: free,
  },
  {
    rule: 'closed-room',
    about: 'a closed room, newly chosen',
    words: /closed|停用|没有找到/,
    plant: (lab, { spare }) => lab.sql('update classroom set is_enabled = false where id = $1', [spare]),
    target: ({ spare }) => ({ room: spare }),
    sentence: ({ spareName }) => `换到${spareName}`,
    without: ['freeTeachers', 'publish'],
  },
  {
    rule: 'kept-closed-room',
    about: 'a room that was closed under its meeting, at another time',
    words: /closed|停用/,
    plantLater: (lab, { own }) => lab.close(own.room),
    target: wednesday,
    sentence: () => moved,
    without: ['freeTeachers', 'POST'],
  },
  {
    rule: 'room-capacity',
    about: 'too few seats',
    words: /seats|座/,
    plant: (lab, { spare }) => lab.sql('update classroom set capacity = 10 where id = $1', [spare]),
    target: ({ spare }) => ({ room: spare }),
    sentence: ({ spareName }) => `换到${spareName}`,
    without: ['freeTeachers'],
  },
  {
    rule: 'room-type',
    about: 'a room of another type',
    words: /type|类型/,
    plant: (lab, { own, spare }) => lab.otherType(own.meeting, spare),
    target: ({ spare }) => ({ room: spare }),
    sentence: ({ spareName }) => `换到${spareName}`,
    without: ['freeTeachers', 'POST'],
  },
  {
    rule: 'room-offered',
    about: 'a room on a campus that serves another semester',
    words: /does not serve|不属于本学期/,
    plant: (lab, { spare }) => lab.elsewhere(spare, { isOfOtherSemester: true }),
    target: ({ spare }) => ({ room: spare }),
    sentence: ({ spareName }) => `换到${spareName}`,
    without: ['freeTeachers'],
  },
  {
    rule: 'room-availability',
    about: 'a room that is not available then',
    words: /Room ".*unavailable|R.* is unavailable|教室“.*不可用/,
    plant: unavailable('classroom_id', ({ own }) => own.room),
    target: wednesday,
    sentence: () => moved,
    without: ['freeTeachers'],
  },
  {
    rule: 'teacher-availability',
    about: 'a forbidden time of the teacher',
    words: /unavailable|不可用/,
    plant: (lab, { own }) =>
      lab.sql('update teacher set forbidden_times = $2 where id = $1', [own.teacher, '周三1-2']),
    target: wednesday,
    sentence: () => moved,
    without: ['freeRooms'],
  },
  {
    rule: 'teacher-availability',
    about: 'a teacher who is away in this semester then',
    words: /unavailable|不可用/,
    plant: unavailable('teacher_id', ({ own }) => own.teacher),
    target: wednesday,
    sentence: () => moved,
    without: ['freeRooms'],
  },
  {
    rule: 'course-availability',
    about: 'a time at which the course is not held',
    words: /not offered|is not held|不开课|不可选/,
    plant: unavailable('course_id', ({ own }) => own.course),
    target: wednesday,
    sentence: () => moved,
    without: free,
  },
  {
    rule: 'daily-load',
    about: 'more periods of the teacher on one day than allowed',
    words: /periods on |将有 \d+ 节/,
    plant: (lab, { own }) => lab.sql('update teacher set daily_periods_max = 3 where id = $1', [own.teacher]),
    otherAt: ({ own }) => ({ day: 3, period: 5, teacher: own.teacher }),
    target: wednesday,
    sentence: () => moved,
    without: ['freeRooms'],
  },
  {
    rule: 'weekly-load',
    about: 'more periods of the teacher in a week than allowed',
    words: /periods (in|a) (a )?week|一周|每周/,
    plant: (lab, { own, other }) => lab.mayTeach(other.teacher, own.course, 3),
    otherAt: () => ({ day: 5, period: 5 }),
    target: ({ other }) => ({ teacher: other.teacher }),
    sentence: ({ other }) => `改由${other.teacherName}上`,
    without: ['freeRooms'],
  },
  {
    rule: 'long-break',
    about: 'across the lunch break',
    words: /long break|长课间/,
    target: () => ({ day: 3, period: 4 }),
    sentence: () => '调到周三第4节，教室不变',
    without: free,
  },
  {
    rule: 'travel-time',
    about: 'no time to change campus',
    words: /needs? \d+ periods? from|的间隔/,
    plant: (lab, { spare }) => lab.elsewhere(spare, { isOfOtherSemester: false }),
    otherAt: ({ own }) => ({ day: 1, period: 3, teacher: own.teacher }),
    target: ({ spare }) => ({ room: spare }),
    sentence: ({ spareName }) => `换到${spareName}`,
    // Who is free is asked without a room, and a new series is not held beside the old one.
    without: ['freeTeachers', 'POST'],
  },
  {
    rule: 'teacher-preference',
    about: 'a time that the teacher does not wish for',
    words: /would rather not|不希望|strongly|prefers|discouraged|不愿/,
    plant: (lab, { own }) =>
      lab.sql(
        `insert into teacher_preference (id, teacher_id, semester_id, day_of_week, period, level)
         values ($1, $2, $3, 3, 1, 1)`,
        [randomUUID(), own.teacher, lab.semester],
      ),
    target: wednesday,
    sentence: () => moved,
    run: 'warn',
    without: ['freeRooms'],
  },
  {
    rule: 'weeks',
    about: 'held after the last week of the semester, too',
    words: /week 17|第 17/i,
    more: { class_time: [{ day_of_week: 3, period_start: 1, period_end: 2, week_numbers: [15, 16, 17] }] },
    target: wednesday,
    sentence: () => moved,
    without: doorsOfMeetings,
  },
  {
    rule: 'hours',
    about: 'more hours than the course has',
    words: /hours|学时/,
    more: { administrative_class_uuids: [] },
    plant: (lab, { own }) =>
      lab.sql('update course set total_hours = 20, theory_hours = 20 where id = $1', [own.course]),
    target: wednesday,
    sentence: () => moved,
    without: doorsOfMeetings,
  },
];
