import {
  type Intent,
  type Interpreter,
  type Option,
  type Situation,
  wishesChange,
} from '@class-scheduling/assistant-language';
import { AssistantEventKind } from '../../../schema/enums.js';
import { DomainError } from '../../../schema/errors.js';
import type { Language, Text } from '../../../schema/texts.js';
import { authorize, isPermitted } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { chosenOption } from '../chosen.js';
import {
  applied,
  changedMeanwhile,
  dismissed,
  dropped,
  isAnother,
  isAssent,
  isConfirmation,
  isDismissal,
  isGoAhead,
  isUndoing,
  nothingToConfirm,
  shownAgain,
} from '../confirmation.js';
import type { NewEvent, OfferedOption, Pins, Wished } from '../event-data.js';
import { appendEvents, newestPlan, type AnswerHolder, type Message } from '../events.js';
import { planInWords } from './plan-words.js';
import { noted, notePreferences, requestDate, requested, sendRequest, wantsRequest } from './requests.js';
import { isChanging, isOnDate } from '../planner/edits.js';
import type { ChangeOutcome, DateItem } from '../../scheduling/changes/edits.js';
import { forOthers, isForeign } from '../planner/checks.js';
import { help, insteadOf, planned } from '../planner/planner.js';
import { placeKey } from '../planner/moves.js';
import { callerOf } from '../planner/planning.js';
import { say } from '../planner/words.js';
import { applyChangePlan, judged, planReads, storePlan } from './plans.js';
import { readText } from './reading.js';
import { revisionIn, revisionMax } from './revision.js';
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
  readonly shown?: readonly string[];
  readonly isWhole?: boolean;
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
  /** What is wished, for what is said next. */
  #wished: Wished | null = null;

  constructor(
    private readonly ctx: Context,
    private readonly holder: AnswerHolder,
    private readonly signal: AbortSignal,
  ) {}

  async give(message: Message): Promise<void> {
    const { text, question, plan, wished } = message;
    this.#wished = wished;
    const settled = await this.#settlingOf(message);
    if (settled) return settled();
    const nobody = { interpreter: null, isFallback: false };
    if (plan && wished && isAnother(text))
      return this.#carryOut(anotherOf(wished, text), await situationOf(this.ctx), nobody);
    const option = question && chosenOption(text, question.options);
    if (option?.resume?.preferences) {
      await notePreferences(this.ctx, option.resume.preferences, question!.asked);
      return this.#sayOnly(noted);
    }
    if (option?.resume?.requests) return this.#request(option.resume.requests, question!.asked);
    if (option?.resume) {
      const wanted = {
        ...option.resume,
        words: `${question!.asked} → ${text}`,
        revision: question!.revision,
      };
      return this.#carryOut(wanted, await situationOf(this.ctx), nobody);
    }
    const said = option && question ? { text: option.text, revision: question.revision } : revisionIn(text);
    const asked = question && { text: question.asked, options: question.options };
    const spoken = new Spoken((piece) => this.#sayNow(piece));
    const known = { asked: option ? null : asked, before: wished?.intents ?? [] };
    const read = await readText(this.ctx, said.text, known, this.signal, {
      onToken: (words) => spoken.add(words),
      onToolCall: (name) => this.#count(name),
    });
    await spoken.end();
    const { reading, situation, interpreter, isFallback, notice } = read;
    if (notice) this.#say([notice]);
    const by = { interpreter, isFallback };
    if (reading.kind === 'intents') {
      const { intents, isFollowUp = false } = reading;
      if (wished && intents.every(({ type }) => type === 'another'))
        return this.#carryOut(anotherOf(wished, text), situation, by);
      const revision = said.revision ?? (isFollowUp && wished ? wished.revision : null);
      return this.#carryOut(
        { intents, pins: pinsKept(wished, intents), words: text, revision },
        situation,
        by,
      );
    }
    // Nobody is asked for more, to be told then that he may not change it.
    if (reading.kind === 'question' && wishesChange(said.text, situation))
      authorize(this.ctx, 'changeTimetable');
    this.#addCalls();
    if (reading.kind === 'question')
      this.#ask(reading.question, reading.options.map(asOffered), {
        words: said.text,
        revision: said.revision,
      });
    else this.#say([reading.hint]);
    await this.#end(by);
  }

  /** What a yes or a no does to what is open; null where a text is neither, or nothing is open. */
  async #settlingOf({ text, question, plan, wished }: Message): Promise<(() => Promise<void>) | null> {
    const leave = (words: Text) => (): Promise<void> => {
      this.#wished = null;
      return this.#sayOnly(words);
    };
    if (plan) {
      if (isConfirmation(text)) return () => this.#confirm(plan);
      if (!isAssent(text) && !isDismissal(text)) return null;
      const isApplied = (await planReads.load(this.ctx, plan)).appliedAt !== null;
      if (isAssent(text)) return () => (isApplied ? this.#sayOnly(applied) : this.#confirm(plan));
      // Whoever says no to what was made means to undo it.
      return isApplied ? null : leave(dismissed);
    }
    if (!question && isGoAhead(text)) {
      // After what was only asked about, a yes is of that.
      const isAsked = wished?.intents.some((intent) => 'isWhatIf' in intent && intent.isWhatIf);
      const open = wished && !isAsked ? await this.#openPlan() : null;
      return open || isConfirmation(text) ? () => this.#showAgain(open) : null;
    }
    if (!isDismissal(text) || (question && chosenOption(text, question.options))) return null;
    return question || (wished && !isUndoing(text)) ? leave(dropped) : null;
  }

  async #carryOut(wanted: Wanted, situation: Situation, by: ReadBy): Promise<void> {
    const { intents, pins, words, revision, shown, isWhole } = wanted;
    // Nobody is asked which meeting he means, to be told then that he may not change it.
    const isRequest =
      !isPermitted(this.ctx, 'changeTimetable') &&
      isPermitted(this.ctx, 'requestDateChange') &&
      intents.every(isOnDate);
    if (!isRequest && intents.some(isChanging)) authorize(this.ctx, 'changeTimetable');
    this.#wished = { intents, pins, revision };
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
    const wishes = { use, situation, timetable, ...callerOf(this.ctx), intents, pins, isRequest };
    const outcome = await planned({ ...wishes, ...(shown && { shown }), ...(isWhole && { isWhole }) });
    if (isRequest && outcome.change) {
      const resume = { intents, pins, requests: outcome.change.dates };
      this.#addCalls();
      this.#say(outcome.words);
      this.#ask(wantsRequest, [{ label: sendRequest, text: sendRequest[this.ctx.language], resume }], wanted);
      return this.#end(by);
    }
    const request = outcome.change && {
      ...outcome.change,
      conversation: this.holder.conversation,
      ...{ timetable: timetable.id, words },
    };
    const judgement = request && (await judged(this.ctx, request).catch(asForeign));
    if (judgement instanceof DomainError) {
      this.#addCalls();
      this.#say([...outcome.words, await forOthers({ use, timetable }, judgement, request!.items)]);
      return this.#end(by);
    }
    const checked = judgement;
    const asked =
      outcome.question ?? (checked && (await insteadOf(outcome, refusedBy(checked, this.ctx.language))));
    this.#addCalls();
    this.#say(outcome.words);
    if (asked?.kind === 'question') this.#ask(asked.question, asked.options, wanted);
    else if (asked?.kind === 'words') this.#say([asked.text]);
    else if (checked?.changes.length === 0) this.#say([nothingToChange]);
    else if (checked) {
      const places = outcome.moves.map(({ item }) => placeKey({ ...item.expected, ...item.place }));
      const all = [...(shown ?? []), ...places, ...outcome.datedPlaces];
      this.#wished = { intents, pins, revision, shown: all };
      await this.#show(await storePlan(this.ctx, request!, checked));
    }
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
    if (revision === 0 || Number(revision) > revisionMax) throw noRevision(revision!);
    const { timetable } = await use('timetable', revision === null ? {} : { revision });
    if (!timetable) throw revision === null ? noTimetable() : noRevision(revision);
    return timetable;
  }

  async #show(plan: string): Promise<void> {
    this.#add({ kind: PLAN, data: { plan, text: await planInWords(this.ctx, plan) } });
  }

  /** Applies the plan that was shown last, because its person says so. */
  async #confirm(id: string): Promise<void> {
    const { fingerprint } = await planReads.load(this.ctx, id);
    this.signal.throwIfAborted();
    const { plan, isApplied } = await applyChangePlan(this.ctx, id, fingerprint);
    this.#say([isApplied ? applied : changedMeanwhile]);
    if (!isApplied) await this.#show(plan);
    await this.#end({ interpreter: null, isFallback: false });
  }

  /** The plan that was shown before something else was said, while it can be applied. */
  async #openPlan(): Promise<string | null> {
    const id = await newestPlan(this.ctx, this.holder.conversation);
    const plan = id === null ? null : await planReads.load(this.ctx, id);
    return plan && plan.appliedAt === null && new Date(plan.expiresAt).getTime() > Date.now() ? id : null;
  }

  /** Shows a plan once more, since only what was shown just now is applied by a word. */
  async #showAgain(plan: string | null): Promise<void> {
    this.#say([plan === null ? nothingToConfirm : shownAgain]);
    if (plan !== null) await this.#show(plan);
    await this.#end({ interpreter: null, isFallback: false });
  }

  /** Asks academic affairs for what was shown, because its person says so. */
  async #request(dates: readonly DateItem[], words: string): Promise<void> {
    for (const date of dates) {
      this.signal.throwIfAborted();
      await requestDate(this.ctx, date, words);
    }
    return this.#sayOnly(requested);
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
    this.#add({ kind: DONE, data: { ...by, wished: this.#wished } });
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

