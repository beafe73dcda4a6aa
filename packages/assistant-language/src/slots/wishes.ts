import type { RoomWish, TimeWish, Of } from '../intents.js';
import { numberFrom, numeral, small } from '../spot/numbers.js';
import { longestAt } from '../spot/characters.js';

type Feature = NonNullable<RoomWish['features']>[number];
export type Avoided = NonNullable<Of<'move'>['avoid']>[number];

/** What one expression says of a room, or of times that are not wanted. */
export interface WishPiece {
  readonly capacityMin?: number;
  readonly capacityMax?: number;
  /** As it is written on doors. */
  readonly floor?: string;
  readonly feature?: Feature;
  /** No laboratory, and without computers. */
  readonly isOrdinary?: true;
  readonly isSameCampus?: true;
  readonly isSameBuilding?: true;
  readonly isSameRoom?: true;
  readonly avoid?: readonly Avoided[];
  /** Times that are not wanted and that no word names: Friday afternoon. */
  readonly notAt?: readonly TimeWish[];
  /** The expression calls the room itself: a laboratory, not a projector. */
  readonly isRoom?: true;
}

/**
 * An expression and what it wishes; its number is the least of seats, where it is over, one less, and where
 * it is at most or under, the greatest, or one more.
 */
type Form = string | readonly [string, WishPiece];

const number = `(?<seats>${numeral})`;
const digits = '(?<seats>\\d{1,3})';
const seats = '(?:[来多]?(?:号|个)?人|个?座位?|个?学生|个?位子)';
const places = '(?:people|ppl|students?|persons?|seats?|seaters?|places|pax|heads|of (?:us|them))';
const storeys = 'first|second|third|fourth|fifth|sixth';
const room = '(?:的?(?:教室|房间|室))?';

