import { randomBytes } from 'node:crypto';
import { campusSheet } from '../../src/sheets/places.js';
import { LIMITS } from '../../src/workbook/limits.js';
import { readSheet } from '../../src/sheets/workbooks.js';
import { type Part, zip } from './support/archive.js';
import { type Usage, usageOf } from '../support/usage.js';
import {
  CAMPUS_HEADINGS,
  rawWorkbook,
  rowXml,
  sheetXml,
  workbook,
  workbookParts,
} from './support/workbook.js';

const MEGABYTE = 1024 * 1024;
const headings = rowXml(1, CAMPUS_HEADINGS);
const goodRow = rowXml(2, ['东校区', 'EAST', '', 1, '东路1号']);
const goodSheet = sheetXml(headings + goodRow);

/** A workbook whose sheet tells the given size in its headers. */
function lyingWorkbook(sheet: string, claimedSize: number): Buffer {
  return zip(workbookParts(sheet).map((part) => (part.content === sheet ? { ...part, claimedSize } : part)));
}

function withParts(...more: Part[]): Buffer {
  return rawWorkbook(goodSheet, { more });
}

function manyRows(count: number, row: (number: number) => string): string {
  return Array.from({ length: count }, (_, index) => row(index + 3)).join('');
}

/** Sixteen archives in an archive, each unpacking to 64 MB: small in the outer directory, huge inside. */
function nestedBomb(): Buffer {
  const inner = zip([{ name: 'zeros', content: Buffer.alloc(64 * MEGABYTE) }]);
  return zip(Array.from({ length: 16 }, (_, index) => ({ name: `lib ${index}.zip`, content: inner })));
}

/** Many entries that claim the same packed megabyte. */
function overlappingBomb(): Buffer {
  const content = randomBytes(MEGABYTE);
  const entries = Array.from({ length: 190 }, (_, index) => ({ name: `media/${index}.png`, content }));
  return zip(entries.map((entry, index) => (index ? { ...entry, overlaps: 0 } : entry)));
}

const DTD = '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>';

