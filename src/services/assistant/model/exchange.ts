import { type Situation, textMax } from '@class-scheduling/assistant-language';
import type { App } from '../../../data/app.js';
import type { Context } from '../../../data/context.js';
import { DomainError } from '../../../schema/errors.js';
import { jsonSchemaOf } from './json-schema.js';
import { callsMax, resultMax, stepsMax, stepTokensMax, tokensMax, tokensOf } from './bounds.js';
import { Endpoint, type Called, type Message, type ToolTold, type Turn } from './endpoint.js';
import { ModelFailure } from './failure.js';
import { findNames, namedIn, shown, type Found } from './find-names.js';
import { Handles, PiecewisePutBack } from './handles.js';
import { callAnswer } from './instructions.js';
import { Mask } from './mask.js';
import { indexOf, type NameIndex } from './name-index.js';
import { peopleNamedIn } from './people.js';
import type { Tool } from './tool.js';
import { withHandles } from './records.js';
import type { ModelTask } from './task.js';
import { spending } from './usage.js';

/** Who listens while a model is asked. */
export interface Hearing {
  /** What the model says meanwhile, as it says it, with names put back. Words for people, never an effect. */
  readonly onToken?: (words: string) => void;
  /** The name of a tool that the model calls, or `unknown`. */
  readonly onToolCall?: (name: string) => void;
}

const endpoints = new WeakMap<App['config'], Endpoint>();

/** The endpoint of an installation. */
function endpointOf({ config }: App): Endpoint {
  const endpoint = endpoints.get(config) ?? new Endpoint(config);
  endpoints.set(config, endpoint);
  return endpoint;
}

/** What is said with a model about one text of a person. */
export class Exchange<R> {
  private readonly index: NameIndex;
  private readonly handles: Handles;
  private readonly mask: Mask;
  private readonly tools: ReadonlyMap<string, Tool>;
  private readonly told: ToolTold[];
  private readonly messages: Message[] = [];

  constructor(
    private readonly ctx: Context,
    private readonly task: ModelTask<R>,
    private readonly text: string,
    private readonly situation: Situation,
    private readonly signal: AbortSignal,
    private readonly hearing: Hearing,
  ) {
    this.index = indexOf(situation.names);
    this.handles = new Handles(this.index.handleLike);
    this.mask = new Mask(this.handles, this.index, ctx.app.config.AI_PSEUDONYMS);
    const tools = [findNames(this.index)];
    this.tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.told = [
      ...tools.map(({ name, description, input }) => toolTold(name, description, jsonSchemaOf(input))),
      toolTold('answer', 'Ends the conversation with what the person wants.', task.schema),
    ];
  }

  async read(): Promise<R> {
    if (this.text.length > textMax) throw new ModelFailure('TOKENS');
    await this.begin();
    let wasReminded = false;
    for (let step = 1; step <= stepsMax; step++) {
      const { words, calls } = await this.ask();
      if (calls.length > 0) {
        const reading = await this.answerCalls(words, calls);
        if (reading !== null) return reading;
      } else {
        if (wasReminded) break;
        wasReminded = true;
        this.messages.push({ role: 'assistant', content: words }, { role: 'user', content: callAnswer });
      }
    }
    throw new ModelFailure('NO_READING');
  }

  /** The instructions, what the person said, and what is known of it, as if it had been looked up. */
  private async begin(): Promise<void> {
    const { asked } = this.situation;
    const said = asked ? [asked.text, ...asked.options.flatMap(({ label, text }) => [label.zh, text])] : [];
    for (const text of [this.text, ...said]) this.handles.avoid(text);
    await this.learnPeople([this.text, ...said].join('\n'));
    const text = this.mask.hide(this.text);
    const found = namedIn(`${this.text}\n${asked?.text ?? ''}`, this.index, this.handles, this.mask);
    const before = this.wishedBefore(found);
    const known = {
      found,
      ...(before !== null && { before }),
      ...(asked && {
        askedAbout: this.mask.hide(asked.text),
        offered: asked.options.map((option) => this.mask.hide(option.text)),
      }),
    };
    const first: Called = {
      id: 'call_0',
      name: 'find_names',
      arguments: JSON.stringify({ words: text.slice(0, 100) }),
    };
    this.messages.push(
      { role: 'system', content: this.task.instructionsFor(this.situation) },
      { role: 'user', content: text },
      spoken('', [first]),
      answered(first, known),
    );
  }

