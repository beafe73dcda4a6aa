import type { Intent, Interpreter, MeetingRef } from '@class-scheduling/assistant-language';
import type { DateItem } from '../scheduling/changes/edits.js';
import type { AssistantEventKind } from '../../schema/enums.js';
import type { Language, Text } from '../../schema/texts.js';

/** Which meeting a person meant, by the place of its mention in the intents. */
export type Pins = Readonly<Record<string, Pin>>;

/** A meeting with the teaching class that holds it. */
export interface Pin {
  readonly meeting: string;
  readonly teachingClass: string;
}

/** How much a teacher likes each period of a week, as preferences are stored. */
export interface WishedTimes {
  readonly semester: string;
  /** Whose; those of the caller where it is left out. */
  readonly teachers?: readonly string[];
  /** Levels; 0 for what stays as it is. */
  readonly week: readonly (readonly number[])[];
}

/** What is gone on with once an option is chosen; without it the text of the option is read anew. */
interface Resumption {
  readonly intents: readonly Intent[];
  readonly pins: Pins;
  /** What is asked of academic affairs in place of that. */
  readonly requests?: readonly DateItem[];
  /** Times that a teacher likes and dislikes, which are stored in place of that. */
  readonly preferences?: WishedTimes;
  /** Whether lists are told whole. */
  readonly isWhole?: boolean;
}

/** What was wished, in the revision that it was about; null: the one that is shown by default. */
export interface Wished extends Resumption {
  readonly revision: number | null;
  /** The change that is spoken of still, where something was asked since, and its plan. */
  readonly open?: Resumption;
  readonly plan?: string;
  /** What the last answer showed, in order. */
  readonly seen?: readonly MeetingRef[];
  /** What all answers showed, the newest first. */
  readonly everSeen?: readonly MeetingRef[];
  /** The places that were planned for it already, of which another is not one. */
  readonly shown?: readonly string[];
}

/** One answer that a question offers. */
export interface OfferedOption {
  readonly label: Text;
  readonly text: string;
  readonly resume?: Resumption;
}

/** What events hold, by their kind. */
export interface EventData {
  [AssistantEventKind.PERSON]: { readonly text: string; readonly language: Language };
  [AssistantEventKind.TOKEN]: { readonly text: string };
  [AssistantEventKind.TOOL_CALL]: { readonly tool: string; readonly count: number };
  [AssistantEventKind.PLAN]: { readonly plan: string; readonly text: string };
  [AssistantEventKind.QUESTION]: {
    readonly question: Text;
    /** The language in which it was asked. */
    readonly language?: Language;
    /** What the person had said. */
    readonly asked: string;
    /** Number of the revision that it was about; null: the one that is shown by default. */
    readonly revision: number | null;
    readonly options: readonly OfferedOption[];
  };
  [AssistantEventKind.ERROR]: {
    readonly text: Text;
    readonly language?: Language;
    readonly wished?: Wished | null;
  };
  [AssistantEventKind.DONE]: {
    readonly interpreter: Interpreter['name'] | null;
    readonly isFallback: boolean;
    /** What was wished last, which a follow-up may mean; none where it was dropped. */
    readonly wished?: Wished | null;
  };
}

/** A stored event. */
export type StoredEvent = AnyEvent & { readonly conversation: string; readonly sequence: number };

type Kind = AssistantEventKind;
type AnyEvent = { [K in Kind]: { readonly kind: K; readonly data: EventData[K] } }[Kind];

/** An event of an answer that is not stored yet. */
export type NewEvent = Exclude<AnyEvent, { kind: AssistantEventKind.PERSON }>;
