import { setImmediate as nextTurn } from 'node:timers/promises';
import DataLoader from 'dataloader';
import type { App } from '../../../data/app.js';
import { named, workOf } from '../../../data/transaction.js';
import { DomainError } from '../../../schema/errors.js';
import { loggable } from '../../../schema/loggable.js';
import { enrolmentLocks } from './facts.queries.js';
import { grant, type Verdict, type Wanted } from './granting.js';

/** Seconds for which a transaction of many waits for what others hold; then each of them waits alone. */
const lockSecondsMax = 1;

/** Students whom one transaction enrols. */
const togetherMax = 50;

const joinings = new WeakMap<App, DataLoader<Wanted, Verdict | null>>();

/**
 * Enrols students who come at the same moment in one transaction: most of what an enrolment costs is the
 * transaction. Each has an answer of its own, after the commit. Whoever comes while one is under way goes
 * with the next: two at once would wait for each other at the classes that everybody wants.
 * @returns null for one that has to be tried alone: a second one of the student, or where the transaction
 * failed
 */
export function grantTogether(wanted: Wanted): Promise<Verdict | null> {
  const { app } = wanted.ctx;
  const joining = joinings.get(app) ?? joiningOf(app);
  joinings.set(app, joining);
  return joining.load(wanted);
}

function joiningOf(app: App): DataLoader<Wanted, Verdict | null> {
  let line: Promise<unknown> = Promise.resolve();
  let leave!: () => void;
  return new DataLoader<Wanted, Verdict | null>((all) => grantOnceEach(app, all).finally(() => leave()), {
    cache: false,
    maxBatchSize: togetherMax,
    batchScheduleFn: (begin) => {
      // Those who arrive in the same turn go together.
      const enter = (): Promise<void> => new Promise((left) => ((leave = left), begin()));
      line = line.then(() => nextTurn()).then(enter);
    },
  });
}

async function grantOnceEach(app: App, all: readonly Wanted[]): Promise<(Verdict | null | Error)[]> {
  const firstOf = new Map<string, Wanted>();
  for (const wanted of all) if (!firstOf.has(wanted.student)) firstOf.set(wanted.student, wanted);
  const first = [...firstOf.values()];
  const manner = { isPrepared: true, locks: enrolmentLocks(first), lockSecondsMax };
  try {
    const verdicts = await named(app.orm.em.fork(), workOf('enrolments'), (em) => grant(em, first), manner);
    return all.map((wanted) => verdicts[first.indexOf(wanted)] ?? null);
  } catch (error) {
    // Nobody knows whether it was stored.
    if (error instanceof DomainError) return all.map((wanted) => (first.includes(wanted) ? error : null));
    app.log.warn({ err: loggable(error), count: first.length }, 'enrolments are tried one by one');
    return all.map(() => null);
  }
}
