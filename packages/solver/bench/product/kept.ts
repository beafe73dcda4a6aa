import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE } from '../solver/places.js';
import { settingOf } from '../../src/profiles.js';
import { RULES } from '../../src/rules/all.js';
import { verify } from '../../src/verify.js';
import { keyOf } from './rows.js';
import type { PlantedSemester } from './semester.js';

const FOLDER = path.join(PACKAGE, 'bench/product');

type Entries<T> = Readonly<Record<string, T & { readonly digest: string }>>;

/** What takes minutes to find is kept, each only for the semester and the rules that it was found for. */
export class Kept<T extends object> {
  readonly #file: string;

  constructor(name: string) {
    this.#file = path.join(FOLDER, name);
  }

  of(meetings: number, seed: number, semester: PlantedSemester): T | undefined {
    const known = this.#read()[keyOf({ meetings, seed })];
    return known?.digest === digestOf(semester) ? known : undefined;
  }

  put(meetings: number, seed: number, semester: PlantedSemester, found: T): void {
    const entries = {
      ...this.#read(),
      [keyOf({ meetings, seed })]: { digest: digestOf(semester), ...found },
    };
    writeFileSync(this.#file, `${JSON.stringify(entries, null, 2)}\n`);
  }

  #read(): Entries<T> {
    return existsSync(this.#file) ? (JSON.parse(readFileSync(this.#file, 'utf8')) as Entries<T>) : {};
  }
}

/**
 * Tells semesters apart, and rules: by their weights and by what they say of the planted timetable. Wishes of
 * relations say nothing of a semester that has none.
 */
function digestOf({ problem, planted }: PlantedSemester): string {
  const hasRelations = (problem.distributions?.length ?? 0) > 0;
  const counted = RULES.filter(({ id }) => hasRelations || id !== 'wished-distribution');
  const settings = counted.map(({ id }) => settingOf(problem, id));
  const { score } = verify(problem, planted);
  return createHash('sha256')
    .update(JSON.stringify([problem, settings, score]))
    .digest('hex')
    .slice(0, 16);
}
