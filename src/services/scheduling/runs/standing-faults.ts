import type { EntityManager } from '@mikro-orm/postgresql';
import { judgeInThread } from '@class-scheduling/solver';
import { piecesInTurns } from '../../../data/in-turns.js';
import { problemIn, type SemesterProblem } from '../problem/problem.js';
import { placementsOf } from '../problem/solver-places.js';
import type { Judge } from './accepted-timetable.js';
import type { Snapshot, TakenPlace } from '../problem/snapshot.js';
import { snapshotParts } from './runs.queries.js';

/** The problem of a task as it was when the task began, without such faults; null where it has not begun. */
export async function keptProblem(
  em: EntityManager,
  task: string,
  judge?: Judge,
): Promise<SemesterProblem | null> {
  const snapshot: Record<string, unknown> = {};
  for (const { name, first, value } of await snapshotParts(em, task))
    if (first === 0) snapshot[name] = value;
    else (snapshot[name] as unknown[]).push(...(value as unknown[]));
  if (Object.keys(snapshot).length === 0) return null;
  return withoutFaults(await piecesInTurns(problemIn(snapshot as unknown as Snapshot)), judge);
}

/**
 * The problem of a run for one department without what is broken already: people may accept that meetings
 * clash, and no search can help where they stand. Such meetings leave the problem, but what they take stays
 * taken. Other problems are answered as they are.
 */
export async function withoutFaults(
  semester: SemesterProblem,
  judge: Judge = judgeInThread,
): Promise<SemesterProblem> {
  const { problem, snapshot } = semester;
  if (snapshot.departments === undefined) return semester;
  const standing = { ...problem, meetings: problem.meetings.filter(({ lock }) => lock) };
  const places = new Map((snapshot.basis ?? []).map((place) => [place.meeting, place]));
  const { broken } = await judge(standing, placementsOf(standing, [...places.values()]));
  const faulty = new Set(
    broken.filter(({ rule }) => rule !== 'unplaced').flatMap(({ meetings }) => [...meetings]),
  );
  if (faulty.size === 0) return semester;
  const groups = new Map(snapshot.teachingClasses.map((each) => [each.id, each.groups]));
  const taken = snapshot.meetings.flatMap(({ id, teachingClass, periods, weeks }): TakenPlace[] => {
    const place = places.get(id);
    return faulty.has(id) && place
      ? [{ ...place, periods, weeks, groups: groups.get(teachingClass) ?? [] }]
      : [];
  });
  return piecesInTurns(problemIn({ ...snapshot, taken: [...(snapshot.taken ?? []), ...taken] }));
}
