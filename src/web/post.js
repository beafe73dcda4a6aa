import { language } from './language.js';
import { texts } from './texts.js';

/** The GraphQL endpoint, for HTTP and WebSocket. */
export const endpoint = new URL('/graphql', location.href);

/** Sends one operation, or a form with files, over HTTP and returns the answer, errors included. */
export async function post(request, headers = {}) {
  const isForm = request instanceof FormData;
  const type = isForm ? {} : { 'Content-Type': 'application/json' };
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { ...type, 'Accept-Language': language, ...headers },
    body: isForm ? request : JSON.stringify(request),
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
