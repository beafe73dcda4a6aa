import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors } from '../schema/errors.js';
import { refuseUpgrade } from './upgrades.js';

/** Larger bodies count as uploads; smaller ones fit into memory even if every connection sends one. */
const smallBytesMax = 64 * 1024;

/** Bytes of an upload that have to come in one of two spans of so many seconds, until all of it has come. */
const leastBytes = 64 * 1024;
const leastSeconds = 10;

/** Retry-After of a refused upload. */
const retrySeconds = 5;

interface UploadOptions {
  perCaller: number;
  inAll: number;
  /** The key under which a request is counted. */
  ownerOf(request: IncomingMessage): string;
  /** Whether a request has a valid token; whether its session has ended is asked once all of it has come. */
  hasToken(request: IncomingMessage): boolean;
}

/** Judges a body by how many of its bytes are announced, or have come; throws the refusal. */
export type BodyJudge = (bytes: number) => void;

/** Limits the number of large bodies in memory, per caller and in total, to callers who are signed in. */
export class Uploads {
  readonly #countByOwner = new Map<string, number>();
  #count = 0;

  constructor(private readonly options: UploadOptions) {}

  /** What judges the body of a request; a large one counts until its request is answered. */
  judgeOf(request: IncomingMessage, response: ServerResponse): BodyJudge {
    let hasPlace = false;
    return (bytes) => {
      if (hasPlace || bytes <= smallBytesMax) return;
      this.#take(request, response);
      hasPlace = true;
    };
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const { perCaller, inAll, ownerOf, hasToken } = this.options;
    if (!hasToken(request)) throw errors.unauthenticated();
    // Whoever has left meanwhile would keep the place for ever.
    if (response.closed) return;
    const owner = ownerOf(request);
    const countOfOwner = this.#countByOwner.get(owner) ?? 0;
    if (countOfOwner >= perCaller || this.#count >= inAll) throw errors.tooManyRequests(retrySeconds);
    this.#count++;
    this.#countByOwner.set(owner, countOfOwner + 1);
    const watch = watchPace(request);
    response.once('close', () => {
      clearInterval(watch);
      this.#release(owner);
    });
  }

  #release(owner: string): void {
    this.#count--;
    const remaining = this.#countByOwner.get(owner)! - 1;
    if (remaining > 0) this.#countByOwner.set(owner, remaining);
    else this.#countByOwner.delete(owner);
  }
}

/** Ends the connection of an upload that comes so slowly that it only keeps its place from others. */
function watchPace(request: IncomingMessage): NodeJS.Timeout {
  const { socket } = request;
  let bytes = socket.bytesRead;
  let slowSpans = 0;
  return setInterval(() => {
    if (request.complete) return;
    slowSpans = socket.bytesRead - bytes < leastBytes ? slowSpans + 1 : 0;
    bytes = socket.bytesRead;
    // Once may be a change of networks.
    if (slowSpans === 2) refuseUpgrade(socket, 408);
  }, leastSeconds * 1_000).unref();
}
