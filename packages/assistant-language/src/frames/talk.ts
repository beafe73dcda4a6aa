import { allRight, kindWord } from '../courtesy.js';
import type { Situation } from '../interpreter.js';
import { isRole, type Token } from '../slots/tokens.js';
import { classifier } from './classifier.js';
import { tokensIn } from './clause.js';
import { afterWhat, clausesIn } from './read.js';
import { shapeOf } from './shape.js';

/** What a text may do that only talks of what was shown: agree, drop, have it sent, or tell something. */
const talks = ['confirm', 'drop', 'request', 'told'] as const;
export type Talk = (typeof talks)[number];

/** How sure it has to be: most of all that something is made. */
const sure: Readonly<Record<Talk, number>> = { confirm: 0.7, drop: 0.3, request: 0.7, told: 0.7 };

/** How sure a yes has to be whatever stands before it. */
const sureByItself = 0.6;

/** 没问题: a word that denies, and agrees. */
const fine = /没(?:有)?(?:问题|毛病|意见)|不错|不用谢|\bno problem\b|\bwhy not\b/gi;
const doubtful = new RegExp(
  '^(?:are|is|do|does|did|will|should|can|could|really)\\b|\\d|[二两三四五六七八九十]|[不别没吗么?？]' +
    "|会怎|怎样|影响|问问|\\b(?:not|no|but|only|except)\\b|n['’]t\\b",
  'i',
);

const asking = new RegExp(
  '[?？吗么呢谁哪]|几[个间点节人]|多少|会怎|怎样|影响|(.)[不没]\\1|问问|看看' +
    '|\\b(?:wh(?:at|o|ere|en|ich)|how|would|did|is|should|has|only|just)\\b',
  'i',
);

/** 提交了会怎样: asks about what may be sent, and has nothing sent. */
export const isOnlyAsked = (text: string): boolean => asking.test(text);

/** Whether nothing stands beside a yes that takes it back, or makes it one of something else. */
const isWhole = (clause: readonly Token[], sentence: string): boolean =>
  !doubtful.test(sentence) && !clause.some((token) => isRole(token, ...more));

/** Words with which more is said than yes: and lock it, 不过换个教室. */
const more = [
  ...(['not', 'cannot', 'condition', 'correction', 'or', 'whether'] as const),
  ...(['lock', 'unlock', 'swap', 'undo'] as const),
  ...(['redo', 'suspend', 'takeOut', 'changeRoom', 'bigger', 'anotherTime', 'changeTeacher'] as const),
];

/** What a text that only talks does to what was shown; null where it is not sure. */
export function talkIn(text: string, situation: Situation): Talk | null {
  const { sentence, tokens } = tokensIn(text.replace(fine, '好'), situation);
  // 你好: greets, and agrees to nothing.
  const kind = kindWord(text, tokens);
  if (kind && kind !== allRight) return null;
  // 不好，换一天: wishes something else instead.
  if (tokens.some((token) => isRole(token, 'anotherTime', 'changeTeacher', 'moveTo'))) return null;
  const inContext = afterWhat(situation, classifier());
  const shape = shapeOf(clausesIn(tokens, inContext).flat());
  const [likeliest] = inContext(shape);
  const act = talks.find((one) => one === likeliest.act);
  if (!act || likeliest.share < sure[act]) return null;
  const isMore = tokens.some((token) => token.type !== 'word' && token.type !== 'unknown');
  if (act !== 'told' && act !== 'drop' && isMore) return null;
  if (act !== 'confirm') return act;
  // Behind a plan whatever is short and strange is like a yes, such as 稍等: it has to be one by itself, too.
  const shapes = [tokens, clausesIn(tokens, classifier()).flat()].map(shapeOf);
  const isYes = shapes.every((one) => {
    const [{ act: other, share }] = classifier()(one);
    return other === 'confirm' && share >= sureByItself;
  });
  return isYes && isWhole(tokens, sentence) ? act : null;
}
