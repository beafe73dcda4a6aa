import type { EntityManager } from '@mikro-orm/postgresql';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import type { ChangedTimetable } from './timetable.js';
import { addInOtherWeeks, readMeetings } from './states.queries.js';
import type { FieldProblem } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import {
  isSamePlace,
  type MeetingFacts,
  type MeetingPlace,
  type MeetingState,
  type StateChange,
} from './states.js';

/** What a caller asks of one meeting in a timetable; what is left out stays as it is. */
export interface ItemRequest {
  readonly meeting: string;
  /** The new place, or what of it changes; null takes the meeting out of its place. */
  readonly place?: Partial<MeetingPlace> | null;
  readonly isLocked?: boolean | null;
  /** Takes the meeting out of the timetable altogether. */
  readonly isRetired?: boolean | null;
  /** The only weeks in which it is held: another meeting of its teaching class takes its place. */
  readonly weeks?: readonly number[] | null;
  /** Where the caller believes the meeting to be; null: without a place. What is left out is not judged. */
  readonly expected?: Partial<MeetingPlace> | null;
  /** The series that it joins, which has the same room and teacher. */
  readonly series?: string;
}

const takenOut: Text = { zh: '已由人工取出，尚未安排', en: 'It was taken out of its place by hand.' };

const unplaced = (id: string): MeetingState => ({
  id,
  place: null,
  isLocked: false,
  series: null,
  reasonZh: takenOut.zh,
  reasonEn: takenOut.en,
});

const problem = (field: string, zh: string, en: string): FieldProblem => ({ field, text: { zh, en } });

/** Whether anything of a change is held in other weeks from now on. */
export const changesWeeks = (items: readonly ItemRequest[]): boolean =>
  items.some(({ weeks }) => weeks !== undefined && weeks !== null);

/**
 * Items of which each that asks for other weeks is one that retires its meeting, and one for the meeting that
 * takes its place, which is added last. The same wish means the same meeting, so that what was shown can be
 * compared with what is made.
 */
export async function withOtherWeeks(
  em: EntityManager,
  { id: timetable, weeks: last, status }: Pick<ChangedTimetable, 'id' | 'weeks' | 'status'>,
  items: readonly ItemRequest[],
): Promise<{ items: readonly ItemRequest[]; problems: FieldProblem[] }> {
  const asking = items.flatMap(({ meeting, weeks }) => (weeks ? [meeting] : []));
  if (asking.length === 0) return { items, problems: [] };
  const { facts, states } = await readMeetings(em, timetable, asking);
  const problems: FieldProblem[] = [];
  const added: ItemRequest[] = [];
  const changed: ItemRequest[] = [];
  for (const [at, { weeks: asked, ...item }] of items.entries()) {
    const { meeting, place, isLocked, isRetired } = item;
    const weeks = asked && [...new Set(asked)].sort((a, b) => a - b);
    const [known, from] = [facts.get(meeting), states.get(meeting)?.place];
    if (!weeks || !known || weeks.join() === known.weeks.join()) changed.push(item);
    else if (status !== 'PUBLISHED') problems.push(onlyPublished(`items.${at}.weeks`));
    else if (
      isRetired ||
      place === null ||
      !from ||
      weeks.length === 0 ||
      weeks[0] < 1 ||
      weeks.at(-1)! > last
    )
      problems.push(unfitWeeks(`items.${at}.weeks`, known, last));
    else {
      const id = meetingOf(meeting, weeks);
      await addInOtherWeeks(em, meeting, id, weeks);
      const { series, isLocked: wasLocked } = states.get(meeting)!;
      const held = isLocked ?? wasLocked;
      changed.push({
        meeting,
        isRetired: true,
        ...(isLocked === false && { isLocked }),
        ...(item.expected !== undefined && { expected: item.expected }),
      });
      added.push({
        meeting: id,
        place: { ...from, ...given(place ?? {}) },
        ...(held && { isLocked: true }),
        ...(series && { series }),
      });
    }
  }
  return { items: [...changed, ...added], problems };
}

/** The identifier of the meeting that takes the place of another one in some weeks. */
const meetingOf = (meeting: string, weeks: readonly number[]): string =>
  uuidv5(`${meeting} ${weeks.join()}`, uuidv5.URL);

