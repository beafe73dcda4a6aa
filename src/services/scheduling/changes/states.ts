import type { TeacherInRole } from '../../../entities/scheduling/further-teachers.js';
import type { DateChangeKind } from '../../../schema/timetables.js';
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
  /** What stands otherwise on single dates, by week; left out where nothing does. */
  readonly dates?: readonly DateState[];
}

/** What stands otherwise on a single date than the week says; null is as the week says. */
export interface DateState {
  /** Identifier of the row, the same again after it was taken back and made again. */
  readonly id: string;
  /** The planned day to which it belongs: it means nothing once the meeting is on another day. */
  readonly week: number;
  readonly day: number;
  readonly kind: DateChangeKind;
  readonly toWeek: number | null;
  readonly toDay: number | null;
  readonly toPeriod: number | null;
  readonly room: string | null;
  readonly teacher: string | null;
  readonly note: string | null;
}

/** Where a meeting stands, in all of its weeks but some, or in one week alone. */
export interface Stand extends MeetingPlace {
  readonly without?: readonly number[];
  readonly week?: number;
}

/** Where a meeting stands on a single date; null if it is not held. */
export const standOn = (place: MeetingPlace, date: DateState): (MeetingPlace & { week: number }) | null =>
  date.kind === 'CANCELLED'
    ? null
    : {
        week: date.toWeek ?? date.week,
        day: date.toDay ?? place.day,
        period: date.toPeriod ?? place.period,
        room: date.room ?? place.room,
        teacher: date.teacher ?? place.teacher,
      };

/** Everything where a meeting stands: as the week says, and on the dates of which something was changed. */
export function standsOf({ place, dates = [] }: Pick<MeetingState, 'place' | 'dates'>): Stand[] {
  if (!place) return [];
  if (dates.length === 0) return [place];
  const single = dates.flatMap((date) => standOn(place, date) ?? []);
  return [{ ...place, without: dates.map(({ week }) => week) }, ...single];
}

/** The same state with other single dates. */
export const withDates = ({ dates: _, ...state }: MeetingState, dates: readonly DateState[]): MeetingState =>
  dates.length === 0 ? state : { ...state, dates: dates.toSorted((a, b) => a.week - b.week) };

/** What a timetable says of every week alone. */
export const ofWeeks = (states: ReadonlyMap<string, MeetingState>): Map<string, MeetingState> =>
  new Map([...states].map(([meeting, state]) => [meeting, withDates(state, [])]));

export const isSameDate = (a: DateState | undefined, b: DateState | undefined): boolean =>
  a?.id === b?.id &&
  a?.week === b?.week &&
  a?.day === b?.day &&
  a?.kind === b?.kind &&
  a?.toWeek === b?.toWeek &&
  a?.toDay === b?.toDay &&
  a?.toPeriod === b?.toPeriod &&
  a?.room === b?.room &&
  a?.teacher === b?.teacher &&
  a?.note === b?.note;

const hasSameDates = (a: readonly DateState[] = [], b: readonly DateState[] = []): boolean =>
  a.length === b.length && a.every((each, at) => isSameDate(each, b[at]));

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
  a?.reasonEn === b?.reasonEn &&
  hasSameDates(a?.dates, b?.dates);

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
