import autocannon from 'autocannon';

/** Requests that one caller after another sends on connections that stay open. */
export interface Load {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** The body of the next request. */
  readonly body?: () => string;
  /** Callers at the same moment, each waiting for its answer before it asks again. */
  readonly clients: number;
  readonly requests: number;
}

/** How a server bore loads. */
export class Outcome {
  #seconds = 0;
  readonly #times: number[] = [];
  readonly #faults = new Map<string, number>();

  /** Sends a load and adds what came of it. */
  async add({ clients, requests, body, ...target }: Load): Promise<this> {
    const begin = performance.now();
    let end = begin;
    const run = autocannon({
      ...target,
      connections: clients,
      amount: requests,
      timeout: 60,
      requests: [{ setupRequest: (request) => ({ ...request, body: body?.() }) }],
    });
    run.on('response', (_, status, __, ms) => {
      end = performance.now();
      this.#times.push(ms);
      if (status !== 200) this.#fault(`status ${status}`);
    });
    run.on('reqError', () => this.#fault('no answer'));
    await run;
    this.#seconds += (end - begin) / 1000;
    return this;
  }

  get perSecond(): number {
    return this.#times.length / this.#seconds;
  }

  /** Milliseconds in which the share of the requests was answered. */
  quantile(share: number): number {
    const sorted = this.#times.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  }

  /** Requests that were not answered with success, by kind. */
  get faults(): string {
    return [...this.#faults].map(([kind, count]) => `${count} × ${kind}`).join(', ') || '0';
  }

  /** Requests per second, p50 and p99 in milliseconds, and errors: the cells of a table. */
  get cells(): string[] {
    const times = [0.5, 0.99].map((share) => this.quantile(share).toFixed(1));
    return [this.perSecond.toFixed(0), ...times, this.faults];
  }

  #fault(kind: string): void {
    this.#faults.set(kind, (this.#faults.get(kind) ?? 0) + 1);
  }
}

/** The headings of `cells`. */
export const outcomeColumns = ['requests/s', 'p50 ms', 'p99 ms', 'errors'];