const forms = (
  [
    `(?:容量|座位数?|人数)?(?:>=|≥|不少于|不小于|不低于|至少要?能?坐?|起码)${number}${seats}?`,
    `(?:容量|座位数?)(?:要|为|是|在)?${number}${seats}?(?:以上|及以上|左右)?`,
    `(?:容量|座位数?)?(?<over>>|大于|超过|多于)${number}${seats}?`,
    `(?:要?能?够?(?:坐|容纳|坐得?下|装得?下|容得下))(?:至少)?${number}${seats}(?:以上)?`,
    `${number}${seats}(?:以上|及以上|左右)?`,
    `${digits} ?\\+ ?(?:${seats}|${places})?`,
    '(?:that |which )?(?:can )?' +
      '(?:for(?: about| some)?|of|seats?|seating|holds?|holding|fits?|fitting|hold|capacity(?: of)?' +
      `|accommodat(?:es|ing)|room for) (?:at least |>= ?)?${digits}` +
      `(?![:.]\\d| (?:jan|feb|mar|apr|may|ju|aug|sep|oct|nov|dec))(?: ?${places})?(?: or more)?`,
    '(?:with )?(?:at least|a capacity of(?: at least)?|capacity ?(?:>=|≥|at least)|>=|≥|min(?:imum)?' +
      `|no fewer than) ?${digits}(?: ?${places})?`,
    `(?:with )?${digits}[ -]?${places}`,
    `(?:with )?(?<over>more than|over|above|capacity ?>) ?${digits}(?: ?${places})?`,
    '(?:容量|座位数?)?(?:最多|至多|不超过|不大于|不多于|<=|≤)(?:能?坐)?' +
      `(?<most>${numeral})${seats}(?:的|以内)?`,
    `(?:容量|座位数?)?(?:小于|少于|不到|不足)(?<under>${numeral})${seats}`,
    `(?<most>${numeral})${seats}(?:以内|以下|及以下)`,
    '(?:with |for )?(?:at most|no more than|not more than|up to|max(?:imum)?(?: of)?|<=|≤) ?' +
      `(?<most>\\d{1,5})[ -]?${places}`,
    `(?:with |for )?(?:fewer|less) than (?<under>\\d{1,5}) ?${places}`,
    `(?<![教第\\d号a-z])(?:在|位于)?(?<floor>${small})(?:楼|层楼?)(?![栋座])`,
    `(?:on |at )?(?:the )?(?:(?<floor>\\d)(?:st|nd|rd|th)|(?<floor>${storeys})|(?<floor>ground))[- ]floor`,
    '(?:on )?floor (?<floor>\\d)(?!\\d)',
    [
      `(?:有|带|装有|配有?)?(?:多媒体|投影仪?|投影设备)(?:设备)?${room}` +
        '|(?:with |that has |which has )?(?:an? |the )?' +
        '(?:multi-?media(?: equipment)?|projectors?|beamer)(?: (?:class)?rooms?)?',
      { feature: 'MULTIMEDIA' },
    ],
    [
      '(?:普通|一般|常规)(?:的)?教室|不(?:用|需要)(?:机房|电脑)|(?:an? )?(?:ordinary|normal|regular|plain) (?:class)?rooms?' +
        '|no (?:computers|machines)(?: (?:are )?needed)?' +
        "|(?:don't|do not) need (?:the )?(?:computers|machines|lab)",
      { isOrdinary: true },
    ],
    [
      '(?<![到在])白天(?:的?时间)?|(?:only )?(?:(?:in|during) the )?day ?time(?: only)?',
      { avoid: ['EVENING'] },
    ],
    [
      '(?:计算机|电脑)?机房|(?:计算机|电脑)(?:教室|室|房)|上机教室' +
        '|(?:computer|pc|it) (?:laborator(?:y|ies)|labs?|rooms?)',
      { feature: 'COMPUTERS', isRoom: true },
    ],
    [
      `(?:能|可以|可)上机${room}|(?:有|带|配有?)电脑(?:的?教室)?|(?:with )?computers?`,
      { feature: 'COMPUTERS' },
    ],
    ['实[验训]室|laborator(?:y|ies)|labs?', { feature: 'LABORATORY', isRoom: true }],
    [
      `(?:有|带|装有|配有?)?空调${room}` +
        '|(?:with )?(?:air[- ]condition(?:ing|ed|er)|air[- ]?con|a/c)(?: (?:class)?rooms?)?',
      { feature: 'AIR_CONDITIONING' },
    ],
    [
      '(?:在)?(?:同一?个?|本|相同|原)校区(?:内|的)?|不换校区|不跨校区|(?:on |in )?(?:the )?same campus',
      { isSameCampus: true },
    ],
    [
      '(?:还?是?在)?(?:同一?个?|本|原来?那?)[座栋幢个]?楼(?:里|内)?|不[换出跨]楼|' +
        '(?:in(?:side)? |within |of )?(?:the |its |that )?same building|(?:with)?in th(?:at|is) building' +
        // 离得近一点的, and not 离致远楼近一点.
        '|离(?:得|这[儿里]?|那[儿里]?)?近(?:一?点|一?些)?的?|(?<![楼室\\d])近(?:一?点|一?些)的?' +
        '|(?:somewhere |something |one )?(?:close ?by|nearby|(?:closer|nearer)(?: by)?(?! to))',
      { isSameBuilding: true },
    ],
    [
      '(?:上课)?(?:教室|地点|房间)(?:都|还|就|仍)?(?:不变|不动|不换|不用换|照旧|别动|别换|不用动|保持不变|(?:还是|就是|[还就]?用)原来(?:的|那[个间]))|' +
        '(?:还在|还用|仍在|仍用)?(?:原来的?|原|同一?个?|同一间)(?:教室|房间)|不换教室|' +
        '(?:and |but |while )?(?:keep(?:ing)?|leave|leaving) (?:the |its |their )?(?:same )?(?:class)?room' +
        '(?: the same| as it is| as is| unchanged)?|' +
        '(?:in |with |use )?(?:the |its )?same (?:class)?room',
      { isSameRoom: true },
    ],
  ] satisfies Form[]
).map((form: Form) => {
  const [source, wish] = typeof form === 'string' ? [form, {}] : form;
  const read = ({ groups = {} }: RegExpExecArray): WishPiece => {
    if (groups.floor) return { floor: floorOf(groups.floor) };
    const [least, most] = [numberFrom(groups.seats ?? ''), numberFrom(groups.most ?? groups.under ?? '')];
    if (most > 1) return { capacityMax: most - (groups.under ? 1 : 0) };
    return least > 1 ? { capacityMin: least + (groups.over ? 1 : 0) } : wish;
  };
  return [new RegExp(source, 'y'), read] as const;
});

/** 一楼 and the ground floor are the first. */
const floorOf = (said: string): string =>
  said === 'ground' ? '1' : String(storeys.split('|').indexOf(said) + 1 || numberFrom(said));

/** 占了就换个差不多的, 不行就找别的, 就用303: another room where the one that is named is taken. */
const fallback = new RegExp(
  '(?:占|没空|不空|有课|不行|不能用|满|用不了|\\b(?:taken|busy|occupied|unavailable|not (?:free|available)|fails?))' +
    '.{0,12}(?:差不多|类似|别的|其他|另|随便|[找换].{0,2}[个间]|(?:就|再|则|改)(?:[用换去]|(?=\\S{0,4}\\d{3}))|任[何意]' +
    '|\\b(?:similar|another|other|any|something|then|use|try|take)\\b)' +
    "|\\bif (?:that|it|this|the first)(?:['’]s| is) (?:taken|busy|occupied|full|not free)",
  'i',
);
export const isFallback = (sentence: string): boolean => fallback.test(sentence);

/** A character with which such a wish may begin: most positions need no closer look. */
const beginning =
  /[<≤最小位层a-z\d>≥=一二两三四五六七八九十百容座人至起超多大要能够坐装有带配投计普般常规不电机上实空在同本相原不教地房还仍用可少白离近]/;

/** The longest wish for a room that begins at a position of a folded text. */
export function wishAt(
  text: string,
  at: number,
): { readonly length: number; readonly said: WishPiece } | null {
  if (!beginning.test(text[at]) || (/[a-z]/.test(text[at]) && /[a-z]/.test(text[at - 1] ?? ''))) return null;
  return longestAt(text, at, forms, null);
}
