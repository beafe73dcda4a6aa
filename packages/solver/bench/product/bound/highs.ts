import highs from 'highs';

// The package describes itself as if it were CommonJS; what Node loads exports the function itself.
const load = highs as unknown as typeof highs.default;

/** The solver of linear programs, compiled to WebAssembly. */
export type Highs = Awaited<ReturnType<typeof load>>;

/** Loads the solver; models of it must be disposed of. */
export const loadHighs = (): Promise<Highs> => load();
