import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import type { FieldProblem } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import { DateChangeKind } from '../../../schema/timetables.js';
import type { WantedPlace } from '../placement/facts.js';
import { datesOf, type SemesterDates } from '../semester/dates.js';
import { spansOverlap } from '../semester/periods.js';
import { calendarRules } from '../semester/semester.queries.js';
import { plannedDayOf, type PlannedDay } from '../semester/weeks.js';
import { labelOf } from './items.js';
import {
  isSameDate,
  standOn,
  standsOf,
  withDates,
  type DateState,
  type MeetingFacts,
  type MeetingPlace,
  type MeetingState,
  type Stand,
  type StateChange,
} from './states.js';
import type { ChangedTimetable } from './timetable.js';

/** What a caller asks of a meeting on one date, in place of whatever was changed of it before. */
export interface DateItem {
  readonly meeting: string;
  /** The date on which the week has it; of what falls out, the one for which it is planned. */
  readonly date: string;
  /** How it stands then; what is left out is as the week says. */
  readonly to?: {
    readonly date?: string | null;
    readonly period?: number | null;
    readonly room?: string | null;
    readonly teacher?: string | null;
  } | null;
  readonly isCancelled?: boolean | null;
  /** Whether it stands again as the week says. */
  readonly isRestored?: boolean | null;
}

/** What changes lead to once their single dates are worked out. */
interface DatedChanges {
  readonly changes: readonly StateChange[];
  readonly problems: readonly FieldProblem[];
  /** Where meetings stand on single dates, by the field that asks for it. */
  readonly places: readonly (WantedPlace & { readonly field: string })[];
  /** Single dates that end with the changes of the week, because they mean nothing any more. */
  readonly ended: readonly EndedDate[];
}

/** A change of a single date that ends. */
export interface EndedDate {
  readonly meeting: string;
  readonly week: number;
}

/** The dates of the semester of a timetable, by its calendar. */
export const datesIn = async (
  em: EntityManager,
  { semester, startDate, endDate }: Pick<ChangedTimetable, 'semester' | 'startDate' | 'endDate'>,
): Promise<SemesterDates> => datesOf({ startDate, endDate }, await calendarRules(em, semester));

/**
 * The changes of the week with what is asked of single dates. Dates of meetings that the week moves stay as
 * far as they still mean something: the meeting is on the same day, and not twice at a time.
 */
export async function onSingleDates(
  em: EntityManager,
  timetable: ChangedTimetable,
  items: readonly DateItem[],
  known: {
    readonly weekly: readonly StateChange[];
    readonly states: ReadonlyMap<string, MeetingState>;
    readonly facts: ReadonlyMap<string, MeetingFacts>;
    readonly note: string | null;
  },
): Promise<DatedChanges> {
  const { kept, ended } = keptDates(known.weekly, known.facts);
  if (items.length === 0) return { changes: kept, problems: [], places: [], ended };
  const changes = new Map(kept.map((change) => [change.meeting, change]));
  const problems: FieldProblem[] = [];
  const places: (WantedPlace & { field: string })[] = [];
  const dates = await datesIn(em, timetable);
  const seen = new Set<string>();
  for (const [at, item] of items.entries()) {
    const { meeting } = item;
    const before = known.states.get(meeting) ?? null;
    const change = changes.get(meeting) ?? { meeting, before, after: before };
    const facts = known.facts.get(meeting);
    const found = dateAfter(item, { timetable, dates, facts, state: change.after, note: known.note, seen });
    if ('fault' in found) {
      problems.push({ field: `dates.${at}`, text: found.fault });
      continue;
    }
    const state = change.after!;
    const others = (state.dates ?? []).filter(({ week }) => week !== found.week);
    const after = withDates(state, found.date ? [...others, found.date] : others);
    changes.set(meeting, { ...change, after });
    if (standsTwice(after, facts!)) problems.push({ field: `dates.${at}`, text: twice(facts!) });
    const place = found.date && wantedOn(state, found.date, facts!);
    if (place) places.push({ ...place, field: `dates.${at}.to` });
  }
  return { changes: [...changes.values()], problems, places, ended };
}

/** What is left of single dates where the week changes, and which of them end. */
export function keptDates(
  changes: readonly StateChange[],
  facts: ReadonlyMap<string, MeetingFacts>,
): { readonly kept: readonly StateChange[]; readonly ended: readonly EndedDate[] } {
  const ended: EndedDate[] = [];
  const kept = changes.map((change): StateChange => {
    const { meeting, before, after } = change;
    if (!before?.dates) return change;
    const left: DateState[] = [];
    for (const date of before.dates) {
      const isMeant = after?.place?.day === date.day;
      if (isMeant && !standsTwice(withDates(after, [...left, date]), facts.get(meeting)!)) left.push(date);
      else ended.push({ meeting, week: date.week });
    }
    return after ? { ...change, after: withDates(after, left) } : change;
  });
  return { kept, ended };
}

