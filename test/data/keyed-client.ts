import type { GraphqlAnswer } from '../support/server.js';

/** How a request names its idempotency key, and who sends it. */
export interface Keyed {
  readonly token: string | null;
  /** In the header. */
  readonly key?: string;
  /** In the extensions of the request. */
  readonly extension?: unknown;
}

/** Sends an operation with an idempotency key. */
export async function sendKeyed(
  url: string,
  query: string,
  variables: object,
  { token, key, extension }: Keyed,
): Promise<GraphqlAnswer> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': 'en',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify({
      query,
      variables,
      ...(extension !== undefined && { extensions: { idempotencyKey: extension } }),
    }),
  });
  return { status: response.status, ...((await response.json()) as object) } as GraphqlAnswer;
}
