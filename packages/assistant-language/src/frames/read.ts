import { clausesOf } from '../clauses.js';
import { allRight, noted } from '../courtesy.js';
import type { Intent } from '../intents.js';
import type { Option, Reading, Situation } from '../interpreter.js';
import { Doubt, OutOfScope } from '../slots/doubts.js';
import { isFragment, isRole, isWhat, type Token } from '../slots/tokens.js';
import { isChinese } from '../spot/characters.js';
import { actNames, isChange, isGoalless, isIntent, type Act } from './acts.js';
import { classifier, type Classifier, type Likely } from './classifier.js';
import { tokensIn } from './clause.js';
import { contextIn } from '../dialogue/context.js';
import { attempted, Judge } from './judge.js';
import { notAllAtOnce, notWished, underCondition } from './refusals.js';
import { Said } from './said.js';
import { shapeOf, type Shape } from './shape.js';
import {
  bare,
  isPlain,
  isTalk,
  mayBe,
  sureOfOther,
  sureOfChange,
  sureOfQuestion,
  sureOfWish,
  surest,
} from './sureness.js';
import { hasAny } from './whom.js';
import { ofAll, wishesOf } from './wishes-of.js';

/** Acts that are weighed against one another. */
const rivalsMax = 3;
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
  classify: Classifier,
): readonly Intent[] | Reading | null {
  const parts = clausesIn(tokens, classify);
  const said = new Said(tokens, sentence, classify);
  if (said.isSure) return readWhole(said.asked(parts.flat()), said, situation, sentence);
  const clauses = withoutOtherMatters(parts, classify);
  const whole = clauses.flat();
  // 会计2401的税法这周还有吗: asks, though all of it is names and times.
  if (whole.every(isFragment) && !/[吗么嘛?？]\s*$/.test(sentence)) return ofTime(whole, situation, sentence);
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
  // 课是他上的，那归谁排: whose right it is told by all of it.
  const [{ act: likeliest, share }] = classify(shapeOf(whole));
  if (!isApart || (likeliest === 'help' && share >= sureOfOther))
    return readWhole(onlyChange(told) ?? whole, said, situation, sentence);
  const intents: Intent[] = [];
  // 撤销错了，恢复: of both the last is meant.
  const again = told.findLast(({ act }) => act === 'redo' || act === 'undo');
  for (const { clause, act } of told) {
    if (/^(?:undo|redo)$/.test(act!) && act !== again!.act && /错|不该|不想/.test(sentence)) continue;
    const world = { ...situation, before: [...(situation.before ?? []), ...intents] };
    intents.push(...wishesOf(act as Intent['type'], classify(shapeOf(clause)), clause, world, sentence));
    if (isTwice(intents) || (told.length > 1 && intents.some(isGoalless)))
      return readWhole(whole, said, situation, sentence);
  }
  return intents;
}

/** 网络2601周三, and 今天 of whoever has lessons himself: what is held then, where nothing was said before. */
function ofTime(clause: Clause, situation: Situation, sentence: string): readonly Intent[] | null {
  const { self, before = [], open = [] } = situation;
  const has = (type: Token['type']): boolean => clause.some((token) => token.type === type);
  const isOfSome = has('name') || (self.teacher ?? self.administrativeClass) !== null;
  const isAlone = has('time') && !has('wish') && before.length + open.length === 0;
  return isOfSome && isAlone ? wishesOf('showTimetable', [], clause, situation, sentence) : null;
}

/** Acts are judged by what stands before; where nothing was said, shown or planned, none is of that. */
export function afterWhat(situation: Situation, classify: Classifier): Classifier {
  const context = contextIn(situation);
  const inContext = (shape: Shape): Shape => ({ ...shape, context });
  const { before = [], open = [], hasPlan, asked } = situation;
  const isPlanned =
    hasPlan || asked || [...before, ...open].some(({ type }) => isChange(type) || type === 'aboutPlan');
  // Who may only look asks, where it is not plain that he wishes.
  const isLooking = situation.self.student !== null;
  // 换一天, behind a plan: wishes another, and asks nothing of it.
  const isWish = ({ roles }: Shape): boolean =>
    roles.some((role) => /^(?:anotherTime|changeTeacher)$/.test(role)) &&
    !roles.some((role) => askingWords.some((one) => one === role));
  const isOfNothing = (shape: Shape, { act }: Likely): boolean =>
    act === 'aboutPlan' ? !isPlanned || isWish(shape) : act === 'partial' && context.length === 0;
  // Each piece of a text is looked at by itself, in its clause, and in every completion of that.
  const known = new Map<string, readonly Likely[]>();
  return Object.assign(
    (shape: Shape) => {
      const key = `${shape.pieces.join(' ')}#${shape.roles.join(' ')}`;
      const judged = (): readonly Likely[] =>
        classify(inContext(shape)).filter((one) => !isOfNothing(shape, one));
      // 把周五的课取消掉: surely wishes a change.
      const isAsking = isLooking && !shape.roles.includes('ba');
      const likely = known.get(key) ?? (isAsking ? rather(judged()) : judged());
      known.set(key, likely);
      return likely;
    },
    { continued: (shape: Shape) => (context.length > 0 ? classify.continued(inContext(shape)) : 0) },
  );
}

