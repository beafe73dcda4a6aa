import type { SeriesProposalInput } from '../../../entities/scheduling/series-proposals.js';
import { authorize, declareRights, planners } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { proposeAddition } from '../../scheduling/proposals/addition.js';
import { proposeAdjustment } from '../../scheduling/proposals/adjustment.js';
import { readForm } from './form-reading.js';
import { basisOf, onlyWords, type Proposal } from '../../scheduling/proposals/proposal.js';
import { joined } from '../planner/words.js';
import { situationOf } from '../situation.js';
import { answerTo, answerToNoWish, isQuestion } from './questions.js';
import type { Wishes } from '../../scheduling/proposals/wished-times.js';

declareRights({ seriesProposal: planners });

/**
 * Proposes a new series, or a change of one, to somebody who fills in its form: what fits what is said and
 * filled in, and clashes with nothing where that can be. A question is answered in words. Nothing is stored.
 */
export async function proposeSeries(ctx: Context, input: SeriesProposalInput): Promise<Proposal> {
  authorize(ctx, 'seriesProposal');
  const { semester, text } = input;
  const situation = await situationOf(ctx, null, semester);
  if (isQuestion(text, situation))
    return answerTo(ctx, input, situation, (wishes) => proposedFor(ctx, input, wishes, true));
  const { reading: wishes, notice } = await readForm(ctx, text, situation);
  const proposal = answerToNoWish(text, situation, wishes) ?? (await proposedFor(ctx, input, wishes, false));
  return notice ? { ...proposal, text: joined([proposal.text, notice], '\n') } : proposal;
}

/** @param isAsked whether it is only asked if the form may have what is wished for */
async function proposedFor(
  ctx: Context,
  input: SeriesProposalInput,
  wishes: Wishes,
  isAsked: boolean,
): Promise<Proposal> {
  const { semester, isAdjustment, series } = input;
  const form = input.form ?? {};
  const basis = await basisOf(ctx, semester);
  if (wishes.doubt) return onlyWords(wishes.doubt.zh, wishes.doubt.en);
  if (!isAdjustment) return proposeAddition(ctx, basis, form, { wishes, isAsked });
  if (series) return proposeAdjustment(ctx, basis, { id: series, form }, { wishes, isAsked });
  return onlyWords(
    '请先打开要调整的排课，再说明要调整什么。',
    'Which series shall change? Maybe open it first.',
  );
}
