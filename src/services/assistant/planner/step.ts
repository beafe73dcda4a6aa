import type { Of } from '@class-scheduling/assistant-language';
import type { ChangeKind } from '../../../schema/timetables.js';
import type { DateItem, ItemRequest } from '../../scheduling/changes/edits.js';
import type { OfferedOption } from '../event-data.js';
import type { HeldMeeting } from './held.js';
import { headed, inARow, joined, lined, oneLine, say, type Text } from './words.js';

export type { Of } from '@class-scheduling/assistant-language';

export type Move = Of<'move'>;

/** A move, and the meeting that it means. */
export interface MeantMove {
  /** Its place among the intents. */
  readonly at: number;
  readonly meeting: HeldMeeting;
  readonly intent: Move;
}

/** What one intent comes to. */
export type Step =
  | {
      readonly kind: 'items';
      readonly items: readonly ItemRequest[];
      /** The move that it is, where it is one. */
      readonly move?: MeantMove;
      /** What is said beside it: why it is not quite as it was wished. */
      readonly told?: Text;
    }
  | {
      readonly kind: 'dates';
      readonly dates: readonly DateItem[];
      /** What becomes of each, in words; and what to mind: what was left out, or is over by now. */
      readonly told: readonly Text[];
      readonly notes?: readonly Text[];
      /** Where they go, as it is kept of what was shown. */
      readonly places: readonly string[];
    }
  | {
      readonly kind: 'reversal';
      readonly as: ChangeKind.UNDO | ChangeKind.REDO;
      readonly told: readonly Text[];
    }
  | { readonly kind: 'words'; readonly text: Text }
  | { readonly kind: 'question'; readonly question: Text; readonly options: readonly OfferedOption[] };

/** That an intent cannot be gone on with before the person has answered, or at all. */
export class UnsettledError extends Error {
  constructor(readonly step: Step) {
    super('The intent is not settled.');
  }
}

type Said = [text: Text] | [zh: string, en: string];

export const words = (...said: Said): Step => ({
  kind: 'words',
  text: said.length === 2 ? say(...said) : said[0],
});

/** Ends the planning of an intent with words. */
export const refuse = (...said: Said): UnsettledError => new UnsettledError(words(...said));

/** That more meetings match than one plan changes. */
export const tooMany = (count: number, most: number): Text =>
  say(
    `共有 ${count} 次课符合，一次最多调整 ${most} 次。请说得更具体，例如加上星期、课程或班级。`,
    `${count} meetings match, and one plan changes at most ${most}. Maybe name a day, course or class.`,
  );

/** Why a step plans nothing, and what is offered, on one line. */
export function reasonIn(step: Step): Text {
  if (step.kind === 'words') return oneLine(step.text);
  if (step.kind !== 'question') return say('', '');
  const offered = inARow(step.options.slice(0, offersTold).map(({ label }) => label));
  return oneLine(joined([step.question, offered], ' '));
}

const offersTold = 3;

/** That the first of two goals cannot be, and why: by what it comes to, or in words. */
export const firstCannot = (step: Step | null, why: readonly Text[]): Text =>
  headed(say('先说的不行', 'What was said first cannot be'), reasonIn(step ?? words(lined(why))));
