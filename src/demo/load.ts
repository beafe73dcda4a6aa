import type { EntityManager } from '@mikro-orm/postgresql';
import { contextWithin, type Context } from '../data/context.js';
import { lockKey } from '../data/data.queries.js';
import { transaction } from '../data/transaction.js';
import { Semester } from '../entities/scheduling/semesters.js';
import { institutionImport } from '../services/import-tasks/whole-book.js';
import { ensureReferenceData } from '../services/system/reference-data.js';
import type { DemoUniversity } from './model.js';
import { openRounds } from './rounds.js';
import { storeRest } from './rest.js';
import { demoUniversity } from './university.js';
import { institutionRows } from './workbook.js';

/** The seed of the university that `npm run demo` shows. */
export const demoSeed = 1;

/** The result of loading the demo. */
interface LoadedDemo {
  readonly semesterId: string;
  /** False when it already existed; then nothing was changed. */
  readonly isNew: boolean;
}

/** Key of the advisory lock under which one process loads; an arbitrary constant. */
const demoLock = 7_305_417_004;

/**
 * Stores the demo university in one transaction, unless its semester already exists: by the workbook with
 * which any institution begins, and then what the workbook does not carry.
 * @param progress receives the completed share, from 0 to 1
 */
export async function loadDemo(
  ctx: Context,
  progress: (fraction: number) => void = () => undefined,
  university: DemoUniversity = demoUniversity(demoSeed),
): Promise<LoadedDemo> {
  await ensureReferenceData(ctx.app.orm.em.fork());
  return transaction(ctx, async (em) => {
    await lockKey(em as EntityManager, demoLock);
    const existing = await em.findOne(Semester, { name: university.semester.name });
    if (!existing) await importUniversity(contextWithin(ctx, em as EntityManager), university, progress);
    progress(1);
    const { id } = existing ?? (await em.findOneOrFail(Semester, { name: university.semester.name }));
    return { semesterId: id, isNew: !existing };
  });
}

async function importUniversity(
  ctx: Context,
  university: DemoUniversity,
  progress: (fraction: number) => void,
): Promise<void> {
  const rows = institutionRows(university);
  const total = Object.values(rows).reduce((sum, { length }) => sum + length, 0);
  const { content } = await institutionImport.written(ctx, rows);
  const { refusal } = await institutionImport.attempt(
    ctx,
    content,
    { tolerant: false },
    { progress: ({ rowsStored }) => progress(rowsStored / total) },
  );
  if (refusal) throw refusal;
  await storeRest(ctx.em, university);
  await openRounds(ctx, university.semester.name);
}
