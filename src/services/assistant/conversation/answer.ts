import type { Intent, Interpreter, Option, Situation } from '@class-scheduling/assistant-language';
import { AssistantEventKind } from '../../../schema/enums.js';
import { DomainError } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import { authorize } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { costOf } from '../../scheduling/advice/cost.js';
import type { ChangeOutcome } from '../../scheduling/changes/change.js';
import { chosenOption } from '../chosen.js';
import {
  applied,
  changedMeanwhile,
  dismissed,
  isAssent,
  isConfirmation,
  isDismissal,
  nothingToConfirm,
} from '../confirmation.js';
import type { NewEvent, OfferedOption, Pins } from '../event-data.js';
import { appendEvents, type AnswerHolder, type Message } from '../events.js';
import { planInWords } from './plan-words.js';
import { isWorse } from '../planner/checks.js';
import { isChanging } from '../planner/edits.js';
import { help, insteadOf, planned, type WantedChange } from '../planner/planner.js';
import { callerOf } from '../planner/planning.js';
import { say } from '../planner/words.js';
import { applyChangePlan, judged, planReads, storePlan, type PlanRequest } from './plans.js';
import { readText } from './reading.js';
import { revisionIn } from './revision.js';
import { situationOf } from '../situation.js';
import { Spoken } from './spoken.js';
import { toolsFor, type UseTool } from '../tools.js';

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
  try {
    await answer.give(message);
  } finally {
    // What was said before a failure was said.
    if (!signal.aborted) await answer.tell();
  }
}

class Answer {
  readonly #calls = new Map<string, number>();
  /** What is stored with the next that is told: one statement and one wake of those who listen. */
  #untold: NewEvent[] = [];

  constructor(
    private readonly ctx: Context,
    private readonly holder: AnswerHolder,
    private readonly signal: AbortSignal,
  ) {}

