/** Languages in which the product talks to people. */
export type Language = 'zh' | 'en';

/** One sentence or name in every language. */
export interface Text {
  readonly zh: string;
  readonly en: string;
}

/**
 * The language that an `Accept-Language` header asks for; Chinese is the institution's own and the default.
 */
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
