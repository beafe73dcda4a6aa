import { type Situation, keptFor, textMax } from '@class-scheduling/assistant-language';
import type { App } from '../../../data/app.js';
import type { Context } from '../../../data/context.js';
import { momentIn } from '../../../schema/clock.js';
import { parsedJson } from '../../../schema/texts.js';
import { callsMax, resultMax, stepsMax, stepTokensMax, tokensMax, tokensOf } from './bounds.js';
import { Endpoint, type Called, type Message, type Turn } from './endpoint.js';
import { ModelFailure } from './failure.js';
import { findInput, findNames, type Shown } from './find-names.js';
import { Handles } from './handles.js';
import { Heard } from './heard.js';
import { callAnswer } from './instructions.js';
import { Mask } from './mask.js';
import { indexOf } from './name-index.js';
import { peopleNamed } from './people.queries.js';
import { spellingsOf } from './plain.js';
import { faultsOf } from './records.js';
import type { ModelTask } from './task.js';
import { spending } from './usage.js';

/** Who listens while a model is asked. */
export interface Hearing {
  /** What the model says meanwhile, as it says it, with names put back. Words for people, never an effect. */
  readonly onToken?: (words: string) => void;
  /** The name of a tool that the model calls, or `unknown`. */
  readonly onToolCall?: (name: string) => void;
}

/** A text of a caller that a model is asked about. */
export interface ModelQuestion {
  readonly text: string;
  readonly situation: Situation;
  readonly signal: AbortSignal;
  readonly hearing?: Hearing;
}

/** The endpoint of an installation. */
const endpointOf = keptFor((config: App['config']) => new Endpoint(config));

/** What is said with a model about one text of a person. */
export class Exchange<R> {
  private readonly shown: Shown;
  private readonly messages: Message[] = [];

  constructor(
    private readonly ctx: Context,
    private readonly task: ModelTask<R>,
    private readonly question: ModelQuestion,
  ) {
    const { situation } = question;
    const index = indexOf(situation.names);
    const handles = new Handles(index.handleLike);
    this.shown = { situation, handles, mask: new Mask(handles, index, ctx.app.config.AI_PSEUDONYMS) };
  }

  async read(): Promise<R> {
    if (this.question.text.length > textMax) throw new ModelFailure('TOKENS');
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
    const { text, situation } = this.question;
    const heard = new Heard(text, situation, this.ctx.language);
    for (const each of heard.texts) this.shown.handles.avoid(each);
    await this.learnPeople(heard.texts.join('\n'));
    const hidden = this.shown.mask.hide(text);
    const known = { now: momentIn(this.ctx.app.config.TIME_ZONE), ...heard.known(this.shown) };
    const words = JSON.stringify({ words: hidden.slice(0, 100) });
    const first: Called = { id: 'call_0', name: 'find_names', arguments: words };
    this.messages.push(
      { role: 'system', content: this.task.instructionsFor(situation) },
      { role: 'user', content: hidden },
      spoken('', [first]),
      answered(first, known),
    );
  }

  private async ask(): Promise<Turn> {
    const { messages, ctx } = this;
    const { tools } = this.task;
    const { signal, hearing } = this.question;
    const tokens = tokensOf(JSON.stringify([messages, tools]));
    if (tokens + stepTokensMax > tokensMax) throw new ModelFailure('TOKENS');
    // Before every use of a tool many models say the same once more.
    const hears = !this.messages.some(({ role, content }) => role === 'assistant' && content);
    const onWords = this.shown.handles.piecewise((words) => hears && hearing?.onToken?.(words));
    const turn = await spending(ctx, tokens + stepTokensMax, (spent) =>
      endpointOf(ctx.app.config).ask({ messages, tools, tokens, signal, spent, onWords }),
    );
    onWords('', true);
    return turn;
  }

  /** Runs the tools that were called. Answers with a reading if one of them is the end. */
  private async answerCalls(words: string, calls: readonly Called[]): Promise<R | null> {
    const { signal, hearing } = this.question;
    const named = calls.slice(0, callsMax).map((call, at) => ({
      ...call,
      id: call.id || `call_${this.messages.length}_${at}`,
    }));
    const results: Message[] = [];
    for (const call of named) {
      signal.throwIfAborted();
      const value = parsed(call.arguments);
      if (call.name === 'answer') {
        const judged = this.task.judge(value, this.shown.handles);
        if ('reading' in judged) return judged.reading;
        results.push(answered(call, { error: judged.faults }));
      } else {
        const isKnown = call.name === 'find_names';
        hearing?.onToolCall?.(isKnown ? call.name : 'unknown');
        results.push(answered(call, isKnown ? await this.namesFor(value) : noSuchTool));
      }
    }
    this.messages.push(spoken(words, named), ...results);
    return null;
  }

  /** The names that the model looks for, as they may leave. */
  private async namesFor(value: unknown): Promise<unknown> {
    const { success, data, error } = findInput.safeParse(value);
    if (!success) return { error: faultsOf(error) };
    const text = JSON.stringify(findNames(data, this.shown));
    if (text.length > resultMax) return { error: 'Too much; ask for less.' };
    await this.learnPeople(text);
    return JSON.parse(text, (_, each: unknown) =>
      typeof each === 'string' ? this.shown.mask.hide(each) : each,
    );
  }

  /** Whoever a text names, also out of the caller's sight: it only serves to keep names from leaving. */
  private async learnPeople(text: string): Promise<void> {
    const readings = spellingsOf(text).join('\n');
    this.shown.mask.learn(await peopleNamed(this.ctx.em, readings, peopleMax));
  }
}

const peopleMax = 2_000;

const noSuchTool = { error: 'There is no such tool. There are find_names, answer.' };

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
const parsed = (text: string): unknown => parsedJson(text, (_, value) => value ?? undefined);
