import type { Text } from './texts.js';
import type { Intent, MeetingRef, NamedKind } from './intents.js';

/** A record that the caller may see, with everything that people call it. */
export interface Named {
  readonly kind: NamedKind;
  readonly id: string;
  readonly name: string;
  /** Code of a course, number of a teacher or room; none where it has none. */
  readonly code: string | null;
  /** The English name of a course in a catalogue that has one. */
  readonly englishName?: string;
  /** What a class studies, by which people call it as well: 计科2401 is one of 计算机科学与技术. */
  readonly major?: string;
  /** The department of whoever or whatever has one; of a department the one above it. */
  readonly department?: string;
  /** What a department is called beside: its short name, and what is studied there. */
  readonly also?: readonly string[];
  /** The building of a room: several have rooms of one name. */
  readonly building?: string;
  /** How many a room seats. */
  readonly seats?: number;
  /** Whether the caller may only look at what it is of. */
  readonly isForeign?: boolean;
}

/** A meeting of the timetable that is spoken of, as far as sentences tell which one is meant. */
export interface KnownLesson {
  readonly teachingClass: string;
  readonly course: string;
  readonly teachers: readonly string[];
  readonly administrativeClasses: readonly string[];
  readonly room: string | null;
  readonly building: string | null;
  readonly day: number;
  readonly start: number;
  readonly end: number;
  readonly weeks: readonly number[];
}

/** What an interpreter may know of the world: names of the caller's scope, and the grid of the semester. */
export interface Situation {
  readonly names: readonly Named[];
  /** Identifiers of the caller, for "my", and of a student's administrative class, for "our class". */
  readonly self: Readonly<Record<'teacher' | 'student' | 'administrativeClass', string | null>>;
  /** The departments of the caller: the nearest, and the colleges that these are or belong to. */
  readonly departments?: Readonly<Record<'nearest' | 'colleges', readonly string[]>>;
  /** Date of today where the university is, as `2026-10-14`. */
  readonly today: string;
  /** The Monday of week 1 is that of the week of `startDate`. */
  readonly semester: {
    readonly startDate: string;
    readonly weeks: number;
    /** Days of the grid, and those on which meetings are usually placed. */
    readonly days: number;
    readonly schedulingDays: readonly number[];
    /** Dates on which the plan of another date is taught, or nothing where they follow none. */
    readonly rules?: readonly { readonly date: string; readonly follows: string | null }[];
  };
  /**
   * Periods of a day by their parts, first and last, and the clock time at which each period begins, as
   * `08:00`, and ends where the institution tells that.
   */
  readonly periods: {
    readonly morning: readonly [number, number];
    readonly afternoon: readonly [number, number];
    readonly evening: readonly [number, number];
    readonly starts: readonly string[];
    readonly ends?: readonly string[];
  };
  /** The question that the text may answer, with what was being said. */
  readonly asked: Asked | null;
  /** What the person said before in the conversation, the newest last. */
  readonly said?: readonly Earlier[];
  /** What was wished last in the conversation, over which a follow-up is laid. */
  readonly before?: readonly Intent[];
  /** The change that is still spoken of, where something was asked about it since. */
  readonly open?: readonly Intent[];
  /** What the last answer showed, in order: lessons, rooms, people and times, each by what tells it. */
  readonly seen?: readonly MeetingRef[];
  /** What all answers showed, the newest first. */
  readonly everSeen?: readonly MeetingRef[];
  /** Whether a plan was shown that is not dropped: what is asked next may be of that. */
  readonly hasPlan?: boolean;
  /** Whether what was wished last is made by now. */
  readonly isMade?: boolean;
  /** The meetings of the published timetable that the caller may see: they tell which one is meant. */
  readonly lessons?: readonly KnownLesson[];
}

/** What a person said, and what was offered then. */
export interface Earlier {
  readonly text: string;
  readonly offered: readonly Text[];
}

/** A question that was put back, and what shall be interpreted once it is answered. */
export interface Asked {
  /** The text of the person that led to it. */
  readonly text: string;
  readonly options: readonly Option[];
}

/** One possible answer, which a person may click. */
export interface Option {
  readonly label: Text;
  /** What the person would have said: interpreted in place of the text that was ambiguous. */
  readonly text: string;
  /** What it wishes, where the text alone would be asked about again. */
  readonly intents?: readonly Intent[];
}

/** What an interpreter makes of a text. */
export type Reading =
  | {
      readonly kind: 'intents';
      readonly intents: readonly Intent[];
      /** Made of the wish before, with what was said in its place. */
      readonly isFollowUp?: true;
      /** The wish before, without what was said of it wrongly. */
      readonly isCorrected?: true;
    }
  /** Ambiguous, or incomplete: never guessed. */
  | {
      readonly kind: 'question';
      readonly question: Text;
      readonly options: readonly Option[];
      /** The words alone leave open what the timetable may tell. */
      readonly isOpen?: true;
      /** Something was understood, and is not likely enough to be taken for what is meant. */
      readonly isUnsure?: true;
    }
  /** Out of scope: says what it can do. */
  | { readonly kind: 'unsupported'; readonly hint: Text };

/** Words into intents. The built-in one is a pure function of both; a model is asked over the network. */
export interface Interpreter<R = Reading> {
  readonly name: 'grammar' | 'model';
  interpret(text: string, situation: Situation, signal: AbortSignal): Promise<R>;
}
