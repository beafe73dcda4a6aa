import { crc32, deflateRawSync } from 'node:zlib';

/** What to put into an archive. The size in the headers is the true one unless a test lies. */
export interface Part {
  readonly name: string;
  readonly content: string | Buffer;
  readonly claimedSize?: number;
  readonly stored?: boolean;
  /** Sizes in the 64-bit extra field, as some Java programs write them. */
  readonly zip64?: boolean;
  /** Offset of the part whose bytes it claims for itself. */
  readonly overlaps?: number;
}

/** Writes a zip archive byte by byte, so that tests can also write wrong ones. */
export function zip(parts: readonly Part[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const { local, entry } = writePart(part, part.overlaps ?? offset);
    directory.push(entry);
    if (part.overlaps !== undefined) continue;
    locals.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, entry) => sum + entry.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

function writePart(part: Part, offset: number): { local: Buffer; entry: Buffer } {
  const content = Buffer.from(part.content);
  const packed = part.stored ? content : deflateRawSync(content, { level: 1 });
  const name = Buffer.from(part.name);
  const size = part.claimedSize ?? content.length;
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(0x800, 2);
  common.writeUInt16LE(part.stored ? 0 : 8, 4);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(part.zip64 ? 0xffffffff : packed.length, 14);
  common.writeUInt32LE(part.zip64 ? 0xffffffff : size, 18);
  common.writeUInt16LE(name.length, 22);
  const extra = part.zip64 ? zip64Field(size, packed.length) : Buffer.alloc(0);
  common.writeUInt16LE(extra.length, 24);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(offset, 10);
  return {
    local: Buffer.concat([word(0x04034b50), common, name, extra, packed]),
    entry: Buffer.concat([word(0x02014b50), Buffer.from([20, 0]), common, tail, name, extra]),
  };
}

function zip64Field(size: number, packedSize: number): Buffer {
  const field = Buffer.alloc(20);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(16, 2);
  field.writeBigUInt64LE(BigInt(size), 4);
  field.writeBigUInt64LE(BigInt(packedSize), 12);
  return field;
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