const hostile: readonly (readonly [what: string, code: string, make: () => Buffer])[] = [
  ['a bomb of nested archives', 'FILE_NOT_WORKBOOK', nestedBomb],
  [
    'a bomb that is honest about its size',
    'FILE_BOMB',
    () => rawWorkbook(goodSheet + ' '.repeat(40 * MEGABYTE)),
  ],
  ['headers that claim 200 MB', 'FILE_BOMB', () => lyingWorkbook(goodSheet, 200 * MEGABYTE)],
  [
    'headers that claim less than there is',
    'FILE_BOMB',
    () => lyingWorkbook(goodSheet + ' '.repeat(40 * MEGABYTE), 4096),
  ],
  [
    'headers that claim more than there is',
    'FILE_DAMAGED',
    () => lyingWorkbook(goodSheet, goodSheet.length + 500),
  ],
  ['a bomb of overlapping entries', 'FILE_BOMB', overlappingBomb],
  [
    'sizes beyond what numbers hold',
    'FILE_BOMB',
    () => withParts({ name: 'media/1.png', content: '', zip64: true, claimedSize: 2 ** 62 }),
  ],
  [
    'a thousand entries',
    'FILE_BOMB',
    () =>
      withParts(...Array.from({ length: 1000 }, (_, index) => ({ name: `media/${index}.png`, content: '' }))),
  ],
  [
    'two entries of one name',
    'FILE_DAMAGED',
    () => withParts({ name: 'XL/workbook.xml', content: '<workbook/>' }),
  ],
  [
    '1,000,000 sparse cells, one per row',
    'TOO_MANY_ROWS',
    () =>
      rawWorkbook(
        sheetXml(
          headings + manyRows(1_000_000, (row) => `<row r="${row}"><c r="B${row}"><v>${row}</v></c></row>`),
        ),
      ),
  ],
  [
    '1,000,000 sparse cells, all empty',
    'TOO_MANY_CELLS',
    () =>
      rawWorkbook(
        sheetXml(
          headings + manyRows(1_000_000, (row) => `<row r="${row}"><c r="XFD${row}" s="${row % 7}"/></row>`),
        ),
      ),
  ],
  [
    'a cell in the last column of all',
    'TOO_MANY_COLUMNS',
    () => rawWorkbook(sheetXml(`${headings}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`)),
  ],
  [
    '1,000,000 merged ranges',
    'TOO_MANY_MERGES',
    () => {
      const merges = manyRows(1_000_000, (row) => `<mergeCell ref="A${row}:C${row}"/>`);
      return rawWorkbook(sheetXml(headings + goodRow, `<mergeCells>${merges}</mergeCells>`));
    },
  ],
  [
    'a billion laughs in the sheet',
    'FILE_DTD',
    () => rawWorkbook(`<?xml version="1.0"?>${DTD}<worksheet>&c;</worksheet>`),
  ],
  [
    'a billion laughs in the texts',
    'FILE_DTD',
    () => rawWorkbook(goodSheet, { strings: `${DTD}<sst><si><t>&c;</t></si></sst>` }),
  ],
  [
    'an entity that nobody declared',
    'FILE_DAMAGED',
    () => rawWorkbook(sheetXml('<row r="1"><c r="A1"><v>&xxe;</v></c></row>')),
  ],
  [
    '30 million characters of text',
    'FILE_BOMB',
    () =>
      rawWorkbook(goodSheet, {
        strings: `<sst>
          ${manyRows(300_000, (row) => `<si><t>${row * 7919}${'text'.repeat(24)}</t></si>`)}</sst>`,
      }),
  ],
  [
    'a tag without end',
    'FILE_DAMAGED',
    () => rawWorkbook(`<worksheet ${manyRows(100_000, (row) => `a${row}="${row * 7919}"`)}`),
  ],
  [
    'elements nested a thousand deep',
    'FILE_DAMAGED',
    () => rawWorkbook('<a>'.repeat(1000) + '</a>'.repeat(1000)),
  ],
  ['a sheet that breaks off', 'FILE_DAMAGED', () => rawWorkbook(goodSheet.slice(0, -30))],
  [
    'a text that does not exist',
    'FILE_DAMAGED',
    () => rawWorkbook(sheetXml('<row r="1"><c r="A1" t="s"><v>5</v></c></row>')),
  ],
  [
    'bytes that are no UTF-8',
    'FILE_DAMAGED',
    () =>
      zip(
        workbookParts('').map((part) =>
          part.content === '' ? { ...part, content: Buffer.from([60, 97, 62, 0xff, 0xfe]) } : part,
        ),
      ),
  ],
  [
    'a renamed program',
    'FILE_NOT_WORKBOOK',
    () => Buffer.concat([Buffer.from('MZ\x90\x00\x03'), Buffer.alloc(5000, 'program')]),
  ],
  [
    'an old or encrypted workbook',
    'FILE_OLD_WORKBOOK',
    () => Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(5000)]),
  ],
  ['a renamed CSV file', 'FILE_TEXT', () => Buffer.from('校区名称,校区编码\n东校区,EAST\n')],
  ['a web page', 'FILE_TEXT', () => Buffer.from('<html><table><tr><td>校区名称</td></tr></table></html>')],
  [
    'a document of another program',
    'FILE_NOT_WORKBOOK',
    () => zip([{ name: 'word/document.xml', content: '<document/>' }]),
  ],
  ['a workbook with macros', 'FILE_MACRO', () => withParts({ name: 'xl/vbaProject.bin', content: 'code' })],
  [
    'a workbook with controls',
    'FILE_MACRO',
    () => withParts({ name: 'xl\\activeX\\activeX1.bin', content: 'code' }),
  ],
  [
    'a workbook linked to another',
    'FILE_EXTERNAL_LINK',
    () => withParts({ name: 'xl/externalLinks/externalLink1.xml', content: '<a/>' }),
  ],
  ['an archive cut in the middle', 'FILE_DAMAGED', () => rawWorkbook(goodSheet).subarray(0, 700)],
  ['an archive cut near its end', 'FILE_DAMAGED', () => rawWorkbook(goodSheet).subarray(0, -30)],
  ['an archive with a broken entry', 'FILE_DAMAGED', () => breakBytes(rawWorkbook(goodSheet))],
  ['a text that changed after it was packed', 'FILE_DAMAGED', () => changeText('东路1号', '西路1号')],
  ['an empty file', 'FILE_EMPTY', () => Buffer.alloc(0)],
  ['an empty workbook', 'SHEET_EMPTY', () => workbook([])],
  [
    'the workbook of another sheet',
    'HEADING_MISSING',
    () => workbook([['导入教学楼模板'], ['所属校区', '教学楼名称', '状态']]),
  ],
  [
    'one row too many',
    'TOO_MANY_ROWS',
    () =>
      rawWorkbook(
        sheetXml(
          headings +
            manyRows(LIMITS.rows + 1, (row) => rowXml(row, [`校区${row}`, `C${row}`, '', 1, '路1号'])),
        ),
      ),
  ],
];

/** Damages the packed sheet, which follows its local header. */
function breakBytes(file: Buffer): Buffer {
  const start = file.indexOf('xl/worksheets/sheet1.xml') + 'xl/worksheets/sheet1.xml'.length;
  return Buffer.concat([file.subarray(0, start), Buffer.alloc(20, 0xff), file.subarray(start + 20)]);
}

/** Changes a text in an archive whose parts are stored as they are. */
function changeText(from: string, to: string): Buffer {
  const file = zip(workbookParts(goodSheet).map((part) => ({ ...part, stored: true })));
  Buffer.from(to).copy(file, file.indexOf(from));
  return file;
}

/** What a worker takes that has next to nothing to do: 80 ms of processor time where nothing else goes on. */
let idle: Usage;
/** So many of these are two seconds; a machine that is slow or busy stretches both. */
const IDLE_TIMES = 25;

beforeAll(async () => {
  idle = await usageOf(() => readSheet(campusSheet, rawWorkbook(goodSheet)));
});

test.each(hostile)(
  'requirement 32: %s is refused with %s within 2 s of processor time and 100 MB',
  async (_what, code, make) => {
    const file = make();
    let refusal: unknown;
    const usage = await usageOf(async () => {
      refusal = await readSheet(campusSheet, file).catch((error: unknown) => error);
    });
    expect(refusal).toMatchObject({ name: 'WorkbookError', code });
    expect(usage.cpuMs / idle.cpuMs).toBeLessThan(IDLE_TIMES);
    expect(usage.bytes - idle.bytes).toBeLessThan(100 * MEGABYTE);
  },
);
