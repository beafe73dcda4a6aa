import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { Student, Teacher } from '../entities/people.js';
import { AccountState } from '../schema/enums.js';
import type { Row } from '../schema/rows.js';
import { Id } from '../schema/scalars.js';
import { accountStateOf } from '../services/accounts/account-state.js';
import { numberNotice } from '../services/accounts/sign-in-names.js';
import type { Context } from '../data/context.js';
import { teacherTypes } from '../services/people/teacher-types.js';
import { students } from '../services/people/students.js';
import { teachers } from '../services/people/teachers.js';
import { crudResolver, crudResolvers } from './crud.js';

const accountState =
  'Whether there is an account, and whether it may be used. Null for callers who may not know.';
const noticeOfNumber =
  'That an account of somebody else has the number as its user name, if so; for those alone who act for ' +
  'the department.';
const isDisabled = 'true disables the account, false enables it.';

@Resolver(() => Teacher)
export class TeacherResolver extends crudResolver(teachers) {
  @FieldResolver(() => AccountState, { nullable: true, description: accountState })
  async accountState(@Ctx() ctx: Context, @Root() teacher: Row<Teacher>): Promise<AccountState | null> {
    return ctx.rows.mayKnow(Teacher, teacher) ? accountStateOf(ctx, teacher.user) : null;
  }

  @FieldResolver(() => String, { nullable: true, description: noticeOfNumber })
  numberNotice(@Ctx() ctx: Context, @Root() teacher: Row<Teacher>): Promise<string | null> {
    return numberNotice(ctx, teacher);
  }

  @Mutation(() => Teacher, {
    description: 'Disables or enables the account of a teacher; its tokens stop working at once.',
  })
  disableTeacherAccount(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the teacher.' }) id: string,
    @Arg('isDisabled', () => Boolean, { defaultValue: true, description: isDisabled }) disabled: boolean,
  ): Promise<Row<Teacher>> {
    return teachers.disableAccount(ctx, id, disabled);
  }
}

@Resolver(() => Student)
export class StudentResolver extends crudResolver(students) {
  @FieldResolver(() => AccountState, {
    description: 'Whether there is an account, and whether it may be used.',
  })
  accountState(@Ctx() ctx: Context, @Root() student: Row<Student>): Promise<AccountState> {
    return accountStateOf(ctx, student.user);
  }

  @FieldResolver(() => String, { nullable: true, description: noticeOfNumber })
  numberNotice(@Ctx() ctx: Context, @Root() student: Row<Student>): Promise<string | null> {
    return numberNotice(ctx, student);
  }

  @Mutation(() => Student, {
    description: 'Disables or enables the account of a student; its tokens stop working at once.',
  })
  disableStudentAccount(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the student.' }) id: string,
    @Arg('isDisabled', () => Boolean, { defaultValue: true, description: isDisabled }) disabled: boolean,
  ): Promise<Row<Student>> {
    return students.disableAccount(ctx, id, disabled);
  }
}

export const peopleResolvers = crudResolvers(teacherTypes);