/** Meetings of a change that are given up for the same in other weeks, and those that take their places. */
export function replacedBy(
  changes: readonly StateChange[],
  facts: ReadonlyMap<string, MeetingFacts>,
): { readonly replaced: readonly string[]; readonly held: readonly string[] } {
  const classOf = ({ meeting }: StateChange) => facts.get(meeting)?.teachingClass;
  const come = Map.groupBy(
    changes.filter(({ before, after }) => after && !before),
    classOf,
  );
  const isFor = (one: string, other: string): boolean =>
    one === meetingOf(other, facts.get(one)?.weeks ?? []);
  const pairs = changes
    .filter(({ before, after }) => before && !after)
    .flatMap((gone) =>
      (come.get(classOf(gone)) ?? []).flatMap(({ meeting: held }) =>
        isFor(held, gone.meeting) || isFor(gone.meeting, held) ? [{ replaced: gone.meeting, held }] : [],
      ),
    );
  return { replaced: pairs.map(({ replaced }) => replaced), held: pairs.map(({ held }) => held) };
}

/** A draft that is discarded leaves nothing behind, and runs plan what the published timetable does. */
const onlyPublished = (field: string): FieldProblem =>
  problem(
    field,
    '草稿中不能改周次，请在已发布的课表中修改，或在教学计划中修改后重新排课',
    'Weeks are not changed in a draft. Maybe change them in the published timetable, or in the plan.',
  );

const unfitWeeks = (field: string, facts: MeetingFacts, last: number): FieldProblem => {
  const label = labelOf(facts);
  return problem(
    field,
    `${label.zh}不能这样改周次：须已安排位置，周次在 1 至 ${last} 之间，且不能同时移除`,
    `${label.en} cannot get these weeks: it needs a place that it keeps, and weeks from 1 to ${last}.`,
  );
};

/** What the timetable would say of each meeting, and what makes that impossible before any clash. */
export function statesAfter(
  requests: readonly ItemRequest[],
  before: ReadonlyMap<string, MeetingState>,
  facts: ReadonlyMap<string, MeetingFacts>,
  semester: string,
): { changes: StateChange[]; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const seen = new Set<string>();
  const changes = requests.flatMap((request, at): StateChange[] => {
    const { meeting } = request;
    const field = `items.${at}`;
    const known = facts.get(meeting);
    if (known?.semester !== semester) {
      problems.push(
        known
          ? problem(
              `${field}.meeting`,
              `课次 ${meeting}（${known.teachingClassName}）属于另一个学期，请改用该学期的课表`,
              `Meeting ${meeting} ("${known.teachingClassName}") belongs to another semester than the ` +
                `timetable. Maybe change a timetable of that one.`,
            )
          : problem(
              `${field}.meeting`,
              `课次 ${meeting} 不存在，请刷新课表后重试`,
              `There is no meeting ${meeting}. Maybe read the timetable again.`,
            ),
      );
      return [];
    }
    if (seen.has(meeting)) {
      problems.push(
        problem(
          `${field}.meeting`,
          `课次 ${meeting}（${known.teachingClassName}）在同一次变更中出现两次，请合并为一项`,
          `Meeting ${meeting} ("${known.teachingClassName}") is in the change twice. Maybe join its items.`,
        ),
      );
      return [];
    }
    seen.add(meeting);
    const state = before.get(meeting) ?? null;
    const found = stateAfter(request, state, known, field);
    if ('problem' in found) problems.push(found.problem);
    else return [{ meeting, before: state, after: found.after }];
    return [];
  });
  return { changes, problems };
}

/** What the timetable would say of one meeting, or why it cannot. */
function stateAfter(
  request: ItemRequest,
  before: MeetingState | null,
  facts: MeetingFacts,
  field: string,
): { after: MeetingState | null } | { problem: FieldProblem } {
  const { place, isLocked, isRetired, series } = request;
  const against = contradictionIn(request, before, facts);
  const from = before ?? unplaced(uuidv7());
  const { teacher } = facts;
  const wanted = place && { ...(from.place ?? (teacher && { teacher })), ...given(place) };
  const to = wanted ?? from.place;
  const refused = against ?? (isRetired || place === null ? null : unfitPlace(to, isLocked, facts));
  const isMoved = wanted !== undefined && !isSamePlace(wanted as MeetingPlace | null, from.place);
  const isHeld = (isRetired || isMoved) && from.isLocked && isLocked !== false;
  const wrong = !against && isHeld ? lockedThere(request, facts) : refused;
  if (wrong) return { problem: { field: `${field}.${wrong.of}`, text: wrong.text } };
  if (isRetired) return { after: null };
  if (place === null) return { after: { ...unplaced(from.id), series: from.series } };
  if (!to) return { after: before };
  const locked = isLocked ?? from.isLocked;
  const settled = { isLocked: locked, series: series ?? from.series, reasonZh: null, reasonEn: null };
  return { after: { ...from, place: to as MeetingPlace, ...settled } };
}

