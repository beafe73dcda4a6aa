import { clausesOf } from '../clauses.js';
import type { Intent } from '../intents.js';
import type { Option, Reading, Situation } from '../interpreter.js';
import { Doubt, OutOfScope } from '../slots/doubts.js';
import { isOfMany, Slots } from '../slots/slots.js';
import { isFallback } from '../slots/wishes.js';
import { isRole, type Token } from '../slots/tokens.js';
import { isChinese } from '../spot/characters.js';
import { mayBeName } from '../spot/name-like.js';
import { isOtherTopic } from '../spot/topics.js';
import type { Role } from '../spot/vocabulary.js';
import { actNames, isChange, isIntent, type Act } from './acts.js';
import { classifier, type Classifier, type Likely } from './classifier.js';
import { meaningful, tokensIn } from './clause.js';
import { filled } from './fill.js';
import { whichLesson } from './meeting.js';
import { shapeOf } from './shape.js';

/** How sure an act has to be: of changes more, because a question shows its answer and no more. */
const sureOfChange = 0.5;
const sureOfQuestion = 0.25;
const sureOfTold = 0.3;
/** How sure a wish is that is asked about rather than taken for a question. */
const sureOfWish = 0.6;
const sureOfOther = 0.5;
const mayBe = 0.1;
/** How sure the likeliest acts have to be to be offered. */
const offered = 0.1;

type Clause = readonly Token[];

/**
 * What the tokens of a sentence wish, by what it is most like: words that nobody knows are passed over. Null
 * where it is like nothing that is known.
 * @throws Doubt where something is missing or not plain, OutOfScope where it is not done
 */
export function readByFrames(
  tokens: Clause,
  situation: Situation,
  sentence: string,
  anyAct: Classifier,
): readonly Intent[] | Reading | null {
  const classify = afterWhat(situation, anyAct);
  const parts = clausesIn(tokens, classify);
  const clauses = withoutOtherMatters(parts, classify);
  const whole = clauses.flat();
  if (isConditional(whole, sentence)) throw underCondition();
  if (whole.every(isFragment)) return null;
  const told = clauses.map((clause) => ({ clause, act: surest(classify(shapeOf(clause)), clause) }));
  const isMixed = new Set(told.map(({ act }) => act !== null && isChange(act))).size > 1;
  const isApart =
    told.length > 1 &&
    told.every(
      ({ act, clause }) =>
        act !== null &&
        isIntent(act) &&
        standsAlone(act, clause) &&
        (!isMixed || isChange(act) || clause.some((token) => isRole(token, ...asking))),
    );
  if (!isApart) return readWhole(onlyChange(told) ?? whole, situation, sentence, classify);
  const intents: Intent[] = [];
  // 撤销错了，恢复: of both the last is meant.
  const again = told.findLast(({ act }) => act === 'redo' || act === 'undo');
  for (const { clause, act } of told) {
    if (/^(?:undo|redo)$/.test(act!) && act !== again!.act && /错|不该|不想/.test(sentence)) continue;
    const world = { ...situation, before: [...(situation.before ?? []), ...intents] };
    intents.push(...wishesOf(act as Intent['type'], classify(shapeOf(clause)), clause, world, sentence));
    if (isTwice(intents)) return readWhole(whole, situation, sentence, classify);
  }
  return intents;
}

/** Of a plan nothing is asked where nothing was said or shown before. */
const afterWhat =
  ({ before = [], open = [], seen = [] }: Situation, classify: Classifier): Classifier =>
  (shape) =>
    classify(shape).filter(({ act }) => act !== 'aboutPlan' || before.length + open.length + seen.length > 0);

