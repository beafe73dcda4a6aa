import { operation } from '../shell/operation.js';
import type { DateChange, DatedPlace } from '../week/operations.js';
import { FACTS, MOVES } from './changing/fragments.js';

export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface Revision {
  readonly id: string;
  readonly revision: number;
  readonly status: 'DRAFT' | 'PUBLISHED';
}

/** What a timetable says of where a meeting is. */
export interface Place {
  readonly dayOfWeek: number;
  readonly periodStart: number;
  readonly classroom: Named;
  readonly teacher: Named;
}

export interface MeetingFacts {
  readonly id: string;
  readonly periods: number;
  readonly sequence: number;
  readonly weeks: readonly number[];
  readonly teacher: Named | null;
  readonly teachingClass: Named & {
    readonly course: Named;
    /** Whether the reader plans for its department. */
    readonly mayPlan: boolean;
  };
}

/** What a change does to a single date of a meeting. */
export interface MovedDate {
  readonly week: number;
  readonly before: DateChange['kind'] | null;
  readonly after: DateChange['kind'] | null;
  readonly from: DatedPlace | null;
  readonly to: DatedPlace | null;
}

export interface Moved {
  readonly meeting: MeetingFacts;
  readonly from: Place | null;
  readonly to: Place | null;
  readonly dates: readonly MovedDate[];
  readonly isHeld: boolean;
  readonly wasLocked: boolean;
  readonly isLocked: boolean;
}

/** What a board may be of: timetables that change, the rooms, and the classes. */
export const choices = operation<
  {
    timetables: { readonly items: readonly Revision[] };
    buildingOptions: readonly Named[];
    administrativeClassOptions: readonly Named[];
    changes: { readonly items: readonly { readonly number: number }[] };
  },
  { semester: string }
>(/* GraphQL */ `
  query BoardChoices($semester: ID!) {
    timetables(semester: $semester, filter: { status: [DRAFT, PUBLISHED] }, size: 50) {
      items {
        id
        revision
        status
      }
    }
    buildingOptions {
      id
      name
    }
    administrativeClassOptions {
      id
      name
    }
    changes(semester: $semester, size: 1) {
      items {
        number
      }
    }
  }
`);

export interface Room extends Named {
  readonly capacity: number;
  readonly building: { readonly name: string };
}

/** The rooms of a building, or the first of all. */
export const rooms = operation<
  { classrooms: { readonly items: readonly Room[] } },
  { filter: { isEnabled: boolean; building?: { equals: string } } }
>(/* GraphQL */ `
  query BoardRooms($filter: ClassroomFilter) {
    classrooms(filter: $filter, orderBy: [{ field: NAME }], size: 200) {
      items {
        id
        name
        capacity
        building {
          name
        }
      }
    }
  }
`);

export interface Assignment {
  readonly isLocked: boolean;
  readonly meeting: MeetingFacts;
  readonly classroom: Named;
  readonly teacher: Named;
  readonly time: { readonly dayOfWeek: number; readonly periodStart: number };
}

/** Everything that stands in a timetable. */
export const standing = operation<
  { timetable: { readonly assignments: readonly Assignment[] } | null },
  { semester: string; revision: number }
>(/* GraphQL */ `
  query BoardTimetable($semester: ID!, $revision: Int!) {
    timetable(semester: $semester, revision: $revision) {
      assignments {
        isLocked
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
        }
      }
    }
  }

  ${FACTS}
`);

/** The meetings that an administrative class attends. */
export const attended = operation<
  {
    timetable: { readonly assignments: readonly { readonly meeting: { readonly id: string } }[] } | null;
  },
  { semester: string; revision: number; administrativeClass: string }
>(/* GraphQL */ `
  query BoardClass($semester: ID!, $revision: Int!, $administrativeClass: ID!) {
    timetable(semester: $semester, revision: $revision) {
      assignments(administrativeClass: $administrativeClass) {
        meeting {
          id
        }
      }
    }
  }
`);

export interface Unplaced {
  readonly message: string;
  readonly meeting: MeetingFacts;
}

export interface Conflict {
  readonly id: string;
  readonly description: string;
  readonly clashes: readonly {
    readonly first: { readonly id: string } | null;
    readonly second: { readonly id: string } | null;
  }[];
}

/** What is left to do in a timetable. */
export const leftToDo = operation<
  {
    timetable: { readonly unplaced: readonly Unplaced[] } | null;
    conflicts: { readonly items: readonly Conflict[]; readonly total: number };
  },
  { semester: string; revision: number; timetable: string }
>(/* GraphQL */ `
  query BoardLeft($semester: ID!, $revision: Int!, $timetable: ID!) {
    timetable(semester: $semester, revision: $revision) {
      unplaced {
        message
        meeting {
          ...Facts
        }
      }
    }
    conflicts(filter: { timetable: { equals: $timetable }, status: [OPEN] }, size: 50) {
      total
      items {
        id
        description
        clashes {
          first {
            id
          }
          second {
            id
          }
        }
      }
    }
  }

  ${FACTS}
`);

export type Gravity = 'PROBLEM' | 'CLASH' | 'RULE' | 'PREFERENCE';

export interface Objection {
  readonly kind: Gravity;
  readonly message: string;
}

export interface PossiblePlace {
  readonly dayOfWeek: number;
  readonly periodStart: number;
  readonly classroom: string | null;
  readonly gravest: Gravity | null;
  readonly objections: readonly number[];
}

export interface Shading {
  readonly places: readonly PossiblePlace[];
  readonly objections: readonly Objection[];
}

/** What every place says of a meeting. */
export const possiblePlaces = operation<
  { possiblePlaces: Shading },
  { timetable: string; meeting: string; days: readonly number[]; classrooms?: readonly string[] }
>(/* GraphQL */ `
  query BoardPlaces($timetable: ID!, $meeting: ID!, $days: [Int!]!, $classrooms: [ID!]) {
    possiblePlaces(timetable: $timetable, meeting: $meeting, days: $days, classrooms: $classrooms) {
      places {
        dayOfWeek
        periodStart
        classroom
        gravest
        objections
      }
      objections {
        kind
        message
      }
    }
  }
`);

export interface Change {
  readonly number: number;
  readonly person: { readonly name: string } | null;
  readonly items: readonly Moved[];
}

/** The changes of a timetable as they come. */
export const changesLive = operation<
  { timetableChanges: readonly Change[] },
  { timetable: string; after: number }
>(/* GraphQL */ `
  subscription BoardChanges($timetable: ID!, $after: Int!) {
    timetableChanges(timetable: $timetable, after: $after) {
      number
      person {
        name
      }
      items {
        ...Moves
      }
    }
  }

  ${MOVES}
`);

/** The meetings of which single dates of the published timetable are changed, the newest 200 of those. */
export const changedMeetings = operation<
  { dateChanges: { readonly items: readonly { readonly meeting: { readonly id: string } }[] } },
  { timetable: string }
>(/* GraphQL */ `
  query BoardChangedDates($timetable: ID!) {
    dateChanges(timetable: $timetable, size: 200) {
      items {
        meeting {
          id
        }
      }
    }
  }
`);
