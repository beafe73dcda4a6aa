/** How a number is displayed: as is, as a date, or with leading zeros. */
export type NumberFormat =
  { readonly is: 'plain' } | { readonly is: 'date' } | { readonly is: 'padded'; readonly digits: number };

const PLAIN: NumberFormat = { is: 'plain' };
const DATE: NumberFormat = { is: 'date' };

/** Classifies a number format: some are known by their id, the others by their code. */
export function formatOf(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return BUILT_IN_DATES.some(([from, to]) => id >= from && id <= to) ? DATE : PLAIN;
  if (/^0{2,32}$/.test(code)) return { is: 'padded', digits: code.length };
  return /[ymdhs]/i.test(code.replaceAll(QUOTED, '')) ? DATE : PLAIN;
}

/** Ids that the standard, and its Chinese edition, assign to dates and times. */
const BUILT_IN_DATES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;
/** Literal text, colours and conditions inside a format code. */
const QUOTED = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|General/gi;

/** A number cell as displayed, or as a person would type it. */
export function showNumber(text: string, format: NumberFormat, from1904: boolean): string {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) return text;
  if (format.is === 'date') return showDate(number, from1904);
  const plain =
    Number.isInteger(number) && Math.abs(number) < 1e21 ? BigInt(number).toString() : String(number);
  return format.is === 'padded' ? plain.padStart(format.digits, '0') : plain;
}

const DAY_MS = 86_400_000;
const SECOND_MS = 1000;

function showDate(serial: number, from1904: boolean): string {
  const days = serial + (from1904 ? 1462 : 0);
  const date = new Date(Math.round(((days - 25_569) * DAY_MS) / SECOND_MS) * SECOND_MS);
  if (Number.isNaN(date.getTime())) return String(serial);
  const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T');
  if (days < 1) return time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}
