import { Arg, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import {
  TeachingClass,
  TeachingClassGroup,
  TeachingClassPart,
} from '../../entities/scheduling/teaching-classes.js';
import { TeacherInRole } from '../../entities/scheduling/further-teachers.js';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import { TeachingLink } from '../../entities/scheduling/teaching-links.js';
import { teachingLinks } from '../../services/scheduling/curriculum/teaching-links.js';
import type { Context } from '../../data/context.js';
import { enrolledCount } from '../../services/scheduling/enrolment/enrolments.js';
import { teachingClasses } from '../../services/scheduling/curriculum/teaching-classes.js';
import { mayPlan } from '../../services/scheduling/changes/change.js';
import { teachersOfClass } from '../../services/scheduling/timetable/who-teaches.js';
import { crudResolver, dryRun, expectedVersion, reason } from '../crud.js';

@Resolver(() => TeachingClass)
export class TeachingClassResolver extends crudResolver(teachingClasses) {
  @Query(() => [TeachingClass], {
    description: 'The enabled teaching classes of a department and those below, newest first.',
  })
  departmentTeachingClasses(
    @Ctx() ctx: Context,
    @Arg('department', () => Id, { description: 'The department that offers them, or one above that.' })
    department: string,
  ): Promise<Row<TeachingClass>[]> {
    return teachingClasses.ofDepartment(ctx, department);
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether the caller may move its meetings: planners those of departments granted to them.',
  })
  mayPlan(@Ctx() ctx: Context, @Root() { department }: Row<TeachingClass>): boolean {
    return mayPlan(ctx, department);
  }

  @Mutation(() => [TeachingClassPart], {
    description:
      'Splits a teaching class so that each part fits into a room: administrative classes stay whole ' +
      'unless partitions of them are named, enrolled students are shared out. It keeps the first part ' +
      'itself, and its meetings; the others get ' +
      'meetings like them, which have no place yet.',
  })
  splitTeachingClass(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the teaching class.' }) id: string,
    @Arg('studentsMax', () => Int, {
      nullable: true,
      description:
        'Students of a part at most; by default what the largest usual room of its type holds, which is ' +
        'as large as nine rooms of ten are at most.',
    })
    studentsMax: number | undefined,
    @expectedVersion version: number | undefined,
    @dryRun isDryRun: boolean,
    @reason why: string | undefined,
    @Arg('partitions', () => [Id], {
      nullable: true,
      description:
        'Partitions of its administrative classes, whose groups attend apart: each becomes a part of its ' +
        'own, or, with studentsMax, as many together as that lets.',
    })
    partitions: string[] | undefined,
  ): Promise<TeachingClassPart[]> {
    const sizes = { studentsMax, partitions };
    return teachingClasses.split(ctx, id, { ...sizes, expectedVersion: version, isDryRun, reason: why });
  }

  @Mutation(() => TeachingClassPart, {
    description:
      'Combines teaching classes of one course in one semester: the first takes over who attends the ' +
      'others, which are deleted with their meetings, unless a timetable holds one of these.',
  })
  combineTeachingClasses(
    @Ctx() ctx: Context,
    @Arg('ids', () => [Id], { description: 'Identifiers of 2 to 20 teaching classes.' }) ids: string[],
    @dryRun isDryRun: boolean,
    @reason why: string | undefined,
  ): Promise<TeachingClassPart> {
    return teachingClasses.combine(ctx, ids, { isDryRun, reason: why });
  }

  @FieldResolver(() => Int, {
    description: 'How many groups of students attend: its administrative classes, and 1 if it is elective.',
  })
  async classSize(
    @Ctx() { rows }: Context,
    @Root() { id, isCompulsory }: Row<TeachingClass>,
  ): Promise<number> {
    if (!isCompulsory) return 1;
    return (await rows.many(TeachingClassGroup, 'teachingClass', id)).length;
  }

  @FieldResolver(() => Int, { description: 'Students who are enrolled; none where it is compulsory.' })
  enrolledCount(@Ctx() ctx: Context, @Root() { id }: Row<TeachingClass>): Promise<number> {
    return enrolledCount(ctx, id);
  }

  @FieldResolver(() => [TeacherInRole], {
    description: 'All who teach some meeting of it, each once for each role.',
  })
  teachers(@Ctx() ctx: Context, @Root() { id }: Row<TeachingClass>): Promise<TeacherInRole[]> {
    return teachersOfClass(ctx, id);
  }
}

@Resolver(() => TeachingLink)
export class TeachingLinkResolver extends crudResolver(teachingLinks) {}
