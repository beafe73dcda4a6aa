import { clausesOf } from '../clauses.js';
import type { Intent } from '../intents.js';
import type { Option, Reading, Situation } from '../interpreter.js';
import { mayBeName } from '../reasons.js';
import { Doubt, OutOfScope } from '../slots/doubts.js';
import { asksForSeats, howMany, Slots } from '../slots/slots.js';
import { isRole, type Token } from '../slots/tokens.js';
import { isChinese } from '../spot/characters.js';
import type { Role } from '../spot/vocabulary.js';
import { actNames, isChange, type Act } from './acts.js';
import { classifier, type Classifier, type Likely } from './classifier.js';
import { meaningful, tokensIn } from './clause.js';
import { whichLesson } from './meeting.js';
import { filled } from './fill.js';
import { shapeOf } from './shape.js';

/** How sure an act has to be: of changes more, because a question shows its answer and no more. */
const sureOfChange = 0.6;
const sureOfQuestion = 0.45;
const sureOfTold = 0.4;
const sureOfRefusal = 0.8;
/** How sure the two likeliest acts have to be to be offered. */
const offered = 0.2;

type Clause = readonly Token[];
interface Told {
  readonly clause: Clause;
  readonly act: Act | null;
}

/**
 * What the tokens of a sentence wish, by what it is most like: words that nobody knows are passed over. Null
 * where it is like nothing that is known.
 * @throws Doubt where something is missing or not plain, OutOfScope where it is not done
 */
export function readByFrames(
  tokens: Clause,
  situation: Situation,
  sentence: string,
  classify: Classifier,
): readonly Intent[] | Reading | null {
  const clauses = clausesOf(tokens);
  const whole = clauses.flat();
  if (isUnclear(whole) || unclear.test(sentence)) return null;
  const told = clauses.map((clause) => ({ clause, act: surest(classify(shapeOf(clause)), clause) }));
  if (told.length > 1 && told.some(({ act, clause }) => act === 'unsupported' && clause.some(isWhat)))
    throw new OutOfScope();
  const isMixed = new Set(told.map(({ act }) => act !== null && isChange(act))).size > 1;
  const isApart =
    told.length > 1 &&
    told.every(
      ({ act, clause }) =>
        act !== null &&
        standsAlone(act, clause) &&
        (!isMixed || isChange(act) || clause.some((token) => isRole(token, ...asking))),
    );
  if (!isApart) {
    const only = onlyChangeOf(told);
    const acts = new Set(told.flatMap(({ act }) => act ?? []));
    const [{ act }] = classify(shapeOf(whole));
    if (!only && acts.size > 0 && (acts.size > 1 || !acts.has(act))) return null;
    return readWhole(only?.clause ?? whole, situation, sentence, classify);
  }
  const intents: Intent[] = [];
  for (const { clause, act } of told) {
    if (act === 'unsupported') return null;
    const world = { ...situation, before: [...(situation.before ?? []), ...intents] };
    intents.push(...wishesOf(act!, clause, world, sentence));
    if (isTwice(intents)) return null;
  }
  return intents;
}

function readWhole(
  clause: Clause,
  situation: Situation,
  sentence: string,
  classify: Classifier,
): readonly Intent[] | Reading | null {
  const likely = classify(shapeOf(clause));
  const act = surest(likely, clause);
  if (act === 'unsupported') {
    if (likely[0].share >= sureOfRefusal) throw new OutOfScope();
    return null;
  }
  return act === null
    ? choiceOf(likely, clause, situation, sentence)
    : wishesOf(act, clause, situation, sentence);
}

