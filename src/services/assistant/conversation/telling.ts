import type { Situation } from '@class-scheduling/assistant-language';
import { AssistantEventKind } from '../../../schema/enums.js';
import type { DomainError } from '../../../schema/errors.js';
import type { DateItem } from '../../scheduling/changes/edits.js';
import type { Text } from '../../../schema/texts.js';
import type { Context } from '../../../data/context.js';
import type { EventData, NewEvent, Wished } from '../event-data.js';
import {
  applied,
  changedMeanwhile,
  dismissed,
  dropped,
  isUndoing,
  nothingToConfirm,
  shownAgain,
} from '../confirmation.js';
import { appendEvents, newestPlan, type Message } from '../events.js';
import type { AnswerHolder } from '../events.queries.js';
import { isChanging } from '../planner/edits.js';
import { situationOf } from '../situation.js';
import { toolsFor, type UseTool } from '../tools.js';
import { hasNotes, isOffer, notYet } from './about-plan.js';
import { leftOf } from './state.js';
import { planInWords, readPlan, type ShownPlan } from './plan-words.js';
import { applyChangePlan, planReads, withReason } from './plans.js';
import type { readText } from './reading.js';
import { noRevision, noTimetable, told } from './refusals.js';
import { reasonKept, requestDate, requested } from './requests.js';
import { revisionMax } from './revision.js';

const { TOKEN, TOOL_CALL, PLAN, QUESTION, DONE } = AssistantEventKind;

export type Question = EventData[AssistantEventKind.QUESTION];
/** A question with its options, and what had been said. */
export type Asking = Omit<Question, 'language'>;

/** Whether an answer makes something, so that it is ended by nobody. */
export interface Work {
  isBound: boolean;
}

const ofSeveral = /[两三几][个节次门]|\b(?:both|all of them)\b/i;
const putsOff = /先[别不]|[等再](?:[一下等会]|问|想|商量|看)|\bnot yet\b|\bhold (?:on|off)\b|\bwait\b/i;

/** What an answer says, event by event. */
export class Telling {
  private readonly calls = new Map<string, number>();
  /** What is stored with the next that is told: one statement and one wake of those who listen. */
  private untold: NewEvent[] = [];
  /** What is wished, for what is said next. */
  protected wished: Wished | null = null;
  /** The plan that is open still. */
  protected plan: string | undefined;
  /** What is offered to be requested, which stays open beside what is asked of it. */
  protected offered: Question | undefined;
  /** Why something shall be changed. */
  protected reason: string | null = null;
  /** What the text was read as, and by whom; null where nothing had to be read. */
  protected read: Awaited<ReturnType<typeof readText>> | null = null;
  constructor(
    protected readonly ctx: Context,
    protected readonly holder: AnswerHolder,
    protected readonly signal: AbortSignal,
    private readonly work: Work,
  ) {}

  /** Begins with what lies open, and the reason that is given. */
  protected hear({ wished, plan, question }: Message, reason: string | null): void {
    this.reason = reason;
    this.wished = wished;
    this.plan = plan ?? wished?.plan;
    this.offered = question && isOffer(question) ? question : undefined;
  }

  /** From here on the answer is told whole, whatever ends others. @throws where it is ended already */
  protected bind(): void {
    this.signal.throwIfAborted();
    this.work.isBound = true;
  }

  get isEnded(): boolean {
    return this.signal.aborted && !this.work.isBound;
  }

  protected tools(): UseTool {
    const use = toolsFor(this.ctx, { onCall: (name) => this.count(name) });
    return (name, parameters) => {
      if (this.isEnded) throw this.signal.reason;
      return use(name, parameters);
    };
  }

  protected count(tool: string): void {
    this.calls.set(tool, (this.calls.get(tool) ?? 0) + 1);
  }

  /** What is known of the caller and the semester, as the text was read by it. */
  protected async situation(): Promise<Situation> {
    return this.read?.situation ?? situationOf(this.ctx);
  }

  protected sayOnly(text: Text): Promise<void> {
    this.say([text]);
    return this.end();
  }

  /** Ends with words, and with a question where there is one. */
  protected tellAll(texts: readonly Text[], asked?: Asking): Promise<void> {
    this.addCalls();
    this.say(texts);
    return this.end(asked);
  }

  protected say(texts: readonly Text[]): void {
    if (texts.length === 0) return;
    const { language } = this.ctx;
    this.add({ kind: TOKEN, data: { text: texts.map((text) => `${text[language]}\n`).join('') } });
  }

  protected addCalls(): void {
    for (const [tool, count] of this.calls) this.add({ kind: TOOL_CALL, data: { tool, count } });
  }

  protected end(asking?: Asking): Promise<void> {
    const { interpreter = null, isFallback = false } = this.read ?? {};
    const { open, intents = [] } = this.wished ?? {};
    const isAside = open && !intents.some(({ type }) => type.startsWith('find'));
    const asked = asking ?? (isAside ? this.offered : undefined);
    if (asked) this.add({ kind: QUESTION, data: { ...asked, language: this.ctx.language } });
    this.add({ kind: DONE, data: { interpreter, isFallback, wished: this.wished } });
    return this.tell();
  }

  protected add(event: NewEvent): void {
    this.untold.push(event);
  }

