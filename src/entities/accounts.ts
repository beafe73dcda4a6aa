import { Field, ObjectType, Int } from 'type-graphql';
import type { Ref } from '@mikro-orm/core';
import type { Row } from '../schema/rows.js';
import { Id, Instant } from '../schema/scalars.js';
import { Student, Teacher } from './people.js';
import { RoleKey } from '../schema/enums.js';
import { all, everybody, nobody, own } from '../data/callers.js';
import { StoredEntity } from '../data/columns.js';
import {
  belongsTo,
  choice,
  flag,
  instant,
  integer,
  list,
  stored,
  text,
  uniqueTogether,
} from '../data/decorators.js';
import { FileContent } from './imports.js';
import { AdministrativeClass, Department } from './organisation.js';
import { shown } from '../schema/shown.js';

@stored('角色', 'role', 'What a kind of user may do.', { rows: everybody })
export class Role extends StoredEntity {
  @text('角色名称', 'Role name', { max: 32, unique: true, sorted: 'chinese', searched: true })
  name: string;

  @choice('角色标识', 'Role key', RoleKey, { unique: true, about: 'The role in the rights matrix.' })
  key: RoleKey;

  @flag('角色状态', 'Role status', { initial: true })
  isEnabled: boolean;

  @list('权限', 'Permissions', 'text', { initial: [], about: 'Permission keys of the role.' })
  permissions: string[];
}

@stored('权限', 'permission', 'A named right that roles and users may hold.', { rows: everybody })
export class Permission extends StoredEntity {
  @text('权限标识', 'Permission key', { max: 255, unique: true, sorted: 'plain', searched: true })
  key: string;

  @text('权限名称', 'Permission name', { max: 128, sorted: 'chinese', searched: true })
  name: string;

  @text('权限描述', 'Permission description', { max: 255, nullable: true })
  description: string | null;
}

const userNamePattern = /^[0-9A-Za-z_-]{4,32}$/;
export const emailPattern = /^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,6}$/;
const phonePattern = /^1[3456789]\d{9}$/;
export const passwordPattern = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z]).{6,}$/;

@stored('用户', 'user', 'An account that can sign in.', {
  rows: { ADMINISTRATOR: all, SIGNED_IN: own('id', 'userId') },
})
export class User extends StoredEntity {
  @text('用户名', 'User name', {
    max: 32,
    unique: true,
    pattern: userNamePattern,
    patternText: {
      zh: '用户名格式不正确，应为4-32位的字母、数字、下划线或短横线',
      en: 'A user name has 4 to 32 letters, digits, underscores or hyphens.',
    },
    sorted: 'plain',
    searched: true,
  })
  name: string;

  @text('邮箱', 'E-mail', {
    max: 255,
    uniqueIf: 'isEmailConfirmed',
    pattern: emailPattern,
    patternText: {
      zh: '邮箱格式不正确，应为 name@example.com 这样的地址',
      en: 'This is not an e-mail address such as name@example.com.',
    },
    sorted: 'plain',
    searched: true,
  })
  email: string;

  @flag('邮箱已确认', 'E-mail confirmed', {
    initial: false,
    about:
      'Whether the owner opened a link in that mailbox, or staff set it. Only then the e-mail signs in, ' +
      'and belongs to no other account.',
  })
  isEmailConfirmed: boolean;

  @text('手机号', 'Phone', {
    max: 16,
    uniqueIf: 'isPhoneConfirmed',
    pattern: phonePattern,
    patternText: {
      zh: '手机号格式不正确，应为 13 至 19 开头的 11 位数字',
      en: 'A mobile number has 11 digits and begins with 13 to 19.',
    },
    searched: true,
  })
  phone: string;

  @flag('手机号已确认', 'Phone confirmed', {
    initial: false,
    about:
      'Whether staff set or confirmed the phone. Only then it signs in, and belongs to no other account; ' +
      'one that its owner set is for contact only.',
  })
  isPhoneConfirmed: boolean;

  @text('密码', 'Password hash', { max: 255, secret: true })
  passwordHash: string;

  @belongsTo(() => Role, '角色', 'Role')
  role: Ref<Role>;

