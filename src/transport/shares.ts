import { logRepeated } from '../schema/outages.js';

/** What a process counts of a bound that all processes share, and for how many seconds it counts. */
export interface Share {
  readonly key: string;
  readonly count: number;
  readonly seconds: number;
}

/** Tells the other processes what this one counts; answers what they count together under the same keys. */
type Exchange = (own: readonly Share[]) => Promise<readonly Share[]>;

/** A number that changes without a word, such as that of open sockets, as it was told last. */
interface Lease {
  readonly smallest: number;
  readonly count: () => number;
  told: number;
  toldAtMs: number;
}

/** How often processes tell each other. */
const exchangeMs = 1_000;
/** How long a number counts for the others when its process says nothing more, and how often it does. */
const leaseSeconds = 30;
const renewMs = 10_000;

/**
 * Bounds that hold for all processes together: once a second each tells the others what it counts, and until
 * then decides by what it knows of them, so that no request waits for that. A number that is a small part of
 * its bound is kept to itself: so most callers never cost a statement, and a process alone none at all.
 */
export class Shares {
  readonly #others = new Map<string, { readonly count: number; readonly untilMs: number }>();
  readonly #news = new Map<string, Share>();
  readonly #leases = new Map<string, Lease>();
  readonly #timer: NodeJS.Timeout;
  #isExchanging = false;

  constructor(
    private readonly exchange: Exchange,
    private readonly told: Parameters<typeof logRepeated>[0],
  ) {
    this.#timer = setInterval(() => void this.#exchange(), exchangeMs).unref();
  }

  /** What the other processes count, and for how many more seconds. */
  ofOthers(key: string): { count: number; seconds: number } {
    const { count, untilMs } = this.#others.get(key) ?? nothing;
    const ms = untilMs - performance.now();
    return ms > 0 ? { count, seconds: ms / 1_000 } : { count: 0, seconds: 0 };
  }

  /** Tells a count of a span of time, such as requests of this minute. */
  tell(share: Share, bound: number): void {
    if (share.count >= bound / 100) this.#news.set(share.key, share);
  }

  /** Tells a number from now on, as long as it is no small part of its bound; soon, because it will grow. */
  lease(key: string, bound: number, count: () => number): void {
    const smallest = Math.max(2, bound / 20);
    const told = this.#leases.get(key)?.told ?? 0;
    if (count() >= smallest) this.#leases.set(key, { smallest, count, told, toldAtMs: -Infinity });
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #renewLeases(): void {
    const nowMs = performance.now();
    for (const [key, lease] of this.#leases) {
      const current = lease.count();
      const count = current < lease.smallest ? 0 : current;
      if (count === 0) this.#leases.delete(key);
      if (count === lease.told && nowMs - lease.toldAtMs < renewMs) continue;
      Object.assign(lease, { told: count, toldAtMs: nowMs });
      this.#news.set(key, { key, count, seconds: leaseSeconds });
    }
  }

  async #exchange(): Promise<void> {
    this.#renewLeases();
    if (this.#isExchanging || this.#news.size === 0) return;
    this.#isExchanging = true;
    const news = [...this.#news.values()];
    this.#news.clear();
    try {
      const others = await this.exchange(news);
      const nowMs = performance.now();
      for (const [key, { untilMs }] of this.#others) if (untilMs < nowMs) this.#others.delete(key);
      for (const { key } of news) this.#others.delete(key);
      for (const { key, count, seconds } of others)
        this.#others.set(key, { count, untilMs: nowMs + seconds * 1_000 });
    } catch (error) {
      // Each process goes on by its own counts, and tells them with what comes next.
      logRepeated(this.told, error, 'what processes share could not be exchanged');
    } finally {
      this.#isExchanging = false;
    }
  }
}

const nothing = { count: 0, untilMs: -Infinity };
