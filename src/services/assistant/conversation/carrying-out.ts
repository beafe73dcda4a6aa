import {
  type Intent,
  type MeetingRef,
  askedOfPlanIn,
  isOnlyAsked,
  namedIn,
} from '@class-scheduling/assistant-language';
import { DomainError } from '../../../schema/errors.js';
import type { DateItem } from '../../scheduling/changes/edits.js';
import { authorize } from '../../../data/access.js';
import { nothingToChange } from '../confirmation.js';
import type { OfferedOption } from '../event-data.js';
import type { Message } from '../events.js';
import { noPlanYet, toldOfPlan } from './about-plan.js';
import { asWished, noted, notePreferences, sendRequest, wantsRequest } from './requests.js';
import { isChanging, isOnDate } from '../planner/edits.js';
import { asForeign, forOthers } from '../planner/checks.js';
import { helpFor } from '../answers/help.js';
import { insteadOf, inTheWayOf, planned, type Outcome } from '../answers/planner.js';
import { isNamed } from '../planner/meetings.js';
import { placeKey } from '../planner/rooms.js';
import { firstCannot } from '../planner/step.js';
import { callerOf } from '../planner/planning.js';
import { storedPlan, type ShownPlan } from './plan-words.js';
import { judged, withReason } from './plans.js';
import { lessonOf, refusedOf, toldOfRight } from './own-rights.js';
import { isAside, keptOf, onDateIn, otherwiseOf, withSeen, type Wanted } from './state.js';
import { onlyOwnHalf } from './refusals.js';
import { Telling, type Question } from './telling.js';

/** An answer that carries out what is wished, once that is known. */
export class CarryingOut extends Telling {
  /** Sends what was shown to be requested, else shows the change that was spoken of; null where none was. */
  protected requestOf({ question, wished }: Message, words: string): Promise<void> | null {
    const shown = question?.options.find(({ resume }) => resume?.requests)?.resume;
    if (question && shown)
      return isOnlyAsked(words) ? this.askAgain(question) : this.resume(shown, question, words);
    const open = onDateIn(wished);
    return open ? this.carryOut({ ...open, words, revision: wished!.revision }) : null;
  }

  /** Goes on with an option that was chosen. */
  protected async resume(
    { preferences, requests, ...wished }: NonNullable<OfferedOption['resume']>,
    { asked, revision }: Question,
    chosen: string,
  ): Promise<void> {
    if (preferences) {
      await notePreferences(this.ctx, preferences, asked);
      return this.sayOnly(noted);
    }
    if (requests) {
      await this.send(requests, asked);
      return this.end();
    }
    return this.carryOut({ ...wished, words: `${asked} → ${chosen}`, revision });
  }