  @list('权限', 'Own permissions', 'text', {
    nullable: true,
    about: 'Permission keys beyond those of the role.',
  })
  permissions: string[] | null;

  @flag('用户状态', 'User status', { initial: true, about: 'Whether the account may sign in.' })
  isEnabled: boolean;

  @flag('封禁', 'Banned', { initial: false, about: 'Whether the account is banned.' })
  isBanned: boolean;
}

@stored('会话', 'session', 'A sign-in that lasts while its refresh token is renewed.', {
  rows: nobody,
  output: false,
})
export class Session extends StoredEntity {
  @belongsTo(() => User, '用户', 'User', { onDelete: 'cascade' })
  user: Ref<User>;

  @text('刷新令牌', 'SHA-256 of the refresh token in force', { max: 64, unique: true, secret: true })
  refreshHash: string;

  @text('上一刷新令牌', 'SHA-256 of the refresh token before', {
    max: 64,
    nullable: true,
    secret: true,
    index: true,
  })
  previousHash: string | null;

  @instant('到期时间', 'End of the refresh token')
  expiresAt: Date;

  @instant('结束时间', 'When the session was ended', { nullable: true })
  endedAt: Date | null;
}

@stored('重置令牌', 'reset token', 'A link by which a forgotten password is replaced once.', {
  rows: nobody,
  output: false,
})
export class ResetToken extends StoredEntity {
  @belongsTo(() => User, '用户', 'User', { onDelete: 'cascade' })
  user: Ref<User>;

  @text('邮箱', 'E-mail that the link was sent to', { max: 255 })
  email: string;

  @text('令牌', 'SHA-256 of the token', { max: 64, unique: true, secret: true })
  tokenHash: string;

  @instant('到期时间', 'End of life')
  expiresAt: Date;

  @instant('使用时间', 'When it was used', { nullable: true })
  usedAt: Date | null;
}

@stored(
  '邮箱变更',
  'e-mail change',
  'A link by which an e-mail of an account is confirmed, or a new one takes effect.',
  { rows: nobody, output: false },
)
export class EmailChange extends StoredEntity {
  @belongsTo(() => User, '用户', 'User', { exclusive: true, onDelete: 'cascade' })
  user: Ref<User>;

  @text('邮箱', 'The e-mail that is confirmed, or the new one', { max: 255 })
  email: string;

  @text('收件邮箱', 'E-mail that the link was sent to', { max: 255 })
  recipient: string;

  @text('令牌', 'SHA-256 of the token', { max: 64, unique: true, secret: true })
  tokenHash: string;

  @instant('到期时间', 'End of life')
  expiresAt: Date;
}

@stored(
  '注册窗口',
  'registration window',
  'That a person proved the initial password and may register once, from the same network.',
  { rows: nobody, output: false },
)
export class RegistrationWindow extends StoredEntity {
  @flag('是否学生', 'Whether the number is of a student')
  isStudent: boolean;

  @text('学号/工号', 'Number of the student or teacher', { max: 64, index: true })
  code: string;

  @text('网络', 'Hash of the network of the sign-in', { max: 64, nullable: true })
  network: string | null;

  @instant('到期时间', 'End of the window')
  expiresAt: Date;

  @instant('使用时间', 'When it was used', { nullable: true })
  usedAt: Date | null;
}

@stored(
  '初始密码导出',
  'export of initial passwords',
  'That somebody was given the initial passwords of a class or department.',
  { rows: { ADMINISTRATOR: all } },
)
export class InitialPasswordExport extends StoredEntity {
  @belongsTo(() => User, '导出人', 'Exported by', { nullable: true, onDelete: 'set null' })
  exportedBy: Ref<User> | null;

  @belongsTo(() => AdministrativeClass, '班级', 'Class', { nullable: true, onDelete: 'set null' })
  administrativeClass: Ref<AdministrativeClass> | null;

  @belongsTo(() => Department, '部门', 'Department', { nullable: true, onDelete: 'set null' })
  department: Ref<Department> | null;

  @integer('人数', 'Persons', { min: 1 })
  personCount: number;
}

