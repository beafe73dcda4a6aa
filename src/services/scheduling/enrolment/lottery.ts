import { createHmac } from 'node:crypto';
import { hashOf } from '../../../schema/hash.js';

/** Name of the way in which lotteries are drawn, in every record of one. */
export const drawMethod = 'snake-draft/1';

/** A teaching class of a lottery; its place in the list is how all else refers to it. */
interface LotteryClass {
  readonly id: string;
  /** Nobody gets two of one course. */
  readonly course: string;
  readonly credits: number;
  /** Seats that are drawn; null: as many as want it. */
  readonly seats: number | null;
}

interface LotteryStudent {
  /** Pseudonym of the student in this round: `studentKey`. */
  readonly key: string;
  /** What the student has of the round already. */
  readonly credits: number;
  readonly count: number;
  /** Classes, the dearest first; without those that clash with what the student attends anyway. */
  readonly wishes: readonly number[];
}

/** All that a draw follows from; published with its result, so that anybody can repeat it. */
export interface LotteryInput {
  /** 32 random bytes in hex, drawn when the round was made; their SHA-256 was public since then. */
  readonly seed: string;
  readonly creditsMax: number | null;
  readonly countMax: number | null;
  readonly classes: readonly LotteryClass[];
  /** Pairs of classes that are held at the same time. */
  readonly clashes: readonly (readonly [number, number])[];
  readonly students: readonly LotteryStudent[];
}

/** Why a wish was not granted. */
export type Loss = 'FULL' | 'COURSE' | 'CLASH' | 'CREDITS' | 'COUNT';

export interface LotteryResult {
  /** Students by their lots, the first first: places in the list of students. */
  readonly order: readonly number[];
  readonly granted: readonly { readonly student: number; readonly class: number }[];
  /** In the order of the lots, and of the wishes of one student. */
  readonly lost: readonly { readonly student: number; readonly class: number; readonly why: Loss }[];
}

/** Who a student is in the record of a draw: known to the student, and to nobody who does not know the id. */
export const studentKey = (round: string, student: string): string => hashOf(`${round}:${student}`);

/** The lot of a student: HMAC-SHA256 of the key under the seed, in hex; the least goes first. */
export const lotOf = (seed: string, key: string): string =>
  createHmac('sha256', Buffer.from(seed, 'hex')).update(key).digest('hex');

interface Holding {
  credits: number;
  readonly classes: number[];
  count: number;
  /** Wishes that are still open. */
  open: number[];
}

/**
 * Draws a lottery: a pure function, described in docs/decisions/0031-lottery.md. Students take turns in the
 * order of their lots, and back in the opposite order, and so on; at each turn a student gets the dearest
 * wish that still has a seat and fits to what the student has. The order of the given lists is of no account.
 */
export function draw(input: LotteryInput): LotteryResult {
  const { classes, students } = input;
  const lots = students.map(({ key }) => lotOf(input.seed, key));
  const order = students.map((_, at) => at).sort((a, b) => (lots[a] < lots[b] ? -1 : 1));
  const free = classes.map(({ seats }) => seats ?? Infinity);
  const clashing = new Set(input.clashes.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
  const held: Holding[] = students.map(({ credits, count, wishes }) => ({
    credits,
    count,
    classes: [],
    open: [...wishes],
  }));
  const lossOf = ({ credits, count, classes: own }: Holding, wish: number): Loss | null => {
    if (own.some((each) => classes[each].course === classes[wish].course)) return 'COURSE';
    if (own.some((each) => clashing.has(`${each} ${wish}`))) return 'CLASH';
    if (input.countMax !== null && count + 1 > input.countMax) return 'COUNT';
    if (isOver(credits + classes[wish].credits, input.creditsMax)) return 'CREDITS';
    return free[wish] < 1 ? 'FULL' : null;
  };
  const granted: { student: number; class: number }[] = [];
  const losses = students.map(() => new Map<number, Loss>());
  const takeTurn = (student: number): boolean => {
    const own = held[student];
    for (const wish of own.open) {
      const why = lossOf(own, wish);
      // What does not fit now never will: seats and room under the bounds only become fewer.
      own.open = own.open.slice(1);
      if (why === null) {
        free[wish]--;
        own.credits += classes[wish].credits;
        own.count++;
        own.classes.push(wish);
        granted.push({ student, class: wish });
        return true;
      }
      losses[student].set(wish, why);
    }
    return false;
  };
  for (let turn = order, isOver = false; !isOver; turn = turn.toReversed())
    isOver = !turn.map(takeTurn).includes(true);
  const lost = order.flatMap((student) =>
    students[student].wishes.flatMap((wish) => {
      const why = losses[student].get(wish);
      return why ? [{ student, class: wish, why }] : [];
    }),
  );
  return { order, granted, lost };
}

/** Credits have two decimals, which do not add up exactly as numbers. */
export const isOver = (credits: number, max: number | null): boolean =>
  max !== null && Math.round(credits * 100) > Math.round(max * 100);
