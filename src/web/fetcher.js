import { Kind, parse } from 'graphql';
import { createClient } from 'graphql-ws';
import { endpoint, post } from './post.js';
import { isRefusal, session, withSession } from './session.js';
import { texts } from './texts.js';

/** What GraphiQL calls to run an operation: subscriptions go over the WebSocket, all else over HTTP. */
export function fetcher(typed, { headers = {} } = {}) {
  const operation = chosenOperation(typed);
  const request = operation ? { ...typed, operationName: operation.name?.value } : typed;
  if (operation?.operation === 'subscription')
    return { subscribe: (sink) => subscribe(request, headers, sink) };
  // GraphiQL asks for the schema before its headers editor exists.
  const isIntrospection = request.operationName === 'IntrospectionQuery';
  return answerTo(request, isIntrospection ? withSession(headers) : headers).catch(asResult);
}

/** What the server answers; when the token has just ended, under the next one. */
async function answerTo(request, headers) {
  const answer = await post(request, headers);
  const renewed = isRefusal(answer) && (await session.renewed(headers));
  return renewed ? post(request, renewed) : answer;
}

/**
 * The operation that is to run; none if the text leaves that open, and then the server says what is wrong.
 * GraphiQL's own idea of it is a moment behind the text, so it counts only where the text holds several
 * operations.
 */
function chosenOperation({ query, operationName }) {
  const operations = operationsIn(query);
  if (operations.length === 1) return operations[0];
  return operations.find(({ name }) => name?.value === operationName);
}

function operationsIn(query) {
  try {
    return parse(query).definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  } catch {
    return [];
  }
}

/**
 * One socket per running subscription. It connects anew when the token changes, and then carries the new one.
 */
function subscribe(request, headers, sink) {
  let connectionHeaders = headers;
  const client = createClient({
    url: endpoint.href.replace(/^http/, 'ws'),
    connectionParams: () => connectionHeaders,
    retryWait: waitBeforeRetry,
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

/** At once the first time, because that is how a new token begins; then twice as long each time. */
function waitBeforeRetry(retries) {
  return new Promise((resolve) => setTimeout(resolve, retries === 0 ? 0 : 500 * 2 ** retries));
}

/**
 * Whatever went wrong, in the shape of a GraphQL answer: errors of the server, a closed socket, no server at
 * all.
 */
function asResult(error) {
  if (Array.isArray(error)) return { errors: error };
  if (error instanceof CloseEvent) return failure(`${texts.closed}: ${error.code} ${error.reason}`.trim());
  return failure(error instanceof Error ? error.message : texts.unreachable);
}

function failure(message) {
  return { errors: [{ message }] };
}
