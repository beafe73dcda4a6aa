import type { LinkKind } from '../../../schema/timetables.js';
import type { RuleProfile } from '../../../schema/enums.js';
import type { SchedulingOptions } from './options.js';

/**
 * Everything that the timetable of a semester depends on, as plain data in a fixed order. Stored with the
 * task, so that a worker that takes over solves the same problem. Days, periods and weeks count from 1.
 */
export interface Snapshot {
  readonly name: string;
  readonly profile: RuleProfile;
  readonly weeks: number;
  readonly days: number;
  /** The days on which runs place meetings; absent: every day, as before it was a setting. */
  readonly schedulingDays?: readonly number[];
  readonly periods: number;
  /** The periods after which a long break follows; absent: the usual ones, as before it was a setting. */
  readonly longBreaks?: readonly number[];
  readonly rooms: readonly SnapshotRoom[];
  readonly teachers: readonly SnapshotTeacher[];
  /** Administrative classes; of one that is parted, its students who are in the same groups. */
  readonly groups: readonly SnapshotGroup[];
  /** Approved qualifications for the courses of the semester. */
  readonly qualifications: readonly SnapshotQualification[];
  /** Absent, like all that is optional here, in snapshots taken before it was considered. */
  readonly campuses?: readonly SnapshotCampus[];
  readonly teachingClasses: readonly SnapshotTeachingClass[];
  readonly meetings: readonly SnapshotMeeting[];
  readonly unavailable: readonly SnapshotUnavailability[];
  readonly links?: readonly SnapshotLink[];
  readonly preferences: readonly SnapshotPreference[];
  /** What students attend by choice; only runs consider it, and those of the competition have none. */
  readonly students?: readonly SnapshotStudents[];
  /** What the planner requests of this run. */
  readonly options?: SchedulingOptions;
  /** The places in the timetable that the run starts from; absent when it starts from none. */
  readonly basis?: readonly Place[];
  /** Whether the search starts from the places of the basis. */
  readonly isContinued?: boolean;
  /** Whether the request named the timetable that the run starts from. */
  readonly isNamed?: boolean;
  /**
   * Of a run for one department: it and all below, whose meetings it places. The others keep their places.
   */
  readonly departments?: readonly string[];
  /** What is taken by meetings that are no part of the problem. */
  readonly taken?: readonly TakenPlace[];
}

export interface SnapshotGroup {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  /** The administrative class, of a part of one. */
  readonly partOf?: string | null;
}

/** Students of one administrative class who chose the same electives. */
export interface SnapshotStudents {
  /** That of `groups` in which they are, if any. */
  readonly group: string | null;
  readonly teachingClasses: readonly string[];
  readonly count: number;
}

/** What a meeting takes that is no part of the problem. */
export interface TakenPlace extends Place {
  readonly periods: number;
  readonly weeks: readonly number[];
  readonly groups: readonly string[];
  readonly furtherTeachers?: readonly string[];
}

/** Time, room and teacher of one meeting, in the terms of the records. */
export interface Place {
  readonly meeting: string;
  readonly day: number;
  readonly period: number;
  readonly room: string;
  readonly teacher: string;
}

/** A meeting whose place differs from the timetable that the run started from. */
export interface MeetingMove {
  readonly meeting: string;
  /** Null when it was not placed. */
  readonly from: Place | null;
  /** Null when it is no longer placed. */
  readonly to: Place | null;
}

export interface SnapshotRoom {
  readonly id: string;
  readonly name: string;
  readonly capacity: number;
  readonly type: string;
  readonly building: string;
  readonly campus: string;
  /** Whether the semester may use it; other rooms are included because a meeting is locked to them. */
  readonly offered: boolean;
}

export interface SnapshotTeacher {
  readonly id: string;
  readonly name: string;
  readonly weeklyPeriods?: number | null;
  readonly dailyPeriods?: number | null;
  /** As the teacher's record has them. */
  readonly forbiddenTimes?: string | null;
}

export interface SnapshotQualification {
  readonly teacher: string;
  readonly course: string;
  readonly level?: number;
  readonly isPrimary?: boolean;
}

/** Free periods needed on the way to or from a campus. */
export interface SnapshotCampus {
  readonly id: string;
  readonly travelPeriods: number;
}

export interface SnapshotTeachingClass {
  readonly id: string;
  readonly name: string;
  readonly course: string;
  /** The department that offers it; absent in snapshots taken before it was considered. */
  readonly department?: string;
  /** Absent in snapshots taken before course types were considered. */
  readonly courseType?: string;
  readonly size: number;
  readonly minimumDays: number;
  readonly groups: readonly string[];
}

export interface SnapshotMeeting {
  readonly id: string;
  readonly teachingClass: string;
  readonly sequence: number;
  readonly periods: number;
  readonly weeks: readonly number[];
  readonly kind: string | null;
  readonly roomType: string | null;
  readonly teacher: string | null;
  /** Who teaches it beside whoever is chosen. */
  readonly furtherTeachers?: readonly string[];
  readonly lockedDay: number | null;
  readonly lockedPeriod: number | null;
  readonly lockedRoom: string | null;
}

/** What holds between the meetings of two teaching classes, by the kind of their hours or of all. */
export interface SnapshotLink {
  readonly kind: LinkKind;
  readonly isRequired: boolean;
  readonly weight: number;
  readonly first: string;
  readonly firstHours: string | null;
  readonly second: string;
  readonly secondHours: string | null;
}

/** A weekly period at which the course, teacher or room is not available. */
export interface SnapshotUnavailability {
  readonly course: string | null;
  readonly teacher: string | null;
  readonly room: string | null;
  readonly day: number;
  readonly period: number;
}

export interface SnapshotPreference {
  readonly teacher: string;
  readonly day: number;
  readonly period: number;
  readonly level: number;
}