/** What an item means: the week of its date, and how it stands then; null as the week says. */
type Found = { readonly week: number; readonly date: DateState | null } | { readonly fault: Text };

interface Circumstances {
  readonly timetable: ChangedTimetable;
  readonly dates: SemesterDates;
  readonly facts: MeetingFacts | undefined;
  readonly state: MeetingState | null;
  readonly note: string | null;
  readonly seen: Set<string>;
}

function dateAfter(item: DateItem, { timetable, dates, facts, state, note, seen }: Circumstances): Found {
  if (facts?.semester !== timetable.semester) return { fault: unknown(item.meeting) };
  if (timetable.status !== 'PUBLISHED') return { fault: onlyPublished };
  const place = state?.place;
  const planned = place && plannedFor(item.date, place.day, facts, timetable.startDate, dates);
  if (!planned) return { fault: notHeld(facts, item.date) };
  const { week } = planned;
  const key = `${item.meeting} ${week}`;
  if (seen.has(key)) return { fault: askedTwice(facts, item.date) };
  seen.add(key);
  const { to, isCancelled, isRestored } = item;
  if ([to, isCancelled, isRestored].filter(Boolean).length !== 1) return { fault: askOne(facts, item.date) };
  const existing = state.dates?.find((each) => each.week === week);
  if (isRestored) return existing ? { week, date: null } : { fault: unchanged(facts, item.date) };
  const fallsOut = dates.dateOf(planned) === null;
  const same = { id: existing?.id ?? uuidv7(), ...planned, ...asPlanned, note };
  if (!to) {
    if (fallsOut) return { fault: fallsOutAnyway(facts, item.date) };
    return { week, date: { ...same, kind: DateChangeKind.CANCELLED } };
  }
  const target = to.date ? dates.plannedOn(to.date) : planned;
  if (!target || (fallsOut && !to.date)) return { fault: nothingTaught(facts, to.date ?? item.date) };
  const period = to.period ?? place.period;
  const isOther = target.week !== week || target.day !== planned.day || period !== place.period;
  const room = to.room && to.room !== place.room ? to.room : null;
  const teacher = to.teacher && to.teacher !== place.teacher ? to.teacher : null;
  const wasOut = fallsOut || existing?.kind === 'CANCELLED' || existing?.kind === 'MADE_UP';
  const kind = isOther
    ? wasOut
      ? 'MADE_UP'
      : 'MOVED'
    : teacher
      ? 'SUBSTITUTED'
      : room
        ? 'OTHER_ROOM'
        : null;
  if (kind === null) return { fault: nothingOther(facts, item.date) };
  const time = isOther ? { toWeek: target.week, toDay: target.day, toPeriod: period } : {};
  return { week, date: { ...same, ...time, kind: DateChangeKind[kind], room, teacher } };
}

const asPlanned = { toWeek: null, toDay: null, toPeriod: null, room: null, teacher: null };

/** The planned day of a meeting that a date means: the one taught then, else one that falls out. */
export function plannedFor(
  date: string,
  day: number,
  { weeks }: MeetingFacts,
  startDate: string,
  dates: SemesterDates,
): PlannedDay | null {
  const isOwn = (planned: PlannedDay | null): planned is PlannedDay =>
    planned !== null && planned.day === day && weeks.includes(planned.week);
  const taught = dates.plannedOn(date);
  if (isOwn(taught)) return taught;
  const own = plannedDayOf(startDate, date);
  return isOwn(own) && dates.dateOf(own) === null ? own : null;
}

/** The place on a single date, as rules judge it. */
function wantedOn(state: MeetingState, date: DateState, needs: MeetingFacts): WantedPlace | null {
  const to = standOn(state.place!, date);
  if (!to) return null;
  const former = state.dates?.find(({ week }) => week === date.week);
  const from = former ? standOn(state.place!, former) : state.place;
  return { needs: { ...needs, weeks: [to.week] }, from, to };
}

/** Whether a meeting would stand twice at one time, on some date. */
function standsTwice(state: MeetingState, { periods, weeks }: MeetingFacts): boolean {
  const stands = standsOf(state);
  const span = ({ day, period }: Stand) => ({ day, first: period, last: period + periods - 1 });
  const weeksOf = ({ week, without = [] }: Stand): number[] =>
    week === undefined ? weeks.filter((each) => !without.includes(each)) : [week];
  return stands.some((one, at) =>
    stands
      .slice(0, at)
      .some(
        (other) =>
          spansOverlap(span(one), span(other)) && weeksOf(one).some((week) => weeksOf(other).includes(week)),
      ),
  );
}

