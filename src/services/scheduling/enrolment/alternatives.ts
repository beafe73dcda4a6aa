import type { Context } from '../../../data/context.js';
import { json } from '../../../data/statements.js';
import { offersTo, type FittedOffer } from './fitting.js';
import { classOfRefusal, offerTimes } from './offers.queries.js';
import { EnrolmentRefusal, shownTime } from './refusals.js';

/** Alternatives that a refusal names: of the same course, and others. */
const alternativesMax = { sameCourse: 5, others: 5 };

/**
 * What is told of an error: one that says that seats or time are lacking names what could be taken instead,
 * as `extensions.alternatives`.
 */
export async function withAlternatives(
  ctx: Context,
  error: unknown,
  { student, teachingClass, round }: { student: string; teachingClass: string; round: string | null },
): Promise<unknown> {
  if (!(error instanceof EnrolmentRefusal) || !['CLASH', 'FULL'].includes(error.kind)) return error;
  const [from] = await classOfRefusal(ctx.em, student, teachingClass, round);
  const found = from?.round ? await offersTo(ctx.em, student, from.round) : null;
  const fitting = (found?.offers ?? []).filter(({ fits, freeSeats }) => fits && freeSeats !== 0);
  const isSame = ({ course }: FittedOffer): boolean => course === from.course;
  const chosen = [
    ...fitting.filter((each) => isSame(each)).slice(0, alternativesMax.sameCourse),
    ...fitting.filter((each) => !isSame(each)).slice(0, alternativesMax.others),
  ];
  const times = new Map(
    (await offerTimes(ctx.em, json(chosen.map(({ id }) => id)))).map((row) => [row.id, row]),
  );
  const alternatives = chosen.map((each) => ({
    id: each.id,
    code: each.code,
    name: each.name,
    courseName: each.courseName,
    isSameCourse: isSame(each),
    credits: each.credits,
    freeSeats: each.freeSeats,
    teachers: times.get(each.id)?.teachers ?? [],
    times: (times.get(each.id)?.times ?? []).map((time) => shownTime(time)[ctx.language]),
  }));
  return new EnrolmentRefusal(error.kind, error.text, { ...error.details, alternatives });
}
