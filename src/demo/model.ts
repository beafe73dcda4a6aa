import type { RuleLevel } from '../schema/enums.js';
import type { CalendarDayKind, LinkKind, TeachingRole } from '../schema/timetables.js';
/**
 * A university as plain data. Records refer to each other by code, or by name if they have no code; the names
 * of types are those of the reference data.
 */
export interface DemoUniversity {
  readonly name: string;
  readonly campuses: readonly DemoCampus[];
  readonly buildings: readonly DemoBuilding[];
  readonly classrooms: readonly DemoClassroom[];
  readonly departments: readonly DemoDepartment[];
  readonly grades: readonly DemoGrade[];
  readonly majors: readonly DemoMajor[];
  readonly administrativeClasses: readonly DemoAdministrativeClass[];
  readonly students: readonly DemoStudent[];
  readonly classGroups: readonly DemoClassGroup[];
  readonly teachers: readonly DemoTeacher[];
  readonly courses: readonly DemoCourse[];
  readonly qualifications: readonly DemoQualification[];
  readonly semester: DemoSemester;
  readonly calendarDays: readonly DemoCalendarDay[];
  readonly bellSeasons: readonly DemoBellSeason[];
  readonly preferences: readonly DemoPreference[];
  readonly unavailabilities: readonly DemoUnavailability[];
  readonly teachingClasses: readonly DemoTeachingClass[];
  readonly links: readonly DemoLink[];
  readonly enrolments: readonly DemoEnrolment[];
  /** People whose accounts represent the roles best. */
  readonly showcase: {
    readonly teacher: string;
    readonly student: string;
    /** A college with classes of its own, whose courses and teachers belong to the departments below it. */
    readonly college: string;
    /** A department without others below it, with courses, teachers and classes of its own. */
    readonly department: string;
  };
}

export interface DemoCampus {
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly address: string;
}

export interface DemoBuilding {
  readonly name: string;
  readonly campus: string;
}

export interface DemoClassroom {
  readonly code: string;
  readonly name: string;
  readonly building: string;
  readonly floor: string;
  readonly type: string;
  readonly tags: readonly string[];
  readonly furnitureType: string;
  readonly capacity: number;
  readonly area: number;
  readonly isExaminationRoom: boolean;
  readonly hasMultimedia: boolean;
  readonly isAirConditioned: boolean;
  readonly managingDepartment: string | null;
}

export interface DemoDepartment {
  readonly code: string;
  readonly name: string;
  readonly englishName: string;
  readonly shortName: string;
  readonly order: number;
  readonly parent: string | null;
  readonly category: string;
  readonly type: string;
  readonly isTeachingCollege: boolean;
  readonly isAttendingCollege: boolean;
  readonly isTeachingOffice: boolean;
  readonly establishedOn: string;
  readonly buildings: readonly string[];
}

export interface DemoGrade {
  readonly name: string;
  readonly year: number;
  readonly startDate: string;
}

export interface DemoMajor {
  readonly code: string;
  readonly name: string;
  readonly department: string;
  readonly educationYears: number;
  readonly trainingLevel: string;
}

export interface DemoAdministrativeClass {
  readonly code: string;
  readonly name: string;
  readonly department: string;
  readonly major: string;
  readonly grade: string;
  readonly studentCount: number;
  readonly counselor: string;
  readonly monitor: string;
}

export interface DemoStudent {
  readonly code: string;
  readonly name: string;
  readonly isMale: boolean;
  readonly administrativeClass: string;
}

/** A group of an administrative class in one of its partitions. */
export interface DemoClassGroup {
  readonly administrativeClass: string;
  readonly partition: string;
  readonly order: number;
  readonly name: string;
  readonly students: readonly string[];
}

export interface DemoTeacher {
  readonly code: string;
  readonly name: string;
  readonly englishName: string;
  readonly ethnic: string;
  readonly isMale: boolean;
  readonly department: string;
  readonly type: string;
  readonly jobTitle: string;
  readonly email: string;
  readonly weeklyPeriodsMax: number | null;
  readonly dailyPeriodsMax: number | null;
  readonly forbiddenTimes: string | null;
}

/** Hours by kind of instruction. */
export interface Hours {
  readonly theory: number;
  readonly lab: number;
  readonly practice: number;
  readonly computer: number;
}

/** A kind of instruction. */
export type HourKind = keyof Hours;

export interface DemoCourse {
  readonly code: string;
  readonly name: string;
  readonly englishName: string;
  readonly department: string;
  readonly category: string;
  readonly property: string;
  readonly type: string;
  readonly nature: string;
  readonly hours: Hours;
  readonly weekHours: number;
  readonly credits: number;
  /** Required type of room by kind of instruction. */
  readonly classroomTypes: Partial<Record<HourKind, string>>;
}

export interface DemoQualification {
  readonly teacher: string;
  readonly course: string;
  readonly level: number;
  readonly isPrimary: boolean;
  readonly teachYears: number;
  readonly isApproved: boolean;
}

export interface DemoSemester {
  readonly name: string;
  readonly description: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly weeks: number;
  readonly periodsPerDay: number;
}

/** A holiday, or a date on which the plan of another one is taught. */
export interface DemoCalendarDay {
  readonly date: string;
  readonly kind: CalendarDayKind;
  readonly name: string;
  readonly follows?: string;
}

/** The times of the periods from a day of the year on, at every campus. */
export interface DemoBellSeason {
  readonly startsOn: string;
  readonly times: readonly string[];
}

export interface DemoPreference {
  readonly teacher: string;
  readonly dayOfWeek: number;
  readonly period: number;
  readonly level: number;
  readonly reason: string;
}

/** A period of the week at which a teacher or a classroom is not available. */
export interface DemoUnavailability {
  readonly teacher?: string;
  readonly classroom?: string;
  readonly dayOfWeek: number;
  readonly period: number;
}

export interface DemoTeachingClass {
  readonly code: string;
  readonly name: string;
  readonly course: string;
  readonly department: string;
  readonly isCompulsory: boolean;
  readonly studentCount: number;
  readonly minWorkingDays: number;
  /** Codes of the administrative classes that attend; empty when students enrol individually. */
  readonly groups: readonly string[];
  /** The half of the class that attends by itself; none: all of it. */
  readonly half: string | null;
  readonly meetings: readonly DemoMeeting[];
}

/** What holds between teaching classes, named by their codes, and by names of credit-hour types. */
export interface DemoLink {
  readonly kind: LinkKind;
  readonly first: string;
  readonly firstHours?: string;
  readonly second: string;
  readonly secondHours?: string;
  readonly level?: RuleLevel;
  readonly weight?: number;
}

/** That a student chose an elective. */
export interface DemoEnrolment {
  readonly teachingClass: string;
  readonly student: string;
}

export interface DemoMeeting {
  readonly periods: number;
  readonly weeks: readonly number[];
  readonly creditHourType: string;
  readonly classroomType: string;
  /** null: any teacher with an approved qualification for the course. */
  readonly teacher: string | null;
  /** Who teaches it too. */
  readonly further: readonly { readonly teacher: string; readonly role: TeachingRole }[];
}
