import {
  type Intent,
  type Reading,
  type Settling,
  type Situation,
  allRight,
  choiceWithMore,
  chosenOption,
  agreeingIn,
  besideOwnRight,
  settlingIn,
  isOnlyAsked,
  talkIn,
  unsupported,
  type Talk,
  wishesChange,
} from '@class-scheduling/assistant-language';
import { AssistantEventKind } from '../../../schema/enums.js';
import { DomainError } from '../../../schema/errors.js';
import { authorize } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { applied, isUndoing } from '../confirmation.js';
import type { OfferedOption } from '../event-data.js';
import type { Message } from '../events.js';
import type { AnswerHolder } from '../events.queries.js';
import { reasonIn } from './requests.js';
import { isChanging } from '../planner/edits.js';
import { callerOf } from '../planner/planning.js';
import { readText } from './reading.js';
import { revisionIn } from './revision.js';
import { Spoken } from './spoken.js';
import { anotherOf, asOffered, isOfChange, onDateIn, spokenOf, takingBack, withOpen } from './state.js';
import { CarryingOut } from './carrying-out.js';
import type { Question, Work } from './telling.js';

/** Answers a message as its person may, event by event. @throws DomainError of what its person may not */
export async function answerMessage(
  ctx: Context,
  holder: AnswerHolder,
  message: Message,
  signal: AbortSignal,
  work: Work,
): Promise<void> {
  const answer = new Answer(ctx, holder, signal, work);
  try {
    await answer.give(message);
  } catch (error) {
    // What is refused was spoken of: 那就只调下周那次.
    if (!(error instanceof DomainError) || answer.isEnded) throw error;
    await answer.refuse(error);
  } finally {
    // What was said before a failure was said.
    if (!answer.isEnded) await answer.tell();
  }
}

type Wish = Awaited<ReturnType<typeof readText>> & { readonly reading: Reading };

class Answer extends CarryingOut {
  async give(heard: Message): Promise<void> {
    const { wished } = heard;
    const [spoken, reason] = reasonIn(heard.text);
    this.hear(heard, reason);
    const agreed = agreeingIn(spoken);
    const made = agreed?.as === 'CONFIRM' && !agreed.isBut ? await this.madeFirst(heard, agreed.isIf) : null;
    if (made === 'ENDS') return;
    const isMade = made === 'GOES_ON';
    const question = isMade ? null : heard.question;
    const message = { ...heard, text: spoken, question };
    const settling = settlingIn(message.text);
    const settled = settling && !settling.rest && (await this.#settlingOf(message, settling.as));
    if (settled) return settled();
    // 算了，找人代吧: what is wished instead.
    const instead = settling?.rest && (question ?? message.plan ?? wished) ? settling : null;
    const isLeft = Boolean(instead && !instead.isHeld && (question ?? message.plan ?? isOfChange(wished)));
    const text = agreed?.rest ?? instead?.rest ?? message.text;
    const right = besideOwnRight(text, isOfChange(wished));
    if (right !== null) return this.tellOfRight(message, right);
    const option = question && chosenOption(text, question.options);
    if (question && option?.resume) return this.resume(option.resume, question, text);
    const more = question && (await this.#chosenWithMore(message, question, text));
    if (more) return this.resume(more, question, text);
    const said = option && question ? { text: option.text, revision: question.revision } : revisionIn(text);
    // A model reads what a yes is said beside, unless that is done by now.
    const whole = option || isMade ? said.text : revisionIn(heard.text).text;
    const read = await this.#wish(message, said.text, option ? null : question, whole);
    if (typeof read === 'function') return read();
    const { situation, notice } = read;
    if (notice) this.say([notice]);
    const talk = talkIn(instead ? text : message.text, situation);
    // 就这间，离得近。报上去吧: what is said beside is no wish.
    const reading: Reading =
      talk === 'request' && agreed ? { kind: 'intents', intents: [{ type: 'request' }] } : read.reading;
    const talked = await this.#talked(message, talk, reading, isLeft);
    if (talked) return talked();
    if (reading.kind === 'intents') {
      // What is asked while a plan is put off leaves that where it is.
      const isFollowUp = reading.isFollowUp ?? Boolean(settling?.isHeld);
      const wishes = withOpen(reading.intents, wished);
      const [told] = wishes;
      const isBack = told.type === 'drop' || told.type === 'undo';
      const back = isBack && ((await this.takenBack(message)) ?? (told.type === 'undo' && told.type));
      const intents: readonly Intent[] = back ? takingBack(wished, back, text).intents : wishes;
      const [first] = intents;
      if (first.type === 'drop') return this.leave(message);
      if (first.type === 'aboutPlan') return this.tellOfPlan(message, first);
      if (first.type === 'confirm' && isMade) return this.end();
      if (first.type === 'confirm')
        return question ? this.askAgain(question) : this.showAgain(await this.openPlan());
      const requested = first.type === 'request' && this.requestOf(message, text);
      if (requested) return requested;
      const revision = said.revision ?? (isFollowUp && wished ? wished.revision : null);
      const wanted = { intents, pins: {}, words: text, revision, isFollowUp };
      if (isLeft) this.plan = undefined;
      const isAnother = intents.every(({ type }) => type === 'another');
      return this.carryOut(wished && isAnother ? anotherOf(wished, text) : wanted);
    }
    return this.#askBack(reading, said, situation);
  }

  /** Asks for what was not plain, or tells what can be done. */
  #askBack(
    reading: Exclude<Reading, { kind: 'intents' }>,
    said: { readonly text: string; readonly revision: number | null },
    situation: Situation,
  ): Promise<void> {
    // What is not understood may be about the plan: a yes behind it is shown once more what that is of.
    this.wished = this.wished && { ...this.wished, plan: undefined };
    // Nobody is asked for more, to be told then that he may not change it.
    const mayNot = callerOf(this.ctx).may !== 'REQUEST' && wishesChange(said.text, situation);
    const isOpen = reading.kind === 'question' && wishesChange(said.text, situation);
    if (!isOpen || mayNot) this.wished = spokenOf(said.text, situation, this.wished);
    if (reading.kind === 'question' && mayNot) authorize(this.ctx, 'changeTimetable');
    if (reading.kind === 'unsupported') return this.tellAll([reading.hint]);
    const about = { asked: said.text, revision: said.revision, question: reading.question };
    return this.tellAll([], { ...about, options: reading.options.map(asOffered) });
  }

  /** What a text wishes; or, where a model takes it for an option, what to do: nothing is sent or stored. */
  async #wish(
    message: Message,
    text: string,
    open: Question | null,
    whole = text,
  ): Promise<Wish | (() => Promise<void>)> {
    const read = await this.#read(message, text, open, whole);
    const { reading } = read;
    if (reading.kind !== 'option') return { ...read, reading };
    const chosen = open?.options[reading.at];
    if (!open || !chosen) return () => this.tellAll([unsupported().hint]);
    const { resume } = chosen;
    if (resume?.requests || resume?.preferences) return () => this.askAgain(open);
    return resume ? () => this.resume(resume, open, text) : this.#wish(message, chosen.text, null);
  }

