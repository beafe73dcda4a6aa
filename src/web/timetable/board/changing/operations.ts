import { operation } from '../../shell/operation.js';
import type { MeetingFacts, Moved, MovedDate, Named, Objection } from '../operations.js';
import { MOVES, OUTCOME, PROPOSAL } from './fragments.js';

export interface Cost {
  readonly hardBefore: number;
  readonly hardAfter: number;
  readonly softBefore: number;
  readonly softAfter: number;
}

/** What a rule costs before and after a change. */
export interface RuleCost {
  readonly rule: string;
  readonly meaning: string;
  readonly before: number;
  readonly after: number;
}

export interface Proposal {
  readonly items: readonly Moved[];
  readonly cost: Cost | null;
}

/** What ends a conflict. */
export const repairs = operation<{ conflict: { readonly repairs: readonly Proposal[] } }, { id: string }>(
  /* GraphQL */ `
    query BoardRepairs($id: ID!) {
      conflict(id: $id) {
        repairs {
          ...Proposed
        }
      }
    }

    ${PROPOSAL}
  `,
);

/** Better places for a meeting. */
export const suggestions = operation<
  { suggestions: readonly Proposal[] },
  { timetable: string; meeting: string }
>(/* GraphQL */ `
  query BoardSuggestions($timetable: ID!, $meeting: ID!) {
    suggestions(timetable: $timetable, meeting: $meeting, max: 6) {
      ...Proposed
    }
  }

  ${PROPOSAL}
`);

/** A room or teacher, and what speaks against it. */
export interface Candidate {
  readonly thing: Named | null;
  readonly isFree: boolean;
  readonly objections: readonly Objection[];
}

/** A meeting, and when it would be. */
export interface Moment {
  timetable: string;
  meeting: string;
  dayOfWeek: number;
  periodStart: number;
}

/** The rooms for a meeting at a time, the best first. */
export const rankedRooms = operation<{ candidates: readonly Candidate[] }, Moment>(/* GraphQL */ `
  query BoardRankedRooms($timetable: ID!, $meeting: ID!, $dayOfWeek: Int!, $periodStart: Int!) {
    candidates: freeRooms(
      timetable: $timetable
      meeting: $meeting
      dayOfWeek: $dayOfWeek
      periodStart: $periodStart
      max: 30
    ) {
      thing: classroom {
        id
        name
      }
      isFree
      objections {
        kind
        message
      }
    }
  }
`);

/** The teachers for a meeting at a time, the best first. */
export const rankedTeachers = operation<{ candidates: readonly Candidate[] }, Moment>(/* GraphQL */ `
  query BoardRankedTeachers($timetable: ID!, $meeting: ID!, $dayOfWeek: Int!, $periodStart: Int!) {
    candidates: freeTeachers(
      timetable: $timetable
      meeting: $meeting
      dayOfWeek: $dayOfWeek
      periodStart: $periodStart
      max: 30
    ) {
      thing: teacher {
        id
        name
      }
      isFree
      objections {
        kind
        message
      }
    }
  }
`);

export interface WantedPlace {
  readonly dayOfWeek?: number;
  readonly periodStart?: number;
  readonly classroom?: string;
  readonly teacher?: string;
}

/** What is wanted of one meeting. */
export interface ChangeItem {
  readonly meeting: string;
  readonly place?: WantedPlace | null;
  readonly isLocked?: boolean;
}

/** What is wanted of one date of a meeting. */
export interface DateItem {
  readonly meeting: string;
  readonly date: string;
  readonly to?: {
    readonly date?: string;
    readonly periodStart?: number;
    readonly classroom?: string;
    readonly teacher?: string;
  };
  readonly isCancelled?: true;
  readonly isRestored?: true;
}

export interface Outcome {
  readonly isApplicable: boolean;
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  readonly clashes: readonly { readonly message: string }[];
  readonly items: readonly Moved[];
  readonly cost: (Cost & { readonly rules: readonly RuleCost[] }) | null;
  readonly endedDates: readonly (MovedDate & { readonly meeting: MeetingFacts })[];
  readonly affected: {
    readonly teachers: readonly Named[];
    readonly administrativeClasses: readonly Named[];
    readonly studentCount: number;
  };
}

/** A change of the timetable, tried or made. */
export const change = operation<
  { outcome: Outcome },
  {
    timetable: string;
    items: readonly ChangeItem[];
    dates?: readonly DateItem[];
    reason?: string;
    publicNote?: string;
    acceptsClashes?: boolean;
    endsDates: boolean;
    isDryRun: boolean;
  }
>(/* GraphQL */ `
  mutation BoardChange(
    $timetable: ID!
    $items: [ChangeItemInput!]!
    $dates: [DateItemInput!]
    $reason: String
    $publicNote: String
    $acceptsClashes: Boolean = false
    $endsDates: Boolean!
    $isDryRun: Boolean!
  ) {
    outcome: changeTimetable(
      timetable: $timetable
      input: { items: $items, dates: $dates }
      reason: $reason
      publicNote: $publicNote
      acceptsClashes: $acceptsClashes
      endsDates: $endsDates
      isDryRun: $isDryRun
    ) {
      ...Told
    }
  }

  ${OUTCOME}
`);

interface Reversed {
  readonly outcome: { readonly items: readonly Moved[] };
}

/** Takes back the planner's newest change. */
export const undo = operation<Reversed, { timetable: string }>(/* GraphQL */ `
  mutation BoardUndo($timetable: ID!) {
    outcome: undoChange(timetable: $timetable) {
      items {
        ...Moves
      }
    }
  }

  ${MOVES}
`);

/** Makes it again. */
export const redo = operation<Reversed, { timetable: string }>(/* GraphQL */ `
  mutation BoardRedo($timetable: ID!) {
    outcome: redoChange(timetable: $timetable) {
      items {
        ...Moves
      }
    }
  }

  ${MOVES}
`);
