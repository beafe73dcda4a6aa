/** An element of an XML document: name, attributes and child elements; text is not kept. */
export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Reads the elements of a document; declarations, comments and text are passed over, unknown entities refused. */
export function readXml(text: string): Element {
  const stack: { name: string; attributes: Map<string, string>; children: Element[] }[] = [];
  const root: Element[] = [];
  const body = text.replace(/<!--[\s\S]*?-->/g, '').replace(/<[?!][^>]*>/g, '');
  for (const [, close, name, attributes, selfClosing] of body.matchAll(
    /<(\/?)([\w.:-]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>/g,
  )) {
    if (close) {
      const open = stack.pop();
      if (open?.name !== name) throw new Error(`<${open?.name ?? 'nothing'}> is closed by </${name}>.`);
      continue;
    }
    const element = { name, attributes: attributesOf(attributes), children: [] };
    (stack[stack.length - 1]?.children ?? root).push(element);
    if (!selfClosing) stack.push(element);
  }
  if (stack.length > 0) throw new Error(`<${stack[stack.length - 1].name}> is never closed.`);
  if (root.length !== 1) throw new Error('An XML document has exactly one root element.');
  return root[0];
}

/** Escapes a text for use in an attribute. */
export function escapeXml(text: string): string {
  const names = Object.entries(ENTITIES).map(([name, sign]) => [sign, `&${name};`] as const);
  const bySign = new Map(names);
  return text.replace(/[<>&"']/g, (sign) => bySign.get(sign) ?? sign);
}

function attributesOf(text: string): Map<string, string> {
  const pairs = [...text.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  return new Map(pairs.map(([, key, double, single]) => [key, unescape(double ?? single)] as const));
}

function unescape(text: string): string {
  return text.replace(/&(#?\w+);/g, (_, name: string) => {
    if (name.startsWith('#x')) return String.fromCodePoint(parseInt(name.slice(2), 16));
    if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)));
    if (!(name in ENTITIES)) throw new Error(`The entity &${name}; is unknown.`);
    return ENTITIES[name];
  });
}
