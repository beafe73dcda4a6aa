import { namedIn, withoutOther } from '@class-scheduling/assistant-language';
import type { Intent, MeetingRef, Option, Situation, TimeWish } from '@class-scheduling/assistant-language';
import type { OfferedOption, Wished } from '../event-data.js';
import { isNamed } from '../planner/meetings.js';
import { isChanging, isOnDate } from '../planner/edits.js';
import type { Step } from '../planner/step.js';

/** Objects that are kept of an answer, and of all. */
const seenMax = 20;
const everSeenMax = 60;

/** What is spoken of, with what an answer showed. */
export function withSeen(wished: Wished, all: readonly MeetingRef[]): Wished {
  const seen = all.slice(0, seenMax);
  const everSeen = [...seen, ...(wished.everSeen ?? [])].slice(0, everSeenMax);
  return seen.length === 0 ? wished : { ...wished, seen, everSeen };
}

const agrees = ({ type }: Intent): boolean => type === 'confirm' || type === 'request';

/**
 * 交吧，周三那节也一样: beside another wish a yes is the change that is open, which is shown once more with it;
 * behind a change it tells nothing more.
 */
export function withOpen(intents: readonly Intent[], wished: Wished | null): readonly Intent[] {
  const wishes = intents.filter((one) => !agrees(one));
  if (wishes.length === 0 || wishes.length === intents.length) return intents;
  const open = [wished, wished?.open].find((one) => one?.intents.some(isChanging));
  return agrees(intents[0]) ? [...(open?.intents ?? []), ...wishes] : wishes;
}

/** Whether after a wish what was spoken of before it, which is of another kind, is spoken of still. */
export const isAside = ({ type }: Intent, before?: Pick<Wished, 'intents'> | null): boolean =>
  /^(?:bookRoom|help|showWeek|aboutPlan|request)$/.test(type) && before?.intents[0]?.type !== type;

/** Whether a change is spoken of, also where something was asked beside it. */
export const isOfChange = (wished: Wished | null): boolean =>
  [wished, wished?.open].some((one) => one?.intents.some(isChanging));

type Heard = Pick<Wished, 'intents'> & { readonly isFollowUp?: boolean };

/** The change of single dates that is spoken of, or is open still. */
export const onDateIn = (wished: Wished | null | undefined): Wished['open'] =>
  [wished, wished?.open].find((one) => one?.intents.some((each) => isOnDate(each) && isChanging(each))) ??
  undefined;

/** What was wished before and is open still: a change, else a search beside which something else is asked. */
function openAfter(before: Wished, { intents, isFollowUp }: Heard): Wished['open'] {
  const { intents: wished, pins, open } = before;
  if (wished.some(isChanging)) return { intents: wished, pins };
  if (open?.intents.some(isChanging)) return open;
  if (!isFollowUp) return undefined;
  // 最大的那间多少座, and then 只要80人以上的.
  const isSearch = wished.every(({ type }) => type.startsWith('find') && type !== intents[0].type);
  return isSearch ? { intents: wished, pins } : open;
}

/**
 * What is kept of the state before: what is asked about a change leaves that open. Who looks for other rooms,
 * times or teachers is shown the plan once more before he agrees to it.
 */
export function keptOf(
  before: Wished | null,
  heard: Heard,
  plan: string | undefined,
): Pick<Wished, 'seen' | 'everSeen' | 'open' | 'plan'> {
  const seen = before?.seen && { seen: before.seen, everSeen: before.everSeen };
  if (heard.intents.some(isChanging)) return { ...seen };
  const open = before && openAfter(before, heard);
  const isInQuestion = heard.intents.some(({ type }) => type.startsWith('find'));
  const isKept = heard.isFollowUp && plan && !isInQuestion;
  return { ...seen, ...(open && { open }), ...(isKept && { plan }) };
}

/** 算了, and then 换成机房301行不行: the lesson of what is left is spoken of still. */
export function leftOf(before: Wished | null): Wished | null {
  const wish = [before, before?.open].flatMap((one) => one?.intents ?? []).find((one) => 'meeting' in one);
  if (!before || !wish || !('meeting' in wish) || !wish.meeting) return null;
  const { at = 'at' in wish ? (wish.at as TimeWish) : undefined, ...of } = wish.meeting;
  const { seen, everSeen } = before;
  const intents: Intent[] = [{ type: 'showTimetable', of, ...(at && { within: at }) }];
  return { intents, pins: {}, revision: null, ...(seen && { seen, everSeen }) };
}

/** 那这节课是谁上的: what is spoken of once a text names it, of which nothing is done. */
export function spokenOf(text: string, situation: Situation, before: Wished | null): Wished | null {
  const { at: within, ...of } = namedIn(text, situation);
  const intents: Intent[] = [{ type: 'showTimetable', of, ...(within && { within }) }];
  const { seen: _, ...kept } = keptOf(before, { intents, isFollowUp: true }, undefined);
  return isNamed(of) ? { ...kept, intents, pins: {}, revision: null } : before;
}

/** An option of a reading, which is gone on with where it says what it wishes. */
export const asOffered = ({ intents, ...option }: Option): OfferedOption =>
  intents ? { ...option, resume: { intents, pins: {} } } : option;

/** What is wanted, once it is read. */
export interface Wanted extends Pick<Wished, 'intents' | 'pins' | 'revision' | 'shown' | 'isWhole'> {
  readonly words: string;
  readonly isFollowUp?: boolean;
}

/** 挪到周四，不行就周三: what is wished where the first cannot be; null where that was all. */
export function otherwiseOf(wanted: Wanted, asked: Step | null): Wanted | null {
  const isOther = (one: Intent): boolean => 'otherwise' in one && one.otherwise !== undefined;
  // Which lesson is meant is asked of both.
  const isWhich =
    asked?.kind === 'question' && asked.options.some(({ resume }) => resume?.intents.some(isOther));
  if (isWhich || !wanted.intents.some(isOther)) return null;
  const intents = wanted.intents.map((one) =>
    'otherwise' in one ? ({ ...withoutOther(one), ...one.otherwise } as Intent) : one,
  );
  return { ...wanted, intents };
}

/** That something is left, or taken back: where it was asked what was changed, of that. */
export function takingBack(wished: Wished | null, back: 'drop' | 'undo', words: string): Wanted {
  const [asked] = wished?.intents ?? [];
  const of = back === 'undo' && asked?.type === 'showChanges' ? { of: asked.of } : {};
  return { intents: [{ type: back, ...of }], pins: {}, words, revision: wished?.revision ?? null };
}

/** The wish before once more, for another place than those that were shown. */
export const anotherOf = ({ shown = [], ...wished }: Wished, words: string): Wanted => ({
  ...wished,
  shown,
  words,
});
