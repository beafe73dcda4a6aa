import {
  type Intent,
  type Interpreter,
  type MeetingRef,
  type Option,
  type Settling,
  type Situation,
  chosenOption,
  settlingIn,
  wishesChange,
} from '@class-scheduling/assistant-language';
import { AssistantEventKind } from '../../../schema/enums.js';
import { DomainError } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import { authorize } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import {
  applied,
  changedMeanwhile,
  dismissed,
  dropped,
  isUndoing,
  nothingToConfirm,
  shownAgain,
} from '../confirmation.js';
import type { EventData, NewEvent, OfferedOption, Pins, Wished } from '../event-data.js';
import { appendEvents, newestPlan, type Message } from '../events.js';
import type { AnswerHolder } from '../events.queries.js';
import { noPlanYet, toldOfPlan } from './about-plan.js';
import { planInWords } from './plan-words.js';
import { noted, notePreferences, requestDate, requested, sendRequest, wantsRequest } from './requests.js';
import { isChanging, isOnDate } from '../planner/edits.js';
import { forOthers, isForeign } from '../planner/checks.js';
import { help, insteadOf, planned } from '../planner/planner.js';
import { placeKey } from '../planner/moves.js';
import { asDated } from '../planner/on-date.js';
import { callerOf } from '../planner/planning.js';
import { say } from '../planner/words.js';
import { applyChangePlan, judged, planReads, storePlan } from './plans.js';
import { readText } from './reading.js';
import { revisionIn, revisionMax } from './revision.js';
import { situationOf } from '../situation.js';
import { Spoken } from './spoken.js';
import { isAside, keptOf, pinsKept, seenMax } from './state.js';
import { noRevision, noTimetable, told } from './refusals.js';
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
  readonly isFollowUp?: boolean;
}

type Question = EventData[AssistantEventKind.QUESTION];
/** A question with its options, and what had been said. */
type Asking = Omit<Question, 'language'>;

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
  } catch (error) {
    // What is refused was spoken of: 那就只调下周那次.
    if (!(error instanceof DomainError) || signal.aborted) throw error;
    await answer.refuse(error);
  } finally {
    // What was said before a failure was said.
    if (!signal.aborted) await answer.tell();
  }
}

const byNobody: ReadBy = { interpreter: null, isFallback: false };

class Answer {
  readonly #calls = new Map<string, number>();
  /** What is stored with the next that is told: one statement and one wake of those who listen. */
  #untold: NewEvent[] = [];
  /** What is wished, for what is said next. */
  #wished: Wished | null = null;
  /** The plan that is open still. */
  #plan: string | undefined;

  constructor(
    private readonly ctx: Context,
    private readonly holder: AnswerHolder,
    private readonly signal: AbortSignal,
  ) {}

