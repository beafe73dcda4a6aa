import type { ShownField } from './form.js';

/** What a sentence wants of a field. */
export interface Wish {
  readonly shown: ShownField;
  readonly value: string | boolean;
}

/** Words for yes and no, of flags and of choices that stand for one. */
export const truths = '是 有 真 开 开启 打开 勾选 启用 yes true on enabled 1'.split(' ');
export const falsehoods = '否 无 没有 不是 不 假 关 关闭 停用 禁用 不启用 no false off disabled 0'.split(' ');

/** Fields with at least so much room may contain separators, such as an address. */
const longText = 200;

const connector =
  '(?:填写[为成]|填写|填[入为成上]|填|设置[为成]|设[为成]|修改[为成]|改[为成]|更新为|选择为|选择|选为|选|输入为|输入|' +
  '写[为成]|写|叫做|叫|等于|是|为|[:=：＝]|(?:should be|to be|to|is|as|be|with)(?=\\s))';
const leading = new RegExp(`^\\s*${connector}?\\s*`, 'i');
const beginnings =
  '\\s|请|麻烦|帮我|给我|把|将|然后|再|并且|并|同时|以及|还有|另外|这个|该|' +
  '(?:and|then|please|also|set|fill in|fill out|fill|put|make|enter|choose|select|the|its)\\b';
const beginning = new RegExp(`^(?:${beginnings})+`, 'i');
const courtesy = /^(?:谢谢|多谢|谢了|好的?|麻烦了|thanks|thank you|please|ok|okay)$/i;
const negated =
  '(?:取消勾选|不勾选|取消|不需要|不要|不是|不带|不|没有|没|无|非|' +
  "(?:is not|isn't|not|no|without|uncheck)(?: an?)?(?=\\s))";
const affirmed = '(?:勾选|选中|选上|带有|带|具有|有|是|需要|(?:check|tick|with|has|is)(?: an?)?(?=\\s))';

/** A pattern of any of these texts, the longest first. */
const anyOf = (texts: readonly string[]): string =>
  texts
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .sort((a, b) => b.length - a.length)
    .join('|');

/**
 * What a sentence of at most some thousand characters wants of the fields that the page shows, in its order,
 * and the parts that are not understood.
 */
export function readFormSentence(
  sentence: string,
  fields: readonly ShownField[],
): { wishes: Wish[]; unread: string[] } {
  const wishes: Wish[] = [];
  const unread: string[] = [];
  const flags = fields.filter(({ field }) => field.kind === 'flag').map(flagReader);
  const named = fields
    .filter(({ field }) => field.kind !== 'flag')
    .flatMap((shown) => shown.field.names.map((name) => ({ shown, name })))
    .sort((one, other) => other.name.length - one.name.length);
  let isOpen = false;
  for (const { text, separator } of partsOf(sentence.replace(/[\s.!！?？。]+$/, ''), fields)) {
    const said = text.replace(beginning, '').trim();
    if (said === '' || courtesy.test(said)) continue;
    const wish = flags.map((read) => read(said.toLowerCase())).find(Boolean) ?? valueIn(said, named);
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

const quotes: Readonly<Record<string, string>> = { '“': '”', '"': '"', '「': '」', '『': '』' };
const quoted = Object.entries(quotes).map(([open, close]) => `${open}[^${close}]*${close}`);
/** What is quoted, or stands between separators. */
const piece = new RegExp(`(?:${quoted.join('|')}|[^，,；;。、\\n\\r])*`, 'g');

/** Cuts a sentence at separators that are not quoted, and where another field is named without one. */
function partsOf(sentence: string, fields: readonly ShownField[]): { text: string; separator: string }[] {
  const inner = namedLater(fields);
  return [...sentence.matchAll(piece)].flatMap(({ 0: text, index }) => {
    const separator = sentence.charAt(index - 1);
    if (/[“"「『]/.test(text)) return [{ text, separator }];
    return text.split(inner).map((each, at) => ({ text: each, separator: at === 0 ? separator : ' ' }));
  });
}

/** Where a further field is named: after a word such as "and", or after a blank with "is" behind it. */
function namedLater(fields: readonly ShownField[]): RegExp {
  const names = anyOf(fields.flatMap(({ field }) => [...field.names]));
  const alone = anyOf(
    fields.flatMap(({ field: { kind, names: own, contrary } }) =>
      kind === 'flag' && contrary.length > 0 ? [...own, ...contrary] : [],
    ),
  );
  const joined = '(?:\\s+and(?:\\s+then)?(?:\\s+the)?\\s+|\\s*(?:然后|并且|同时|以及)\\s*(?:把|将)?)';
  return new RegExp(
    `${joined}(?=${names}${alone && `|(?:${alone})\\s*$`})|\\s+(?=(?:${names})\\s*${connector})`,
    'i',
  );
}

/** Reads statements that a flag is set or not: 有空调, 不是考场, 多媒体：是, without air conditioning, 停用. */
function flagReader(shown: ShownField): (text: string) => Wish | null {
  const { names, contrary } = shown.field;
  const value = `(?:${connector}?\\s*(?:(?<yes>${anyOf(truths)})|(?<no>${anyOf(falsehoods)})))?`;
  const statement = new RegExp(`^(?<not>${negated})?(?<is>${affirmed})?\\s*(?:${anyOf(names)})\\s*${value}$`);
  return (text) => {
    if (contrary.includes(text)) return { shown, value: false };
    const groups = statement.exec(text)?.groups;
    // The bare name sets a flag; that of a status, or 是否启用, says nothing.
    const isBare = groups && Object.values(groups).every((group) => group === undefined);
    if (!groups || (isBare && /^是否|(?:状态|status)$/.test(text))) return null;
    return { shown, value: (groups.not === undefined) === (groups.no === undefined) };
  };
}

/** A name and a value: 名称填东校区, code E01, capacity is 60. */
function valueIn(said: string, named: readonly { shown: ShownField; name: string }[]): Wish | null {
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

function unquoted(text: string): string {
  const closing = quotes[text[0]];
  return closing && text.length > 1 && text.endsWith(closing) ? text.slice(1, -1).trim() : text;
}
