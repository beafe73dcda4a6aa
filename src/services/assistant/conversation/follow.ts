import { AssistantEvent } from '../../../entities/assistant.js';
import { AssistantEventKind } from '../../../schema/enums.js';
import type { Row } from '../../../schema/rows.js';
import { authorize, declareRights, signedIn } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { firstAfter, followInOrder, type OrderedEvent } from '../../../data/in-order.js';
import { groupBy, loaderOf } from '../../../data/loaders.js';
import type { TakenMessage } from './conversations.js';
import type { StoredEvent } from '../event-data.js';
import { conversationOf, conversationTopic } from '../events.js';

declareRights({ assistantChat: signedIn });

/** Greatest number of events that are read at once; the rest follows with the next. */
const eventsMax = 200;

/** Follows a conversation of the caller from the sequence that is known. */
export function followConversation(
  ctx: Context,
  conversation: string,
  after: number,
): AsyncIterableIterator<OrderedEvent> {
  authorize(ctx, 'assistantChat');
  return followInOrder(ctx.app.bus.follow(conversationTopic, conversation), conversation, after);
}

/** The events of a conversation that came since the last one, in order. */
export async function eventsSince(
  ctx: Context,
  conversation: string,
  { follower }: OrderedEvent,
): Promise<Row<AssistantEvent>[]> {
  authorize(ctx, 'assistantChat');
  const found = await findEvents(ctx, [conversation], follower.last);
  if (found.length === 0) await conversationOf(ctx, conversation);
  follower.last = found.at(-1)?.sequence ?? follower.last;
  follower.isBehind = found.length === eventsMax;
  return found;
}

/** Greatest number of events that are read at once of several conversations. */
const eventsOfAllMax = 5_000;

const findEvents = (
  { rows }: Context,
  conversations: readonly string[],
  after: number,
): Promise<Row<AssistantEvent>[]> =>
  rows.find(
    AssistantEvent,
    { conversation: { $in: conversations }, sequence: { $from: firstAfter(after) } },
    {
      orderBy: { sequence: 'asc' },
      limit: conversations.length === 1 ? eventsMax : eventsOfAllMax,
      isPrepared: true,
    },
  );

/** The events of a conversation of the caller after a sequence, in order; the first of many. */
export async function readEvents(
  ctx: Context,
  conversation: string,
  after: number,
): Promise<Row<AssistantEvent>[]> {
  const read = async (ids: readonly string[]): Promise<Map<string, Row<AssistantEvent>[]>> => {
    return groupBy(await findEvents(ctx, ids, after), (row) => row.conversation);
  };
  const name = `events after ${after}`;
  const events = await loaderOf<Row<AssistantEvent>[]>(ctx, name, read, []).load(conversation);
  return events.slice(0, eventsMax);
}

const lastKinds: readonly AssistantEventKind[] = [AssistantEventKind.DONE, AssistantEventKind.ERROR];

/** The events of the answer to a message as they come, for the product's own parts; the last one ends it. */
export async function* eventsOfAnswer(
  ctx: Context,
  { conversation, sequence }: TakenMessage,
): AsyncGenerator<StoredEvent> {
  const events = followConversation(ctx, conversation, sequence);
  try {
    for await (const event of events)
      for (const stored of await eventsSince(ctx, conversation, event)) {
        yield stored as StoredEvent;
        if (lastKinds.includes(stored.kind)) return;
      }
  } finally {
    await events.return?.();
  }
}
