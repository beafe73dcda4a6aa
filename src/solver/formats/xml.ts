/** An element of an XML document: name, attributes and child elements, without text. */
export interface Element {
  readonly name: string;
  /** Where it begins in the document. */
  readonly at: number;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The last character of Unicode. */
const CODE_MAX = 0x10ffff;

const TAG = /<(\/?)([\w.:-]+)/y;
const ATTRIBUTE = /\s+([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
const TAG_END = /\s*(\/?)>/y;
/** Nested elements, after which a document is refused; ITC-2019 has seven. */
const DEPTH_MAX = 32;
const ELEMENTS_PER_PAUSE = 4096;

/**
 * Reads the elements of a document in one pass, because large ones have a million. Skips declarations,
 * comments and text; rejects unknown entities. Calls `pause` now and then, which may throw.
 */
export function readXml(text: string, pause: () => void = () => undefined): Element {
  const stack: { name: string; at: number; attributes: Map<string, string>; children: Element[] }[] = [];
  const root: Element[] = [];
  let count = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (text[at + 1] === '!' || text[at + 1] === '?') {
      at = afterDeclaration(text, at);
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
    at = TAG_END.lastIndex;
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

/** Elements of that name at any depth, but not within each other. */
export const descendants = (element: Element, name: string): Element[] =>
  element.children.flatMap((one) => (one.name === name ? [one] : descendants(one, name)));

/** The end of a comment or declaration. */
function afterDeclaration(text: string, at: number): number {
  const end = text.startsWith('<!--', at) ? '-->' : '>';
  const found = text.indexOf(end, at);
  if (found < 0) refuse(text, at);
  return found + end.length;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function refuse(text: string, at: number): never {
  throw new Error(`Line ${lineOf(text, at)} is not well-formed XML: "${text.slice(at, at + 30)}".`);
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
  return value.replace(/&(#?\w+);/g, (reference, name: string) => {
    const [, hexadecimal, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? [];
    const code = hexadecimal ? parseInt(hexadecimal, 16) : Number(decimal);
    if (code <= CODE_MAX) return String.fromCodePoint(code);
    if (!Object.hasOwn(ENTITIES, name))
      throw new Error(`Line ${lineOf(text, at)}: the entity ${reference} is unknown.`);
    return ENTITIES[name];
  });
}