/** What is refused since it is for others to change; whatever else it is refused with is thrown. */
function asForeign(error: unknown): DomainError {
  if (isForeign(error)) return error;
  throw error;
}

/** The meetings that a person chose already, where a wish still tells them alike. */
function pinsKept(wished: Wished | null, intents: readonly Intent[]): Pins {
  const at = (wished?.intents.length ?? 0) - 1;
  const [last, pin] = [wished?.intents[at], wished?.pins[`${at}.meeting`]];
  if (!last || !pin || !('meeting' in last)) return {};
  const told = JSON.stringify(last.meeting);
  const isSame = (intent: Intent): boolean => 'meeting' in intent && JSON.stringify(intent.meeting) === told;
  return Object.fromEntries(
    intents.flatMap((intent, index) => (isSame(intent) ? [[`${index}.meeting`, pin]] : [])),
  );
}

/** The wish before once more, for another place than those that were shown. */
const anotherOf = ({ shown = [], ...wished }: Wished, words: string): Wanted => ({ ...wished, shown, words });

/** An option of a reading, which is gone on with where it says what it wishes. */
const asOffered = ({ intents, ...option }: Option): OfferedOption =>
  intents ? { ...option, resume: { intents, pins: {} } } : option;

/** What a change is refused with, in words. */
const refusedBy = ({ problems, clashes, warnedRules = [] }: ChangeOutcome, language: Language) => ({
  texts: [...problems, ...clashes].map(({ text }) => text[language]),
  rules: problems.length > 0 ? warnedRules : [],
});

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
