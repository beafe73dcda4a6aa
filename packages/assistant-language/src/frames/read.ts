import type { Intent } from '../intents.js';
import type { Option, Reading, Situation } from '../interpreter.js';
import { mayBeName } from '../reasons.js';
import { Doubt } from '../slots/doubts.js';
import { Slots } from '../slots/slots.js';
import { isRole, type Token } from '../slots/tokens.js';
import { isChinese } from '../spot/characters.js';
import { spelt } from '../spot/spelt.js';
import { actNames, isChange, isNew, type Act } from './acts.js';
import { classifier, type Classifier, type Likely } from './classifier.js';
import { meaningful, spokenIn } from './clause.js';
import { filled } from './fill.js';
import { shapeOf } from './shape.js';

/** How sure an act has to be: of changes more, because a question shows its answer and no more. */
const sureOfChange = 0.6;
const sureOfQuestion = 0.45;
const sureOfNew = 0.7;
/** How sure the two likeliest acts have to be to be offered. */
const offered = 0.2;

/**
 * What a plain sentence wishes, by what it is most like: words that nobody knows are passed over. Null where
 * it is like nothing that is known.
 */
export function readByFrames(sentence: string, situation: Situation, classify: Classifier): Reading | null {
  const { clauses, hasOtherTimes } = spokenIn(sentence, situation);
  const all = clauses.flat();
  if (all.some((token) => isRole(token, 'forbidden', 'condition', 'or'))) return null;
  if (/草稿|draft|不行就|这[俩两几]|同一?天/i.test(sentence)) return null;
  if (all.every(isFragment)) return null;
  const parts = clauses.length > 1 && clauses.every((clause) => clause.some(isWhat)) ? clauses : [all];
  const intents: Intent[] = [];
  try {
    for (const clause of parts) {
      const likely = classify(shapeOf(clause));
      const act = surest(likely);
      if (act === null) return parts.length > 1 ? null : choiceOf(likely, clause, situation, sentence);
      if (act === 'unsupported' || (act.startsWith('find') && hasOtherTimes)) return null;
      intents.push(...wishesOf(act, clause, situation, sentence));
    }
  } catch (failure) {
    if (failure instanceof Guarded) return null;
    if (!(failure instanceof Doubt)) throw failure;
    return { kind: 'question', question: failure.question, options: failure.options };
  }
  const isMixed = new Set(intents.map(({ type }) => isChange(type))).size > 1;
  return isMixed ? null : { kind: 'intents', intents };
}

/** What a plain sentence asks that the rules have no form for; null where it is like anything else. */
export function readNew(sentence: string, situation: Situation, classify: Classifier): Reading | null {
  const { clauses } = spokenIn(sentence, situation);
  const [{ act, share }] = classify(shapeOf(clauses.flat()));
  return clauses.length === 1 && isNew(act) && share >= sureOfNew
    ? readByFrames(sentence, situation, classify)
    : null;
}

/** Whether a text most likely wishes something changed, however little of it is understood. */
export function wishesChange(text: string, situation: Situation): boolean {
  const { clauses } = spokenIn(spelt(text, situation), situation);
  const said = clauses.flat();
  const likely = classifier()(shapeOf(said)).filter(({ act }) => isChange(act));
  return (
    said.some((token) => isRole(token, 'ba')) ||
    likely.reduce((sum, { share }) => sum + share, 0) >= sureOfQuestion
  );
}

/** 周四下午: names and times alone say nothing of what is wished. */
const isFragment = (token: Token): boolean =>
  isWhat(token) || token.type === 'wish' || isRole(token, 'of', 'and', 'at', 'comma', 'filler', 'lesson');

const isWhat = ({ type }: Token): boolean => type === 'name' || type === 'time';

function surest([{ act, share }]: readonly Likely[]): Act | null {
  return share >= (isChange(act) ? sureOfChange : sureOfQuestion) ? act : null;
}

