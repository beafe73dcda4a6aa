import { registerEnumType } from 'type-graphql';

/** The function of a user in the institution. */
export enum RoleKey {
  ADMINISTRATOR = 'ADMINISTRATOR',
  ACADEMIC_AFFAIRS = 'ACADEMIC_AFFAIRS',
  TEACHER = 'TEACHER',
  STUDENT = 'STUDENT',
  LEADER = 'LEADER',
}
registerEnumType(RoleKey, {
  name: 'RoleKey',
  description: 'The function of a user in the institution.',
  valuesConfig: {
    ADMINISTRATOR: { description: '管理员: runs the system.' },
    ACADEMIC_AFFAIRS: {
      description: '教务: plans courses and timetables of the departments granted to them.',
    },
    TEACHER: { description: '教师: teaches courses.' },
    STUDENT: { description: '学生: attends courses.' },
    LEADER: { description: '管理: a leader; may sign in and read what everyone may read.' },
  },
});

/** Sort direction. */
export enum OrderDirection {
  ASC = 'ASC',
  DESC = 'DESC',
}
registerEnumType(OrderDirection, {
  name: 'OrderDirection',
  description: 'Sort direction.',
  valuesConfig: {
    ASC: { description: 'Smallest, earliest or alphabetically first values first.' },
    DESC: { description: 'Greatest, latest or alphabetically last values first.' },
  },
});

/** Whether a person has an account, and may use it. */
export enum AccountState {
  NONE = 'NONE',
  ENABLED = 'ENABLED',
  DISABLED = 'DISABLED',
}
registerEnumType(AccountState, {
  name: 'AccountState',
  description: 'Whether a student or teacher has an account, and may use it.',
  valuesConfig: {
    NONE: { description: 'Never signed in.' },
    ENABLED: { description: 'May sign in.' },
    DISABLED: { description: 'May not sign in, because the account is disabled or banned.' },
  },
});

/** What an administrator may do to an account. */
export enum AccountTransition {
  ENABLE = 'ENABLE',
  DISABLE = 'DISABLE',
  BAN = 'BAN',
  LIFT_BAN = 'LIFT_BAN',
}
registerEnumType(AccountTransition, {
  name: 'AccountTransition',
  description: 'What an administrator may do to an account.',
  valuesConfig: {
    ENABLE: { description: 'Lets a disabled account sign in again.' },
    DISABLE: { description: 'Ends the sessions of an enabled account and prevents it from signing in.' },
    BAN: { description: 'Locks an account out, whether it is enabled or not.' },
    LIFT_BAN: { description: 'Restores a banned account to its previous state.' },
  },
});

/** State of the review of a teacher's qualification for a course. */
export enum QualificationStatus {
  PENDING = 'PENDING',
  APPROVED = 'APPROVED',
  REJECTED = 'REJECTED',
}
registerEnumType(QualificationStatus, {
  name: 'QualificationStatus',
  description:
    "State of the review of a teacher's qualification for a course: PENDING becomes APPROVED or REJECTED.",
  valuesConfig: {
    PENDING: { description: 'Awaits its review.' },
    APPROVED: { description: 'The teacher may teach the course.' },
    REJECTED: { description: 'The teacher may not teach the course.' },
  },
});

/** Which rules apply to the timetable of a semester. */
export enum RuleProfile {
  STANDARD = 'STANDARD',
  UD2 = 'UD2',
}
registerEnumType(RuleProfile, {
  name: 'RuleProfile',
  description: 'Which rules apply to the timetable of a semester.',
  valuesConfig: {
    STANDARD: {
      description: 'Rooms, teachers and groups never clash; capacity, type and availability must hold.',
    },
    UD2: {
      description:
        'The curriculum-based competition formulation: capacity, working days, compactness and room ' +
        'stability are soft.',
    },
  },
});

