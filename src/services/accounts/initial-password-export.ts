import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { InitialPasswordExport, type InitialPasswordSheet } from '../../entities/accounts.js';
import { FileContent } from '../../entities/imports.js';
import { AdministrativeClass, Department } from '../../entities/organisation.js';
import { DomainError } from '../../schema/errors.js';
import type { Row } from '../../schema/rows.js';
import type { Text } from '../../schema/texts.js';
import { writeTable } from '../../sheets/workbooks.js';
import { administrators, authorize, declareRights, planners } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { CrudService } from '../../data/crud.js';
import { readOne } from '../../data/lists/reading.js';
import { transaction } from '../../data/transaction.js';
import { withFileErrors } from '../imports/uploads.js';
import { requireGrant } from '../organisation/grants.js';
import { sharedValue } from '../system/shared-values.js';
import { codeOf, secretKey } from './initial-password.js';
import { json } from '../../data/statements.js';
import {
  handedOut,
  type PersonRow,
  personsMax,
  personsWithoutAccount,
  replaceInitialPasswords,
} from './accounts.queries.js';

declareRights({ exportInitialPasswords: planners });

/** The log of exports: who exported whose initial passwords, and when. */
export const initialPasswordExports = new CrudService<InitialPasswordExport, never>(InitialPasswordExport, {
  plural: 'initialPasswordExports',
  filters: ['exportedBy'],
  rights: { page: administrators },
});

/**
 * Whose passwords to export: students of a class, or students and teachers of a department and those below.
 */
interface ExportTarget {
  readonly administrativeClass?: string | null;
  readonly department?: string | null;
}

/**
 * Exports the initial passwords of persons without an account. Every export creates new codes and invalidates
 * previous ones, so that a lost sheet becomes worthless with the next export, and a secret export is noticed,
 * because the codes already handed out stop working.
 */
export async function exportInitialPasswords(
  ctx: Context,
  target: ExportTarget,
  isDryRun: boolean,
): Promise<InitialPasswordSheet> {
  authorize(ctx, 'exportInitialPasswords');
  const title = await titleOf(ctx, target);
  if (ctx.app.config.INITIAL_PASSWORDS === 'predictable') throw predictable();
  const persons = await personsWithoutAccount(
    ctx.em,
    target.administrativeClass ?? null,
    target.department ?? null,
  );
  if (persons.length === 0) throw nobodyWithoutAccount();
  if (persons.length > personsMax) throw tooManyPersons();
  const told = await tellingOf(ctx, persons, isDryRun);
  if (isDryRun) return { passwords: [], file: null, ...told };
  const exportId = uuidv7();
  const secret = await transaction(ctx, (em) =>
    sharedValue(em, secretKey, () => randomBytes(32).toString('base64url')),
  );
  const passwords = persons.map((person) => ({
    ...person,
    code: codeOf(secret, { exportId, personId: person.id }),
  }));
  const table = {
    title,
    headings: ['班级/部门', '类别', '学号/工号', '姓名', '初始密码'],
    rows: passwords.map(({ group, isStudent, number, name, code }) => [
      group ?? '',
      isStudent ? '学生' : '教师',
      number,
      name,
      code,
    ]),
  };
  const content = await withFileErrors(() => writeTable(table));
  // Last, so that the previous codes remain valid if anything fails.
  await transaction(ctx, (em) => recordExport(ctx, em, target, { exportId, persons }));
  return { passwords, file: workbook(title, content), ...told };
}

/** How many sheets that were handed out stop working, and for whom. */
async function tellingOf(
  ctx: Context,
  persons: readonly PersonRow[],
  isDryRun: boolean,
): Promise<Pick<InitialPasswordSheet, 'personCount' | 'voidedCount' | 'message'>> {
  const [{ count }] = await handedOut(ctx.em, json(persons.map(({ id }) => id)));
  const [personCount, text] = [persons.length, voiding(persons.length, count, isDryRun)];
  return { personCount, voidedCount: count, message: text[ctx.language] };
}

const voiding = (persons: number, voided: number, isDryRun: boolean): Text => ({
  zh:
    `${isDryRun ? '将导出' : '已导出'} ${persons} 名从未登录者的初始密码；其中 ${voided} 人此前发出的初始密码` +
    `${isDryRun ? '将失效' : '已失效'}，请改发新表；已注册的账号不受影响`,
  en:
    `${persons} persons who never signed in ${isDryRun ? 'would get' : 'have'} a new initial password; ` +
    `for ${voided} of them the one on an earlier sheet ${isDryRun ? 'would stop' : 'stopped'} working. ` +
    'Accounts that exist are not touched.',
});

/** The title of the sheet. @throws FORBIDDEN when the caller may not act for the department */
async function titleOf(ctx: Context, { administrativeClass, department }: ExportTarget): Promise<string> {
  if (!administrativeClass === !department) {
    throw new DomainError('INVALID_PARAMETER', {
      zh: '请指定班级或部门其中之一',
      en: 'Either a class or a department must be given, not both.',
    });
  }
  // Pick lists name classes of all departments, so that a refusal may name one as well.
  const named = administrativeClass && (await ctx.rows.referenced(AdministrativeClass, administrativeClass));
  if (named) {
    const { department: of, name } = named as Row<AdministrativeClass>;
    await requireGrant(ctx, of, name);
  }
  const homeClass = administrativeClass ? await readOne(ctx, AdministrativeClass, administrativeClass) : null;
  const departmentId = homeClass ? homeClass.department : department!;
  await requireGrant(ctx, departmentId);
  return `${(homeClass ?? (await readOne(ctx, Department, departmentId))).name}初始密码`;
}

/** Records the export, which makes its codes the only valid ones. */
async function recordExport(
  ctx: Context,
  em: EntityManager,
  { administrativeClass = null, department = null }: ExportTarget,
  { exportId, persons }: { exportId: string; persons: readonly PersonRow[] },
): Promise<void> {
  const personCount = persons.length;
  const exportedBy = ctx.viewer?.userId ?? null;
  em.create(InitialPasswordExport, {
    id: exportId,
    exportedBy,
    administrativeClass,
    department,
    personCount,
  } as never);
  await em.flush();
  await replaceInitialPasswords(em, exportId, json(persons.map(({ id }) => id)));
  const details = { exportId, exportedBy, administrativeClass, department, personCount };
  ctx.app.log.warn({ requestId: ctx.requestId, ...details }, 'initial passwords were exported');
}

const workbook = (title: string, content: Buffer): FileContent =>
  Object.assign(new FileContent(), {
    name: `${title}.xlsx`,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: content.toString('base64'),
  });

const predictable = (): DomainError =>
  new DomainError('OPERATION_INVALID', {
    zh: '系统设置为可预测的初始密码（INITIAL_PASSWORDS），无需导出',
    en: 'Initial passwords follow from the numbers (INITIAL_PASSWORDS), so there is nothing to export.',
  });

const nobodyWithoutAccount = (): DomainError =>
  new DomainError('NOT_FOUND', {
    zh: '该范围内没有尚未注册的学生或教师',
    en: 'Everybody there has an account, so nobody needs an initial password.',
  });

const tooManyPersons = (): DomainError =>
  new DomainError('OPERATION_ERROR', {
    zh: `一次最多导出 ${personsMax} 人的初始密码，请按班级或下级部门导出`,
    en: `At most ${personsMax} persons fit on a sheet. Maybe export by class, or by a department below.`,
  });
