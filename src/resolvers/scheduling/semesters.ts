import { Arg, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Semester } from '../../entities/scheduling/semesters.js';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import type { Context } from '../../data/context.js';
import { semesters } from '../../services/scheduling/semester/semesters.js';
import { weekCountOf } from '../../services/scheduling/semester/weeks.js';
import { crudResolver, expectedVersion } from '../crud.js';

@Resolver(() => Semester)
export class SemesterResolver extends crudResolver(semesters) {
  @Query(() => Semester, { description: 'The semester that timetables show by default.' })
  currentSemester(@Ctx() ctx: Context): Promise<Row<Semester>> {
    return semesters.current(ctx);
  }

  @Mutation(() => Semester, { description: 'Makes a semester the only current one.' })
  setCurrentSemester(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the semester.' }) id: string,
    @expectedVersion version?: number,
  ): Promise<Row<Semester>> {
    return semesters.setCurrent(ctx, id, version);
  }

  @FieldResolver(() => Int, {
    description: 'Teaching weeks, counted from the Monday of the week in which it starts.',
  })
  weekCount(@Root() semester: Row<Semester>): number {
    return weekCountOf(semester);
  }
}
