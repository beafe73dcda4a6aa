import { v7 as uuidv7 } from 'uuid';
import { lastEvents, type AssistantEvent, type AssistantQuestion } from '../../schema/assistant.js';
import { errors, type DomainError } from '../../schema/errors.js';
import type { Caller } from '../caller.js';
import { failureOf } from '../format-error.js';
import { closeCodes } from '../socket/bounds.js';
import type { Connection } from '../socket/connection.js';
import { errorFrame, eventFrame, knownTexts, type Frame } from './frames.js';
import { questionIn } from './question.js';

/** What a conversation is given by the channel. */
export interface ConversationOptions {
  /** Greatest number of messages that wait for the one that is answered. */
  readonly waitingMessagesMax: number;
  /** Counts the message; answers the refusal when the caller's share is used up. */
  overRate(caller: Caller): Promise<DomainError | null>;
  /** Answers a question with fresh rights. @throws DomainError, which the client is told */
  answer(caller: Caller, question: AssistantQuestion, signal: AbortSignal): AsyncIterable<AssistantEvent>;
  /** Reports an unexpected failure to the log. */
  report(error: unknown, requestId: string): void;
}

/**
 * What one user asks: one question after the other. A newer connection takes over and hears the rest of the
 * answers.
 */
export class Conversation {
  readonly #waiting: string[] = [];
  readonly #gone = new AbortController();
  #isAnswering = false;

  constructor(
    private connection: Connection,
    private readonly options: ConversationOptions,
  ) {}

  /** Goes on over a newer connection; gives the one before. */
  moveTo(newer: Connection): Connection {
    const { connection } = this;
    this.connection = newer;
    return connection;
  }

  /** Ends with its connection, unless a newer one has taken over; tells whether it did. */
  endWith(connection: Connection): boolean {
    if (this.connection !== connection) return false;
    this.#gone.abort();
    this.#waiting.length = 0;
    return true;
  }

  /** Takes a message of the user. */
  async hear(message: string): Promise<void> {
    if (this.#waiting.length >= this.options.waitingMessagesMax) {
      await this.#fail(errors.tooManyRequests(1));
      return;
    }
    this.#waiting.push(message);
    if (this.#isAnswering) return;
    this.#isAnswering = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift())
      await this.#answer(next);
    this.#isAnswering = false;
  }

  /** Every message ends with a last event or an error, else the client would wait for ever. */
  async #answer(message: string): Promise<void> {
    const caller = { ...this.connection.caller, requestId: uuidv7() };
    let last: AssistantEvent['type'] | null = null;
    try {
      const overRate = await this.options.overRate(caller);
      if (overRate) throw overRate;
      for await (const event of this.options.answer(caller, questionIn(message), this.#gone.signal)) {
        if (this.#gone.signal.aborted) return;
        last = event.type;
        await this.#say(eventFrame(event));
      }
      if (last === null || !lastEvents.has(last)) await this.#say(errorFrame(knownTexts.brokenOff));
    } catch (error) {
      if (this.#gone.signal.aborted) return;
      if (failureOf(error).code === 'INTERNAL') this.options.report(error, caller.requestId);
      await this.#fail(error, last !== null);
    }
  }

  async #fail(error: unknown, hasBegun = false): Promise<void> {
    const failure = failureOf(error);
    const message = failure.messageIn(this.connection.caller.language);
    switch (failure.code) {
      case 'UNAUTHENTICATED':
        await this.#say(errorFrame(knownTexts.notSignedIn));
        return this.connection.close(closeCodes.forbidden, 'The session ended');
      case 'INTERNAL':
        return this.#say(errorFrame(hasBegun ? knownTexts.brokenOff : knownTexts.unanswered, { message }));
      case 'INVALID_BODY':
        return this.#say(errorFrame(knownTexts.unanswered, { message }));
      default:
        return this.#say(errorFrame(message, { message }));
    }
  }

  #say(frame: Frame): Promise<void> {
    return this.connection.send(JSON.stringify(frame));
  }
}
