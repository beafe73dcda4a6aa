import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { Course, CreditHourType } from '../../entities/courses.js';
import { AdministrativeClass } from '../../entities/organisation.js';
import { Teacher } from '../../entities/people.js';
import { Campus, Classroom } from '../../entities/places.js';
import {
  SeriesProposal,
  SeriesProposalInput,
  type ProposedAdjustment,
  type ProposedSeries,
} from '../../entities/scheduling/series-proposals.js';
import { Semester } from '../../entities/scheduling/semesters.js';
import type { Context } from '../../data/context.js';
import { proposeSeries } from '../../services/assistant/form/series-proposal.js';
import type { Addition, Adjusted } from '../../services/scheduling/proposals/proposal.js';
import { shownStanding } from './series.js';

@Resolver()
export class SeriesProposalResolver {
  @Query(() => SeriesProposal, {
    description:
      'Proposes a new series, or a change of one: what fits what is said and filled in, and clashes with ' +
      'nothing where that can be. Judged as storing it would be; nothing is stored.',
  })
  async seriesProposal(
    @Ctx() ctx: Context,
    @Arg('input', () => SeriesProposalInput, { description: 'What is wanted.' }) input: SeriesProposalInput,
  ): Promise<SeriesProposal> {
    const { text, addition, adjustment, problems } = await proposeSeries(ctx, input);
    return {
      text: text[ctx.language],
      addition: addition ? await shownAddition(ctx, addition) : null,
      adjustment: adjustment ? await shownAdjustment(ctx, adjustment, text[ctx.language]) : null,
      problems: problems.map((problem) => problem[ctx.language]),
    };
  }
}

async function shownAddition(ctx: Context, proposed: Addition): Promise<ProposedSeries> {
  const { rows } = ctx;
  const { creditHourType, administrativeClasses, times } = proposed;
  const classes = await Promise.all(
    administrativeClasses.map((id) => rows.referenced(AdministrativeClass, id)),
  );
  return {
    ...proposed,
    semester: await rows.one(Semester, proposed.semester),
    course: await rows.referenced(Course, proposed.course),
    teacher: await rows.referenced(Teacher, proposed.teacher),
    classroom: await rows.referenced(Classroom, proposed.classroom),
    campus: await rows.referenced(Campus, proposed.campus),
    creditHourType: creditHourType && (await rows.referenced(CreditHourType, creditHourType)),
    administrativeClasses: classes.filter((each) => each !== null),
    times: times.map((time) => ({ ...time, weeks: [...time.weeks] })),
  } as ProposedSeries;
}

const reasonMax = 255;

const shownAdjustment = async (
  ctx: Context,
  { series, ...standing }: Adjusted,
  text: string,
): Promise<ProposedAdjustment> => ({
  seriesId: series,
  adjustments: await shownStanding(ctx, standing),
  acceptsClashes: false,
  reason: [...text].slice(0, reasonMax).join(''),
});
