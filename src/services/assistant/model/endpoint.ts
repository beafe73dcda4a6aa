import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Settings } from '../../../data/app.js';
import { answerBytesMax, callsMax, retrySecondsMax, stepTokensMax, tokensOf, wordsMax } from './bounds.js';
import { ModelFailure } from './failure.js';
import type { Tokens } from './usage.js';

/** A message of the conversation with a model; more of it is as the protocol has it. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly [more: string]: unknown;
}

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
  readonly messages: readonly Message[];
  readonly tools: readonly object[];
  /** Estimate of what the model reads. */
  readonly tokens: number;
  /** Ends the step when the person is gone or the time is up. */
  readonly signal: AbortSignal;
  /** Counted into, also of a step that fails. */
  readonly spent: Tokens;
  onWords(words: string): void;
}

/** The endpoint of the settings, which speaks the protocol of OpenAI; no other host is ever called. */
export class Endpoint {
  /** Newer models refuse the older name of the bound. */
  private boundName: 'max_tokens' | 'max_completion_tokens' = 'max_tokens';

  constructor(private readonly settings: Settings) {}

  /** Asks once, and once more where the endpoint was busy or failed before it said anything. */
  async ask(asked: Asked): Promise<Turn> {
    try {
      return await turnIn(await this.answerTo(asked), asked);
    } catch (error) {
      asked.signal.throwIfAborted();
      // Other errors may repeat what was said.
      throw error instanceof ModelFailure ? error : new ModelFailure('BROKEN');
    }
  }

  private async answerTo(asked: Asked, isRepeated = false): Promise<Response> {
    const { AI_BASE_URL, AI_API_KEY = 'none', AI_MODEL } = this.settings;
    const { messages, tools, signal } = asked;
    const response = await fetch(`${AI_BASE_URL!.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${AI_API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: AI_MODEL,
        ...{ messages, tools },
        stream: true,
        stream_options: { include_usage: true },
        [this.boundName]: stepTokensMax,
      }),
      redirect: 'manual',
      signal,
    }).catch(() => {
      throw new ModelFailure('UNREACHABLE');
    });
    if (response.ok) return response;
    const waitMs = isRepeated ? null : await this.waitMsAfter(response);
    await response.body?.cancel();
    if (waitMs === null) throw new ModelFailure(reasonOf(response.status));
    await delay(waitMs, undefined, { signal });
    return this.answerTo(asked, true);
  }

  /** How long to wait before the only other attempt; null: it would not help. */
  private async waitMsAfter(response: Response): Promise<number | null> {
    const { status, headers } = response;
    if (status === 400 && this.boundName === 'max_tokens')
      for await (const line of linesOf(response)) {
        if (!line.includes('max_completion_tokens')) continue;
        this.boundName = 'max_completion_tokens';
        return 0;
      }
    if (status !== 429 && status < 500) return null;
    const seconds = retrySeconds(headers.get('retry-after') ?? '');
    return seconds <= retrySecondsMax ? seconds * 1000 : null;
  }
}

function reasonOf(status: number): ModelFailure['reason'] {
  if (status < 400) return 'REDIRECT';
  if (status === 429) return 'BUSY';
  return status >= 500 ? 'UNREACHABLE' : 'REFUSED';
}

/** The seconds of a Retry-After header, which may be a date; half a second where it is none. */
function retrySeconds(header: string): number {
  const seconds = /^\d+(\.\d+)?$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? 0.5 : Math.max(0, seconds);
}

const said = z.string().catch('');
const count = z.int().min(0).max(9_999_999).optional().catch(undefined);
/** Some endpoints send whole calls and leave the place out. */
const callPiece = z.object({
  index: z.int().min(0).nullish(),
  id: said,
  function: z.object({ name: said, arguments: said }).catch({ name: '', arguments: '' }),
});
const choice = z.object({
  finish_reason: said,
  delta: z.object({ content: said, tool_calls: z.array(callPiece).nullish() }).nullish(),
});
/** A piece of an answer. */
const piece = z.object({
  choices: z.array(choice).nullish(),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish().catch(null),
});

/** What a model says, as its pieces arrive. @throws ModelFailure when it grows beyond its bounds */
async function turnIn(response: Response, { tokens, spent, onWords }: Asked): Promise<Turn> {
  const before = { ...spent };
  spent.in += tokens;
  const calls: Called[] = [];
  let [words, size, end] = ['', 0, ''];
  let written: number | undefined;
  const grow = (text: string): string => {
    size += text.length;
    spent.out += tokensOf(text);
    return text;
  };
  for await (const line of linesOf(response)) {
    if (!/^data:(?!\s*\[DONE\]\s*$)/.test(line)) continue;
    const { choices, usage } = piece.parse(JSON.parse(line.slice('data:'.length)));
    const { finish_reason = '', delta } = choices?.[0] ?? {};
    for (const { index, id, function: part } of delta?.tool_calls ?? []) {
      const at = index ?? calls.length;
      if (at >= callsMax) throw new ModelFailure('TOO_LARGE');
      const call = (calls[at] ??= { id: '', name: '', arguments: '' });
      call.id ||= id.slice(0, 64);
      call.name = (call.name + part.name).slice(0, 64);
      call.arguments += grow(part.arguments);
    }
    const news = grow(delta?.content ?? '');
    if (size > wordsMax) throw new ModelFailure('TOO_LARGE');
    words += news;
    if (news) onWords(news);
    end = finish_reason || end;
    if (usage?.prompt_tokens !== undefined) spent.in = before.in + usage.prompt_tokens;
    written = usage?.completion_tokens ?? written;
  }
  if (written !== undefined) spent.out = before.out + written;
  if (end === '') throw new ModelFailure('BROKEN');
  if (end === 'length') throw new ModelFailure('TOO_LARGE');
  if (end === 'content_filter') throw new ModelFailure('REFUSED');
  return { words, calls: calls.filter((call) => call !== undefined) };
}

/** The lines of an answer. @throws ModelFailure where it is too long */
async function* linesOf({ body }: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let [bytes, held] = [0, ''];
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > answerBytesMax) throw new ModelFailure('TOO_LARGE');
    const lines = (held + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    held = lines.pop()!;
    yield* lines;
  }
  yield held;
}
