import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { settingOf } from '../../src/solver/profiles.js';
import { RULES } from '../../src/solver/rules/all.js';
import { floorsOf } from '../../src/solver/floors/floors.js';
import { verify } from '../../src/solver/verify.js';
import { boundOf } from './bound/bound.js';
import { keyOf } from './rows.js';
import { plantedSemester, type PlantedSemester } from './semester.js';

/** Bounds take minutes, so they are kept; each only for the semester and the rules that it was found for. */
const FILE = path.join(import.meta.dirname, '../../../bench/product/bounds.json');

interface Known {
  readonly digest: string;
  readonly bound: number;
}

type KnownBounds = Readonly<Record<string, Known>>;

const readKnown = (): KnownBounds =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as KnownBounds) : {};

/** Tells semesters apart, and rules: by their weights and by what they say of the planted timetable. */
function digestOf({ problem, planted }: PlantedSemester): string {
  const settings = RULES.map(({ id }) => settingOf(problem, id));
  const { score } = verify(problem, planted);
  return createHash('sha256')
    .update(JSON.stringify([problem, settings, score]))
    .digest('hex')
    .slice(0, 16);
}

/** The larger one of the bound that is kept for a semester and of the sum of its floors. */
export function knownBoundOf(meetings: number, seed: number, semester: PlantedSemester): number {
  const known = readKnown()[keyOf({ meetings, seed })];
  const floor = floorsOf(semester.problem).total;
  return known?.digest === digestOf(semester) ? Math.max(known.bound, floor) : floor;
}

/** Finds the bound of a semester anew and keeps the best one of the same semester and rules. */
export async function keepBound(meetings: number, seed: number, seconds: number): Promise<void> {
  const semester = plantedSemester(meetings, seed);
  const tell = (text: string): void => console.error(`${meetings} meetings, seed ${seed}: ${text}`);
  const { cost } = await boundOf(semester.problem, seconds, tell);
  const digest = digestOf(semester);
  const known = readKnown();
  const key = keyOf({ meetings, seed });
  const best = known[key]?.digest === digest ? Math.max(known[key].bound, cost) : cost;
  writeFileSync(FILE, `${JSON.stringify({ ...known, [key]: { digest, bound: best } }, null, 2)}\n`);
}
