import { setTimeout as delay } from 'node:timers/promises';
import OpenAI, { APIConnectionError, APIError } from 'openai';
import type { Settings } from '../../../data/app.js';
import { answerBytesMax, callsMax, retrySecondsMax, stepTokensMax, tokensOf, wordsMax } from './bounds.js';
import { ModelFailure } from './failure.js';
import type { Tokens } from './usage.js';

export type Message = OpenAI.Chat.ChatCompletionMessageParam;
export type ToolTold = OpenAI.Chat.ChatCompletionTool;

/** A tool that a model calls, as it said it. */
export interface Called {
  id: string;
  name: string;
  /** Whatever it wrote; JSON at best. */
  arguments: string;
}

/** What a model said in one step. */
export interface Turn {
  readonly words: string;
  readonly calls: readonly Called[];
}

export interface Asked {
  readonly messages: Message[];
  readonly tools: ToolTold[];
  /** Estimate of what the model reads. */
  readonly tokens: number;
  /** Ends the step when the person is gone or the time is up. */
  readonly signal: AbortSignal;
  /** Counted into, also of a step that fails. */
  readonly spent: Tokens;
  onWords(words: string): void;
}

/** Whether a language model is set up. */
export const hasModel = ({ AI_BASE_URL }: Settings): boolean => AI_BASE_URL !== undefined;

/** The endpoint of the settings, which speaks the protocol of OpenAI; no other host is ever called. */
export class Endpoint {
  private readonly client: OpenAI;
  /** Newer models refuse the older name of the bound. */
  private boundName: 'max_tokens' | 'max_completion_tokens' = 'max_tokens';

  constructor(private readonly settings: Settings) {
    this.client = new OpenAI({
      baseURL: settings.AI_BASE_URL,
      apiKey: settings.AI_API_KEY ?? 'none',
      // Otherwise variables of the environment count, and its own log would repeat what was said.
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      logLevel: 'off',
      maxRetries: 0,
      timeout: settings.AI_TIMEOUT_SECONDS * 1000,
      fetch: fetchOnlyFrom(new URL(settings.AI_BASE_URL!)),
    });
  }

  /** Asks once, and once more where the endpoint was busy or failed before it said anything. */
  async ask(asked: Asked): Promise<Turn> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.askOnce(asked);
      } catch (error) {
        asked.signal.throwIfAborted();
        const waitMs = attempt === 1 ? this.waitMsAfter(error) : null;
        if (waitMs === null) throw failureOf(error);
        await delay(waitMs, undefined, { signal: asked.signal });
      }
    }
  }

  private async askOnce({ messages, tools, tokens, signal, spent, onWords }: Asked): Promise<Turn> {
    const stream = await this.client.chat.completions.create(
      {
        model: this.settings.AI_MODEL!,
        messages,
        tools,
        stream: true,
        stream_options: { include_usage: true },
        [this.boundName]: stepTokensMax,
      },
      { signal },
    );
    const before = { ...spent };
    spent.in += tokens;
    const turn = new GrowingTurn();
    for await (const { choices, usage } of stream) {
      const words = turn.take(choices?.[0]);
      spent.out = before.out + turn.tokens;
      if (words) onWords(words);
      if (isCount(usage?.prompt_tokens)) spent.in = before.in + usage.prompt_tokens;
      if (isCount(usage?.completion_tokens)) turn.reported = usage.completion_tokens;
    }
    spent.out = before.out + (turn.reported ?? turn.tokens);
    return turn.finished();
  }

  /** How long to wait before the only other attempt; null: it would not help. */
  private waitMsAfter(error: unknown): number | null {
    if (!(error instanceof APIError)) return null;
    const { status, headers, message } = error;
    if (status === 400 && this.boundName === 'max_tokens' && message.includes('max_completion_tokens')) {
      this.boundName = 'max_completion_tokens';
      return 0;
    }
    if (status !== 429 && !(status >= 500)) return null;
    const seconds = retrySeconds(headers?.get('retry-after') ?? null);
    return seconds <= retrySecondsMax ? seconds * 1000 : null;
  }
}

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < 10_000_000;

