import { registerEnumType } from 'type-graphql';
import { say } from './texts.js';

/** Greatest length of the reason of a change, in characters. */
export const reasonMax = 255;

/** State of a revision of a semester's timetable. */
export enum TimetableStatus {
  DRAFT = 'DRAFT',
  PUBLISHED = 'PUBLISHED',
  ARCHIVED = 'ARCHIVED',
}
registerEnumType(TimetableStatus, {
  name: 'TimetableStatus',
  description:
    'State of a revision of a timetable: a DRAFT is visible to planners, the PUBLISHED one to everyone, ' +
    'ARCHIVED ones were published before, or are drafts that nobody changed for long.',
  valuesConfig: {
    DRAFT: { description: 'Visible to planners only.' },
    PUBLISHED: { description: 'Visible to everyone.' },
    ARCHIVED: {
      description:
        'Was published before another one, or, where publishedAt is null, a draft that may be restored.',
    },
  },
});

/** What brought a change of a timetable about. */
export enum ChangeKind {
  EDIT = 'EDIT',
  RUN = 'RUN',
  UNDO = 'UNDO',
  REDO = 'REDO',
  MERGE = 'MERGE',
  PUBLISH = 'PUBLISH',
  ROLL_BACK = 'ROLL_BACK',
  COPY = 'COPY',
  CALENDAR = 'CALENDAR',
  TEACHERS = 'TEACHERS',
}
registerEnumType(ChangeKind, {
  name: 'ChangeKind',
  description: 'What brought a change of a timetable about.',
  valuesConfig: {
    EDIT: { description: 'A person moved, locked, added or retired meetings.' },
    RUN: { description: 'The result of a scheduling task.' },
    UNDO: { description: 'An earlier change was taken back.' },
    REDO: { description: 'A change that was taken back was made again.' },
    MERGE: { description: 'What changed in the published timetable was brought into a draft.' },
    PUBLISH: { description: 'A draft became the published timetable.' },
    ROLL_BACK: { description: 'An earlier revision was published again as a new one.' },
    COPY: { description: 'The places of another timetable were taken over.' },
    CALENDAR: { description: 'The calendar of the semester or the times of periods changed its dates.' },
    TEACHERS: { description: 'Others teach some of its meetings beside their first teachers.' },
  },
});

/** Whether a change stands. */
export enum ChangeState {
  APPLIED = 'APPLIED',
  UNDONE = 'UNDONE',
  DROPPED = 'DROPPED',
}
registerEnumType(ChangeState, {
  name: 'ChangeState',
  description: 'Whether a change stands.',
  valuesConfig: {
    APPLIED: { description: 'It stands and may be taken back.' },
    UNDONE: { description: 'It was taken back and may be made again.' },
    DROPPED: { description: 'It was taken back, and a newer change of the same person followed.' },
  },
});

/** One of the two sides that changed a meeting. */
export enum DraftSide {
  DRAFT = 'DRAFT',
  PUBLISHED = 'PUBLISHED',
}
registerEnumType(DraftSide, {
  name: 'DraftSide',
  description: 'One of the two sides that changed a meeting.',
  valuesConfig: {
    DRAFT: { description: 'What the draft says.' },
    PUBLISHED: { description: 'What the published timetable says.' },
  },
});

/** What two series of a timetable both need at the same time. */
export enum ConflictKind {
  TEACHER = 'TEACHER',
  ROOM = 'ROOM',
  CLASS = 'CLASS',
  OTHER = 'OTHER',
}
registerEnumType(ConflictKind, {
  name: 'ConflictKind',
  description: 'What two series of a timetable both need at the same time.',
  valuesConfig: {
    TEACHER: { description: 'One teacher teaches both.' },
    ROOM: { description: 'Both are in one room.' },
    CLASS: { description: 'One administrative class or elective group attends both.' },
    OTHER: { description: 'Single students attend both.' },
  },
});

/** What became of a conflict. */
export enum ConflictStatus {
  OPEN = 'OPEN',
  RESOLVED = 'RESOLVED',
  IGNORED = 'IGNORED',
}
registerEnumType(ConflictStatus, {
  name: 'ConflictStatus',
  description: 'What became of a conflict.',
  valuesConfig: {
    OPEN: { description: 'Somebody has to deal with it.' },
    RESOLVED: { description: 'The two no longer overlap.' },
    IGNORED: { description: 'It was accepted, with a reason.' },
  },
});

