import { TextDecoder } from 'node:util';
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
 * take what the listener gathered and may stop early. It knows what spreadsheets contain and refuses what
 * attacks need: document type definitions (and with them entities), other encodings, endless tokens, deep
 * nesting, unbalanced elements.
 */
export async function* readXml(
  part: string,
  pieces: AsyncIterable<Buffer>,
  listener: XmlListener,
): AsyncGenerator<void> {
  const scanner = new XmlScanner(part, listener);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const piece of pieces) {
    scanner.write(decode(decoder, part, piece));
    yield;
  }
  scanner.write(decode(decoder, part));
  scanner.end();
}

function decode(decoder: TextDecoder, part: string, piece?: Buffer): string {
  try {
    return decoder.decode(piece, { stream: piece !== undefined });
  } catch {
    throw damaged(part);
  }
}

class XmlScanner {
  /** What has come but is not yet understood, because its end is missing. */
  private rest = '';
  private at = 0;
  private readonly path: string[] = [];
  private hasRoot = false;

  constructor(
    private readonly part: string,
    private readonly listener: XmlListener,
  ) {}

  write(piece: string): void {
    this.rest = this.rest.slice(this.at) + piece;
    this.at = 0;
    while (this.readToken());
    if (this.rest.length - this.at > LIMITS.xmlTokenCharacters) throw damaged(this.part);
  }

  end(): void {
    const leftover = this.rest.slice(this.at).trim();
    if (!this.hasRoot || this.path.length > 0 || leftover !== '') throw damaged(this.part);
  }

  /** Text up to the next tag, then the tag. False when the end of either has not come yet. */
  private readToken(): boolean {
    const { rest, at } = this;
    const tag = rest.indexOf('<', at);
    if (tag < 0) return false;
    const end = tokenEnd(rest, tag);
    if (end < 0) return false;
    if (tag > at) this.readText(unescape(rest.slice(at, tag), this.part));
    this.readTag(rest.slice(tag, end));
    this.at = end;
    return true;
  }

  private readText(text: string): void {
    if (this.path.length > 0) this.listener.text?.(text);
    else if (text.trim() !== '') throw damaged(this.part);
  }

  private readTag(tag: string): void {
    const kind = tag[1];
    if (kind === '/') return this.readClosing(tag.slice(2, -1).trimEnd());
    if (kind === '?' || tag.startsWith('<!--')) return;
    if (tag.startsWith('<![CDATA[')) return this.readText(tag.slice(9, -3));
    if (kind === '!') throw new WorkbookError('FILE_DTD');
    this.readOpening(tag);
  }

  private readOpening(tag: string): void {
    const name = /^[^\s/>]+/.exec(tag.slice(1, 1 + NAME_CHARACTERS))?.[0];
    if (!name || (this.hasRoot && this.path.length === 0)) throw damaged(this.part);
    this.hasRoot = true;
    if (this.path.push(name) > LIMITS.xmlDepth) throw damaged(this.part);
    this.listener.open?.(withoutPrefix(name), (wanted) => attribute(tag, wanted, this.part));
    if (tag.endsWith('/>')) this.readClosing(name);
  }

  private readClosing(name: string): void {
    if (this.path.pop() !== name) throw damaged(this.part);
    this.listener.close?.(withoutPrefix(name));
  }
}

const NAME_CHARACTERS = 100;

/** Position behind the token that starts at `<`, or -1 when its end has not come. */
function tokenEnd(text: string, start: number): number {
  if (text[start + 1] === '!') {
    if (text.startsWith('<!--', start)) return behind(text, '-->', start + 4);
    if (text.startsWith('<![CDATA[', start)) return behind(text, ']]>', start + 9);
    return text.length < start + 9 ? -1 : start + 2;
  }
  return text[start + 1] === '?' ? behind(text, '?>', start) : tagEnd(text, start);
}

function behind(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
}

/** A `>` inside a quoted attribute does not end the tag. */
function tagEnd(text: string, start: number): number {
  let at = start;
  for (;;) {
    const end = text.indexOf('>', at);
    if (end < 0) return -1;
    const quote = firstQuote(text, at, end);
    if (quote < 0) return end + 1;
    const closing = text.indexOf(text.charAt(quote), quote + 1);
    if (closing < 0) return -1;
    at = closing + 1;
  }
}

function firstQuote(text: string, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === 34 || code === 39) return at;
  }
  return -1;
}

/** Walks over the attributes of a tag by plain searches: this runs for every cell. */
function attribute(tag: string, wanted: string, part: string): string | undefined {
  let at = tag.search(/\s/);
  while (at >= 0) {
    const equals = tag.indexOf('=', at);
    const start = equals < 0 ? -1 : firstQuote(tag, equals, tag.length);
    if (start < 0) return undefined;
    const end = tag.indexOf(tag.charAt(start), start + 1);
    if (end < 0) throw damaged(part);
    if (withoutPrefix(tag.slice(at, equals).trim()) === wanted)
      return unescape(tag.slice(start + 1, end), part);
    at = end + 1;
  }
  return undefined;
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescape(text: string, part: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&([^;&]*)(;?)/g, (_whole, name: string, semicolon: string) => {
    const character = ENTITIES[name] ?? numbered(name);
    if (character === undefined || semicolon === '') throw damaged(part);
    return character;
  });
}

function numbered(name: string): string | undefined {
  const match = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name);
  if (!match) return undefined;
  const code = match[1] ? parseInt(match[1], 16) : Number(match[2]);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