/** 明天几点有课，我发群里: beside questions another matter is passed over. @throws OutOfScope beside a change */
function withoutOtherMatters(clauses: readonly Clause[], classify: Classifier): readonly Clause[] {
  const acts = clauses.map((clause) => surest(classify(shapeOf(clause)), clause));
  if (!acts.includes('unsupported')) return clauses;
  const isQuestion = (act: Act | null): boolean => act !== null && isIntent(act) && !isChange(act);
  if (!acts.some(isQuestion) || acts.some((act) => act !== null && isChange(act))) throw new OutOfScope();
  return clauses.filter((_, at) => acts[at] !== 'unsupported');
}

/** 调到周三，操场那会儿空: the one change, where nothing is named or asked beside it. */
function onlyChange(told: readonly { readonly clause: Clause; readonly act: Act | null }[]): Clause | null {
  const [change, ...others] = told.filter(({ act }) => act !== null && isChange(act));
  const isAside = ({ clause }: { readonly clause: Clause }): boolean =>
    !clause.some(({ type }) => type === 'name' || type === 'wish') &&
    !clause.some((token) => isRole(token, ...asking, 'not', 'cannot', 'moveTo', 'move', 'or', 'anotherTime'));
  const isAlone = change && others.length === 0 && change.clause.some(isNamedOne);
  return isAlone && told.every((one) => one === change || isAside(one)) ? change.clause : null;
}

/** The clauses of a sentence but those that only tell something. */
export const clausesIn = (tokens: Clause, classify: Classifier): readonly Clause[] =>
  clausesOf(tokens, (piece) => {
    // 丁老师要开会，把他的课调走: who cannot come is told beside what is wished.
    const told = classify(shapeOf(piece))
      .slice(0, 2)
      .filter(({ act }) => act === 'told' || act === 'absent');
    return told.reduce((sum, { share }) => sum + share, 0);
  });

/** The act of all that is said together; the likelier of two where one lacks what it needs. */
function readWhole(
  clause: Clause,
  situation: Situation,
  sentence: string,
  classify: Classifier,
): readonly Intent[] | Reading | null {
  const likely = classify(shapeOf(clause));
  const act = surest(likely, clause);
  if (act === 'unsupported') throw new OutOfScope();
  if (act === 'denied') throw notWished(clause);
  if (act === 'told' || act === 'partial') return null;
  // Who names something beside a yes or a no wishes more than that.
  if ((act === 'confirm' || act === 'drop') && clause.some(isWhat)) return null;
  if (act === null) return choiceOf(likely, clause, situation, sentence);
  try {
    return wishesOf(act, likely, clause, situation, sentence);
  } catch (failure) {
    const [, other] = likely;
    if (!(failure instanceof Doubt) || !isIntent(other.act) || isChange(other.act)) throw failure;
    if (other.share < sureOfQuestion || likely[0].share >= sureOfWish) throw failure;
    return wishesOf(other.act, likely, clause, situation, sentence);
  }
}

/** 原来张敏带，让陈晨来上: what is wished twice of one lesson was told once. */
function isTwice(intents: readonly Intent[]): boolean {
  const [one, other] = intents.slice(-2);
  if (!other || one.type !== other.type) return false;
  if (other.type === 'move' && one.type === 'move')
    return Boolean(one.to && other.to) && JSON.stringify(one.meeting) === JSON.stringify(other.meeting);
  return other.type === 'assignTeacher' || other.type === 'changeWeeks' || other.type === 'showTimetable';
}

/** Only of a wish for the lesson before nothing need be named: and then lock it. */
const standsAlone = (act: Act, clause: Clause): boolean =>
  (clause.some(isChange(act) || act.startsWith('find') ? isWhat : isNamedOne) &&
    !clause.some((token) => isRole(token, 'him'))) ||
  clause.some((token) => isRole(token, 'lock', 'unlock', 'undo', 'redo', 'conflict', 'whatChanged'));

/** Names and times alone say nothing of what is wished. */
const isFragment = (token: Token): boolean => isWhat(token) || isRole(token, 'of', 'and', 'at', 'filler');

