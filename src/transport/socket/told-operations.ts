import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import type { Logger } from 'pino';
import { msSince, noteOperation, tellOfSocket, type AccountOf, type Asked } from '../asked.js';
import type { Caller } from '../caller.js';

/** Where GraphQL is served. */
export const graphqlPath = '/graphql';

/** An operation of a WebSocket from its message to its end. */
interface ToldOperation {
  readonly caller: Caller;
  readonly asked: Asked;
  readonly startMs: number;
}

/** Gives each operation of a WebSocket its request id, and its line in the log when it has ended. */
export class ToldOperations {
  /** By the payloads of their messages: ids may be used again before their operations have ended. */
  readonly #told = new WeakMap<object, ToldOperation>();

  constructor(
    private readonly log: Pick<Logger, 'info'>,
    private readonly accountOf: AccountOf,
  ) {}

  begin(payload: object, caller: Caller): void {
    this.#told.set(payload, { caller, asked: {}, startMs: performance.now() });
  }

  /** Notes what is asked for. */
  describe(payload: object, document: DocumentNode, operation: OperationDefinitionNode): void {
    noteOperation(this.of(payload).asked, document, operation);
  }

  /** Notes who asks. */
  identify(payload: object, context: object): void {
    Object.assign(this.of(payload).asked, this.accountOf(context));
  }

  /** Tells of a subscription at once, because it may take hours. */
  tellBegun(payload: object): void {
    const { caller, asked } = this.of(payload);
    tellOfSocket(this.log, 'subscribed', caller, { path: graphqlPath, ...asked });
  }

  of(payload: object): ToldOperation {
    return this.#told.get(payload)!;
  }

  /** Tells of an operation that has ended; what failed while it went on ends twice. */
  end(payload: object): void {
    const told = this.#told.get(payload);
    if (!told) return;
    this.#told.delete(payload);
    const { caller, asked, startMs } = told;
    tellOfSocket(this.log, 'answered', caller, { path: graphqlPath, ...asked, ms: msSince(startMs) });
  }
}
