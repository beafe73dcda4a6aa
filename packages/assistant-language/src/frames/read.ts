import { clausesOf, withoutWhy } from '../clauses.js';
import { allRight, noted } from '../courtesy.js';
import type { Intent } from '../intents.js';
import type { Reading, Situation } from '../interpreter.js';
import { OutOfScope } from '../slots/doubts.js';
import { isFragment, isRole, isWhat, type Token } from '../slots/tokens.js';
import { isChinese } from '../spot/characters.js';
import type { Role } from '../spot/vocabulary.js';
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
  isSaid,
  isPlain,
  isQuestion,
  mayBe,
  shareIn,
  sureOfOther,
  sureOfChange,
  sureOfWish,
  surest,
} from './sureness.js';
import { hasAny } from './whom.js';
import { wishesOf } from './wishes-of.js';

/** Acts that are weighed against one another. */
const rivalsMax = 3;
/** How sure the likeliest acts have to be to be offered. */
const offered = 0.1;

type Clause = readonly Token[];
/** What is wished, or what is asked back; null where it is like nothing that is known. */
type Read = readonly Intent[] | Reading | null;

/**
 * What the tokens of a sentence wish, by what it is most like: words that nobody knows are passed over. Null
 * where it is like nothing that is known.
 * @throws Doubt where something is missing or not plain, OutOfScope where it is not done
 */
export function readByFrames(
  all: Clause,
  situation: Situation,
  sentence: string,
  classify: Classifier,
): Read {
  const isAsking = (piece: Clause): boolean => {
    const [{ act, share }] = classify(shapeOf(piece));
    return isQuestion(act) && share >= sureOfOther;
  };
  const tokens = withoutWhy(all, isAsking);
  const parts = clausesIn(tokens, classify);
  const said = new Said(tokens, sentence, classify);
  const readAll = (clause: Clause): Read => readWhole(clause, said, situation, sentence);
  if (said.isSure) return readAll(said.asked(parts.flat()));
  const acts = parts.map((clause) => ({ clause, act: surest(classify(shapeOf(clause)), clause) }));
  // 明天几点有课，我发群里: beside questions another matter is passed over.
  const told = acts.filter(({ act }) => act !== 'unsupported');
  const isOf = (is: (act: Act) => boolean) => told.some(({ act }) => act !== null && is(act));
  if (told.length < acts.length && (isOf(isChange) || !isOf(isQuestion))) throw new OutOfScope('ELSEWHERE');
  const whole = told.flatMap(({ clause }) => clause);
  // 会计2401的税法这周还有吗: asks, though all of it is names and times.
  if (whole.every(isFragment) && !/[吗么嘛?？]\s*$/.test(sentence)) return ofTime(whole, situation, sentence);
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
  if (!isApart) return readAll(onlyChange(told) ?? whole);
  const intents: Intent[] = [];
  for (const { clause, act } of told) {
    // 又不想撤了，重做吧: of both the last is meant.
    if (act === 'undo' && told.at(-1)!.act === 'redo') continue;
    const world = { ...situation, before: [...(situation.before ?? []), ...intents] };
    intents.push(...wishesOf(act as Intent['type'], classify(shapeOf(clause)), clause, world, sentence));
    if (isTwice(intents) || intents.some(isGoalless)) return readAll(whole);
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
    !roles.some((role) => askingWords.includes(role as Role));
  const isOfNothing = (shape: Shape, { act }: Likely): boolean =>
    act === 'aboutPlan'
      ? !isPlanned || isWish(shape) || isOfRecords(shape)
      : act === 'partial' && context.length === 0;
  // Each piece of a text is looked at by itself, in its clause, and in every completion of that.
  const known = new Map<string, readonly Likely[]>();
  return Object.assign(
    (shape: Shape) => {
      const key = `${shape.pieces.join(' ')}#${shape.roles.join(' ')}`;
      const judged = (): readonly Likely[] => {
        const all = classify(inContext(shape));
        const rest = all.filter((one) => !isOfNothing(shape, one));
        const share = isOfRecords(shape) ? rest.reduce((sum, one) => sum + one.share, 0) : 1;
        return share === 1 ? rest : rest.map((one) => ({ ...one, share: one.share / share }));
      };
      // 把周五的课取消掉: surely wishes a change.
      const isAsking = isLooking && !shape.roles.includes('ba');
      const likely = known.get(key) ?? (isAsking ? rather(judged()) : judged());
      known.set(key, likely);
      return likely;
    },
    { continued: (shape: Shape) => (context.length > 0 ? classify.continued(inContext(shape)) : 0) },
  );
}

/** Has Mr Liu anything else on that Wednesday: asks what somebody holds then, and nothing of a plan. */
export function isOfRecords({ pieces, roles }: Shape): boolean {
  const isOfSome = pieces.some((piece) => /^[TA]$/.test(piece)) || roles.includes('self');
  return isOfSome && pieces.some((piece) => /^[OD]$/.test(piece)) && holds.test(pieces.join(' '));
}
const holds = new RegExp(
  '(?:还|有)(?: [没有其他它别的什么几节])* 课|\\b(?:else|busy|teach(?:es|ing)?)\\b' +
    '|\\bha(?:s|ve) .*\\b(?:other|another|any|class|lessons?)',
);

/** How much less likely a change is wished by who may make none. */
const seldom = 0.3;
/** Acts in the order of who rather asks than wishes a change. */
const rather = (likely: readonly Likely[]): readonly Likely[] =>
  likely
    .map((one) => (isChange(one.act) ? { ...one, share: one.share * seldom } : one))
    .toSorted((one, other) => other.share - one.share);

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
    return shareIn(classify(shapeOf(piece)).slice(0, 2), 'told', 'absent');
  });