/** How a conflict was resolved. */
export enum ConflictMethod {
  FIRST_MOVED = 'FIRST_MOVED',
  SECOND_MOVED = 'SECOND_MOVED',
  BOTH_MOVED = 'BOTH_MOVED',
  OTHER = 'OTHER',
}
registerEnumType(ConflictMethod, {
  name: 'ConflictMethod',
  description: 'How a conflict was resolved.',
  valuesConfig: {
    FIRST_MOVED: { description: 'The first series moved.' },
    SECOND_MOVED: { description: 'The second series moved.' },
    BOTH_MOVED: { description: 'Both moved.' },
    OTHER: { description: 'Otherwise, such as by accepting it.' },
  },
});

/** How grave it is what speaks against a place. */
export enum ObjectionKind {
  PROBLEM = 'PROBLEM',
  CLASH = 'CLASH',
  RULE = 'RULE',
  PREFERENCE = 'PREFERENCE',
}
registerEnumType(ObjectionKind, {
  name: 'ObjectionKind',
  description: 'How grave it is what speaks against a place.',
  valuesConfig: {
    PROBLEM: { description: 'Forbids it.' },
    CLASH: { description: 'Something is needed twice, which a planner may accept with a reason.' },
    RULE: { description: 'No run would place it so, but a planner may.' },
    PREFERENCE: { description: 'Only costs something.' },
  },
});

/** As what somebody teaches a meeting. */
export enum TeachingRole {
  LECTURER = 'LECTURER',
  ASSISTANT = 'ASSISTANT',
  PARALLEL = 'PARALLEL',
}
registerEnumType(TeachingRole, {
  name: 'TeachingRole',
  description: 'As what somebody teaches a meeting.',
  valuesConfig: {
    LECTURER: { description: 'Lecturer (主讲): the first teacher, and whoever lectures too.' },
    ASSISTANT: { description: 'Assistant (助教): helps, and needs no qualification for the course.' },
    PARALLEL: { description: 'Parallel (并行): teaches part of those who attend at the same time.' },
  },
});

/** What holds between the meetings of two teaching classes. */
export enum LinkKind {
  BEFORE = 'BEFORE',
  SAME_DAY = 'SAME_DAY',
  OTHER_DAY = 'OTHER_DAY',
  SAME_TEACHER = 'SAME_TEACHER',
  SAME_ROOM = 'SAME_ROOM',
  SAME_TIME = 'SAME_TIME',
}
registerEnumType(LinkKind, {
  name: 'LinkKind',
  description:
    'What holds between the meetings of two teaching classes in the weeks that both have. Where it is ' +
    'said, the first meeting of one belongs to the first of the other, the second to the second, and so on.',
  valuesConfig: {
    BEFORE: { description: 'Each ends in the week before the one that belongs to it begins (先于).' },
    SAME_DAY: { description: 'Those that belong to each other are on one day of the week (同一天).' },
    OTHER_DAY: { description: 'No two are on one day of the week (不在同一天).' },
    SAME_TEACHER: { description: 'All have one first teacher (同一教师); only required, never wished.' },
    SAME_ROOM: { description: 'All are held in one room (同一教室).' },
    SAME_TIME: { description: 'Those that belong to each other are held at once (同时).' },
  },
});

/** The kinds by which the first meeting of one side belongs to the first of the other, and so on. */
export const pairedKinds: readonly LinkKind[] = [LinkKind.BEFORE, LinkKind.SAME_DAY, LinkKind.SAME_TIME];

/** What a date of a semester is, on which not its own plan is taught. */
export enum CalendarDayKind {
  HOLIDAY = 'HOLIDAY',
  MAKE_UP = 'MAKE_UP',
}
registerEnumType(CalendarDayKind, {
  name: 'CalendarDayKind',
  description: 'What a date of a semester is, on which not its own plan is taught.',
  valuesConfig: {
    HOLIDAY: { description: 'Nothing is taught.' },
    MAKE_UP: { description: 'What was planned for another date is taught.' },
  },
});

