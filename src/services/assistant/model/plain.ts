/** Signs of Chinese for the digits from 0 to 9. */
const digitSigns = [
  '零〇○',
  '一壹幺弌',
  '二贰两弍',
  '三叁弎',
  '四肆',
  '五伍',
  '六陆',
  '七柒',
  '八捌',
  '九玖',
];
const chineseDigit = new RegExp(`[${digitSigns.join('')}]`, 'g');

/** What stands for one digit in a text that is `plain`, within a class of a pattern. */
export const digit = `\\d${digitSigns.join('')}`;

/** The signs of Chinese for a figure. */
export const chineseFor = (figure: string): string => digitSigns[Number(figure)];

/** A text with figures in place of the digits of Chinese. */
export const figures = (text: string): string =>
  text.replace(chineseDigit, (sign) => String(digitSigns.findIndex((signs) => signs.includes(sign))));

/** Blanks and signs between letters or digits that belong together; none of them ends a clause. */
export const sign = '[^\\p{L}\\p{N},;:!?。、]';

/** The same without blanks, which end Latin words, and full stops. */
export const latinSign = '[^\\p{L}\\p{N}\\s,;:!?.]';

/**
 * Rows of digits from one to nine that Unicode does not count among the decimal ones: dingbats in circles,
 * and the rods of Suzhou.
 */
const rows = [0x2776, 0x2780, 0x278a, 0x24f5, 0x3021];

/** A digit that is none of 0 to 9. */
const foreignDigit = new RegExp(
  `(?!\\d)\\p{Nd}|[${rows.map((first) => String.fromCodePoint(first, 0x2d, first + 8)).join('')}]`,
  'gu',
);

/** The value of a digit of any script. */
function valueOf(character: string): string {
  const code = character.codePointAt(0)!;
  const row = rows.find((first) => code >= first && code < first + 9);
  if (row !== undefined) return String(code - row + 1);
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

/**
 * A text without what would hide a name or a number: other widths and styles of letters, digits of other
 * scripts, what is not seen, and marks that decorate.
 */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .replace(foreignDigit, valueOf)
    .replace(/[\s\p{Cc}]+/gu, ' ');

/** The letters and digits of a text alone, by which numbers and names are looked up. */
export const bare = (text: string): string =>
  figures(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** A text without the signs between the letters of one script, with which people space names. */
export const compact = (text: string): string =>
  text
    .replace(new RegExp(`(?<=\\p{Script=Han})${sign}+(?=\\p{Script=Han})`, 'gu'), '')
    .replace(new RegExp(`(?<=\\p{Script=Latin})${latinSign}+(?=\\p{Script=Latin})`, 'gu'), '');

/** A name or a text in which names are looked for: small letters that stand together. */
export const nameKey = (text: string): string => compact(plain(text).toLowerCase());

/** A text with blanks for all that is neither letter nor figure, without, and as it stands. */
export function spellingsOf(text: string): string[] {
  const words = plain(text).toLowerCase();
  return [nameKey(text), words, words.replace(/[^\p{L}\p{N}]+/gu, ' '), bare(words)];
}