/** 调到周三，操场那会儿空: the one change beside which nothing is told that may belong to it. */
function onlyChangeOf(told: readonly Told[]): Told | null {
  const changes = told.filter(({ act }) => act !== null && isChange(act));
  const others = told.filter((one) => !changes.includes(one));
  const isAside = ({ act, clause }: Told): boolean =>
    act !== 'unsupported' &&
    (clause.some((token) => isRole(token, 'greet')) ||
      !clause.some(
        (token) =>
          token.type === 'name' ||
          token.type === 'wish' ||
          isRole(
            token,
            'not',
            'cannot',
            'ba',
            'lock',
            'unlock',
            'undo',
            'cancel',
            'find',
            'moveTo',
            'changeRoom',
          ),
      ));
  return changes.length === 1 && changes[0].clause.some(isNamedOne) && others.every(isAside)
    ? changes[0]
    : null;
}

/** Words with which a question is asked beside a wish. */
const asking = [
  'find',
  'which',
  'who',
  'where',
  'when',
  'why',
  'timetable',
  'conflict',
  'whatLessons',
] as const;

/** 原来张敏带，让陈晨来上: what is wished twice of one lesson was told once. */
function isTwice(intents: readonly Intent[]): boolean {
  const [one, other] = intents.slice(-2);
  if (other?.type === 'changeWeeks') return one.type === other.type;
  if (other?.type === 'move' && one.type === 'move')
    return Boolean(one.to && other.to) && JSON.stringify(one.meeting) === JSON.stringify(other.meeting);
  return other?.type === 'assignTeacher' && one.type === other.type;
}

/** Only of a wish for the lesson before nothing need be named: and then lock it. */
const standsAlone = (act: Act, clause: Clause): boolean =>
  (clause.some(isChange(act) || act.startsWith('find') ? isWhat : isNamedOne) &&
    !clause.some((token) => isRole(token, 'him'))) ||
  clause.some((token) => isRole(token, 'lock', 'unlock', 'undo', 'redo', 'conflict', 'whatChanged'));

/** What is wished under a condition is asked; names and times alone say nothing of what is wished. */
const isUnclear = (whole: Clause): boolean =>
  whole.some((token) => isRole(token, 'condition')) || whole.every(isFragment);

const unclear = /草稿|draft|不行就|这[俩两几]|同一?天|不.*的话/i;

const isFragment = (token: Token): boolean =>
  isWhat(token) || isRole(token, 'of', 'and', 'at', 'comma', 'filler');

const isNamedOne = (token: Token): boolean => token.type === 'name' || isRole(token, 'self');
const isWhat = ({ type }: Token): boolean => type === 'name' || type === 'time';

/** Words that ask for something, so that a sentence is not surely a wish for a change. */
const asked = ['which', 'who', 'where', 'when', 'why', 'free', 'whether', 'whatChanged', 'conflict'] as const;

/** Whether a text surely wishes something changed, however little of it is understood. */
export function wishesChange(text: string, situation: Situation): boolean {
  const said = clausesOf(tokensIn(text, situation).tokens).flat();
  const likely = classifier()(shapeOf(said)).filter(({ act }) => isChange(act));
  if (said.some((token) => isRole(token, 'ba'))) return true;
  if (said.some((token) => isRole(token, ...asked)) || /\bas a wish\b|偏好/i.test(text)) return false;
  return likely.reduce((sum, { share }) => sum + share, 0) >= sureOfChange;
}

/** Words that say an act themselves, so that it need be less sure. */
const tellingOf: { readonly [A in Act]?: readonly Role[] } = {
  ...{ lock: ['lock'], unlock: ['unlock'], swap: ['swap'], undo: ['undo'], redo: ['redo'], help: ['help'] },
  ...{ singleDate: ['suspend', 'makeUp', 'makeUpTo'], takeOut: ['takeOut', 'fromTimetable'] },
  ...{ showConflicts: ['conflict'], showUnplaced: ['unplaced'], showChanges: ['whatChanged'] },
  ...{ showTimetable: ['timetable', 'whatLessons'], whyNot: ['why'], move: ['moveTo', 'changeRoom'] },
};

