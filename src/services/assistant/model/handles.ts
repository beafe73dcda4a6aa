import type { NamedKind } from '@class-scheduling/assistant-language';

const letters = {
  course: 'C',
  teacher: 'T',
  administrativeClass: 'G',
  teachingClass: 'K',
  room: 'R',
  building: 'B',
  department: 'D',
  student: 'S',
  number: 'N',
} as const satisfies Record<NamedKind | 'student' | 'number', string>;

/** What a handle stands for: a record, a student, or a number, phone or address that nobody needs to know. */
export type HandleKind = keyof typeof letters;

/** Whom or what a word or a handle may mean. */
export interface Mention {
  readonly kind: HandleKind;
  /** What stands in the place of the handle when a person reads it. */
  readonly label: string;
  /** The records that it may mean: several of a surname, none of somebody out of the caller's scope. */
  readonly ids: readonly string[];
}

const handleShape = /(?<![A-Za-z0-9])[A-Z]\d{1,4}(?![A-Za-z0-9])/g;

const unseen = /(?![\n\t])[\p{Cf}\p{Cc}\p{Cs}]/gu;

/** What looks like a handle in a text. */
export const handlesIn = (text: string): string[] => text.match(handleShape) ?? [];

/**
 * Handles such as `T1`, which stand for records and people in all that a model reads and writes, so that it
 * learns neither identifiers nor who anybody is.
 */
export class Handles {
  private readonly meanings = new Map<string, Mention>();
  private readonly handles = new Map<string, string>();
  /** Handles, and what looks like one in names, such as a room T1, or in what is said: never one again. */
  private readonly taken: Set<string>;
  /** From which number on one of a kind is looked for. */
  private readonly next = new Map<HandleKind, number>();

  constructor(taken: Iterable<string>) {
    this.taken = new Set(taken);
  }

  /** Keeps what looks like a handle in a text from becoming one. */
  avoid(text: string): void {
    for (const word of handlesIn(text)) this.taken.add(word);
  }

  /** The handle of records, or of whoever has no record. The same has the same handle. */
  of({ kind, label, ids }: Mention): string {
    const sorted = [...ids].sort();
    const key = [kind, ...(sorted.length ? sorted : ['', label])].join('\n');
    const known = this.handles.get(key);
    if (known) return known;
    let count = this.next.get(kind) ?? 1;
    while (this.taken.has(`${letters[kind]}${count}`)) count++;
    this.next.set(kind, count + 1);
    const handle = `${letters[kind]}${count}`;
    this.taken.add(handle);
    this.handles.set(key, handle);
    this.meanings.set(handle, { kind, label, ids: sorted });
    return handle;
  }

  meaningOf(handle: string): Mention | undefined {
    return this.meanings.get(handle);
  }

  /** A text of the model as a person reads it, without letters that are not seen or cannot be stored. */
  putBack(text: string): string {
    return text.replace(unseen, '').replace(handleShape, (word) => this.meanings.get(word)?.label ?? word);
  }

  /** Puts names back into a text that comes in pieces, of which one may end within a handle or a letter. */
  piecewise(say: (text: string) => void): (piece: string, isLast?: boolean) => void {
    let held = '';
    return (piece, isLast = false) => {
      const text = held + piece;
      const [tail] = /(?:(?<![A-Za-z0-9])[A-Z]\d{0,4}|[\uD800-\uDBFF])?$/.exec(text)!;
      held = isLast ? '' : tail;
      const shown = this.putBack(text.slice(0, text.length - held.length));
      if (shown) say(shown);
    };
  }
}