  async give({ text, question, plan }: Message): Promise<void> {
    if (isConfirmation(text) && (plan || !question)) return this.#confirm(plan);
    if (plan && (isAssent(text) || isDismissal(text))) {
      const isApplied = (await planReads.load(this.ctx, plan)).appliedAt !== null;
      if (isAssent(text)) return isApplied ? this.#sayOnly(applied) : this.#showAgain(plan);
      // Whoever says no to what was made means to undo it.
      if (!isApplied) return this.#sayOnly(dismissed);
    }
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
    const spoken = new Spoken((piece) => this.#sayNow(piece));
    const read = await readText(this.ctx, said.text, option ? null : asked, this.signal, {
      onToken: (words) => spoken.add(words),
      onToolCall: (name) => this.#count(name),
    });
    await spoken.end();
    const { reading, situation, interpreter, isFallback, notice } = read;
    if (notice) this.#say([notice]);
    const by = { interpreter, isFallback };
    if (reading.kind === 'intents') {
      const wanted = { intents: reading.intents, pins: {}, words: text, revision: said.revision };
      return this.#carryOut(wanted, situation, by);
    }
    this.#addCalls();
    if (reading.kind === 'question')
      this.#ask(reading.question, reading.options.map(asOffered), {
        words: said.text,
        revision: said.revision,
      });
    else this.#say([reading.hint, ...reading.examples.map((example) => say(`“${example}”`, `"${example}"`))]);
    await this.#end(by);
  }

  async #carryOut(wanted: Wanted, situation: Situation, by: ReadBy): Promise<void> {
    const { intents, pins, words, revision } = wanted;
    // Nobody is asked which meeting he means, to be told then that he may not change it.
    if (intents.some(isChanging)) authorize(this.ctx, 'changeTimetable');
    const use = this.#tools();
    const isHelp = intents.every(({ type }) => type === 'help');
    const timetable = await this.#timetable(use, revision).catch((error: unknown) => {
      if (isHelp && error instanceof DomainError) return null;
      throw error;
    });
    // What can be said is told before there is any timetable.
    if (!timetable) {
      this.#addCalls();
      this.#say([help]);
      return this.#end(by);
    }
    const outcome = await planned({ use, situation, timetable, ...callerOf(this.ctx), intents, pins });
    const checked = outcome.change && (await this.#check(outcome.change, timetable.id, words));
    const instead = checked && (await this.#isHindered(checked)) ? await insteadOf(outcome) : null;
    this.#addCalls();
    this.#say(outcome.words);
    const asked = outcome.question ?? instead;
    if (asked?.kind === 'question') this.#ask(asked.question, asked.options, wanted);
    else if (asked?.kind === 'words') this.#say([asked.text]);
    else if (checked) await this.#propose(checked);
    await this.#end(by);
  }

  async #check(change: WantedChange, timetable: string, words: string): Promise<CheckedChange> {
    const { conversation } = this.holder;
    const request = { ...change, conversation, timetable, words };
    return { request, outcome: await judged(this.ctx, request) };
  }

  /** Whether something is in the way of a change, or a hard rule gets worse by it. */
  async #isHindered({ request, outcome }: CheckedChange): Promise<boolean> {
    const { problems, clashes, changes } = outcome;
    if (problems.length + clashes.length > 0) return true;
    const cost = await costOf(this.ctx, request.timetable, changes);
    return cost?.rules.some(isWorse) ?? false;
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
    if (revision === 0) throw noRevision(revision);
    const { timetable } = await use('timetable', revision === null ? {} : { revision });
    if (!timetable) throw revision === null ? noTimetable() : noRevision(revision);
    return timetable;
  }

  async #propose({ request, outcome }: CheckedChange): Promise<void> {
    if (outcome.changes.length === 0 && outcome.problems.length === 0) return this.#say([nothingToChange]);
    await this.#show(await storePlan(this.ctx, request, outcome));
  }

  async #show(plan: string): Promise<void> {
    this.#add({ kind: PLAN, data: { plan, text: await planInWords(this.ctx, plan) } });
  }

  /** Applies the plan that was shown last, because its person says so. */
  async #confirm(id: string | null): Promise<void> {
    if (id === null) this.#say([nothingToConfirm]);
    else {
      const { fingerprint } = await planReads.load(this.ctx, id);
      this.signal.throwIfAborted();
      const { plan, isApplied } = await applyChangePlan(this.ctx, id, fingerprint);
      this.#say([isApplied ? applied : changedMeanwhile]);
      if (!isApplied) await this.#show(plan);
    }
    await this.#end({ interpreter: null, isFallback: false });
  }

  /** A yes may mean the plan, or only that it was seen: nothing is done, and it can still be confirmed. */
  async #showAgain(plan: string): Promise<void> {
    await this.#show(plan);
    await this.#end({ interpreter: null, isFallback: false });
  }

  #sayOnly(text: Text): Promise<void> {
    this.#say([text]);
    return this.#end({ interpreter: null, isFallback: false });
  }

  #ask(
    question: Text,
    options: readonly OfferedOption[],
    { words, revision }: { words: string; revision: number | null },
  ): void {
    const { language } = this.ctx;
    this.#add({ kind: QUESTION, data: { question, language, asked: words, revision, options } });
  }

  #say(texts: readonly Text[]): void {
    if (texts.length === 0) return;
    const { language } = this.ctx;
    this.#add({ kind: TOKEN, data: { text: texts.map((text) => `${text[language]}\n`).join('') } });
  }

  #sayNow(text: string): Promise<void> {
    this.#add({ kind: TOKEN, data: { text } });
    return this.tell();
  }

  #addCalls(): void {
    for (const [tool, count] of this.#calls) this.#add({ kind: TOOL_CALL, data: { tool, count } });
  }

  #end(by: ReadBy): Promise<void> {
    this.#add({ kind: DONE, data: by });
    return this.tell();
  }

  #add(event: NewEvent): void {
    this.#untold.push(event);
  }

  /** Stores what was said and is not stored yet. */
  async tell(): Promise<void> {
    this.signal.throwIfAborted();
    const events = this.#untold;
    this.#untold = [];
    await appendEvents(this.ctx, this.holder, events);
  }
}

/** An option of a reading, which is gone on with where it says what it wishes. */
const asOffered = ({ intents, ...option }: Option): OfferedOption =>
  intents ? { ...option, resume: { intents, pins: {} } } : option;

/** A change that is wished, and what would come of it. */
interface CheckedChange {
  readonly request: PlanRequest;
  readonly outcome: ChangeOutcome;
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
    zh: `当前学期没有第 ${revision} 版课表，或您不能查看，请先查看课表列表。`,
    en: `The current semester has no revision ${revision} that you may see. Maybe list the timetables.`,
  });
