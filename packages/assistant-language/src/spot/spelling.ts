/**
 * Number of characters that were left out, put in, mistaken or exchanged with their neighbours between two
 * words; above `most` only that it is more.
 */
export function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let older: number[] = [];
  let old = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      let least = Math.min(old[column] + 1, current[column - 1] + 1, old[column - 1] + (isSame ? 0 : 1));
      const isTurned = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isTurned && row > 1 && column > 1) least = Math.min(least, older[column - 2] + 1);
      current.push(least);
    }
    if (Math.min(...current) > most) return most + 1;
    older = old;
    old = current;
  }
  return old[other.length];
}

/** Number of mistakes with which a word is still understood: none in short ones. */
export const mistakesIn = (word: string): number =>
  word.length >= (/^[\x20-\x7e]*$/.test(word) ? 8 : 6) ? 2 : word.length >= 4 ? 1 : 0;

/** Whether the characters of a word stand in another in their order. */
export function isWithin(word: string, other: string): boolean {
  let at = 0;
  for (const character of other) if (character === word[at]) at++;
  return at === word.length;
}
