import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, type DomainError } from '../schema/errors.js';

/** Larger bodies count as uploads; smaller ones fit into memory even if every connection sends one. */
const smallBytesMax = 64 * 1024;

/** Retry-After of a refused upload. */
const retrySeconds = 5;

interface UploadOptions {
  perCaller: number;
  inAll: number;
  /** The key under which a request is counted. */
  ownerOf(request: IncomingMessage): string;
}

/** Limits the number of large bodies in memory, per caller and in total. */
export class Uploads {
  readonly #countByOwner = new Map<string, number>();
  #count = 0;

  constructor(private readonly options: UploadOptions) {}

  /** Admits a body, which counts until its request is answered; or returns the refusal. */
  admit(request: IncomingMessage, response: ServerResponse): DomainError | null {
    if (!isLarge(request)) return null;
    const { perCaller, inAll, ownerOf } = this.options;
    const owner = ownerOf(request);
    const countOfOwner = this.#countByOwner.get(owner) ?? 0;
    if (countOfOwner >= perCaller || this.#count >= inAll) return errors.tooManyRequests(retrySeconds);
    this.#count++;
    this.#countByOwner.set(owner, countOfOwner + 1);
    response.once('close', () => this.#release(owner));
    return null;
  }

  #release(owner: string): void {
    this.#count--;
    const remaining = this.#countByOwner.get(owner)! - 1;
    if (remaining > 0) this.#countByOwner.set(owner, remaining);
    else this.#countByOwner.delete(owner);
  }
}

/** Whether a body is large, or of unknown length, as compressed ones are. */
const isLarge = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-encoding'] ?? 'identity') !== 'identity' ||
  Number(headers['content-length'] ?? 0) > smallBytesMax;