function surest([{ act, share }]: readonly Likely[], clause: Clause): Act | null {
  const isTold = clause.some(
    (token) => isRole(token, ...(tellingOf[act] ?? [])) || (act === 'move' && token.type === 'shift'),
  );
  return share >= (isTold ? sureOfTold : isChange(act) ? sureOfChange : sureOfQuestion) ? act : null;
}

function wishesOf(
  act: Intent['type'],
  clause: Clause,
  situation: Situation,
  sentence: string,
): readonly Intent[] {
  const whole = new Slots(clause, situation, sentence);
  whole.withoutGuesses();
  const missing = whole.missing();
  if (missing) throw missing;
  const strange =
    nameless(clause) ??
    (isChange(act) ? clause.find(({ type, said }) => type === 'unknown' && mayBeName(said)) : null);
  if (strange && !/^(?:another|undo|redo)$/.test(act)) throw unknownName(strange.said);
  if (isChange(act) && whole.has('all') && whole.isNameless) throw new OutOfScope();
  if (clause.some(isStrangeRoom) || (act === 'findRooms' && clause.some(isStrangeNumber)))
    throw new Guarded();
  if (act === 'findTeachers' && clause.some(isStrangeOwner)) throw new Guarded();
  const slots = whole.of(meaningful(clause));
  if (isGuarded(act, slots, withoutNames(clause, sentence))) throw new Guarded();
  if (asksForSeats(slots) && !slots.hasRoomWish) throw howMany;
  return filled(act, slots);
}

/** Whether a text is most likely a wish or a question of timetables. */
export function isOfTimetables(tokens: Clause, classify: Classifier): boolean {
  const said = clausesOf(tokens).flat();
  const act = surest(classify(shapeOf(said)), said);
  return act !== null && act !== 'unsupported';
}

/** A clause as it was said, but for its names. */
const withoutNames = (clause: Clause, sentence: string): string =>
  clause
    .map(
      ({ type, said, end }, at) =>
        (type === 'name' ? '#' : said) + sentence.slice(end, clause[at + 1]?.start ?? end),
    )
    .join('');

/** What must not be read as a wish, whatever it is most like. */
export class Guarded extends Error {}

/** 不要把高数调到周四, 换教室了吗: words after which a sentence means something else than it is like. */
function isGuarded(act: Intent['type'], slots: Slots, sentence: string): boolean {
  if (act === 'undo' || act === 'redo')
    return slots.names.length + slots.times.length > 0 || /[两二三四\d]|two|three|all/i.test(sentence);
  if (act === 'showWeek') return false;
  if (slots.isNameless && slots.has('it', 'him', 'inside') && !slots.situation.before?.length)
    throw whichLesson();
  if (act === 'showTimetable' && slots.isNameless && /哪[些个](?:课|班)|所有|全校|which class/.test(sentence))
    throw whichLesson();
  if (act === 'whyNot') return !/[不没]|n't|not|stop|prevent|wrong|block|refuse|reject/i.test(sentence);
  if (act.startsWith('find')) return slots.has('not', 'cannot') || /连 ?[着续]/.test(sentence);
  if (!isChange(act)) return false;
  if (act === 'swap' && (slots.has('roomNoun', 'conflict') || sentence.includes('撞'))) return true;
  if (facts.test(sentence) || limits.test(sentence)) return true;
  if (/^(?:book|reserve)\b/i.test(sentence)) return true;
  if (slots.has('lock', 'unlock') && slots.has('moveTo', 'move')) return true;
  if (act === 'move' && /[这下](?:个?)(?:周|星期|礼拜)[起开]|from (?:this|next) week/.test(sentence))
    return true;
  const isDenied = slots.has('not') && !isToldByNot(act, slots);
  return isDenied || slots.has('cannot', 'whether', 'why', 'correction');
}

/** 别让人动, no calculus tomorrow: wishes by a word that denies. */
function isToldByNot(act: Act, slots: Slots): boolean {
  if (act === 'singleDate') return !slots.has('cancel', 'suspend', 'move', 'moveTo', 'makeUp', 'makeUpTo');
  const lock = slots.index('lock');
  return act === 'lock' && (lock < 0 || lock < slots.index('not'));
}

