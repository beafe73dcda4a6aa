import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Role } from '../entities/accounts.js';
import { Department } from '../entities/organisation.js';
import { RoleKey } from '../schema/enums.js';
import { openRegistration, register } from '../services/accounts/registration.js';
import { createUser } from '../services/accounts/users.js';
import type { Context } from '../data/context.js';
import { initialise, isInitialised } from '../services/accounts/initialisation.js';
import type { DemoUniversity } from './model.js';

/** A demo account, as printed and stored. */
export interface DemoAccount {
  role: string;
  user: string;
  password: string;
}

const accountsFile = (dataDir: string): string => path.join(dataDir, 'demo-accounts.json');

/** The accounts that an earlier demo created, if any. */
const keptAccounts = (dataDir: string): DemoAccount[] =>
  existsSync(accountsFile(dataDir))
    ? (JSON.parse(readFileSync(accountsFile(dataDir), 'utf8')) as DemoAccount[])
    : [];

/**
 * An account of each role with a random password, created like real ones; printed, and stored in a file.
 * There are two of 教务: for a college with the departments below it, and for a single department.
 */
export async function ensureDemoAccounts(
  ctx: Context,
  { showcase, departments }: DemoUniversity,
): Promise<DemoAccount[]> {
  const kept = keptAccounts(ctx.app.dataDir);
  if (kept.length > 0 || (await isInitialised(ctx.app))) return kept;
  const nameOf = (code: string): string => departments.find((one) => one.code === code)!.name;
  const accounts = [
    { role: '管理员', user: 'demo-admin' },
    { role: `教务（${nameOf(showcase.college)}及其各系）`, user: 'demo-affairs' },
    { role: `教务（${nameOf(showcase.department)}）`, user: 'demo-department' },
    { role: '教师', user: 'demo-teacher' },
    { role: '学生', user: 'demo-student' },
  ].map((account) => ({ ...account, password: randomPassword() }));
  const [administrator, ofCollege, ofDepartment, teacher, student] = accounts.map(
    ({ user, password }, at) => ({
      name: user,
      password,
      email: `${user}@example.com`,
      phone: `1390000000${at}`,
    }),
  );
  // Stored before they exist: an interrupted demo must not leave an installation that nobody can sign in to.
  writeFileSync(accountsFile(ctx.app.dataDir), `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 });
  await initialise(ctx, administrator);
  const [role] = await ctx.rows.find(Role, { key: RoleKey.ACADEMIC_AFFAIRS });
  for (const [person, code] of [
    [ofCollege, showcase.college],
    [ofDepartment, showcase.department],
  ] as const) {
    const [department] = await ctx.rows.find(Department, { code });
    await createUser(ctx, { ...person, role: role.id, permissions: [], department: department.id, scope: 0 });
  }
  for (const [isStudent, number, { password, ...person }] of [
    [false, showcase.teacher, teacher],
    [true, showcase.student, student],
  ] as const) {
    await openRegistration(ctx, { isStudent, number });
    await register(ctx, { ...person, isStudent, number, newPassword: password });
  }
  return accounts;
}

/** A random password that satisfies the password rules. */
const randomPassword = (): string =>
  `${randomBytes(9).toString('base64url').replace(/[-_]/g, 'x')}Aa${randomInt(10)}`;
