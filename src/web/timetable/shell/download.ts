import { withSession } from '../../session.js';
import { language } from '../../language.js';
import { shellTexts, withRetry } from './texts.js';

/**
 * Saves a file of the server as whoever is signed in; a plain link would carry no session.
 *
 * @throws Error with what the server said instead
 */
export async function download(path: string): Promise<void> {
  const headers = withSession({ 'Accept-Language': language });
  const response = await fetch(path, { headers });
  if (!response.ok) {
    const message = (await response.text()).trim() || shellTexts.noAnswer;
    throw new Error(withRetry(message, Number(response.headers.get('Retry-After'))));
  }
  save(await response.blob(), nameIn(response.headers.get('Content-Disposition') ?? '') ?? path);
}

/** The name that the server gave a file, in either of its two forms. */
function nameIn(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/.exec(disposition)?.[1];
}

/** Saves what is already here, under a name. */
export function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Saves a file that came within an answer. */
export function saveDataUri({ name, dataUri }: { name: string; dataUri: string }): void {
  const [head, content] = dataUri.split(',', 2);
  const bytes = Uint8Array.from(atob(content), (each) => each.charCodeAt(0));
  save(new Blob([bytes], { type: head.slice('data:'.length).split(';')[0] }), name);
}
