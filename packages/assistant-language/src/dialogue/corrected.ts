import { isDeepStrictEqual } from 'node:util';
import { isChange } from '../frames/acts.js';
import { heldAt, idsOf, isOwn, lessonsOf, refsIn } from '../ground/lessons.js';
import { fieldOf, type Intent, intentsMax, type MeetingRef, type TimeWish } from '../intents.js';
import type { KnownLesson, Situation } from '../interpreter.js';
import { ordinalIn, ordinalWords } from '../replies.js';
import { inWeeks, timeIn } from '../slots/time-wishes.js';
import { isRole, type NameToken, type Token } from '../slots/tokens.js';
import { weekOf } from '../slots/calendar.js';
import { fromTo } from '../spot/numbers.js';
import { isSpoken } from './focus.js';
import { ofLesson } from './further.js';
import { referred } from './refer.js';

/** What a change is after a correction, and what is said beside that; `NONE` where nothing is left of it. */
export interface Corrected {
  readonly changes: readonly Intent[] | 'NONE';
  readonly rest: string;
}

/** What is longer corrects nothing: each clause costs time to read. */
const clausesMax = 12;

const between =
  /[，。；;！!]|[,.](?!\d)|(?<=\p{sc=Han}),|(?<=\p{sc=Han}) (?=[\p{sc=Han}\d])|(?<=[a-z]) (?=(?:and|but) )/iu;
