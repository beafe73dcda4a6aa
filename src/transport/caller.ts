import type { IncomingMessage, ServerResponse } from 'node:http';
import { v7 as uuidv7 } from 'uuid';
import { languageOf, type Language } from '../schema/texts.js';

/** What a request tells of who sent it, before anything of it is believed. */
export interface Caller {
  /** The access token as it was given. */
  readonly token: string | null;
  readonly language: Language;
  readonly requestId: string;
  readonly address: string;
}

const requestIdPattern = /^[\w.-]{1,64}$/;

/** Reads the caller from the headers. Forwarded addresses count only behind a proxy that is trusted. */
export function callerOf(
  { headers, socket }: IncomingMessage,
  { trustProxy }: { trustProxy: boolean },
): Caller {
  const givenId = headers['x-request-id'];
  return {
    token: tokenOf(headers.authorization),
    language: languageOf(headers['accept-language']),
    requestId: typeof givenId === 'string' && requestIdPattern.test(givenId) ? givenId : uuidv7(),
    address:
      (trustProxy ? forwardedAddress(headers['x-forwarded-for']) : null) ?? socket.remoteAddress ?? 'unknown',
  };
}

/** The token of a credential: `Bearer <token>`, or the token alone as some clients send it. */
export function tokenOf(credential: unknown): string | null {
  if (typeof credential !== 'string') return null;
  const token = credential.replace(/^\s*bearer\s+/i, '').trim();
  return token === '' ? null : token;
}

/**
 * The proxy that is trusted adds the address it saw at the end; what stands before it was sent by the caller.
 */
function forwardedAddress(header: string | string[] | undefined): string | null {
  const addresses = String(header ?? '').split(',');
  return addresses.at(-1)?.trim() || null;
}

/** Aborted when the connection of a request ends before it was answered. */
export function callerLeft(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
