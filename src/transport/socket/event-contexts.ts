import type { Caller } from '../caller.js';

/** How long the context of an event is kept: as long as its followers may still be answered. */
const keptMs = 1_000;

/**
 * Contexts in which events are answered: one for each event and token, however many follow it, so that who is
 * calling and what changed is read once.
 */
export class EventContexts {
  readonly #contexts = new Map<string, Promise<object>>();

  constructor(private readonly contextOf: (caller: Caller) => Promise<object>) {}

  contextFor(event: unknown, caller: Caller): Promise<object> {
    const { id, sequence = -1 } = (event ?? {}) as { id?: string; sequence?: number };
    // Without a sequence nobody knows what a context that was made before has missed.
    if (sequence < 0) return this.contextOf(caller);
    const key = `${id} ${sequence} ${caller.language} ${caller.token}`;
    const known = this.#contexts.get(key);
    if (known) return known;
    const context = this.contextOf(caller);
    this.#contexts.set(key, context);
    setTimeout(() => this.#contexts.delete(key), keptMs).unref();
    return context;
  }
}
