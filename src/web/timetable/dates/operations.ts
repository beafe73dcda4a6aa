import { FACTS } from '../board/changing/fragments.js';
import type { Candidate } from '../board/changing/operations.js';
import type { MeetingFacts, Named, Place, Revision } from '../board/operations.js';
import { operation } from '../shell/operation.js';
import { DATE_CHANGE } from '../week/fragments.js';
import type { DateChange } from '../week/operations.js';

/** A meeting in one week, by date. */
export interface Occurrence {
  readonly week: number;
  /** The date by which it is changed. */
  readonly date: string;
  readonly isFallenOut: boolean;
  readonly change: DateChange | null;
}

/** Where a meeting stands, week by week. */
export interface Standing {
  readonly id: string;
  readonly meeting: MeetingFacts;
  readonly classroom: Named;
  readonly teacher: Named;
  readonly time: Pick<Place, 'dayOfWeek' | 'periodStart'> & { readonly periodEnd: number };
  readonly occurrences: readonly Occurrence[];
}

/** The meetings of a teaching class by date; planners are told the newest change as well. */
export const datesOfClass = operation<
  {
    timetable: (Revision & { readonly assignments: readonly Standing[] }) | null;
    changes?: { readonly items: readonly { readonly number: number }[] };
  },
  { semester: string; teachingClass: string; isPlanner: boolean }
>(/* GraphQL */ `
  query DatesOfClass($semester: ID!, $teachingClass: ID!, $isPlanner: Boolean!) {
    timetable(semester: $semester) {
      id
      revision
      status
      assignments(teachingClass: $teachingClass) {
        id
        meeting {
          ...Facts
        }
        classroom {
          id
          name
        }
        teacher {
          id
          name
        }
        time {
          dayOfWeek
          periodStart
          periodEnd
        }
        occurrences {
          week
          date
          isFallenOut
          change {
            ...Changed
          }
        }
      }
    }
    changes(semester: $semester, size: 1) @include(if: $isPlanner) {
      items {
        number
      }
    }
  }

  ${FACTS}
  ${DATE_CHANGE}
`);

/** Which day of the plan is taught on a date. */
export const plannedOn = operation<
  { semester: { plannedOn: { readonly week: number; readonly dayOfWeek: number } | null } },
  { semester: string; date: string }
>(/* GraphQL */ `
  query PlannedOn($semester: ID!, $date: Date!) {
    semester(id: $semester) {
      plannedOn(date: $date) {
        week
        dayOfWeek
      }
    }
  }
`);

/** A meeting, and one week and time of it. */
interface OneMoment {
  timetable: string;
  meeting: string;
  dayOfWeek: number;
  periodStart: number;
  weeks: readonly number[];
}

/** A room, with its building: rooms of several buildings may have one name. */
interface RoomCandidate extends Candidate {
  readonly thing: (Named & { readonly building: { readonly name: string } }) | null;
}

const CANDIDATE = /* GraphQL */ `
  isFree
  objections {
    kind
    message
  }
`;
const MOMENT = '$timetable: ID!, $meeting: ID!, $dayOfWeek: Int!, $periodStart: Int!, $weeks: [Int!]!';
const OF_MOMENT = /* GraphQL */ `
  timetable: $timetable
  meeting: $meeting
  dayOfWeek: $dayOfWeek
  periodStart: $periodStart
  weeks: $weeks
  max: 60
`;

/** The rooms for a meeting in one week, the best first. */
export const roomsOn = operation<{ candidates: readonly RoomCandidate[] }, OneMoment>(/* GraphQL */ `
  query RoomsOn(${MOMENT}) {
    candidates: freeRooms(${OF_MOMENT}) {
      thing: classroom {
        id
        name
        building {
          name
        }
      }
      ${CANDIDATE}
    }
  }
`);

/** The teachers for a meeting in one week at another time than its own, the best first. */
export const teachersOn = operation<{ candidates: readonly Candidate[] }, OneMoment>(/* GraphQL */ `
  query TeachersOn(${MOMENT}) {
    candidates: freeTeachers(${OF_MOMENT}) {
      thing: teacher {
        id
        name
      }
      ${CANDIDATE}
    }
  }
`);

/** Who could teach a meeting on a date, the best first. */
export const substitutes = operation<
  { candidates: readonly Candidate[] },
  { timetable: string; meeting: string; date: string }
>(/* GraphQL */ `
  query Substitutes($timetable: ID!, $meeting: ID!, $date: Date!) {
    candidates: substitutes(timetable: $timetable, meeting: $meeting, date: $date, max: 60) {
      thing: teacher {
        id
        name
      }
      ${CANDIDATE}
    }
  }
`);

/** The teachers whom a teacher may name. */
export const colleagues = operation<{ teachers: readonly Named[] }>(/* GraphQL */ `
  query Colleagues {
    teachers: teacherOptions {
      id
      name
    }
  }
`);

/** What stands otherwise on single dates of a timetable, newest first. */
export const changedDates = operation<
  {
    dateChanges: {
      readonly total: number;
      readonly items: readonly {
        readonly id: string;
        readonly week: number;
        readonly meeting: { readonly id: string; readonly teachingClass: Named };
        readonly occurrence: DateChange | null;
      }[];
    };
  },
  { timetable: string; meeting?: string; page: number }
>(/* GraphQL */ `
  query ChangedDates($timetable: ID!, $meeting: ID, $page: Int!) {
    dateChanges(timetable: $timetable, meeting: $meeting, page: $page) {
      total
      items {
        id
        week
        meeting {
          id
          teachingClass {
            id
            name
          }
        }
        occurrence {
          ...Changed
        }
      }
    }
  }

  ${DATE_CHANGE}
`);
