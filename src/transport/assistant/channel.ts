import type { Logger } from 'pino';
import type { AssistantEvent, AssistantQuestion } from '../../schema/assistant.js';
import { errors, type DomainError } from '../../schema/errors.js';
import { loggable } from '../../schema/loggable.js';
import { outageOf } from '../../schema/outages.js';
import type { Language } from '../../schema/texts.js';
import { tellOfSocket, type Asked } from '../asked.js';
import { callerOf, tokenOf, type Caller } from '../caller.js';
import { failureOf } from '../graphql/format-error.js';
import type { RateLimiter } from '../rate-limit.js';
import { closeCodes, socketBounds } from '../socket/bounds.js';
import { Connection } from '../socket/connection.js';
import { Connections, socketServer } from '../socket/connections.js';
import type { OperationsOptions } from '../socket/operations.js';
import { watchOver, type LifetimeOptions } from '../socket/lifetime.js';
import { isOriginAllowed } from '../socket/origin.js';
import type { Shares } from '../shares.js';
import { refuseUpgrade, type Upgrade, type Upgrades } from '../upgrades.js';
import { Conversation } from './conversation.js';
import { connectedFrame, errorFrame, knownTexts } from './frames.js';

/** Where clients open the channel. */
export const assistantPath = '/ws/ai/response/front';

/** Limits of the channel, documented in docs/assistant.md. */
const assistantBounds = {
  ...socketBounds,
  /** Messages contain the page that the client shows. */
  messageBytesMax: 512 * 1024,
  /** For callers who are not signed in, and only get an error. */
  anonymousBytesMax: 1024,
  waitingMessagesMax: 3,
  /** Milliseconds between two frames: 10 to 50 apart, clients draw an answer as it comes. */
  frameMs: 15,
  messagesPerMinuteMax: 60,
  /** A newer connection takes over; more than one exist only while older ones are closing. */
  connectionsOfUserMax: 5,
  connectionsOfAddressMax: 500,
  connectionsMax: 2_000,
};
type AssistantBounds = typeof assistantBounds;

type Claims = NonNullable<ReturnType<OperationsOptions['tokens']['verify']>>;

/** The dependencies of the channel, supplied by the composition root. */
interface AssistantChannelOptions<C extends object> {
  readonly upgrades: Upgrades;
  readonly config: {
    readonly TRUST_PROXY: boolean;
    readonly corsOrigins: readonly string[] | null;
    readonly REST_LANGUAGE: 'zh' | 'auto';
  };
  readonly log: Pick<Logger, 'debug' | 'error' | 'info'>;
  readonly tokens: OperationsOptions['tokens'];
  readonly limiter: Pick<RateLimiter, 'take'>;
  readonly onSessionsEnded: LifetimeOptions['onSessionsEnded'];
  readonly isInitialised: () => Promise<boolean>;
  /** Creates the context of each question. @throws UNAUTHENTICATED when the token is not valid now */
  readonly contextOf: (caller: Caller) => Promise<C>;
  /** The error envelope of /api/v1. */
  readonly envelopeOf: (error: DomainError, language: Language) => object;
  readonly answer: (context: C, ...asked: [AssistantQuestion, AbortSignal]) => AsyncIterable<AssistantEvent>;
  readonly bounds?: Partial<AssistantBounds>;
  readonly shares?: Shares;
  /** Tells the other processes that a person has a newer connection here, and hears it from them. */
  readonly takeovers: {
    tell(userId: string): Promise<void>;
    listen(listener: (userId: string) => void): () => void;
  };
}

