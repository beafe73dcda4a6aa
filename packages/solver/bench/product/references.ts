import type { Placement, Problem } from '../../src/model.js';
import { solve } from '../../src/solve.js';
import { verify } from '../../src/verify.js';
import { cpuSeconds } from '../solver/table.js';
import { Kept } from './kept.js';
import { plantedSemester, type PlantedSemester } from './semester.js';

/** The best timetable that was found for a semester: time, room and teacher of each meeting, by number. */
const references = new Kept<{ readonly timetable: string }>('references.json');

/**
 * The cost of the best timetable that is known, as the rules judge it now; null where none is.
 * @throws Error when what is kept breaks a hard rule, because then it was changed by hand
 */
export function bestKnownOf(meetings: number, seed: number, semester: PlantedSemester): number | null {
  const known = references.of(meetings, seed, semester);
  if (!known) return null;
  const { isFeasible, score } = verify(semester.problem, read(semester.problem, known.timetable));
  if (!isFeasible) throw new Error(`The timetable that is kept of ${semester.problem.name} breaks a rule.`);
  return score.soft;
}

/** Looks for a better timetable in a run of so many CPU-seconds for each seed, and keeps it. */
export function keepReference(
  meetings: number,
  seed: number,
  seconds: number,
  runSeeds: readonly number[],
): void {
  const semester = plantedSemester(meetings, seed);
  const { problem } = semester;
  const host = { seconds: cpuSeconds, cancelled: () => false, report: () => undefined };
  for (const runSeed of runSeeds) {
    const { placements, isFeasible, score } = solve(problem, { seed: runSeed, limit: { seconds } }, host);
    const known = bestKnownOf(meetings, seed, semester) ?? Infinity;
    if (isFeasible && score.soft < known)
      references.put(meetings, seed, semester, { timetable: written(problem, placements) });
    console.error(`${problem.name}, run ${runSeed}: ${isFeasible ? score.soft : '-'}, known ${known}`);
  }
}

function written({ meetings, rooms, teachers }: Problem, placements: readonly Placement[]): string {
  const byMeeting = new Map(placements.map((placement) => [placement.meeting, placement]));
  return meetings
    .map(({ id }) => {
      const { time, room, teacher } = byMeeting.get(id)!;
      const roomAt = rooms.findIndex((each) => each.id === room);
      return [time, roomAt, teachers.findIndex((each) => each.id === teacher)].join('/');
    })
    .join(' ');
}

function read({ meetings, rooms, teachers }: Problem, timetable: string): Placement[] {
  return timetable.split(' ').map((text, at) => {
    const [time, room, teacher] = text.split('/').map(Number);
    return {
      meeting: meetings[at].id,
      time,
      room: rooms[room]?.id ?? null,
      teacher: teachers[teacher]?.id ?? null,
    };
  });
}
