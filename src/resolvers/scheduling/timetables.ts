import { Arg, Ctx, Extensions, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { ClassAssignment, UnplacedMeeting } from '../../entities/scheduling/assignments.js';
import { Meeting } from '../../entities/scheduling/meetings.js';
import { Timetable } from '../../entities/scheduling/timetables.js';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import type { Context } from '../../data/context.js';
import { assignmentsOf, unplacedOf, type UnplacedRow } from '../../services/scheduling/assignments.js';
import { timetableRevisions, timetables } from '../../services/scheduling/timetables.js';
import { crudResolver, expectedVersion } from '../crud.js';

/** What a query is charged for the assignments of a timetable, and for the meetings without a place. */
const assignmentsExpected = 300;
const unplacedExpected = 100;

@Resolver(() => Timetable)
export class TimetableResolver extends crudResolver(timetableRevisions) {
  @Query(() => Timetable, {
    nullable: true,
    description:
      'The timetable of a semester, by default of the current one; without a revision the published one, ' +
      'or for planners otherwise the newest draft.',
  })
  timetable(
    @Ctx() ctx: Context,
    @Arg('semester', () => Id, { nullable: true, description: 'The current one by default.' })
    semester?: string,
    @Arg('revision', () => Int, { nullable: true, description: 'Number of the revision, from 1.' })
    revision?: number,
  ): Promise<Row<Timetable> | null> {
    return timetables.one(ctx, { semester, revision });
  }

  @Extensions({ expectedRows: assignmentsExpected })
  @FieldResolver(() => [ClassAssignment], {
    description: 'Meetings with their time, room and teacher, by day and period; all arguments must match.',
  })
  assignments(
    @Ctx() ctx: Context,
    @Root() timetable: Row<Timetable>,
    @Arg('teacher', () => Id, { nullable: true, description: 'Only meetings of this teacher.' })
    teacher?: string,
    @Arg('administrativeClass', () => Id, {
      nullable: true,
      description: 'Only meetings that this administrative class attends.',
    })
    administrativeClass?: string,
    @Arg('classroom', () => Id, { nullable: true, description: 'Only meetings in this room.' })
    classroom?: string,
    @Arg('department', () => Id, {
      nullable: true,
      description: 'Only meetings of teaching classes of this department or one below it.',
    })
    department?: string,
    @Arg('teachingClass', () => Id, {
      nullable: true,
      description: 'Only meetings of this teaching class.',
    })
    teachingClass?: string,
    @Arg('week', () => Int, { nullable: true, description: 'Teaching week, from 1.' }) week?: number,
  ): Promise<Row<ClassAssignment>[]> {
    const filter = { teacher, administrativeClass, classroom, department, teachingClass, week };
    return assignmentsOf(ctx, timetable.id, filter);
  }

  @Extensions({ expectedRows: unplacedExpected })
  @FieldResolver(() => [UnplacedMeeting], {
    description: 'The meetings that are not placed in it, and why.',
  })
  unplaced(@Ctx() ctx: Context, @Root() { id }: Row<Timetable>): Promise<UnplacedRow[]> {
    return unplacedOf(ctx, id);
  }

  @Mutation(() => Timetable, {
    description:
      'Publishes a revision for everyone; the previously published one is archived at the same moment.',
  })
  publishTimetable(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the revision.' }) id: string,
    @expectedVersion version?: number,
  ): Promise<Row<Timetable>> {
    return timetables.publish(ctx, id, version);
  }
}

@Resolver(() => UnplacedMeeting)
export class UnplacedMeetingResolver {
  @FieldResolver(() => Timetable, { description: 'Timetable.' })
  timetable(@Ctx() ctx: Context, @Root() { timetable }: UnplacedRow): Promise<object | null> {
    return ctx.rows.referred(Timetable, timetable);
  }

  @FieldResolver(() => Meeting, { description: 'Meeting.' })
  meeting(@Ctx() ctx: Context, @Root() { meeting }: UnplacedRow): Promise<object | null> {
    return ctx.rows.referred(Meeting, meeting);
  }

  @FieldResolver(() => String, { description: 'Why it is not placed, in the language of the caller.' })
  reason(@Ctx() ctx: Context, @Root() { reasonZh, reasonEn }: UnplacedRow): string {
    return (ctx.language === 'zh' ? reasonZh : reasonEn) ?? '';
  }
}
