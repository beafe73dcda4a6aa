import type { Context } from '../../../data/context.js';
import { json } from '../../../data/statements.js';
import { offersWithin, type FittedOffer } from './fitting.js';
import type { Facts } from './judgement.js';
import { offerTimes } from './offers.queries.js';
import { EnrolmentRefusal, shownTime } from './refusals.js';

/** Alternatives that a refusal names: of the same course, and others. */
const alternativesMax = { sameCourse: 5, others: 5 };
/** Refusals of a second for which a process looks for alternatives: where hundreds come, others name none. */
const lookedForMax = 20;

let second = 0;
let lookedFor = 0;

/** Whether there is time to look for alternatives now. */
function mayLook(): boolean {
  const now = Math.floor(performance.now() / 1_000);
  if (now !== second) [second, lookedFor] = [now, 0];
  return lookedFor++ < lookedForMax;
}

/**
 * What is told of an error: one that says that seats or time are lacking names what could be taken instead,
 * as `extensions.alternatives`; null where too many ask at once.
 * @param facts by which it was refused
 */
export async function withAlternatives(
  ctx: Context,
  error: unknown,
  student: string,
  facts: Facts | null,
): Promise<unknown> {
  if (!(error instanceof EnrolmentRefusal) || !facts || !['CLASH', 'FULL'].includes(error.kind)) return error;
  const alternatives = mayLook() ? await alternativesTo(ctx, student, facts) : null;
  return new EnrolmentRefusal(error.kind, error.text, { ...error.details, alternatives });
}

async function alternativesTo({ em, language }: Context, student: string, facts: Facts): Promise<object[]> {
  const round = facts.rounds.find((each) => each.isOffered && each.isOpenToStudent && each.state === 'OPEN');
  if (!round) return [];
  const offers = await offersWithin(em, student, round);
  const fitting = offers.filter(({ fits, freeSeats }) => fits && freeSeats !== 0);
  const isSame = ({ course }: FittedOffer): boolean => course === facts.class.course;
  const chosen = [
    ...fitting.filter((each) => isSame(each)).slice(0, alternativesMax.sameCourse),
    ...fitting.filter((each) => !isSame(each)).slice(0, alternativesMax.others),
  ];
  const times = new Map((await offerTimes(em, json(chosen.map(({ id }) => id)))).map((row) => [row.id, row]));
  return chosen.map((each) => ({
    id: each.id,
    code: each.code,
    name: each.name,
    courseName: each.courseName,
    isSameCourse: isSame(each),
    credits: each.credits,
    freeSeats: each.freeSeats,
    teachers: times.get(each.id)?.teachers ?? [],
    times: (times.get(each.id)?.times ?? []).map((time) => shownTime(time)[language]),
  }));
}
