import { setTimeout as sleep } from 'node:timers/promises';
import type { University } from '../support/university.js';

const everyMs = 50;
const patienceMs = 30_000;
const create = 'mutation ($input: CampusInput!) { createCampus(input: $input) { id } }';

/** Asks over GraphQL, once; the status with the code of the first error, and the data. */
export async function ask(
  url: string,
  headers: object,
  query: string,
  variables: object = {},
): Promise<{ told: string; data: any }> {
  try {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
      signal: AbortSignal.timeout(patienceMs),
    });
    const { data, errors } = (await response.json()) as { data?: any; errors?: any[] };
    return { told: [response.status, errors?.[0]?.extensions?.code].filter(Boolean).join(' '), data };
  } catch {
    return { told: 'no answer', data: null };
  }
}

/** Creates campuses one after the other, and knows which of them were acknowledged. */
export class Writer {
  readonly #acknowledged: string[] = [];
  readonly #counts = new Map<string, number>();
  #longestMs = 0;
  #isStopping = false;
  readonly #done: Promise<void>;

  constructor(
    private readonly url: string,
    private readonly headers: object,
    private readonly name: string,
  ) {
    this.#done = this.#write();
  }

  /** Ends it, and tells how it was answered, for how long nothing was acknowledged, and what is lost. */
  async stop(university: University): Promise<string[]> {
    this.#isStopping = true;
    await this.#done;
    const rows = await university.query<{ code: string }>(
      `select code from campus where code like '${this.name}-%'`,
    );
    const stored = new Set(rows.map(({ code }) => code));
    const lost = this.#acknowledged.filter((code) => !stored.has(code));
    return [
      [...this.#counts].map(([told, count]) => `${count} × ${told}`).join(', '),
      (this.#longestMs / 1000).toFixed(1),
      String(lost.length),
    ];
  }

  async #write(): Promise<void> {
    let acknowledgedAt = performance.now();
    for (let at = 0; !this.#isStopping; at++) {
      const code = `${this.name}-${at}`;
      const input = { name: code, code, address: '-', description: '-', isEnabled: true };
      const { told, data } = await ask(this.url, this.headers, create, { input });
      this.#counts.set(told, (this.#counts.get(told) ?? 0) + 1);
      if (data?.createCampus) {
        this.#acknowledged.push(code);
        this.#longestMs = Math.max(this.#longestMs, performance.now() - acknowledgedAt);
        acknowledgedAt = performance.now();
      }
      await sleep(everyMs);
    }
  }
}
