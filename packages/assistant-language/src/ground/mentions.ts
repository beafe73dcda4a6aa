import type { MeetingRef, TimeWish } from '../intents.js';
import type { Situation } from '../interpreter.js';
import { Slots } from '../slots/slots.js';
import { timeOf } from '../slots/time-wishes.js';
import { isRole, type Token } from '../slots/tokens.js';
import type { Role } from '../spot/vocabulary.js';
import { Doubt } from '../slots/doubts.js';

/** What a mention tells: the lesson, the second one of a swap, where it goes, or nothing of either. */
export type Part = 'LESSON' | 'SECOND' | 'GOAL' | 'ASIDE';

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

/** What the words around a mention say of it. */
function cuesOf(tokens: readonly Token[], at: number, end: number): { lesson: number; goal: number } {
  const before = tokens.slice(0, at).findLast((token) => !isRole(token, 'filler', 'at'));
  const next = tokens.slice(end).find((token) => !isRole(token, 'filler'));
  const behind = tokens.slice(end).find((token) => !isSilent(token));
  const verb = tokens.findIndex((token) => isRole(token, ...verbs));
  const isArrived =
    isRole(before, 'moveTo', 'to', 'makeUpTo') || /^(?:成|到|为|→|去|改|换)$/.test(before?.said ?? '');
  const isLeft = isRole(before, 'from', 'ba', 'cancel', 'suspend', 'lock', 'unlock', 'takeOut', 'makeUp');
  const isOfLesson =
    isRole(behind, 'lesson') ||
    (behind?.type === 'name' && kindOf(behind) === 'lesson') ||
    /^(?:那|这)(?:一?[次节门堂个])/.test(next?.said ?? '');
  const isBehindVerb = verb >= 0 && at > verb;
  return {
    lesson:
      (isLeft ? 1.5 : 0) +
      (isOfLesson ? 1.5 : 0) +
      (verb >= 0 && !isBehindVerb ? 0.7 : 0) -
      (isArrived ? 1.5 : 0),
    goal:
      (isArrived ? 2 : 0) + (isBehindVerb ? 0.7 : 0) - (isLeft ? 1 : 0) - (isOfLesson && !isArrived ? 1 : 0),
  };
}

/** How likely a teacher is to take a lesson over, beside what is likely of any mention. */
function takesOver(tokens: readonly Token[], at: number): number {
  const [before, next] = [tokens[at - 1], tokens[at + 1]];
  const isGiven = isRole(before, 'let', 'give', 'by', 'moveTo', 'to', 'replace') ? 2 : 0;
  return isGiven + (isRole(next, 'teach') ? 1.5 : 0) - (isRole(next, 'of') ? 1.5 : 0);
}

/** Where a swap parts its halves: behind the word that stands between two mentions. */
const parting = (tokens: readonly Token[]): number => {
  const isBetween = (token: Token, at: number): boolean =>
    isRole(token, 'and', 'give', 'moveTo', 'to') || (/^(?:<->|↔|<>|跟|和|与)$/.test(token.said) && at > 0);
  return tokens.findIndex(
    (token, at) =>
      isBetween(token, at) &&
      tokens.slice(0, at).some(({ type }) => type === 'name' || type === 'time') &&
      tokens.slice(at).some(({ type }) => type === 'name' || type === 'time'),
  );
};

/** How unlikely it is that what is named is meant for nothing. */
const aside = { time: -1.5, teacher: -2.5, room: -2, building: -2, lesson: -9, wish: -9 };

/** 计算机那两个班的: a name that may mean many courses may be none of them. */
const isVague = (token: Token): boolean => token.type === 'name' && token.candidates.length > 2;

/** The mentions of a clause, with what each may tell of a change. */
export function mentionsOf(
  tokens: readonly Token[],
  situation: Situation,
  { isSwap, isTaught }: { readonly isSwap: boolean; readonly isTaught: boolean },
): readonly Mention[] {
  const middle = isSwap ? parting(tokens) : -1;
  const isCancelled =
    tokens.some((token) => isRole(token, 'suspend', 'cancel')) &&
    !tokens.some((token) => isRole(token, 'moveTo', 'move', 'makeUp', 'makeUpTo', 'anotherTime'));
  return groupsOf(tokens).map(([at, group]) => {
    const kind = kindOf(group[0]);
    const { lesson, goal } = cuesOf(tokens, at, at + group.length);
    const time = kind === 'time' ? timeIn(group, situation) : null;
    const isLesson = kind !== 'wish' && { LESSON: lesson + (isSwap && at > middle ? -0.7 : 0) };
    const isGoal = (kind === 'wish' ||
      kind === 'room' ||
      kind === 'building' ||
      (kind === 'time' && !isTaught && !isCancelled) ||
      (kind === 'teacher' && isTaught)) && {
      GOAL: kind === 'teacher' ? takesOver(tokens, at) : kind === 'wish' ? 1 : goal,
    };
    return {
      ...{ tokens: group, kind, time },
      likely: {
        ...isLesson,
        ...(isSwap ? kind !== 'wish' && { SECOND: middle >= 0 && at > middle ? 0.7 : -0.7 } : isGoal),
        ASIDE: isSelf(group[0]) ? -0.3 : isVague(group[0]) ? -1.5 : aside[kind],
      },
    };
  });
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
