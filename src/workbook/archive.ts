import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { WorkbookError, damaged } from './faults.js';
import { LIMITS } from './limits.js';

/**
 * Reads a workbook's zip archive without trusting it: the central directory is checked first (number of
 * entries, claimed sizes), then each entry is inflated in small pieces that may not exceed its claim. A bomb
 * that states its size is refused by the directory; one that lies fails as soon as it exceeds its claim.
 */
export class Archive {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  static async open(file: Buffer): Promise<Archive> {
    try {
      // Checked here instead: yauzl rejects names that some writers use, and reports a bomb as damage.
      const zip = await fromBufferPromise(file, { decodeStrings: false, validateEntrySizes: false });
      const entries = await readDirectory(zip);
      refuseBombs([...entries.values()], file.length);
      return new Archive(zip, entries);
    } catch (error) {
      throw refusalOf(error, 'zip');
    }
  }

  get names(): Iterable<string> {
    return this.entries.keys();
  }

  has(name: string): boolean {
    return this.entries.has(canonicalName(name));
  }

  /** Content of an entry in pieces; throws when the entry differs from the directory. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(canonicalName(name));
    if (!entry) throw damaged(name);
    let size = 0;
    let checksum = 0;
    try {
      for await (const piece of await this.zip.openReadStreamPromise(entry)) {
        size += (piece as Buffer).length;
        if (size > entry.uncompressedSize) throw new WorkbookError('FILE_BOMB');
        checksum = crc32(piece as Buffer, checksum);
        yield piece as Buffer;
      }
    } catch (error) {
      throw refusalOf(error, name);
    }
    if (size !== entry.uncompressedSize || checksum !== entry.crc32) throw damaged(name);
  }
}

async function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > LIMITS.archiveEntries) throw new WorkbookError('FILE_BOMB');
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new WorkbookError('FILE_OLD_WORKBOOK');
    const name = canonicalName(entry.fileNameRaw.toString());
    if (entries.has(name) || !entry.canDecodeFileData()) throw damaged(name);
    entries.set(name, entry);
  }
  return entries;
}

/** Small workbooks of equal rows exceed any sensible ratio, but do no harm. */
const DENSE_BYTES_ALLOWED = 5 * 1024 * 1024;

function refuseBombs(entries: readonly Entry[], fileBytes: number): void {
  const inflated = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  const tooDense = inflated > DENSE_BYTES_ALLOWED && inflated > fileBytes * LIMITS.inflationRatio;
  if (inflated > LIMITS.inflatedBytes || tooDense) throw new WorkbookError('FILE_BOMB');
}

/** Errors of yauzl and zlib mean that the file is damaged. */
const refusalOf = (error: unknown, part: string): WorkbookError =>
  error instanceof WorkbookError ? error : damaged(part);

/** Writers differ in the case and slashes of names. */
function canonicalName(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();
}
