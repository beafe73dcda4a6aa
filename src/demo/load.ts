import type { EntityManager } from '@mikro-orm/postgresql';
import { Semester } from '../entities/scheduling/semesters.js';
import { ensureReferenceData } from '../services/system/reference-data.js';
import { named, workOf } from '../data/transaction.js';
import type { DemoUniversity } from './model.js';
import { UniversityLoader } from './university-loader.js';
import { demoUniversity } from './university.js';
import { lockKey } from '../data/data.queries.js';

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
 * Stores the demo university in one transaction, unless its semester already exists.
 * @param progress receives the completed share, from 0 to 1
 */
export async function loadDemo(
  em: EntityManager,
  progress: (fraction: number) => void = () => undefined,
  university: DemoUniversity = demoUniversity(demoSeed),
): Promise<LoadedDemo> {
  await ensureReferenceData(em);
  return named(em, workOf('demo'), async (tx) => {
    await lockKey(tx as EntityManager, demoLock);
    const existing = await tx.findOne(Semester, { name: university.semester.name });
    if (existing !== null) {
      progress(1);
      return { semesterId: existing.id, isNew: false };
    }
    const total = countRecords(university);
    const loader = new UniversityLoader(tx, university, (done) => progress(Math.min(1, done / total)));
    const semesterId = await loader.load();
    progress(1);
    return { semesterId, isNew: true };
  });
}

/** How many rows the university has. */
function countRecords(university: DemoUniversity): number {
  const lists = Object.values(university).filter((part) => Array.isArray(part)) as unknown[][];
  const links = [
    ...university.departments.map(({ buildings }) => buildings),
    ...university.classrooms.map(({ tags }) => tags),
    ...university.teachingClasses.flatMap(({ groups, meetings }) => [groups, meetings]),
  ];
  return [...lists, ...links].reduce((sum, { length }) => sum + length, 1);
}
