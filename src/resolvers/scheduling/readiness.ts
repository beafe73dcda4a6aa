import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { SchedulingReadiness } from '../../entities/scheduling/readiness.js';
import { Id } from '../../schema/scalars.js';
import type { Context } from '../../data/context.js';
import { readiness } from '../../services/scheduling/readiness/readiness.js';

@Resolver(() => SchedulingReadiness)
export class ReadinessResolver {
  @Query(() => SchedulingReadiness, {
    description:
      'What is missing in a semester before a run, by kind, with what mends it: ask it before ' +
      '`startScheduling`. 教务 see what is about their departments.',
  })
  readiness(
    @Ctx() ctx: Context,
    @Arg('semester', () => Id, { description: 'Identifier of the semester.' }) semester: string,
  ): Promise<SchedulingReadiness> {
    return readiness(ctx, semester);
  }
}
