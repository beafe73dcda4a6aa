import { RoleKey } from '../../schema/enums.js';
import { DomainError, errors } from '../../schema/errors.js';
import type { Text } from '../../schema/texts.js';
import type { App, Settings } from '../../data/app.js';
import { actsForDepartment } from '../../data/callers.js';
import type { Context } from '../../data/context.js';
import { explainRefusal } from '../../data/integrity.js';
import { loaderOf } from '../../data/loaders.js';
import { numberPattern } from '../../data/lists/patterns.js';
import { json } from '../../data/statements.js';
import { accountsNamed, type NumberUse, peopleNumbered, signInNames } from './accounts.queries.js';

/**
 * A user name of digits, or one that is written like the numbers of the institution: it may become the number
 * of a student or teacher any day.
 */
function looksLikeNumber({ PERSON_NUMBER_PATTERN: pattern }: Settings, name: string): boolean {
  return /^\d+$/.test(name) || (pattern !== undefined && numberPattern(pattern).test(name));
}

/** @throws INVALID_INPUT for a user name that looks like a number; the database refuses numbers in use */
export function refuseNumberAsName({ config }: App, name: string): void {
  if (!looksLikeNumber(config, name)) return;
  throw errors.invalidInput([{ field: 'name', text: likeNumber(name) }]);
}

const likeNumber = (name: string): Text => ({
  zh: `用户名不能全为数字，也不能与学号或工号的格式相同：${name}，请加上字母`,
  en:
    `A user name is not made of digits alone and does not look like a student or staff number, as ` +
    `"${name}" does. Maybe add letters.`,
});

/** Whether an account from before needs another user name, because its name is or looks like a number. */
export async function needsNewName({ app, em }: Context, name: string): Promise<boolean> {
  if (looksLikeNumber(app.config, name)) return true;
  const rows = await peopleNumbered(em, name);
  return rows.length > 0;
}

/**
 * Those of the numbers that are the user name of an account, or the e-mail or phone with which one signs in,
 * in lower case.
 */
export async function numbersInUse(
  ctx: Context,
  numbers: readonly string[],
): Promise<Map<string, NumberUse>> {
  const rows = await signInNames(ctx.em, json(numbers));
  return new Map(rows.map(({ name, use }) => [name, use]));
}

/**
 * What to say of a student or teacher whose number is the user name of somebody else, to callers who act for
 * the department; null for nothing.
 */
export async function numberNotice(
  ctx: Context,
  { code, user, department }: { code: string; user: string | null; department: string },
): Promise<string | null> {
  if (!ctx.viewer || !actsForDepartment(ctx.viewer, department)) return null;
  const owner = await loaderOf<string | null>(
    ctx,
    'accounts by name',
    (names) => ownersOf(ctx, names),
    null,
  ).load(code.trim().toLowerCase());
  return owner === null || owner === user ? null : namedLike(code)[ctx.language];
}

async function ownersOf(ctx: Context, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await accountsNamed(ctx.em, json(names));
  return new Map(rows.map(({ name, id }) => [name, id]));
}

const namedLike = (number: string): Text => ({
  zh: `已有账号以“${number}”为用户名。它打不开此人的账号，其用户下次登录时会被要求更换用户名`,
  en:
    `An account has the user name "${number}". It opens nothing of this person; its owner is asked for ` +
    `another name at the next sign-in.`,
});

// Only administrators, who may look up everybody, are told that a text is the number of a person.
explainRefusal('sign_in_number', ({ viewer }, { name, label }, value) =>
  viewer?.role === RoleKey.ADMINISTRATOR
    ? new DomainError(
        'DUPLICATE',
        {
          zh: `${label.zh}不能使用：${value} 是学生或教师的学号/工号，请换一个`,
          en:
            `The ${label.en.toLowerCase()} "${value}" is the number of a student or teacher. Maybe choose ` +
            `another.`,
        },
        { field: name },
      )
    : null,
);

// Numbers are given by staff, who may know why one is refused, but not whose account it is.
explainRefusal('sign_in_contact', (_, { name, label }, value) =>
  name === 'code'
    ? new DomainError(
        'DUPLICATE',
        {
          zh: `${label.zh}不能使用：${value} 是某个账号登录用的手机号或邮箱，请换一个，或请管理员更正该账号`,
          en:
            `The ${label.en.toLowerCase()} "${value}" is the phone or e-mail with which an account signs ` +
            `in. Maybe give another number, or ask an administrator to correct the account.`,
        },
        { field: name },
      )
    : null,
);
