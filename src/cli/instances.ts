import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeJsonProblem } from '@class-scheduling/solver/files';
import { Semester } from '../entities/scheduling/semesters.js';
import { errors } from '../schema/errors.js';
import { systemContext, type Context } from '../data/context.js';
import { exportCtt } from '../services/scheduling/timetable/ctt-export.js';
import { importCtt, readInstance } from '../services/scheduling/timetable/ctt-import.js';
import { problemOf } from '../services/scheduling/problem/problem.js';
import { takeSnapshot } from '../services/scheduling/problem/take-snapshot.js';
import { withRuntime } from './serve.js';

/** Imports a competition instance as an institution and prints what was created. */
export async function importFile(file: string, { name }: { name?: string }): Promise<void> {
  const text = textOf(file);
  // Before a database is opened, or made, for nothing.
  readInstance(text);
  await withRuntime(async ({ app }) => {
    const imported = await importCtt(
      systemContext(app, 'import of a competition instance'),
      text,
      name ?? path.basename(file, '.ctt'),
    );
    console.log(JSON.stringify(imported));
  });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${file}: cannot be read (${code}). Maybe correct its name.`);
  }
}

/** Writes the timetable of a semester in the competition's format. */
export const exportFile = exportCommand((ctx, semester) => exportCtt(ctx, { semester }));

/**
 * Writes the problem that a scheduling task of the semester would solve, for `cli solve`: to try rules, or to
 * reproduce a defect.
 */
export const exportProblem = exportCommand(async (ctx, semester) => {
  const { problem } = problemOf(await takeSnapshot(ctx, semester, { hasStudents: true }));
  return writeJsonProblem(problem);
});

/** A command that writes a text about the named semester to a file, or to standard output. */
function exportCommand(textOf: (ctx: Context, semesterId: string) => Promise<string>) {
  return (semester: string, { out }: { out?: string }): Promise<void> =>
    withRuntime(async ({ app }) => {
      const ctx = systemContext(app, 'export from the command line');
      const [found] = await ctx.rows.find(Semester, { name: semester });
      if (!found) throw errors.notFound({ zh: '学期', en: 'semester' }, semester);
      const text = await textOf(ctx, found.id);
      if (out) writeFileSync(out, text);
      else process.stdout.write(text);
    });
}
