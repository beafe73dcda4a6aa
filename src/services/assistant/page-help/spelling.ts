/** A text as it is compared: compatibility forms, lower case, punctuation and runs of blanks as one blank. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}\p{S}]+/gu, ' ')
    .trim();

/** How many characters are added, left out, replaced or exchanged with their neighbour from a to b. */
export function distance(a: string, b: string): number {
  const [from, to] = [[...a], [...b]];
  let older: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (isSame ? 0 : 1));
      const isExchanged = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isExchanged) row[j] = Math.min(row[j], older[j - 2] + 1);
    }
    [older, last] = [last, row];
  }
  return last[to.length];
}

/** Whether a text is probably a word, misspelt. Texts of one or two characters never are. */
export function resembles(text: string, word: string): boolean {
  const length = Math.min([...text].length, [...word].length);
  const isWide = /\p{Script=Han}/u.test(word);
  const allowed = isWide ? (length >= 3 ? 1 : 0) : length >= 8 ? 2 : length >= 4 ? 1 : 0;
  if (Math.abs([...text].length - [...word].length) > allowed) return false;
  return distance(text, word) <= allowed;
}

/** The beginning of a text, for messages that repeat it. */
export const cut = (text: string): string => (text.length > 32 ? `${text.slice(0, 31)}…` : text);
