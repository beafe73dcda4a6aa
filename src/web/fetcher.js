import { Kind, parse } from 'graphql';
import { createClient } from 'graphql-ws';
import { endpoint, post } from './post.js';
import { isRefusal, session, withSession } from './session.js';
import { FRESH } from './examples.js';
import { texts } from './texts.js';

/** The function with which GraphiQL runs operations: subscriptions over WebSocket, all others over HTTP. */
export function fetcher(typed, { headers = {} } = {}) {
  const operation = selectedOperation(typed);
  const sent = { ...typed, variables: withFresh(typed.variables) };
  const request = operation ? { ...sent, operationName: operation.name?.value } : sent;
  if (operation?.operation === 'subscription')
    return { subscribe: (sink) => subscribe(request, headers, sink) };
  // GraphiQL requests the schema before its headers editor exists.
  const isIntrospection = request.operationName === 'IntrospectionQuery';
  return postRenewing(request, isIntrospection ? withSession(headers) : headers).catch(asResult);
}

/** The variables with a new text for each that asks for one, such as the key of a message. */
const withFresh = (variables) =>
  variables &&
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, value === FRESH ? crypto.randomUUID() : value]),
  );

/** The answer of the server; if the token has just expired, that to a retry with a new one. */
async function postRenewing(request, headers) {
  const answer = await post(request, headers);
  const renewed = isRefusal(answer) && (await session.renewed(headers));
  return renewed ? post(request, renewed) : answer;
}

/**
 * The operation to run; none if the text is ambiguous, and then the server reports the problem. GraphiQL's
 * own choice lags behind the text, so it is used only if the text has several operations.
 */
function selectedOperation({ query, operationName }) {
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

/** One socket per running subscription. It reconnects with the new token when the token changes. */
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

/** The first retry is immediate, because a new token starts with one; then the delay doubles each time. */
function waitBeforeRetry(retries) {
  return new Promise((resolve) => setTimeout(resolve, retries === 0 ? 0 : 500 * 2 ** retries));
}

/** Any error as a GraphQL result: errors of the server, a closed socket, no server at all. */
function asResult(error) {
  if (Array.isArray(error)) return { errors: error };
  if (error instanceof CloseEvent) return failure(`${texts.closed}: ${error.code} ${error.reason}`.trim());
  return failure(error instanceof Error ? error.message : texts.unreachable);
}

function failure(message) {
  return { errors: [{ message }] };
}
