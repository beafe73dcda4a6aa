import { Extensions, Field, Int, ObjectType } from 'type-graphql';
import { GraphQLJSON } from 'graphql-scalars';
import { AuditAction } from '../schema/enums.js';
import { Id, Instant } from '../schema/scalars.js';

@ObjectType({ description: 'A column of a record, as it was before a change and as it is after it.' })
export class AuditColumn {
  @Field(() => String, { description: 'Name of the column, as its field is called.', simple: true })
  name: string;

  @Field(() => String, { description: 'Its name in the language of the caller.', simple: true })
  label: string;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: 'The value before; of a reference the identifier. Null for a new record.',
    simple: true,
  })
  before: unknown;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: 'The value after; of a reference the identifier. Null for a deleted record.',
    simple: true,
  })
  after: unknown;

  @Field(() => Boolean, {
    description: 'Whether the values are kept from the caller, as a password or a personal column is.',
    simple: true,
  })
  isWithheld: boolean;
}

@ObjectType({ description: 'A record that was created, changed or deleted.' })
export class AuditRecord {
  @Field(() => Id, { description: 'Identifier of the record, which may be gone by now.', simple: true })
  id: string;

  @Extensions({ expectedRows: 5 })
  @Field(() => [AuditColumn], {
    description: 'The columns that changed; of a new or deleted record those that were not empty.',
    simple: true,
  })
  columns: AuditColumn[];
}

@ObjectType({ description: 'A person who changed records.' })
export class AuditPerson {
  @Field(() => Id, { description: 'Identifier of the account.', simple: true })
  id: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the teacher or student, else of the account; null if that was deleted.',
    simple: true,
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
  @Field(() => Instant, { description: 'When the transaction began.', simple: true })
  at: Date;

  @Field(() => AuditAction, { description: 'What was done.', simple: true })
  action: AuditAction;

  @Field(() => String, { description: 'Type of the records, such as Student.', simple: true })
  type: string;

  @Field(() => String, {
    description: 'What one of them is called, in the language of the caller.',
    simple: true,
  })
  noun: string;

  @Field(() => Int, { description: 'Number of the records that the caller may know of.', simple: true })
  count: number;

  @Extensions({ expectedRows: 2 })
  @Field(() => [AuditRecord], {
    description: `The first ${recordsPerLine} of the records; of a list by record only that.`,
    simple: true,
  })
  records: AuditRecord[];

  @Field(() => AuditPerson, {
    nullable: true,
    description: 'Whose doing it was; null for work that no person asked for.',
    simple: true,
  })
  person: AuditPerson | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Why it was done: of a change of a timetable what its person said, else, if no person did it, what ' +
      'did, such as "scheduling job".',
    simple: true,
  })
  reason: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of the change of a timetable of which it is part.',
    simple: true,
  })
  change: number | null;

  @Field(() => Id, { nullable: true, description: 'The task of which it is part.', simple: true })
  task: string | null;
}
