import { textMax } from '@class-scheduling/assistant-language';
import { weekCountMax } from '../services/scheduling/semester/weeks.js';
import {
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql';
import {
  alternativesMax,
  orderStepsMax,
  problemWithCharacters,
  problemWithEntries,
  problemWithTextLength,
} from '../data/bounds.js';
import { columnOf } from '../data/columns.js';
import type { Context } from '../data/context.js';
import { Role, User } from '../entities/accounts.js';
import { AssistantEvent, ChangePlan, Conversation } from '../entities/assistant.js';
import { TeacherQualification } from '../entities/courses.js';
import { AdministrativeClass, Department } from '../entities/organisation.js';
import { Student } from '../entities/people.js';
import { Change } from '../entities/scheduling/changes.js';
import { DateRequest } from '../entities/scheduling/date-changes.js';
import { wishesMax } from '../schema/enrolment.js';
import { errors } from '../schema/errors.js';
import { keywordMax } from '../schema/pages.js';
import type { Text } from '../schema/texts.js';
import { passwordMax } from '../services/accounts/passwords/passwords.js';

/** The label and maximum length of a text argument. */
interface Bound {
  readonly label: Text;
  readonly max?: number;
  /** Whether it is stored, and so may hold only what can be. */
  readonly isStored?: boolean;
}

const stored = (bound: Bound): Bound => ({ ...bound, isStored: true });

const password: Bound = { label: { zh: '密码', en: 'Password' }, max: passwordMax };
/** Needs no limit, because it is verified before it reaches the database. */
const opaque = 'opaque';
const name: Bound = columnOf(User, 'name');

/**
 * The limits of text arguments by name, taken from the columns that they are compared with. An argument has
 * the same meaning in every operation. Texts in inputs are validated by their columns.
 */
const textBounds: Readonly<Record<string, Bound | typeof opaque>> = {
  keyword: { label: { zh: '关键词', en: 'The keyword' }, max: keywordMax },
  after: opaque,
  before: opaque,
  name,
  code: columnOf(Student, 'code'),
  administrativeClass: columnOf(AdministrativeClass, 'name'),
  departmentName: columnOf(Department, 'name'),
  // An id is longer than the names of roles.
  idOrName: { ...columnOf(Role, 'name'), max: 64 },
  remarks: stored(columnOf(TeacherQualification, 'remarks')),
  reason: stored(columnOf(Change, 'reason')),
  answer: stored(columnOf(DateRequest, 'answer')),
  publicNote: stored(columnOf(Change, 'publicNote')),
  email: columnOf(User, 'email'),
  phone: columnOf(User, 'phone'),
  // Users may also sign in with their number or e-mail address.
  user: { label: name.label, max: columnOf(User, 'email').max },
  password,
  currentPassword: password,
  newPassword: password,
  confirmation: password,
  token: { label: { zh: '令牌', en: 'Token' }, max: 256 },
  refreshToken: opaque,
  title: stored(columnOf(Conversation, 'title')),
  hash: columnOf(ChangePlan, 'fingerprint'),
  key: stored({ label: { zh: '键', en: 'The key' }, max: columnOf(AssistantEvent, 'key').max }),
  text: stored({ label: { zh: '内容', en: 'The text' }, max: textMax }),
};

/** How long list arguments of a name may be that are no orders. */
const entriesMax: Readonly<Record<string, number>> = {
  weeks: weekCountMax,
  classrooms: alternativesMax,
  ids: alternativesMax,
  meetings: alternativesMax,
  teachers: alternativesMax,
  teachingClasses: wishesMax,
};

/**
 * Makes every field check the lengths of its text and list arguments before its resolver runs. @throws Error
 * when a text argument has no limit
 */
export function boundArguments(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      const checks = field.args.flatMap((argument) => checksOf(argument, `${type.name}.${field.name}`));
      const { resolve } = field;
      if (!resolve || checks.length === 0) continue;
      const checkAndResolve: GraphQLFieldResolver<unknown, Context> = (source, args, context, info) => {
        for (const check of checks) check(args as Arguments);
        return resolve(source, args, context, info);
      };
      field.resolve = checkAndResolve;
    }
  }
}

type Arguments = Readonly<Record<string, unknown>>;

/** @throws INVALID_INPUT when the argument exceeds its limit */
type Check = (args: Arguments) => void;

function checksOf({ name, type }: GraphQLArgument, place: string): Check[] {
  const refuse = (text: Text | null): void => {
    if (text) throw errors.invalidInput([{ field: name, text }]);
  };
  if (isListType(getNullableType(type))) {
    const label = { zh: name, en: name };
    const max = entriesMax[name] ?? orderStepsMax;
    return [(args) => refuse(problemWithEntries(label, max, lengthOf(args[name])))];
  }
  if (getNamedType(type).name !== 'String') return [];
  const bound = textBounds[name];
  if (bound === opaque) return [];
  if (bound?.max === undefined) throw new Error(`The argument "${name}" of ${place} has no greatest length.`);
  const { label, max, isStored } = bound;
  return [
    (args) => {
      const text = (args[name] ?? '') as string;
      refuse(problemWithTextLength(label, max, text));
      if (isStored) refuse(problemWithCharacters(label, text));
    },
  ];
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);
