import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeRush, type Rush } from './enrolment/rush.js';
import { Booking, type Outcomes } from './enrolment/booking.js';
import { faultsOf } from './enrolment/checks.js';
import { processorMs, processorMsWithChildren } from './support/processor.js';
import { printTable } from './support/print.js';
import { startServer } from './support/servers.js';
import { withUndo } from './support/undo.js';

/** Milliseconds in which 99 of 100 enrolments shall be answered. */
const p99MsMax = 2_000;

/**
 * `npm run bench enrolment -- [--students 5000] [--courses 60] [--rate 500] [--wishes 2] [--crash]`: students
 * who enrol as soon as a round is open, each over a connection of the same address, as from behind the router
 * of a campus, at fixed moments whether earlier answers have come or not. With `--crash` the server is killed
 * in the middle and started again, and whoever had no answer asks again with the same idempotency key.
 * Afterwards the database is asked whether a seat was sold twice, and whether everything is there that was
 * confirmed.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      students: { type: 'string', default: '5000' },
      courses: { type: 'string', default: '60' },
      rate: { type: 'string', default: '500' },
      wishes: { type: 'string', default: '2' },
      crash: { type: 'boolean', default: false },
    },
  });
  const [students, courses, rate, wishes] = [values.students, values.courses, values.rate, values.wishes].map(
    Number,
  );
  await withUndo(async (undo) => {
    const rush = await makeRush(undo, { students, courses });
    const booking = new Booking(rush, { rate, wishes, isKeyed: values.crash });
    const settings = { env: { ...rush.env, RATE_LIMIT_PER_MINUTE: '6000', WORKER: 'true' }, undo };
    const server = await startServer('product', settings);
    const warmed = await booking.warmUp(server.url);
    const before = processorOf(server.pid, rush);
    const booked = booking.start(server.url);
    if (values.crash) {
      await sleep((booking.seconds * 1_000) / 2);
      process.kill(server.pid, 'SIGKILL');
      booking.moveTo((await startServer('product', settings)).url);
    }
    const outcomes = await booked;
    const used = processorOf(server.pid, rush).map((ms, at) => (ms - before[at]) / outcomes.count);
    const faults = await faultsOf(rush, [...warmed, ...outcomes.confirmed], outcomes.unanswered);
    report(outcomes, faults, { rush, rate, used, isCrash: values.crash });
  });
}

/** Processor time of the server and of the database so far, in milliseconds. */
const processorOf = (pid: number, { database }: Rush): number[] => [
  processorMs(pid) ?? Number.NaN,
  (database === null ? null : processorMsWithChildren(database)) ?? Number.NaN,
];

function report(
  outcomes: Outcomes,
  faults: readonly string[],
  { rush, rate, used, isCrash }: { rush: Rush; rate: number; used: readonly number[]; isCrash: boolean },
): void {
  const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => outcomes.quantile(share));
  printTable(
    `${rush.students.length} students, ${rush.courses} courses, ${rate} requests a second from one address.`,
    [
      ...['answers', 'a second', 'p50 ms', 'p99 ms', 'longest ms', 'seats sold', 'of seats', 'sent again'],
      ...['server ms each', 'database ms each'],
    ],
    [
      [
        String(outcomes.count),
        outcomes.perSecond.toFixed(0),
        ...[p50, p99, longest].map((ms) => ms.toFixed(0)),
        String(outcomes.confirmed.length),
        String(rush.seats),
        String(outcomes.repeats),
        ...used.map((ms) => (Number.isNaN(ms) ? '–' : ms.toFixed(2))),
      ],
    ],
  );
  printTable('How they were answered.', ['answer', 'count'], outcomes.kinds);
  const verdicts = [
    ...(faults.length > 0
      ? faults.map((fault) => [fault, false] as const)
      : ([['no seat sold twice, nothing lost, nothing doubled', true]] as const)),
    // While a server starts again, nobody is answered.
    ...(isCrash ? [] : [[`p99: ${p99.toFixed(0)} ms, at most ${p99MsMax}`, p99 <= p99MsMax] as const]),
  ];
  for (const [text, holds] of verdicts) console.log(`${holds ? 'holds' : 'DOES NOT HOLD'}  ${text}`);
  if (!verdicts.every(([, holds]) => holds)) process.exitCode = 1;
}
