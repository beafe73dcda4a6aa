/** Characters of another shape or age that mean the same; simplified ones stand at odd places. */
const traditional =
  '調调換换節节課课師师體体數数學学週周禮礼號号樓楼機机實实驗验電电腦脑級级' +
  '請请幫帮為为麼么誰谁時时間间沒没來来這这個个幾几點点對对鎖锁開开銷销復复補补' +
  '動动變变員员導导張张劉刘陳陈趙赵楊杨吳吴孫孙馬马歐欧陽阳偉伟麗丽軍军華华' +
  '據据結结構构線线統统論论編编譯译網网絡络離离語语術术應应設设計计軟软' +
  '電电經经濟济會会學学資资訊讯務务業业歷历選选門门間间東东樂乐藝艺圖图書书館馆區区';

const simplified = new Map<string, string>();
for (let at = 0; at < traditional.length; at += 2) simplified.set(traditional[at], traditional[at + 1]);

const plain = /^[\u4e00-\u9fffA-Za-z0-9]*$/;

/** 有空机房没 想带几个人练程序: on a telephone a space is typed for a comma. */
const spaceForComma = /(?<=[^ ,;!?]{4}[\u3001-\u9fff]) (?=[\u3001-\u9fff][^ ,;!?]{4})/g;

/**
 * A text as it is read: one width of letters, one kind of quotation mark, and no space but between words of
 * letters. What is said back to a person is made of this.
 */
export function readable(text: string): string {
  if (plain.test(text)) return text;
  return text
    .normalize('NFKC')
    .replace(/[👉➡⇒]|(?<![-=])[-=]+>|>>/gu, '→')
    .replace(/[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\ufe0f]+/gu, ' ')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u00ad]/g, '')
    .replace(/[\r\n\u2028\u2029]+/g, ';')
    .replace(/[\u2018\u2019\u02bc`´]/g, "'")
    .replace(/[\u201c\u201d「」『』《》〈〉【】]/g, '"')
    .replace(/[–—−~～〜]/g, '-')
    .replace(/。/g, ';')
    .replace(/\s+/g, ' ')
    .replace(spaceForComma, ',')
    .replace(/(?<=[\u3001-\u9fff]) | (?=[\u3001-\u9fff])/g, '')
    .trim();
}

const foldable = new RegExp(`[A-Z${[...simplified.keys()].join('')}]`, 'g');

/** A readable text without case and in simplified characters, position by position the same. */
export const folded = (text: string): string =>
  text.replace(foldable, (one) => simplified.get(one) ?? one.toLowerCase());

/** Whether a text holds Chinese, and is answered so. */
export const isChinese = (text: string): boolean => /[\u4e00-\u9fff]/.test(text);

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[a-z0-9]/.test(character);

/** Whether a word may stand from one position to another: words of letters are not found inside others. */
export function standsAlone(text: string, from: number, to: number): boolean {
  const isInside = (left: number): boolean => isWordCharacter(text[left]) && isWordCharacter(text[left + 1]);
  return !isInside(from - 1) && !isInside(to - 1);
}

/** The longest form at a position of a folded text that can be read, and what is read of it. */
export function longestAt<C, R>(
  text: string,
  at: number,
  forms: readonly (readonly [RegExp, (match: RegExpExecArray, context: C) => R | null])[],
  context: C,
): { readonly length: number; readonly said: R } | null {
  let longest: { length: number; said: R } | null = null;
  for (const [form, read] of forms) {
    form.lastIndex = at;
    const match = form.exec(text);
    if (!match || match[0].length <= (longest?.length ?? 0)) continue;
    if (!standsAlone(text, at, at + match[0].length)) continue;
    const said = read(match, context);
    if (said !== null) longest = { length: match[0].length, said };
  }
  return longest;
}

/** The letters and digits of a folded text, and the signs that tell C++ and C# from C. */
export const compact = (text: string): string =>
  plain.test(text) ? text : text.replace(/[^\p{L}\p{N}+#]/gu, '');
