import { parseArgs } from 'node:util';
import { GraphqlClient } from '../src/cli/graphql-client.js';
import { figures, timed } from './support/figures.js';
import { makeSemester, password } from './support/planned-semester.js';
import { printTable } from './support/print.js';
import { processorMsWithChildren } from './support/processor.js';
import { startServer } from './support/servers.js';
import { withUndo } from './support/undo.js';

const meetings = 2_000;
/** Classes of the measured whole. */
const classes = 60;
const atOnce = 50;

/**
 * `npm run bench exports -- [--repeats 20]`: how long a caller waits for a timetable as a file in a semester
 * of 2,000 meetings, over GET /timetables, and the processor time of the server and of what prints for it;
 * then fifty of these at once, with a heap of 512 MB.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { repeats: { type: 'string', default: '20' } } });
  const repeats = Number(values.repeats);
  await withUndo(async (undo) => {
    const { env, query } = await makeSemester(undo, meetings);
    const { url, pid } = await startServer('product', {
      env: { ...env, NODE_OPTIONS: '--max-old-space-size=512' },
      undo,
    });
    const { signIn } = await new GraphqlClient(url).ask<{ signIn: { token: { token: string } } }>(
      `mutation { signIn(user: "bench-admin", password: "${password}") { token { token } } }`,
    );
    const authorization = `Bearer ${signIn.token.token}`;
    const get = async (path: string): Promise<number> => {
      const answer = await fetch(`${url}/timetables/${path}`, { headers: { authorization } });
      await answer.arrayBuffer();
      return answer.status;
    };
    const [{ id, semester }] = await query(`select g.administrative_class_id as id, t.semester_id as semester
      from teaching_class_group g join teaching_class t on t.id = g.teaching_class_id order by g.id limit 1`);
    await query(`update administrative_class set is_enabled = false where id not in
      (select administrative_class_id from teaching_class_group group by 1 order by 1 limit ${classes})`);
    const rows: string[][] = [];
    for (const [what, path, bar] of [
      ['calendar of a class', `classes/${id}.ics`, '50'],
      ['PDF of a class', `classes/${id}.pdf`, '300'],
      ['workbook of a class', `classes/${id}.xlsx`, '–'],
      [`PDF of ${classes} classes`, `semesters/${semester}.pdf`, '5,000'],
      ['list of the semester', `semesters/${semester}.csv`, '–'],
      ['JSON of the semester', `semesters/${semester}.json`, '–'],
      ['ITC-2019 of the semester', `semesters/${semester}.xml`, '–'],
    ] as const) {
      const taken: number[] = [];
      let before: number | null = null;
      for (let at = -2; at < repeats; at++) {
        if (at === 0) before = processorMsWithChildren(pid);
        const ms = await timed(async () => {
          const status = await get(path);
          if (status !== 200) throw new Error(`${path} was answered with ${status}.`);
        });
        if (at >= 0) taken.push(ms);
      }
      const after = processorMsWithChildren(pid);
      const spent = before === null || after === null ? '–' : ((after - before) / repeats).toFixed(0);
      rows.push([what, ...figures(taken), bar, spent]);
      console.error(rows.at(-1)!.join(' | '));
    }
    const statuses: number[] = [];
    const all = await timed(() =>
      Promise.all(Array.from({ length: atOnce }, async () => statuses.push(await get(`classes/${id}.pdf`)))),
    );
    const good = statuses.filter((status) => status === 200).length;
    rows.push([`${atOnce} PDFs of a class at once, ${good} made`, all.toFixed(0), '–', '–', '–']);
    printTable(
      `Timetables as files, ${meetings} meetings; all on one machine.`,
      ['what', 'median ms', 'p99 ms', 'bar ms', 'processor ms'],
      rows,
    );
  });
}
