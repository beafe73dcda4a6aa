/** Languages of the user interface. */
export type Language = 'zh' | 'en';

/** A sentence or name in every language. */
export interface Text {
  readonly zh: string;
  readonly en: string;
}

/** The language requested by an `Accept-Language` header; the default is Chinese, the institution's own. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const ranked = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag, quality] = part
        .trim()
        .toLowerCase()
        .split(/;\s*q=/);
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .sort((a, b) => b.quality - a.quality);
  for (const { tag, quality } of ranked) {
    if (quality === 0) continue;
    if (tag.startsWith('zh')) return 'zh';
    if (tag.startsWith('en')) return 'en';
  }
  return 'zh';
}

/** The beginning of a text, so long at most, without half a character at its end. */
export const beginningOf = (text: string, max: number): string => text.slice(0, max).replace(/\p{Cs}$/u, '');

// What takes no place on a screen: two texts that differ only by it look alike.
const invisibleCharacters = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u2800]/gu;

const wideCharacters = /[０-９Ａ-Ｚａ-ｚ]+/g;

/** A text that tells records apart, trimmed, without characters that nobody sees. */
const seen = (text: string): string => text.replace(invisibleCharacters, '').trim();

/** A code or number, such as that of a student: ２０２６ is 2026. */
export const codeOf = (text: string): string =>
  seen(text).replace(wideCharacters, (wide) => wide.normalize('NFKC'));

/** What a number may be stored as that somebody typed: as it was typed, from before, else in half width. */
export const spellingsOf = (number: string): string[] => [...new Set([seen(number), codeOf(number)])];

/** The value of a unique field, as it is stored: two that look alike would be two records. */
export const distinctive = (field: string, text: string): string =>
  field === 'code' ? codeOf(text) : seen(text);

/** Why a field that holds a text to be shown under another name is deprecated. */
export const calledMessage = 'Text that is shown is called `message`.';

/** A sentence in both languages. */
export const say = (zh: string, en: string): Text => ({ zh, en });

/** Sentences one after the other, with something between them. */
export const joined = (texts: readonly Text[], between: Text | string): Text => {
  const { zh, en } = typeof between === 'string' ? { zh: between, en: between } : between;
  return { zh: texts.map((text) => text.zh).join(zh), en: texts.map((text) => text.en).join(en) };
};

/** What is the same in both languages, such as a name. */
export const plain = (text: string): Text => ({ zh: text, en: text });

/** A room with its seats. */
export const shownRoom = ({ name, capacity }: { readonly name: string; readonly capacity: number }): Text =>
  say(`${name}（${capacity} 座）`, `${name} (${capacity} seats)`);

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\n': '<br>',
};

/** A text as HTML that shows it: names of courses and all else that people typed are data. */
export const asHtml = (text: string): string =>
  text.replace(/[&<>"'\n]/g, (character) => htmlEntities[character]);

/** What a text says in JSON; undefined where it is none. */
export function parsedJson(text: string, revive?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, revive);
  } catch {
    return undefined;
  }
}
