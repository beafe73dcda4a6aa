import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { languageOf, type Language } from '../schema/texts.js';

/** Who sent a request, according to its headers; nothing of it is verified yet. */
export interface Caller {
  /** The access token as received. */
  readonly token: string | null;
  readonly language: Language;
  readonly requestId: string;
  readonly address: string;
}

const requestIdPattern = /^[\w.-]{1,64}$/;

/** Reads the caller from the headers. Forwarded addresses count only behind a trusted proxy. */
export function callerOf(
  { headers, socket }: IncomingMessage,
  { trustProxy }: { trustProxy: boolean },
): Caller {
  const requestId = headers['x-request-id'];
  return {
    token: tokenOf(headers.authorization),
    language: languageOf(headers['accept-language']),
    requestId: typeof requestId === 'string' && requestIdPattern.test(requestId) ? requestId : randomUUID(),
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
 * The last address, which the trusted proxy has appended; earlier entries come from the caller and may be
 * forged.
 */
function forwardedAddress(header: string | string[] | undefined): string | null {
  const addresses = String(header ?? '').split(',');
  return addresses.at(-1)?.trim() || null;
}

/** A signal that is aborted when the connection closes before the request was answered. */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