const isNamedOne = (token: Token): boolean => token.type === 'name' || isRole(token, 'self');
const isWhat = ({ type }: Token): boolean => type === 'name' || type === 'time';

/** Words with which a question is asked beside a wish. */
const asking = [
  ...(['find', 'which', 'who', 'where', 'when', 'why', 'timetable', 'conflict', 'whatLessons'] as const),
] as const;

/** Words that ask for something, so that a sentence is not surely a wish for a change. */
const asked = ['which', 'who', 'where', 'when', 'why', 'free', 'whether', 'whatChanged', 'conflict'] as const;

/** Whether a text surely wishes something changed, however little of it is understood. */
export function wishesChange(text: string, situation: Situation): boolean {
  const said = clausesIn(tokensIn(text, situation).tokens, classifier()).flat();
  const likely = classifier()(shapeOf(said)).filter(({ act }) => isChange(act));
  if (said.some((token) => isRole(token, 'ba'))) return true;
  if (said.some((token) => isRole(token, ...asked)) || /\bas a wish\b|偏好/i.test(text)) return false;
  return likely.reduce((sum, { share }) => sum + share, 0) >= sureOfChange;
}

/** Words that say an act themselves, so that it need be less sure. */
const tellingOf: { readonly [A in Act]?: readonly Role[] } = {
  ...{ lock: ['lock'], unlock: ['unlock'], swap: ['swap'], undo: ['undo'], redo: ['redo'], help: ['help'] },
  ...{ singleDate: ['suspend', 'makeUp', 'makeUpTo'], takeOut: ['takeOut', 'fromTimetable'] },
  ...{ move: ['moveTo', 'changeRoom', 'to'] },
};

/** Acts of which nothing need be told. */
const isPlain = /^(?:another|undo|redo|help|confirm|drop|request)$/;

/** Acts that only talk with the assistant: are plain, or are none. */
const isTalk = /^(?:confirm|drop|request)$/;

/** The likeliest act, if it is sure enough. */
function surest([{ act, share }, other]: readonly Likely[], clause: Clause): Act | null {
  const isTold = clause.some(
    (token) => isRole(token, ...(tellingOf[act] ?? [])) || (act === 'move' && token.type === 'shift'),
  );
  // Another plan is only shown; 换个老师 asks for more than that.
  const isOther = act === 'another' && !clause.some((token) => isRole(token, 'changeRoom', 'changeTeacher'));
  const isQuestion = isIntent(act) && !isChange(act) && !isTalk.test(act);
  const least =
    isTold || isOther ? sureOfTold : isChange(act) ? sureOfChange : isQuestion ? sureOfQuestion : sureOfOther;
  // Can Li Na take over: where it may be asked, it is asked about.
  const mayBeAsked = act === 'assignTeacher' && other.act === 'findTeachers' && other.share >= mayBe;
  return share >= least && !mayBeAsked ? act : null;
}

function wishesOf(
  act: Intent['type'],
  likely: readonly Likely[],
  clause: Clause,
  situation: Situation,
  sentence: string,
): readonly Intent[] {
  const whole = new Slots(clause, situation, sentence);
  whole.withoutGuesses();
  const missing = whole.missing();
  if (missing) throw missing;
  const isNameless = isPlain.test(act);
  const strange = isNameless ? undefined : (nameless(clause) ?? strangeName(act, clause, sentence));
  if (strange) throw unknownName(strange.said);
  const said = withoutNames(clause, sentence);
  const isEverything =
    whole.isNameless ||
    (/\beverything (?:on|at|this|next)\b/i.test(sentence) &&
      whole.names.every(({ candidates: [{ kind }] }) => kind === 'course'));
  if (isChange(act) && whole.has('all') && isEverything) throw new OutOfScope(notAllAtOnce);
  if (isChange(act) && isOtherTopic(said)) throw new OutOfScope();
  const slots = whole.of(meaningful(clause));
  if (
    slots.isNameless &&
    slots.has('it', 'him', 'inside') &&
    act !== 'wishTimes' &&
    !situation.before?.length &&
    !isNameless &&
    act !== 'showWeek'
  )
    throw whichLesson();
  if (isChange(act) && isGuarded(act, slots, said)) {
    // 今天高数换教室了吗: asks whether it was done.
    if (isAsked.test(sentence) && !slots.isNameless) return filled('showChanges', slots);
    throw notWished(clause);
  }
  const asked = likely.find((one) => one.act === 'showTimetable');
  return filled(act, slots, asked?.ask);
}

