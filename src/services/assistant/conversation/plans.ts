import { hash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { ChangePlan } from '../../../entities/assistant.js';
import { ChangeKind, reasonMax } from '../../../schema/timetables.js';
import { DomainError, errors } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import { beginningOf, say, type Text } from '../../../schema/texts.js';
import { authorize, declareRights, planners, signedIn, viewerOf } from '../../../data/access.js';
import { contextWithin, type Context } from '../../../data/context.js';
import { CrudService } from '../../../data/crud.js';
import { json } from '../../../data/statements.js';
import { transaction } from '../../../data/transaction.js';
import {
  forgetTimetables,
  type ChangeOutcome,
  type DateItem,
  edits,
  type ItemRequest,
} from '../../scheduling/changes/edits.js';
import type { WantedChange } from '../answers/planner.js';
import { AnswerLostError } from '../events.js';
import { insertPlan, lockPlan, notePlanApplied } from './plans.queries.js';

declareRights({ applyChangePlan: planners });

/** Minutes for which a plan can be applied. */
export const planMinutes = 10;
/** Clashes that a plan keeps; it cannot be applied with any. */
const clashesMax = 50;
/** How often a plan is judged again, because somebody changed the timetable at the same moment. */
const attemptsMax = 3;

/** A change that is to be planned. */
interface PlanRequest extends WantedChange {
  readonly conversation: string;
  readonly timetable: string;
  /** What the person said. */
  readonly words: string;
}

/** Plans as their people read them. */
export const planReads = new CrudService(ChangePlan, { plural: 'changePlans', rights: { one: signedIn } });

/** What a plan would do now, without a trace. @throws whatever the change is refused with */
export const judged = (ctx: Context, request: Omit<PlanRequest, 'conversation'>): Promise<ChangeOutcome> =>
  edited(ctx, request, { isDryRun: true });

/**
 * Keeps a change that was judged as a plan, which its person may apply for a while.
 * @throws AnswerLostError when the conversation was deleted
 */
export async function storePlan(ctx: Context, request: PlanRequest, outcome: ChangeOutcome): Promise<string> {
  const { conversation, timetable, kind, items, dates, words } = request;
  const id = uuidv7();
  const kept = { ...outcome, clashes: outcome.clashes.slice(0, clashesMax) };
  const [stored] = await insertPlan(
    ctx.em,
    ...([id, viewerOf(ctx).userId, conversation, timetable, kind, outcome.number] as const),
    ...([hashOf(id, outcome), words, json([...items, ...dates]), json(kept), planMinutes] as const),
  );
  if (!stored) throw new AnswerLostError(conversation);
  return id;
}

/** What a person is shown of the effect of a plan, as a text that is the same for the same effect. */
function effectOf({ changes, clashes, problems }: ChangeOutcome): string {
  const shown = (state: ChangeOutcome['changes'][number]['before']): unknown =>
    state && [
      state.place && Object.entries(state.place).sort(),
      state.isLocked,
      // Each time that it is judged a date has another id.
      ...(state.dates ?? []).map(({ id: _, ...date }) => Object.entries(date).sort()),
    ];
  return JSON.stringify([
    changes.map(({ meeting, before, after }) => [meeting, shown(before), shown(after)]).sort(),
    clashes.slice(0, clashesMax).map(({ text }) => text.en),
    problems.map(({ text }) => text.en),
  ]);
}

const hashOf = (id: string, outcome: ChangeOutcome): string =>
  hash('sha256', `${id} ${outcome.number} ${effectOf(outcome)}`);

/** What came of the wish to apply a plan. */
export interface PlanResult {
  /** The plan; if it was not applied, the same wish checked again. */
  readonly plan: string;
  readonly isApplied: boolean;
}

/**
 * Applies a plan as one change, exactly as it was shown. Where the timetable has changed so that it would do
 * something else by now, or is further than the caller knows, it is checked again and shown instead.
 * @param reason that is given with the yes, which is kept beside what was said
 * @param expectedNumber number of the newest change that the caller knows; any where it is left out
 * @throws OPERATION_INVALID when it has expired, was applied or is not the one that the caller was shown
 */
export async function applyChangePlan(
  ctx: Context,
  id: string,
  hash: string,
  expectedNumber?: number | null,
  reason: string | null = null,
): Promise<PlanResult> {
  authorize(ctx, 'applyChangePlan');
  const plan = await planReads.load(ctx, id);
  refuseUnusable(plan, hash);
  const stored = plan.items as (ItemRequest | DateItem)[];
  const dates = stored.filter((item) => 'date' in item);
  const items = stored.filter((item) => !('date' in item));
  const words = withReason(plan.words, reason);
  const request: PlanRequest = { ...plan, words, kind: plan.kind as PlanRequest['kind'], items, dates };
  for (let attempt = 0; ; attempt++) {
    const outcome = await judged(ctx, request);
    const isStale = typeof expectedNumber === 'number' && expectedNumber !== outcome.number;
    if (isStale || effectOf(outcome) !== effectOf(plan.outcome as ChangeOutcome)) {
      // What is different may be what the same plan has done a moment ago.
      ctx.rows.forget(ChangePlan);
      refuseUnusable(await planReads.load(ctx, id), hash);
      return { plan: await storePlan(ctx, request, outcome), isApplied: false };
    }
    if (await applied(ctx, plan, request, outcome.number)) return { plan: id, isApplied: true };
    if (attempt === attemptsMax) throw tooBusy();
  }
}

/** Applies a plan that was judged at a number of the semester. False where there is a newer change by now. */
async function applied(
  ctx: Context,
  plan: Row<ChangePlan>,
  request: PlanRequest,
  number: number,
): Promise<boolean> {
  try {
    await transaction(ctx, async (em) => {
      const [row] = await lockPlan(em, plan.id, viewerOf(ctx).userId);
      if (!row) throw errors.notFound({ zh: '变更计划', en: 'change plan' }, plan.id);
      if (row.appliedAt) throw alreadyApplied();
      const how = { isDryRun: false, expectedNumber: number };
      const { change } = await edited(contextWithin(ctx, em), request, how);
      await notePlanApplied(em, plan.id, change);
    });
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'VERSION_CONFLICT') return false;
    throw error;
  } finally {
    forgetTimetables(ctx);
    ctx.rows.forget(ChangePlan);
  }
}