/** Serves the channel of the assistant as described in docs/assistant.md. */
export function attachAssistantChannel<C extends object>(
  options: AssistantChannelOptions<C>,
): { stop(): Promise<void> } {
  const { upgrades, config, log, tokens, limiter, contextOf } = options;
  const bounds = { ...assistantBounds, ...options.bounds };
  const connections = new Connections(bounds, 'channel', options.shares);
  const conversations = new Map<string, Conversation>();
  const signedInServer = socketServer(bounds);
  const anonymousServer = socketServer({ ...bounds, messageBytesMax: bounds.anonymousBytesMax });
  let isStopping = false;

  /** Authenticates before the upgrade, because the maximum message size depends on it. */
  async function open({ request, socket, head, parameters }: Upgrade): Promise<void> {
    const fromHeaders = callerOf(request, { trustProxy: config.TRUST_PROXY });
    const caller: Caller = {
      ...fromHeaders,
      language: config.REST_LANGUAGE === 'auto' ? fromHeaders.language : config.REST_LANGUAGE,
      token: tokenOf(parameters.get('token')) ?? fromHeaders.token,
    };
    if (!isOriginAllowed(request, config.corsOrigins)) return refuseUpgrade(socket, 403);
    if (!(await options.isInitialised()))
      return refuseUpgrade(socket, 403, options.envelopeOf(errors.notInitialised(), caller.language));
    if (await limiter.take(caller)) return refuseUpgrade(socket, 429);
    const claims = await authenticate(caller, parameters.has('token'));
    // Checked after the last await, so that the answer still holds.
    if (isStopping || !connections.hasRoomFor(caller)) return refuseUpgrade(socket, 503);
    const isAnonymous = typeof claims === 'string';
    (isAnonymous ? anonymousServer : signedInServer).handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', (error: Error) => log.debug({ reason: error.message }, 'a WebSocket failed'));
      const connection = new Connection(opened, caller, bounds);
      connections.add(connection);
      if (!isAnonymous) return welcome(connection, claims);
      void connection.send(JSON.stringify(errorFrame(claims)));
      connection.close(closeCodes.unauthorized, 'Unauthorized');
    });
  }

  /** The claims of the caller's token; or the error text, as clients expect it. */
  async function authenticate(caller: Caller, hasTokenParameter: boolean): Promise<Claims | string> {
    if (caller.token === null && !hasTokenParameter) return knownTexts.notSignedIn;
    if (!tokenPattern.test(caller.token ?? '')) return knownTexts.malformedToken;
    const claims = tokens.verify(caller.token!);
    if (!claims) return knownTexts.notSignedIn;
    try {
      await contextOf(caller);
      return claims;
    } catch (error) {
      if (failureOf(error).code !== 'UNAUTHENTICATED') throw error;
      return knownTexts.notSignedIn;
    }
  }

  function welcome(connection: Connection, { userId, expiresAt }: Claims): void {
    connection.userId = userId;
    if (!connections.assign(connection))
      return connection.close(closeCodes.tryAgainLater, 'Too many connections');
    connection.expireAt(expiresAt);
    void connection.send(JSON.stringify(connectedFrame));
    const older = conversations.get(userId);
    older?.takeOver(connection);
    void options.takeovers.tell(userId);
    const current = older ?? new Conversation(connection, conversationOptions);
    conversations.set(userId, current);
    connection.onMessage(
      (text) => current.receive(text),
      (error) => report(error, connection.caller.requestId),
    );
    connection.socket.once('close', () => {
      if (current.endWith(connection)) conversations.delete(userId);
    });
  }

  const report = (error: unknown, requestId: string): void =>
    log.error({ requestId, ...loggable(error) }, 'the assistant failed unexpectedly');

  const conversationOptions = {
    ...bounds,
    takeRate: (caller: Caller) => limiter.take(caller),
    async *answer(caller: Caller, ...asked: [AssistantQuestion, AbortSignal]) {
      yield* options.answer(await contextOf(caller), ...asked);
    },
    report,
    tell: (caller: Caller, facts: Asked & { readonly ms: number }) =>
      tellOfSocket(log, 'answered', caller, { path: assistantPath, ...facts }),
  };

  const unregister = upgrades.serve(assistantPath, (upgrade) => {
    open(upgrade).catch((error: unknown) => {
      if (outageOf(error)) return refuseUpgrade(upgrade.socket, 503);
      report(error, callerOf(upgrade.request, { trustProxy: false }).requestId);
      refuseUpgrade(upgrade.socket, 500);
    });
  });
  const stop = watchOver(connections, { ...options, bounds });
  const unlisten = options.takeovers.listen((userId) => conversations.get(userId)?.takeOver());
  return {
    async stop() {
      isStopping = true;
      unregister();
      unlisten();
      await stop();
    },
  };
}

/** A JWT as issued by this server, or a UUID as issued by its predecessor. */
const tokenPattern = /^(?:[\w-]+\.[\w-]+\.[\w-]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