/** 把课表弄合理一点, put all courses in the morning: a change of everything. */
const ofAll = new RegExp(
  '把.{0,6}课表?.{0,4}(?:[弄整]|[调排改].{0,4}[点些])|优化.{0,4}课表' +
    '|^(?:just |please )*(?:put|move|make|improve|optimi[sz]e)\\b.{0,16}\\b(?:all|every\\w*|timetable)\\b',
  'i',
);

/** Swap 2401's two lessons that day: what exchanges two changes none of them alone. */
function swapped(likely: readonly Likely[], clause: Clause): readonly Likely[] {
  if (!clause.some((token) => isRole(token, 'swap'))) return likely;
  const share = shareIn(likely, 'swap', 'singleDate');
  const others = likely.filter(({ act }) => act !== 'swap' && act !== 'singleDate');
  return [...others, { act: 'swap' as const, share }].toSorted((one, other) => other.share - one.share);
}

/** The act of all that is said together, and of the part of it that tells most of that. */
function readWhole(clause: Clause, said: Said, situation: Situation, sentence: string): Read {
  const likely = swapped(said.likelyOf(clause), clause);
  const act = bare(clause) ?? surest(likely, clause);
  // Where nothing of a timetable is told, what is rather of another matter is.
  if (act === 'unsupported' || (act === null && likely[0].act === 'unsupported' && !clause.some(isWhat)))
    throw new OutOfScope('ELSEWHERE');
  if (act === 'told') throw new OutOfScope(noted);
  if (act === 'denied' && clause.some((token) => isRole(token, 'condition'))) throw underCondition();
  if (act === 'denied') throw likely[0].share >= sureOfWish ? new OutOfScope(allRight) : notWished(clause);
  const isOfNone = !clause.some(({ type }) => type === 'name');
  if ((act ?? 'partial') === 'partial' && isOfNone && ofAll.test(sentence))
    throw new OutOfScope(notAllAtOnce);
  if (act === 'partial') return null;
  // Who names something beside a yes or a no wishes more than that.
  if ((act === 'confirm' || act === 'drop') && clause.some(isWhat)) return null;
  // 换个能坐900人的教室: another of that kind.
  if (act === 'another' && clause.some(({ type }) => type === 'wish')) return null;
  if (act === null) return choiceOf(likely, clause, situation, sentence);
  // Of acts that are about as likely the one of which more is said.
  const rivals = likely.slice(0, rivalsMax).filter(({ act: one, share }) => {
    const isRival = isIntent(one) && !isPlain.test(one) && isChange(one) === isChange(act);
    // Swap the two next week only: what is said itself need be less likely.
    const least = isChange(act) && !isSaid(one, clause) ? likely[0].share / 2 : mayBe;
    return isRival && share >= least;
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
  return best?.reading.kind === 'intents'
    ? best.reading.intents
    : wishesOf(act, likely, clause, situation, sentence);
}

/** 原来张敏带，让陈晨来上: what is wished twice of one lesson was told once. */
function isTwice(intents: readonly Intent[]): boolean {
  const [one, other] = intents.slice(-2);
  // 推迟一周，改到第15周随便哪天
  if (other?.type === 'changeWeeks' && one.type === 'singleDate')
    return other.meeting.teachingClasses?.join() === one.meeting.teachingClasses?.join();
  if (other?.type === 'move' && one.type === 'move' && one.to && other.to) {
    const { at: _, isEvery: __, ...named } = other.meeting;
    return JSON.stringify(one.meeting) === JSON.stringify(other.meeting) || !hasAny(named);
  }
  return other?.type === one.type && /^(?:assignTeacher|changeWeeks|showTimetable)$/.test(one.type);
}

/** Only of a wish for the lesson before nothing need be named: and then lock it. */
const standsAlone = (act: Act, clause: Clause): boolean =>
  (clause.some(isChange(act) || act.startsWith('find') ? isWhat : isNamedOne) &&
    !clause.some((token) => isRole(token, 'him'))) ||
  clause.some((token) => isRole(token, 'lock', 'unlock', 'undo', 'redo', 'conflict', 'whatChanged'));

const isNamedOne = (token: Token): boolean => token.type === 'name' || isRole(token, 'self');
/** Words with which a question is asked beside a wish. */
const asking = ['find', 'which', 'who', 'where', 'when', 'why', 'timetable', 'whatLessons'] as const;

/** Words that ask for something, so that a sentence is not surely a wish for a change. */
const askingWords: readonly Role[] = [
  ...(['which', 'who', 'where', 'when', 'why', 'free', 'whether', 'whatChanged', 'conflict'] as const),
];

/** 明天停课，你这儿有显示吗: asks what is, other than whether it can be done. */
const questioning = new RegExp(
  '(?<!可以|行|成|好|能不能.{0,30}|可不可以.{0,30}|能否.{0,30})[吗么]\\s*[?？]?$|有没有|是不是|几点|\\btrue\\?' +
    '|^(?:is|are|was|were|did|does|do|when|what|where|who)\\b',
  'i',
);

/** Can you cancel it, 能不能让别的老师代: whether it is asked of somebody to do something. */
function isAskedFor(said: Clause): boolean {
  const rest = said.slice(
    said.findIndex((token) => !isRole(token, 'filler', 'can', 'greet') && !/^u$/i.test(token.said)),
  );
  const isAsking = rest.length < said.length && !/^(?:can|could|may) (?:i|we)$/i.test(said[0].said);
  return isAsking && isRole(rest[0], 'cancel', 'move', 'swap', 'suspend', 'takeOut', 'let', 'changeRoom');
}

/** Whether a text surely wishes something changed, however little of it is understood. */
export function wishesChange(text: string, situation: Situation): boolean {
  const said = clausesIn(tokensIn(text, situation).tokens, classifier()).flat();
  const likely = afterWhat(situation, classifier())(shapeOf(said));
  if (said.some((token) => isRole(token, 'ba')) || isAskedFor(said)) return true;
  if (questioning.test(text)) return false;
  if (said.some((token) => isRole(token, ...askingWords)) || /\bas a wish\b|偏好/i.test(text)) return false;
  return shareOf(likely, isChange) >= sureOfChange;
}

/** Whether a text is most likely a wish or a question of timetables. */
export function isOfTimetables(tokens: Clause, classify: Classifier): boolean {
  const said = clausesIn(tokens, classify).flat();
  const act = surest(classify(shapeOf(said)), said);
  return act !== null && !/^(?:unsupported|told|aboutPlan|partial)$/.test(act);
}

/** The likeliest wishes as a choice; a question that is the only one of them is answered. */
function choiceOf(likely: readonly Likely[], clause: Clause, situation: Situation, sentence: string): Read {
  const language = isChinese(sentence) ? 'zh' : 'en';
  const made = likely.slice(0, rivalsMax).flatMap(({ act, share }) => {
    if (!isIntent(act) || share < offered || isPlain.test(act)) return [];
    const reading = attempted(() => wishesOf(act, likely, clause, situation, sentence), true);
    return reading ? [{ act, reading }] : [];
  });
  const doubt = made.find(({ reading }) => reading.kind === 'question')?.reading;
  const options = made.flatMap(({ act, reading }) =>
    reading.kind === 'intents'
      ? [{ label: actNames[act], text: actNames[act][language], intents: reading.intents }]
      : [],
  );
  // 能不能往别的时候挪: what leaves open where it goes is answered with when it could be.
  const open = options.find(({ intents: [{ type, ...wish }] }) => type === 'singleDate' && isOpenMove(wish));
  if (open && options.every((one) => isSameWish(one, open) || one.intents[0].type === 'findTimes'))
    return open.intents;
  const isAsked = options.every(({ intents }) => !isChange(intents[0].type));
  const isWished = shareOf(likely, isChange) >= sureOfChange;
  if (doubt && (isWished || options.every(({ intents }) => isChange(intents[0].type)))) return doubt;
  if (options.length === 0) return null;
  // Who may only look is refused a change, whichever it is.
  const changes = options.filter(({ intents: [{ type }] }) => isChange(type));
  const isMeant = options.every((one) => changes.includes(one) || one.intents[0].type === 'findTimes');
  if (changes.length > 0 && isMeant && situation.self.student !== null) return changes[0].intents;
  // What is only asked is answered: another answer changes nothing.
  if (!isWished && isIntent(likely[0].act) && isAsked) {
    const judge = new Judge(clause, situation);
    const costs = options.map(({ intents }) => judge.costOf({ kind: 'intents', intents }));
    const cheapest = costs[0] < Math.min(...costs) + 0.5 ? 0 : costs.indexOf(Math.min(...costs));
    if (costs[cheapest] === 0 && shareOf(likely, isQuestion) >= sureOfOther) return options[cheapest].intents;
  }
  if (new Set(options.map(({ intents }) => JSON.stringify(intents))).size === 1) return options[0].intents;
  return {
    kind: 'question',
    question: { zh: '您的意思是？', en: 'What do you mean?' },
    options,
    isOpen: true,
  };
}

const isOpenMove = (wish: object): boolean =>
  'action' in wish && wish.action === 'MOVE' && !('to' in wish) && !('room' in wish);
const isSameWish = (one: { readonly intents: unknown }, other: { readonly intents: unknown }): boolean =>
  JSON.stringify(one.intents) === JSON.stringify(other.intents);

/** How likely acts of a kind are together. */
const shareOf = (likely: readonly Likely[], is: (act: Act) => boolean): number =>
  likely.reduce((sum, { act, share }) => sum + (is(act) ? share : 0), 0);
