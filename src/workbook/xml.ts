import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { WorkbookError, damaged } from './faults.js';
import { LIMITS } from './limits.js';

/**
 * Hears what stands in a document. Names come without their namespace prefix, which differs between writers.
 */
export interface XmlListener {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Looks an attribute up by its name without prefix; most elements are never asked. */
export type Attributes = (name: string) => string | undefined;

/**
 * Reads XML from pieces of any size and tells the listener; after each piece it yields, so that a caller can
 * take what the listener gathered and may stop early. What spreadsheets do not contain and attacks need is
 * refused: document type definitions (and with them entities), other encodings, endless tokens, deep nesting.
 */
export async function* readXml(
  part: string,
  pieces: AsyncIterable<Buffer>,
  listener: XmlListener,
): AsyncGenerator<void> {
  const parser = new BoundedParser(part, listener);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const piece of pieces) {
    parser.write(decode(decoder, part, piece));
    yield;
  }
  parser.write(decode(decoder, part)).close();
}

function decode(decoder: TextDecoder, part: string, piece?: Buffer): string {
  try {
    return decoder.decode(piece, { stream: piece !== undefined });
  } catch {
    throw damaged(part);
  }
}

/**
 * Tells the listener what saxes finds, which bounds neither how deep elements lie nor how long a token is.
 */
class BoundedParser {
  private readonly parser = new SaxesParser();
  private depth = 0;
  /** Where the last token ended. */
  private tokenEnd = 0;

  constructor(
    private readonly part: string,
    listener: XmlListener,
  ) {
    const { parser } = this;
    parser.on('error', ({ message }) => this.refuse(message));
    parser.on('doctype', () => {
      throw new WorkbookError('FILE_DTD');
    });
    parser.on('opentag', ({ name, attributes }) => {
      this.tokenEnd = parser.position;
      if (++this.depth > LIMITS.xmlDepth) throw damaged(part);
      listener.open?.(withoutPrefix(name), (wanted) => valueOf(attributes, wanted));
    });
    parser.on('closetag', ({ name }) => {
      this.tokenEnd = parser.position;
      this.depth--;
      listener.close?.(withoutPrefix(name));
    });
    const hear = (text: string): void => {
      this.tokenEnd = parser.position;
      if (this.depth > 0) listener.text?.(text);
    };
    parser.on('text', hear);
    parser.on('cdata', hear);
  }

  write(piece: string): this {
    this.parser.write(piece);
    if (this.parser.position - this.tokenEnd > LIMITS.xmlTokenCharacters) throw damaged(this.part);
    return this;
  }

  close(): void {
    this.parser.close();
  }

  /** A comment may hold what the standard forbids, because nobody reads it. */
  private refuse(message: string): void {
    if (!message.endsWith('malformed comment.')) throw damaged(this.part);
  }
}

function valueOf(attributes: Readonly<Record<string, string>>, wanted: string): string | undefined {
  const name =
    wanted in attributes ? wanted : Object.keys(attributes).find((each) => withoutPrefix(each) === wanted);
  return name && attributes[name];
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
