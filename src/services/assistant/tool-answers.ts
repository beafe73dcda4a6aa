import type { ChangeKind, ChangeState } from '../../schema/timetables.js';

/** What the tools of the assistant answer, as their documents ask for it. */

/** A record as an answer names it. */
export interface NamedRecord {
  readonly id: string;
  readonly name: string;
}

/** A classroom with what wishes ask of it. */
export interface RoomFacts extends NamedRecord {
  readonly capacity: number;
  readonly hasMultimedia: boolean;
  readonly isAirConditioned: boolean;
  readonly type: (NamedRecord & { readonly isLaboratory: boolean }) | null;
  readonly tags: readonly NamedRecord[];
  readonly building: (NamedRecord & { readonly campus: NamedRecord | null }) | null;
}

interface ClassFacts {
  readonly teachingClass: (NamedRecord & { readonly course: NamedRecord | null }) | null;
}

/** A meeting with its time and place. */
export interface AssignmentFacts extends ClassFacts {
  readonly id: string;
  readonly isLocked: boolean;
  readonly time: {
    readonly dayOfWeek: number;
    readonly periodStart: number;
    readonly periodEnd: number;
    readonly weeks: readonly number[];
  };
  readonly meeting: { readonly id: string; readonly sequence: number; readonly periods: number } | null;
  readonly teacher: NamedRecord | null;
  /** The same, and whoever teaches beside. */
  readonly teachers: readonly { readonly teacher: NamedRecord }[];
  readonly classroom: Pick<RoomFacts, 'id' | 'name' | 'building'> | null;
}

/** How many attend a meeting, who, and in which room. */
export interface SizeFacts {
  readonly id: string;
  readonly teachingClass: {
    readonly id: string;
    readonly studentCount: number;
    readonly administrativeClasses: readonly NamedRecord[];
  } | null;
  readonly classroom: RoomFacts | null;
}

/** How a date is otherwise than its week says. */
export type DatedKind = 'CANCELLED' | 'MADE_UP' | 'MOVED' | 'OTHER_ROOM' | 'SUBSTITUTED';

/** A meeting without a place. */
export interface UnplacedFacts {
  readonly reason: string;
  readonly meeting: {
    readonly teachingClass:
      | (NonNullable<ClassFacts['teachingClass']> & {
          readonly department: Pick<NamedRecord, 'id'>;
          readonly administrativeClasses: readonly Pick<NamedRecord, 'id'>[];
        })
      | null;
    readonly id: string;
    readonly sequence: number;
    readonly periods: number;
    readonly weeks: readonly number[];
    readonly teacher: NamedRecord | null;
  } | null;
}

/** What forbids something or speaks against it, in words. */
interface ObjectionFacts {
  readonly kind: 'PROBLEM' | 'CLASH' | 'RULE' | 'PREFERENCE';
  readonly text: string;
}

interface ChangedPlaceFacts {
  readonly dayOfWeek: number;
  readonly periodStart: number;
  readonly classroom: NamedRecord | null;
  readonly teacher: NamedRecord | null;
}

/** How a meeting stands in one week. */
export interface DatedPlaceFacts {
  /** Null if it falls out by the calendar. */
  readonly date: string | null;
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly classroom: Pick<NamedRecord, 'name'> | null;
  readonly teacher: Pick<NamedRecord, 'name'> | null;
}

/** What a change does to a meeting. */
export interface ChangedFacts {
  /** By date; null where it is not held. */
  readonly dates: readonly { readonly from: DatedPlaceFacts | null; readonly to: DatedPlaceFacts | null }[];
  readonly meeting: {
    readonly periods: number;
    readonly weeks?: readonly number[];
    readonly teachingClass: NamedRecord | null;
  } | null;
  readonly from: ChangedPlaceFacts | null;
  readonly to: ChangedPlaceFacts | null;
  readonly wasLocked: boolean;
  readonly isLocked: boolean;
}

/** Whom a change concerns. */
export interface AffectedFacts {
  readonly teachers: readonly NamedRecord[];
  readonly administrativeClasses: readonly NamedRecord[];
  readonly studentCount: number;
}

/** What a change costs. */
export interface CostFacts {
  readonly hardBefore: number;
  readonly hardAfter: number;
  readonly softBefore: number;
  readonly softAfter: number;
  readonly rules: readonly {
    readonly rule: string;
    readonly meaning: string;
    readonly isHard: boolean;
    readonly before: number;
    readonly after: number;
  }[];
}

