/** What is used of autocannon, which brings no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  interface Request {
    readonly body?: string;
  }

  interface Options {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly connections: number;
    /** Requests, all connections together. */
    readonly amount: number;
    readonly timeout: number;
    readonly requests: readonly { setupRequest(request: Request): Request }[];
  }

  interface Events {
    response: [client: unknown, status: number, bytes: number, ms: number];
    reqError: [Error];
    start: [];
  }

  export default function autocannon(options: Options): EventEmitter<Events> & PromiseLike<unknown>;
}
