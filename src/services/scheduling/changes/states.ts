import type { TeacherInRole } from '../../../entities/scheduling/further-teachers.js';
import type { MeetingNeeds, MeetingPlace, WantedPlace } from '../placement/facts.js';

export type { MeetingPlace };

/** Everything that a timetable says of a meeting that it holds; place and lock, or why there is none. */
export interface MeetingState {
  /** Identifier of the row, the same again after the meeting was retired and that was taken back. */
  readonly id: string;
  readonly place: MeetingPlace | null;
  readonly isLocked: boolean;
  readonly series: string | null;
  readonly reasonZh: string | null;
  readonly reasonEn: string | null;
}

/** What never changes of a meeting once a timetable holds it. */
export interface MeetingFacts extends MeetingNeeds {
  readonly semester: string;
  /** Whether a series was the reason to make the teaching class. */
  readonly isMadeWithSeries: boolean;
  readonly department: string;
  readonly departmentName: string;
  readonly sequence: number;
  readonly creditHourType: string | null;
}

/** What a change does to one meeting; null where the timetable does not hold it. */
export interface StateChange {
  readonly meeting: string;
  readonly before: MeetingState | null;
  readonly after: MeetingState | null;
  /** Who teaches it beside its first teacher, where that differs between the timetables compared. */
  readonly further?: Readonly<Record<'before' | 'after', readonly TeacherInRole[]>>;
}

export const isSamePlace = (a: MeetingPlace | null, b: MeetingPlace | null): boolean =>
  a?.day === b?.day && a?.period === b?.period && a?.room === b?.room && a?.teacher === b?.teacher;

/** The places that changes lead to, as far as they are new. */
export const wantedPlaces = (
  changes: readonly StateChange[],
  facts: ReadonlyMap<string, MeetingNeeds>,
): WantedPlace[] =>
  changes.flatMap(({ meeting, before, after }) => {
    const [from, to] = [before?.place ?? null, after?.place ?? null];
    return to && !isSamePlace(from, to) ? [{ needs: facts.get(meeting)!, from, to }] : [];
  });

/** Whether the timetable says the same of a meeting. */
export const isSameState = (a: MeetingState | null, b: MeetingState | null): boolean =>
  (a === null) === (b === null) &&
  isSamePlace(a?.place ?? null, b?.place ?? null) &&
  a?.isLocked === b?.isLocked &&
  a?.series === b?.series &&
  a?.reasonZh === b?.reasonZh &&
  a?.reasonEn === b?.reasonEn;

/** The meetings whose states differ between two timetables or instants, in the order of their ids. */
export function differenceOf(
  before: ReadonlyMap<string, MeetingState>,
  after: ReadonlyMap<string, MeetingState>,
): StateChange[] {
  const meetings = [...new Set([...before.keys(), ...after.keys()])].sort();
  return meetings
    .map((meeting) => ({ meeting, before: before.get(meeting) ?? null, after: after.get(meeting) ?? null }))
    .filter((change) => !isSameState(change.before, change.after));
}