/** What a change does, as people are shown it. */
export interface OutcomeFacts {
  readonly isApplicable: boolean;
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  readonly warnedRules: readonly string[];
  readonly clashes: readonly { readonly kind: string; readonly text: string }[];
  readonly items: readonly ChangedFacts[];
  readonly affected: AffectedFacts;
  readonly cost: CostFacts | null;
}

/** What each tool answers. */
export interface ToolAnswers {
  timetable: {
    readonly timetable: {
      readonly id: string;
      readonly revision: number;
      readonly status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';
      readonly semester: NamedRecord;
    } | null;
  };
  assignments: { readonly timetable: { readonly assignments: readonly AssignmentFacts[] } | null };
  sizes: { readonly timetable: { readonly assignments: readonly SizeFacts[] } | null };
  unplaced: { readonly timetable: { readonly unplaced: readonly UnplacedFacts[] } | null };
  classroom: { readonly classroom: RoomFacts | null };
  freeRooms: {
    readonly freeRooms: readonly {
      readonly isFree: boolean;
      readonly objections: readonly ObjectionFacts[];
      readonly classroom: RoomFacts | null;
    }[];
  };
  freeTeachers: {
    readonly freeTeachers: readonly {
      readonly isFree: boolean;
      readonly teacher: NamedRecord | null;
    }[];
  };
  substitutes: { readonly substitutes: ToolAnswers['freeTeachers']['freeTeachers'] };
  commonFreeTimes: {
    readonly commonFreeTimes: readonly { readonly dayOfWeek: number; readonly periods: readonly number[] }[];
  };
  suggestions: {
    readonly suggestions: readonly {
      readonly cost: Pick<CostFacts, 'rules'> | null;
      readonly items: readonly {
        readonly meeting: {
          readonly id: string;
          readonly periods: number;
          readonly teachingClass: NamedRecord | null;
        } | null;
        readonly from: { readonly teacher: Pick<NamedRecord, 'id'> | null } | null;
        readonly to: {
          readonly dayOfWeek: number;
          readonly periodStart: number;
          readonly classroom: RoomFacts | null;
          readonly teacher: NamedRecord | null;
        } | null;
      }[];
    }[];
  };
  whyNot: { readonly whyNot: readonly ObjectionFacts[] };
  checkChange: {
    readonly changeTimetable: Pick<OutcomeFacts, 'problems' | 'clashes' | 'cost'>;
  };
  consequences: { readonly changeTimetable: OutcomeFacts };
  conflicts: {
    readonly conflicts: {
      readonly items: readonly (Readonly<
        Record<'firstSeries' | 'secondSeries', { readonly teachingClass: Pick<NamedRecord, 'id'> }>
      > & { readonly clashes: readonly { readonly text: string }[] })[];
    };
  };
  changes: { readonly changes: { readonly total: number; readonly items: readonly ChangeFacts[] } };
  notices: {
    readonly notices: { readonly items: readonly Readonly<Record<'createdAt' | 'message', string>>[] };
  };
  triedPreferences: { readonly setTeacherPreferences: { readonly teacherCount: number } };
  dateChanges: {
    readonly dateChanges: {
      readonly items: readonly {
        readonly kind: DatedKind;
        readonly meeting: { readonly id: string; readonly teachingClass: NamedRecord | null } | null;
        readonly occurrence: {
          readonly planned: DatedPlaceFacts;
          readonly actual: DatedPlaceFacts | null;
        } | null;
      }[];
    };
  };
  datedMeetings: {
    readonly datedMeetings: readonly {
      readonly isHeld: boolean;
      readonly held: {
        readonly date: string;
        readonly start: string | null;
        readonly end: string | null;
      };
      readonly item: {
        readonly assignmentId: string;
        readonly week: number;
        readonly dayOfWeek: number;
        readonly periodStart: number;
        readonly periodEnd: number;
        readonly change: { readonly kind: DatedKind } | null;
        readonly teachingClass: NamedRecord;
        readonly teacher: NamedRecord;
        readonly teachers: AssignmentFacts['teachers'];
        readonly classroom: NonNullable<AssignmentFacts['classroom']>;
      };
    }[];
  };
  changedMeetings: { readonly change: { readonly items: readonly ChangedFacts[] } };
}

/** A change as the history of a timetable has it. */
export interface ChangeFacts {
  readonly id: string;
  readonly number: number;
  readonly kind: `${ChangeKind}`;
  readonly state: `${ChangeState}`;
  readonly reason: string | null;
  readonly createdAt: string;
  readonly person: NamedRecord | null;
}
