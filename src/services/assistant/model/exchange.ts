import type { z } from 'zod';
import { keptFor, type Situation, textMax } from '@class-scheduling/assistant-language';
import type { App } from '../../../data/app.js';
import type { Context } from '../../../data/context.js';
import { jsonSchemaOf } from './json-schema.js';
import { callsMax, resultMax, stepsMax, stepTokensMax, tokensMax, tokensOf } from './bounds.js';
import { Endpoint, type Called, type Message, type ToolTold, type Turn } from './endpoint.js';
import { ModelFailure } from './failure.js';
import { findInput, findNames, namedIn, shown, type Found, type Shown } from './find-names.js';
import { Handles, PiecewisePutBack } from './handles.js';
import { callAnswer } from './instructions.js';
import { Mask } from './mask.js';
import { indexOf } from './name-index.js';
import { peopleNamed } from './people.queries.js';
import { spellingsOf } from './plain.js';
import { faultsOf, withHandles } from './records.js';
import type { ModelTask } from './task.js';
import { spending } from './usage.js';

/** Who listens while a model is asked. */
export interface Hearing {
  /** What the model says meanwhile, as it says it, with names put back. Words for people, never an effect. */
  readonly onToken?: (words: string) => void;
  /** The name of a tool that the model calls, or `unknown`. */
  readonly onToolCall?: (name: string) => void;
}

/** The endpoint of an installation. */
const endpointOf = keptFor((config: App['config']) => new Endpoint(config));

/** What is said with a model about one text of a person. */
export class Exchange<R> {
  private readonly shown: Shown;
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
    const index = indexOf(situation.names);
    const handles = new Handles(index.handleLike);
    this.shown = { situation, handles, mask: new Mask(handles, index, ctx.app.config.AI_PSEUDONYMS) };
    this.told = [
      toolTold(
        'find_names',
        'Finds records by a name, part of a name, abbreviation or code. Answers with their handles.',
        findInput,
      ),
      toolTold('answer', 'Ends the conversation with what the person wants.', task.told),
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
    const { handles, mask } = this.shown;
    const said = asked ? [asked.text, ...asked.options.flatMap(({ label, text }) => [label.zh, text])] : [];
    for (const text of [this.text, ...said]) handles.avoid(text);
    await this.learnPeople([this.text, ...said].join('\n'));
    const text = mask.hide(this.text);
    const found = namedIn(`${this.text}\n${asked?.text ?? ''}`, this.shown);
    const before = this.wishedBefore(found);
    const known = {
      found,
      ...(before !== null && { before }),
      ...(asked && {
        askedAbout: mask.hide(asked.text),
        offered: asked.options.map((option) => mask.hide(option.text)),
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
      const record = shown(named, this.shown);
      if (!found.some(({ handle }) => handle === record.handle)) found.push(record);
      return record.handle;
    });
  }

  private async ask(): Promise<Turn> {
    const tokens = tokensOf(JSON.stringify([this.messages, this.told]));
    if (tokens + stepTokensMax > tokensMax) throw new ModelFailure('TOKENS');
    const putBack = new PiecewisePutBack(this.shown.handles);
    const say = (words: string): void => {
      if (words) this.hearing.onToken?.(words);
    };
    const turn = await spending(this.ctx, tokens + stepTokensMax, (spent) =>
      endpointOf(this.ctx.app.config).ask({
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
        const judged = this.task.judge(value, this.shown.handles);
        if ('reading' in judged) return judged.reading;
        results.push(answered(call, { error: judged.faults }));
      } else {
        this.hearing.onToolCall?.(call.name === 'find_names' ? call.name : 'unknown');
        results.push(answered(call, await this.resultOf(call.name, value)));
      }
    }
    this.messages.push(spoken(words, named), ...results);
    return null;
  }

  private resultOf(name: string, value: unknown): unknown {
    if (name !== 'find_names') return { error: 'There is no such tool. There are find_names, answer.' };
    const { success, data, error } = findInput.safeParse(value);
    return success ? this.hidden(findNames(data, this.shown)) : { error: faultsOf(error) };
  }

  /** A result as it may leave. */
  private async hidden(result: unknown): Promise<unknown> {
    const text = JSON.stringify(result);
    if (text.length > resultMax) return { error: 'Too much; ask for less.' };
    await this.learnPeople(text);
    return JSON.parse(text, (_, value: unknown) =>
      typeof value === 'string' ? this.shown.mask.hide(value) : value,
    );
  }

  /** Whoever a text names, also out of the caller's sight: it only serves to keep names from leaving. */
  private async learnPeople(text: string): Promise<void> {
    const readings = spellingsOf(text).join('\n');
    this.shown.mask.learn(await peopleNamed(this.ctx.em, readings, peopleMax));
  }
}

const peopleMax = 2_000;

const toolTold = (name: string, description: string, input: z.ZodType): ToolTold => ({
  type: 'function',
  function: { name, description, parameters: jsonSchemaOf(input) },
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
