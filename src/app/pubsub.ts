/**
 * A placeholder, because TypeGraphQL requires a PubSub if there are subscriptions. Ours subscribe to the
 * event bus instead: with the default PubSub, a single client that stops reading would end the process.
 */
export const noPubSub = {
  publish(): never {
    throw new Error('Publish on the event bus (database/event-bus.ts).');
  },
  subscribe(): never {
    throw new Error(
      'Give the subscription a `subscribe` that follows the event bus (database/event-bus.ts).',
    );
  },
};
