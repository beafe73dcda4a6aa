import { setTimeout as sleep } from 'node:timers/promises';

/** What ordinary people ask meanwhile. */
export interface Visit {
  readonly name: string;
  readonly path: string;
  readonly query?: string;
}

const week = `{ timetable { revision assignments(week: 3) {
  time { dayOfWeek periodStart periodEnd weeks } classroom { name } teacher { name }
  meeting { teachingClass { name } } } } }`;

export const visits: readonly Visit[] = [
  { name: 'timetable of a week', path: '/graphql', query: week },
  { name: 'page of courses', path: '/graphql', query: '{ courses(size: 20) { total items { code name } } }' },
  {
    name: 'teachers by a keyword',
    path: '/graphql',
    query: '{ teacherOptions(keyword: "教师77") { id name department { name } } }',
  },
  { name: 'REST: buildings', path: '/api/v1/building/list' },
  { name: 'REST: classrooms', path: '/api/v1/classroom/page?page=1&size=20' },
];

/** How long answers took in milliseconds, and how many there were of each other kind. */
export class Times {
  readonly #times: number[] = [];
  readonly #faults = new Map<string, number>();

  /** Asks and notes what came of it, from a moment on that may be before now. */
  async note(asked: Promise<Response>, from = performance.now()): Promise<void> {
    try {
      const response = await asked;
      const text = await response.text();
      this.#times.push(performance.now() - from);
      if (!response.ok || text.includes('"errors":[')) this.#fault(String(response.status));
    } catch {
      this.#times.push(performance.now() - from);
      this.#fault('no answer');
    }
  }

  get count(): number {
    return this.#times.length;
  }

  /** Milliseconds in which the share was answered. */
  quantile(share: number): number {
    const sorted = this.#times.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  }

  get faults(): string {
    return [...this.#faults].map(([kind, count]) => `${count} × ${kind}`).join(', ') || '0';
  }

  #fault(kind: string): void {
    this.#faults.set(kind, (this.#faults.get(kind) ?? 0) + 1);
  }
}

/** Sends a request as somebody does who waits for no more than a minute. */
export const visit = (
  url: string,
  headers: object,
  { path, query }: Omit<Visit, 'name'>,
): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: query ? 'POST' : 'GET',
    headers: { ...headers, ...(query && { 'content-type': 'application/json' }) },
    body: query && JSON.stringify({ query }),
    signal: AbortSignal.timeout(60_000),
  });

/**
 * Asks at fixed moments, whether the answer before has come or not: somebody who waits is not the only one
 * who has to wait.
 */
export async function askSteadily(
  ask: () => Promise<Response>,
  { everyMs, milliseconds }: { everyMs: number; milliseconds: number },
): Promise<Times> {
  const times = new Times();
  const begin = performance.now();
  const asked: Promise<void>[] = [];
  for (let due = begin; due < begin + milliseconds; due += everyMs) {
    await sleep(Math.max(0, due - performance.now()));
    asked.push(times.note(ask(), due));
  }
  await Promise.all(asked);
  return times;
}
