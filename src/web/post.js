import { language } from './language.js';
import { texts } from './texts.js';

/** The GraphQL endpoint, for HTTP and WebSocket. */
export const endpoint = new URL('/graphql', location.href);

/** Sends one operation over HTTP and returns the answer, errors included. */
export async function post(request, headers = {}) {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Accept-Language': language, ...headers },
    body: JSON.stringify(request),
  }).catch(() => {
    throw new Error(texts.unreachable);
  });
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${texts.notJson}: ${response.status} ${response.statusText}`);
  }
}