  /** What was wished last, in the form of an answer; the records in it join those that are found. */
  private wishedBefore(found: Found[]): unknown {
    const { before = [], names } = this.situation;
    if (before.length === 0) return null;
    const byId = new Map(names.map((named) => [named.id, named]));
    return withHandles(before, (id) => {
      const named = byId.get(id);
      if (!named) return null;
      const record = shown(named, this.handles, this.mask);
      if (!found.some(({ handle }) => handle === record.handle)) found.push(record);
      return record.handle;
    });
  }

  private async ask(): Promise<Turn> {
    const tokens = tokensOf(JSON.stringify([this.messages, this.told]));
    if (tokens + stepTokensMax > tokensMax) throw new ModelFailure('TOKENS');
    const putBack = new PiecewisePutBack(this.handles);
    const say = (words: string): void => {
      if (words) this.hearing.onToken?.(words);
    };
    const turn = await spending(this.ctx, tokens + stepTokensMax, (spent) =>
      endpointOf(this.ctx.app).ask({
        messages: this.messages,
        tools: this.told,
        tokens,
        signal: this.signal,
        spent,
        onWords: (words) => say(putBack.push(words)),
      }),
    );
    say(putBack.end());
    return turn;
  }

  /** Runs the tools that were called. Answers with a reading if one of them is the end. */
  private async answerCalls(words: string, calls: readonly Called[]): Promise<R | null> {
    const named = calls.slice(0, callsMax).map((call, at) => ({
      ...call,
      id: call.id || `call_${this.messages.length}_${at}`,
    }));
    const results: Message[] = [];
    for (const call of named) {
      this.signal.throwIfAborted();
      const value = parsed(call.arguments);
      if (call.name === 'answer') {
        const judged = this.task.judge(value, this.handles, this.text);
        if ('reading' in judged) return judged.reading;
        results.push(answered(call, { error: judged.faults }));
      } else {
        this.hearing.onToolCall?.(this.tools.has(call.name) ? call.name : 'unknown');
        results.push(answered(call, await this.resultOf(call.name, value)));
      }
    }
    this.messages.push(spoken(words, named), ...results);
    return null;
  }

  private async resultOf(name: string, value: unknown): Promise<unknown> {
    const tool = this.tools.get(name);
    if (!tool)
      return { error: `There is no such tool. There are ${[...this.tools.keys(), 'answer'].join(', ')}.` };
    const { success, data, error } = tool.input.safeParse(value);
    if (!success)
      return { error: error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.')}: ${message}`) };
    try {
      return await this.hidden(await tool.run(data, { handles: this.handles, mask: this.mask }));
    } catch (refusal) {
      if (!(refusal instanceof DomainError)) throw refusal;
      return this.hidden({ error: refusal.text.en });
    }
  }

  /** A result as it may leave. */
  private async hidden(result: unknown): Promise<unknown> {
    const text = JSON.stringify(result);
    if (text.length > resultMax) return { error: 'Too much; ask for less.' };
    await this.learnPeople(text);
    return JSON.parse(text, (_, value: unknown) =>
      typeof value === 'string' ? this.mask.hide(value) : value,
    );
  }

  private async learnPeople(text: string): Promise<void> {
    this.mask.learn(await peopleNamedIn(this.ctx, text));
  }
}

const toolTold = (name: string, description: string, parameters: Record<string, unknown>): ToolTold => ({
  type: 'function',
  function: { name, description, parameters },
});

/** What the model said, as it is told again; some endpoints refuse arguments that are no JSON. */
const spoken = (words: string, calls: readonly Called[]): Message => ({
  role: 'assistant',
  content: words,
  tool_calls: calls.map(({ id, name, arguments: text }) => ({
    id,
    type: 'function',
    function: { name: name || 'unknown', arguments: parsed(text) === undefined ? '{}' : text },
  })),
});

const answered = ({ id }: Called, result: unknown): Message => ({
  role: 'tool',
  tool_call_id: id,
  content: JSON.stringify(result),
});

/** What a model wrote as JSON, without properties that it left empty; nothing where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (_, value: unknown) => value ?? undefined);
  } catch {
    return undefined;
  }
}
