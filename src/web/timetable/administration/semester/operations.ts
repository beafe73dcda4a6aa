import { operation } from '../../shell/operation.js';

/** Makes a semester. */
export const createSemester = operation<{ created: { id: string } }, { input: object }>(/* GraphQL */ `
  mutation CreateSemester($input: SemesterInput!) {
    created: createSemester(input: $input) {
      id
    }
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

/** The calendar of a semester, and what public holidays propose for it. */
export const calendar = operation<
  {
    semester: {
      calendarDays: readonly CalendarDay[];
      periodTimes: readonly { start: string; end: string }[];
    };
    proposed: readonly CalendarDay[];
  },
  { semester: string; date: string }
>(/* GraphQL */ `
  query Calendar($semester: ID!, $date: Date!) {
    semester(id: $semester) {
      calendarDays {
        date
        kind
        name
        follows
      }
      periodTimes(date: $date) {
        start
        end
      }
    }
    proposed: proposedCalendarDays(semester: $semester) {
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

/** Sets when the periods of a day begin and end. */
export const createBellSeason = operation<{ created: { id: string } }, { input: object }>(/* GraphQL */ `
  mutation CreateBellSeason($input: BellSeasonInput!) {
    created: createBellSeason(input: $input) {
      id
    }
  }
`);
