import { FACTS, MOVES, ON_DATE } from '../board/changing/fragments.js';
import type { Outcome } from '../board/changing/operations.js';
import type { Moved, Revision } from '../board/operations.js';
import { operation } from '../shell/operation.js';

export type Level = 'HARD' | 'SOFT' | 'OFF';

export interface Switch {
  readonly group: string;
  readonly name: string;
  readonly label: string;
  readonly meaning: string;
  readonly isOn: boolean;
}

export interface WeighedRule {
  readonly rule: string;
  readonly meaning: string;
  readonly level: Level;
  readonly weight: number;
}

/** What may be wished, from which timetable one may go on, and the latest runs. */
export const choices = operation<
  {
    wishes: { readonly switches: readonly Switch[]; readonly rules: readonly WeighedRule[] };
    timetables: { readonly items: readonly Revision[] };
    tasks: { readonly items: readonly Latest[] };
  },
  { semester: string }
>(/* GraphQL */ `
  query RunChoices($semester: ID!) {
    wishes: schedulingWishes(semester: $semester) {
      switches {
        group
        name
        label
        meaning
        isOn
      }
      rules {
        rule
        meaning
        level
        weight
      }
    }
    timetables(semester: $semester, filter: { status: [DRAFT, PUBLISHED] }, size: 50) {
      items {
        id
        revision
        status
      }
    }
    tasks: schedulingTasks(filter: { semester: { equals: $semester } }, size: 10) {
      items {
        id
        status
        createdAt
        unplacedCount
        softCost
        timetable {
          revision
        }
      }
    }
  }
`);

export type Status = 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';

export interface Latest {
  readonly id: string;
  readonly status: Status;
  readonly createdAt: string;
  readonly unplacedCount: number | null;
  readonly softCost: number | null;
  /** What it has made, if it has. */
  readonly timetable: { readonly revision: number } | null;
}

export interface Task {
  readonly id: string;
  readonly status: Status;
  readonly progress: number;
  readonly remainingSeconds: number;
  readonly searchedSeconds: number;
  readonly placedCount: number | null;
  readonly unplacedCount: number | null;
  readonly hardViolations: number | null;
  readonly softCost: number | null;
  readonly outlook: string | null;
  readonly failure: string | null;
  readonly takeover: string | null;
  readonly warnings: readonly string[];
  readonly penalties: readonly { rule: string; meaning: string; isHard: boolean; penalty: number }[] | null;
  readonly causes: readonly {
    readonly message: string;
    readonly requirements: readonly string[];
    readonly meetingCount: number;
  }[];
  readonly isResultKept: boolean;
  readonly timetable: Revision | null;
  /** What it was to place; nothing named is everything. */
  readonly options: {
    readonly scopeSettings: Partial<Record<'teachingClasses' | 'courses', readonly string[] | null>> | null;
  } | null;
}

/** A run, as it is now and after every change until it has ended. */
export const taskLive = operation<{ task: Task }, { id: string }>(/* GraphQL */ `
  subscription RunLive($id: ID!) {
    task: schedulingTask(id: $id) {
      id
      status
      progress
      remainingSeconds
      searchedSeconds
      placedCount
      unplacedCount
      hardViolations
      softCost
      outlook
      failure
      takeover
      isResultKept
      warnings
      penalties {
        rule
        meaning
        isHard
        penalty
      }
      causes {
        message
        requirements
        meetingCount
      }
      options {
        scopeSettings {
          teachingClasses
          courses
        }
      }
      timetable {
        id
        revision
        status
      }
    }
  }
`);

/** The teaching classes of a semester for which the reader plans. */
export const ownClasses = operation<{ own: readonly { readonly id: string }[] }, { semester: string }>(
  /* GraphQL */ `
    query RunOwnClasses($semester: ID!) {
      own: teachingClassOptions(semester: $semester, isEnabled: true) {
        id
      }
    }
  `,
);

export interface Wanted {
  semester: string;
  strategy: string;
  timeLimitSeconds?: number;
  searches: number;
  timetable?: string;
  options: object;
}