/** Whether a text is most likely a wish or a question of timetables. */
export function isOfTimetables(tokens: Clause, classify: Classifier): boolean {
  const said = clausesIn(tokens, classify).flat();
  const act = surest(classify(shapeOf(said)), said);
  return act !== null && !/^(?:unsupported|told|aboutPlan|partial)$/.test(act);
}

/** A clause as it was said, but for its names. */
export const withoutNames = (clause: Clause, sentence: string): string =>
  clause
    .map(
      ({ type, said, end }, at) =>
        (type === 'name' ? '#' : said) + sentence.slice(end, clause[at + 1]?.start ?? end),
    )
    .join('');

/** 不要把高数调到周四, 换教室了吗: a word with which a change is named and not wished, however it is said. */
export function isGuarded(act: Intent['type'], slots: Slots, sentence: string): boolean {
  if (act === 'undo' || act === 'redo')
    return slots.names.length + slots.times.length > 0 || /[两二三四\d]|two|three|all/i.test(sentence);
  if (act === 'swap' && (slots.has('roomNoun', 'conflict') || sentence.includes('撞'))) return true;
  if (/或者|干脆|\bor\b/i.test(sentence) && slots.has('anotherTime')) return true;
  if (/^(?:move|singleDate)$/.test(act) && unclear.test(sentence)) return true;
  if (facts.test(sentence) || limits.test(sentence)) return true;
  if (slots.has('lock', 'unlock') && slots.has('moveTo', 'move') && !slots.has('not')) return true;
  const isDenied = slots.has('not') && !isToldByNot(act, slots);
  return isDenied || slots.has('cannot', 'whether', 'why', 'correction');
}

/** 不冲突的话: a condition that is told behind what it is of. */
const conditional = /不.{1,6}的话|不行就/;

/** Whether a wish holds under a condition alone, other than that a room is free. */
export const isConditional = (clause: Clause, sentence: string): boolean =>
  (clause.some((token) => isRole(token, 'condition')) || conditional.test(sentence)) && !isFallback(sentence);

/** From a week on, on the same day as another, for oneself: is no plain move. */
const unclear = /^(?:book|reserve)\b|同一?天/i;

/** 别让人动, no calculus tomorrow: wishes by a word that denies. */
function isToldByNot(act: Act, slots: Slots): boolean {
  if (act === 'singleDate') return !slots.has('cancel', 'suspend', 'move', 'moveTo', 'makeUp', 'makeUpTo');
  const lock = slots.index('lock');
  return act === 'lock' && (lock < 0 || lock < slots.index('not'));
}

/** Whether it is asked what was done. */
const isAsked =
  /了(?:吗|么|没有?)[?？]?$|是不是.{0,6}[动换改调]过|[动换改调]过(?:教室|时间|课)?(?:吗|没有?)|^(?:has|have|was|were|did) .*\?$/i;

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

/** 王小明老师, Dr Kowalski: a name that nobody has. */
const nameless = (clause: Clause): Token | undefined =>
  clause.find(
    ({ type, start, end, said }, at) =>
      type === 'unknown' &&
      !isOfMany(said) &&
      ((/^[A-Z][a-z]+$/.test(said) && clause[at + 1]?.said === "'s") ||
        (isRole(clause[at + 1], 'teacherNoun') && clause[at + 1].start <= end) ||
        (said.length > 1 && isRole(clause[at - 1], 'teacherNoun') && clause[at - 1].end >= start - 1)),
  );

