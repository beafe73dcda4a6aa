import { operation } from '../../shell/operation.js';

export interface CalendarLink {
  readonly id: string;
  readonly createdAt: string;
  readonly administrativeClass: { readonly id: string; readonly name: string } | null;
}

/** The addresses that calendars read in the reader's name. */
export const calendarLinks = operation<{ calendarLinks: readonly CalendarLink[] }>(/* GraphQL */ `
  query CalendarLinks {
    calendarLinks {
      id
      createdAt
      administrativeClass {
        id
        name
      }
    }
  }
`);

/** Makes an address for calendars; it is told once. */
export const createCalendarLink = operation<{ created: { path: string } }, { of?: string }>(/* GraphQL */ `
  mutation CreateCalendarLink($of: ID) {
    created: createCalendarLink(of: $of) {
      path
    }
  }
`);

/** Ends an address for calendars. */
export const revokeCalendarLink = operation<{ revokeCalendarLink: string }, { id: string }>(/* GraphQL */ `
  mutation RevokeCalendarLink($id: ID!) {
    revokeCalendarLink(id: $id)
  }
`);
