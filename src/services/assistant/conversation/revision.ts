/** Texts name a revision as `在草稿3里`, `第3版课表中` or `in draft 3`. */
const mentions = [
  /[在于]?\s*草稿\s*(?:第\s*)?(\d{1,9})(?!\d)\s*[版号]?\s*[里中]?\s*[,，:：]?/u,
  /[在于]?\s*第\s*(\d{1,9})\s*版\s*(?:课表|草稿)?\s*[里中]?\s*[,，:：]?/u,
  /\b(?:in|of|on)?\s*(?:the\s+)?(?:draft|revision)\s+(?:no\.?\s*|number\s+)?(\d{1,9})\b\s*[,:]?/iu,
];

/** Greatest number of a revision. */
export const revisionMax = 1_000_000;

/**
 * A text without its mention of a revision, and that; null: the one that is shown by default. Where it says
 * nothing else, the text stays as it is.
 */
export function revisionIn(text: string): { readonly text: string; readonly revision: number | null } {
  for (const mention of mentions) {
    const found = mention.exec(text);
    if (!found) continue;
    const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`.trim();
    return rest === '' ? { text, revision: null } : { text: rest, revision: Number(found[1]) };
  }
  return { text, revision: null };
}
