import { Extensions, Field, Int, ObjectType } from 'type-graphql';
import { Id } from '../../schema/scalars.js';
import { shown } from '../../schema/shown.js';
import { ReadinessKind } from '../../schema/readiness.js';

/** Records of a gap that are told by name. */
export const gapItemsMax = 20;

@ObjectType({ description: 'A record to which something is missing before a run.' })
export class ReadinessItem {
  @shown(() => Id, 'Identifier of the record that the kind is about.')
  id: string;

  @shown(() => String, 'Its name.')
  name: string;

  @shown(() => String, 'What is missing to it, in the language of the caller.')
  message: string;
}

@ObjectType({ description: 'Something that is missing in a semester before a run.' })
export class ReadinessGap {
  @shown(() => ReadinessKind, 'What is missing.')
  kind: ReadinessKind;

  @shown(() => String, 'The same in words, with the number, in the language of the caller.')
  message: string;

  @shown(() => Boolean, 'Whether a run passes over what it is missing to, or does not begin for it.')
  isPassedOver: boolean;

  @shown(() => String, 'What mends it, in the language of the caller.')
  remedy: string;

  @shown(() => [String], 'The operations that mend it.')
  operations: string[];

  @shown(() => Int, 'Number of records to which it is missing.')
  count: number;

  @Extensions({ expectedRows: gapItemsMax })
  @Field(() => [ReadinessItem], { description: `The first ${gapItemsMax} of them by name.` })
  items: ReadinessItem[];
}

@ObjectType({ description: 'What is missing in a semester before a run.' })
export class SchedulingReadiness {
  @shown(() => Boolean, 'Whether a run would pass over nothing.')
  isReady: boolean;

  @Extensions({ expectedRows: Object.keys(ReadinessKind).length })
  @Field(() => [ReadinessGap], {
    description: 'What is missing, by kind: first what stops a run, or is passed over by it.',
  })
  gaps: ReadinessGap[];
}
