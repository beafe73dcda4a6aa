import { floorsOf } from '../../src/floors/floors.js';
import { boundOf } from './bound/bound.js';
import { Kept } from './kept.js';
import { plantedSemester, type PlantedSemester } from './semester.js';

const bounds = new Kept<{ readonly bound: number }>('bounds.json');

/** The larger one of the bound that is kept for a semester and of the sum of its floors. */
export function knownBoundOf(meetings: number, seed: number, semester: PlantedSemester): number {
  const known = bounds.of(meetings, seed, semester)?.bound ?? 0;
  return Math.max(known, floorsOf(semester.problem).total);
}

/** Finds the bound of a semester anew and keeps the best one of the same semester and rules. */
export async function keepBound(meetings: number, seed: number, seconds: number): Promise<void> {
  const semester = plantedSemester(meetings, seed);
  const tell = (text: string): void => console.error(`${meetings} meetings, seed ${seed}: ${text}`);
  const { cost } = await boundOf(semester.problem, seconds, tell);
  const known = bounds.of(meetings, seed, semester)?.bound ?? 0;
  bounds.put(meetings, seed, semester, { bound: Math.max(known, cost) });
}
