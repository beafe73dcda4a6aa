import ExcelJS from 'exceljs';
import { startTestServer, type TestServer } from '../support/server.js';
import { makeSubjects, type Cells, type Subject } from './support/subjects.js';
import { uploaded } from './support/upload.js';

let server: TestServer;
let subjects: readonly Subject[];
beforeAll(async () => {
  server = await startTestServer();
  subjects = await makeSubjects(server);
});
afterAll(() => server.stop());

const names = [
  ...['Departments', 'Grades', 'Majors', 'AdministrativeClasses', 'ClassroomTypes', 'FurnitureTypes'],
  ...['Campuses', 'Buildings', 'Classrooms', 'Teachers', 'Students', 'Courses'],
];
const subjectOf = (name: string): Subject => subjects.find((subject) => subject.name === name)!;
const plural = (name: string): string => name[0].toLowerCase() + name.slice(1);

const templates = new Map<string, Promise<Buffer>>();

/** The template as its users download it. */
function template({ name }: Subject): Promise<Buffer> {
  const known = templates.get(name) ?? downloaded(name);
  templates.set(name, known);
  return known;
}

async function downloaded(name: string): Promise<Buffer> {
  const { data } = await server.graphql(`{ ${plural(name)}ImportTemplate { content } }`);
  return Buffer.from(data[`${plural(name)}ImportTemplate`].content as string, 'base64');
}

const openTemplates = new Map<string, Promise<ExcelJS.Workbook>>();

/** The template in a program of its users, who write over what they wrote before. */
function openTemplate(subject: Subject): Promise<ExcelJS.Workbook> {
  const known = openTemplates.get(subject.name) ?? template(subject).then(opened).then(withWholeDropDowns);
  openTemplates.set(subject.name, known);
  return known;
}

async function opened(file: Buffer): Promise<ExcelJS.Workbook> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(file as unknown as ArrayBuffer);
  return book;
}

/** Row and column numbers of the headings. */
function headingsOf(sheet: ExcelJS.Worksheet, cells: Cells): { row: number; columns: Map<string, number> } {
  const row = 2;
  const columns = new Map<string, number>();
  sheet
    .getRow(row)
    .eachCell((cell, column) => void (columns.has(cell.text) || columns.set(cell.text, column)));
  for (const heading of Object.keys(cells)) expect([...columns.keys()]).toContain(heading);
  return { row, columns };
}

/** One drop-down for each column, as in the file: exceljs takes it apart and cannot join it fast. */
function withWholeDropDowns(book: ExcelJS.Workbook): ExcelJS.Workbook {
  const { dataValidations } = book.worksheets[0] as unknown as { dataValidations: { model: object } };
  const columns = new Map<string, { first: string; last: string; rule: unknown }>();
  for (const [address, rule] of Object.entries(dataValidations.model)) {
    const letters = address.replace(/\d+/, '');
    columns.set(letters, { first: columns.get(letters)?.first ?? address, last: address, rule });
  }
  dataValidations.model = Object.fromEntries(
    [...columns.values()].map(({ first, last, rule }) => [`${first}:${last}`, rule]),
  );
  return book;
}

/** Writes rows under the headings of the template as a person does, over the example. */
async function filled(subject: Subject, rows: readonly Cells[]): Promise<Buffer> {
  const book = await openTemplate(subject);
  const [sheet] = book.worksheets;
  const { row: top, columns } = headingsOf(sheet, rows[0]);
  rows.forEach((cells, at) => {
    for (const [heading, value] of Object.entries(cells))
      sheet.getCell(top + 1 + at, columns.get(heading)!).value = value === '' ? null : value;
  });
  return Buffer.from(await book.xlsx.writeBuffer());
}

interface Result {
  totalCount: number;
  successCount: number;
  failedCount: number;
  failures: { sheet: string; row: number; column: string; heading: string; code: string; reason: string }[];
  marked: { content: string } | null;
}

function imported({ name }: Subject, file: Buffer, settings = '') {
  const query = `mutation ($file: Upload!) { import${name}(file: $file${settings}) {
    totalCount successCount failedCount failures { sheet row column heading code reason } marked { content
    } } }`;
  return uploaded<Record<string, Result>>(server, query, file, { token: server.administrator });
}

async function stored({ name, selection }: Subject): Promise<any[]> {
  const { data, errors } = await server.graphql(`{ ${plural(name)}(size: 200) { items { ${selection} } } }`);
  if (errors) throw new Error(errors[0].message);
  return data[plural(name)].items as any[];
}

test.each(names)('the template of %s passes its own import untouched and brings nothing', async (name) => {
  const subject = subjectOf(name);
  const before = await stored(subject);
  const { data } = await imported(subject, await template(subject), ', isTolerant: true');
  const { totalCount, failures } = data[`import${name}`];
  // What the template fills in for its users is an example; where a row stays it is told what it lacks.
  expect({ totalCount, failures }).toEqual({ totalCount: 0, failures: [] });
  expect(await stored(subject)).toEqual(before);
});

test.each(names)('the template of %s, filled in, brings every value', async (name) => {
  const subject = subjectOf(name);
  const file = await filled(subject, [1, 2].map(subject.row));
  const { data, errors } = await imported(subject, file);
  expect(errors).toBeUndefined();
  expect(data[`import${name}`]).toMatchObject({ totalCount: 2, successCount: 2, failures: [], marked: null });
  const records = await stored(subject);
  for (const n of [1, 2]) expect(records).toContainEqual(subject.record(n));
});

test.each(names)(
  'a bad cell of %s: a dry run tells it, strict refuses all, tolerant keeps the rest',
  async (name) => {
    const subject = subjectOf(name);
    const { heading, value, code } = subject.bad;
    const rows = [subject.row(11), { ...subject.row(12), [heading]: value }, subject.row(13)];
    const file = await filled(subject, rows);
    const before = await stored(subject);
    const cell = { sheet: 'sheet1', row: 4, code };

    const dry = await imported(subject, file, ', isTolerant: true, isDryRun: true');
    expect(dry.data[`import${name}`]).toMatchObject({ totalCount: 3, successCount: 2, failedCount: 1 });
    expect(dry.data[`import${name}`].failures).toMatchObject([{ ...cell, heading }]);
    const strict = await imported(subject, file);
    expect(strict.errors?.[0].extensions.problems).toMatchObject([{ cell }]);
    expect(await stored(subject)).toEqual(before);

    const tolerant = await imported(subject, file, ', isTolerant: true');
    expect(tolerant.data[`import${name}`]).toMatchObject({ totalCount: 3, successCount: 2, failedCount: 1 });
    const records = await stored(subject);
    expect(records).toHaveLength(before.length + 2);
    for (const n of [11, 13]) expect(records).toContainEqual(subject.record(n));

    // The answer is the upload with its bad cell marked; corrected there, it brings the row that was missing.
    const marked = await opened(Buffer.from(tolerant.data[`import${name}`].marked!.content, 'base64'));
    const [sheet] = marked.worksheets;
    const at = sheet.getCell(4, headingsOf(sheet, rows[0]).columns.get(heading)!);
    expect(at.fill).toMatchObject({ fgColor: { argb: 'FFFF9999' } });
    at.value = subject.row(12)[heading];
    for (const done of [3, 5]) sheet.getRow(done).values = [];
    const again = await imported(subject, Buffer.from(await marked.xlsx.writeBuffer()));
    expect(again.data[`import${name}`]).toMatchObject({ totalCount: 1, successCount: 1 });
    expect(await stored(subject)).toContainEqual(subject.record(12));
  },
);
