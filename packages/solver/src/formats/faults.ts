/** Maximum number of faults that are told at once. */
export const FAULTS_MAX = 100;
/** Longest part of a value that a fault repeats. */
const VALUE_MAX = 60;

/** What is wrong with a file: gathered while it is judged, told together. */
export class Faults {
  readonly #told: string[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Whether a further fault would only be counted, so that its words need not be found. */
  get isFull(): boolean {
    return this.#count >= FAULTS_MAX;
  }

  /** Adds a fault; `place` says where it is: a line and an element, or a path. */
  add(place: string, why: string): void {
    if (this.#count++ < FAULTS_MAX) this.#told.push(place === '' ? why : `${place}: ${why}`);
  }

  /** Adds faults that say themselves where they are. */
  addAll(sentences: readonly string[]): void {
    for (const sentence of sentences) this.add('', sentence);
  }

  /** @throws Error with all faults, one a line, when there are any */
  refuse(): void {
    if (this.#count === 0) return;
    const more = this.#count - this.#told.length;
    throw new Error([...this.#told, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'));
  }
}

/** A shape of values in a file: which are allowed, in words and as a test. */
export interface Shape {
  readonly allowed: string;
  fits(value: string): boolean;
}

/** Whole numbers of a range, written in digits. */
export const whole = (min: number, max: number): Shape => ({
  allowed: `a whole number from ${min} to ${max}`,
  fits: (value) => /^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max,
});

/**
 * Digits 0 and 1, not all 0. Looks for another character, because `+` over a text of any length may
 * run out of stack: V8 compiles no loops without one once a process has compiled many expressions.
 */
export const isBits = (value: string): boolean => !/[^01]/.test(value) && value.includes('1');

/** The beginning of a value from a file, in quotation marks. */
export function quoted(value: string): string {
  return value.length > VALUE_MAX ? `"${value.slice(0, VALUE_MAX)}…"` : `"${value}"`;
}