  /** Stores what was said and is not stored yet. */
  async tell(): Promise<void> {
    if (this.isEnded) throw this.signal.reason;
    const events = this.untold;
    this.untold = [];
    await appendEvents(this.ctx, this.holder, events);
  }

  protected async isMade(plan: string | null | undefined): Promise<boolean> {
    return plan ? (await planReads.load(this.ctx, plan)).appliedAt !== null : false;
  }

  protected async timetable(use: UseTool, revision: number | null) {
    if (revision === 0 || Number(revision) > revisionMax) throw noRevision(revision!);
    const { timetable } = await use('timetable', revision === null ? {} : { revision });
    if (!timetable) throw revision === null ? noTimetable() : noRevision(revision);
    return timetable;
  }

  protected show(plan: ShownPlan): void {
    this.add({ kind: PLAN, data: { plan: plan.id, text: planInWords(plan, this.ctx.language) } });
  }

  /** The plan that was shown before something else was said, while it can be applied. */
  protected async openPlan(): Promise<string | null> {
    const id = await newestPlan(this.ctx, this.holder.conversation);
    const plan = id === null ? null : await planReads.load(this.ctx, id);
    return plan && plan.appliedAt === null && new Date(plan.expiresAt).getTime() > Date.now() ? id : null;
  }

  /** The plan that was shown last, where no other change was wished since that came to none. */
  protected async planOf(wished: Wished | null): Promise<string | null> {
    const plan = await newestPlan(this.ctx, this.holder.conversation);
    return wished?.intents.some(isChanging) && !(await this.isMade(plan)) ? null : plan;
  }

  /** What a no means by what lies on the table: what is not made is dropped, what was made undone. */
  protected async takenBack({ text, question, wished }: Message): Promise<'drop' | 'undo' | null> {
    if (this.plan) return (await this.isMade(this.plan)) ? 'undo' : 'drop';
    const isChange = wished?.intents.some(isChanging);
    if (question && isChange) return 'drop';
    const isHistory = wished?.intents.some(({ type }) => type === 'showChanges');
    const isMade = async () => this.isMade(await newestPlan(this.ctx, this.holder.conversation));
    return isUndoing(text) && (isHistory || (isChange && (await isMade()))) ? 'undo' : null;
  }

  protected async send(requests: readonly DateItem[], asked: string): Promise<void> {
    for (const date of requests) {
      this.signal.throwIfAborted();
      await requestDate(this.ctx, date, withReason(asked, this.reason));
    }
    this.offered = undefined;
    this.say([requested, ...this.reasonKept]);
  }

  /** Makes the plan that is open before what is said beside that; null where there is none. */
  protected async madeFirst(
    { text, plan, question, wished }: Message,
    isIf?: boolean,
  ): Promise<'ENDS' | 'GOES_ON' | null> {
    const open = plan ?? wished?.plan;
    const requests = question?.options.flatMap(({ resume }) => resume?.requests ?? []) ?? [];
    // 两个都交吧, of one: not what was meant.
    if (question && requests.length > (ofSeveral.test(text) ? 1 : 0)) {
      await this.send(requests, question.asked);
      return 'GOES_ON';
    }
    if (question) await this.askAgain(question);
    else if (!open || (await this.isMade(open))) return null;
    else if (await this.apply(open, isIf)) return 'GOES_ON';
    else await this.end();
    return 'ENDS';
  }

  /** Ends with what something is refused for. */
  refuse(error: DomainError): Promise<void> {
    const data = { text: told(error), language: this.ctx.language, wished: this.wished };
    this.add({ kind: AssistantEventKind.ERROR, data });
    return this.tell();
  }

  /** Applies the plan shown last, because its person says so; 没冲突就改: only where nothing clashes. */
  protected async confirm(id: string, isIf?: boolean): Promise<void> {
    await this.apply(id, isIf);
    await this.end();
  }

  /** Whether a plan is applied; else it is shown as it is by now. */
  protected async apply(id: string, isIf = false): Promise<boolean> {
    const shown = isIf && (await readPlan(this.ctx, id));
    if (shown && hasNotes(shown)) {
      this.show(shown);
      return false;
    }
    const { fingerprint } = await planReads.load(this.ctx, id);
    this.bind();
    const { plan, isApplied } = await applyChangePlan(this.ctx, id, fingerprint, null, this.reason);
    this.say(isApplied ? [applied, ...this.reasonKept] : [changedMeanwhile]);
    if (!isApplied) this.show(await readPlan(this.ctx, plan));
    return isApplied;
  }

  /** Leaves what is open. */
  protected leave({ text, plan, question, wished }: Message): Promise<void> {
    // 先别交，我再问问: what is only put off is spoken of still.
    this.wished = putsOff.test(text) ? wished : leftOf(wished);
    return this.sayOnly(plan ? dismissed : question || wished ? dropped : nothingToConfirm);
  }

  protected askAgain(question: Question): Promise<void> {
    return this.tellAll([notYet(question)], question);
  }

  /** Shows a plan once more, since only what was shown just now is applied by a word. */
  protected async showAgain(plan: string | null): Promise<void> {
    if (plan === null || plan !== this.plan) this.say([plan === null ? nothingToConfirm : shownAgain]);
    if (plan !== null) this.show(await readPlan(this.ctx, plan));
    await this.end();
  }

  protected get reasonKept(): Text[] {
    return this.reason === null ? [] : [reasonKept(this.reason)];
  }
}