  async give(message: Message): Promise<void> {
    const { question, wished } = message;
    this.#wished = wished;
    this.#plan = message.plan ?? wished?.plan;
    const settling = settlingIn(message.text);
    const settled = settling && !settling.rest && (await this.#settlingOf(message, settling.as));
    if (settled) return settled();
    // 算了，找人代吧: what is wished instead.
    const isInstead = settling?.rest && (question ?? message.plan ?? wished);
    const text = isInstead ? settling.rest : message.text;
    const option = question && chosenOption(text, question.options);
    if (question && option?.resume) return this.#resume(option.resume, question, text);
    const said = option && question ? { text: option.text, revision: question.revision } : revisionIn(text);
    const spoken = new Spoken((piece) => {
      this.#add({ kind: TOKEN, data: { text: piece } });
      return this.tell();
    });
    const state = { before: wished?.intents ?? [], open: wished?.open?.intents, seen: wished?.seen };
    const asked = question && !option ? { text: question.asked, options: question.options } : null;
    const hasPlan = Boolean(this.#plan ?? question?.options.some(({ resume }) => resume?.requests));
    const known = { ...state, asked, hasPlan };
    const read = await readText(this.ctx, said.text, known, this.signal, {
      onToken: (words) => spoken.add(words),
      onToolCall: (name) => this.#count(name),
    });
    await spoken.end();
    const { reading, situation, notice, ...by } = read;
    if (notice) this.#say([notice]);
    if (isInstead && reading.kind !== 'intents') return this.#leave(message);
    if (reading.kind === 'intents') {
      const { isFollowUp = false } = reading;
      // Whoever says no to what was made means to undo it.
      const isUndone = reading.intents[0].type === 'drop' && (await this.#isMade(message.plan));
      const intents: readonly Intent[] = isUndone ? [{ type: 'undo' }] : reading.intents;
      const [first] = intents;
      if (first.type === 'drop') return this.#leave(message);
      if (first.type === 'aboutPlan') return this.#tellOfPlan(message, first, situation, by);
      if (first.type === 'confirm') return this.#showAgain(await this.#openPlan());
      const revision = said.revision ?? (isFollowUp && wished ? wished.revision : null);
      const wanted = { intents, pins: pinsKept(wished, intents), words: text, revision, isFollowUp };
      const isAnother = intents.every(({ type }) => type === 'another');
      return this.#carryOut(wished && isAnother ? anotherOf(wished, text) : wanted, situation, by);
    }
    // Nobody is asked for more, to be told then that he may not change it.
    if (reading.kind === 'question' && wishesChange(said.text, situation))
      authorize(this.ctx, 'changeTimetable');
    if (reading.kind === 'unsupported') return this.#tellAll([reading.hint], by);
    const { question: asking, options } = reading;
    const about = { asked: said.text, revision: said.revision };
    return this.#tellAll([], by, { ...about, question: asking, options: options.map(asOffered) });
  }

  /** Goes on with an option that was chosen. */
  async #resume(
    { preferences, requests, ...wished }: NonNullable<OfferedOption['resume']>,
    { asked, revision }: Question,
    chosen: string,
  ): Promise<void> {
    if (preferences) {
      await notePreferences(this.ctx, preferences, asked);
      return this.#sayOnly(noted);
    }
    for (const date of requests ?? []) {
      this.signal.throwIfAborted();
      await requestDate(this.ctx, date, asked);
    }
    if (requests) return this.#sayOnly(requested);
    const wanted = { ...wished, words: `${asked} → ${chosen}`, revision };
    return this.#carryOut(wanted, await situationOf(this.ctx), byNobody);
  }

  /** Ends with what something is refused for. */
  refuse(error: DomainError): Promise<void> {
    const data = { text: told(error), language: this.ctx.language, wished: this.#wished };
    this.#add({ kind: AssistantEventKind.ERROR, data });
    return this.tell();
  }

  /** What a yes or a no does to what is open; null where nothing is open. */
  async #settlingOf(message: Message, as: Settling['as']): Promise<(() => Promise<void>) | null> {
    const { text, question, wished } = message;
    const leave = () => this.#leave(message);
    const isChoice = question && chosenOption(text, question.options);
    const isTold = wished?.intents.every(({ type }) => type === 'aboutPlan');
    const isOpen = (as === 'CONFIRM' || isTold) && !question;
    const plan = message.plan ?? (isOpen ? wished?.plan : undefined);
    if (plan) {
      const isApplied = await this.#isMade(plan);
      if (as !== 'DROP') return () => (isApplied ? this.#sayOnly(applied) : this.#confirm(plan));
      return isApplied ? null : leave;
    }
    if (as === 'CONFIRM' && !question) {
      // After what was only asked about, a yes is of that.
      const isAsked = wished?.intents.some((intent) => 'isWhatIf' in intent && intent.isWhatIf);
      return isAsked ? null : async () => this.#showAgain(wished && (await this.#openPlan()));
    }
    if (as !== 'DROP' || isChoice) return null;
    return question || (wished && !isUndoing(text)) ? leave : null;
  }

  async #isMade(plan: string | null | undefined): Promise<boolean> {
    return plan ? (await planReads.load(this.ctx, plan)).appliedAt !== null : false;
  }

  /** Leaves what is open. */
  #leave({ plan, question, wished }: Message): Promise<void> {
    this.#wished = null;
    return this.#sayOnly(plan ? dismissed : question || wished ? dropped : nothingToConfirm);
  }

  async #carryOut(wanted: Wanted, situation: Situation, by: ReadBy): Promise<void> {
    const { pins, words, revision, shown, isWhole } = wanted;
    const caller = callerOf(this.ctx);
    const intents = caller.may === 'REQUEST' ? wanted.intents.map(asRequestable) : wanted.intents;
    if (!this.#wished || !intents.every(isAside))
      this.#wished = { intents, pins, revision, ...keptOf(this.#wished, wanted, this.#plan) };
    // Nobody is asked which meeting he means, to be told then that he may not change it.
    const isRequest = caller.may === 'REQUEST' && intents.every(isOnDate);
    if (!isRequest && intents.some(isChanging)) authorize(this.ctx, 'changeTimetable');
    const about = { asked: words, revision };
    const seen: MeetingRef[] = [];
    const use = this.#tools();
    const isHelp = intents.every(({ type }) => type === 'help');
    const timetable = await this.#timetable(use, revision).catch((error: unknown) => {
      if (isHelp && error instanceof DomainError) return null;
      throw error;
    });
    // What can be said is told before there is any timetable.
    if (!timetable) return this.#tellAll([help], by);
    const wishes = { use, situation, timetable, ...caller, intents, pins, isRequest, seen };
    const outcome = await planned({ ...wishes, ...(shown && { shown }), ...(isWhole && { isWhole }) });
    if (seen.length > 0) this.#wished = { ...this.#wished, seen: seen.slice(0, seenMax) };
    if (isRequest && outcome.change) {
      const resume = { intents, pins, requests: outcome.change.dates };
      const option = { label: sendRequest, text: sendRequest[this.ctx.language], resume };
      return this.#tellAll(outcome.words, by, { ...about, question: wantsRequest, options: [option] });
    }
    const request = outcome.change && {
      ...outcome.change,
      conversation: this.holder.conversation,
      ...{ timetable: timetable.id, words },
    };
    const checked = request && (await judged(this.ctx, request).catch(asForeign));
    if (checked instanceof DomainError)
      return this.#tellAll(
        [...outcome.words, await forOthers({ use, timetable }, checked, request!.items)],
        by,
      );
    const asked = outcome.question ?? (checked && (await insteadOf(outcome, checked)));
    if (asked?.kind === 'question')
      return this.#tellAll(outcome.words, by, { ...about, question: asked.question, options: asked.options });
    this.#addCalls();
    this.#say(outcome.words);
    if (asked?.kind === 'words') this.#say([asked.text]);
    else if (checked?.changes.length === 0) this.#say([nothingToChange]);
    else if (checked) {
      const places = outcome.moves.map(({ item }) => placeKey({ ...item.expected, ...item.place }));
      this.#wished = { ...this.#wished, shown: [...(shown ?? []), ...places, ...outcome.datedPlaces] };
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
    await this.#end(byNobody);
  }

  /** The plan that was shown before something else was said, while it can be applied. */
  async #openPlan(): Promise<string | null> {
    const id = await newestPlan(this.ctx, this.holder.conversation);
    const plan = id === null ? null : await planReads.load(this.ctx, id);
    return plan && plan.appliedAt === null && new Date(plan.expiresAt).getTime() > Date.now() ? id : null;
  }

  /** Tells what is asked of the plan that was shown last, which a yes still applies; else what is open. */
  async #tellOfPlan(
    { question, wished }: Message,
    intent: Extract<Intent, { type: 'aboutPlan' }>,
    situation: Situation,
    by: ReadBy,
  ): Promise<void> {
    const plan = this.#plan ?? (question ? null : await newestPlan(this.ctx, this.holder.conversation));
    this.#say([plan ? await toldOfPlan(this.ctx, plan, intent.ask) : noPlanYet(situation, wished, question)]);
    if (plan) {
      const kept = { intents: [intent], pins: {}, revision: wished?.revision ?? null };
      this.#wished = { ...kept, ...keptOf(wished, { ...kept, isFollowUp: true }, plan) };
    }
    await this.#end(by, plan || !question ? undefined : question);
  }

  /** Shows a plan once more, since only what was shown just now is applied by a word. */
  async #showAgain(plan: string | null): Promise<void> {
    this.#say([plan === null ? nothingToConfirm : shownAgain]);
    if (plan !== null) await this.#show(plan);
    await this.#end(byNobody);
  }

  #sayOnly(text: Text): Promise<void> {
    this.#say([text]);
    return this.#end(byNobody);
  }

  /** Ends with words, and with a question where there is one. */
  #tellAll(texts: readonly Text[], by: ReadBy, asked?: Asking): Promise<void> {
    this.#addCalls();
    this.#say(texts);
    return this.#end(by, asked);
  }

  #say(texts: readonly Text[]): void {
    if (texts.length === 0) return;
    const { language } = this.ctx;
    this.#add({ kind: TOKEN, data: { text: texts.map((text) => `${text[language]}\n`).join('') } });
  }

  #addCalls(): void {
    for (const [tool, count] of this.#calls) this.#add({ kind: TOOL_CALL, data: { tool, count } });
  }

  #end({ interpreter, isFallback }: ReadBy, asking?: Asking): Promise<void> {
    if (asking) this.#add({ kind: QUESTION, data: { ...asking, language: this.ctx.language } });
    this.#add({ kind: DONE, data: { interpreter, isFallback, wished: this.#wished } });
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

/** Whoever may only ask for changes of a date asks for the next one, where no other is told. */
function asRequestable(intent: Intent): Intent {
  if (intent.type !== 'move' || intent.isWhatIf || intent.by || intent.avoid || intent.notAt) return intent;
  const { at, ...meeting } = intent.meeting;
  return meeting.isEvery ? intent : { ...asDated({ ...intent, meeting }), ...(at && { at }) };
}

/** The wish before once more, for another place than those that were shown. */
const anotherOf = ({ shown = [], ...wished }: Wished, words: string): Wanted => ({ ...wished, shown, words });

/** An option of a reading, which is gone on with where it says what it wishes. */
const asOffered = ({ intents, ...option }: Option): OfferedOption =>
  intents ? { ...option, resume: { intents, pins: {} } } : option;

const nothingToChange = say(
  '课表已经是这样，没有需要改动的。',
  'The timetable is like that already, nothing changes.',
);
