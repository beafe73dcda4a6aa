import { buffer } from 'node:stream/consumers';
import { PassThrough } from 'node:stream';
import ExcelJS from 'exceljs';
import { parseArgs } from 'node:util';
import { printTable } from './support/print.js';
import { startServer, type MeasuredServer } from './support/servers.js';
import { signedIn } from './support/sign-in.js';
import { withUndo } from './support/undo.js';
import { makeUniversity, type University } from './support/university.js';

/** Rows of the import that warms the server up. */
const warmUp = 500;

const mutation = `mutation ($file: Upload!, $isTolerant: Boolean!) {
  importStudents(file: $file, isTolerant: $isTolerant) { successCount failedCount failures { row code } } }`;

/**
 * `npm run bench import -- [--rows 20000]`: students are imported into the university of the demo, and once
 * more, when every row is refused because its number exists; how long it takes and how long the server keeps
 * others waiting meanwhile.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rows: { type: 'string', default: '20000' } } });
  const count = Number(values.rows);
  await withUndo(async (undo) => {
    const university = await makeUniversity(undo);
    const server = await startServer('product', { env: university.env, undo });
    const headers = await signedIn(server.url, university.administrator);
    const names = await namesOfClass(university);
    await imported(server, headers, await students(names, warmUp, 'W'));
    const file = await students(names, count, 'S');
    printTable(
      `Import of ${count} students over GraphQL; delays of the server's event loop beside its turns of 1 ms.`,
      [
        'import',
        'stored',
        'refused',
        'seconds',
        'p50 ms',
        'p99 ms',
        'longest ms',
        'longest turn, processor ms',
        'memory at most MB',
      ],
      [
        ['all rows are new', ...(await measured(server, headers, file))],
        ['every row exists already', ...(await measured(server, headers, file))],
      ],
    );
  });
}

async function measured(
  server: MeasuredServer,
  headers: Record<string, string>,
  file: Buffer,
): Promise<string[]> {
  await server.delays();
  const begin = performance.now();
  const { successCount, failedCount } = await imported(server, headers, file);
  const seconds = (performance.now() - begin) / 1000;
  const { p50, p99, longest, turnLongest, memoryMax } = await server.delays();
  return [
    String(successCount),
    String(failedCount),
    seconds.toFixed(1),
    ...[p50, p99, longest, turnLongest].map((ms) => ms.toFixed(1)),
    memoryMax.toFixed(0),
  ];
}

export async function imported(
  { url }: MeasuredServer,
  headers: Record<string, string>,
  file: Buffer,
): Promise<{ successCount: number; failedCount: number }> {
  const form = new FormData();
  const variables = { file: null, isTolerant: true };
  form.set('operations', JSON.stringify({ query: mutation, variables }));
  form.set('map', '{"0":["variables.file"]}');
  form.set('0', new Blob([file as BlobPart]), 'students.xlsx');
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'apollo-require-preflight': 'true' },
    body: form,
  });
  const { data, errors } = (await response.json()) as {
    data?: { importStudents: { successCount: number; failedCount: number } };
    errors?: unknown;
  };
  if (!data) throw new Error(`The import failed: ${JSON.stringify(errors).slice(0, 500)}`);
  return data.importStudents;
}

/** College, major, grade and class of an administrative class. */
export async function namesOfClass({ query }: University): Promise<string[]> {
  const [names] = await query<Record<string, string>>(
    `select d.name as a, m.name as b, g.name as c, k.name as d from administrative_class k
       join department d on d.id = k.department_id join major m on m.id = k.major_id join grade g on g.id
       = k.grade_id
     where k.is_enabled order by k.id limit 1`,
  );
  return [names.a, names.b, names.c, names.d];
}

export async function students(names: readonly string[], count: number, prefix: string): Promise<Buffer> {
  const stream = new PassThrough();
  const bytes = buffer(stream);
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream });
  const sheet = book.addWorksheet('sheet1');
  sheet.addRow(['学院', '专业', '年级', '班级', '学号', '姓名', '性别']).commit();
  for (let n = 0; n < count; n++)
    sheet.addRow([...names, `${prefix}${n}`, `学生${n}`, n % 2 ? '男' : '女']).commit();
  sheet.commit();
  await book.commit();
  return bytes;
}
