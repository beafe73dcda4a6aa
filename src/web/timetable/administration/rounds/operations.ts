import { operation } from '../../shell/operation.js';

export interface Round {
  readonly id: string;
  readonly name: string;
  readonly mode: 'FIRST_COME' | 'LOTTERY';
  readonly state: 'UPCOMING' | 'OPEN' | 'CLOSED' | 'DRAWN';
  readonly mayChange: boolean;
  readonly opensAt: string;
  readonly closesAt: string;
  readonly dropUntil: string;
  readonly semester: { readonly name: string };
}

/** The latest rounds, and the semesters for which one can be made. */
export const rounds = operation<{
  rounds: { items: readonly Round[] };
  semesters: readonly { id: string; name: string; isCurrent: boolean }[];
}>(/* GraphQL */ `
  query Rounds {
    rounds: enrolmentRounds(size: 20) {
      items {
        id
        name
        mode
        state
        mayChange
        opensAt
        closesAt
        dropUntil
        semester {
          name
        }
      }
    }
    semesters: semesterOptions {
      id
      name
      isCurrent
    }
  }
`);

/** The department that a member of academic affairs plans for. */
export const ownDepartment = operation<{ grant: { readonly department: { readonly id: string } } }>(
  /* GraphQL */ `
    query RoundDepartment {
      grant: currentDepartmentGrant {
        department {
          id
        }
      }
    }
  `,
);

/** Makes a round in which students enrol. */
export const createRound = operation<{ created: { id: string } }, { input: object }>(/* GraphQL */ `
  mutation CreateEnrolmentRound($input: EnrolmentRoundInput!) {
    created: createEnrolmentRound(input: $input) {
      id
    }
  }
`);

/** Closes a round before its time. */
export const closeRound = operation<{ closed: { id: string } }, { id: string }>(/* GraphQL */ `
  mutation CloseEnrolmentRound($id: ID!) {
    closed: closeEnrolmentRound(id: $id) {
      id
    }
  }
`);