const asks = /[?？吗呢谁哪]|什么|有没有|没有?$|^(?:wh|how|is|are|do|does|can|could|would|should|has)\b/i;
/** 照旧, leave it where it is: what is told stays. */
const keeps = new RegExp(
  '照[旧常]|不变|(?:别|不|不用|不要)(?:再|急着)?[动改调挪停换]|原样|正常|我还?[在能]|再等等|再说|留着' +
    '|\\bas (?:usual|planned|normal|(?:it|they) (?:is|are|was|were))\\b' +
    '|\\b(?:stays?|leave|keep|remains?)\\b' +
    '|\\b(?:untouched|unchanged|where (?:it|they) (?:is|are))\\b',
  'i',
);
const denies = /^(?:[而可]?不是|别|(?:it(?:['’]s| is) )?not\b)/i;
const amends = new RegExp(
  '不对|[写说看记弄搞打讲]错|口误|[我是](?:是说|说的|指的?)是?' +
    '|\\b(?:sorry|mis(?:read|typed|took|spoke)|mistake|wrong|mean|meant|correction|wait|actually)\\b|^no\\b',
  'i',
);
const begins = /开始|起|\b(?:start|begin|from)/i;
const only = /只|仅|光|就|先|定|\b(?:only|just|go ahead)\b|^(?:(?:yes|ok|please|let['’]?s) )*(?:do|take)\b/i;
const others = /另[外一]|其[他它余]|别的|剩下|\b(?:the )?(?:others?|rest)\b/i;
/** Of what a lesson keeps when it goes elsewhere: 教室不变. */
const ofPlace = /教室|时间|地点|老师|\b(?:room|time|place|teacher|same)\b/i;

interface Piece {
  readonly said: string;
  readonly tokens: readonly Token[];
  readonly at: TimeWish;
  readonly as: 'KEPT' | 'DENIED' | 'SAID';
}

function pieceOf(said: string, situation: Situation): Piece {
  const { tokens } = referred(said.replace(denies, ''), situation);
  const told = tokens.filter((token) => token.type === 'time');
  const own = told.filter((token) => !isSpoken(token));
  // The week after: in which week, and not on which day.
  const times = own.length > 0 ? own : told.map((one) => ({ ...one, piece: { weeks: one.piece.weeks } }));
  const at = inWeeks(timeIn(times, situation) ?? {}, situation);
  const isKept = keeps.test(said) && !ofPlace.test(said);
  return { said, tokens, at, as: isKept ? 'KEPT' : denies.test(said) ? 'DENIED' : 'SAID' };
}

/**
 * 不对，15周起，下周照旧; only the first one, leave the other where it is: the change that was shown, in other
 * weeks, or without what is left as it is; null where a text corrects nothing of that kind.
 */
export function corrected(text: string, situation: Situation): Corrected | null {
  const { before = [], open = [], isMade } = situation;
  const changes = before.length > 0 && before.every(({ type }) => isChange(type)) ? before : open;
  if (isMade || changes.length === 0 || !changes.every(({ type }) => isChange(type))) return null;
  if (asks.test(text.trim())) return null;
  const clauses = text.split(between).filter((said) => said?.trim());
  if (clauses.length > clausesMax) return null;
  const pieces = clauses.map((said) => pieceOf(said.trim(), situation));
  // Can you undo that; 下周二的停一次，不调了: another wish.
  const isCancel = changes.every((one) => one.type === 'singleDate' && one.action === 'CANCEL');
  const isOther = (token: Token): boolean =>
    isRole(token, 'undo') ||
    (!isCancel && isRole(token, 'suspend', 'cancel', 'takeOut', 'makeUp', 'makeUpTo'));
  if (pieces.some(({ tokens, as }) => as === 'SAID' && tokens.some(isOther))) return null;
  const isAmended = pieces.some(({ as, said }) => as !== 'SAID' || amends.test(said));
  const isOfWeeks = ({ at }: Piece): boolean =>
    at.weeks !== undefined && !(at.periods ?? at.part ?? at.until ?? at.date);
  const weekly = pieces.filter(isOfWeeks);
  const dated =
    isAmended && weekly.length > 0
      ? changes.map((wish) => inOtherWeeks(wish, weekly, situation))
      : changes.map(() => null);
  if (dated.includes('NONE')) return { changes: 'NONE', rest: '' };
  const isDated = dated.every((one) => one !== null);
  const some = isDated ? null : someOf(changes, pieces, situation);
  if (!isDated && !some) return null;
  const used = isDated ? weekly : some!.used;
  const rest = pieces.filter((one) => !used.includes(one) && one.as === 'SAID' && isWishing(one));
  return {
    changes: some?.changes ?? (dated as readonly Intent[]),
    rest: rest.map(({ said }) => said).join(', '),
  };
}

/** Whether a piece beside a correction wishes something further: talk does not. */
const isWishing = ({ tokens }: Piece): boolean =>
  tokens.some(
    (token) =>
      token.type === 'wish' ||
      isRole(token, 'move', 'moveTo', 'changeRoom', 'bigger', 'anotherTime', 'changeTeacher', 'let', 'swap'),
  ) ||
  (tokens.some(isTime) &&
    tokens.every((token) => isTime(token) || isRole(token, 'filler', 'at', 'schedule')));

const isTime = ({ type }: Token): boolean => type === 'time';

/** A change in the weeks that are said, without those that are denied or stay; null where it is not. */
function inOtherWeeks(wish: Intent, pieces: readonly Piece[], situation: Situation): Intent | 'NONE' | null {
  const weeksOf = (...as: readonly Piece['as'][]): number[] =>
    pieces.filter((one) => as.includes(one.as)).flatMap(({ at }) => at.weeks!);
  const ref = 'meeting' in wish ? wish.meeting : undefined;
  const own = wish.type === 'swap' ? wish.on : wish.type === 'singleDate' ? (wish.at ?? ref?.at) : ref?.at;
  if (!ref && wish.type !== 'swap') return null;
  const at = inWeeks(own ?? {}, situation);
  const to = 'to' in wish && wish.to ? inWeeks(wish.to, situation) : {};
  const lessons = ref ? [...lessonsOf({ ...ref, at: { ...at, weeks: undefined } }, situation)] : [];
  const days = pieces.flatMap((one) => one.at.days ?? []);
  const isGoal = pieces.some((one) => one.at.days && one.tokens.some((token) => isRole(token, 'moveTo')));
  if (isGoal || days.some((day) => !lessons.some((lesson) => lesson.day === day))) return null;
  const now = weekOf(situation.today, situation);
  const before =
    at.weeks ?? to.weeks ?? [...new Set(lessons.flatMap((one) => one.weeks))].filter((week) => week > now);
  const denied = weeksOf('DENIED');
  if (denied.length > 0 && !denied.some((week) => before.includes(week))) return null;
  const [first, ...further] = weeksOf('SAID');
  const isFrom =
    further.length === 0 && pieces.some(({ as, said: text }) => as === 'SAID' && begins.test(text));
  const said = first && isFrom ? fromTo(first, Math.max(first, ...before)) : [first ?? [], further].flat();
  const kept = weeksOf('KEPT', ...(said.length > 0 ? [] : (['DENIED'] as const)));
  const weeks = (said.length > 0 ? said : before).filter((week) => !kept.includes(week));
  if (weeks.length === 0) return 'NONE';
  if (isDeepStrictEqual(weeks, before)) return null;
  const { weeks: goal, ...day } = to;
  const isSameWeek = goal !== undefined && (!at.weeks || isDeepStrictEqual(goal, at.weeks));
  const arrives = isSameWeek ? { to: weeks.length > 1 ? day : { ...day, weeks } } : {};
  const then = { ...at, weeks, ...(days.length > 0 && { days: [...new Set(days)] }) };
  if (wish.type === 'swap') return { ...wish, on: then };
  if (wish.type === 'singleDate') return { ...wish, ...arrives, at: then };
  return { ...wish, ...arrives, meeting: { ...ref, at: then } } as Intent;
}

/** A part of a change of several lessons, with the lessons that it is of. */
interface Part {
  readonly wish: Intent;
  readonly lessons: readonly KnownLesson[];
}

/** Those of several lessons that are changed alone, or not kept; null where none is left out. */
function someOf(
  changes: readonly Intent[],
  pieces: readonly Piece[],
  situation: Situation,
): { readonly changes: readonly Intent[]; readonly used: readonly Piece[] } | null {
  const parts = partsOf(changes, situation);
  if (parts.length < 2 || parts.length > intentsMax) return null;
  const told = pieces.map((piece) => ({
    piece,
    of: parts.filter((_, nth) => isMeant(piece, nth, parts, situation)),
  }));
  const said = told.filter(({ piece, of }) => piece.as === 'SAID' && of.length > 0 && !isWishing(piece));
  // Only the first, in the second they do exercises: why not the other.
  const alone = said.filter(({ piece }) => only.test(piece.said));
  const chosen = alone.length > 0 ? alone : said;
  const isChosen = (part: Part): boolean => chosen.some(({ of }) => of.includes(part));
  const isRest = pieces.some(({ as, said }) => as === 'KEPT' && others.test(said));
  const isKept = (part: Part): boolean =>
    told.some(({ piece, of }) => piece.as !== 'SAID' && of.includes(part)) || (isRest && !isChosen(part));
  const isTold = parts.some(isKept);
  if (!isTold && alone.length === 0) return null;
  const left = parts.filter((part) => (isTold ? !isKept(part) : isChosen(part)));
  if (left.length === 0 || left.length === parts.length) return null;
  return {
    changes: left.map(({ wish }) => wish),
    used: told.flatMap(({ piece, of }) => (of.length > 0 ? piece : [])),
  };
}

/** Of several wishes each, else that of one lesson after the other. */
function partsOf(changes: readonly Intent[], situation: Situation): Part[] {
  const all = changes.map((wish) => ({
    wish,
    lessons: refsIn(wish).flatMap((ref) => [...lessonsOf(ref, situation)]),
  }));
  const [{ wish, lessons }, ...further] = all;
  if (further.length > 0) return all;
  if (!('meeting' in wish) || !wish.meeting) return [];
  const own = inWeeks((wish.type === 'singleDate' && wish.at) || wish.meeting.at || {}, situation);
  // Of what teachers wish it is their own that is changed.
  const theirs = lessons.filter((lesson) => isOwn(lesson, situation));
  return (theirs.length > 0 ? theirs : lessons)
    .toSorted((one, other) => one.day - other.day || one.start - other.start)
    .map((lesson) => {
      const at = { ...own, days: [lesson.day], periods: { start: lesson.start, end: lesson.end } };
      const meeting: MeetingRef = { teachingClasses: [lesson.teachingClass] };
      const isDated = wish.type === 'singleDate';
      return {
        wish: { ...wish, meeting: isDated ? meeting : { ...meeting, at }, ...(isDated && { at }) } as Intent,
        lessons: [lesson],
      };
    });
}

/** Whether a piece tells a part: by its place in order, by what it names, or by its day. */
function isMeant(
  { said, tokens, at, as }: Piece,
  nth: number,
  parts: readonly Part[],
  situation: Situation,
): boolean {
  const { lessons } = parts[nth];
  const [ordinal] = new RegExp(ordinalWords, 'iu').exec(said) ?? [];
  if (ordinal) return ordinalIn(ordinal, parts.length) === nth + 1;
  const names = tokens.filter((token): token is NameToken => token.type === 'name');
  const isOf = (lesson: KnownLesson): boolean =>
    names.every(({ candidates }) =>
      candidates.some(
        ({ kind, id }) =>
          kind !== 'department' && idsOf[fieldOf[kind] as keyof typeof idsOf](lesson).includes(id),
      ),
    );
  // 就周三吧: where they go, and not which.
  if (names.length === 0 && as === 'SAID' && !ofLesson.test(said)) return false;
  const isThen = heldAt({ days: at.days, periods: at.periods, part: at.part }, situation);
  const isTold =
    names.length > 0 || at.days !== undefined || at.periods !== undefined || at.part !== undefined;
  return isTold && lessons.some((lesson) => isOf(lesson) && isThen(lesson));
}

/** Asked where all that was to be changed stays as it is. */
export const whichThen = {
  zh: '那几次不改，没有改动任何内容。要改的是哪一周、哪一次？',
  en: 'Those stay, and nothing was changed. Which week or lesson shall be changed, then?',
};
