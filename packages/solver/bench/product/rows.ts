import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { RuleId } from '../../src/model.js';
import type { Measured, Message, Order } from './measure.js';
import type { Phases } from './phases.js';

/** One line of the table, and of the file that later runs are compared with. */
export interface Row {
  readonly meetings: number;
  readonly seed: number;
  readonly cpuSeconds: number;
  readonly cost: number;
  readonly byRule: Readonly<Partial<Record<RuleId, number>>>;
  readonly unplaced: number;
  /** Cost of the best timetable that is known; null where none is kept. */
  readonly bestKnown: number | null;
  /** Cost that no timetable goes below. */
  readonly bound: number;
  readonly planted: number;
  readonly trialsPerSecond: number;
  /** CPU-seconds until nothing was left over; null = never. */
  readonly completeSeconds: number | null;
  readonly peakMegabytes: number;
}

/** Runs an order in a process of its own. @throws Error when the process ends without an answer */
export function measured(order: Order, tell: (text: string) => void): Promise<Measured> {
  return answerOf<Measured, Message>('./measure.js', order, (message): message is Measured => {
    if (!('done' in message)) return true;
    const { done, cost } = message;
    tell(`${order.meetings} meetings, seed ${order.seed}: ${done.toFixed(0)} s, cost ${cost}`);
    return false;
  });
}

/** The same, phase by phase. */
export const phased = (order: Order): Promise<Phases> =>
  answerOf<Phases, Phases>('./phases.js', order, (message): message is Phases => 'left' in message);

/** What a program answers to an order, in a process of its own. */
function answerOf<Answer extends Message, Message>(
  program: string,
  order: Order,
  isAnswer: (message: Message) => message is Answer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL(program, import.meta.url));
    child.on('message', (message: Message) => {
      if (isAnswer(message)) resolve(message);
    });
    child.once('exit', (code) => reject(new Error(`The run ended with code ${code} and without an answer.`)));
    child.send(order);
  });
}

/** The rows of an earlier run by size and seed. */
export function rowsOf(file: string): ReadonlyMap<string, Row> {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const rows = lines.map((line) => JSON.parse(line) as Row);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** What tells rows apart. */
export const keyOf = ({ meetings, seed }: Pick<Row, 'meetings' | 'seed'>): string => `${meetings}/${seed}`;

/** How much above the bound a cost is, in percent of the bound. */
export const gapOf = (cost: number, bound: number): string =>
  bound > 0 ? `${((100 * (cost - bound)) / bound).toFixed(1)} %` : cost === 0 ? '0.0 %' : '-';
