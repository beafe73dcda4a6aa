/** What a handle stands for: a record, a student, or a number, phone or address that nobody needs to know. */
export type HandleKind = NamedKind | 'student' | 'number';

const letters: Record<HandleKind, string> = {
  course: 'C',
  teacher: 'T',
  administrativeClass: 'G',
  teachingClass: 'K',
  room: 'R',
  building: 'B',
  department: 'D',
  student: 'S',
  number: 'N',
};

interface Meaning {
  readonly kind: HandleKind;
  /** What stands in its place when a person reads it. */
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
  private readonly meanings = new Map<string, Meaning>();
  private readonly handles = new Map<string, string>();
  private readonly counts = new Map<HandleKind, number>();
  /** What looks like a handle in what is said. */
  private readonly said = new Set<string>();

  /** @param names what looks like a handle in names, such as a room T1: it never becomes one */
  constructor(private readonly names: ReadonlySet<string>) {}

  /** Keeps what looks like a handle in a text from becoming one. */
  avoid(text: string): void {
    for (const word of handlesIn(text)) this.said.add(word);
  }

  /** The handle of records, or of whoever has no record. The same has the same handle. */
  of(kind: HandleKind, label: string, ids: readonly string[]): string {
    const key = [kind, ...(ids.length ? [...ids].sort() : ['', label])].join('\n');
    const known = this.handles.get(key);
    if (known) return known;
    const handle = this.next(kind);
    this.handles.set(key, handle);
    this.meanings.set(handle, { kind, label, ids: [...ids].sort() });
    return handle;
  }

  meaningOf(handle: string): Meaning | undefined {
    return this.meanings.get(handle);
  }

  /** A text of the model as a person reads it, without letters that are not seen or cannot be stored. */
  putBack(text: string): string {
    return text.replace(unseen, '').replace(handleShape, (word) => this.meanings.get(word)?.label ?? word);
  }

  private next(kind: HandleKind): string {
    for (let count = (this.counts.get(kind) ?? 0) + 1; ; count++) {
      const handle = `${letters[kind]}${count}`;
      if (this.names.has(handle) || this.said.has(handle)) continue;
      this.counts.set(kind, count);
      return handle;
    }
  }
}

/** Puts names back into a text that comes in pieces: a piece may end within a handle, or within a letter. */
export class PiecewisePutBack {
  private held = '';

  constructor(private readonly handles: Handles) {}

  /** What can be shown by now. */
  push(piece: string): string {
    const text = this.held + piece;
    const [tail] = /(?:(?<![A-Za-z0-9])[A-Z]\d{0,4}|[\uD800-\uDBFF])?$/.exec(text) ?? [''];
    this.held = tail;
    return this.handles.putBack(text.slice(0, text.length - tail.length));
  }

  /** What is left when no piece follows. */
  end(): string {
    const rest = this.handles.putBack(this.held);
    this.held = '';
    return rest;
  }
}
import type { NamedKind } from '@class-scheduling/assistant-language';
