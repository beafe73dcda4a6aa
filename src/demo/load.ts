import type { EntityManager } from '@mikro-orm/postgresql';
import { Semester } from '../entities/scheduling/semesters.js';
import { ensureReferenceData } from '../services/system/reference-data.js';
import type { DemoUniversity } from './model.js';
import { UniversityLoader } from './university-loader.js';
import { demoUniversity } from './university.js';

/** The seed of the university that `npm run demo` shows. */
export const demoSeed = 1;

/** What came of loading the demo. */
export interface LoadedDemo {
  readonly semesterId: string;
  /** False when it was there before; then nothing was changed. */
  readonly isNew: boolean;
}

/** Key of the advisory lock under which one process loads; any constant number that nobody else uses. */
const lockKey = 7_305_417_002;

/**
 * Stores the demo university, all of it or nothing, unless its semester is there already.
 * @param progress is told the share that is done, from 0 to 1
 */
export async function loadDemo(
  em: EntityManager,
  progress: (fraction: number) => void = () => undefined,
  university: DemoUniversity = demoUniversity(demoSeed),
): Promise<LoadedDemo> {
  await ensureReferenceData(em);
  return em.transactional(async (inside) => {
    await inside.execute('select pg_advisory_xact_lock(?)', [lockKey]);
    const present = await inside.findOne(Semester, { name: university.semester.name });
    if (present !== null) {
      progress(1);
      return { semesterId: present.id, isNew: false };
    }
    const total = countRecords(university);
    const loader = new UniversityLoader(inside, university, (done) => progress(Math.min(1, done / total)));
    const semesterId = await loader.load();
    progress(1);
    return { semesterId, isNew: true };
  });
}

/** How many rows the university fills. */
function countRecords(university: DemoUniversity): number {
  const lists = Object.values(university).filter((part) => Array.isArray(part)) as unknown[][];
  const links = [
    ...university.departments.map(({ buildings }) => buildings),
    ...university.classrooms.map(({ tags }) => tags),
    ...university.teachingClasses.flatMap(({ groups, meetings }) => [groups, meetings]),
  ];
  return [...lists, ...links].reduce((sum, { length }) => sum + length, 1);
}
