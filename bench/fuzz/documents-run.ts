import { setTimeout as pause } from 'node:timers/promises';
import { buildProductSchema } from '../../src/app/schema.js';
import type { Institution } from '../support/institution.js';
import { printTable } from '../support/print.js';
import type { MeasuredServer } from '../support/servers.js';
import { signedIn } from '../support/sign-in.js';
import { documentsOfStudents, sendDocument, type Outcome } from './send-documents.js';

/** Milliseconds of processor time that a turn of the event loop may take, and megabytes of growth. */
const turnMax = 50;
const growthMax = 300;
/** How often somebody else asks who they are. */
const askEveryMs = 50;

/**
 * Sends random documents of a student, with the budget as it is set, while somebody else asks little; prints
 * what came of it and answers the failures.
 */
export async function runDocuments(
  server: MeasuredServer,
  institution: Institution,
  { seed, minutes }: { readonly seed: number; readonly minutes: number },
): Promise<string[]> {
  const { url } = server;
  const token = (await signedIn(url, institution.student)).authorization.slice(7);
  const random = documentsOfStudents(buildProductSchema(), seed, institution.ids);
  const endMs = performance.now() + minutes * 60_000;
  const others = waitsOfOthers(url, await signedIn(url, institution.administrator), endMs);
  const { memoryMax: before } = await server.delays();
  const counts: Record<Outcome, number> = { answered: 0, refused: 0, ended: 0, broken: 0 };
  const failures: string[] = [];
  let turnLongest = 0;
  let growth = 0;
  while (performance.now() < endMs) {
    const query = random.next();
    const outcome = await sendDocument({ url, token }, query);
    counts[outcome]++;
    const cost = await server.delays();
    turnLongest = Math.max(turnLongest, cost.turnLongest);
    growth = cost.memoryMax - before;
    if (outcome === 'broken' || cost.turnLongest > turnMax)
      failures.push(`${Math.round(cost.turnLongest)} ms, ${outcome}: ${query}`);
  }
  if (growth > growthMax) failures.push(`memory grew by ${Math.round(growth)} MB`);
  const waits = (await others).toSorted((a, b) => a - b);
  const percentile = (share: number): string => (waits[Math.floor(share * waits.length)] ?? 0).toFixed(0);
  const { answered, refused, ended, broken } = counts;
  printTable(
    `Documents of a student, seed ${seed}, ${minutes} minutes; beside them somebody else asks little.`,
    ['tried', 'answered', 'refused', 'ended', 'failures', 'longest turn ms', 'growth MB', 'p50 ms', 'p99 ms'],
    [
      [
        ...[answered + refused + ended + broken, answered, refused, ended, failures.length].map(String),
        turnLongest.toFixed(0),
        growth.toFixed(0),
        percentile(0.5),
        percentile(0.99),
      ],
    ],
  );
  return failures;
}

/** How long somebody else waits for a small answer, again and again until the end. */
async function waitsOfOthers(url: string, headers: Record<string, string>, endMs: number): Promise<number[]> {
  const waits: number[] = [];
  while (performance.now() < endMs) {
    const begin = performance.now();
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: '{ me { user { name } } }' }),
    });
    await response.text();
    waits.push(performance.now() - begin);
    await pause(askEveryMs);
  }
  return waits;
}
