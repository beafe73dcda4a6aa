import { Extensions, Int, ObjectType } from 'type-graphql';
import { GraphQLJSON } from 'graphql-scalars';
import { AuditAction } from '../schema/enums.js';
import { Id, Instant } from '../schema/scalars.js';
import { shown } from '../schema/shown.js';

@ObjectType({ description: 'A column of a record, as it was before a change and as it is after it.' })
export class AuditColumn {
  @shown(() => String, 'Name of the column, as its field is called.')
  name: string;

  @shown(() => String, 'Its name in the language of the caller.')
  label: string;

  @shown(() => GraphQLJSON, 'The value before; of a reference the identifier. Null for a new record.', {
    nullable: true,
  })
  before: unknown;

  @shown(() => GraphQLJSON, 'The value after; of a reference the identifier. Null for a deleted record.', {
    nullable: true,
  })
  after: unknown;

  @shown(() => Boolean, 'Whether the values are kept from the caller, as a password or a personal column is.')
  isWithheld: boolean;
}

@ObjectType({ description: 'A record that was created, changed or deleted.' })
export class AuditRecord {
  @shown(() => Id, 'Identifier of the record, which may be gone by now.')
  id: string;

  @Extensions({ expectedRows: 5 })
  @shown(
    () => [AuditColumn],
    'The columns that changed; of a new or deleted record those that were not empty.',
  )
  columns: AuditColumn[];
}

@ObjectType({ description: 'A person who changed records.' })
export class AuditPerson {
  @shown(() => Id, 'Identifier of the account.')
  id: string;

  @shown(() => String, 'Name of the teacher or student, else of the account; null if that was deleted.', {
    nullable: true,
  })
  name: string | null;
}

/** Greatest number of records that a line shows one by one. */
export const recordsPerLine = 20;

@ObjectType({
  description:
    'A line of the audit log: what one transaction did alike to records of one kind. A whole import is ' +
    'one line.',
})
export class AuditLine {
  @shown(() => Instant, 'When the transaction began.')
  at: Date;

  @shown(() => AuditAction, 'What was done.')
  action: AuditAction;

  @shown(() => String, 'Type of the records, such as Student.')
  type: string;

  @shown(() => String, 'What one of them is called, in the language of the caller.')
  noun: string;

  @shown(() => Int, 'Number of the records that the caller may know of.')
  count: number;

  @Extensions({ expectedRows: 2 })
  @shown(() => [AuditRecord], `The first ${recordsPerLine} of the records; of a list by record only that.`)
  records: AuditRecord[];

  @shown(() => AuditPerson, 'Whose doing it was; null for work that no person asked for.', { nullable: true })
  person: AuditPerson | null;

  @shown(
    () => String,
    'Why it was done: of a change of a timetable what its person said, else, if no person did it, what ' +
      'did, such as "scheduling job".',
    { nullable: true },
  )
  reason: string | null;

  @shown(() => Int, 'Number of the change of a timetable of which it is part.', { nullable: true })
  change: number | null;

  @shown(() => Id, 'The task of which it is part.', { nullable: true })
  task: string | null;
}
