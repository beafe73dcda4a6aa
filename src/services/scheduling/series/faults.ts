import { DomainError, type ErrorCode, type FieldProblem } from '../../../schema/errors.js';
import { ClashError } from '../changes/clashes.js';

/** Kinds of failures after which the rest of a form can be judged. */
const gatheredCodes: readonly ErrorCode[] = ['INVALID_INPUT', 'NOT_FOUND', 'OPERATION_INVALID'];

/** What is wrong with a form, so that whoever filled it in is told of everything at once. */
export class Faults {
  readonly #found: DomainError[] = [];

  /** The value of a part of the form; undefined where a fault is found in it, which is kept. */
  async in<T>(part: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await part();
    } catch (error) {
      if (!(error instanceof DomainError && gatheredCodes.includes(error.code))) throw error;
      this.#found.push(error);
      return undefined;
    }
  }

  /**
   * The value of the part that places the meetings. Beside other faults its clashes are one more, unless they
   * are those of times that nobody wants.
   */
  placed<T>(
    part: () => Promise<T>,
    { areTimesWanted, onClash }: { areTimesWanted: boolean; onClash: (clash: ClashError) => Promise<T> },
  ): Promise<T | undefined> {
    return this.in(async () => {
      try {
        return await part();
      } catch (error) {
        if (!(error instanceof ClashError)) throw error;
        if (this.#found.length === 0) return onClash(error);
        if (areTimesWanted) this.#found.push(error);
        return undefined;
      }
    });
  }

  /** Whether anything that is referred to does not exist. */
  get hasUnknown(): boolean {
    return this.#found.some(({ code }) => code === 'NOT_FOUND');
  }

  /** Throws what was found; of several faults one error of the first one's kind that tells all. */
  raise(): void {
    const [first] = this.#found;
    if (!first) return;
    if (this.#found.length === 1) throw first;
    const problems = this.#found.flatMap(({ text, details }): readonly FieldProblem[] =>
      details.problems?.length ? details.problems : [{ field: '', text }],
    );
    const zh = problems.map(({ text }) => text.zh).join('；');
    throw new DomainError(
      first.code,
      { zh, en: problems.map(({ text }) => text.en).join(' ') },
      { problems },
    );
  }
}
