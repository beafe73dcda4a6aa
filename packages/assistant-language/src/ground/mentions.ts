import type { MeetingRef, TimeWish } from '../intents.js';
import type { Situation } from '../interpreter.js';
import { Slots } from '../slots/slots.js';
import { timeOf } from '../slots/time-wishes.js';
import { isRole, type Token } from '../slots/tokens.js';
import type { Role } from '../spot/vocabulary.js';
import { Doubt } from '../slots/doubts.js';

/** What a mention tells: the lesson, the second one of a swap or both, where it goes, or nothing of that. */
export type Part = 'LESSON' | 'SECOND' | 'BOTH' | 'GOAL' | 'ASIDE';

/** A name, times that stand together, or a wish for a room, and how likely it tells what. */
export interface Mention {
  readonly tokens: readonly Token[];
  readonly kind: 'time' | 'teacher' | 'room' | 'building' | 'lesson' | 'wish';
  readonly likely: Readonly<Partial<Record<Part, number>>>;
  /** The time that it tells. */
  readonly time: TimeWish | null;
}

/** Verbs of changes: what stands before them mostly tells the lesson, what stands behind where it goes. */
const verbs: readonly Role[] = [
  ...(['moveTo', 'move', 'to', 'changeRoom', 'anotherTime', 'swap', 'makeUp', 'makeUpTo', 'let'] as const),
  ...(['give', 'replace', 'changeTeacher', 'schedule', 'teach'] as const),
];
const isSilent = (token: Token): boolean =>
  isRole(token, 'filler', 'of', 'at') || (token.type === 'unknown' && /^第$/.test(token.said));

/** Groups times that stand together; everything else is a mention of its own. */
function groupsOf(tokens: readonly Token[]): (readonly [number, readonly Token[]])[] {
  const groups: [number, Token[]][] = [];
  let end = -1;
  for (const [at, token] of tokens.entries()) {
    if ((token.type === 'word' && !isSelf(token)) || token.type === 'unknown') continue;
    const last = groups.at(-1);
    const isNext = last && tokens.slice(end + 1, at).every(isSilent);
    if (token.type === 'time' && isNext && last[1].every(({ type }) => type === 'time')) last[1].push(token);
    else groups.push([at, [token]]);
    end = at;
  }
  return groups;
}

const isSelf = (token: Token): boolean => isRole(token, 'self', 'ourClass');

const kindOf = (token: Token): Mention['kind'] => {
  if (token.type === 'time') return 'time';
  if (isSelf(token)) return isRole(token, 'self') ? 'teacher' : 'lesson';
  if (token.type !== 'name') return 'wish';
  const [{ kind }] = token.candidates;
  return kind === 'teacher' || kind === 'room' || kind === 'building' ? kind : 'lesson';
};

/** The words of a clause, by which its mentions tell one or the other. */
class Cues {
  readonly #verb: number;
  /** The last word behind which something arrives. */
  readonly #arrival: number;
  readonly #isReplacing: boolean;

