import type { DateItem } from '../../board/changing/operations.js';
import type { Named, Revision } from '../../board/operations.js';
import { operation } from '../../shell/operation.js';
import { DATE_CHANGE } from '../../week/fragments.js';
import type { DateChange } from '../../week/operations.js';
import type { Occurrence } from '../operations.js';

type RequestStatus = 'PENDING' | 'ACCEPTED' | 'REFUSED' | 'WITHDRAWN';

/** What a teacher asks of a single date. */
export interface DateRequest {
  readonly id: string;
  readonly week: number;
  readonly status: RequestStatus;
  readonly reason: string;
  readonly answer: string | null;
  readonly createdAt: string;
  readonly teacher: Named;
  readonly meeting: {
    readonly id: string;
    readonly teachingClass: Named;
    readonly assignment: {
      readonly timetable: Revision;
      readonly occurrences: readonly Pick<Occurrence, 'week' | 'date'>[];
    } | null;
  };
  /** Null where the meeting has no place any more. */
  readonly wanted: DateChange | null;
}

/** The requests that the reader may see, newest first: of a teacher the own ones. */
export const dateRequests = operation<
  { dateRequests: { readonly total: number; readonly items: readonly DateRequest[] } },
  { status?: readonly RequestStatus[]; page: number }
>(/* GraphQL */ `
  query DateRequests($status: [DateRequestStatus!], $page: Int!) {
    dateRequests(filter: { status: $status }, page: $page) {
      total
      items {
        id
        week
        status
        reason
        answer
        createdAt
        teacher {
          id
          name
        }
        meeting {
          id
          teachingClass {
            id
            name
          }
          assignment {
            timetable {
              id
              revision
              status
            }
            occurrences {
              week
              date
            }
          }
        }
        wanted {
          ...Changed
        }
      }
    }
  }

  ${DATE_CHANGE}
`);

/** Asks academic affairs for a change of a single date. */
export const requestDateChange = operation<
  { request: { readonly id: string } },
  { input: DateItem; reason: string }
>(/* GraphQL */ `
  mutation RequestDateChange($input: DateItemInput!, $reason: String!) {
    request: requestDateChange(input: $input, reason: $reason) {
      id
    }
  }
`);

/** Takes a request back. */
export const withdrawDateRequest = operation<{ request: { readonly id: string } }, { id: string }>(
  /* GraphQL */ `
    mutation WithdrawDateRequest($id: ID!) {
      request: withdrawDateRequest(id: $id) {
        id
      }
    }
  `,
);

/** Carries a request out, or refuses it with words. */
export const reviewDateRequest = operation<
  { request: { readonly id: string } },
  { id: string; accepts: boolean; answer?: string; publicNote?: string; acceptsClashes?: boolean }
>(/* GraphQL */ `
  mutation ReviewDateRequest(
    $id: ID!
    $accepts: Boolean!
    $answer: String
    $publicNote: String
    $acceptsClashes: Boolean = false
  ) {
    request: reviewDateRequest(
      id: $id
      accepts: $accepts
      answer: $answer
      publicNote: $publicNote
      acceptsClashes: $acceptsClashes
    ) {
      id
    }
  }
`);