/** How long a scheduling task searches by default. */
export enum Strategy {
  QUICK = 'QUICK',
  BALANCED = 'BALANCED',
  OPTIMAL = 'OPTIMAL',
}
registerEnumType(Strategy, {
  name: 'Strategy',
  description: 'How long a scheduling task searches when no time limit is given.',
  valuesConfig: {
    QUICK: { description: '10 seconds.' },
    BALANCED: { description: '60 seconds.' },
    OPTIMAL: { description: '300 seconds.' },
  },
});

/** State of a task. */
export enum TaskStatus {
  QUEUED = 'QUEUED',
  RUNNING = 'RUNNING',
  COMPLETED = 'COMPLETED',
  FAILED = 'FAILED',
  CANCELLED = 'CANCELLED',
}
registerEnumType(TaskStatus, {
  name: 'TaskStatus',
  description: 'State of a task: QUEUED, then RUNNING, then one of the three final states.',
  valuesConfig: {
    QUEUED: { description: 'Waits for a worker.' },
    RUNNING: { description: 'A worker is running it.' },
    COMPLETED: { description: 'Ended with its result.' },
    FAILED: { description: 'Ended with a reason instead of a result.' },
    CANCELLED: { description: 'Ended on request.' },
  },
});

/** What a running scheduling task is doing. */
export enum TaskStage {
  PREPARATION = 'PREPARATION',
  CONSTRUCTION = 'CONSTRUCTION',
  REPAIR = 'REPAIR',
  OPTIMISATION = 'OPTIMISATION',
  FINALISATION = 'FINALISATION',
}
registerEnumType(TaskStage, {
  name: 'TaskStage',
  description: 'What a running scheduling task is doing.',
  valuesConfig: {
    PREPARATION: { description: 'Reads and checks the problem.' },
    CONSTRUCTION: { description: 'Gives every meeting an initial place.' },
    REPAIR: { description: 'Resolves clashes.' },
    OPTIMISATION: { description: 'Looks for better places.' },
    FINALISATION: { description: 'Verifies the timetable and stores it.' },
  },
});

/** How a rule counts in a run of the solver. */
export enum RuleLevel {
  HARD = 'HARD',
  SOFT = 'SOFT',
  OFF = 'OFF',
}
registerEnumType(RuleLevel, {
  name: 'RuleLevel',
  description: 'How a rule counts in a run of the solver.',
  valuesConfig: {
    HARD: { description: 'It must hold: a meeting that would break it stays unplaced.' },
    SOFT: { description: 'Breaking it costs its weight each time.' },
    OFF: { description: 'It is ignored.' },
  },
});

/** What is known about why a semester cannot be scheduled completely. */
export enum SchedulingCauseKind {
  IMPOSSIBLE = 'IMPOSSIBLE',
  CONFLICT = 'CONFLICT',
  UNDECIDED = 'UNDECIDED',
}
registerEnumType(SchedulingCauseKind, {
  name: 'SchedulingCauseKind',
  description: 'What is known about why not every meeting can be placed.',
  valuesConfig: {
    IMPOSSIBLE: { description: 'Meetings without any time, room or teacher that could serve them.' },
    CONFLICT: { description: 'Requirements that are proved to contradict each other.' },
    UNDECIDED: {
      description: 'Neither a complete timetable nor a proof that there is none was found in time.',
    },
  },
});

/** A kind of hours that the catalogue counts of a course, as a plan of a semester names it. */
export enum CreditHourKind {
  THEORY = 'THEORY',
  EXPERIMENT = 'EXPERIMENT',
  PRACTICE = 'PRACTICE',
  COMPUTER = 'COMPUTER',
  OTHER = 'OTHER',
  MIXED = 'MIXED',
}
registerEnumType(CreditHourKind, {
  name: 'CreditHourKind',
  description: 'Which hours of a course are meant.',
  valuesConfig: {
    THEORY: { description: 'Those of theory.' },
    EXPERIMENT: { description: 'Those in a laboratory.' },
    PRACTICE: { description: 'Those of practice.' },
    COMPUTER: { description: 'Those at a computer.' },
    OTHER: { description: 'Those of no other kind.' },
    MIXED: { description: 'All that the course has, each kind apart; only a plan is asked for it.' },
  },
});