  /** 就第一个吧，教室大一点: the option that is chosen, with what is said beside laid over it. */
  async #chosenWithMore(
    message: Message,
    { options }: Question,
    text: string,
  ): Promise<OfferedOption['resume'] | null> {
    const said = choiceWithMore(message.text, options) ?? choiceWithMore(text, options);
    const { option: { resume } = {}, rest = '' } = said ?? {};
    if (!resume || resume.preferences || resume.requests) return null;
    const { reading } = await this.#read({ ...message, wished: { ...resume, revision: null } }, rest, null);
    const [only, ...others] = reading.kind === 'intents' ? reading.intents : [];
    // 教室要经管楼的: what is not understood may not be passed over.
    if (!only) return reading.kind === 'question' ? null : resume;
    const [chosen, ...further] = resume.intents;
    // Another wish is none of what was chosen; that it is once alone tells nothing more of it.
    if (others.length > 0 || only.type !== chosen.type) return null;
    if ('action' in only && 'action' in chosen && only.action !== chosen.action) return resume;
    return { ...resume, intents: [only, ...further] };
  }

  /** What a text that only talks does to what is open, in words of its own; null where it wishes more. */
  async #talked(
    message: Message,
    talk: Talk | null,
    reading: Reading,
    isLeft: boolean,
  ): Promise<(() => Promise<void>) | null> {
    const { text, plan, question } = message;
    const agreed = agreeingIn(text);
    const isMade = await this.isMade(plan);
    // A model has told what a text does to what is open; a yes is one by its words, too.
    if (this.read?.interpreter === 'model') {
      const isYes = reading.kind === 'intents' && reading.intents.every(({ type }) => type === 'confirm');
      return isYes && talk === 'confirm' && plan && !isMade ? () => this.confirm(plan) : null;
    }
    // 算了，他们说不方便; 先别提交，我还没问学生: why, and no other wish.
    const { rest = '', isHeld } = settlingIn(text) ?? {};
    // Wait, only on the 4th: what is not sure is asked, and not left.
    if (isHeld && reading.kind === 'question' && reading.isUnsure) return null;
    if (reading.kind === 'intents' && reading.isCorrected) return null;
    const wishes = reading.kind === 'intents' ? reading.intents : [];
    const isTold = wishes.length === 0 || talk === 'drop' || talk === 'told';
    const isDropped = talkIn(text, await this.situation()) === 'drop' && !isOnlyAsked(rest);
    const isWhy = rest !== '' && !isOnlyAsked(rest) && !wishes.some(isChanging);
    // 那算了，我妹妹说她陪去: whatever that was, nothing is done.
    const isOpen = plan ?? question ?? (reading.kind !== 'intents' && !isHeld ? message.wished : null);
    if ((isLeft && (isTold || isDropped)) || (isWhy && isOpen))
      return (await this.#settlingOf(message, 'DROP')) ?? (() => this.leave(message));
    if (talk === 'confirm' && plan && !isMade) return () => this.confirm(plan);
    const [only, ...others] = question?.options ?? [];
    if (talk === 'confirm' && question && only?.resume && others.length === 0)
      return () => this.resume(only.resume!, question, text);
    const isTalk = talk === 'told' || (reading.kind === 'intents' && reading.intents[0].type === 'drop');
    if (!isTalk || !agreed) return null;
    if (plan && !isMade) return () => this.showAgain(plan);
    return () => (isMade && agreed.as === 'CONFIRM' ? this.end() : this.sayOnly(allRight));
  }

  async #read(
    { wished, said }: Message,
    text: string,
    open: Question | null | undefined,
    whole = text,
  ): ReturnType<typeof readText> {
    const spoken = new Spoken((piece) => {
      this.add({ kind: AssistantEventKind.TOKEN, data: { text: piece } });
      return this.tell();
    });
    const { intents: before = [], open: still, seen, everSeen } = wished ?? {};
    const asked = open ? { text: open.asked, options: open.options } : null;
    const hasPlan = Boolean(this.plan ?? this.offered);
    const isMade = await this.isMade(this.plan);
    const state = { said, before, open: still?.intents, seen, everSeen, asked, hasPlan, isMade };
    const read = await readText(this.ctx, { text, whole }, state, this.signal, {
      onToken: (words) => spoken.add(words),
      onToolCall: (name) => this.count(name),
    });
    await spoken.end();
    this.read = read;
    return read;
  }

  /** What a yes or a no does to what is open; null where nothing is open. */
  async #settlingOf(message: Message, as: Settling['as']): Promise<(() => Promise<void>) | null> {
    const { text, question, wished } = message;
    const leave = () => this.leave(message);
    const isChoice = question && chosenOption(text, question.options);
    const isTold = wished?.intents.every(({ type }) => type === 'aboutPlan');
    const isOpen = (as === 'CONFIRM' || isTold) && !question;
    const plan = message.plan ?? (isOpen ? wished?.plan : undefined);
    if (plan && as !== 'DROP')
      return async () =>
        (await this.isMade(plan)) ? this.sayOnly(applied) : this.confirm(plan, settlingIn(text)?.isIf);
    // 提交吧, behind a question beside it: what would be requested is shown again.
    const isSent = as === 'CONFIRM' && !question && callerOf(this.ctx).may === 'REQUEST';
    if (isSent && onDateIn(wished)) return async () => void (await this.requestOf(message, text));
    if (as !== 'DROP' && !question?.options.length) {
      // After what was only asked about, a yes is of that; after what was not understood, of what was shown.
      const isAsked = wished?.intents.some((intent) => 'isWhatIf' in intent && intent.isWhatIf);
      const isSpoken = as === 'CONFIRM' ? !question : isTold || isOfChange(wished);
      const open = wished && isSpoken && !isAsked ? await this.openPlan() : null;
      if (open || (as === 'CONFIRM' && !question && !isAsked)) return () => this.showAgain(open);
    }
    const isAsked = question && !isChoice && (as === 'CONFIRM' || question.options.length > 1);
    if (as !== 'DROP' && isAsked) return () => this.askAgain(question);
    if (as !== 'DROP' || isChoice) return null;
    const isLeft = question || (wished && !isUndoing(text));
    const back = (await this.takenBack(message)) ?? (isLeft ? 'drop' : null);
    if (back !== 'undo') return back && leave;
    return () => this.carryOut(takingBack(wished, back, text));
  }
}