/** What stands otherwise on a single date than the week says. */
export enum DateChangeKind {
  CANCELLED = 'CANCELLED',
  MOVED = 'MOVED',
  MADE_UP = 'MADE_UP',
  SUBSTITUTED = 'SUBSTITUTED',
  OTHER_ROOM = 'OTHER_ROOM',
}
registerEnumType(DateChangeKind, {
  name: 'DateChangeKind',
  description: 'What stands otherwise on a single date than the week says.',
  valuesConfig: {
    CANCELLED: { description: 'It is not held (停课).' },
    MOVED: { description: 'It is held at another time, on that date or another (调课).' },
    MADE_UP: { description: 'It would have fallen out, and is held at another time (补课).' },
    SUBSTITUTED: { description: 'Somebody else teaches it (代课), maybe in another room.' },
    OTHER_ROOM: { description: 'It is held in another room.' },
  },
});

/** How far a request for a change of a single date has come. */
export enum DateRequestStatus {
  PENDING = 'PENDING',
  ACCEPTED = 'ACCEPTED',
  REFUSED = 'REFUSED',
  WITHDRAWN = 'WITHDRAWN',
}
registerEnumType(DateRequestStatus, {
  name: 'DateRequestStatus',
  description: 'How far a request for a change of a single date has come.',
  valuesConfig: {
    PENDING: { description: 'Nobody has decided yet.' },
    ACCEPTED: { description: 'It was carried out.' },
    REFUSED: { description: 'Academic affairs refused it.' },
    WITHDRAWN: { description: 'The teacher took it back.' },
  },
});

/** How a request stands, in words. */
export const requestStates = {
  [DateRequestStatus.PENDING]: say('待审批', 'waiting'),
  [DateRequestStatus.ACCEPTED]: say('已同意', 'accepted'),
  [DateRequestStatus.REFUSED]: say('未同意', 'refused'),
  [DateRequestStatus.WITHDRAWN]: say('已撤回', 'taken back'),
};

/** The format of a file of timetables. */
export enum TimetableFileFormat {
  PDF = 'PDF',
  XLSX = 'XLSX',
  CSV = 'CSV',
  JSON = 'JSON',
  ITC_2019 = 'ITC_2019',
  ITC_2019_SOLUTION = 'ITC_2019_SOLUTION',
}
registerEnumType(TimetableFileFormat, {
  name: 'TimetableFileFormat',
  description: 'The format of a file of timetables.',
  valuesConfig: {
    PDF: { description: 'To print: A4 on its side, a page for each timetable.' },
    XLSX: { description: 'A workbook with the grid of the semester, that of a week, and a list.' },
    CSV: { description: 'The list as comma-separated values.' },
    JSON: { description: 'The semester as a problem of the solver, with the places of the timetable.' },
    ITC_2019: {
      description: 'The semester as an instance of the International Timetabling Competition 2019.',
    },
    ITC_2019_SOLUTION: { description: 'The places of the timetable as a solution of that instance.' },
  },
});

/** How the names of files end. */
export const fileExtensions = {
  PDF: 'pdf',
  XLSX: 'xlsx',
  CSV: 'csv',
  JSON: 'json',
  ITC_2019: 'xml',
  ITC_2019_SOLUTION: 'solution.xml',
} as const satisfies Readonly<Record<TimetableFileFormat, string>>;

/** Whose timetables a file has a page of. */
export enum TimetablePages {
  CLASSES = 'CLASSES',
  TEACHERS = 'TEACHERS',
  CLASSROOMS = 'CLASSROOMS',
  DEPARTMENTS = 'DEPARTMENTS',
}
registerEnumType(TimetablePages, {
  name: 'TimetablePages',
  description: 'Whose timetables a file has, a page each.',
  valuesConfig: {
    CLASSES: { description: 'Administrative classes that have meetings.' },
    TEACHERS: { description: 'Teachers who have meetings.' },
    CLASSROOMS: { description: 'Classrooms in use, as signs of their doors.' },
    DEPARTMENTS: { description: 'Departments that offer what is taught; only as a list.' },
  },
});
