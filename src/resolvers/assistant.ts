import {
  Arg,
  Ctx,
  Extensions,
  FieldResolver,
  Int,
  Mutation,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import {
  AssistantEvent,
  AssistantOption,
  ChangePlan,
  Conversation,
  PlanApplication,
  SentMessage,
} from '../entities/assistant.js';
import { TimetableChangeOutcome } from '../entities/scheduling/changes.js';
import { AssistantEventKind } from '../schema/enums.js';
import type { Row } from '../schema/rows.js';
import { Id } from '../schema/scalars.js';
import type { Language, Text } from '../schema/texts.js';
import type { Context } from '../data/context.js';
import type { OrderedEvent } from '../data/in-order.js';
import { conversations, type TakenMessage } from '../services/assistant/conversation/conversations.js';
import type { OfferedOption } from '../services/assistant/event-data.js';
import { eventsSince, followConversation, readEvents } from '../services/assistant/conversation/follow.js';
import { applyChangePlan, planReads, type PlanResult } from '../services/assistant/conversation/plans.js';
import type { ChangeOutcome } from '../services/scheduling/changes/change.js';
import { crudResolver } from './crud.js';
import { outcomeFor } from './scheduling/changes.js';

/** What a query is charged for the events of a conversation. */
const eventsExpected = 50;

const conversationArg = { description: 'Identifier of the conversation.' };

@Resolver(() => Conversation)
export class ConversationResolver extends crudResolver(conversations) {
  @Mutation(() => SentMessage, {
    description:
      'Says something to the assistant. Answers at once; follow `assistantChat` to read the answer, which ' +
      'goes on without you. Repeated under one key it is said once.',
  })
  sendToAssistant(
    @Ctx() ctx: Context,
    @Arg('conversation', () => Id, {
      nullable: true,
      description: 'Identifier of the conversation; without it a new one begins.',
    })
    conversation: string | undefined,
    @Arg('text', () => String, { description: 'What you say, up to 2,000 characters.' }) text: string,
    @Arg('key', () => String, { description: 'A text of your own for this message, up to 255 characters.' })
    key: string,
  ): Promise<TakenMessage> {
    return conversations.send(ctx, { conversation, text, key });
  }

  @Mutation(() => Conversation, { description: 'Gives a conversation another title.' })
  renameConversation(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, conversationArg) id: string,
    @Arg('title', () => String, { description: 'The title, up to 64 characters.' }) title: string,
  ): Promise<Row<Conversation>> {
    return conversations.rename(ctx, id, title);
  }

  @Extensions({ expectedRows: eventsExpected })
  @FieldResolver(() => [AssistantEvent], {
    description: 'What was said and done, in order: at most 200 events after the sequence that you know.',
  })
  events(
    @Ctx() ctx: Context,
    @Root() { id }: Row<Conversation>,
    @Arg('after', () => Int, { defaultValue: 0, description: 'Sequence of the newest event that you know.' })
    after: number,
  ): Promise<Row<AssistantEvent>[]> {
    return readEvents(ctx, id, after);
  }

  @Subscription(() => [AssistantEvent], {
    description:
      'What is said and done in a conversation, in order: first what comes after the sequence that you ' +
      'know, then each event that comes. Follow again with the last sequence to go on where you left off.',
    subscribe: ({ args, context }) => {
      const { conversation, after } = args as { conversation: string; after: number };
      return followConversation(context as Context, conversation, after);
    },
  })
  assistantChat(
    @Ctx() ctx: Context,
    @Arg('conversation', () => Id, conversationArg) conversation: string,
    @Root() event: OrderedEvent,
    @Arg('after', () => Int, { defaultValue: 0, description: 'Sequence of the newest event that you know.' })
    _after: number,
  ): Promise<Row<AssistantEvent>[]> {
    return eventsSince(ctx, conversation, event);
  }
}

/** What events of any kind may hold. */
interface Shown {
  readonly text?: string | Text;
  readonly tool?: string;
  readonly plan?: string;
  readonly question?: Text;
  readonly options?: readonly OfferedOption[];
  readonly interpreter?: string | null;
  readonly isFallback?: boolean;
  readonly language?: Language;
}

const shownOf = ({ data }: Row<AssistantEvent>): Shown => data as Shown;

@Resolver(() => AssistantEvent)
export class AssistantEventResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: 'What was said: a message, a piece of an answer, a question, a plan in words, an error.',
  })
  text(@Ctx() { language }: Context, @Root() event: Row<AssistantEvent>): string | null {
    const { text, question, language: own } = shownOf(event);
    const said = question ?? text ?? null;
    return typeof said === 'string' || said === null ? said : said[own ?? language];
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Name of the tool that was used; null of other events.',
  })
  tool(@Root() event: Row<AssistantEvent>): string | null {
    return shownOf(event).tool ?? null;
  }

  @FieldResolver(() => [AssistantOption], {
    description: 'The answers that a question offers; empty of other events.',
  })
  options(@Ctx() { language }: Context, @Root() event: Row<AssistantEvent>): AssistantOption[] {
    const { options = [], language: own } = shownOf(event);
    return options.map(({ label, text }) => ({ label: label[own ?? language], text }));
  }

  @FieldResolver(() => ChangePlan, {
    nullable: true,
    description: 'The plan that is proposed; null of other events.',
  })
  plan(@Ctx() ctx: Context, @Root() event: Row<AssistantEvent>): Promise<object | null> | null {
    const { plan } = shownOf(event);
    return plan ? ctx.rows.one(ChangePlan, plan) : null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'At the end: what read the message, "grammar" or "model"; null where nothing was read.',
  })
  interpreter(@Root() event: Row<AssistantEvent>): string | null {
    return event.kind === AssistantEventKind.DONE ? (shownOf(event).interpreter ?? null) : null;
  }

  @FieldResolver(() => Boolean, {
    description: 'At the end: whether a model was asked first, and failed.',
  })
  isFallback(@Root() event: Row<AssistantEvent>): boolean {
    return shownOf(event).isFallback ?? false;
  }
}

@Resolver(() => ChangePlan)
export class ChangePlanResolver extends crudResolver(planReads) {
  @Mutation(() => PlanApplication, {
    description:
      'Applies a plan as one change, exactly as it was shown. Where it would do something else by now it ' +
      'is checked again, and nothing is applied.',
  })
  applyChangePlan(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the plan.' }) id: string,
    @Arg('hash', () => String, { description: 'The hash of the plan that you were shown.' }) hash: string,
    @Arg('expectedNumber', () => Int, {
      nullable: true,
      description: 'Number of the newest change that you know; a newer one has the plan checked again.',
    })
    expectedNumber?: number,
  ): Promise<PlanResult> {
    return applyChangePlan(ctx, id, hash, expectedNumber);
  }

  @FieldResolver(() => String, { description: 'Tells what the plan shows; whoever applies it names it.' })
  hash(@Root() { fingerprint }: Row<ChangePlan>): string {
    return fingerprint;
  }

  @FieldResolver(() => TimetableChangeOutcome, {
    description: 'What the plan does, as it was when it was checked.',
  })
  outcome(@Ctx() ctx: Context, @Root() { outcome }: Row<ChangePlan>): Promise<object> {
    return outcomeFor(ctx, Promise.resolve(outcome as ChangeOutcome));
  }
}

@Resolver(() => PlanApplication)
export class PlanApplicationResolver {
  @FieldResolver(() => ChangePlan, { description: 'The plan, or what it has become.' })
  plan(@Ctx() ctx: Context, @Root() { plan }: PlanResult): Promise<Row<ChangePlan>> {
    return planReads.load(ctx, plan);
  }
}
