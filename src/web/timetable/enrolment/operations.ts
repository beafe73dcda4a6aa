import { operation } from '../shell/operation.js';

export interface OwnRound {
  readonly state: 'UPCOMING' | 'OPEN' | 'CLOSED' | 'DRAWN';
  readonly count: number;
  readonly countLeft: number | null;
  readonly credits: number;
  readonly creditsLeft: number | null;
  readonly mayDrop: boolean;
  readonly wishes: readonly { readonly id: string; readonly name: string }[];
  readonly round: {
    readonly id: string;
    readonly name: string;
    readonly mode: 'FIRST_COME' | 'LOTTERY';
    readonly opensAt: string;
    readonly closesAt: string;
    readonly dropUntil: string;
  };
}

/** The rounds of the reader, and where the reader waits. */
export const ownRounds = operation<{
  rounds: readonly OwnRound[];
  waiting: { items: readonly { id: string; teachingClass: { id: string } }[] };
}>(/* GraphQL */ `
  query OwnRounds {
    waiting: waitingPlaces(state: WAITING, size: 200) {
      items {
        id
        teachingClass {
          id
        }
      }
    }
    rounds: myEnrolmentRounds {
      state
      count
      countLeft
      credits
      creditsLeft
      mayDrop
      wishes {
        id
        name
      }
      round {
        id
        name
        mode
        opensAt
        closesAt
        dropUntil
      }
    }
  }
`);

export interface Offer {
  readonly id: string;
  readonly courseName: string;
  readonly credits: number;
  readonly teachers: readonly string[];
  readonly times: readonly {
    readonly dayOfWeek: number;
    readonly periodStart: number;
    readonly periodEnd: number;
    readonly weeks: readonly number[];
  }[];
  readonly seats: number | null;
  readonly freeSeats: number | null;
  readonly waitingCount: number;
  readonly waitingPosition: number | null;
  readonly isTaken: boolean;
  readonly isOwnChoice: boolean;
  readonly fits: boolean;
  readonly hasCourse: boolean;
  readonly clashes: readonly { readonly message: string; readonly teachingClassName: string }[];
  readonly teachingClass: { readonly name: string };
}

/** What a round offers to the reader. */
export const offers = operation<
  { offers: { totalCount: number; nodes: readonly Offer[]; pageInfo: { endCursor: string | null } } },
  { round: string; keyword?: string; first: number }
>(/* GraphQL */ `
  query Offers($round: ID!, $keyword: String, $first: Int!) {
    offers(round: $round, keyword: $keyword, first: $first) {
      totalCount
      nodes {
        id
        courseName
        credits
        teachers
        times {
          dayOfWeek
          periodStart
          periodEnd
          weeks
        }
        seats
        freeSeats
        waitingCount
        waitingPosition
        isTaken
        isOwnChoice
        fits
        hasCourse
        clashes {
          message
          teachingClassName
        }
        teachingClass {
          name
        }
      }
      pageInfo {
        endCursor
      }
    }
  }
`);

interface Taken {
  round: string;
  teachingClass: string;
}

/** Takes a seat. */
export const enrol = operation<{ enrol: { count: number } }, Taken>(/* GraphQL */ `
  mutation Enrol($round: ID!, $teachingClass: ID!) {
    enrol(round: $round, teachingClass: $teachingClass) {
      count
    }
  }
`);

/** Gives a seat back. */
export const drop = operation<{ dropped: string }, { teachingClass: string }>(/* GraphQL */ `
  mutation DropEnrolment($teachingClass: ID!) {
    dropped: dropEnrolment(teachingClass: $teachingClass)
  }
`);

/** Waits for a seat. */
export const joinWaitingList = operation<{ place: { id: string } }, Taken>(/* GraphQL */ `
  mutation JoinWaitingList($round: ID!, $teachingClass: ID!) {
    place: joinWaitingList(round: $round, teachingClass: $teachingClass) {
      id
    }
  }
`);

/** Waits no longer. */
export const leaveWaitingList = operation<{ place: { id: string } }, { id: string }>(/* GraphQL */ `
  mutation LeaveWaitingList($id: ID!) {
    place: leaveWaitingList(id: $id) {
      id
    }
  }
`);

export interface WaitingPlace {
  readonly id: string;
  readonly state: 'WAITING' | 'MOVED_UP' | 'PASSED_OVER' | 'LEFT';
  readonly position: number;
  readonly message: string | null;
  readonly teachingClass: { readonly id: string; readonly name: string };
}

/** The reader's places on waiting lists, as they are and whenever one changes. */
export const waitingPlaces = operation<{ places: readonly WaitingPlace[] }>(/* GraphQL */ `
  subscription WaitingPlaces {
    places: waitingPlacesChanged {
      id
      state
      position
      message
      teachingClass {
        id
        name
      }
    }
  }
`);

/** Says what the reader wishes in a lottery, the dearest first. */
export const rankWishes = operation<
  { round: { count: number } },
  { round: string; teachingClasses: readonly string[] }
>(/* GraphQL */ `
  mutation RankWishes($round: ID!, $teachingClasses: [ID!]!) {
    round: rankWishes(round: $round, teachingClasses: $teachingClasses) {
      count
    }
  }
`);
