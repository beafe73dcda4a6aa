import type { Context } from '../../../data/context.js';
import { peopleNamed, type PersonNamed } from './people.queries.js';
import { bare, nameKey, plain } from './plain.js';

const peopleMax = 2_000;

/**
 * Everybody whose name or number occurs in a text, whether or not the caller may see the person: the answer
 * only serves to keep names from leaving.
 */
export function peopleNamedIn({ em }: Context, text: string): Promise<PersonNamed[]> {
  // As it stands, with blanks for all that is neither letter nor figure, and without.
  const words = plain(text).toLowerCase();
  const readings = [nameKey(text), words, words.replace(/[^\p{L}\p{N}]+/gu, ' '), bare(words)];
  return peopleNamed(em, readings.join('\n'), peopleMax);
}