/** What is wrong with a part of an item. */
interface Fault {
  readonly of: keyof ItemRequest;
  readonly text: Text;
}

const fault = (of: keyof ItemRequest, zh: string, en: string): Fault => ({ of, text: { zh, en } });

/** A meeting as sentences name it. */
export const labelOf = ({ teachingClassName: name, sequence }: MeetingFacts): Text => ({
  zh: `“${name}”第 ${sequence} 课次`,
  en: `Meeting ${sequence} of "${name}"`,
});

/** What an item contradicts: another part of itself, or where the meeting is. */
function contradictionIn(
  { place, isLocked, isRetired, expected }: ItemRequest,
  before: MeetingState | null,
  facts: MeetingFacts,
): Fault | null {
  const label = labelOf(facts);
  if (expected !== undefined && !isAsExpected(expected, before?.place ?? null)) {
    const now = whereNow(expected, before?.place ?? null);
    return fault(
      'expected',
      `${label.zh}不在预期的位置：${now.zh}，请刷新后重试`,
      `${label.en} is not where it was expected: ${now.en}. Maybe read the timetable again and repeat ` +
        'the change.',
    );
  }
  if ((isRetired && (place || isLocked)) || (place === null && isLocked)) {
    const what = isRetired ? { zh: '移出课表', en: 'retired' } : { zh: '取出', en: 'taken out of its place' };
    return fault(
      isLocked ? 'isLocked' : 'place',
      `${label.zh}不能既${what.zh}又安排或锁定，请只选其一`,
      `${label.en} cannot be ${what.en} and placed or locked at once. Maybe ask for one of the two.`,
    );
  }
  if (!isRetired || before) return null;
  return fault(
    'isRetired',
    `课表中没有${label.zh}，无需移除`,
    `${label.en} is not in the timetable, so there is nothing to retire.`,
  );
}

const lockedThere = ({ isRetired }: ItemRequest, facts: MeetingFacts): Fault => {
  const label = labelOf(facts);
  return fault(
    isRetired ? 'isRetired' : 'place',
    `${label.zh}已锁定，请先解锁`,
    `${label.en} is locked. Maybe unlock it first, or in the same change.`,
  );
};

/** That a place is not whole, or that there is none that could be locked. */
function unfitPlace(
  to: Partial<MeetingPlace> | null,
  isLocked: boolean | null | undefined,
  facts: MeetingFacts,
): Fault | null {
  const label = labelOf(facts);
  if (to && !isComplete(to))
    return fault(
      'place',
      `${label.zh}还没有位置，请给出星期、节次、教室和教师`,
      `${label.en} has no place yet. Maybe give day, period, room and teacher.`,
    );
  if (to || !isLocked) return null;
  return fault(
    'isLocked',
    `${label.zh}还没有位置，无法锁定，请先安排位置`,
    `${label.en} has no place that could be locked. Maybe place it first.`,
  );
}

const isAsExpected = (expected: Partial<MeetingPlace> | null, place: MeetingPlace | null): boolean =>
  expected && place ? isSamePlace({ ...place, ...given(expected) }, place) : !expected && !place;

/** Where a meeting is that somebody expected elsewhere. */
function whereNow(expected: Partial<MeetingPlace> | null, place: MeetingPlace | null): Text {
  if (!place) return { zh: '现在没有位置', en: 'it has no place now' };
  const { day, period } = place;
  const isSameTime =
    expected !== null && (expected.day ?? day) === day && (expected.period ?? period) === period;
  return {
    zh: `现在是星期 ${day} 第 ${period} 节起${isSameTime ? '，但教室或教师不同' : ''}`,
    en:
      `it is on day ${day} from period ${period} now` +
      (isSameTime ? ', but with another room or teacher' : ''),
  };
}

const given = (place: Partial<MeetingPlace>): Partial<MeetingPlace> =>
  Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined && value !== null));

const isComplete = (place: Partial<MeetingPlace>): place is MeetingPlace =>
  place.day !== undefined && place.period !== undefined && !!place.room && !!place.teacher;
