/** An element of an XML document: name, attributes and child elements, without text. */
export interface Element {
  readonly name: string;
  /** Where it begins in the document. */
  readonly at: number;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Parts of a tag; bounded, because \s+ over millions of characters may run out of stack (see `isBits`). */
const TAG = /<(\/?)([\w.:-]{1,1000})/y;
const ATTRIBUTE =
  /\s{1,1000}([\w.:-]{1,1000})\s{0,1000}=\s{0,1000}(?:"([^"<]{0,10000})"|'([^'<]{0,10000})')/y;
const TAG_END = /\s{0,1000}(\/?)>/y;
const DOCTYPE = /<!DOCTYPE[^[>]{0,1000}(?:\[[^\]]{0,10000}\]\s{0,1000})?>/y;
/** How what is skipped begins and ends. */
const ENDS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;
/** Nested elements, after which a document is refused; ITC-2019 has seven. */
const DEPTH_MAX = 32;
const ELEMENTS_PER_PAUSE = 4096;

/**
 * Reads the elements of a document in one pass, because large ones have a million. Skips declarations,
 * comments and text inside of elements; rejects unknown entities. Calls `pause` now and then, which may
 * throw.
 */
export function readXml(text: string, pause: () => void = () => undefined): Element {
  const stack: { name: string; at: number; attributes: Map<string, string>; children: Element[] }[] = [];
  const root: Element[] = [];
  let count = 0;
  let end = 0;
  const requireNoText = (to: number) => {
    if (stack.length === 0 && text.slice(end, to).trim() !== '') refuse(text, end);
  };
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    requireNoText(at);
    if (text[at + 1] === '!' || text[at + 1] === '?') {
      end = at = afterDeclaration(text, at);
      continue;
    }
    if (++count % ELEMENTS_PER_PAUSE === 0) pause();
    const begin = at;
    const [, close, name] = match(TAG, text, at) ?? refuse(text, at);
    at = TAG.lastIndex;
    const attributes = new Map<string, string>();
    for (let found = match(ATTRIBUTE, text, at); found; found = match(ATTRIBUTE, text, at)) {
      if (attributes.has(found[1]) || close) refuse(text, at);
      attributes.set(found[1], unescape(found[2] ?? found[3], text, at));
      at = ATTRIBUTE.lastIndex;
    }
    const [, selfClosing] = match(TAG_END, text, at) ?? refuse(text, at);
    end = at = TAG_END.lastIndex;
    if (close) {
      const open = stack.pop();
      if (open?.name !== name)
        throw new Error(`Line ${lineOf(text, begin)}: <${open?.name ?? 'nothing'}> is closed by </${name}>.`);
      continue;
    }
    const element = { name, at: begin, attributes, children: [] };
    (stack[stack.length - 1]?.children ?? root).push(element);
    if (!selfClosing && stack.push(element) > DEPTH_MAX)
      throw new Error(`Line ${lineOf(text, begin)}: <${name}> is nested more than ${DEPTH_MAX} times.`);
  }
  requireNoText(text.length);
  const open = stack[stack.length - 1];
  if (open) throw new Error(`Line ${lineOf(text, open.at)}: <${open.name}> is never closed.`);
  if (root.length !== 1) throw new Error('An XML document has exactly one root element.');
  return root[0];
}

/** Children of that name. */
export const all = (element: Element, name: string): Element[] =>
  element.children.filter((one) => one.name === name);

/** The first child of that name, or an empty one. */
export const child = (element: Element, name: string): Element =>
  element.children.find((one) => one.name === name) ?? {
    name,
    at: element.at,
    attributes: new Map(),
    children: [],
  };

/** Elements that a path of names leads to. */
export const within = (element: Element, ...path: readonly string[]): Element[] =>
  path.reduce((elements, name) => elements.flatMap((one) => all(one, name)), [element]);

/** The end of a comment, a declaration or a passage of plain text. */
function afterDeclaration(text: string, at: number): number {
  if (match(DOCTYPE, text, at)) return DOCTYPE.lastIndex;
  const [, end] = ENDS.find(([begin]) => text.startsWith(begin, at)) ?? ['', '>'];
  const found = text.indexOf(end, at);
  if (found < 0) refuse(text, at);
  return found + end.length;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function refuse(text: string, at: number): never {
  const begin = text.slice(at, at + 30);
  throw new Error(`Line ${lineOf(text, at)} is not well-formed XML or has an endless word: "${begin}".`);
}

/** The line of a place in a text, from 1. */
export function lineOf(text: string, at: number): number {
  let line = 1;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) line++;
  return line;
}

/** Escapes a text for use in an attribute. */
export function escapeXml(text: string): string {
  const names = Object.entries(ENTITIES).map(([name, sign]) => [sign, `&${name};`] as const);
  const bySign = new Map(names);
  return text.replace(/[<>&"']/g, (sign) => bySign.get(sign) ?? sign);
}

function unescape(value: string, text: string, at: number): string {
  if (!value.includes('&')) return value;
  return value.replace(/&(?:(#?\w+);)?/g, (reference, name?: string) => {
    if (name === undefined) throw new Error(`Line ${lineOf(text, at)}: "&" must be written "&amp;".`);
    const [, hexadecimal, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? [];
    const code = hexadecimal ? parseInt(hexadecimal, 16) : Number(decimal);
    if (isCharacter(code)) return String.fromCodePoint(code);
    if (!Object.hasOwn(ENTITIES, name))
      throw new Error(`Line ${lineOf(text, at)}: the entity ${reference} is unknown.`);
    return ENTITIES[name];
  });
}

/** Whether XML knows a character of this number: no control characters, no halves of pairs. */
const isCharacter = (code: number): boolean =>
  [0x9, 0xa, 0xd].includes(code) ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff);
