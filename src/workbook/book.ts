import { posix } from 'node:path';
import { Archive } from './archive.js';
import { WorkbookError, damaged } from './faults.js';
import { LIMITS } from './limits.js';
import { type XmlListener, readXml } from './xml.js';
import { type NumberFormat, formatOf } from './format.js';

/** A workbook's tabs, and the two tables that its cells refer to. */
export interface Book {
  readonly archive: Archive;
  readonly tabs: readonly Tab[];
  readonly sharedStrings: readonly string[];
  /** Number formats of the cell styles, by style number. */
  readonly formats: readonly NumberFormat[];
  /** Whether dates count from 1904 instead of 1900. */
  readonly from1904: boolean;
}

/** One sheet inside a workbook. */
export interface Tab {
  readonly name: string;
  readonly part: string;
}

/** Opens a workbook and refuses dangerous ones: bombs, macros, links to other files. */
export async function openBook(file: Buffer): Promise<Book> {
  const archive = await Archive.open(file);
  refuseActiveContent(archive.names);
  const root = await relationsOf(archive, '');
  const part = root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  if (!archive.has(part) || !/\.xml$/i.test(part)) throw new WorkbookError('FILE_NOT_WORKBOOK');
  const relations = await relationsOf(archive, part);
  const partOf = (type: string) =>
    relations.find((relation) => relation.type === type && archive.has(relation.target))?.target;
  return {
    archive,
    ...(await readContents(archive, part, relations)),
    sharedStrings: await readSharedStrings(archive, partOf('sharedStrings')),
    formats: await readFormats(archive, partOf('styles')),
  };
}

const MACRO_PARTS = /vbaproject|\/macrosheets\/|\/activex\//;
const LINK_PARTS = /\/externallinks\//;

function refuseActiveContent(names: Iterable<string>): void {
  for (const name of names) {
    if (MACRO_PARTS.test(name)) throw new WorkbookError('FILE_MACRO');
    if (LINK_PARTS.test(name)) throw new WorkbookError('FILE_EXTERNAL_LINK');
  }
}

interface Relation {
  readonly id: string;
  /** Last segment of the type's URI, which differs between the two editions of the standard. */
  readonly type: string;
  readonly target: string;
}

async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const file = `${folder}_rels/${part.slice(folder.length)}.rels`;
  if (!archive.has(file)) return [];
  const relations: Relation[] = [];
  await listen(archive, file, {
    open(name, attribute) {
      if (name !== 'Relationship') return;
      const type = attribute('Type') ?? '';
      const target = resolve(folder, attribute('Target') ?? '');
      relations.push({ id: attribute('Id') ?? '', type: type.slice(type.lastIndexOf('/') + 1), target });
    },
  });
  return relations;
}

/** Targets are relative to the folder of their part, or absolute. */
function resolve(folder: string, target: string): string {
  return posix.join(target.startsWith('/') ? '' : folder, target);
}

async function readContents(
  archive: Archive,
  part: string,
  relations: readonly Relation[],
): Promise<Pick<Book, 'tabs' | 'from1904'>> {
  const tabs: Tab[] = [];
  let from1904 = false;
  await listen(archive, part, {
    open(name, attribute) {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attribute('date1904') ?? '');
      if (name !== 'sheet') return;
      const relation = relations.find(({ id }) => id === attribute('id'));
      if (relation?.type === 'worksheet') tabs.push({ name: attribute('name') ?? '', part: relation.target });
    },
  });
  if (tabs.length === 0) throw new WorkbookError('FILE_NOT_WORKBOOK');
  return { tabs: tabs.slice(0, LIMITS.sheets), from1904 };
}

/**
 * The shared texts of cells. A text may consist of several formatted runs; phonetic guides (pinyin) are not
 * part of it.
 */
async function readSharedStrings(archive: Archive, part: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (!part) return strings;
  let characters = 0;
  const text = textListener((value) => {
    characters += value.length;
    strings.push(value);
    if (strings.length > LIMITS.sharedStrings || characters > LIMITS.sharedCharacters)
      throw new WorkbookError('FILE_BOMB');
  });
  await listen(archive, part, text);
  return strings;
}

/** Collects the text of each string item, shared or inline. */
export function textListener(found: (text: string) => void): Required<XmlListener> {
  let text = '';
  let inText = false;
  let inPhoneticGuide = false;
  return {
    open(name) {
      if (name === 'si' || name === 'is') text = '';
      if (name === 'rPh') inPhoneticGuide = true;
      inText = name === 't' && !inPhoneticGuide;
    },
    text(value) {
      if (inText && text.length < LIMITS.cellCharacters) text += value;
    },
    close(name) {
      inText = false;
      if (name === 'rPh') inPhoneticGuide = false;
      if (name === 'si' || name === 'is') found(unescapeControls(text));
    },
  };
}

/** Characters that XML cannot represent are escaped as _x000D_ and the like. */
export function unescapeControls(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_whole, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
}

async function readFormats(archive: Archive, part: string | undefined): Promise<NumberFormat[]> {
  const formats: NumberFormat[] = [];
  if (!part) return formats;
  const codes = new Map<number, string>();
  let inCellFormats = false;
  await listen(archive, part, {
    open(name, attribute) {
      if (name === 'cellXfs') inCellFormats = true;
      if (name === 'numFmt') codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '');
      if (name !== 'xf' || !inCellFormats) return;
      const id = Number(attribute('numFmtId') ?? 0);
      formats.push(formatOf(id, codes.get(id)));
      if (formats.length > LIMITS.styles || codes.size > LIMITS.styles) throw damaged(part);
    },
    close(name) {
      if (name === 'cellXfs') inCellFormats = false;
    },
  });
  return formats;
}

async function listen(archive: Archive, part: string, listener: XmlListener): Promise<void> {
  const pieces = readXml(part, archive.read(part), listener);
  while (!(await pieces.next()).done);
}
