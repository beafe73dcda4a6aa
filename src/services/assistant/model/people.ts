import type { Context } from '../../../data/context.js';
import { bare, nameKey, plain } from './plain.js';

/** Somebody whom a text names. */
export interface PersonNamed {
  readonly kind: 'teacher' | 'student';
  readonly id: string;
  readonly name: string;
  /** The name, English name or number by which the text may name the person, in small letters. */
  readonly spelling: string;
}

const peopleMax = 2_000;

/**
 * Everybody whose name or number occurs in a text, whether or not the caller may see the person: the answer
 * only serves to keep names from leaving.
 */
export function peopleNamedIn({ em }: Context, text: string): Promise<PersonNamed[]> {
  // As it stands, with blanks for all that is neither letter nor figure, and without.
  const words = plain(text).toLowerCase();
  const readings = [nameKey(text), words, words.replace(/[^\p{L}\p{N}]+/gu, ' '), bare(words)];
  return em.execute<PersonNamed[]>(
    `select 'teacher' as kind, id, name, lower(spelling) as spelling
     from teacher, lateral (values (name), (english_name), (code)) as spellings (spelling)
     where char_length(spelling) >= 2 and strpos($1, lower(spelling)) > 0
     union all
     select 'student', id, name, lower(spelling)
     from student, lateral (values (name), (code)) as spellings (spelling)
     where char_length(spelling) >= 2 and strpos($1, lower(spelling)) > 0
     limit ${peopleMax}`,
    [readings.join('\n')],
  );
}
