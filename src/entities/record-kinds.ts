import { Float, ObjectType, registerEnumType } from 'type-graphql';
import { Id } from '../schema/scalars.js';
import { shown } from '../schema/shown.js';

/** How the value of a field of a record is written. */
export enum RecordFieldKind {
  TEXT = 'TEXT',
  FLAG = 'FLAG',
  INTEGER = 'INTEGER',
  DECIMAL = 'DECIMAL',
  DATE = 'DATE',
  REFERENCE = 'REFERENCE',
  LIST = 'LIST',
}
registerEnumType(RecordFieldKind, {
  name: 'RecordFieldKind',
  description: 'How the value of a field of a record is written.',
  valuesConfig: {
    TEXT: { description: 'A text.' },
    FLAG: { description: 'Yes or no.' },
    INTEGER: { description: 'A whole number.' },
    DECIMAL: { description: 'A number with decimals.' },
    DATE: { description: 'A day.' },
    REFERENCE: { description: 'The identifier of another record, one of its `options`.' },
    LIST: { description: 'Identifiers of other records, some of its `options`.' },
  },
});

@ObjectType({
  description: 'What a form asks for one field of a record; texts are in the language of the caller.',
})
export class RecordField {
  @shown(() => String, 'Its name in inputs.')
  name: string;

  @shown(() => String, 'What people call it.')
  label: string;

  @shown(() => String, 'What it means, where that is told in the language of the caller.', { nullable: true })
  about: string | null;

  @shown(() => RecordFieldKind, 'How its value is written.')
  kind: RecordFieldKind;

  @shown(() => Boolean, 'Whether a new record must be given a value.')
  isRequired: boolean;

  @shown(() => Boolean, 'Whether a record may be without a value.')
  isClearable: boolean;

  @shown(
    () => Boolean,
    'Whether the record has it as a field; what only goes along with a change is not kept there.',
  )
  isStored: boolean;

  @shown(() => Float, 'The least value, or the least length of a text.', { nullable: true })
  min: number | null;

  @shown(() => Float, 'The greatest value, or the greatest length of a text.', { nullable: true })
  max: number | null;

  @shown(() => String, 'The value with which a form begins, written as text.', { nullable: true })
  initial: string | null;

  @shown(() => String, 'What a new record gets where it is left out, in words.', { nullable: true })
  leftOut: string | null;

  @shown(() => String, 'The query that finds what may be chosen, by `keyword`.', { nullable: true })
  options: string | null;

  @shown(() => Boolean, 'Whether the `keyword` of a list is looked for in it.')
  isSearched: boolean;

  @shown(() => String, 'The column by which lists are sorted by it; null where they cannot be.', {
    nullable: true,
  })
  order: string | null;
}

@ObjectType({
  description: 'A kind of records of the institution: how they are called, and what their forms ask for.',
})
export class RecordKind {
  @shown(() => String, 'Their type, such as `Campus`; inputs are called `CampusInput` and `CampusPatch`.')
  name: string;

  @shown(() => String, 'What people call one of them, in the language of the caller.')
  noun: string;

  @shown(() => String, 'The query of their list.')
  list: string;

  @shown(() => String, 'The query of one of them; null where the caller may not ask it.', { nullable: true })
  one: string | null;

  @shown(() => String, 'The mutation that makes one; null where the caller may not.', { nullable: true })
  create: string | null;

  @shown(() => String, 'The mutation that changes one; null where the caller may not.', { nullable: true })
  update: string | null;

  @shown(() => String, 'The mutation that deletes one; null where the caller may not.', { nullable: true })
  remove: string | null;

  @shown(() => [Id], 'Departments whose records alone the caller may make and change; null: those of all.', {
    nullable: true,
  })
  departments: readonly string[] | null;

  @shown(() => [RecordField], 'What a caller may set, in the order of the form.')
  fields: readonly RecordField[];
}