/** What becomes of a teaching class by a plan. */
export enum PlannedChange {
  NEW = 'NEW',
  CHANGED = 'CHANGED',
  KEPT = 'KEPT',
}
registerEnumType(PlannedChange, {
  name: 'PlannedChange',
  description: 'What becomes of a teaching class by a plan.',
  valuesConfig: {
    NEW: { description: 'It is made.' },
    CHANGED: { description: 'An earlier plan made it; who attends it or its meetings change.' },
    KEPT: { description: 'An earlier plan made it, and it stays as it is.' },
  },
});

/** What somebody should look at in a plan. */
export enum PlanWarningKind {
  SMALL_CLASS = 'SMALL_CLASS',
  LARGE_CLASS = 'LARGE_CLASS',
  NO_ROOM = 'NO_ROOM',
  NO_ROOM_TYPE = 'NO_ROOM_TYPE',
  NO_TEACHER = 'NO_TEACHER',
  HOURS = 'HOURS',
  OVERLOAD = 'OVERLOAD',
  TAUGHT_ELSEWHERE = 'TAUGHT_ELSEWHERE',
  HELD = 'HELD',
}
registerEnumType(PlanWarningKind, {
  name: 'PlanWarningKind',
  description: 'What somebody should look at in a plan.',
  valuesConfig: {
    SMALL_CLASS: { description: 'A teaching class has fewer than 30 students.' },
    LARGE_CLASS: { description: 'An administrative class has more students than were to be together.' },
    NO_ROOM: { description: 'No room of the type that is needed holds a teaching class.' },
    NO_ROOM_TYPE: { description: 'The course does not say which type of room its hours need.' },
    NO_TEACHER: { description: 'No teacher has an approved qualification for the course.' },
    HOURS: { description: 'The hours of the course in the catalogue are broken, or do not add up.' },
    OVERLOAD: { description: 'An administrative class has more hours in a week than the week has periods.' },
    TAUGHT_ELSEWHERE: {
      description: 'An administrative class attends the course in a teaching class that no plan made.',
    },
    HELD: {
      description: 'What the plan no longer has stays, because a timetable or students hold on to it.',
    },
  },
});

/** What a workbook contains. */
export enum ImportSubject {
  DEPARTMENTS = 'DEPARTMENTS',
  GRADES = 'GRADES',
  MAJORS = 'MAJORS',
  ADMINISTRATIVE_CLASSES = 'ADMINISTRATIVE_CLASSES',
  CLASSROOM_TYPES = 'CLASSROOM_TYPES',
  FURNITURE_TYPES = 'FURNITURE_TYPES',
  CAMPUSES = 'CAMPUSES',
  BUILDINGS = 'BUILDINGS',
  CLASSROOMS = 'CLASSROOMS',
  TEACHERS = 'TEACHERS',
  STUDENTS = 'STUDENTS',
  COURSES = 'COURSES',
  ENROLMENTS = 'ENROLMENTS',
  QUALIFICATIONS = 'QUALIFICATIONS',
  SEMESTERS = 'SEMESTERS',
  CALENDAR_DAYS = 'CALENDAR_DAYS',
  BELL_SEASONS = 'BELL_SEASONS',
  CLASS_GROUPS = 'CLASS_GROUPS',
  TEACHING_CLASSES = 'TEACHING_CLASSES',
  TEACHING_LINKS = 'TEACHING_LINKS',
  PREFERENCES = 'PREFERENCES',
  INSTITUTION = 'INSTITUTION',
}
registerEnumType(ImportSubject, {
  name: 'ImportSubject',
  description: 'What a workbook contains.',
  valuesConfig: {
    DEPARTMENTS: { description: 'Departments.' },
    GRADES: { description: 'Grades.' },
    MAJORS: { description: 'Majors.' },
    ADMINISTRATIVE_CLASSES: { description: 'Administrative classes.' },
    CLASSROOM_TYPES: { description: 'Classroom types.' },
    FURNITURE_TYPES: { description: 'Furniture types.' },
    CAMPUSES: { description: 'Campuses.' },
    BUILDINGS: { description: 'Buildings.' },
    CLASSROOMS: { description: 'Classrooms.' },
    TEACHERS: { description: 'Teachers.' },
    STUDENTS: { description: 'Students.' },
    COURSES: { description: 'Courses.' },
    ENROLMENTS: { description: 'Enrolments in electives.' },
    QUALIFICATIONS: { description: 'Qualifications of teachers for courses.' },
    SEMESTERS: { description: 'Semesters.' },
    CALENDAR_DAYS: { description: 'Holidays of semesters, and days that make up for others.' },
    BELL_SEASONS: { description: 'The times of the periods of a day.' },
    CLASS_GROUPS: { description: 'Groups of administrative classes, with who is in them.' },
    TEACHING_CLASSES: { description: 'Teaching classes, with who attends them and their meetings.' },
    TEACHING_LINKS: { description: 'What holds between teaching classes.' },
    PREFERENCES: { description: 'When teachers like to teach.' },
    INSTITUTION: { description: 'A whole institution: a sheet for each of the others.' },
  },
});

