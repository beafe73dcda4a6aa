import { DomainError } from '../../../schema/errors.js';
import { actsFor, authorize } from '../../../data/access.js';
import { contextInName, type Context } from '../../../data/context.js';
import { viewerOfUser } from '../../accounts/viewer.js';
import type { Claim } from './task-records.js';
import { requesterOf } from './runs.queries.js';

/**
 * In whose name a run stores its result: of the person who asked for it, with the rights of this moment. A
 * run that no person asked for stores in the name of whoever carries it out.
 * @throws LostRightsError when the person could not ask for it any more
 */
export async function authorOf(ctx: Context, claim: Claim): Promise<Context> {
  const { id, requestedById, departmentId } = claim;
  if (requestedById === null && departmentId === null) return ctx;
  const viewer = requestedById && (await viewerOfUser(ctx, requestedById));
  if (!viewer) throw await lostRights(ctx, id);
  const author = contextInName(ctx, viewer, id);
  try {
    authorize(author, departmentId === null ? 'startScheduling' : 'scheduleDepartment');
  } catch {
    throw await lostRights(ctx, id);
  }
  if (departmentId !== null && !actsFor(author, departmentId)) throw await lostRights(ctx, id);
  return author;
}

/** Thrown when whoever asked for a run lost the right to it meanwhile. */
export class LostRightsError extends DomainError {}

async function lostRights({ em }: Context, task: string): Promise<LostRightsError> {
  const [{ person, department }] = await requesterOf(em, task);
  const who = { zh: person ? `“${person}”` : '（账号已删除）', en: person ?? 'The deleted account' };
  const what = department
    ? { zh: `部门“${department}”的教务权限`, en: `the grant for the department "${department}"` }
    : { zh: '排课权限', en: 'the right to schedule' };
  return new LostRightsError('FORBIDDEN', {
    zh: `发起人${who.zh}的账号已停用，或不再拥有${what.zh}，排课结果没有保存。`,
    en: `${who.en}, who asked for the run, is disabled or has lost ${what.en}, so its result was not stored.`,
  });
}
