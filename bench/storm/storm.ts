import { setTimeout as sleep } from 'node:timers/promises';
import type { Fleet } from './fleet.js';
import { schedule, write, type Told } from './load.js';

interface Storm {
  readonly fleet: Fleet;
  readonly token: string;
  /** Each is scheduled again and again, by one caller. */
  readonly semesters: readonly string[];
  readonly writers: number;
  readonly milliseconds: number;
  /** How often one server and one worker are killed, and others stopped; for how long they stay so. */
  readonly everyMs: number;
  readonly stoppedMs: number;
}

/**
 * Callers write, schedule and follow, while every few seconds one server and one worker are killed and
 * replaced and others stopped for a while. What was begun is followed to its end.
 */
export async function storm(options: Storm): Promise<Told> {
  const { fleet, token, semesters, writers, milliseconds, everyMs, stoppedMs } = options;
  const told: Told = { campuses: [], started: [], ended: [], died: 0, faults: [] };
  const untilMs = performance.now() + milliseconds;
  const caller = { fleet, token, told, untilMs };
  const callers = [
    ...Array.from({ length: writers }, () => write(caller)),
    ...semesters.map((semester) => schedule(caller, semester)),
  ];
  const blows: Promise<void>[] = [];
  while (performance.now() + everyMs < untilMs) {
    await sleep(everyMs);
    // Those that are stopped are others than those that are killed, and a third of each kind goes on.
    blows.push(fleet.suspend('serve', stoppedMs), fleet.suspend('worker', stoppedMs));
    blows.push(fleet.kill('serve'), fleet.kill('worker'));
  }
  await Promise.all([...blows, ...callers]);
  return told;
}

/** What the database holds of what callers were told. */
export interface Stored {
  readonly campuses: readonly string[];
  readonly tasks: readonly { id: string; status: string; drafts: number }[];
}

export const storedSql = {
  campuses: "select code from campus where address = 'storm'",
  tasks: `select t.id, t.status, (select count(*) from timetable d where d.id = t.timetable_id)::int as drafts
    from scheduling_task t`,
  drafts: 'select count(*)::int as count from timetable',
};

/** What was lost, happened twice or went wrong, as sentences; none where all is well. */
export function faultsOf(told: Told, stored: Stored, draftCount: number): string[] {
  const faults = [...told.faults];
  const expect = (holds: boolean, fault: string): void => void (holds || faults.push(fault));
  const sorted = (values: readonly string[]): string => [...values].sort().join();
  expect(
    sorted(told.campuses) === sorted(stored.campuses),
    `${told.campuses.length} campuses acknowledged, ${stored.campuses.length} stored`,
  );
  expect(
    sorted(told.started) === sorted(stored.tasks.map(({ id }) => id)),
    'other tasks are stored than started',
  );
  expect(sorted(told.started) === sorted(told.ended), 'the end of a task was not told');
  // A task whose workers died again and again is given up, as where a search is slower than the blows.
  const kept = stored.tasks.filter(({ status }) => status !== 'FAILED');
  for (const { id, status, drafts } of kept)
    expect(status === 'COMPLETED' && drafts === 1, `task ${id} is ${status} with ${drafts} timetables`);
  expect(draftCount === kept.length, `${draftCount} timetables of ${kept.length} tasks`);
  return faults;
}