  /** @param keepsRooms false after a room that was kept unasked was not free */
  protected async carryOut(wanted: Wanted, keepsRooms = true): Promise<void> {
    const { pins, revision, shown, isWhole, isFollowUp } = wanted;
    if (!isFollowUp) this.offered = undefined;
    const words = withReason(wanted.words, this.reason);
    const caller = callerOf(this.ctx);
    const intents = wanted.intents.map((one) => asWished(one, caller.may, words, isFollowUp));
    if (!this.wished || !intents.every((one) => isAside(one, this.wished)))
      this.wished = { intents, pins, revision, ...keptOf(this.wished, wanted, this.plan) };
    // Nobody is asked which meeting he means, to be told then that he may not change it.
    const isAsking = (one: Intent): boolean => isOnDate(one) || one.type === 'whyNot';
    const isRequest = caller.may === 'REQUEST' && intents.every(isAsking);
    if (caller.may === 'REQUEST' && intents.some(({ type }) => type === 'swap')) throw onlyOwnHalf();
    if (!isRequest && intents.some(isChanging)) authorize(this.ctx, 'changeTimetable');
    const about = { asked: words, revision };
    const seen: MeetingRef[] = [];
    const use = this.tools();
    // What can be said is told before there is any timetable.
    if (intents.every(({ type }) => type === 'help')) return this.tellAll([helpFor(caller)]);
    const situation = await this.situation();
    const timetable = await this.timetable(use, revision);
    const wishes = { use, situation, timetable, ...caller, intents, pins, isRequest, seen };
    const outcome = await planned({ ...wishes, shown, isWhole, keepsRooms }).catch(asForeign);
    if (this.wished) this.wished = withSeen(this.wished, seen);
    if (outcome instanceof DomainError) return this.tellAll([await forOthers(wishes, outcome, {})]);
    // Nobody is asked which he means of lessons that are all for others to change.
    const foreign = await refusedOf(wishes, outcome.question);
    if (foreign) return this.tellAll([await forOthers(wishes, foreign, {})]);
    if (isRequest && outcome.change) return this.offerRequest(outcome, outcome.change.dates, about);
    const { conversation } = this.holder;
    const request = outcome.change && { ...outcome.change, conversation, timetable: timetable.id, words };
    const checked = request && (await judged(this.ctx, request).catch(asForeign));
    if (checked instanceof DomainError) return this.tellAll([await forOthers(wishes, checked, request!)]);
    let stored: Promise<ShownPlan> | undefined;
    const plan = () => (stored ??= storedPlan(this.ctx, request!, checked!));
    const all = checked ? await inTheWayOf(outcome, checked, plan) : [];
    if (all.length > 0 && keepsRooms && outcome.moves.length > 0) return this.carryOut(wanted, false);
    const asked = outcome.question ?? (all.length > 0 ? await insteadOf(outcome, all) : null);
    const other = asked || !checked ? otherwiseOf(wanted, asked) : null;
    if (other) {
      this.say([firstCannot(asked, outcome.words)]);
      return this.carryOut(other);
    }
    if (asked?.kind === 'question')
      return this.tellAll(outcome.words, { ...about, question: asked.question, options: asked.options });
    this.addCalls();
    this.say([...outcome.words, ...this.reasonKept]);
    if (asked?.kind === 'words') this.say([asked.text]);
    else if (checked?.changes.length === 0) this.say([nothingToChange]);
    else if (checked) {
      const places = outcome.moves.map(({ item }) => placeKey({ ...item.expected, ...item.place }));
      this.wished = { ...this.wished, shown: [...(shown ?? []), ...places, ...outcome.datedPlaces] };
      this.show(await plan());
    }
    await this.end();
  }

  /** Asks whether academic affairs shall be asked for the dates. */
  private async offerRequest(
    { wishes, words }: Outcome,
    requests: readonly DateItem[],
    about: Pick<Question, 'asked' | 'revision'>,
  ): Promise<void> {
    const resume = { intents: [...wishes.intents], pins: wishes.pins, requests };
    const option = { label: sendRequest, text: sendRequest[this.ctx.language], resume };
    const told = [...words, ...this.reasonKept];
    return this.tellAll(told, { ...about, question: wantsRequest, options: [option] });
  }

  /** Tells whether the caller may change what is named, or was spoken of. */
  protected async tellOfRight({ wished }: Message, said: string): Promise<void> {
    const situation = await this.situation();
    const use = this.tools();
    const timetable = await this.timetable(use, null);
    const seen: MeetingRef[] = [];
    const wishes = { use, situation, timetable, ...callerOf(this.ctx), intents: [], pins: {}, seen };
    const before = [...(wished?.intents ?? []), ...(wished?.open?.intents ?? [])];
    const named = said === '' ? {} : namedIn(said, situation);
    const lesson = isNamed(named) ? named : lessonOf(before, wished?.seen);
    const right = await toldOfRight(wishes, lesson);
    this.wished = this.wished && withSeen(this.wished, seen);
    await this.tellAll([right]);
  }

  /** Tells what is asked of the plan that was shown last, and whether a yes applies it; else what is open. */
  protected async tellOfPlan({ text, question, wished }: Message, intent: Intent): Promise<void> {
    const plan = this.plan ?? (question ? null : await this.planOf(wished));
    const asks = askedOfPlanIn(text);
    if (!plan) this.say([noPlanYet(await this.situation(), wished, question, asks)]);
    else {
      this.say([await toldOfPlan(this.ctx, plan, asks, plan === this.plan)]);
      const kept = { intents: [intent], pins: {}, revision: wished?.revision ?? null };
      // Of a plan that a search has left a yes is shown that once more.
      this.wished = { ...kept, ...keptOf(wished, { ...kept, isFollowUp: true }, this.plan) };
    }
    await this.end(plan || !question ? undefined : question);
  }
}