/** What a running import task is doing. */
export enum ImportStage {
  READING = 'READING',
  STORING = 'STORING',
}
registerEnumType(ImportStage, {
  name: 'ImportStage',
  description:
    'What a running import task is doing: READING and checking the workbook, then STORING its rows.',
  valuesConfig: {
    READING: { description: 'Reads and checks the workbook.' },
    STORING: { description: 'Stores the rows.' },
  },
});

/** What was done to a record. */
export enum AuditAction {
  CREATED = 'CREATED',
  CHANGED = 'CHANGED',
  DELETED = 'DELETED',
}
registerEnumType(AuditAction, {
  name: 'AuditAction',
  description: 'What was done to a record.',
  valuesConfig: {
    CREATED: { description: 'It was made.' },
    CHANGED: { description: 'Columns of it got other values.' },
    DELETED: { description: 'It was deleted.' },
  },
});

/** How far the answer to the last message of a conversation has come. */
export enum AnswerState {
  NONE = 'NONE',
  WAITING = 'WAITING',
  RUNNING = 'RUNNING',
}
registerEnumType(AnswerState, {
  name: 'AnswerState',
  description: 'How far the answer to the last message of a conversation has come.',
  valuesConfig: {
    NONE: { description: 'Nothing is being answered.' },
    WAITING: { description: 'It will be answered soon.' },
    RUNNING: { description: 'It is being answered.' },
  },
});

/** What happens in a conversation with the assistant. */
export enum AssistantEventKind {
  PERSON = 'PERSON',
  TOKEN = 'TOKEN',
  TOOL_CALL = 'TOOL_CALL',
  PLAN = 'PLAN',
  QUESTION = 'QUESTION',
  ERROR = 'ERROR',
  DONE = 'DONE',
}
registerEnumType(AssistantEventKind, {
  name: 'AssistantEventKind',
  description: 'What happens in a conversation with the assistant.',
  valuesConfig: {
    PERSON: { description: 'A message of the person.' },
    TOKEN: { description: 'A piece of the answer; the pieces follow each other without anything between.' },
    TOOL_CALL: { description: 'Something that the assistant looked up or tried, without any effect.' },
    PLAN: { description: 'A checked change that can be applied.' },
    QUESTION: { description: 'Something that is not plain, with answers to choose from.' },
    ERROR: { description: 'The answer ended, because something went wrong.' },
    DONE: { description: 'The answer ended.' },
  },
});