@uniqueTogether('user', 'department')
@stored('教务权限', 'department grant', 'That a member of academic affairs acts for a department.', {
  rows: { ADMINISTRATOR: all, SIGNED_IN: own('user', 'userId') },
})
export class DepartmentGrant extends StoredEntity {
  @belongsTo(() => User, '授权用户', 'User', { onDelete: 'cascade' })
  user: Ref<User>;

  @belongsTo(() => Department, '部门', 'Department', { onDelete: 'cascade' })
  department: Ref<Department>;

  @integer('权限类型', 'Scope', {
    min: 0,
    max: 1,
    initial: 1,
    about: '0 all matters of the department, 1 academic affairs.',
  })
  scope: number;
}

@ObjectType({ description: 'The tokens by which a client authenticates and stays signed in.' })
export class AccessToken {
  @shown(() => Id, 'Account that the token was issued to.')
  userId: string;

  @shown(() => String, 'Access token: a signed JSON Web Token, sent as `Authorization: Bearer …`.')
  token: string;

  @shown(() => String, 'Refresh token, to be exchanged once for the next pair of tokens.')
  refreshToken: string;

  @shown(() => Instant, 'End of the access token.')
  expiresAt: Date;

  @shown(() => Instant, 'End of the refresh token.')
  refreshExpiresAt: Date;

  @shown(() => Instant, 'When the tokens were issued.')
  createdAt: Date;
}

@ObjectType({ description: 'The answer to a sign-in: tokens, or that a person has to register first.' })
export class SignIn {
  @Field(() => User, { nullable: true, description: 'The account; none before registration.' })
  user: Row<User> | null;

  @Field(() => Student, {
    nullable: true,
    description:
      'The student whose account it is. Before registration only the number is told, all else is blank.',
  })
  student: Row<Student> | null;

  @Field(() => Teacher, {
    nullable: true,
    description:
      'The teacher whose account it is. Before registration only the number is told, all else is blank.',
  })
  teacher: Row<Teacher> | null;

  @Field(() => AccessToken, {
    nullable: true,
    description: 'Tokens of the new session; none before registration.',
  })
  token: AccessToken | null;

  @shown(
    () => Boolean,
    'Whether this was a first sign-in with the initial password: the person may register within 10 ' +
      'minutes.',
  )
  needsRegistration: boolean;

  @shown(
    () => Boolean,
    'Whether the account needs another user name, because its name is, or looks like, the number of a ' +
      'student or teacher. updateProfile sets one; until then the account signs in as before.',
  )
  needsNewName: boolean;
}

@ObjectType({ description: 'Confirms that a link was sent, if the address belongs to an account.' })
export class PasswordReset {
  @shown(() => Instant, 'When the link expires.')
  expiresAt: Date;
}

@ObjectType({ description: 'An account with the person behind it.' })
export class UserInfo {
  @shown(() => User, 'The account.')
  user: Row<User>;
}

@ObjectType({ description: 'A new account, with its password if it was generated here.' })
export class CreatedUser extends UserInfo {
  @shown(() => String, 'The generated password; it is not shown again.', { nullable: true })
  newPassword: string | null;
}

@ObjectType({ description: 'The initial password of a student or teacher who has no account yet.' })
export class InitialPassword {
  @shown(() => Boolean, 'Whether the person is a student; else a teacher.')
  isStudent: boolean;

  @shown(() => String, 'Student or staff number.')
  number: string;

  @shown(() => String, 'Name of the person.')
  name: string;

  @shown(() => String, 'Class of the student, department of the teacher.', { nullable: true })
  group: string | null;

  @shown(() => String, 'What the person signs in with, once; letter case and hyphen do not count.')
  code: string;
}

@ObjectType({ description: 'The initial passwords of a class or department, to hand out.' })
export class InitialPasswordSheet {
  @shown(() => [InitialPassword], 'By class or department, and number.')
  passwords: readonly InitialPassword[];

  @shown(() => FileContent, 'The same, to print; none of a dry run.', { nullable: true })
  file: FileContent | null;

  @shown(() => Int, 'Persons who never signed in.')
  personCount: number;

  @shown(() => Int, 'Those of them whose earlier sheet stops working.')
  voidedCount: number;

  @shown(() => String, 'What that means for the sheets that were handed out.')
  message: string;
}