/** Asks for a run. */
export const start = operation<{ task: { readonly id: string } }, { input: Wanted }>(/* GraphQL */ `
  mutation RunStart($input: StartSchedulingInput!) {
    task: startScheduling(input: $input) {
      id
    }
  }
`);

/** Ends a run before its time. */
export const cancel = operation<{ task: { readonly id: string } }, { id: string }>(/* GraphQL */ `
  mutation RunCancel($id: ID!) {
    task: cancelScheduling(id: $id) {
      id
    }
  }
`);

/** What a draft lacks as it is now, whatever the run left that made it. */
export const lacking = operation<
  {
    timetable: { readonly unplacedCount: number } | null;
    conflicts: { readonly total: number };
  },
  { semester: string; revision: number; timetable: string }
>(/* GraphQL */ `
  query RunLacking($semester: ID!, $revision: Int!, $timetable: ID!) {
    timetable(semester: $semester, revision: $revision) {
      unplacedCount
    }
    conflicts(filter: { timetable: { equals: $timetable }, status: [OPEN] }, size: 1) {
      total
    }
  }
`);

export interface Difference {
  readonly items: readonly Moved[];
  readonly affected: {
    readonly teachers: readonly { readonly id: string }[];
    readonly administrativeClasses: readonly { readonly id: string }[];
    readonly studentCount: number;
  };
}

/** How a draft differs from what stands now. */
export const difference = operation<{ difference: Difference }, { from: string; to: string }>(/* GraphQL */ `
  query RunDifference($from: ID!, $to: ID!) {
    difference: timetableDiff(from: $from, to: $to) {
      items {
        ...Moves
      }
      affected {
        teachers {
          id
        }
        administrativeClasses {
          id
        }
        studentCount
      }
    }
  }

  ${MOVES}
`);

/** A draft as it was when what publishing it means was told, and what was accepted of that. */
interface Publishing {
  readonly id: string;
  readonly version: number;
  readonly reason?: string;
  readonly publicNote?: string;
  readonly endsDates: boolean;
  readonly acceptsUnfinished: boolean;
}

/** The version of a draft, which every change of it raises. */
export const draftVersion = operation<{ draft: { version: number } }, { semester: string; revision: number }>(
  /* GraphQL */ `
    query DraftVersion($semester: ID!, $revision: Int!) {
      draft: timetable(semester: $semester, revision: $revision) {
        version
      }
    }
  `,
);

/** Makes a draft the timetable that everybody sees. */
export const publish = operation<{ published: { readonly revision: number } }, Publishing>(/* GraphQL */ `
  mutation RunPublish(
    $id: ID!
    $version: Int!
    $reason: String
    $publicNote: String
    $endsDates: Boolean!
    $acceptsUnfinished: Boolean!
  ) {
    published: publishTimetable(
      id: $id
      expectedVersion: $version
      reason: $reason
      publicNote: $publicNote
      endsDates: $endsDates
      acceptsUnfinished: $acceptsUnfinished
    ) {
      revision
    }
  }
`);

/** What has to be accepted before a draft is published. */
export interface Rehearsal {
  readonly unfinished: readonly string[];
  readonly endedDates: Outcome['endedDates'];
}

/** Tells it, without publishing anything. */
export const rehearsal = operation<{ rehearsal: Rehearsal }, { id: string; reason: string }>(/* GraphQL */ `
  mutation RunRehearsal($id: ID!, $reason: String) {
    rehearsal: rehearsePublishing(id: $id, reason: $reason, acceptsUnfinished: true) {
      unfinished
      endedDates {
        ...OnDate
        meeting {
          ...Facts
        }
      }
    }
  }

  ${ON_DATE}
  ${FACTS}
`);

/** Discards a draft. */
export const discard = operation<{ discarded: string }, { id: string }>(/* GraphQL */ `
  mutation RunDiscard($id: ID!) {
    discarded: discardDraft(id: $id)
  }
`);

/** Stores a result that could not be stored when the run ended. */
export const storeResult = operation<{ task: { readonly id: string } }, { id: string; endsDates: boolean }>(
  /* GraphQL */ `
    mutation RunStore($id: ID!, $endsDates: Boolean!) {
      task: storeTaskResult(id: $id, endsDates: $endsDates) {
        id
      }
    }
  `,
);
