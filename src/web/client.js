import { createClient } from 'graphql-ws';
import { language } from './language.js';
import { endpoint, post } from './post.js';
import { isRefusal, session, withSession } from './session.js';
import { texts } from './texts.js';

/** The answer of the server; if the token has just expired, that to a retry with a new one. */
export async function postRenewing(request, headers) {
  const answer = await post(request, headers);
  const renewed = isRefusal(answer) && (await session.renewed(headers));
  return renewed ? post(request, renewed) : answer;
}

/**
 * One socket per running subscription. It reconnects with the new token when the token changes, and a few
 * times, or as often as is said, when the connection breaks; `sink.broken` is told whether it is.
 */
export function subscribe(request, headers, sink, { retryAttempts } = {}) {
  let connectionHeaders = headers;
  const client = createClient({
    url: endpoint.href.replace(/^http/, 'ws'),
    // The handshake of a socket has the language of the browser, which may be another one than the page's.
    connectionParams: () => ({ 'Accept-Language': language, ...connectionHeaders }),
    retryWait: waitBeforeRetry,
    ...(retryAttempts && { retryAttempts }),
    on: { closed: () => sink.broken?.(true), connected: () => sink.broken?.(false) },
  });
  const stopListening = session.listen(() => {
    const next = withSession(connectionHeaders);
    if (JSON.stringify(next) === JSON.stringify(connectionHeaders)) return;
    connectionHeaders = next;
    client.terminate();
  });
  const unsubscribe = client.subscribe(request, {
    next: (result) => sink.next(result),
    error: (error) => {
      stopListening();
      sink.next(asResult(error));
      sink.complete();
    },
    complete: () => {
      stopListening();
      sink.complete();
    },
  });
  return { unsubscribe };
}

/**
 * The first retry is immediate, because a new token starts with one; then the delay doubles each time, up to
 * half a minute.
 */
function waitBeforeRetry(retries) {
  const wait = retries === 0 ? 0 : Math.min(500 * 2 ** retries, 30_000);
  return new Promise((resolve) => setTimeout(resolve, wait));
}

// The server closes so what comes with a token that it does not know.
const UNAUTHORIZED = 4401;

/** Any error as a GraphQL result: errors of the server, a closed socket, no server at all. */
export function asResult(error) {
  if (Array.isArray(error)) return { errors: error };
  if (error instanceof CloseEvent)
    return failure(
      `${texts.closed}: ${error.code} ${error.reason}`.trim(),
      error.code === UNAUTHORIZED && { code: 'UNAUTHENTICATED' },
    );
  return failure(error instanceof Error ? error.message : texts.unreachable);
}

function failure(message, extensions) {
  return { errors: [{ message, ...(extensions && { extensions }) }] };
}
