import { Arg, Args, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { PreferenceChange, TeacherPreference, TeacherQualification } from '../entities/courses.js';
import { QualificationStatus } from '../schema/enums.js';
import { PageArgs, pageOf, type Page } from '../schema/pages.js';
import type { Row } from '../schema/rows.js';
import { Id } from '../schema/scalars.js';
import type { Context } from '../data/context.js';
import { preferences } from '../services/courses/preferences.js';
import {
  copyTeacherPreferences,
  PreferenceWeekInput,
  setTeacherPreferences,
} from '../services/courses/preference-weeks.js';
import { qualifications, TeacherQualificationInput } from '../services/courses/qualifications.js';
import {
  courseCategories,
  courseNatures,
  courseProperties,
  courseTypes,
  creditHourTypes,
} from '../services/courses/classifications.js';
import { courses } from '../services/courses/courses.js';
import { crudResolver, crudResolvers, dryRun } from './crud.js';

const PreferencePage = pageOf(TeacherPreference);

@Resolver(() => TeacherQualification)
export class TeacherQualificationResolver extends crudResolver(qualifications) {
  @Mutation(() => TeacherQualification, {
    description: 'The calling teacher applies for a qualification, which then awaits its review.',
  })
  applyForTeacherQualification(
    @Ctx() ctx: Context,
    @Arg('input', () => TeacherQualificationInput, {
      description: 'The application; its teacher is always the caller.',
    })
    input: TeacherQualificationInput,
  ): Promise<Row<TeacherQualification>> {
    return qualifications.apply(ctx, input);
  }

  @Mutation(() => TeacherQualification, { description: 'Approves or rejects an application, once.' })
  reviewTeacherQualification(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the application.' }) id: string,
    @Arg('status', () => QualificationStatus, { description: 'APPROVED or REJECTED.' })
    status: QualificationStatus,
    @Arg('remarks', () => String, { nullable: true, description: 'Replaces the remarks of the teacher.' })
    remarks?: string,
    @Arg('expectedVersion', () => Int, {
      nullable: true,
      description: 'The version that you read; the review is refused if it has changed since.',
    })
    expectedVersion?: number,
  ): Promise<Row<TeacherQualification>> {
    return qualifications.review(ctx, id, status, { remarks, expectedVersion });
  }
}

@Resolver(() => TeacherPreference)
export class TeacherPreferenceResolver extends crudResolver(preferences) {
  @Query(() => PreferencePage, { description: 'A page of the preferences of the calling teacher.' })
  myTeacherPreferences(
    @Ctx() ctx: Context,
    @Args(() => PageArgs) args: PageArgs,
    @Arg('semester', () => Id, { nullable: true, description: 'Only those of the semester.' })
    semester?: string,
  ): Promise<Page<Row<TeacherPreference>>> {
    return preferences.pageOfOwn(ctx, args, semester);
  }

  @Mutation(() => PreferenceChange, {
    description:
      'Stores the preferences of whole days, in place of those that are there: of the calling teacher, or ' +
      'of teachers whom the caller plans for.',
  })
  setTeacherPreferences(
    @Ctx() ctx: Context,
    @Arg('input', () => PreferenceWeekInput, { description: 'The week.' }) input: PreferenceWeekInput,
    @dryRun isDryRun: boolean,
  ): Promise<PreferenceChange> {
    return setTeacherPreferences(ctx, input, isDryRun);
  }

  @Mutation(() => PreferenceChange, {
    description:
      'Copies the preferences of an earlier semester for teachers who have none yet, as far as the caller ' +
      'plans for them.',
  })
  copyTeacherPreferences(
    @Ctx() ctx: Context,
    @Arg('to', () => Id, { description: 'The semester that gets them.' }) to: string,
    @dryRun isDryRun: boolean,
    @Arg('from', () => Id, {
      nullable: true,
      description: 'The semester that has them; left out: the one that began last before it.',
    })
    from?: string,
    @Arg('teachers', () => [Id], { nullable: true, description: 'Only of these teachers, at most 100.' })
    teachers?: string[],
  ): Promise<PreferenceChange> {
    return copyTeacherPreferences(ctx, { to, from, teachers }, isDryRun);
  }
}

export const coursesResolvers = crudResolvers(
  courseNatures,
  courseTypes,
  courseProperties,
  courseCategories,
  creditHourTypes,
  courses,
);
