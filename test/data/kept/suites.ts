import { keepRows, type Keeping } from '../../support/server.js';

/** Suites that read in many ways, some of them after what they write. */
const suites = [
  'data/filters',
  'organisation/rows',
  'places/classrooms',
  'scheduling/changes/single-dates',
  'scheduling/timetable/personal-timetables',
  'scheduling/timetable/readings',
];

/**
 * Runs the tests of these suites once more, on servers that keep rows otherwise.
 * @param run tells this run from others of the process, at the end of the addresses of modules
 */
export async function readAgain(how: Keeping, run: string): Promise<void> {
  beforeAll(() => keepRows(how));
  for (const suite of suites) await import(new URL(`../../${suite}.test.ts${run}`, import.meta.url).href);
  afterAll(() => keepRows(null));
}
