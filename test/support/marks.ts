/** Shorter values, and plain words, are found in the texts of statements by chance. */
const isUnguessable = (value: string): boolean => value.length >= 6 && !/^[A-Za-z_]*$/.test(value);

/**
 * The values that a suite sends, to its server or beside a statement, and the texts of all statements: no
 * value may be part of a text.
 */
export class Marks {
  readonly #values = new Set<string>();
  readonly #texts = new Set<string>();

  /** Notes every value within something that is sent. */
  plant(sent: unknown): void {
    if (typeof sent === 'string' || typeof sent === 'number') {
      if (isUnguessable(String(sent))) this.#values.add(String(sent));
    } else if (sent instanceof Date) this.plant(sent.toISOString().slice(0, 16));
    else if (Array.isArray(sent)) for (const value of sent) this.plant(value);
    else if (typeof sent === 'object' && sent !== null && !ArrayBuffer.isView(sent))
      this.plant(Object.values(sent));
  }

  /** Notes a statement. */
  hear(text: string, values: readonly unknown[]): void {
    this.#texts.add(text);
    this.plant(values);
  }

  /** Each value that is part of a text, and the first such text. */
  get leaks(): string[] {
    const all = [...this.#texts].join('\n');
    const leaked = [...this.#values].filter((value) => all.includes(value));
    return leaked.map((value) => `${value} in ${[...this.#texts].find((text) => text.includes(value))}`);
  }
}