/** What a change does to one date of a meeting, with where the meeting stands before and after. */
export interface DateDifference {
  readonly week: number;
  readonly before: DateState | null;
  readonly after: DateState | null;
  readonly from: (MeetingPlace & { readonly week: number }) | null;
  readonly to: (MeetingPlace & { readonly week: number }) | null;
}

/** What a change does to single dates of a meeting, by week. */
export function differentDates({ before, after }: StateChange): DateDifference[] {
  const [was, is] = [before, after].map((state) => new Map(state?.dates?.map((each) => [each.week, each])));
  const weeks = [...new Set([...was.keys(), ...is.keys()])].sort((a, b) => a - b);
  const standIn = (state: MeetingState | null, date: DateState | undefined, week: number) => {
    if (!state?.place) return null;
    return date ? standOn(state.place, date) : { ...state.place, week };
  };
  return weeks
    .filter((week) => !isSameDate(was.get(week), is.get(week)))
    .map((week) => ({
      week,
      before: was.get(week) ?? null,
      after: is.get(week) ?? null,
      from: standIn(before, was.get(week), week),
      to: standIn(after, is.get(week), week),
    }));
}

/** That single dates would end, and nobody has said yes to it. */
export const endsUnasked = (ended: readonly EndedDate[]): FieldProblem => ({
  field: 'endsDates',
  text: {
    zh: `有 ${ended.length} 个单次变更将失去意义而结束，请确认后加 endsDates`,
    en:
      `Changes of single dates mean nothing any more and would end: ${ended.length}.` +
      ' Maybe look at them, and say so with endsDates.',
  },
});

const unknown = (meeting: string): Text => ({
  zh: `本学期没有课次 ${meeting}，请刷新课表后重试`,
  en: `The semester has no meeting ${meeting}. Maybe read the timetable again.`,
});

const onlyPublished: Text = {
  zh: '单次变更只能在已发布的课表中进行，请先发布',
  en: 'Single dates change in the published timetable alone. Maybe publish it first.',
};

const notHeld = (facts: MeetingFacts, date: string): Text => ({
  zh: `${labelOf(facts).zh}按每周课表不在 ${date} 上课，请改用它上课的日期`,
  en: `${labelOf(facts).en} is not on ${date} by the week. Maybe name a date on which it is.`,
});

const askedTwice = (facts: MeetingFacts, date: string): Text => ({
  zh: `${labelOf(facts).zh}在 ${date} 的变更出现两次，请合并为一项`,
  en: `${labelOf(facts).en} on ${date} is in the change twice. Maybe join its items.`,
});

const askOne = (facts: MeetingFacts, date: string): Text => ({
  zh: `${labelOf(facts).zh}在 ${date}：请在改为（to）、停课与恢复中只选其一`,
  en: `${labelOf(facts).en} on ${date}: ask for one of "to", "isCancelled" and "isRestored".`,
});

const unchanged = (facts: MeetingFacts, date: string): Text => ({
  zh: `${labelOf(facts).zh}在 ${date} 没有单次变更，无需恢复`,
  en: `${labelOf(facts).en} stands as the week says on ${date}, so there is nothing to restore.`,
});

const fallsOutAnyway = (facts: MeetingFacts, date: string): Text => ({
  zh: `${labelOf(facts).zh}在 ${date} 按校历本来就不上课，无需停课`,
  en: `${labelOf(facts).en} falls out on ${date} by the calendar, so there is nothing to cancel.`,
});

const nothingTaught = (facts: MeetingFacts, date: string): Text => ({
  zh: `${labelOf(facts).zh}：${date} 按校历不上课或不在学期内，请为它另选日期`,
  en: `${labelOf(facts).en}: by the calendar nothing is taught on ${date}. Maybe give another date for it.`,
});

const nothingOther = (facts: MeetingFacts, date: string): Text => ({
  zh: `${labelOf(facts).zh}在 ${date} 的时间、教室和教师与每周课表相同，没有要改的；改过的日期可以恢复`,
  en: `${labelOf(facts).en} stands so on ${date} by the week. Maybe restore what was changed before.`,
});

const twice = (facts: MeetingFacts): Text => ({
  zh: `${labelOf(facts).zh}会在同一时间上两次，请另选时间`,
  en: `${labelOf(facts).en} would be held twice at one time. Maybe take another time.`,
});
