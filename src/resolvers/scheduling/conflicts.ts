import { Arg, Ctx, Extensions, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { ChangeProposal } from '../../entities/scheduling/advice.js';
import {
  Clash,
  Occurrence,
  TimetableChangeInput,
  TimetableChangeOutcome,
} from '../../entities/scheduling/changes.js';
import { Conflict } from '../../entities/scheduling/conflicts.js';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import type { Context } from '../../data/context.js';
import { repairsOf, repairsMax } from '../../services/scheduling/conflicts/conflict-repairs.js';
import type { Proposal } from '../../services/scheduling/advice/suggestions.js';
import { resolveConflict } from '../../services/scheduling/conflicts/conflict-resolution.js';
import { conflictDecisions } from '../../services/scheduling/conflicts/conflict-decisions.js';
import { clashesOf, conflicts, settledByName } from '../../services/scheduling/conflicts/conflicts.js';
import { crudResolver, dryRun, reason } from '../crud.js';
import { acceptsClashesText, clashFor } from './changed-meetings.js';
import { outcomeFor, requestsOf } from './changes.js';

/** What a query is charged for the clashes of a conflict. */
const clashesExpected = 4;

/** Greatest length of the description of a conflict, in characters. */
const descriptionMax = 255;

const idArg = { description: 'Identifier of the conflict.' };

@Resolver(() => Conflict)
export class ConflictResolver extends crudResolver(conflicts, { omit: ['one'] }) {
  @Query(() => Conflict, { description: 'One conflict.' })
  conflict(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, idArg) id: string,
    @Arg('isPublished', () => Boolean, {
      defaultValue: false,
      description: 'Whether a conflict counts as unknown where its timetable is not published.',
    })
    isPublished: boolean,
  ): Promise<Row<Conflict>> {
    return conflicts.seen(ctx, id, isPublished);
  }

  @Mutation(() => Conflict, {
    description: 'Accepts an open conflict, with person and reason: it no longer stops a publish.',
  })
  ignoreConflict(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, idArg) id: string,
    @Arg('reason', () => String, { description: 'Why it is harmless; kept with it, and shown.' })
    reason: string,
  ): Promise<Row<Conflict>> {
    return conflictDecisions.ignore(ctx, id, reason);
  }

  @Mutation(() => Conflict, {
    description: 'Takes back that a conflict was ignored or accepted: it is open again.',
  })
  reopenConflict(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, idArg) id: string,
    @reason why: string | undefined,
  ): Promise<Row<Conflict>> {
    return conflictDecisions.reopen(ctx, id, why ?? null);
  }

  @Mutation(() => TimetableChangeOutcome, {
    description:
      'Ends a conflict by a change of its timetable: the best of its repairs, or what you say. Refused ' +
      'where the conflict would still be there, or the change clashes with something else that you do not ' +
      'accept.',
  })
  resolveConflict(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, idArg) id: string,
    @Arg('input', () => TimetableChangeInput, {
      nullable: true,
      description: 'What moves, such as the items of one of its repairs; by default its best repair.',
    })
    input: TimetableChangeInput | undefined,
    @dryRun isDryRun: boolean,
    @reason why: string | undefined,
    @Arg('acceptsClashes', () => Boolean, { defaultValue: false, description: acceptsClashesText })
    isAccepted: boolean,
  ): Promise<TimetableChangeOutcome> {
    const items = input?.items && requestsOf(input.items);
    const terms = { items, reason: why, acceptsClashes: isAccepted, isDryRun };
    return outcomeFor(ctx, resolveConflict(ctx, id, terms));
  }

  @Extensions({ expectedRows: repairsMax })
  @FieldResolver(() => [ChangeProposal], {
    description:
      'Changes that end it, the best first: either side moves to where it clashes with nothing, or has ' +
      'another further teacher than the one who is needed twice, or at last none. At most five, and of at ' +
      'most ten conflicts in one call; none where it is resolved or nothing was found.',
  })
  repairs(@Ctx() ctx: Context, @Root() conflict: Row<Conflict>): Promise<Proposal[]> {
    return repairsOf(ctx, conflict);
  }

  @Mutation(() => Int, {
    description:
      'Takes the resolved conflicts of a series in the published timetable off the lists and answers how ' +
      'many; each can still be read by its identifier.',
  })
  dismissConflicts(
    @Ctx() ctx: Context,
    @Arg('series', () => Id, { description: 'Identifier of the series.' }) series: string,
  ): Promise<number> {
    return conflictDecisions.dismiss(ctx, series);
  }

  @Extensions({ expectedRows: clashesExpected })
  @FieldResolver(() => [Clash], {
    description: 'The pairs of meetings that overlap, in order; of a resolved conflict those that did last.',
  })
  async clashes(@Ctx() ctx: Context, @Root() { id }: Row<Conflict>): Promise<Clash[]> {
    const clashes = await clashesOf(ctx, id);
    return Promise.all(clashes.map((clash) => clashFor(ctx, clash)));
  }

  @FieldResolver(() => String, { nullable: true, description: 'Name of whoever settled it; for planners.' })
  resolvedByName(@Ctx() ctx: Context, @Root() { resolvedBy }: Row<Conflict>): Promise<string | null> {
    return settledByName(ctx, resolvedBy);
  }

  @FieldResolver(() => String, { nullable: true, description: 'Name of whoever accepted it; for planners.' })
  acceptedByName(@Ctx() ctx: Context, @Root() { acceptedBy }: Row<Conflict>): Promise<string | null> {
    return settledByName(ctx, acceptedBy);
  }

  @FieldResolver(() => Occurrence, { nullable: true, description: 'The first time at which it overlaps.' })
  async firstOccurrence(@Ctx() ctx: Context, @Root() { id }: Row<Conflict>): Promise<Occurrence | null> {
    const [first] = (await clashesOf(ctx, id)).flatMap(({ times }) => times.slice(0, 1));
    return first ? { week: first.week, dayOfWeek: first.day, period: first.period } : null;
  }

  @FieldResolver(() => String, {
    description: 'The conflict in words, with all its weeks, in the language of the caller.',
  })
  async description(@Ctx() ctx: Context, @Root() { id }: Row<Conflict>): Promise<string> {
    const texts = (await clashesOf(ctx, id)).map(({ text }) => text[ctx.language]);
    const whole = texts.join(ctx.language === 'zh' ? '；' : ' ');
    return whole.length > descriptionMax ? `${whole.slice(0, descriptionMax - 1)}…` : whole;
  }
}