/** The seconds of a Retry-After header, which may be a date; half a second where it is none. */
function retrySeconds(header: string | null): number {
  if (header === null) return 0.5;
  const seconds = /^\d+(\.\d+)?$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? 0.5 : Math.max(0, seconds);
}

/** A turn while its pieces arrive. */
class GrowingTurn {
  /** Tokens of the turn as the endpoint counts them, if it does. */
  reported: number | undefined;
  /** The same as estimated: a piece is a token at least. */
  tokens = 0;
  private words = '';
  private readonly calls: Called[] = [];
  private size = 0;
  private reason: string | null = null;

  /** Adds a piece. Answers with the words in it. @throws ModelFailure when it grows beyond its bounds */
  take(choice: OpenAI.Chat.ChatCompletionChunk.Choice | undefined): string {
    if (!choice) return '';
    this.reason = choice.finish_reason ?? this.reason;
    const { content, tool_calls } = choice.delta ?? {};
    const words = typeof content === 'string' ? content : '';
    this.words += words;
    this.count(words);
    for (const piece of Array.isArray(tool_calls) ? tool_calls : []) this.takeCall(piece);
    if (this.size > wordsMax) throw new ModelFailure('TOO_LARGE');
    return words;
  }

  finished(): Turn {
    if (this.reason === null) throw new ModelFailure('BROKEN');
    if (this.reason === 'length') throw new ModelFailure('TOO_LARGE');
    if (this.reason === 'content_filter') throw new ModelFailure('REFUSED');
    return { words: this.words, calls: this.calls.filter((call) => call !== undefined) };
  }

  private takeCall(piece: OpenAI.Chat.ChatCompletionChunk.Choice.Delta.ToolCall): void {
    // Some endpoints send whole calls and leave the place out.
    const at = piece.index ?? this.calls.length;
    if (!isCount(at) || at >= callsMax) throw new ModelFailure('TOO_LARGE');
    const call = (this.calls[at] ??= { id: '', name: '', arguments: '' });
    const { name, arguments: text } = piece.function ?? {};
    if (typeof piece.id === 'string') call.id ||= piece.id.slice(0, 64);
    if (typeof name === 'string') call.name = (call.name + name).slice(0, 64);
    if (typeof text !== 'string') return;
    call.arguments += text;
    this.count(text);
  }

  private count(piece: string): void {
    this.size += piece.length;
    this.tokens += tokensOf(piece);
  }
}

/** What an endpoint has to know; the package would add facts about this machine. */
const sentHeaders = ['authorization', 'content-type', 'accept'];

/** Calls this host only, follows no redirects, and ends answers that are too long. */
const fetchOnlyFrom =
  ({ origin }: URL): typeof fetch =>
  async (address, init) => {
    const url = new URL(address instanceof Request ? address.url : address);
    if (url.origin !== origin) throw new ModelFailure('REDIRECT');
    const headers = sentHeaders.flatMap((name) => {
      const value = new Headers(init?.headers).get(name);
      return value === null ? [] : [[name, value] as [string, string]];
    });
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel();
      throw new ModelFailure('REDIRECT');
    }
    return new Response(response.body?.pipeThrough(bounded()) ?? null, response);
  };

function bounded(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > answerBytesMax) controller.error(new ModelFailure('TOO_LARGE'));
      else controller.enqueue(chunk);
    },
  });
}

/** What went wrong, without the texts of the endpoint, which may repeat what was said and the key. */
function failureOf(error: unknown): ModelFailure {
  // The package wraps what failed below it.
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++)
    if (cause instanceof ModelFailure) return cause;
  if (error instanceof APIConnectionError) return new ModelFailure('UNREACHABLE');
  if (!(error instanceof APIError) || error.status === undefined) return new ModelFailure('BROKEN');
  if (error.status === 429) return new ModelFailure('BUSY');
  return new ModelFailure(error.status >= 500 ? 'UNREACHABLE' : 'REFUSED');
}
