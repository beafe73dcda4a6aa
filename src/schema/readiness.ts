import { registerEnumType } from 'type-graphql';

/** What may be missing in a semester before a run. */
export enum ReadinessKind {
  SEMESTER_DISABLED = 'SEMESTER_DISABLED',
  NO_DAYS = 'NO_DAYS',
  NOTHING_TAUGHT = 'NOTHING_TAUGHT',
  NO_TEACHER = 'NO_TEACHER',
  TEACHER_NOT_APPROVED = 'TEACHER_NOT_APPROVED',
  NO_MEETINGS = 'NO_MEETINGS',
  NO_ROOM = 'NO_ROOM',
  ROOM_TOO_SMALL = 'ROOM_TOO_SMALL',
  TOO_LONG = 'TOO_LONG',
  WEEKS_OUTSIDE = 'WEEKS_OUTSIDE',
  NO_STUDENTS = 'NO_STUDENTS',
  CLASS_OVERLOADED = 'CLASS_OVERLOADED',
  ROOMS_OVERLOADED = 'ROOMS_OVERLOADED',
  TEACHER_OVERLOADED = 'TEACHER_OVERLOADED',
  STUDENTS_WITHOUT_GROUP = 'STUDENTS_WITHOUT_GROUP',
  EMPTY_GROUP = 'EMPTY_GROUP',
  LINK_IMPOSSIBLE = 'LINK_IMPOSSIBLE',
  CLASS_WITHOUT_COURSES = 'CLASS_WITHOUT_COURSES',
  NO_PERIOD_TIMES = 'NO_PERIOD_TIMES',
  LESSON_MINUTES_DIFFER = 'LESSON_MINUTES_DIFFER',
}
registerEnumType(ReadinessKind, {
  name: 'ReadinessKind',
  description: 'What may be missing in a semester before a run.',
  valuesConfig: {
    SEMESTER_DISABLED: { description: 'The semester is disabled, so that no run begins.' },
    NO_DAYS: { description: 'The semester has no day on which runs place meetings.' },
    NOTHING_TAUGHT: { description: 'The semester has no teaching class.' },
    NO_TEACHER: { description: 'Nobody may teach the course, and meetings of it name no teacher.' },
    TEACHER_NOT_APPROVED: {
      description: 'Qualifications for the course wait for approval, and none has it; the same as above.',
    },
    NO_MEETINGS: { description: 'The teaching class has no meetings, so that runs know nothing of it.' },
    NO_ROOM: { description: 'The semester may use no room of the type that the teaching class needs.' },
    ROOM_TOO_SMALL: { description: 'The teaching class has more students than any room of its type seats.' },
    TOO_LONG: { description: 'A meeting of the teaching class has more periods than a day.' },
    WEEKS_OUTSIDE: { description: 'A meeting of the teaching class is held in weeks after the semester.' },
    NO_STUDENTS: { description: 'The teaching class expects no students.' },
    CLASS_OVERLOADED: { description: 'The administrative class has more periods in a week than the week.' },
    ROOMS_OVERLOADED: { description: 'More periods a week need rooms of the type than these have.' },
    TEACHER_OVERLOADED: {
      description: 'The teacher is absent, or limited, more than the hours allow that nobody else teaches.',
    },
    STUDENTS_WITHOUT_GROUP: {
      description: 'Students of the class are in no group of a partition whose groups are taught apart.',
    },
    EMPTY_GROUP: { description: 'The group attends a teaching class, and nobody is in it.' },
    LINK_IMPOSSIBLE: {
      description: 'What a link requires contradicts the teachers or types of room that are named.',
    },
    CLASS_WITHOUT_COURSES: { description: 'The administrative class attends nothing in the semester.' },
    NO_PERIOD_TIMES: { description: 'Periods of the semester have no time of the day at the campus.' },
    LESSON_MINUTES_DIFFER: {
      description: 'Periods of the bell season are not as long as the bell schedule says that lessons are.',
    },
  },
});
