import { Extensions, Field, Int, ObjectType } from 'type-graphql';
import { Id } from '../../schema/scalars.js';
import { ReadinessKind } from '../../schema/readiness.js';

/** Records of a gap that are told by name. */
export const gapItemsMax = 20;

@ObjectType({ description: 'A record to which something is missing before a run.' })
export class ReadinessItem {
  @Field(() => Id, { description: 'Identifier of the record that the kind is about.', simple: true })
  id: string;

  @Field(() => String, { description: 'Its name.', simple: true })
  name: string;

  @Field(() => String, {
    description: 'What is missing to it, in the language of the caller.',
    simple: true,
  })
  message: string;
}

@ObjectType({ description: 'Something that is missing in a semester before a run.' })
export class ReadinessGap {
  @Field(() => ReadinessKind, { description: 'What is missing.', simple: true })
  kind: ReadinessKind;

  @Field(() => String, {
    description: 'The same in words, with the number, in the language of the caller.',
    simple: true,
  })
  message: string;

  @Field(() => Boolean, {
    description: 'Whether a run passes over what it is missing to, or does not begin for it.',
    simple: true,
  })
  isPassedOver: boolean;

  @Field(() => String, { description: 'What mends it, in the language of the caller.', simple: true })
  remedy: string;

  @Field(() => [String], { description: 'The operations that mend it.', simple: true })
  operations: string[];

  @Field(() => Int, { description: 'Number of records to which it is missing.', simple: true })
  count: number;

  @Extensions({ expectedRows: gapItemsMax })
  @Field(() => [ReadinessItem], { description: `The first ${gapItemsMax} of them by name.` })
  items: ReadinessItem[];
}

@ObjectType({ description: 'What is missing in a semester before a run.' })
export class SchedulingReadiness {
  @Field(() => Boolean, { description: 'Whether a run would pass over nothing.', simple: true })
  isReady: boolean;

  @Extensions({ expectedRows: Object.keys(ReadinessKind).length })
  @Field(() => [ReadinessGap], {
    description: 'What is missing, by kind: first what stops a run, or is passed over by it.',
  })
  gaps: ReadinessGap[];
}
