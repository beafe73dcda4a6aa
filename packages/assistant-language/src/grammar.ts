import { z } from 'zod';
import { intent, intentsMax, textMax, type Intent } from './intents.js';
import type { Interpreter, Reading, Situation } from './interpreter.js';
import { clausesOf } from './clauses.js';
import { Doubt, OutOfScope, Unread } from './slots/doubts.js';
import { grouped } from './grouping.js';
import { tokensOf } from './spot/lexer.js';
import { courtesy } from './courtesy.js';
import { classifier, type Classifier } from './frames/classifier.js';
import { followed } from './frames/follow.js';
import { readByFrames, readNew } from './frames/read.js';
import { unsupported } from './examples.js';
import { chosenBy } from './replies.js';
import { assignments } from './rules/assignments.js';
import { locks } from './rules/locks.js';
import { joined, moves } from './rules/moves.js';
import { help, history, undo } from './rules/plain.js';
import { conflicts, rooms, teachers, times, timetables, whyNot } from './rules/questions.js';
import type { Rule } from './rules/rule.js';
import { unplaced, week } from './rules/semester.js';
import { single } from './rules/single-dates.js';
import { swaps } from './rules/swaps.js';
import { takingOut } from './rules/taking-out.js';
import { notUnderstood, Slots } from './slots/slots.js';
import { inPlainWords } from './phrasings/phrasings.js';
import { isOtherTopic } from './spot/topics.js';
import { isRole, type Token } from './slots/tokens.js';
import { spelt } from './spot/spelt.js';

/** The forms of wishes; the first that fits is the one. */
const rules: readonly Rule[] = [
  ...[history, undo, help, whyNot, conflicts, week, unplaced, single, locks, swaps, takingOut],
  ...[teachers, assignments, rooms, times, timetables, moves],
];

/**
 * The interpreter that needs nothing but words: Chinese and English sentences of a fixed grammar, over the
 * names of the situation. It is a pure function, understands a sentence whole or asks, and never guesses.
 */
export const grammar: Interpreter = {
  name: 'grammar',
  interpret: async (text, situation) => read(text, situation),
};

const severalIntents = z.array(intent).min(1).max(intentsMax);

/** What the grammar makes of a text. */
export function read(text: string, situation: Situation, classify: Classifier = classifier()): Reading {
  const { asked } = situation;
  const readOne = (one: string): Reading => readSentence(one, { ...situation, asked: null }, classify);
  if (text.length > textMax) return unsupported('');
  if (!asked) return afterwards(text, readOne(text), situation);
  const chosen = chosenBy(text, asked);
  if (chosen) return readOne(chosen.text);
  const reading = afterwards(text, readOne(text), situation);
  if (reading.kind === 'intents' || asked.options.length > 0) return reading;
  // An answer to what was left open continues the sentence.
  const continued = readOne(`${asked.text}，${/^\d{1,5}$/.test(text.trim()) ? `${text}人` : text}`);
  return continued.kind === 'intents' ? continued : reading;
}

/** What a text means after the wish before it, where it is no wish by itself. */
function afterwards(text: string, reading: Reading, situation: Situation): Reading {
  if (reading.kind === 'intents' || !situation.before?.length) return reading;
  return followed(spelt(text, situation), situation.before, situation) ?? reading;
}

/** By the forms of wishes; what they do not hold, by what it is most like. */
function readSentence(text: string, situation: Situation, classify: Classifier): Reading {
  if (text.length > 2 * textMax) return unsupported('');
  const plain = spelt(text, situation);
  const sentence = inPlainWords(plain, situation.names);
  if (sentence.length > 2 * textMax) return unsupported(text);
  const tokens = tokensOf(sentence, situation);
  if (tokens.some((token) => isRole(token, 'forbidden'))) return unsupported(text);
  const framed = (): Reading | null => readByFrames(plain, situation, classify);
  const asksNew = readNew(plain, situation, classify);
  if (asksNew?.kind === 'intents') return asksNew;
  try {
    const intents = intentsOf(grouped(tokens, situation), situation, sentence);
    const judged = severalIntents.safeParse(intents);
    if (judged.success) return { kind: 'intents', intents: distinct(judged.data) };
    return asked(tooMuch(intents.length));
  } catch (failure) {
    if (failure instanceof Doubt) {
      const isConditional = tokens.some((token) => isRole(token, 'condition'));
      if (failure.word !== null && !isConditional && isOtherTopic(text)) return unsupported(text);
      const read = failure instanceof Unread ? framed() : null;
      return read ?? asked(failure);
    }
    if (failure instanceof OutOfScope)
      return courtesy(text, tokens) ?? (isOtherTopic(text) ? null : framed()) ?? unsupported(text);
    throw failure;
  }
}

/** 别动高数，锁定: what is said twice in a row is wished once. */
const distinct = (intents: readonly Intent[]): Intent[] =>
  intents.filter((one, at) => at === 0 || JSON.stringify(one) !== JSON.stringify(intents[at - 1]));

const tooMuch = (count: number): Doubt =>
  new Doubt({
    zh: `一次说了 ${count} 件事或太大的数目，一次最多 ${intentsMax} 件。请分几次说。`,
    en: `${count} wishes at once, or too great a number: at most ${intentsMax}. Please say them one by one.`,
  });

const whatToDo = (said: string): Doubt =>
  new Unread({
    zh: `“${said}”要怎么处理？例如：调到周四下午、换教室、锁定、看课表。`,
    en: `What shall be done about "${said}"? For example: move it to Thursday, lock it, show its timetable.`,
  });

const asked = ({ question, options }: Doubt): Reading => ({ kind: 'question', question, options });

/** The wishes of all clauses. What is out of scope in one of them lets none of the others happen. */
function intentsOf(tokens: readonly Token[], situation: Situation, sentence: string): Intent[] {
  const intents: Intent[] = [];
  const { before = [] } = situation;
  let doubt: Doubt | null = null;
  for (const clause of clausesOf(tokens)) {
    try {
      intents.push(...intentsOfClause(new Slots(clause, situation, sentence), [...before, ...intents]));
    } catch (failure) {
      if (!(failure instanceof Doubt)) throw failure;
      doubt ??= failure;
    }
  }
  if (doubt) throw doubt;
  if (intents.length === 0) throw new OutOfScope();
  return joined(intents);
}

function intentsOfClause(clause: Slots, before: readonly Intent[]): readonly Intent[] {
  const isGreeting = clause.tokens.every((token) => isRole(token, 'greet', 'filler'));
  if (isGreeting) return [];
  for (const rule of rules) {
    const intents = rule(clause, before);
    if (intents) return intents;
  }
  const known = clause.names.find(({ isGuess }) => !isGuess);
  if (!known) throw new OutOfScope();
  const strange = clause.tokens.find(({ type }) => type === 'unknown');
  throw strange ? notUnderstood(strange.said) : whatToDo(known.said);
}
