import { Kind, parse } from 'graphql';
import { asResult, postRenewing, subscribe } from './client.js';
import { FRESH } from './examples.js';
import { withSession } from './session.js';

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
