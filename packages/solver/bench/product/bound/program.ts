import type { ModelData } from 'highs';

/** A variable of a linear program, by its number. */
export type Variable = number;

/** Coefficients of a row. */
export type Terms = Iterable<readonly [variable: Variable, factor: number]>;

interface Column {
  /** For reports: what its cost is about. */
  readonly about: string;
  readonly cost: number;
  readonly max: number;
  readonly isWhole: boolean;
}

/** Costs to make least under rows that must hold, built variable by variable and row by row. */
export class Program {
  readonly #columns: Column[] = [];
  readonly #starts = [0];
  readonly #variables: number[] = [];
  readonly #factors: number[] = [];
  readonly #least: number[] = [];
  readonly #most: number[] = [];

  get size(): { readonly variables: number; readonly rows: number } {
    return { variables: this.#columns.length, rows: this.#least.length };
  }

  /** Between 0 and `max`, which is 1 unless told otherwise. */
  variable(
    about: string,
    cost: number,
    { max = 1, isWhole = false }: { max?: number; isWhole?: boolean } = {},
  ): Variable {
    return this.#columns.push({ about, cost, max, isWhole }) - 1;
  }

  /** @throws Error when the row has no variables and does not hold */
  row(terms: Terms, sense: '<=' | '=' | '>=', right: number): void {
    const sums = new Map<Variable, number>();
    for (const [variable, factor] of terms) sums.set(variable, (sums.get(variable) ?? 0) + factor);
    const [least, most] = [sense === '<=' ? -Infinity : right, sense === '>=' ? Infinity : right];
    const kept = [...sums].filter(([, factor]) => factor !== 0);
    if (kept.length === 0) {
      if (least > 0 || most < 0) throw new Error('A row without variables does not hold.');
      return;
    }
    for (const [variable, factor] of kept) {
      this.#variables.push(variable);
      this.#factors.push(factor);
    }
    this.#starts.push(this.#variables.length);
    this.#least.push(least);
    this.#most.push(most);
  }

  /** As the solver takes it; relaxed means that nothing needs to be whole. */
  data(isRelaxed: boolean): ModelData {
    const columns = this.#columns;
    return {
      numCols: columns.length,
      numRows: this.#least.length,
      colCost: columns.map(({ cost }) => cost),
      colLower: columns.map(() => 0),
      colUpper: columns.map(({ max }) => max),
      rowLower: this.#least,
      rowUpper: this.#most,
      matrix: {
        format: 'csr',
        numRows: this.#least.length,
        numCols: columns.length,
        starts: this.#starts,
        indices: this.#variables,
        values: this.#factors,
      },
      ...(!isRelaxed && { integrality: columns.map(({ isWhole }) => (isWhole ? 1 : 0)) }),
    };
  }

  /** The cost of a solution, by what it is about. */
  costsOf(values: ArrayLike<number>): Record<string, number> {
    const costs: Record<string, number> = {};
    for (const [variable, { about, cost }] of this.#columns.entries())
      if (cost !== 0) costs[about] = (costs[about] ?? 0) + cost * values[variable];
    return costs;
  }
}