function wishesOf(
  act: Intent['type'],
  clause: readonly Token[],
  situation: Situation,
  sentence: string,
): readonly Intent[] {
  const whole = new Slots(clause, situation, sentence);
  const strange =
    nameless(clause) ??
    (isChange(act) ? clause.find(({ type, said }) => type === 'unknown' && mayBeName(said)) : null);
  if (strange) throw unknownName(strange.said);
  if (clause.some(isStrangeRoom) || (act === 'findRooms' && clause.some(isStrangeNumber)))
    throw new Guarded();
  if (act === 'findTeachers' && clause.some(isStrangeOwner)) throw new Guarded();
  const slots = whole.of(meaningful(clause));
  if (isGuarded(act, slots, sentence)) throw new Guarded();
  return filled(act, slots);
}

/** What must not be read as a wish, whatever it is most like. */
class Guarded extends Error {}

/** 不要把高数调到周四, 换教室了吗: words after which a sentence means something else than it is like. */
function isGuarded(act: Intent['type'], slots: Slots, sentence: string): boolean {
  if (slots.isNameless && slots.has('it', 'him', 'inside')) return true;
  if (act === 'showTimetable' && slots.isNameless) return /哪些课|所有|全校/.test(sentence);
  if (act === 'whyNot') return !/[不没]|n't|not|stop|prevent|wrong|blocks?/i.test(sentence);
  if (act.startsWith('find')) return slots.has('not', 'cannot') || /连[着续]/.test(sentence);
  if (!isChange(act)) return false;
  if (act === 'undo' || act === 'redo') return !slots.isEmpty || /[两二三四\d]|two|three|all/i.test(sentence);
  if (act === 'swap' && (slots.has('roomNoun', 'conflict') || sentence.includes('撞'))) return true;
  if (facts.test(sentence) || limits.test(sentence)) return true;
  return slots.has('not', 'cannot', 'whether', 'why', 'correction');
}

/** Has it been moved, 没说要换, should I: asks or tells, and wishes nothing. */
const facts = /^(?:has|had|was|were|did|does|will|is|are|should)\b|没说|没让|没要|已经/i;
/** All but calculus, away from Friday: words after which something else is meant than what they name. */
const limits = /\b(?:but|except|away|out of|other than|apart from)\b|除|晚[一两二12]节|早[一两二12]节/i;

/** 阶梯教室: a room of a kind that nobody knows. */
const isStrangeRoom = ({ type, end }: Token, at: number, clause: readonly Token[]): boolean =>
  type === 'unknown' &&
  ((clause[at + 1]?.start === end && isRole(clause[at + 1], 'roomNoun')) || clause[at - 1]?.type === 'wish');
const isStrangeNumber = ({ type, said }: Token): boolean => type === 'unknown' && /\d/.test(said);
/** Can sb take over li nas english: whose lesson it is. */
const isStrangeOwner = ({ type, said }: Token, at: number, clause: readonly Token[]): boolean =>
  type === 'unknown' && /^[a-z ]+s$/i.test(said) && clause[at + 1]?.type === 'name';

/** 王小明老师, Dr Kowalski: a name that nobody has. */
const nameless = (clause: readonly Token[]): Token | undefined =>
  clause.find(
    ({ type }, at) =>
      type === 'unknown' && [clause[at + 1], clause[at - 1]].some((token) => isRole(token, 'teacherNoun')),
  );

/** The two likeliest wishes as a choice; null where they are unlikely, or cannot be filled. */
function choiceOf(
  likely: readonly Likely[],
  clause: readonly Token[],
  situation: Situation,
  sentence: string,
): Reading | null {
  const language = isChinese(sentence) ? 'zh' : 'en';
  const options = likely.slice(0, 2).flatMap(({ act, share }): Option[] => {
    if (act === 'unsupported' || share < offered) return [];
    try {
      return [
        {
          label: actNames[act],
          text: actNames[act][language],
          intents: wishesOf(act, clause, situation, sentence),
        },
      ];
    } catch (failure) {
      if (failure instanceof Doubt || failure instanceof Guarded) return [];
      throw failure;
    }
  });
  if (options.length === 0) return null;
  return { kind: 'question', question: { zh: '您的意思是？', en: 'What do you mean?' }, options };
}

const unknownName = (said: string): Doubt =>
  new Doubt({
    zh: `没有找到“${said.slice(0, 40)}”，请检查名称，或写出编号。`,
    en: `There is no "${said.slice(0, 40)}". Please check the name, or give the code.`,
  });
