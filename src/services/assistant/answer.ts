import { AssistantEventKind } from '../../schema/enums.js';
import { DomainError } from '../../schema/errors.js';
import type { Text } from '../../schema/texts.js';
import type { Context } from '../../data/context.js';
import { chosenOption } from './chosen.js';
import {
  appendEvent,
  type AnswerHolder,
  type EventData,
  type Message,
  type OfferedOption,
  type Pins,
} from './events.js';
import type { Intent } from './intents.js';
import type { Interpreter, Situation } from './interpreter.js';
import { planInWords } from './plan-words.js';
import { planned } from './planner/planner.js';
import { say } from './planner/words.js';
import { proposePlan } from './plans.js';
import { readText } from './reading.js';
import { revisionIn } from './revision.js';
import { situationOf } from './situation.js';
import { Spoken } from './spoken.js';
import { toolsFor, type UseTool } from './tools.js';

const { TOKEN, TOOL_CALL, PLAN, QUESTION, DONE } = AssistantEventKind;

/** By whom a text was read; null where nothing had to be read. */
interface ReadBy {
  readonly interpreter: Interpreter['name'] | null;
  readonly isFallback: boolean;
}

/** What is wanted, once it is read. */
interface Wanted {
  readonly intents: readonly Intent[];
  readonly pins: Pins;
  readonly words: string;
  readonly revision: number | null;
}

/** Answers a message as its person may, event by event. @throws DomainError of what its person may not */
export async function answerMessage(
  ctx: Context,
  holder: AnswerHolder,
  message: Message,
  signal: AbortSignal,
): Promise<void> {
  const answer = new Answer(ctx, holder, signal);
  await answer.give(message);
}

class Answer {
  readonly #calls = new Map<string, number>();

  constructor(
    private readonly ctx: Context,
    private readonly holder: AnswerHolder,
    private readonly signal: AbortSignal,
  ) {}

  async give({ text, question }: Message): Promise<void> {
    const option = question && chosenOption(text, question.options);
    if (option?.resume) {
      const wanted = {
        ...option.resume,
        words: `${question!.asked} → ${text}`,
        revision: question!.revision,
      };
      await this.#carryOut(wanted, await situationOf(this.ctx), { interpreter: null, isFallback: false });
      return;
    }
    const said = option && question ? { text: option.text, revision: question.revision } : revisionIn(text);
    const asked = question && { text: question.asked, options: question.options };
    const spoken = new Spoken((piece) => this.#append(TOKEN, { text: piece }));
    const read = await readText(this.ctx, said.text, option ? null : asked, this.signal, {
      onToken: (words) => spoken.add(words),
      onToolCall: (name) => this.#count(name),
    });
    await spoken.end();
    if (!read) throw notSetUp();
    const { reading, situation, interpreter, isFallback } = read;
    const by = { interpreter, isFallback };
    if (reading.kind === 'intents') {
      const wanted = { intents: reading.intents, pins: {}, words: text, revision: said.revision };
      return this.#carryOut(wanted, situation, by);
    }
    await this.#tellCalls();
    if (reading.kind === 'question')
      await this.#ask(reading.question, reading.options, { words: said.text, revision: said.revision });
    else
      await this.#say([
        reading.hint,
        ...reading.examples.map((example) => say(`“${example}”`, `"${example}"`)),
      ]);
    await this.#end(by);
  }

  async #carryOut(wanted: Wanted, situation: Situation, by: ReadBy): Promise<void> {
    const { intents, pins, words, revision } = wanted;
    const use = this.#tools();
    const timetable = await this.#timetable(use, revision);
    const { language } = this.ctx;
    const outcome = await planned({ use, situation, timetable, language, intents, pins });
    await this.#tellCalls();
    await this.#say(outcome.words);
    if (outcome.question) await this.#ask(outcome.question.question, outcome.question.options, wanted);
    if (outcome.change) await this.#propose({ ...outcome.change, timetable: timetable.id, words });
    await this.#end(by);
  }

  #tools(): UseTool {
    const use = toolsFor(this.ctx, (name) => this.#count(name));
    return (name, parameters) => {
      this.signal.throwIfAborted();
      return use(name, parameters);
    };
  }

  #count(tool: string): void {
    this.#calls.set(tool, (this.#calls.get(tool) ?? 0) + 1);
  }

  async #timetable(use: UseTool, revision: number | null) {
    const { timetable } = await use('timetable', revision === null ? {} : { revision });
    if (!timetable) throw revision === null ? noTimetable() : noRevision(revision);
    return timetable;
  }

  async #propose(change: Omit<Parameters<typeof proposePlan>[1], 'conversation'>): Promise<void> {
    const plan = await proposePlan(this.ctx, { ...change, conversation: this.holder.conversation });
    if (!plan) return this.#say([nothingToChange]);
    await this.#append(PLAN, { plan: plan.id, text: await planInWords(this.ctx, plan.id) });
  }

  async #ask(
    question: Text,
    options: readonly OfferedOption[],
    { words, revision }: { words: string; revision: number | null },
  ): Promise<void> {
    await this.#append(QUESTION, { question, asked: words, revision, options });
  }

  async #say(texts: readonly Text[]): Promise<void> {
    if (texts.length === 0) return;
    const { language } = this.ctx;
    await this.#append(TOKEN, { text: texts.map((text) => `${text[language]}\n`).join('') });
  }

  async #tellCalls(): Promise<void> {
    for (const [tool, count] of this.#calls) await this.#append(TOOL_CALL, { tool, count });
  }

  #end(by: ReadBy): Promise<void> {
    return this.#append(DONE, by);
  }

  async #append<K extends Exclude<AssistantEventKind, AssistantEventKind.PERSON>>(
    kind: K,
    data: EventData[K],
  ): Promise<void> {
    this.signal.throwIfAborted();
    await appendEvent(this.ctx, this.holder, kind, data);
  }
}

const nothingToChange = say(
  '课表已经是这样，没有需要改动的。',
  'The timetable is like that already, nothing changes.',
);

const noTimetable = (): DomainError =>
  new DomainError('OPERATION_INVALID', {
    zh: '当前学期还没有课表，请先排课或新建草稿。',
    en: 'The current semester has no timetable yet. Maybe schedule it or make a draft first.',
  });

const noRevision = (revision: number): DomainError =>
  new DomainError('NOT_FOUND', {
    zh: `当前学期没有第 ${revision} 版课表，或您不能查看。`,
    en: `The current semester has no revision ${revision} that you may see. Maybe list the timetables.`,
  });

const notSetUp = (): DomainError =>
  new DomainError('NOT_READY', {
    zh: 'AI 助手尚未启用，请联系管理员。',
    en: 'The assistant is not set up yet. Maybe ask the administrator.',
  });