/** How much less likely a change is wished by who may make none. */
const seldom = 0.3;
/** Acts in the order of who rather asks than wishes a change. */
const rather = (likely: readonly Likely[]): readonly Likely[] =>
  likely
    .map((one) => (isChange(one.act) ? { ...one, share: one.share * seldom } : one))
    .toSorted((one, other) => other.share - one.share);

/** 明天几点有课，我发群里: beside questions another matter is passed over. @throws OutOfScope beside a change */
function withoutOtherMatters(clauses: readonly Clause[], classify: Classifier): readonly Clause[] {
  const acts = clauses.map((clause) => surest(classify(shapeOf(clause)), clause));
  if (!acts.includes('unsupported')) return clauses;
  const isQuestion = (act: Act | null): boolean => act !== null && isIntent(act) && !isChange(act);
  if (!acts.some(isQuestion) || acts.some((act) => act !== null && isChange(act)))
    throw new OutOfScope('ELSEWHERE');
  return clauses.filter((_, at) => acts[at] !== 'unsupported');
}

/** 调到周三，操场那会儿空: the one change, where nothing is named or asked beside it. */
function onlyChange(told: readonly { readonly clause: Clause; readonly act: Act | null }[]): Clause | null {
  const [change, ...others] = told.filter(({ act }) => act !== null && isChange(act));
  const isAside = ({ clause }: { readonly clause: Clause }): boolean =>
    !clause.some(({ type }) => type === 'name' || type === 'wish') &&
    !clause.some((token) =>
      isRole(token, ...asking, 'not', 'cannot', 'moveTo', 'move', 'or', 'anotherTime', 'makeUp'),
    );
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

/** The act of all that is said together, and of the part of it that tells most of that. */
function readWhole(
  clause: Clause,
  said: Said,
  situation: Situation,
  sentence: string,
): readonly Intent[] | Reading | null {
  const likely = said.likelyOf(clause);
  const act = bare(clause) ?? surest(likely, clause);
  // Where nothing of a timetable is told, what is rather of another matter is.
  if (act === 'unsupported' || (act === null && likely[0].act === 'unsupported' && !clause.some(isWhat)))
    throw new OutOfScope('ELSEWHERE');
  if (act === 'denied') {
    if (clause.some((token) => isRole(token, 'condition'))) throw underCondition();
    throw likely[0].share >= sureOfWish ? new OutOfScope(allRight) : notWished(clause);
  }
  if (act === 'told') throw new OutOfScope(noted);
  if ((act ?? 'partial') === 'partial' && ofAll.test(sentence) && !clause.some(({ type }) => type === 'name'))
    throw new OutOfScope(notAllAtOnce);
  if (act === 'partial') return null;
  // Who names something beside a yes or a no wishes more than that.
  if ((act === 'confirm' || act === 'drop') && clause.some(isWhat)) return null;
  if (act === null) return choiceOf(likely, clause, situation, sentence);
  // Of acts that are about as likely the one of which more is said.
  const rivals = likely.slice(0, rivalsMax).filter(({ act: one, share }) => {
    const isRival = isIntent(one) && !isPlain.test(one) && isChange(one) === isChange(act);
    return isRival && share >= (isChange(act) ? likely[0].share / 2 : mayBe);
  });
  const judged = rivals.flatMap(({ act: one, share }) => {
    const made = said.partsOf(one, clause).flatMap(([part, cost]) => {
      const reading = attempted(() => wishesOf(one as Intent['type'], likely, part, situation, sentence));
      const against = reading && new Judge(part, situation).costOf(reading);
      return reading ? [{ reading, score: Math.log(share) - against! - cost, isClean: against === 0 }] : [];
    });
    // A piece stands for all only where all that was said makes no whole.
    return made[0]?.isClean ? made.slice(0, 1) : made;
  });
  const best = judged.sort((one, other) => other.score - one.score).at(0);
  if (best?.reading.kind === 'intents') return best.reading.intents;
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
  // 推迟一周，改到第15周随便哪天
  if (other?.type === 'changeWeeks' && one.type === 'singleDate')
    return other.meeting.teachingClasses?.join() === one.meeting.teachingClasses?.join();
  // 换个教室，信息楼里找一间: where the lesson goes.
  const isSought =
    (one?.type === 'move' || one?.type === 'singleDate') &&
    one.room &&
    !hasAny(one.room) &&
    /^(?:findRooms|bookRoom)$/.test(other?.type);
  if (isSought || !other || one.type !== other.type) return Boolean(isSought);
  if ('to' in other && 'to' in one && 'meeting' in other && 'meeting' in one && other.type === 'move') {
    const { at: _, isEvery: __, ...named } = other.meeting!;
    return JSON.stringify(one.meeting) === JSON.stringify(other.meeting) || !hasAny(named);
  }
  if (other.type === 'singleDate' && one.type === 'singleDate')
    return (
      !one.to && one.action === other.action && JSON.stringify(one.meeting) === JSON.stringify(other.meeting)
    );
  return other.type === 'assignTeacher' || other.type === 'changeWeeks' || other.type === 'showTimetable';
}

/** Only of a wish for the lesson before nothing need be named: and then lock it. */
const standsAlone = (act: Act, clause: Clause): boolean =>
  (clause.some(isChange(act) || act.startsWith('find') ? isWhat : isNamedOne) &&
    !clause.some((token) => isRole(token, 'him'))) ||
  clause.some((token) => isRole(token, 'lock', 'unlock', 'undo', 'redo', 'conflict', 'whatChanged'));

const isNamedOne = (token: Token): boolean => token.type === 'name' || isRole(token, 'self');
/** Words with which a question is asked beside a wish. */
const asking = [
  ...(['find', 'which', 'who', 'where', 'when', 'why', 'timetable', 'whatLessons'] as const),
] as const;

/** Words that ask for something, so that a sentence is not surely a wish for a change. */
const askingWords = [
  ...(['which', 'who', 'where', 'when', 'why', 'free', 'whether', 'whatChanged', 'conflict'] as const),
] as const;

/** 明天停课，你这儿有显示吗: asks what is, other than whether it can be done. */
const questioning = new RegExp(
  '(?<!可以|行|成|好|能不能.{0,30}|可不可以.{0,30}|能否.{0,30})[吗么]\\s*[?？]?$|有没有|是不是|几点|\\btrue\\?' +
    '|^(?:is|are|was|were|did|does|do|when|what|where|who)\\b',
  'i',
);

/** Whether a text surely wishes something changed, however little of it is understood. */
export function wishesChange(text: string, situation: Situation): boolean {
  const said = clausesIn(tokensIn(text, situation).tokens, classifier()).flat();
  const likely = afterWhat(situation, classifier())(shapeOf(said)).filter(({ act }) => isChange(act));
  if (said.some((token) => isRole(token, 'ba'))) return true;
  if (questioning.test(text)) return false;
  if (said.some((token) => isRole(token, ...askingWords)) || /\bas a wish\b|偏好/i.test(text)) return false;
  return likely.reduce((sum, { share }) => sum + share, 0) >= sureOfChange;
}

/** Whether a text is most likely a wish or a question of timetables. */
export function isOfTimetables(tokens: Clause, classify: Classifier): boolean {
  const said = clausesIn(tokens, classify).flat();
  const act = surest(classify(shapeOf(said)), said);
  return act !== null && !/^(?:unsupported|told|aboutPlan|partial)$/.test(act);
}

/** The likeliest wishes as a choice; a question that is the only one of them is answered. */
function choiceOf(
  likely: readonly Likely[],
  clause: Clause,
  situation: Situation,
  sentence: string,
): readonly Intent[] | Reading | null {
  const [top, next] = likely;
  if (!isIntent(top.act) && !isIntent(next.act)) return null;
  const language = isChinese(sentence) ? 'zh' : 'en';
  let doubt: Doubt | null = null;
  let refused: OutOfScope | null = null;
  const options = likely.slice(0, 3).flatMap(({ act, share }): Option[] => {
    if (!isIntent(act) || share < offered || isPlain.test(act)) return [];
    try {
      const intents = wishesOf(act, likely, clause, situation, sentence);
      return [{ label: actNames[act], text: actNames[act][language], intents }];
    } catch (failure) {
      if (failure instanceof Doubt) doubt ??= failure;
      if (failure instanceof OutOfScope && failure.hint) refused ??= failure;
      if (failure instanceof Doubt || failure instanceof OutOfScope) return [];
      throw failure;
    }
  });
  const isWished =
    likely.filter(({ act }) => isChange(act)).reduce((sum, { share }) => sum + share, 0) >= sureOfChange;
  if (doubt && (isWished || options.every(({ intents }) => isChange(intents![0].type)))) throw doubt;
  if (options.length === 0 && refused) throw refused as OutOfScope;
  if (options.length === 0) return null;
  // What is only asked is answered: another answer changes nothing.
  const [first] = options;
  if (!isWished && isIntent(top.act) && options.every(({ intents }) => !isChange(intents![0].type))) {
    const judge = new Judge(clause, situation);
    const costOf = ({ intents }: Option): number => judge.costOf({ kind: 'intents', intents: intents! });
    const cheapest = options.reduce((one, other) => (costOf(other) < costOf(one) - 0.5 ? other : one), first);
    if (costOf(cheapest) === 0 && isLikely(likely)) return cheapest.intents!;
  }
  const wishes = new Set(options.map(({ intents }) => JSON.stringify(intents)));
  if (wishes.size === 1) return options[0].intents!;
  return {
    kind: 'question',
    question: { zh: '您的意思是？', en: 'What do you mean?' },
    options,
    isOpen: true,
  };
}

/** Whether a sentence is most likely a question of timetables. */
const isLikely = (likely: readonly Likely[]): boolean =>
  likely.reduce(
    (sum, { act, share }) => sum + (isIntent(act) && !isChange(act) && !isTalk.test(act) ? share : 0),
    0,
  ) >= sureOfOther;