/** Makes a change as the operation of the schema does that is called for it. */
function edited(
  ctx: Context,
  { kind, timetable, items, dates, words }: Omit<PlanRequest, 'conversation'>,
  how: { readonly isDryRun: boolean; readonly expectedNumber?: number },
): Promise<ChangeOutcome> {
  const terms = { ...how, reason: reasonOf(ctx, words) };
  if (kind === ChangeKind.UNDO) return edits.undo(ctx, timetable, terms);
  if (kind === ChangeKind.REDO) return edits.redo(ctx, timetable, terms);
  return edits.change(ctx, 'changeTimetable', timetable, items, {
    ...{ act: 'assist' as const, dates, endsDates: true, ...terms },
  });
}

/** What a person said, and why. */
export const withReason = (words: string, reason: string | null): string =>
  reason === null ? words : `${words}（${reason}）`;

/** Why a change was made, as its history keeps it: that it was said to the assistant, and in which words. */
export function reasonOf({ language }: Context, words: string): string {
  const reason = said(words)[language];
  return reason.length > reasonMax ? `${beginningOf(reason, reasonMax - 1)}…` : reason;
}

const said = (words: string): Text => say(`对助手说：${words}`, `Told the assistant: ${words}`);

function refuseUnusable({ appliedAt, expiresAt, fingerprint }: Row<ChangePlan>, seen: string): void {
  if (appliedAt) throw alreadyApplied();
  if (seen !== fingerprint)
    throw errors.notPossible(
      '校验值与该变更计划不符，请重新查看计划后再应用',
      'The hash is not that of the plan. Maybe read the plan again and apply what it shows.',
    );
  if (new Date(expiresAt).getTime() < Date.now())
    throw errors.notPossible(
      `该变更计划已超过 ${planMinutes} 分钟，不能再应用，请重新提出`,
      `The plan is older than ${planMinutes} minutes, so it is applied no more. Maybe ask for it again.`,
    );
}

const alreadyApplied = (): DomainError =>
  errors.notPossible(
    '该变更计划已经应用过，不能重复应用',
    'The plan was applied already. Maybe take its change back if it was not meant.',
  );

const tooBusy = (): DomainError =>
  new DomainError('VERSION_CONFLICT', {
    zh: '课表正被他人频繁修改，请稍后再应用',
    en: 'Others change the timetable all the time. Maybe apply the plan again in a moment.',
  });
