import { statement } from '../../../data/statements.js';

/** Somebody whom a text names. */
export interface PersonNamed {
  readonly kind: 'teacher' | 'student';
  readonly id: string;
  readonly name: string;
  /** The name, English name or number by which the text may name the person, in small letters. */
  readonly spelling: string;
}

/** Of all people, whoever may see them, because what is found only keeps names from leaving. */
export const peopleNamed = statement<PersonNamed, [text: string, max: number]>(`
  select 'teacher' as kind, id, name, lower(spelling) as spelling
  from teacher, lateral (values (name), (english_name), (code)) as spellings (spelling)
  where char_length(spelling) >= 2 and strpos($1, lower(spelling)) > 0
  union all
  select 'student', id, name, lower(spelling)
  from student, lateral (values (name), (code)) as spellings (spelling)
  where char_length(spelling) >= 2 and strpos($1, lower(spelling)) > 0
  limit $2`);
