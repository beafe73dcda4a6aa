import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Semester } from '../entities/scheduling/semesters.js';
import { errors } from '../schema/errors.js';
import { systemContext, type Context } from '../data/context.js';
import { exportCtt } from '../services/scheduling/ctt-export.js';
import { importCtt } from '../services/scheduling/ctt-import.js';
import { problemOf } from '../services/scheduling/problem.js';
import { takeSnapshot } from '../services/scheduling/snapshot.js';
import { withRuntime } from './serve.js';

/** Turns a competition instance into an institution and tells what was made. */
export async function importFile(file: string, { name }: { name?: string }): Promise<void> {
  const text = readFileSync(file, 'utf8');
  await withRuntime(async ({ app }) => {
    const made = await importCtt(
      systemContext(app, 'import of a competition instance'),
      text,
      name ?? path.basename(file, '.ctt'),
    );
    console.log(JSON.stringify(made));
  });
}

/** Writes the timetable of a semester in the competition's format. */
export const exportFile = exporting((ctx, semester) => exportCtt(ctx, { semester }));

/**
 * Writes what a scheduling task of the semester would solve, for `cli solve`: to try rules, or to show a
 * fault.
 */
export const exportProblem = exporting(async (ctx, semester) => {
  const { problem } = problemOf(await takeSnapshot(ctx, semester));
  return JSON.stringify(problem) + '\n';
});

/** A command that writes something of the semester with a name to a file, else to standard output. */
function exporting(textOf: (ctx: Context, semesterId: string) => Promise<string>) {
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
