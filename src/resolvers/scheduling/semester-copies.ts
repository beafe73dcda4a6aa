import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { SemesterCopy, SemesterCopyInput } from '../../entities/scheduling/timetables.js';
import type { Context } from '../../data/context.js';
import { copySemester } from '../../services/scheduling/copies/semester-copies.js';
import { dryRun } from '../crud.js';

@Resolver()
export class SemesterCopyResolver {
  @Mutation(() => SemesterCopy, {
    description:
      'Copies the enabled teaching classes of a semester into another one, with their groups, seats and ' +
      'meetings, and the places of a timetable as a draft. Administrative classes attend again what they ' +
      'attended, but for those that have left; no student is enrolled. Done again, it adds only what is ' +
      'missing, and makes another draft.',
  })
  copySemester(
    @Ctx() ctx: Context,
    @Arg('input', () => SemesterCopyInput, { description: 'What is copied, and into which semester.' })
    input: SemesterCopyInput,
    @dryRun isDryRun: boolean,
  ): Promise<SemesterCopy> {
    return copySemester(ctx, input, isDryRun);
  }
}
