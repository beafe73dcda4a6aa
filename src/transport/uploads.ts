import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, type DomainError } from '../schema/errors.js';

/** Bodies up to this size are no upload: so many of them fit into memory as there may be connections. */
const smallBytesMax = 64 * 1024;

/** How soon a place may be free again. */
const retrySeconds = 5;

export interface UploadOptions {
  perCaller: number;
  inAll: number;
  /** Whom a request is counted for. */
  ownerOf(request: IncomingMessage): string;
}

/** Bounds how many large bodies this process holds at once, for one caller and in all. */
export class Uploads {
  readonly #ofOwner = new Map<string, number>();
  #count = 0;

  constructor(private readonly options: UploadOptions) {}

  /** Lets a body in, which counts until the request was answered; or answers why not now. */
  admit(request: IncomingMessage, response: ServerResponse): DomainError | null {
    if (!isLarge(request)) return null;
    const { perCaller, inAll, ownerOf } = this.options;
    const owner = ownerOf(request);
    const owned = this.#ofOwner.get(owner) ?? 0;
    if (owned >= perCaller || this.#count >= inAll) return errors.tooManyRequests(retrySeconds);
    this.#count++;
    this.#ofOwner.set(owner, owned + 1);
    response.once('close', () => this.#leave(owner));
    return null;
  }

  #leave(owner: string): void {
    this.#count--;
    const left = this.#ofOwner.get(owner)! - 1;
    if (left > 0) this.#ofOwner.set(owner, left);
    else this.#ofOwner.delete(owner);
  }
}

/** Whether a body is more than small, or does not say how long it is. */
const isLarge = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > smallBytesMax;
