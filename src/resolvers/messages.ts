import { FieldResolver, Resolver, Root, type ClassType } from 'type-graphql';
import { ImportFailure } from '../entities/imports.js';
import { Objection } from '../entities/scheduling/advice.js';
import { Clash } from '../entities/scheduling/changes.js';
import { SchedulingCause } from '../entities/scheduling/tasks.js';
import { SeriesClash } from '../entities/scheduling/series-changes.js';
import { SeriesProposal } from '../entities/scheduling/series-proposals.js';

/** Text that is shown is called `message`; these types have it under an older name as well. */
const olderNames = [
  [Clash, 'text'],
  [ImportFailure, 'reason'],
  [Objection, 'text'],
  [SchedulingCause, 'text'],
  [SeriesClash, 'text'],
  [SeriesProposal, 'text'],
] as const;

function messageResolver(type: ClassType, olderName: string): new () => object {
  @Resolver(() => type)
  class MessageResolver {
    @FieldResolver(() => String, { description: 'It in words, in the language of the caller.' })
    message(@Root() shown: Record<string, string>): string {
      return shown[olderName];
    }
  }
  return MessageResolver;
}

export const messageResolvers = olderNames.map(([type, olderName]) => messageResolver(type, olderName));
