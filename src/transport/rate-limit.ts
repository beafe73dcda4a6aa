import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { callerOf } from './caller.js';
import { networkOf } from '../schema/networks.js';
import { errors, type DomainError } from '../schema/errors.js';
import type { Shares } from './shares.js';

/** Verifies tokens without reading the database. */
export interface TokenReader {
  verify(token: string): { userId: string } | null;
}

/**
 * The key under which a request is counted: the user of its token if that is valid, otherwise its network.
 */
export function ownerOf(
  { token, address }: { token: string | null; address: string },
  tokens: TokenReader,
): string {
  const userId = token === null ? undefined : tokens.verify(token)?.userId;
  return userId === undefined ? `address ${networkOf(address)}` : `user ${userId}`;
}

interface RateLimiterOptions {
  perMinute: number;
  tokens: TokenReader;
  trustProxy: boolean;
  shares: Shares;
}

/** Limits requests to all processes, per user, or per network for requests without a valid token. */
export interface RateLimiter {
  /** Counts one request of the caller; returns the refusal when the limit is exceeded. */
  take(caller: { token: string | null; address: string }): Promise<DomainError | null>;
  /** Refuses callers over the limit. `refuse` writes the body; status and Retry-After are already set. */
  middleware(
    refuse: (request: Request, response: Response, error: DomainError) => void,
  ): (request: Request, response: Response, next: NextFunction) => Promise<void>;
}

/** Creates the rate limiter of the process. */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { perMinute, tokens, trustProxy, shares } = options;
  const counts = new RateLimiterMemory({ points: perMinute, duration: 60 });

  const take: RateLimiter['take'] = async (caller) => {
    const owner = ownerOf(caller, tokens);
    const own = await counts.consume(owner).catch((refusal: unknown) => {
      if (refusal instanceof RateLimiterRes) return refusal;
      throw refusal;
    });
    const key = `requests of ${owner}`;
    const [count, seconds] = [own.consumedPoints, own.msBeforeNext / 1_000];
    const others = shares.ofOthers(key);
    shares.tell({ key, count, seconds }, perMinute);
    if (count + others.count <= perMinute) return null;
    return errors.tooManyRequests(Math.ceil(Math.min(seconds, others.seconds || seconds)) || 1);
  };

  return {
    take,
    middleware: (refuse) => async (request, response, next) => {
      const error = await take(callerOf(request as IncomingMessage, { trustProxy }));
      if (!error) return next();
      response.status(error.status).set('Retry-After', String(error.details.retrySeconds));
      refuse(request, response, error);
    },
  };
}
