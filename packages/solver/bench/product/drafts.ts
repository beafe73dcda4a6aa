import type { WeekPattern } from '../../src/model.js';
import { Agenda, Person } from './agenda.js';
import type { Place } from './grid.js';

/** What rooms are for; gymnasiums and laboratories are of a type of their own. */
export type RoomKind = 'hall' | 'classroom' | 'laboratory' | 'gymnasium';

/** A room of a semester that is being made up. */
export interface RoomDraft {
  readonly id: string;
  readonly kind: RoomKind;
  readonly campus: number;
  readonly building: string;
  readonly capacity: number;
  readonly features: readonly string[];
  /** Of whoever uses it, because it belongs to others. */
  readonly penalty: number;
  readonly agenda: Agenda;
}

/** An administrative class. */
export interface GroupDraft {
  readonly id: string;
  readonly size: number;
  readonly campus: number;
  readonly person: Person;
  /** Periods of all weeks. */
  load: number;
}

/** Somebody who teaches. */
export interface TeacherDraft {
  readonly id: string;
  readonly person: Person;
  /** Periods of a week that were given to this teacher, where half a term counts half. */
  load: number;
}

/** A teaching class, and who teaches it in the planted timetable. */
export interface ClassDraft {
  readonly id: string;
  readonly course: string;
  readonly kind: 'THEORY' | 'PRACTICE';
  readonly staff: string;
  readonly groups: readonly GroupDraft[];
  readonly size: number;
  readonly roomKind: RoomKind;
  readonly campuses: readonly number[];
  readonly building?: string;
  readonly features: readonly string[];
  readonly priority?: number;
  readonly isSport: boolean;
  /** Single students who chose it, by their administrative class. */
  readonly choices: ReadonlyMap<GroupDraft, number>;
  teacher?: TeacherDraft;
  /** Others who may teach it. */
  readonly substitutes: TeacherDraft[];
}

/** A meeting and where it is planted. */
export interface MeetingDraft {
  readonly id: string;
  readonly teachingClass: ClassDraft;
  readonly weeks: WeekPattern;
  readonly length: number;
  place?: Place;
  room?: RoomDraft;
}
