import { operation } from '../../shell/operation.js';

/** Makes a semester. */
export const createSemester = operation<{ created: { id: string } }, { input: object }>(/* GraphQL */ `
  mutation CreateSemester($input: SemesterInput!) {
    created: createSemester(input: $input) {
      id
    }
  }
`);

/** Corrects a semester. */
export const updateSemester = operation<
  { stored: { dateNotice: string | null } },
  { id: string; input: object }
>(/* GraphQL */ `
  mutation UpdateSemester($id: ID!, $input: SemesterPatch!) {
    stored: updateSemester(id: $id, input: $input) {
      dateNotice
    }
  }
`);

/** Deletes a semester that nothing refers to. */
export const deleteSemester = operation<{ deleted: string }, { id: string }>(/* GraphQL */ `
  mutation DeleteSemester($id: ID!) {
    deleted: deleteSemester(id: $id)
  }
`);

/** Makes a semester the one that timetables show by default. */
export const setCurrentSemester = operation<{ set: { id: string } }, { id: string }>(/* GraphQL */ `
  mutation SetCurrentSemester($id: ID!) {
    set: setCurrentSemester(id: $id) {
      id
    }
  }
`);

export interface CalendarDay {
  readonly date: string;
  readonly kind: 'HOLIDAY' | 'MAKE_UP';
  readonly name: string | null;
  readonly follows: string | null;
}

/** The calendar of a semester, and what public holidays propose to those who may change it. */
export const calendar = operation<
  {
    semester: {
      calendarDays: readonly CalendarDay[];
    };
    proposed?: readonly CalendarDay[];
  },
  { semester: string; mayChange: boolean }
>(/* GraphQL */ `
  query Calendar($semester: ID!, $mayChange: Boolean!) {
    semester(id: $semester) {
      calendarDays {
        date
        kind
        name
        follows
      }
    }
    proposed: proposedCalendarDays(semester: $semester) @include(if: $mayChange) {
      date
      kind
      name
      follows
    }
  }
`);

export interface CalendarInput {
  readonly semester: string;
  readonly days?: readonly CalendarDay[];
  readonly removedDates?: readonly string[];
}

/** Changes the calendar, or tells what that would do to what is held. */
export const changeCalendar = operation<
  { change: { movedCount: number; droppedCount: number; restoredCount: number } },
  { input: CalendarInput; isDryRun: boolean }
>(/* GraphQL */ `
  mutation ChangeCalendar($input: CalendarChangeInput!, $isDryRun: Boolean!) {
    change: changeCalendar(input: $input, isDryRun: $isDryRun) {
      movedCount
      droppedCount
      restoredCount
    }
  }
`);

/** Times of the periods from a day of the year on, of a campus or of all that have none of their own. */
export interface BellSeason {
  readonly id: string;
  readonly version: number;
  readonly startsOn: string;
  readonly times: readonly string[];
  readonly campus: { readonly id: string; readonly name: string } | null;
}

/** All times of periods that are stored, and the campuses that may have their own. */
export const bellSeasons = operation<{
  seasons: { readonly items: readonly BellSeason[] };
  campuses: readonly { readonly id: string; readonly name: string }[];
}>(/* GraphQL */ `
  query BellSeasons {
    seasons: bellSeasons(size: 200) {
      items {
        id
        version
        startsOn
        times
        campus {
          id
          name
        }
      }
    }
    campuses: campusOptions {
      id
      name
    }
  }
`);

export interface BellSeasonInput {
  readonly campus: string | null;
  readonly startsOn: string;
  readonly times: readonly string[];
}

/** Sets when the periods of a day begin and end. */
export const createBellSeason = operation<{ stored: { id: string } }, { input: BellSeasonInput }>(
  /* GraphQL */ `
    mutation CreateBellSeason($input: BellSeasonInput!) {
      stored: createBellSeason(input: $input) {
        id
      }
    }
  `,
);

/** Corrects them. */
export const updateBellSeason = operation<
  { stored: { id: string } },
  { id: string; version: number; input: BellSeasonInput }
>(/* GraphQL */ `
  mutation UpdateBellSeason($id: ID!, $version: Int!, $input: BellSeasonPatch!) {
    stored: updateBellSeason(id: $id, expectedVersion: $version, input: $input) {
      id
    }
  }
`);

/** Removes them; those of another season or of every campus apply instead. */
export const deleteBellSeason = operation<{ removed: string }, { id: string }>(/* GraphQL */ `
  mutation DeleteBellSeason($id: ID!) {
    removed: deleteBellSeason(id: $id)
  }
`);
