import { v7 as uuidv7 } from 'uuid';
import type { Problem, Score, Suggester, Suggestion, TimeSpan } from '@class-scheduling/solver';
import { actsFor, authorize, declareRights, planners } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { errors, type FieldProblem } from '../../../schema/errors.js';
import { refuseForeign } from '../changes/change.js';
import { clashingOf } from '../changes/clashes.js';
import type { MeetingState, StateChange } from '../changes/states.js';
import { readStates } from '../changes/states.queries.js';
import { invalid } from '../changes/timetable.js';
import { placesOf } from '../problem/solver-places.js';
import { adviserOf, judgedInTurn, type Adviser } from './adviser.js';
import { askedMeeting, labelOf, type AskedMeeting } from './asked-meetings.js';

declareRights({ suggestions: planners });

/** A change that nobody has made yet. */
export interface Proposal {
  /** Knows the timetable as it was when the change was worked out. */
  readonly adviser: Adviser;
  readonly changes: readonly StateChange[];
  /** By how much it changes the score, where that is known already. */
  readonly difference?: Score;
}

/** How many suggestions may be asked for at once, and how many further ones are worked out to choose from. */
export const suggestionsMax = 50;
const spare = 5;
/** Meetings that one suggestion moves at most. */
const movesMax = 3;

/** Which suggestions are wanted. */
export interface WantedSuggestions {
  readonly max: number;
  /** Meetings that one may move at most, 1 to 3; 3 where it is left out. */
  readonly moves?: number | null;
  /** Days of the week, from 1 Monday; those on which runs place meetings where it is left out. */
  readonly days?: readonly number[] | null;
  /** Period from 1 at which the meeting may begin at the earliest. */
  readonly earliestPeriod?: number | null;
  /** Period at which it may begin at the latest. */
  readonly latestPeriod?: number | null;
  /** Rooms that the meeting itself may have; all that suit it where they are left out. */
  readonly classrooms?: readonly string[] | null;
}

/**
 * Other places for a meeting, the best first, one per time: each is a change that may be applied, which also
 * moves up to two other meetings of granted departments where they stand in its way.
 */
export async function suggestions(
  ctx: Context,
  timetable: string,
  meeting: string,
  wanted: WantedSuggestions,
): Promise<Proposal[]> {
  authorize(ctx, 'suggestions');
  refuseUnbounded(wanted);
  const asked = await askedMeeting(ctx, timetable, meeting);
  refuseForeign(ctx, [asked.facts]);
  if (asked.state?.isLocked) throw lockedMeeting(asked);
  const adviser = await adviserOf(ctx, asked.em, asked.timetable);
  const suggester = await adviser.suggesterFor(meeting, wanted.days ?? []);
  const { max } = wanted;
  const found = await suggestedBy(ctx, adviser, suggester, asked, { ...wanted, max: max + spare });
  const proposals = await changesOf(asked, suggester.problem, found);
  // A run does not know everything that is occupied, such as by teaching classes that are disabled.
  const clashing = await clashingOf(asked.em, timetable, proposals);
  return proposals
    .map((changes, at): Proposal => ({ adviser, changes, difference: found[at].score }))
    .filter((_, at) => !clashing.has(at))
    .slice(0, max);
}

async function suggestedBy(
  ctx: Context,
  { semester, held }: Adviser,
  suggester: Suggester,
  { facts }: AskedMeeting,
  wanted: WantedSuggestions,
): Promise<Suggestion[]> {
  if (!suggester.problem.meetings.some(({ id }) => id === facts.meeting)) {
    const reason = semester.impossible.find(({ meeting }) => meeting === facts.meeting)?.reason;
    throw nothingServes(facts, reason ?? notTaught);
  }
  const mayMove = (id: string): boolean => actsFor(ctx, held.get(id)?.department ?? '');
  const { max: count, moves, classrooms } = wanted;
  const rooms = classrooms && new Set(classrooms);
  return judgedInTurn(() =>
    suggester.suggesting(facts.meeting, {
      count,
      mayMove,
      moves: moves ?? movesMax,
      isWanted: (time) => isWanted(time, wanted),
      mayHave: (room) => rooms?.has(room) ?? true,
    }),
  );
}

