/**
 * TypeGraphQL asks for one as soon as there is a subscription. Ours follow the event bus by their own
 * `subscribe`, because the usual one ends the process when a single client stops reading.
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