  constructor(
    private readonly tokens: readonly Token[],
    /** Of a question why something is not possible, what is told of no lesson is where it would go. */
    private readonly isReason: boolean,
  ) {
    this.#verb = tokens.findIndex((token) => isRole(token, ...verbs));
    this.#arrival = tokens.findLastIndex(
      (token, at) => isRole(token, 'moveTo', 'to', 'makeUpTo') && tokens.slice(at + 1).some(isGoalLike),
    );
    this.#isReplacing = tokens.some((token) => isRole(token, 'replace'));
  }

  #before(at: number): Token | undefined {
    return this.tokens.slice(0, at).findLast((token) => !isRole(token, 'filler', 'at'));
  }

  #isOfLesson(end: number): boolean {
    const next = this.tokens.slice(end).find((token) => !isRole(token, 'filler'));
    const behind = this.tokens.slice(end).find((token) => !isSilent(token));
    return (
      isRole(behind, 'lesson') ||
      (behind?.type === 'name' && kindOf(behind) === 'lesson') ||
      /^(?:那|这)(?:一?[次节门堂个])/.test(next?.said ?? '')
    );
  }

  /** How likely a mention tells the lesson. */
  lesson(at: number, end: number): number {
    const before = this.#before(at);
    return (
      (isRole(before, ...leaving) ? 1.5 : 0) +
      (this.#isOfLesson(end) ? 1.5 : 0) +
      (at < this.#verb || at < this.#arrival ? 0.7 : 0) -
      (isArriving(before) ? 1.5 : 0)
    );
  }

  /** How likely a mention tells where it goes. */
  goal(at: number, end: number): number {
    const before = this.#before(at);
    const isArrived = isArriving(before);
    return (
      (isArrived ? 2 : 0) +
      (this.#verb >= 0 && at > this.#verb ? 0.7 : 0) +
      (this.isReason ? 1 : 0) -
      (at < this.#arrival ? 1 : 0) -
      (isRole(before, ...leaving) ? 1 : 0) -
      (this.#isOfLesson(end) && !isArrived ? 1 : 0)
    );
  }

  /** How likely a teacher takes the lesson over. */
  taker(at: number, end: number): number {
    const [before, next] = [this.#before(at), this.tokens[end]];
    const isReplacement = this.#isReplacing && isRole(before, 'and');
    const isGiven = isRole(before, 'let', 'give', 'by', 'moveTo', 'to') || isReplacement;
    const isReplaced = isRole(before, 'replace', 'from') || isRole(next, 'of');
    const takes = this.tokens.slice(end, end + 3).some((token) => isRole(token, 'teach', 'take'));
    return (isGiven ? 2 : 0) + (takes ? 1.5 : 0) - (isReplaced ? 1.5 : 0);
  }
}

/** Words behind which the lesson is told, and where it goes. */
const leaving = [
  ...(['from', 'ba', 'cancel', 'suspend', 'lock', 'unlock', 'takeOut', 'makeUp'] as const),
] as const;
const isArriving = (token: Token | undefined): boolean =>
  isRole(token, 'moveTo', 'to', 'makeUpTo') || /^(?:成|到|为|→|去|改|换)$/.test(token?.said ?? '');
const isGoalLike = (token: Token): boolean =>
  token.type === 'time' || token.type === 'wish' || ['room', 'building'].includes(kindOf(token));

/** Where a swap parts its halves: the word that stands between two mentions, else the middle of them. */
function partingOf(
  tokens: readonly Token[],
  mentions: readonly (readonly [number, readonly Token[]])[],
): number {
  const verb = tokens.findIndex((token) => isRole(token, 'swap'));
  const marks = tokens.flatMap((token, at) => (isParting(token) ? [at] : []));
  const isBetween = (at: number): boolean =>
    mentions.some(([place]) => place < at && place > (verb < at ? -1 : verb)) &&
    mentions.some(([place]) => place > at);
  const found = marks.filter(isBetween);
  return found.at(-1) ?? mentions[Math.ceil(mentions.length / 2)]?.[0] ?? tokens.length;
}

const isParting = (token: Token): boolean =>
  isRole(token, 'and', 'give', 'moveTo', 'to') || /^(?:<->|↔|<>|跟|和|与)$/.test(token.said);

/** How unlikely it is that what is named is meant for nothing. */
const aside = { time: -1.5, teacher: -2.5, room: -2, building: -2, lesson: -9, wish: -1.5 };

/** 计算机那两个班的: a name that may mean many courses may be none of them. */
const isVague = (token: Token): boolean => token.type === 'name' && token.candidates.length > 2;

/** What the act of a clause makes of its mentions. */
export interface Told {
  readonly isSwap: boolean;
  /** Whether a teacher may take the lesson over, and not a time or room be its goal. */
  readonly isTaught: boolean;
  readonly isReason: boolean;
}

/** The mentions of a clause, with what each may tell of a change. */
export function mentionsOf(
  tokens: readonly Token[],
  situation: Situation,
  { isSwap, isTaught, isReason }: Told,
): readonly Mention[] {
  const groups = groupsOf(tokens);
  const middle = partingOf(tokens, groups);
  const cues = new Cues(tokens, isReason);
  const isCancelled =
    tokens.some((token) => isRole(token, 'suspend', 'cancel')) &&
    !tokens.some((token) => isRole(token, 'moveTo', 'move', 'makeUp', 'makeUpTo', 'anotherTime'));
  const kinds = groups.map(([, [first]]) => kindOf(first));
  const likelyOf = (at: number, group: readonly Token[]): Mention['likely'] => {
    const [kind, end] = [kindOf(group[0]), at + group.length];
    const none = { ASIDE: isSelf(group[0]) ? -0.3 : isVague(group[0]) ? -1.5 : aside[kind] };
    if (kind === 'wish') return { GOAL: 1, ...none };
    if (isSwap) {
      const side = at > middle ? -1 : 1;
      const isOnly = kinds.filter((one) => one === kind).length === 1;
      return { LESSON: side, SECOND: -side, BOTH: isOnly ? 0.2 : -2, ...none };
    }
    const isGoal =
      kind === 'teacher' ? isTaught : kind === 'time' ? !isTaught && !isCancelled : kind !== 'lesson';
    const goal = kind === 'teacher' ? cues.taker(at, end) : cues.goal(at, end);
    return { LESSON: cues.lesson(at, end), ...(isGoal && { GOAL: goal }), ...none };
  };
  return groups.map(([at, group]) => ({
    ...{ tokens: group, kind: kindOf(group[0]), likely: likelyOf(at, group) },
    time: kindOf(group[0]) === 'time' ? timeIn(group, situation) : null,
  }));
}

function timeIn(group: readonly Token[], situation: Situation): TimeWish | null {
  try {
    const times = group.filter((token) => token.type === 'time');
    return timeOf(times, situation)?.wish ?? null;
  } catch (failure) {
    if (failure instanceof Doubt) return null;
    throw failure;
  }
}

/** The records and the time that some mentions tell together; null where these contradict each other. */
export function refOf(
  mentions: readonly Mention[],
  situation: Situation,
  sentence: string,
): MeetingRef | null {
  const slots = new Slots(
    mentions.flatMap(({ tokens }) => tokens),
    situation,
    sentence,
  );
  const at = timeIn(slots.times, situation);
  if (slots.times.length > 0 && !at) return null;
  const buildings = slots.ofKind('building').flatMap(({ candidates }) => candidates.map(({ id }) => id));
  return { ...slots.named(), ...(buildings.length > 0 && { buildings }), ...(at && { at }) };
}
