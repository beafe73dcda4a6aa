/** An element of an XML document: name, attributes and child elements, without text. */
export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const TAG = /<(\/?)([\w.:-]+)/y;
const ATTRIBUTE = /\s+([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
const TAG_END = /\s*(\/?)>/y;

/**
 * Reads the elements of a document in one pass, because large ones have a million. Skips declarations,
 * comments and text; rejects unknown entities.
 */
export function readXml(text: string): Element {
  const stack: { name: string; attributes: Map<string, string>; children: Element[] }[] = [];
  const root: Element[] = [];
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (text[at + 1] === '!' || text[at + 1] === '?') {
      at = afterDeclaration(text, at);
      continue;
    }
    const [, close, name] = match(TAG, text, at) ?? refuse(text, at);
    at = TAG.lastIndex;
    const attributes = new Map<string, string>();
    for (let found = match(ATTRIBUTE, text, at); found; found = match(ATTRIBUTE, text, at)) {
      attributes.set(found[1], unescape(found[2] ?? found[3]));
      at = ATTRIBUTE.lastIndex;
    }
    const [, selfClosing] = match(TAG_END, text, at) ?? refuse(text, at);
    at = TAG_END.lastIndex;
    if (close) {
      const open = stack.pop();
      if (open?.name !== name) throw new Error(`<${open?.name ?? 'nothing'}> is closed by </${name}>.`);
      continue;
    }
    const element = { name, attributes, children: [] };
    (stack[stack.length - 1]?.children ?? root).push(element);
    if (!selfClosing) stack.push(element);
  }
  if (stack.length > 0) throw new Error(`<${stack[stack.length - 1].name}> is never closed.`);
  if (root.length !== 1) throw new Error('An XML document has exactly one root element.');
  return root[0];
}

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
  const line = text.slice(0, at).split('\n').length;
  throw new Error(`Line ${line} is not well-formed XML: "${text.slice(at, at + 30)}".`);
}

/** Escapes a text for use in an attribute. */
export function escapeXml(text: string): string {
  const names = Object.entries(ENTITIES).map(([name, sign]) => [sign, `&${name};`] as const);
  const bySign = new Map(names);
  return text.replace(/[<>&"']/g, (sign) => bySign.get(sign) ?? sign);
}

function unescape(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#?\w+);/g, (_, name: string) => {
    if (name.startsWith('#x')) return String.fromCodePoint(parseInt(name.slice(2), 16));
    if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)));
    if (!(name in ENTITIES)) throw new Error(`The entity &${name}; is unknown.`);
    return ENTITIES[name];
  });
}
