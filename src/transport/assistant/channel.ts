import type { Logger } from 'pino';
import { WebSocketServer, type RawData } from 'ws';
import type { AssistantEvent, AssistantQuestion } from '../../schema/assistant.js';
import { errors, type DomainError } from '../../schema/errors.js';
import { loggable } from '../../schema/loggable.js';
import { outageOf } from '../../schema/outages.js';
import type { Language } from '../../schema/texts.js';
import { callerOf, tokenOf, type Caller } from '../caller.js';
import { failureOf } from '../format-error.js';
import type { RateLimiter } from '../rate-limit.js';
import { closeCodes, socketBounds } from '../socket/bounds.js';
import { Connection } from '../socket/connection.js';
import { Connections } from '../socket/connections.js';
import { watchOver, type LifetimeOptions } from '../socket/lifetime.js';
import { isOriginAllowed } from '../socket/origin.js';
import { refuseUpgrade, type Upgrade, type Upgrades } from '../upgrades.js';
import { Conversation } from './conversation.js';
import { connectedFrame, errorFrame, knownTexts } from './frames.js';

/** Where clients open the channel. */
export const assistantPath = '/ws/ai/response/front';

/** How much the channel gives to one client. Documented in docs/assistant-channel.md. */
export const assistantBounds = {
  ...socketBounds,
  /** A message holds the page that the client shows. */
  messageBytesMax: 512 * 1024,
  /** What somebody may send who is only told to sign in. */
  strangerBytesMax: 1024,
  waitingMessagesMax: 3,
  messagesPerMinuteMax: 60,
  /** A newer connection takes over; those before are about to be closed. */
  connectionsOfUserMax: 5,
  connectionsOfAddressMax: 500,
  connectionsMax: 2_000,
};
type AssistantBounds = typeof assistantBounds;

const takenOver = 4409;

/** What a token says. */
interface Claims {
  readonly userId: string;
  readonly expiresAt: Date;
}

/** What the composition root gives to the channel. */
export interface AssistantChannelOptions<C extends object> {
  readonly upgrades: Upgrades;
  readonly config: {
    readonly TRUST_PROXY: boolean;
    readonly corsOrigins: readonly string[] | null;
    readonly REST_LANGUAGE: 'zh' | 'auto';
  };
  readonly log: Pick<Logger, 'debug' | 'error'>;
  readonly tokens: { verify(token: string): Claims | null };
  readonly limiter: Pick<RateLimiter, 'take'>;
  readonly onSessionsEnded: LifetimeOptions['onSessionsEnded'];
  readonly isInitialised: () => Promise<boolean>;
  /** The context of each question. @throws UNAUTHENTICATED when the token is not valid now */
  readonly contextOf: (caller: Caller) => Promise<C>;
  /** How clients of /api/v1 are told of a failure. */
  readonly envelopeOf: (error: DomainError, language: Language) => object;
  readonly answer: (
    context: C,
    question: AssistantQuestion,
    signal: AbortSignal,
  ) => AsyncIterable<AssistantEvent>;
  readonly bounds?: Partial<AssistantBounds>;
}

/** Serves the channel of the assistant, as docs/assistant-channel.md says; gives what stops it. */
export function attachAssistantChannel<C extends object>(
  options: AssistantChannelOptions<C>,
): { stop(): Promise<void> } {
  const { upgrades, config, log, tokens, limiter, contextOf } = options;
  const bounds = { ...assistantBounds, ...options.bounds };
  const connections = new Connections(bounds);
  const conversations = new Map<string, Conversation>();
  const known = socketServer(bounds.messageBytesMax, bounds);
  const strangers = socketServer(bounds.strangerBytesMax, bounds);
  let isStopping = false;

  /** Who is calling comes first: what a stranger sends is hardly read. */
  async function open({ request, socket, head, parameters }: Upgrade): Promise<void> {
    const asked = callerOf(request, { trustProxy: config.TRUST_PROXY });
    const caller: Caller = {
      ...asked,
      language: config.REST_LANGUAGE === 'auto' ? asked.language : config.REST_LANGUAGE,
      token: tokenOf(parameters.get('token')) ?? asked.token,
    };
    if (!isOriginAllowed(request, config.corsOrigins)) return refuseUpgrade(socket, 403);
    if (!(await options.isInitialised()))
      return refuseUpgrade(socket, 403, options.envelopeOf(errors.notInitialised(), caller.language));
    if (await limiter.take(caller)) return refuseUpgrade(socket, 429);
    const claims = await judge(caller, parameters.has('token'));
    // Asked at last, when nothing is waited for any more.
    if (isStopping || !connections.hasRoomFor(caller.address)) return refuseUpgrade(socket, 503);
    const isStranger = typeof claims === 'string';
    (isStranger ? strangers : known).handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', (error: Error) => log.debug({ reason: error.message }, 'a WebSocket failed'));
      const connection = new Connection(opened, caller, bounds);
      connections.add(connection);
      if (!isStranger) return welcome(connection, claims);
      void connection.send(JSON.stringify(errorFrame(claims)));
      connection.close(closeCodes.unauthorized, 'Unauthorized');
    });
  }

  /** What the token says; or why the caller is not known, in words of the clients. */
  async function judge(caller: Caller, isGiven: boolean): Promise<Claims | string> {
    const { token } = caller;
    if (token === null) return isGiven ? knownTexts.malformedToken : knownTexts.notSignedIn;
    if (!tokenForm.test(token)) return knownTexts.malformedToken;
    const claims = tokens.verify(token);
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
    const conversation = conversations.get(userId);
    conversation?.moveTo(connection).close(takenOver, 'A newer connection took over');
    const present = conversation ?? new Conversation(connection, conversationOptions);
    conversations.set(userId, present);
    connection.socket.on('message', (data: RawData) => {
      if (!connection.countMessage()) return;
      present.hear(String(data)).catch((error: unknown) => report(error, connection.caller.requestId));
    });
    connection.socket.once('close', () => {
      if (present.endWith(connection)) conversations.delete(userId);
    });
  }

  const report = (error: unknown, requestId: string): void =>
    log.error({ requestId, ...loggable(error) }, 'the assistant failed unexpectedly');

  const conversationOptions = {
    waitingMessagesMax: bounds.waitingMessagesMax,
    overRate: (caller: Caller) => limiter.take(caller),
    async *answer(caller: Caller, question: AssistantQuestion, signal: AbortSignal) {
      yield* options.answer(await contextOf(caller), question, signal);
    },
    report,
  };

  const leave = upgrades.serve(assistantPath, (upgrade) => {
    open(upgrade).catch((error: unknown) => {
      if (outageOf(error)) return refuseUpgrade(upgrade.socket, 503);
      report(error, callerOf(upgrade.request, { trustProxy: false }).requestId);
      refuseUpgrade(upgrade.socket, 500);
    });
  });
  const stop = watchOver(connections, { ...options, bounds });
  return {
    async stop() {
      isStopping = true;
      leave();
      await stop();
    },
  };
}

/** A token as this server gives them, or as the service before did. */
const tokenForm = /^(?:[\w-]+\.[\w-]+\.[\w-]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const socketServer = (maxPayload: number, { closeMs }: AssistantBounds): WebSocketServer =>
  new WebSocketServer({
    noServer: true,
    maxPayload,
    perMessageDeflate: false,
    clientTracking: false,
    closeTimeout: closeMs,
  } as never);
