import { piecesOf } from '../clauses.js';
import { isFragment, isNamed, isRole, isWhat, type Token } from '../slots/tokens.js';
import { isChange, type Act } from './acts.js';
import type { Classifier, Likely } from './classifier.js';
import { strangeName } from './guards.js';
import { shapeOf } from './shape.js';
import { isQuestion, shareIn, sureOfOther, sureOfWish } from './sureness.js';

type Clause = readonly Token[];

/** A sentence as it was said: its pieces, each with how likely it only tells something. */
export class Said {
  readonly #whole: readonly Likely[];
  readonly pieces: readonly {
    readonly tokens: Clause;
    readonly told: number;
    readonly likely: readonly Likely[];
  }[];

  constructor(
    private readonly tokens: Clause,
    private readonly sentence: string,
    private readonly classify: Classifier,
  ) {
    this.#whole = classify(shapeOf(tokens));
    this.pieces = piecesOf(tokens).map((piece) => {
      const likely = classify(shapeOf(piece));
      return { tokens: piece, told: shareIn(likely, 'told', 'absent'), likely };
    });
  }

  /** Whether all that was said surely is a question. */
  get isSure(): boolean {
    const [{ act, share }] = this.#whole;
    // We need 301 for an exam, so please move it: what one piece surely wishes is no question.
    const isWish = ({ likely: [one] }: (typeof this.pieces)[number]): boolean =>
      isChange(one.act) && one.share >= sureOfWish;
    if (this.pieces.some(isWish)) return false;
    return isQuestion(act) && share >= sureOfWish;
  }

  /** The acts of a clause of it: of a question those of all that was said. */
  likelyOf(clause: Clause): readonly Likely[] {
    const likely = this.isSure ? this.#whole : this.classify(shapeOf(clause));
    // Let Yang take Gong's lectures in weeks 14 and 15: by whom, and in no other weeks.
    const teachers = new Set(clause.flatMap((token) => (isNamed(token, 'teacher') ? [token.said] : [])));
    if (teachers.size > 1 && clause.some((token) => isRole(token, 'let', 'take', 'teach'))) {
      const isOfTaker = ({ act }: Likely): boolean => act === 'changeWeeks' || act === 'assignTeacher';
      const share = shareIn(likely, 'changeWeeks', 'assignTeacher');
      const taken: Likely = { ...likely[0], act: 'assignTeacher', share };
      return [taken, ...likely.filter((one) => !isOfTaker(one))].toSorted((a, b) => b.share - a.share);
    }
    return likely;
  }

  /** What of it a question is of: of who cannot come, and why, is told all over it. */
  asked(clause: Clause): Clause {
    const isDay = (token: Token): boolean =>
      token.type === 'time' && (token.piece.days ?? token.piece.date) !== undefined;
    if (this.#whole[0].act === 'absent' || clause.every(isFragment)) return this.tokens;
    if (clause.some(isDay)) return clause;
    // 周四教研活动，经管楼203两点到四点: on the day that was told; for 100 people, which rooms are free.
    const isTimed = clause.some(({ type }) => type === 'time');
    const isOfRooms = clause.some((token) => isRole(token, 'roomNoun')) && !clause.some(isSeats);
    const isToldThen = (token: Token): boolean =>
      (isTimed ? isDay(token) : token.type === 'time') || (isOfRooms && isSeats(token));
    return [...this.tokens.filter((token) => isToldThen(token) && !clause.includes(token)), ...clause];
  }

  /** The parts of which an act may be, each with what speaks against it: all, and of a question a piece. */
  partsOf(act: Act, clause: Clause): readonly (readonly [Clause, number])[] {
    const isLeft = (part: Clause): boolean =>
      this.pieces.some(
        ({ tokens }) => tokens !== part && strangeName(act, tokens, this.sentence) !== undefined,
      );
    const isPart = ({ likely, tokens }: (typeof this.pieces)[number]): boolean =>
      shareIn(likely, act) >= sureOfOther && !isLeft(tokens);
    // 周末跑完半马腿要废，下周一那节…: of a change only what tells of life beside it is left out.
    const isAlone = (part: Clause): boolean =>
      !isChange(act) || this.pieces.every(({ tokens }) => tokens === part || isOfLife(tokens));
    const parts = this.pieces.filter((one) => isPart(one) && isAlone(one.tokens));
    const costOf = (part: Clause): number =>
      this.pieces.reduce(
        (sum, { tokens, told }) =>
          sum + (tokens === part ? 0 : (1 - told) * tokens.filter(isWhat).length * leftOut),
        0,
      );
    return [
      [clause, 0],
      ...parts.map(({ tokens }): [Clause, number] => [this.asked(tokens), costOf(tokens)]),
    ];
  }
}

/** Whether words tell what somebody does then, and wish and name nothing. */
const isOfLife = (tokens: Clause): boolean =>
  tokens.some(({ type }) => type === 'unknown') &&
  tokens.every(
    (token) =>
      /^(?:unknown|time)$/.test(token.type) || isRole(token, 'filler', 'have', 'self', 'comma', 'stop'),
  );

export const isSeats = (token: Token): boolean =>
  token.type === 'wish' && (token.wish.capacityMin ?? token.wish.capacityMax) !== undefined;

/** What each name or time costs that is left out. */
const leftOut = 0.4;
