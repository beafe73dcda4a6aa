import { crc32, createInflateRaw } from 'node:zlib';
import { WorkbookError, damaged } from './faults.js';
import { LIMITS } from './limits.js';

/**
 * Reads the zip archive that a workbook is, trusting nothing in it: the directory at the end of the file is
 * judged first (how many entries, how large they claim to be), then each entry is inflated in small pieces
 * that may never exceed its claim. So a bomb that is honest about its size is refused by its directory, and
 * one that lies by its first lie.
 */
export class Archive {
  private constructor(
    private readonly file: Buffer,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  static open(file: Buffer): Archive {
    const entries = readDirectory(file);
    refuseBombs(entries, file.length);
    const byName = new Map(entries.map((entry) => [entry.name, entry]));
    if (byName.size < entries.length) throw damaged('zip');
    return new Archive(file, byName);
  }

  get names(): Iterable<string> {
    return this.entries.keys();
  }

  has(name: string): boolean {
    return this.entries.has(canonicalName(name));
  }

  /** Content of an entry in pieces; ends with an error when the entry is not what the directory says. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(canonicalName(name));
    if (!entry) throw damaged(name);
    let size = 0;
    let checksum = 0;
    for await (const piece of unpack(this.packed(entry), entry)) {
      size += piece.length;
      if (size > entry.size) throw new WorkbookError('FILE_BOMB');
      checksum = crc32(piece, checksum);
      yield piece;
    }
    if (size !== entry.size || checksum !== entry.checksum) throw damaged(name);
  }

  /** Packed bytes of an entry; the local header in front of them has a length of its own. */
  private packed(entry: Entry): Buffer {
    const { file } = this;
    const at = entry.offset;
    if (at + LOCAL_HEADER_BYTES > file.length || file.readUInt32LE(at) !== LOCAL_HEADER)
      throw damaged(entry.name);
    const start = at + LOCAL_HEADER_BYTES + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28);
    if (start + entry.packedSize > file.length) throw damaged(entry.name);
    return file.subarray(start, start + entry.packedSize);
  }
}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly checksum: number;
  readonly packedSize: number;
  readonly size: number;
  readonly offset: number;
}

const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const DIRECTORY_HEADER = 0x02014b50;
const DIRECTORY_HEADER_BYTES = 46;
const DIRECTORY_END = 0x06054b50;
const DIRECTORY_END_BYTES = 22;
const COMMENT_BYTES_MAX = 65_535;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
const IN_ZIP64_FIELD = 0xffffffff;
const ZIP64_FIELD = 1;

function readDirectory(file: Buffer): Entry[] {
  const end = findDirectoryEnd(file);
  const count = file.readUInt16LE(end + 10);
  if (count > LIMITS.archiveEntries) throw new WorkbookError('FILE_BOMB');
  const entries: Entry[] = [];
  let at = file.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (at + DIRECTORY_HEADER_BYTES > end || file.readUInt32LE(at) !== DIRECTORY_HEADER) throw damaged('zip');
    const next = at + DIRECTORY_HEADER_BYTES + nameAndExtraBytes(file, at) + file.readUInt16LE(at + 32);
    if (next > end) throw damaged('zip');
    entries.push(readEntry(file, at));
    at = next;
  }
  return entries;
}

function findDirectoryEnd(file: Buffer): number {
  const last = file.length - DIRECTORY_END_BYTES;
  for (let at = last; at >= Math.max(0, last - COMMENT_BYTES_MAX); at--) {
    if (file.readUInt32LE(at) === DIRECTORY_END) return at;
  }
  throw damaged('zip');
}

function readEntry(file: Buffer, at: number): Entry {
  const nameStart = at + DIRECTORY_HEADER_BYTES;
  const nameEnd = nameStart + file.readUInt16LE(at + 28);
  const name = canonicalName(file.toString('utf8', nameStart, nameEnd));
  if (file.readUInt16LE(at + 8) & ENCRYPTED) throw new WorkbookError('FILE_OLD_WORKBOOK');
  const method = file.readUInt16LE(at + 10);
  if (method !== STORED && method !== DEFLATED) throw damaged(name);
  const extra = file.subarray(nameEnd, nameStart + nameAndExtraBytes(file, at));
  const [size = 0, packedSize = 0, offset = 0] = widen(
    [at + 24, at + 20, at + 42].map((field) => file.readUInt32LE(field)),
    extra,
  );
  return { name, method, checksum: file.readUInt32LE(at + 16), packedSize, size, offset };
}

/**
 * Some Java programs write sizes in 64 bits whatever they are; the field lists, in order, the ones that stand
 * there.
 */
function widen(fields: readonly number[], extra: Buffer): number[] {
  let wide = zip64Field(extra);
  return fields.map((field) => {
    if (field !== IN_ZIP64_FIELD) return field;
    if (wide.length < 8) throw damaged('zip');
    const value = Number(wide.readBigUInt64LE());
    wide = wide.subarray(8);
    return value;
  });
}

function zip64Field(extra: Buffer): Buffer {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === ZIP64_FIELD)
      return extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
  }
  return extra.subarray(0, 0);
}

function nameAndExtraBytes(file: Buffer, at: number): number {
  return file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30);
}

function refuseBombs(entries: readonly Entry[], fileBytes: number): void {
  const inflated = entries.reduce((sum, entry) => sum + entry.size, 0);
  const tooDense = inflated > DENSE_BYTES_ALLOWED && inflated > fileBytes * LIMITS.inflationRatio;
  if (inflated > LIMITS.inflatedBytes || tooDense) throw new WorkbookError('FILE_BOMB');
}

const PIECE_BYTES = 64 * 1024;
/** Small workbooks of equal rows pack better than any ratio allows, and harm nobody. */
const DENSE_BYTES_ALLOWED = 5 * 1024 * 1024;

async function* unpack(packed: Buffer, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.method === STORED) return yield packed;
  const inflate = createInflateRaw({ chunkSize: PIECE_BYTES });
  inflate.end(packed);
  try {
    for await (const piece of inflate) yield piece as Buffer;
  } catch (error) {
    throw isZlibError(error) ? damaged(entry.name) : error;
  }
}

function isZlibError(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('Z_');
}

/** Names differ by case and slash between the programs that write workbooks. */
function canonicalName(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();
}
