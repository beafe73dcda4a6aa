const begins: (() => void)[] = [];

/** Numbers from one on, of which a suite gets none twice: names are made unique by them. */
export function numbers(): () => number {
  let last = 0;
  begins.push(() => (last = 0));
  return () => ++last;
}

/** Begins all numbers again, for a new suite, because its helpers stay loaded. */
export const beginNumbers = (): void => begins.forEach((begin) => begin());
