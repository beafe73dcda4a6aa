import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Semester } from '../entities/scheduling.js';
import { errors } from '../schema/errors.js';
import { systemContext } from '../services/context.js';
import { exportCtt } from '../services/scheduling/ctt-export.js';
import { importCtt } from '../services/scheduling/ctt-import.js';
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
export async function exportFile(semester: string, { out }: { out?: string }): Promise<void> {
  await withRuntime(async ({ app }) => {
    const ctx = systemContext(app, 'export of a competition instance');
    const [found] = await ctx.rows.find(Semester, { name: semester });
    if (!found) throw errors.notFound({ zh: '学期', en: 'semester' }, semester);
    const text = await exportCtt(ctx, { semester: found.id });
    if (out) writeFileSync(out, text);
    else process.stdout.write(text);
  });
}
