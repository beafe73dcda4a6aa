import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { lastEvents, type AssistantEvent, type AssistantQuestion } from '../../schema/assistant.js';
import { errors, type DomainError } from '../../schema/errors.js';
import { msSince, noteFailure, type Asked } from '../asked.js';
import type { Caller } from '../caller.js';
import { failureOf } from '../graphql/format-error.js';
import { closeCodes } from '../socket/bounds.js';
import type { Connection } from '../socket/connection.js';
import { errorFrame, eventFrame, knownTexts, type Frame } from './frames.js';
import { questionIn } from './question.js';

/** The dependencies of a conversation, supplied by the channel. */
interface ConversationOptions {
  /** Maximum number of messages queued behind the one being answered. */
  readonly waitingMessagesMax: number;
  /** Least time between two frames, in milliseconds. */
  readonly frameMs: number;
  /** Counts the message; returns the refusal when the caller has exceeded the rate limit. */
  takeRate(caller: Caller): Promise<DomainError | null>;
  /** Answers a question with the caller's current rights. @throws DomainError to be sent to the client */
  answer(caller: Caller, question: AssistantQuestion, signal: AbortSignal): AsyncIterable<AssistantEvent>;
  /** Logs an unexpected failure. */
  report(error: unknown, requestId: string): void;
  /** Logs that a question was answered, or with which code it failed. */
  tell(caller: Caller, facts: Asked & { readonly ms: number }): void;
}

/** Close code and reason for a connection replaced by a newer one of the same user. */
const takenOver = [4409, 'A newer connection took over'] as const;

/**
 * The questions of one user, answered one after the other. A newer connection takes over and receives the
 * remaining answers.
 */
export class Conversation {
  readonly #waiting: string[] = [];
  readonly #ended = new AbortController();
  #isAnswering = false;
  /** When the next frame may be sent. */
  #nextTurnMs = 0;

  constructor(
    private connection: Connection,
    private readonly options: ConversationOptions,
  ) {}

  /** Closes the connection because there is a newer one, over which it continues unless that is elsewhere. */
  takeOver(newer = this.connection): void {
    const { connection } = this;
    this.connection = newer;
    connection.close(...takenOver);
  }

  /** Ends with its connection, unless a newer one has taken over; returns whether it ended. */
  endWith(connection: Connection): boolean {
    if (this.connection !== connection) return false;
    this.#ended.abort();
    this.#waiting.length = 0;
    return true;
  }

  /** Answers a message of the user, after those before it. */
  async receive(message: string): Promise<void> {
    if (this.#waiting.length >= this.options.waitingMessagesMax) return this.#fail(errors.tooManyRequests(1));
    this.#waiting.push(message);
    if (this.#isAnswering) return;
    this.#isAnswering = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift())
      await this.#answer(next);
    this.#isAnswering = false;
  }

  /** Every answer ends with a last event or an error; otherwise the client would wait forever. */
  async #answer(message: string): Promise<void> {
    const caller = { ...this.connection.caller, requestId: uuidv7() };
    const { signal } = this.#ended;
    let last: AssistantEvent['type'] | null = null;
    const startMs = performance.now();
    const asked: Asked = { user: this.connection.userId ?? undefined };
    try {
      const refusal = await this.options.takeRate(caller);
      if (refusal) throw refusal;
      for await (const event of this.options.answer(caller, questionIn(message), signal)) {
        if (signal.aborted) return;
        last = event.type;
        await this.#send(eventFrame(event));
      }
      if (last === null || !lastEvents.has(last)) await this.#send(errorFrame(knownTexts.brokenOff));
    } catch (error) {
      if (signal.aborted) return;
      const { code } = failureOf(error);
      noteFailure(asked, code);
      if (code === 'INTERNAL') this.options.report(error, caller.requestId);
      await this.#fail(error, last !== null);
    } finally {
      this.options.tell(caller, { ...asked, ms: msSince(startMs) });
    }
  }

  async #fail(error: unknown, hasBegun = false): Promise<void> {
    const failure = failureOf(error);
    const message = failure.messageIn(this.connection.caller.language);
    switch (failure.code) {
      case 'UNAUTHENTICATED':
        await this.#send(errorFrame(knownTexts.notSignedIn));
        return this.connection.close(closeCodes.forbidden, 'The session ended');
      case 'INTERNAL':
      case 'INVALID_BODY':
        return this.#send(errorFrame(hasBegun ? knownTexts.brokenOff : knownTexts.unanswered, message));
      default:
        return this.#send(errorFrame(message, message));
    }
  }

  /** Sends a frame, not sooner after the one before than clients can draw it. */
  async #send(frame: Frame): Promise<void> {
    const now = performance.now();
    const turnMs = Math.max(now, this.#nextTurnMs);
    this.#nextTurnMs = turnMs + this.options.frameMs;
    if (turnMs > now) await delay(turnMs - now);
    await this.connection.send(JSON.stringify(frame));
  }
}
