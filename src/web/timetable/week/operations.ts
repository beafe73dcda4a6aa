import { operation } from '../shell/operation.js';
import { DATE_CHANGE } from './fragments.js';

export interface Semester {
  readonly id: string;
  readonly name: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly timeZone: string;
  readonly weekCount: number;
  readonly periodsPerDay: number;
  readonly schedulingDays: readonly number[];
  readonly campus: { readonly id: string } | null;
  readonly calendarDays: readonly CalendarDay[];
  readonly periodTimes: readonly PeriodTime[];
}
export interface CalendarDay {
  readonly date: string;
  readonly kind: 'HOLIDAY' | 'MAKE_UP';
  readonly name: string | null;
  readonly follows: string | null;
}
export interface PeriodTime {
  readonly period: number;
  readonly start: string;
  readonly end: string;
}
interface Named {
  readonly id: string;
  readonly name: string;
}
export interface TeacherInRole {
  readonly role: string;
  readonly teacher: Named;
}
export interface DatedPlace {
  readonly date: string | null;
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly classroom: Named | null;
  readonly teacher: Named | null;
}
/** What is otherwise on one date than the week says. */
export interface DateChange {
  readonly kind: 'MOVED' | 'CANCELLED' | 'MADE_UP' | 'SUBSTITUTED' | 'OTHER_ROOM';
  readonly publicNote: string | null;
  readonly planned: DatedPlace;
  readonly actual: DatedPlace | null;
}
export interface DatedMeeting {
  readonly isHeld: boolean;
  readonly held: {
    readonly date: string;
    readonly start: string | null;
    readonly end: string | null;
    readonly timeZone: string;
  };
  readonly item: {
    readonly assignmentId: string;
    readonly dayOfWeek: number;
    readonly periodStart: number;
    readonly periodEnd: number;
    readonly courseId: string;
    readonly courseName: string;
    readonly teacherName: string;
    readonly teachers: readonly TeacherInRole[];
    readonly classroomId: string;
    readonly classroomName: string;
    readonly buildingName: string;
    readonly campusId: string;
    readonly campusName: string;
    readonly teachingClassId: string;
    readonly teachingClassName: string;
    readonly groupNames: readonly string[];
    readonly creditHourTypeName: string | null;
    readonly change: DateChange | null;
  };
}

const SEMESTER = /* GraphQL */ `
  fragment Weeks on Semester {
    id
    name
    startDate
    endDate
    timeZone
    weekCount
    periodsPerDay
    schedulingDays
    campus {
      id
    }
    calendarDays {
      date
      kind
      name
      follows
    }
    periodTimes(date: $from) {
      period
      start
      end
    }
  }
`;

/** A semester by its identifier, or the current one. */
type ChosenSemester = { semester: string; isCurrent: false } | { isCurrent: true };

/** The arguments for the semester that an address names, or for the current one. */
export const semesterOf = (query: URLSearchParams): ChosenSemester => {
  const semester = query.get('semester');
  return semester ? { semester, isCurrent: false } : { isCurrent: true };
};

/** Stands for a semester where none is asked for by its identifier. */
const NONE = '00000000-0000-0000-0000-000000000000';

type WeekVariables = ChosenSemester & { from: string; to: string; of: Record<string, string> };

/** A week's meetings, and the semester that it belongs to. */
export const week = operation<
  { current?: Semester; chosen?: Semester; meetings: readonly DatedMeeting[] },
  WeekVariables
>(/* GraphQL */ `
  query Week(
    $from: Date!
    $to: Date!
    $of: TimetableOwnerInput!
    $isCurrent: Boolean!
    $semester: ID! = "${NONE}"
  ) {
    current: currentSemester @include(if: $isCurrent) {
      ...Weeks
    }
    chosen: semester(id: $semester) @skip(if: $isCurrent) {
      ...Weeks
    }
    meetings: datedMeetings(from: $from, to: $to, of: $of, includesCancelled: true) {
      isHeld
      held {
        date
        start
        end
        timeZone
      }
      item {
        assignmentId
        dayOfWeek
        periodStart
        periodEnd
        courseId
        courseName
        teacherName
        teachers {
          role
          teacher {
            id
            name
          }
        }
        classroomId
        classroomName
        buildingName
        campusId
        campusName
        teachingClassId
        teachingClassName
        groupNames
        creditHourTypeName
        change {
          ...Changed
        }
      }
    }
  }

  ${DATE_CHANGE}
  ${SEMESTER}
`);

