import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { WorkbookError, damaged } from './faults.js';
import { LIMITS } from './limits.js';

/** Receives the content of a document. Names have no namespace prefix, because it differs between writers. */
export interface XmlListener {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Looks up an attribute by its name without prefix; lazy, because most attributes are never needed. */
export type Attributes = (name: string) => string | undefined;

/**
 * Parses XML from pieces of any size; yields after each piece, so that the caller can take the results and
 * may stop early. Refuses what spreadsheets do not contain but attacks need: document type definitions (and
 * so entities), other encodings, endless tokens, deep nesting.
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

/** Passes the events of saxes on, and adds the limits it lacks: depth of elements and length of tokens. */
class BoundedParser {
  private readonly parser = new SaxesParser();
  private depth = 0;
  /** Position at which the last token ended. */
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
      listener.open?.(withoutPrefix(name), (local) => valueOf(attributes, local));
    });
    parser.on('closetag', ({ name }) => {
      this.tokenEnd = parser.position;
      this.depth--;
      listener.close?.(withoutPrefix(name));
    });
    const onText = (text: string): void => {
      this.tokenEnd = parser.position;
      if (this.depth > 0) listener.text?.(text);
    };
    parser.on('text', onText);
    parser.on('cdata', onText);
  }

  write(piece: string): this {
    this.parser.write(piece);
    if (this.parser.position - this.tokenEnd > LIMITS.xmlTokenCharacters) throw damaged(this.part);
    return this;
  }

  close(): void {
    this.parser.close();
  }

  /** Malformed comments are accepted, because comments are ignored. */
  private refuse(message: string): void {
    if (!message.endsWith('malformed comment.')) throw damaged(this.part);
  }
}

function valueOf(attributes: Readonly<Record<string, string>>, local: string): string | undefined {
  const name =
    local in attributes ? local : Object.keys(attributes).find((each) => withoutPrefix(each) === local);
  return name && attributes[name];
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
