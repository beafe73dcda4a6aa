import type { EntityManager } from '@mikro-orm/postgresql';
import { ChangeKind, ChangeState } from '../../../schema/timetables.js';
import type { Context } from '../../../data/context.js';
import { transaction } from '../../../data/transaction.js';
import { eachOnce, forgetTimetables, refuseForeign, type ChangeOutcome } from './change.js';
import { readAndJudge } from '../placement/judge.js';
import {
  reversibleChange,
  setChangeState,
  whatMakesAgain,
  whatTakesBack,
  type ReversibleChange,
} from './changes.queries.js';
import { clashError, judgedClashes } from './clashes.js';
import type { ConflictPair } from './conflict-records.queries.js';
import { inLine } from './line.js';
import { judgeStates, storeChange } from './storing.js';
import {
  isSameState,
  wantedPlaces,
  type MeetingFacts,
  type MeetingState,
  type StateChange,
} from './states.js';
import { readFacts, readStates } from './states.queries.js';
import { gridOf, invalid, openTimetable, refuseUnchangeable } from './timetable.js';

export interface ReversalTerms {
  readonly isDryRun: boolean;
  /** Why; that of the change in question where it is left out. */
  readonly reason?: string | null;
  /** Number of the newest change that the caller knows; any where it is left out. */
  readonly expectedNumber?: number | null;
  /** What those whom it concerns are told beside what was and what is. */
  readonly publicNote?: string | null;
}

/** Takes back the caller's newest change of the timetable that still stands. */
export const undoChange = (ctx: Context, timetable: string, terms: ReversalTerms): Promise<ChangeOutcome> =>
  reverse(ctx, timetable, terms, {
    kind: ChangeKind.UNDO,
    from: ChangeState.APPLIED,
    to: ChangeState.UNDONE,
    order: 'desc',
    nothing: [
      '没有可以撤销的变更：只能撤销您自己在这份课表中的变更',
      'You have no change in this timetable that could be taken back.',
    ],
  });

/** Makes again the change of the timetable that the caller took back last. */
export const redoChange = (ctx: Context, timetable: string, terms: ReversalTerms): Promise<ChangeOutcome> =>
  reverse(ctx, timetable, terms, {
    kind: ChangeKind.REDO,
    from: ChangeState.UNDONE,
    to: ChangeState.APPLIED,
    order: 'asc',
    nothing: ['没有可以重做的变更', 'You have no change in this timetable that could be made again.'],
  });

interface Reversal {
  readonly kind: ChangeKind.UNDO | ChangeKind.REDO;
  readonly from: ChangeState;
  readonly to: ChangeState;
  readonly order: 'asc' | 'desc';
  readonly nothing: readonly [string, string];
}

async function reverse(
  ctx: Context,
  id: string,
  terms: ReversalTerms,
  reversal: Reversal,
): Promise<ChangeOutcome> {
  if (terms.isDryRun) return carryOut(ctx, ctx.em.fork(), id, terms, reversal);
  const outcome = await inLine(ctx, id, () =>
    transaction(ctx, (em) => carryOut(ctx, em, id, terms, reversal)),
  );
  forgetTimetables(ctx);
  return outcome;
}

async function carryOut(
  ctx: Context,
  em: EntityManager,
  id: string,
  { isDryRun, reason, publicNote, expectedNumber }: ReversalTerms,
  reversal: Reversal,
): Promise<ChangeOutcome> {
  const { kind, to } = reversal;
  const timetable = await openTimetable(ctx, em, id, { isLocked: !isDryRun });
  refuseUnchangeable(timetable, { expectedNumber });
  const subject = await subjectOf(ctx, em, id, reversal);
  const wanted = await (kind === ChangeKind.UNDO ? whatTakesBack : whatMakesAgain)(em, subject.id);
  const known = await readFacts(
    em,
    wanted.map(({ meeting }) => meeting),
  );
  refuseForeign(ctx, known.values());
  await refuseMoved(em, id, wanted, known);
  // The rest of a series may have moved since, so that what comes back no longer stands with it.
  const judged = await judgeStates(em, id, wanted, known);
  const { changes, facts, overlaps } = judged;
  const history = subject.conflicts ?? { before: [], after: [] };
  const restored = kind === ChangeKind.UNDO ? history : { before: history.after, after: history.before };
  const admitted = new Set(restored.before.flatMap(({ pairs }) => pairs.map(pairKey)));
  const added = overlaps.filter((overlap) => !admitted.has(pairKey(overlap)));
  const { clashes } = await judgedClashes(em, added, { act: 'restore' });
  // What became impossible since is restored all the same, as an open conflict where it is one: it is told.
  const places = { wanted: wantedPlaces(changes, facts) };
  const { faults } = await readAndJudge(ctx, em, gridOf(timetable), places, { act: 'restore' });
  const warnings = eachOnce(faults, ({ text }) => text).map(({ text }) => text);
  const isApplicable = clashes.length === 0;
  const outcome = { timetable: id, isApplicable, changes, clashes, problems: [], warnings };
  if (isDryRun) return { ...outcome, change: null, number: timetable.number };
  if (clashes.length) throw clashError(clashes);
  // Without a reason of its own, it keeps that of the change that it takes back.
  const why = reason?.trim() || subject.reason;
  const stored = await storeChange(ctx, em, timetable, {
    ...{ kind, reason: why, publicNote, accepted: null, subject: subject.id, restored },
    ...judged,
  });
  await setChangeState(em, subject.id, to);
  return { ...outcome, change: stored.id, number: stored.number };
}

/** The change that is taken back or made again. */
async function subjectOf(
  ctx: Context,
  em: EntityManager,
  timetable: string,
  { from, order, nothing }: Reversal,
): Promise<ReversibleChange> {
  const [subject] = await reversibleChange(order)(em, timetable, from, ctx.viewer?.userId ?? null);
  if (!subject) throw invalid(...nothing);
  return subject;
}

const pairKey = ({ resource, first, second, slots }: ConflictPair): string =>
  `${resource} ${first} ${second} ${slots}`;

/** Throws when somebody has changed one of the meetings since. */
async function refuseMoved(
  em: EntityManager,
  timetable: string,
  changes: readonly StateChange[],
  facts: ReadonlyMap<string, MeetingFacts>,
): Promise<void> {
  const meetings = changes.map(({ meeting }) => meeting);
  const now: ReadonlyMap<string, MeetingState> = await readStates(em, timetable, meetings);
  const moved = changes.filter(({ meeting, before }) => !isSameState(before, now.get(meeting) ?? null));
  if (moved.length === 0) return;
  const names = moved.slice(0, 5).map(({ meeting }) => {
    const { teachingClassName, sequence } = facts.get(meeting)!;
    return `“${teachingClassName} ${sequence}”`;
  });
  throw invalid(
    `这些课次之后又被改动，无法撤销：${names.join('、')}${moved.length > 5 ? ' 等' : ''}`,
    `These meetings were changed since, so it cannot be taken back: ${names.join(', ')}` +
      `${moved.length > 5 ? ' and others' : ''}.`,
    { meetings: moved.map(({ meeting }) => meeting) },
  );
}