/** Has it been moved, 没说要换, should I: asks or tells, and wishes nothing. */
const facts = new RegExp(
  '^(?!is it (?:possible|ok|okay|fine|all ?right|feasible))' +
    '(?:has|had|was|were|did|does|will|is|are|should)\\b|没说|没让|没要|已经',
  'i',
);
/** All but calculus, away from Friday: words after which something else is meant than what they name. */
const limits = new RegExp(
  '\\b(?:except|away from|out of(?! the (?:time|sched))|other than|apart from)\\b' +
    '|\\b(?:all|any|every)[a-z]* .*\\bbut\\b|除',
  'i',
);

/** 阶梯教室: a room of a kind that nobody knows. */
const isStrangeRoom = ({ type, end }: Token, at: number, clause: Clause): boolean =>
  type === 'unknown' && clause[at + 1]?.start === end && isRole(clause[at + 1], 'roomNoun');
const isStrangeNumber = ({ type, said }: Token): boolean => type === 'unknown' && /\d/.test(said);
/** Can sb take over li nas english: whose lesson it is. */
const isStrangeOwner = ({ type, said }: Token, at: number, clause: Clause): boolean =>
  type === 'unknown' && /^[a-z ]+s$/i.test(said) && clause[at + 1]?.type === 'name';

/** 王小明老师, Dr Kowalski: a name that nobody has. */
const nameless = (clause: Clause): Token | undefined =>
  clause.find(
    ({ type, start, end, said }, at) =>
      type === 'unknown' &&
      ((/^[A-Z][a-z]+$/.test(said) && clause[at + 1]?.said === "'s") ||
        (isRole(clause[at + 1], 'teacherNoun') && clause[at + 1].start <= end) ||
        (isRole(clause[at - 1], 'teacherNoun') && clause[at - 1].end >= start - 1)),
  );

/** Where something is, or when one has lessons oneself: asks for a timetable, and no more. */
const whereOrOwn = /^(?!.*(?:another|换)).*(?:哪|我|\bwhere\b)/i;

/** The two likeliest wishes as a choice; the wish itself where both are the same. */
function choiceOf(
  likely: readonly Likely[],
  clause: Clause,
  situation: Situation,
  sentence: string,
): readonly Intent[] | Reading | null {
  const language = isChinese(sentence) ? 'zh' : 'en';
  let doubt: Doubt | null = null;
  const options = likely.slice(0, 2).flatMap(({ act, share }): Option[] => {
    if (act === 'unsupported' || share < offered) return [];
    try {
      const intents = wishesOf(act, clause, situation, sentence);
      return [{ label: actNames[act], text: actNames[act][language], intents }];
    } catch (failure) {
      if (failure instanceof Doubt) doubt ??= failure;
      if (failure instanceof Doubt || failure instanceof Guarded || failure instanceof OutOfScope) return [];
      throw failure;
    }
  });
  if (options.length === 0 && doubt) throw doubt;
  if (options.length === 0) return null;
  const [one, other] = options.map(({ intents }) => JSON.stringify(intents));
  // 英语课在哪个教室: where nothing else is offered, a timetable is shown, which changes nothing.
  const isShown = options.length === 1 && likely[0].act === 'showTimetable' && whereOrOwn.test(sentence);
  if (one === other || (isShown && options[0].intents![0].type === 'showTimetable'))
    return options[0].intents!;
  return { kind: 'question', question: { zh: '您的意思是？', en: 'What do you mean?' }, options };
}

const unknownName = (said: string): Doubt =>
  new Doubt({
    zh: `没有找到“${said.slice(0, 40)}”，请检查名称，或写出编号。`,
    en: `There is no "${said.slice(0, 40)}". Please check the name, or give the code.`,
  });
