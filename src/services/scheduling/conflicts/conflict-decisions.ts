import { Conflict } from '../../../entities/scheduling/conflicts.js';
import { Series } from '../../../entities/scheduling/series.js';
import { TeachingClass } from '../../../entities/scheduling/teaching-classes.js';
import { ConflictMethod, ConflictStatus } from '../../../schema/timetables.js';
import { errors } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import { authorize, declareRights, planners } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { transaction } from '../../../data/transaction.js';
import { requireGrant } from '../../organisation/grants.js';
import { departmentsOfSides, dismissResolved, statusOf, storeDecision } from './conflicts.queries.js';
import { invalid, openTimetable, refuseUnchangeable } from '../changes/timetable.js';

declareRights({ ignoreConflict: planners, reopenConflict: planners, dismissConflicts: planners });

/** What people decide about conflicts without moving anything. */
export const conflictDecisions = {
  /** Accepts an open conflict for a reason, so that it no longer stops a publish. */
  ignore(ctx: Context, id: string, reason: string): Promise<Row<Conflict>> {
    authorize(ctx, 'ignoreConflict');
    if (!reason.trim()) throw withoutReason();
    return decide(ctx, id, { to: ConflictStatus.IGNORED, reason });
  },

  /** Takes back that a conflict was accepted: somebody has to deal with it again. */
  reopen(ctx: Context, id: string, reason: string | null): Promise<Row<Conflict>> {
    authorize(ctx, 'reopenConflict');
    return decide(ctx, id, { to: ConflictStatus.OPEN, reason });
  },

  /**
   * Takes the resolved conflicts of a series in the published timetable off the lists; the log keeps them.
   * Answers how many.
   */
  async dismiss(ctx: Context, series: string): Promise<number> {
    authorize(ctx, 'dismissConflicts');
    const { teachingClass } = await readOne(ctx, Series, series);
    const owner = (await ctx.rows.referenced(TeachingClass, teachingClass)) as Row<TeachingClass> | null;
    if (!owner) throw errors.notFound({ zh: '教学班', en: 'teaching class' }, teachingClass);
    await requireGrant(ctx, owner.department);
    const dismissed = await transaction(ctx, (em) => dismissResolved(em, series));
    ctx.rows.forget(Conflict);
    return dismissed.length;
  },
};

interface Decision {
  readonly to: ConflictStatus.OPEN | ConflictStatus.IGNORED;
  readonly reason: string | null;
}

/** Who acts for one side sees the conflict; only who acts for both decides for both. */
async function decide(ctx: Context, id: string, { to, reason }: Decision): Promise<Row<Conflict>> {
  const { timetable } = await readOne(ctx, Conflict, id);
  for (const { department } of await departmentsOfSides(ctx.em, id)) await requireGrant(ctx, department);
  await transaction(ctx, async (em) => {
    refuseUnchangeable(await openTimetable(ctx, em, timetable, { isLocked: true }), {});
    const [current] = await statusOf(em, id);
    if (!current) throw errors.notFound({ zh: '排课冲突', en: 'conflict' }, id);
    const { status, isAccepted } = current;
    const isIgnored = to === ConflictStatus.IGNORED;
    const canReopen = status === ConflictStatus.IGNORED || (status === ConflictStatus.OPEN && isAccepted);
    if (isIgnored && status !== ConflictStatus.OPEN) throw otherwise(status, ConflictStatus.OPEN);
    if (!isIgnored && !canReopen) throw otherwise(status, ConflictStatus.IGNORED);
    const [method, person] = isIgnored ? [ConflictMethod.OTHER, ctx.viewer?.userId ?? null] : [null, null];
    await storeDecision(em, id, to, method, reason?.trim() || null, person, isIgnored);
  });
  ctx.rows.forget(Conflict);
  return readOne(ctx, Conflict, id);
}

const withoutReason = (): Error =>
  errors.invalidInput([
    {
      field: 'reason',
      text: {
        zh: '忽略冲突须说明原因，请填写冲突为何无妨',
        en: 'Ignoring a conflict needs a reason. Maybe say why it is harmless.',
      },
    },
  ]);

const stateNames: Record<ConflictStatus, string> = { OPEN: '待处理', RESOLVED: '已解决', IGNORED: '已忽略' };

const otherwise = (status: ConflictStatus, expected: ConflictStatus): Error =>
  invalid(
    `冲突的状态是“${stateNames[status]}”，不是“${stateNames[expected]}”，请刷新后重试`,
    `The conflict is ${status}, not ${expected}. Maybe read it again.`,
    { status },
  );