/** 土木2401, 王小明的课: what names a record that is not there, where a change would be of another one. */
const strangeName = (act: Act, clause: Clause, sentence: string): Token | undefined =>
  clause.find(({ type, said, start, end }, at) => {
    if (type !== 'unknown') return false;
    if (/\d{4}/.test(said) || (isChange(act) && /\d/.test(said))) return true;
    const next = clause[at + 1];
    const isOwner =
      next?.start === end &&
      (isRole(next, 'of', 'teacherNoun') || next.type === 'name' || next.type === 'time');
    const isApart =
      /^(?:$|[,:;.])/.test(sentence.slice(end)) && /(?:^|[,;:.]) ?$/.test(sentence.slice(0, start));
    return isChange(act) && (isOwner || isApart || /[a-z]/i.test(said)) && mayBeName(said);
  });

/** The likeliest wishes as a choice; a question that is the only one of them is answered. */
function choiceOf(
  likely: readonly Likely[],
  clause: Clause,
  situation: Situation,
  sentence: string,
): readonly Intent[] | Reading | null {
  const language = isChinese(sentence) ? 'zh' : 'en';
  let doubt: Doubt | null = null;
  const options = likely.slice(0, 3).flatMap(({ act, share }): Option[] => {
    if (!isIntent(act) || share < offered || isPlain.test(act)) return [];
    try {
      const intents = wishesOf(act, likely, clause, situation, sentence);
      return [{ label: actNames[act], text: actNames[act][language], intents }];
    } catch (failure) {
      if (failure instanceof Doubt) doubt ??= failure;
      if (failure instanceof Doubt || failure instanceof OutOfScope) return [];
      throw failure;
    }
  });
  const isWished =
    likely.filter(({ act }) => isChange(act)).reduce((sum, { share }) => sum + share, 0) >= sureOfChange;
  if (doubt && (isWished || options.every(({ intents }) => isChange(intents![0].type)))) throw doubt;
  if (options.length === 0) return null;
  const wishes = new Set(options.map(({ intents }) => JSON.stringify(intents)));
  if (wishes.size === 1) return options[0].intents!;
  return {
    kind: 'question',
    question: { zh: '您的意思是？', en: 'What do you mean?' },
    options,
    isOpen: true,
  };
}

const notAllAtOnce = {
  zh:
    '不能一次调整所有的课，课表没有改动。请说明是哪个班、哪位老师、哪门课或哪间教室的（一次最多 10 次课）；' +
    '全校停课请管理员在校历中设置。',
  en:
    'Not everything is changed at once, and nothing was. Please name a class, teacher, course or room ' +
    '(at most ten lessons at a time); administrators call off a day for all in the calendar.',
};

const unknownName = (said: string): Doubt =>
  new Doubt({
    zh: `没有找到“${said.slice(0, 40)}”，请检查名称，或写出编号；别的学院的班级和课程不在您的范围内。`,
    en: `There is no "${said.slice(0, 40)}" within your scope. Please check the name, or give the code.`,
  });

const underCondition = (): Doubt =>
  new Doubt({
    zh: '有条件的调整不能先安排。请先问清条件（例如：周四下午A101空吗），再说要怎么调整。',
    en: 'What depends on a condition is not planned. Please ask for it first, then say what shall be done.',
  });

/** A change that is named and, as it seems, not wished. */
const notWished = (clause: Clause): Doubt => {
  const said = clause.filter(isWhat).slice(0, 4);
  const about = said.map((one) => ` "${one.said}"`).join(',');
  return new Doubt({
    zh: `没有改动${said.map((one) => `“${one.said}”`).join('、')}。要调整的话，请直接说调到哪里；要看，请说看课表。`,
    en:
      `Nothing was changed${about && ` about${about}`}. If something shall be, please say where it goes; ` +
      'or ask for the timetable.',
  });
};