/** Whether a time of the solver, in which days are bits and periods begin with 0, is a wanted one. */
function isWanted(
  { days: bits, start }: TimeSpan,
  { days, earliestPeriod, latestPeriod }: WantedSuggestions,
): boolean {
  if (days && !days.some((day) => bits & (1 << (day - 1)))) return false;
  return start + 1 >= (earliestPeriod ?? 0) && start + 1 <= (latestPeriod ?? Infinity);
}

/** The suggestions as changes of the timetable. */
async function changesOf(
  { em, timetable }: AskedMeeting,
  problem: Problem,
  found: readonly Suggestion[],
): Promise<StateChange[][]> {
  const places = found.map(({ changes }) => placesOf(problem, changes));
  const meetings = [...new Set(places.flat().map(({ meeting }) => meeting))];
  const states = await readStates(em, timetable.id, meetings);
  return places.map((chain) =>
    chain.map(({ meeting, ...place }) => movedTo(meeting, states.get(meeting) ?? null, place)),
  );
}

/** What a new place does to a meeting. */
export function movedTo(
  meeting: string,
  before: MeetingState | null,
  place: MeetingState['place'],
): StateChange {
  const from = before ?? { id: uuidv7(), isLocked: false, series: null };
  return { meeting, before, after: { ...from, place, reasonZh: null, reasonEn: null } };
}

function refuseUnbounded({ max, moves, days, earliestPeriod, latestPeriod }: WantedSuggestions): void {
  const problems: FieldProblem[] = [];
  const refuse = (field: string, zh: string, en: string): unknown =>
    problems.push({ field, text: { zh, en } });
  if (max < 1 || max > suggestionsMax)
    refuse(
      'max',
      `建议数量须为 1 至 ${suggestionsMax}，现为 ${max}`,
      `"max" must be 1 to ${suggestionsMax}, not ${max}.`,
    );
  if (moves != null && (moves < 1 || moves > movesMax))
    refuse(
      'moves',
      `一个建议最多移动 1 至 ${movesMax} 次课，现为 ${moves}`,
      `"moves" must be 1 to ${movesMax}, not ${moves}.`,
    );
  if (days && (days.length < 1 || days.length > 7))
    refuse(
      'days',
      `星期须为 1 至 7 个，现有 ${days.length} 个；不限星期时请省略`,
      `"days" must be 1 to 7 days, not ${days.length}. Maybe leave it out for any day.`,
    );
  const noDay = days?.find((day) => day < 1 || day > 7);
  if (noDay !== undefined)
    refuse(
      'days',
      `星期须为 1（周一）至 7（周日），现有 ${noDay}`,
      `"days" must be 1 Monday to 7 Sunday, not ${noDay}.`,
    );
  if (earliestPeriod != null && latestPeriod != null && earliestPeriod > latestPeriod)
    refuse(
      'earliestPeriod',
      `最早开始节次 ${earliestPeriod} 晚于最晚开始节次 ${latestPeriod}`,
      `"earliestPeriod" is ${earliestPeriod}, which is later than "latestPeriod", ${latestPeriod}.`,
    );
  if (problems.length > 0) throw errors.invalidInput(problems);
}

const notTaught = {
  zh: '其教学班未启用，或课次已被替代。',
  en: 'Its teaching class is disabled, or the meeting was replaced.',
};

const nothingServes = (facts: AskedMeeting['facts'], reason: { zh: string; en: string }): Error => {
  const label = labelOf(facts);
  return invalid(`${label.zh}无处可排：${reason.zh}`, `${label.en} can be placed nowhere: ${reason.en}`);
};

export const lockedMeeting = ({ facts }: AskedMeeting): Error => {
  const label = labelOf(facts);
  return invalid(`${label.zh}已锁定，请先解锁`, `${label.en} is locked. Maybe unlock it first.`);
};
