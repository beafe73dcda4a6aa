import { isChange, type Act } from '../frames/acts.js';
import type { Classifier, Likely } from '../frames/classifier.js';
import { meaningful } from '../frames/clause.js';
import { isConditional, isGuarded, withoutNames } from '../frames/guards.js';
import { clausesIn } from '../frames/read.js';
import { sureOfChange, sureOfWish } from '../frames/sureness.js';
import { referred } from '../dialogue/refer.js';
import { shapeOf } from '../frames/shape.js';
import type { Intent, MeetingRef } from '../intents.js';
import type { Reading, Situation } from '../interpreter.js';
import { unlessDoubt } from '../slots/doubts.js';
import { Slots } from '../slots/slots.js';
import { wishes, type GroundedAct } from './changes.js';
import { beforeIn, nearest } from './found.js';
import { lessonsOf, refsIn } from './lessons.js';
import { groundedReading, type Grounded } from './roles.js';

const questioning =
  /(?<!可以|能|行|成|好)[吗么][?？]?$|^(?:is|are|was|were|does|do|did|when|what|where|who|which) /i;
/** How sure an act has to be to be tried, and how good its reading to be taken. */
const tried = 0.25;
const goodEnough = 1;

/**
 * What a text wishes by what the timetable has: where the words leave open which lesson is meant and what
 * shall be with it, the reading in which they name one. Null where they leave nothing open, or none does.
 */
export function settledByLessons(
  text: string,
  reading: Reading,
  situation: Situation,
  classify: Classifier,
): Reading | null {
  if (!situation.lessons?.length || !isOpen(reading, situation)) return null;
  const { tokens, sentence } = referred(text, situation);
  const clause = clausesIn(tokens, classify).flat();
  if (isConditional(clause, sentence)) return null;
  const said = withoutNames(clause, sentence);
  const slots = new Slots(meaningful(clause), situation, sentence);
  const befores = beforeIn(situation);
  // What goes on with a wish is of one of the lessons that it means; of the only one also if not held then.
  const [followed] = reading.kind === 'intents' && reading.isFollowUp ? reading.intents : [];
  const refs = followed ? meetingsIn(followed) : [];
  const inAnyWeek = refs.map(({ at, ...ref }) => ({ ...ref, at: { ...at, weeks: undefined } }));
  const [all, ever] = [refs, inAnyWeek].map((of) => of.map((ref) => [...lessonsOf(ref, situation)]));
  if (all.flat().length === 0 && ever.flat().length === 1) return null;
  let best: Grounded | null = null;
  for (const { act, share, isSure, continued } of actsOf(classify(shapeOf(clause)), situation)) {
    // 今天的高数是下午吗: asks, and wishes nothing where that is not surely meant.
    if (isChange(act) && share < sureOfChange && questioning.test(sentence)) continue;
    if (isGuarded(act, slots, said, isSure)) continue;
    const made = unlessDoubt(() => groundedReading(act, slots, { continued, befores }));
    if (!made) continue;
    // Of a swap each half stays one that was meant.
    const then = meetingsIn(made.intent).flatMap((ref) => [...lessonsOf(ref, situation)]);
    if (all.some((of) => of.length > 0 && !then.some((lesson) => of.includes(lesson)))) continue;
    const score = made.score + Math.log(share);
    if (score >= goodEnough && score > (best?.score ?? -Infinity)) best = { ...made, score };
  }
  return best && { kind: 'intents', intents: [best.intent], isFollowUp: true };
}

const isGrounded = (act: Act): act is GroundedAct => act in wishes;

interface Tried extends Likely {
  readonly act: GroundedAct;
  /** Whether the change is surely wished: what goes on may as well take it back. */
  readonly isSure: boolean;
  /** The change that goes on with it. */
  readonly continued: Intent | null;
}

/** The changes that a text may wish: the likely ones, and the one before where it only goes on with that. */
function actsOf(likely: readonly Likely[], { before = [], open = [] }: Situation): Tried[] {
  const last = [...before, ...open].findLast(({ type }) => isGrounded(type)) ?? null;
  return likely.flatMap(({ act, share }): Tried[] => {
    if (share < tried) return [];
    if (act === 'partial' && last)
      return [{ act: last.type as GroundedAct, share, isSure: false, continued: last }];
    const isSure = share >= sureOfWish;
    return isGrounded(act) ? [{ act, share, isSure, continued: last?.type === act ? last : null }] : [];
  });
}

/** Whether a reading leaves open, or tells otherwise than the timetable is, which lesson is meant. */
function isOpen(reading: Reading, situation: Situation): boolean {
  if (reading.kind === 'question') return reading.isOpen === true;
  if (reading.kind !== 'intents' || reading.intents.length > 1) return false;
  const [intent] = reading.intents;
  if (!isGrounded(intent.type)) return false;
  // Of a lesson that was not called off it is asked when there is time.
  if (intent.type === 'singleDate' && intent.action === 'MAKE_UP' && !intent.at) return false;
  return meetingsIn(intent).some((ref) => {
    const count = nearest([...lessonsOf(ref, situation)], situation).length;
    return ref.isEvery ? count === 0 : count !== 1;
  });
}

const meetingsIn = (intent: Intent): readonly MeetingRef[] => {
  if (intent.type === 'swap') return [intent.first, intent.second];
  // Who teaches a course at all need not be of one lesson.
  if (intent.type === 'findTeachers' && !intent.meeting)
    return intent.course === undefined && !intent.at.periods && !intent.at.part ? [{}] : [];
  const at = intent.type === 'findTeachers' ? intent.at : {};
  return 'meeting' in intent ? refsIn(intent).map((ref) => ({ ...ref, at: { ...ref.at, ...at } })) : [];
};
