import { Arg, Ctx, Extensions, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import {
  AccessToken,
  CreatedUser,
  DepartmentGrant,
  InitialPasswordSheet,
  PasswordReset,
  Permission,
  Role,
  SignIn,
  User,
  UserInfo,
} from '../entities/accounts.js';
import { Student, Teacher } from '../entities/people.js';
import { AccountTransition } from '../schema/enums.js';
import type { Row } from '../schema/rows.js';
import { Id } from '../schema/scalars.js';
import * as emailChange from '../services/accounts/email-change.js';
import * as passwordReset from '../services/accounts/password-reset.js';
import * as profile from '../services/accounts/profile.js';
import * as registration from '../services/accounts/registration.js';
import { RegistrationInput } from '../services/accounts/registration.js';
import {
  exportInitialPasswords,
  initialPasswordExports,
} from '../services/accounts/initial-password-export.js';
import { permissions, roles } from '../services/accounts/roles.js';
import * as sessions from '../services/accounts/sessions.js';
import { signIn } from '../services/accounts/sign-in.js';
import { UserInput, UserPatch } from '../services/accounts/user-inputs.js';
import { changeAccount, transitionsOf } from '../services/accounts/transitions.js';
import {
  confirmPhone,
  createUser,
  deleteUser,
  setDepartmentGrants,
  updateUser,
  users,
} from '../services/accounts/users.js';
import type { Context } from '../data/context.js';
import { crudResolver, dryRun, expectedVersion } from './crud.js';

type ArgumentDecorator = ReturnType<typeof Arg>;
const text = (name: string, description: string): ArgumentDecorator =>
  Arg(name, () => String, { description });
const maybeText = (name: string, description: string): ArgumentDecorator =>
  Arg(name, () => String, { nullable: true, description });

@Resolver()
export class SignInResolver {
  @Extensions({ ignoresIdempotencyKey: true })
  @Mutation(() => SignIn, {
    description: 'Signs in by confirmed e-mail, confirmed phone, student number, staff number or user name.',
  })
  signIn(
    @Ctx() ctx: Context,
    @text('user', 'E-mail, phone, student number, staff number or user name.') user: string,
    @text('password', 'Password; at the first sign-in of a student or teacher the initial one.')
    password: string,
  ): Promise<SignIn> {
    return signIn(ctx, { user, password });
  }

  @Extensions({ ignoresIdempotencyKey: true })
  @Mutation(() => AccessToken, {
    description: 'Exchanges a refresh token, which can be used once, for new tokens.',
  })
  refreshTokens(
    @Ctx() ctx: Context,
    @text('refreshToken', 'The refresh token.') refreshToken: string,
  ): Promise<AccessToken> {
    return sessions.refreshTokens(ctx, refreshToken);
  }

  @Mutation(() => Boolean, {
    description: 'Ends the session of the caller; its tokens stop working at once.',
  })
  signOut(@Ctx() ctx: Context): Promise<boolean> {
    return sessions.signOut(ctx);
  }

  @Mutation(() => Boolean, {
    description:
      'Creates the account of a student or teacher who proved the initial password by a sign-in or by ' +
      'stating it here.',
  })
  register(
    @Ctx() ctx: Context,
    @Arg('input', () => RegistrationInput, { description: 'Who registers, and with what account.' })
    input: RegistrationInput,
  ): Promise<boolean> {
    return registration.register(ctx, input);
  }

  @Mutation(() => PasswordReset, {
    description: 'Sends a link to reset a forgotten password. The answer is the same for an unknown address.',
  })
  requestPasswordReset(
    @Ctx() ctx: Context,
    @text('email', 'E-mail of the account.') email: string,
  ): Promise<PasswordReset> {
    return passwordReset.requestPasswordReset(ctx, { email });
  }

  @Mutation(() => Boolean, { description: 'Resets a forgotten password, once per token.' })
  resetPassword(
    @Ctx() ctx: Context,
    @text('token', 'The token at the end of the link.') token: string,
    @text('newPassword', 'New password.') newPassword: string,
    @text('confirmation', 'The new password again.') confirmation: string,
  ): Promise<boolean> {
    return passwordReset.resetPassword(ctx, { token, newPassword, confirmation });
  }
}

@Resolver()
export class InitialPasswordResolver extends crudResolver(initialPasswordExports) {
  @Extensions({ ignoresIdempotencyKey: true })
  @Mutation(() => InitialPasswordSheet, {
    description:
      'New initial passwords of the students of a class, or of everybody of a department and below it, who ' +
      'have no account yet. Those of an earlier export are void.',
  })
  exportInitialPasswords(
    @Ctx() ctx: Context,
    @Arg('administrativeClass', () => Id, { nullable: true, description: 'Class of the students.' })
    administrativeClass?: string,
    @Arg('department', () => Id, { nullable: true, description: 'Department of the students and teachers.' })
    department?: string,
    @dryRun isDryRun = false,
  ): Promise<InitialPasswordSheet> {
    return exportInitialPasswords(ctx, { administrativeClass, department }, isDryRun);
  }
}

@Resolver()
export class ProfileResolver {
  @Query(() => UserInfo, { description: 'The account of the caller.' })
  async me(@Ctx() ctx: Context): Promise<Partial<UserInfo>> {
    return { user: await profile.me(ctx) };
  }

  @Mutation(() => User, {
    description:
      "Changes the caller's own name, e-mail or phone; fields left out keep their value. Without the " +
      'password a new e-mail takes effect only after a link sent to the old one is opened. A new e-mail ' +
      'signs in once the link sent to it is opened, a new phone once an administrator has confirmed it.',
  })
  updateProfile(
    @Ctx() ctx: Context,
    @maybeText('name', 'New user name.') name?: string,
    @maybeText('email', 'New e-mail.') email?: string,
    @maybeText('phone', 'New phone.') phone?: string,
    @maybeText('password', 'Password until now; lets a new e-mail take effect at once.') password?: string,
  ): Promise<Row<User>> {
    return profile.updateProfile(ctx, { name, email, phone, password });
  }

  @Mutation(() => Boolean, {
    description:
      'Confirms the e-mail of an account, or puts a new one into effect, with the token of a link, once.',
  })
  confirmEmail(
    @Ctx() ctx: Context,
    @text('token', 'The token at the end of the link.') token: string,
  ): Promise<boolean> {
    return emailChange.confirmEmail(ctx, { token });
  }

  @Mutation(() => Boolean, {
    description: "Changes the caller's password and ends all of their sessions, this one too.",
  })
  changePassword(
    @Ctx() ctx: Context,
    @text('currentPassword', 'Current password.') currentPassword: string,
    @text('newPassword', 'New password.') newPassword: string,
    @text('confirmation', 'The new password again.') confirmation: string,
  ): Promise<boolean> {
    return profile.changePassword(ctx, { currentPassword, newPassword, confirmation });
  }
}

@Resolver(() => UserInfo)
export class UserResolver extends crudResolver(users, {
  shownAs: { type: UserInfo, from: (user) => ({ user }) },
}) {
  @FieldResolver(() => Student, { nullable: true, description: 'The student whose account it is.' })
  async student(@Ctx() ctx: Context, @Root() { user }: UserInfo): Promise<Row<Student> | null> {
    return (await ctx.rows.many(Student, 'user', user.id))[0] ?? null;
  }

  @FieldResolver(() => Teacher, { nullable: true, description: 'The teacher whose account it is.' })
  async teacher(@Ctx() ctx: Context, @Root() { user }: UserInfo): Promise<Row<Teacher> | null> {
    return (await ctx.rows.many(Teacher, 'user', user.id))[0] ?? null;
  }

  @Extensions({ ignoresIdempotencyKey: true })
  @Mutation(() => CreatedUser, {
    description: 'Creates an account for a person who is neither student nor teacher.',
  })
  createUser(
    @Ctx() ctx: Context,
    @Arg('input', () => UserInput, { description: 'The new account.' }) input: UserInput,
  ): Promise<CreatedUser> {
    return createUser(ctx, input);
  }

  @Mutation(() => UserInfo, {
    description:
      'Changes an account: fields left out, null or empty keep their value, an empty list of permissions ' +
      'clears them.',
  })
  async updateUser(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the account.' }) id: string,
    @Arg('input', () => UserPatch, { description: 'The fields to change.' }) input: UserPatch,
    @expectedVersion version?: number,
  ): Promise<Partial<UserInfo>> {
    return { user: await updateUser(ctx, id, input, version) };
  }

  @Mutation(() => UserInfo, {
    description:
      'Confirms the phone of an account of any role, after its owner was asked: it signs in from now on, ' +
      'and belongs to no other account.',
  })
  async confirmPhone(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the account.' }) id: string,
    @text('phone', 'The phone that was confirmed; refused if the account has another one.') phone: string,
  ): Promise<Partial<UserInfo>> {
    return { user: await confirmPhone(ctx, id, phone) };
  }

  @FieldResolver(() => [DepartmentGrant], {
    description:
      'The departments that the account acts for, oldest grant first; those below each are included.',
  })
  departmentGrants(@Ctx() ctx: Context, @Root() { user }: UserInfo): Promise<Row<DepartmentGrant>[]> {
    return ctx.rows.many(DepartmentGrant, 'user', user.id);
  }

  @Mutation(() => UserInfo, {
    description:
      'Sets the departments that a member of academic affairs acts for, in place of those before. Whoever ' +
      'gains or loses one signs in again.',
  })
  async setDepartmentGrants(
    @Ctx() ctx: Context,
    @Arg('user', () => Id, { description: 'Identifier of the account.' }) user: string,
    @Arg('departments', () => [Id], { description: 'Identifiers of the departments, one at least.' })
    departments: string[],
  ): Promise<Partial<UserInfo>> {
    return { user: await setDepartmentGrants(ctx, user, departments) };
  }

  @FieldResolver(() => [AccountTransition], {
    description: 'The transitions possible in the current state of the account.',
  })
  transitions(@Root() { user }: UserInfo): AccountTransition[] {
    return transitionsOf(user);
  }

  @Mutation(() => UserInfo, {
    description: 'Changes the state of an account of any role; a refusal lists the possible transitions.',
  })
  async changeAccount(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the account.' }) id: string,
    @Arg('transition', () => AccountTransition, { description: 'The transition.' })
    transition: AccountTransition,
    @expectedVersion version?: number,
  ): Promise<Partial<UserInfo>> {
    return { user: await changeAccount(ctx, id, transition, version) };
  }

  @Mutation(() => Id, {
    description: 'Deletes an account and returns its identifier; the student or teacher behind it is kept.',
  })
  deleteUser(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the account.' }) id: string,
    @expectedVersion version?: number,
  ): Promise<string> {
    return deleteUser(ctx, id, version);
  }
}

@Resolver(() => Role)
export class RoleResolver extends crudResolver(roles, { omit: ['one'] }) {
  @Query(() => Role, { description: 'One role, by id or name.' })
  role(
    @Ctx() ctx: Context,
    @text('idOrName', 'Identifier or name of the role.') idOrName: string,
  ): Promise<Row<Role>> {
    return roles.named(ctx, idOrName);
  }
}

@Resolver(() => Permission)
export class PermissionResolver extends crudResolver(permissions) {}
