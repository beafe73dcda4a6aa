import { crc32, deflateRawSync } from 'node:zlib';
import { columnLetters } from './address.js';

/** One sheet to write: its name and its rows, of which the first is the heading. */
export interface WrittenTab {
  readonly name: string;
  readonly rows: readonly WrittenRow[];
}

/** The cells of a row. */
export type WrittenRow = readonly WrittenCell[];

/** The content of a cell; null for an empty one. */
export type WrittenCell = string | number | null;

/**
 * Writes a workbook. The same tabs give the same bytes, today and tomorrow: no part of it knows who wrote it
 * or when, which is why exceljs does not write it.
 */
export function writeBook(tabs: readonly WrittenTab[]): Buffer {
  const sheets = tabs.map((_, at) => at + 1);
  return zipped([
    ['[Content_Types].xml', contentTypes(sheets)],
    ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
    ['xl/workbook.xml', bookXml(tabs)],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...sheets.map((n): [string, string] => ['worksheet', `worksheets/sheet${n}.xml`]),
        ['styles', 'styles.xml'],
      ]),
    ],
    ['xl/styles.xml', styles],
    ...tabs.map(({ rows }, at): [string, string] => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(rows)]),
  ]);
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const openPackage = 'http://schemas.openxmlformats.org/package/2006';
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Plain cells; cells that keep what is typed as text; bold headings. */
const styles =
  `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font/><font><b/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill>' +
  '<patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" ' +
  'applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>';

const contentTypes = (sheets: readonly number[]): string =>
  `${declaration}<Types xmlns="${openPackage}/content-types"><Default Extension="rels" ` +
  'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ' +
  'ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>` +
  sheets
    .map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${type}.worksheet+xml"/>`)
    .join('') +
  '</Types>';

const relations = (targets: readonly (readonly [kind: string, target: string])[]): string =>
  `${declaration}<Relationships xmlns="${openPackage}/relationships">` +
  targets
    .map(
      ([kind, target], at) => `<Relationship Id="rId${at + 1}" Type="${office}/${kind}" Target="${target}"/>`,
    )
    .join('') +
  '</Relationships>';

const bookXml = (tabs: readonly WrittenTab[]): string =>
  `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>` +
  tabs
    .map(({ name }, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('') +
  '</sheets></workbook>';

function sheetXml(rows: WrittenTab['rows']): string {
  const width = Math.max(1, rows[0]?.length ?? 0);
  const lines = rows.map((cells, at) => {
    const style = at === 0 ? 2 : 1;
    const written = cells.map((cell, column) =>
      cellXml(`${columnLetters(column + 1)}${at + 1}`, cell, style),
    );
    return `<row r="${at + 1}">${written.join('')}</row>`;
  });
  return (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" ` +
    'topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>' +
    `<col min="1" max="${width}" width="18" style="1" customWidth="1"/></cols>` +
    `<sheetData>${lines.join('')}</sheetData></worksheet>`
  );
}

function cellXml(at: string, cell: WrittenCell, style: number): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as XML, and what reads like an escaped character as itself. */
const escaped = (text: string): string =>
  text
    .replaceAll(/_x(?=[0-9A-Fa-f]{4}_)/g, '_x005F_x')
    .replaceAll(/[&<>"]/g, (character) => entities[character])
    .replaceAll('\r', '_x000D_');

/** The first day that an archive can name: 1 January 1980. */
const firstDay = 0x21;

function zipped(files: readonly (readonly [name: string, content: string])[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of files) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes, { level: 6 });
    const title = Buffer.from(name);
    // Version 2.0, no flags, deflated, at midnight of the first day.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt16LE(firstDay, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(title.length, 22);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), facts, title, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, rest, title);
    offset += 4 + facts.length + title.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
