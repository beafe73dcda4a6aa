import type { ShownField } from './form.js';

/** What a sentence wants of a field. */
export interface Wish {
  readonly shown: ShownField;
  readonly value: string | boolean;
}

/** A sentence about a form: what it wants, in its order, and the parts that are not understood. */
export interface FormSentence {
  readonly wishes: readonly Wish[];
  readonly unread: readonly string[];
}

/** Fields with at least so much room may contain separators, such as an address. */
const longText = 200;

const connector =
  '(?:填写[为成]|填写|填[入为成上]|填|设置[为成]|设[为成]|修改[为成]|改[为成]|更新为|选择为|选择|选为|选|输入为|输入|' +
  '写[为成]|写|叫做|叫|等于|是|为|[:=：＝]|(?:should be|to be|to|is|as|be|with)(?=\\s))';
const beginnings =
  '\\s|请|麻烦|帮我|给我|把|将|然后|再|并且|并|同时|以及|还有|另外|这个|该|' +
  '(?:and|then|please|also|set|fill in|fill out|fill|put|make|enter|choose|select|the|its)\\b';
const beginning = new RegExp(`^(?:${beginnings})+`, 'i');
const courtesy = /^(?:谢谢|多谢|谢了|好的?|麻烦了|thanks|thank you|please|ok|okay)$/i;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const anyOf = (texts: readonly string[]): string => texts.map(escaped).join('|');

/** Reads a sentence of at most some thousand characters by the fields that the page shows. */
export function readFormSentence(sentence: string, fields: readonly ShownField[]): FormSentence {
  const reader = readerOf(fields);
  const wishes: Wish[] = [];
  const unread: string[] = [];
  let isOpen = false;
  for (const { text, separator } of partsOf(sentence.replace(/[\s.!！?？。]+$/, ''), fields)) {
    const said = text.replace(beginning, '').trim();
    if (said === '' || courtesy.test(said)) continue;
    const wish = flagIn(said, reader) ?? valueIn(said, reader);
    const last = wishes.at(-1);
    if (wish) {
      wishes.push(wish);
      isOpen = typeof wish.value === 'string' && !wish.shown.choices && wish.shown.field.max >= longText;
    } else if (isOpen && last)
      wishes[wishes.length - 1] = { ...last, value: `${last.value}${separator}${text.trim()}` };
    else unread.push(said);
  }
  return { wishes, unread };
}

interface Part {
  readonly text: string;
  /** What stands before it. */
  readonly separator: string;
}

const quotes: Readonly<Record<string, string>> = { '“': '”', '"': '"', '「': '」', '『': '』' };

/** Cuts a sentence at separators that are not quoted, and where another field is named without one. */
function partsOf(sentence: string, fields: readonly ShownField[]): Part[] {
  const parts: Part[] = [];
  let text = '';
  let separator = '';
  let closing: string | null = null;
  const end = (next: string): void => {
    parts.push({ text, separator });
    [text, separator] = ['', next];
  };
  for (const character of sentence) {
    if (closing !== null) {
      if (character === closing) closing = null;
      text += character;
    } else if (/[，,；;。、\n\r]/.test(character)) end(character);
    else {
      if (quotes[character] && sentence.includes(quotes[character])) closing = quotes[character];
      text += character;
    }
  }
  end('');
  const inner = namedLater(fields);
  return parts.flatMap((part) =>
    /[“"「『]/.test(part.text)
      ? [part]
      : part.text
          .split(inner)
          .map((piece, at) => ({ text: piece, separator: at === 0 ? part.separator : ' ' })),
  );
}

/** Where a further field is named: after a word such as "and", or after a blank with "is" behind it. */
function namedLater(fields: readonly ShownField[]): RegExp {
  const named = anyOf(fields.flatMap(({ field }) => field.names).sort((a, b) => b.length - a.length));
  const words = anyOf(fields.flatMap(({ field: { words } }) => [...words.set, ...words.clear]));
  const joined = `(?:\\s+and(?:\\s+then)?(?:\\s+the)?\\s+|\\s*(?:然后|并且|同时|以及)\\s*(?:把|将)?)`;
  return new RegExp(
    `${joined}(?=${named}${words && `|(?:${words})\\s*$`})|\\s+(?=(?:${named})\\s*${connector})`,
    'i',
  );
}

const negated =
  '(?:取消勾选|不勾选|取消|不需要|不要|不是|不带|不|没有|没|无|非|' +
  "(?:is not|isn't|not|no|without|uncheck)(?: an?)?(?=\\s))";
const affirmed = '(?:勾选|选中|选上|带有|带|具有|有|是|需要|(?:check|tick|with|has|is)(?: an?)?(?=\\s))';
const yes = '(?:是|有|真|开|开启|打开|勾选|启用|yes|true|on|enabled)';
const no = '(?:否|无|没有|不是|不|假|关|关闭|停用|禁用|不启用|no|false|off|disabled)';

/** A form as it is read: its flags with what states them, and the names of all else, the longest first. */
interface Reader {
  readonly flags: readonly { readonly shown: ShownField; readonly statement: RegExp }[];
  readonly named: readonly { readonly shown: ShownField; readonly name: string }[];
}

function readerOf(fields: readonly ShownField[]): Reader {
  const flags = fields.filter(({ field }) => field.kind === 'flag');
  const others = fields.filter(({ field }) => field.kind !== 'flag');
  return {
    flags: flags.map((shown) => {
      const name = anyOf(shown.field.names);
      const value = `(?:${connector}?\\s*(?:(?<yes>${yes})|(?<no>${no})))?`;
      const statement = new RegExp(`^(?<not>${negated})?(?<is>${affirmed})?\\s*(?:${name})\\s*${value}$`);
      return { shown, statement };
    }),
    named: others
      .flatMap((shown) => shown.field.names.map((name) => ({ shown, name })))
      .sort((a, b) => b.name.length - a.name.length),
  };
}

/** A statement that a flag is set or not: 有空调, 不是考场, 多媒体：是, without air conditioning. */
function flagIn(said: string, { flags }: Reader): Wish | null {
  const text = said.toLowerCase();
  for (const { shown, statement } of flags) {
    const { clear, set } = shown.field.words;
    if (clear.includes(text)) return { shown, value: false };
    if (set.includes(text)) return { shown, value: true };
    const groups = statement.exec(text)?.groups;
    if (!groups) continue;
    // The bare name sets a flag; that of a status says nothing.
    if (set.length > 0 && Object.values(groups).every((group) => group === undefined)) continue;
    return { shown, value: (groups.not === undefined) === (groups.no === undefined) };
  }
  return null;
}

/** A name and a value: 名称填东校区, code E01, capacity is 60. */
function valueIn(said: string, { named }: Reader): Wish | null {
  const text = said.toLowerCase();
  for (const { shown, name } of named) {
    if (!text.startsWith(name)) continue;
    const rest = said.slice(name.length);
    // An English name ends where its word does.
    if (/[a-z]$/.test(name) && /^[a-z0-9]/i.test(rest)) continue;
    const value = unquoted(rest.replace(leading, '').trim());
    if (value !== '') return { shown, value };
  }
  return null;
}

const leading = new RegExp(`^\\s*${connector}?\\s*`, 'i');

function unquoted(text: string): string {
  const closing = quotes[text[0]];
  return closing && text.length > 1 && text.endsWith(closing) ? text.slice(1, -1).trim() : text;
}
