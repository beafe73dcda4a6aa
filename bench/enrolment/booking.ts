import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Learner, Rush } from './rush.js';

/** An enrolment that the server confirmed. */
export interface Confirmed {
  readonly id: string;
  readonly student: string;
  readonly class: string;
}

/** How the students were answered. */
export class Outcomes {
  readonly confirmed: Confirmed[] = [];
  readonly times: number[] = [];
  readonly #kinds = new Map<string, number>();
  seconds = 0;
  /** Requests of which nobody knows what became. */
  unanswered = 0;
  repeats = 0;

  note(kind: string, ms: number): void {
    this.times.push(ms);
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
  }

  get count(): number {
    return this.times.length;
  }

  get perSecond(): number {
    return this.count / this.seconds;
  }

  get kinds(): string[][] {
    return [...this.#kinds].sort((a, b) => b[1] - a[1]).map(([kind, count]) => [kind, String(count)]);
  }

  /** Milliseconds in which the share was answered, from the moment on at which it was to be asked. */
  quantile(share: number): number {
    const sorted = this.times.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  }
}

interface BookingOptions {
  /** Requests a second. */
  readonly rate: number;
  /** Teaching classes that each student tries. */
  readonly wishes: number;
  /** Whether requests carry idempotency keys, and are sent again where no answer comes. */
  readonly isKeyed: boolean;
}

const document = `mutation ($class: ID!, $round: ID) {
  enrol(teachingClass: $class, round: $round) { enrolment { id } credits freeSeats } }`;

/** Milliseconds until a student who had no answer asks again, and until nobody does any more. */
const [againMs, patienceMs] = [250, 60_000];
/** Requests of a student apart from the rush, before it: a server is not measured cold. */
const warmUpCount = 300;

/** Students who enrol, each over a connection of their own. */
export class Booking {
  #url = '';

  constructor(
    private readonly rush: Rush,
    private readonly options: BookingOptions,
  ) {}

  /** How long it takes to ask everything. */
  get seconds(): number {
    return (this.rush.students.length * this.options.wishes) / this.options.rate;
  }

  /** What answers from now on. */
  moveTo(url: string): void {
    this.#url = url;
  }

  /** Some enrolments one after the other. */
  async warmUp(url: string): Promise<readonly Confirmed[]> {
    this.#url = url;
    const outcomes = new Outcomes();
    for (let at = 0; at < Math.min(warmUpCount, this.rush.students.length); at++)
      await this.#book(
        this.rush.students[at],
        this.rush.classes[at % this.rush.classes.length],
        outcomes,
        performance.now(),
      );
    return outcomes.confirmed;
  }

  /** Asks at fixed moments. */
  async start(url: string): Promise<Outcomes> {
    this.#url = url;
    const outcomes = new Outcomes();
    const begin = performance.now();
    const asked: Promise<void>[] = [];
    for (const [at, [student, wish]] of this.#wishes().entries()) {
      const due = begin + (at * 1_000) / this.options.rate;
      await sleep(Math.max(0, due - performance.now()));
      asked.push(this.#book(student, wish, outcomes, due));
    }
    await Promise.all(asked);
    outcomes.seconds = (performance.now() - begin) / 1_000;
    return outcomes;
  }

  /** Who wants what, in the order in which they come: the first classes are wanted most. */
  #wishes(): [Learner, string][] {
    const { students, classes } = this.rush;
    let state = 1;
    const random = (): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    const wishes = students.flatMap((student) =>
      Array.from({ length: this.options.wishes }, (): [Learner, string] => [
        student,
        classes[Math.floor(random() ** 1.5 * classes.length)],
      ]),
    );
    return wishes
      .map((wish) => ({ wish, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ wish }) => wish);
  }

  async #book(student: Learner, wish: string, outcomes: Outcomes, due: number): Promise<void> {
    const key = this.options.isKeyed ? randomUUID() : null;
    for (;;) {
      try {
        const answer = await this.#send(student, wish, key);
        const { data, errors } = JSON.parse(answer.body) as Answer;
        const kind = errors ? (errors[0].extensions.refusal ?? errors[0].extensions.code) : 'enrolled';
        outcomes.note(answer.status === 200 ? kind : `${answer.status} ${kind}`, performance.now() - due);
        if (data?.enrol)
          outcomes.confirmed.push({ id: data.enrol.enrolment.id, student: student.id, class: wish });
        return;
      } catch (error) {
        if (key === null || performance.now() - due > patienceMs) {
          outcomes.unanswered++;
          return outcomes.note(`no answer: ${(error as Error).message}`, performance.now() - due);
        }
        outcomes.repeats++;
        await sleep(againMs);
      }
    }
  }

  /**
   * As the browser of each: over a connection of one's own, which stays open for a while. Written by hand,
   * for what asks here shares its processors with what is measured.
   */
  #send({ token }: Learner, wish: string, key: string | null): Promise<{ status: number; body: string }> {
    const body = JSON.stringify({ query: document, variables: { class: wish, round: this.rush.round } });
    const { host, hostname, port } = new URL(this.#url);
    const head = [
      ...['POST /graphql HTTP/1.1', `host: ${host}`, `authorization: Bearer ${token}`],
      ...(key ? [`idempotency-key: ${key}`] : []),
      ...['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`],
    ];
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname).setEncoding('latin1');
      let received = '';
      socket.on('data', (piece) => {
        received += piece as unknown as string;
        const answer = answerIn(received);
        if (answer) resolve(answer);
      });
      socket.setTimeout(patienceMs, () => socket.destroy(new Error('nothing came')));
      socket.on('error', reject).on('close', () => reject(new Error('the connection was closed')));
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    });
  }
}

/** The answer in bytes that were read as one character each; null while some are missing. */
function answerIn(received: string): { status: number; body: string } | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const length = Number(/^content-length: (\d+)/im.exec(received.slice(0, headEnd))![1]);
  const body = received.slice(headEnd + 4);
  if (body.length < length) return null;
  return { status: Number(received.slice(9, 12)), body: Buffer.from(body, 'latin1').toString() };
}

interface Answer {
  readonly data?: { readonly enrol: { readonly enrolment: { readonly id: string } } | null } | null;
  readonly errors?: readonly { readonly extensions: { readonly code: string; readonly refusal?: string } }[];
}
