import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { callerOf } from './caller.js';
import { errors, type DomainError } from '../schema/errors.js';

/** Tells whose token it is, without asking the database. */
export interface TokenReader {
  verify(token: string): { userId: string } | null;
}

/** Whom a request is counted for: the user of its token when that is one, else its address. */
export function ownerOf(
  { token, address }: { token: string | null; address: string },
  tokens: TokenReader,
): string {
  const userId = token === null ? undefined : tokens.verify(token)?.userId;
  return userId === undefined ? `address ${address}` : `user ${userId}`;
}

export interface RateLimiterOptions {
  perMinute: number;
  tokens: TokenReader;
  trustProxy: boolean;
}

/** Counts what each caller asks of this process: by user when the token is one, else by address. */
export interface RateLimiter {
  /** Takes one request from the caller's share; answers the refusal when nothing is left. */
  take(caller: { token: string | null; address: string }): Promise<DomainError | null>;
  /** Refuses callers whose share is used up. `refuse` writes the body; status and Retry-After are set. */
  middleware(
    refuse: (request: Request, response: Response, error: DomainError) => void,
  ): (request: Request, response: Response, next: NextFunction) => Promise<void>;
}

/** Makes the one limiter of a process. */
export function createRateLimiter({ perMinute, tokens, trustProxy }: RateLimiterOptions): RateLimiter {
  const shares = new RateLimiterMemory({ points: perMinute, duration: 60 });

  const take: RateLimiter['take'] = async (caller) => {
    try {
      await shares.consume(ownerOf(caller, tokens));
      return null;
    } catch (result) {
      if (!(result instanceof RateLimiterRes)) throw result;
      return errors.tooManyRequests(Math.ceil(result.msBeforeNext / 1000) || 1);
    }
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
