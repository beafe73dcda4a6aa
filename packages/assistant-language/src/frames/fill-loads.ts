import type { Intent, MeetingRef, Of } from '../intents.js';
import type { Slots } from '../slots/slots.js';
import { anyNumeral, numberFrom } from '../spot/numbers.js';
import { hasAny, ofSelf, within } from './whom.js';

type Load = Of<'showLoad'>;

/** What a ranking is of, by which words; earlier ones first. */
const kinds: readonly (readonly [NonNullable<Load['by']>, RegExp])[] = [
  ['TEACHER', /老师|教师|谁|讲师|教授|\b(?:teachers?|who|anybody|lecturers?|people|staff)\b/i],
  [
    'ROOM',
    /教室|课室|教学楼|[各哪][栋座个]?楼|机房|实[训验]室|琴房|房间|哪[些几]?间|\b(?:rooms?|labs?|halls?|classrooms?|buildings?)\b/i,
  ],
  ['CLASS', /班|\bclass(?:es)?\b/i],
];

export const most = /最[多高满重忙累狠厉]|\b(?:most|highest|heaviest|busiest|top|overworked)\b/i;
export const least =
  /最[少低闲空轻]|用得少|倒数|\b(?:(?<!at )least|lowest|lightest|fewest|emptiest|empty)\b/i;
export const ofSemester = /学期|\b(?:semester|term|total)\b/i;
/** 课多吗, a heavy load, 比系里别的老师, than the average: how much it is beside the others. */
const beside = new RegExp(
  '[跟和比与超].{0,8}(?:别|其[他它]|同事|大家|平均)|算[多少]|忙(?:不忙|[吗么嘛])|负担' +
    '|课[时量程]?[^，,。的最]{0,3}(?:多不多|重不重|[多少重][吗么嘛])' +
    '|\\b(?:heavy|busy|a lot|average|avg|others?|than most)\\b|is (?:that|this|it) (?:much|many)',
  'i',
);

/** 比何新安多吗: how much both have, of a question of one of them. */
export function compared(last: Intent, names: MeetingRef): Intent | null {
  if (last.type !== 'showLoad' && last.type !== 'showTimetable') return null;
  const both: Record<string, string[]> = {};
  for (const [field, ids] of [last.of ?? {}, names].flatMap(Object.entries<unknown>))
    if (Array.isArray(ids)) both[field] = [...new Set([...(both[field] ?? []), ...(ids as string[])])];
  return { type: 'showLoad', of: both, ...(last.within && { within: last.within }) };
}

/** 跟我比呢, is that more than mine: whoever is named beside those who were asked about. */
export const isBeside = (sentence: string): boolean =>
  /比|\b(?:than|compar(?:ed?|ing)|vs|versus)\b/i.test(sentence);

const top = [
  `前${anyNumeral}(?!周|节|次|个?[星礼])`,
  `\\b(?:top|first) ${anyNumeral}`,
  `\\b${anyNumeral} (?:most|least|\\w+est)\\b`,
  `(?:最.{1,3}|倒数|哪)${anyNumeral} ?[间个位名门]`,
  `${anyNumeral} ?[间个位名门][^，,]{0,4}最`,
  `\\b(?:the|which|what|list|name) ${anyNumeral} (?:\\w+ ){0,3}?(?:teacher|room|lab|class|course|people)`,
].map((form) => new RegExp(form, 'i'));

/** 前五个就行: how many of the first are wanted. */
export const topIn = (sentence: string): number | undefined => {
  const said = top.flatMap((form) => form.exec(sentence)?.[1] ?? []).at(0);
  return said && Math.min(numberFrom(said), 100) ? Math.min(numberFrom(said), 100) : undefined;
};

/** More than 16 periods, 不少于16节: how many more than which are wanted. */
const over = new RegExp(
  `(?:超过?|大于|多于|高于|[>＞]|more than|over|above|exceed(?:s|ing)?) ?${anyNumeral}` +
    `|(?:不少于|至少|at least) ?${anyNumeral}|${anyNumeral}(?:个?(?:节|学时|课时))?(?:及?以上| or more)`,
  'i',
);

function overIn(sentence: string): number | undefined {
  const [, more, ...least] = over.exec(sentence) ?? [];
  const said = more ?? least.find(Boolean);
  return said ? Math.min(numberFrom(said) - (more ? 0 : 1), 1_000) : undefined;
}

/** Which come first; of both most do. */
export const orderIn = (sentence: string): Load['order'] =>
  most.test(sentence) ? 'MOST' : least.test(sentence) ? 'LEAST' : undefined;

const ofMe = /我(?!们)|\b(?:i|my)\b/i;

/** How much is taught, in the time that is asked for. */
export function loadOf(slots: Slots): Load {
  const { sentence } = slots;
  const { departments, ...named } = ofSelf(slots);
  const isCompared = named.teachers?.length === 1 && Object.keys(named).length === 1 && beside.test(sentence);
  const of = { ...named, ...(departments && !isCompared && { departments }) };
  const { periods: _, ...when } =
    (slots.times.every(({ piece }) => piece.isWeekly) ? undefined : within(slots)) ?? {};
  const wish = { ...(hasAny(of) && { of }), ...(hasAny(when) && { within: when }) };
  if (hasAny(named)) return { type: 'showLoad', ...wish, ...(isCompared && { isCompared }) };
  const said = kinds.find(([, words]) => words.test(sentence))?.[0];
  // 我一周上几节课: of a student, who ranks nobody.
  const { student } = slots.situation.self;
  if (!said && !hasAny(of) && student !== null && ofMe.test(sentence))
    return { type: 'showLoad', ...wish, of: { isOwn: true } };
  const by = said ?? (slots.buildings.length > 0 ? 'ROOM' : undefined);
  const order = orderIn(sentence);
  const { features, building } = (by === 'ROOM' && slots.room()) || {};
  const room = { ...(features && { features }), ...(building && { building }) };
  const [first, limit] = [topIn(sentence), overIn(sentence)];
  return {
    type: 'showLoad',
    ...wish,
    ...(by && { by }),
    ...(order && { order }),
    ...(first && { top: first }),
    ...(limit !== undefined && { over: limit }),
    ...(hasAny(room) && { room }),
    ...(ofSemester.test(sentence) && !/周|week/i.test(sentence) && { per: 'SEMESTER' as const }),
  };
}