/** The times of the periods on another campus than the semester's own. */
export const campusTimes = operation<
  { semester: { periodTimes: readonly PeriodTime[] } },
  { semester: string; campus: string; date: string }
>(/* GraphQL */ `
  query CampusTimes($semester: ID!, $campus: ID!, $date: Date!) {
    semester(id: $semester) {
      periodTimes(campus: $campus, date: $date) {
        period
        start
        end
      }
    }
  }
`);

export interface Assignment {
  readonly id: string;
  readonly time: {
    readonly dayOfWeek: number;
    readonly periodStart: number;
    readonly periodEnd: number;
    readonly weeks: readonly number[];
  };
  readonly classroom: Named & {
    readonly building: { readonly name: string; readonly campus: Named };
  };
  readonly teachers: readonly TeacherInRole[];
  readonly teachingClass: { readonly name: string; readonly course: Named };
}

/** What stands in a semester's weeks, before holidays and changes of single dates. */
export const allWeeks = operation<
  {
    current?: Semester;
    chosen?: Semester;
    timetable: { readonly publishedAt: string; readonly assignments: readonly Assignment[] } | null;
  },
  ChosenSemester & { semesterOrNone?: string; from: string }
>(/* GraphQL */ `
  query AllWeeks(
    $isCurrent: Boolean!
    $semester: ID! = "${NONE}"
    $semesterOrNone: ID
    $from: Date!
    $administrativeClass: ID
    $teacher: ID
    $classroom: ID
    $course: ID
    $student: ID
  ) {
    current: currentSemester @include(if: $isCurrent) {
      ...Weeks
    }
    chosen: semester(id: $semester) @skip(if: $isCurrent) {
      ...Weeks
    }
    timetable(semester: $semesterOrNone) {
      publishedAt
      assignments(
        administrativeClass: $administrativeClass
        teacher: $teacher
        classroom: $classroom
        course: $course
        student: $student
      ) {
        id
        time {
          dayOfWeek
          periodStart
          periodEnd
          weeks
        }
        classroom {
          id
          name
          building {
            name
            campus {
              id
              name
            }
          }
        }
        teachers {
          role
          teacher {
            id
            name
          }
        }
        teachingClass {
          name
          course {
            id
            name
          }
        }
      }
    }
  }

  ${SEMESTER}
`);

export interface Me {
  readonly student: Named | null;
  readonly teacher: Named | null;
}

/** The reader as somebody who has a timetable. */
export const me = operation<{ me: Me }>(/* GraphQL */ `
  query OwnTimetable {
    me {
      student {
        id
        name
      }
      teacher {
        id
        name
      }
    }
  }
`);

export interface Found extends Named {
  readonly about?: { readonly name: string } | null;
}

/** Whose weeks can be looked at, by a part of the name or code. */
export const search = operation<
  { class: readonly Found[]; teacher: readonly Found[]; room: readonly Found[]; course: readonly Found[] },
  { keyword: string }
>(/* GraphQL */ `
  query Search($keyword: String!) {
    class: administrativeClassOptions(keyword: $keyword) {
      id
      name
    }
    teacher: teacherOptions(keyword: $keyword) {
      id
      name
      about: department {
        name
      }
    }
    room: classroomOptions(keyword: $keyword) {
      id
      name
      about: building {
        name
      }
    }
    course: courseOptions(keyword: $keyword) {
      id
      name
      about: department {
        name
      }
    }
  }
`);

/** The names of owners that everybody may read one by one; a teacher's stands in the meetings. */
export const ownerName = operation<
  { class?: Named; room?: Named; course?: Named; teachers?: readonly Named[] },
  { id: string; isClass: boolean; isRoom: boolean; isCourse: boolean; isTeacher: boolean }
>(/* GraphQL */ `
  query OwnerName(
    $id: ID!
    $isClass: Boolean!
    $isRoom: Boolean!
    $isCourse: Boolean!
    $isTeacher: Boolean!
  ) {
    class: administrativeClass(id: $id) @include(if: $isClass) {
      id
      name
    }
    room: classroom(id: $id) @include(if: $isRoom) {
      id
      name
    }
    course: course(id: $id) @include(if: $isCourse) {
      id
      name
    }
    teachers: teacherOptions @include(if: $isTeacher) {
      id
      name
    }
  }
`);
