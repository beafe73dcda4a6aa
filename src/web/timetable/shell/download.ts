import { withSession } from '../../session.js';
import { language } from '../../language.js';
import { shellTexts } from './texts.js';

/**
 * Saves a file of the server as whoever is signed in; a plain link would carry no session.
 *
 * @throws Error with what the server said instead
 */
export async function download(path: string, name: string): Promise<void> {
  const headers = withSession({ 'Accept-Language': language });
  const response = await fetch(path, { headers });
  if (!response.ok) throw new Error((await response.text()).trim() || shellTexts.noAnswer);
  save(await response.blob(), name);
}

/** Saves what is already here, under a name. */
export function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
