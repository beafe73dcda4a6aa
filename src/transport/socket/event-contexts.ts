import type { Caller } from '../caller.js';

/** How long the context of an event is kept for its remaining subscribers. */
const keepMs = 1_000;

/**
 * The contexts in which events are answered: one per event and token, shared by all its subscriptions, so
 * that the caller and the changed record are read once.
 */
export class EventContexts {
  readonly #contexts = new Map<string, Promise<object>>();

  constructor(private readonly contextOf: (caller: Caller) => Promise<object>) {}

  contextFor(event: unknown, caller: Caller): Promise<object> {
    const { id, sequence = -1 } = (event ?? {}) as { id?: string; sequence?: number };
    // Without a sequence number, an existing context may be older than the event.
    if (sequence < 0) return this.contextOf(caller);
    const key = `${id} ${sequence} ${caller.language} ${caller.token}`;
    const existing = this.#contexts.get(key);
    if (existing) return existing;
    const context = this.contextOf(caller);
    this.#contexts.set(key, context);
    setTimeout(() => this.#contexts.delete(key), keepMs).unref();
    return context;
  }
}
