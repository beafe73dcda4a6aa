import type { Intent } from '../intents.js';
import { isRole, type Token } from '../slots/tokens.js';
import type { Role } from '../spot/vocabulary.js';
import { isChange, isIntent, type Act } from './acts.js';
import type { Likely } from './classifier.js';

/** How sure an act has to be: of changes more, because a question shows its answer and no more. */
export const sureOfChange = 0.5;
const sureOfQuestion = 0.25;
const sureOfTold = 0.3;
/** How sure a wish is that is asked about rather than taken for a question. */
export const sureOfWish = 0.6;
export const sureOfOther = 0.5;
export const mayBe = 0.1;
type Clause = readonly Token[];

/** How likely some acts are together. */
export const shareIn = (likely: readonly Likely[], ...acts: readonly Act[]): number =>
  likely.reduce((sum, { act, share }) => sum + (acts.includes(act) ? share : 0), 0);

/** Words that say an act themselves, so that it need be less sure. */
const tellingOf: { readonly [A in Act]?: readonly Role[] } = {
  ...{ lock: ['lock'], unlock: ['unlock'], swap: ['swap'], undo: ['undo'], redo: ['redo'], help: ['help'] },
  ...{ singleDate: ['suspend', 'makeUp', 'makeUpTo'], takeOut: ['takeOut', 'fromTimetable'] },
  ...{ move: ['moveTo', 'changeRoom', 'to'] },
};

/** Acts of which nothing need be told. */
export const isPlain = /^(?:another|undo|redo|help|confirm|drop|request)$/;

/** Acts that only talk with the assistant. */
const isTalk = /^(?:confirm|drop|request)$/;

/** Whether an act asks something of a timetable. */
export const isQuestion = (act: Act): act is Intent['type'] =>
  isIntent(act) && !isChange(act) && !isTalk.test(act);

/** The act of which a clause is the bare word, whatever stands before it: 撤销, help. */
export function bare(clause: Clause): 'undo' | 'redo' | 'help' | null {
  const [word, ...others] = clause.filter((token) => !isRole(token, 'filler', 'greet', 'comma', 'stop'));
  const act = (['undo', 'redo', 'help'] as const).find((role) => isRole(word, role));
  return act && others.length === 0 ? act : null;
}

/** Whether words of a clause say an act themselves. */
export const isSaid = (act: Act, clause: Clause): boolean =>
  clause.some(
    (token) => isRole(token, ...(tellingOf[act] ?? [])) || (act === 'move' && token.type === 'shift'),
  );

/** 换一个, anything else: what alone wishes another plan. */
export const wishesAnother =
  /[换别另还再]|其[他它]|下一|\b(?:an?other|else|other|different|next|more|instead|alternative)\b/i;

/** The likeliest act, if it is sure enough. */
export function surest([{ act, share }]: readonly Likely[], clause: Clause): Act | null {
  const isTold = isSaid(act, clause);
  // Another plan is only shown; 换个老师 asks for more than that.
  const isOther = act === 'another' && !clause.some((token) => isRole(token, 'changeRoom', 'changeTeacher'));
  const least =
    isTold || isOther
      ? sureOfTold
      : isChange(act)
        ? sureOfChange
        : isQuestion(act)
          ? sureOfQuestion
          : sureOfOther;
  return share >= least ? act : null;
}

/** Whether an act is surely wished, whatever words stand beside it that deny or ask something. */
export const isSureOf = (act: Act, likely: readonly Likely[]): boolean =>
  shareIn(likely, act) >= sureOfWish && shareIn(likely, 'denied') < mayBe / 2;
