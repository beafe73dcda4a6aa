import { RecentMap } from '../../schema/recent-map.js';
import { entityInfo, linksOf, type Class } from '../columns.js';

/**
 * Rows that are read much and written little, kept from one call to the next.
 *
 * They are never older than the call that reads them: the statement that says who is calling also tells, from
 * the log of changes, in which tables anything was committed since the last call, also by other processes.
 * What is kept of such a table is kept under a number that no later call asks for. A call that began before
 * keeps its numbers, so what it reads late reaches none that began after the change.
 */
export class KeptRows {
  /** The tables of which rows are kept, and those whose changes count as theirs. */
  readonly tables: readonly string[];
  readonly #kept: RecentMap<string, Entry>;
  readonly #ownersOf: ReadonlyMap<string, readonly string[]>;
  /** By table, how often it was seen to have changed; each call has the numbers of its beginning. */
  #numbers: ReadonlyMap<string, number>;
  #seen: { readonly snapshot: string; readonly at: number } | null = null;

  /** @param bytesMax about so much is kept; nothing where it is 0 */
  constructor(
    entities: readonly Class[],
    private readonly bytesMax: number,
  ) {
    this.#numbers = new Map(entities.map((entity) => [entityInfo(entity).table, 0]));
    // A change to its link tables counts as a change to a record: its version is another one.
    const owners = entities.flatMap((entity) =>
      linksOf(entity).map((link) => [entityInfo(link.table()).table, entityInfo(entity).table] as const),
    );
    this.#ownersOf = new Map(
      [...Map.groupBy(owners, ([link]) => link)].map(([link, pairs]) => [link, pairs.map(([, own]) => own)]),
    );
    this.tables = [...new Set([...this.#numbers.keys(), ...this.#ownersOf.keys()])];
    this.#kept = new RecentMap(bytesMax, ({ bytes }) => bytes);
  }

  /** What was seen of the log so far; null where that is nothing, or too long ago to ask what came after. */
  get seen(): string | null {
    return this.#seen && performance.now() - this.#seen.at < seenMsMax ? this.#seen.snapshot : null;
  }

  /**
   * The rows as a call may read them; null where none are kept. Calls may be told in any order: what is
   * forgotten twice is only read twice.
   * @param before what had been seen when it was asked; null if nothing, so that anything may have changed
   */
  viewAfter(before: string | null, { seen, changed }: Changes): KeptView | null {
    if (this.bytesMax === 0) return null;
    this.#forget(before === null ? [...this.#numbers.keys()] : changed);
    this.#seen = { snapshot: seen, at: performance.now() };
    return new KeptView(this.#kept, this.#numbers);
  }

  #forget(tables: readonly string[]): void {
    if (tables.length === 0) return;
    const numbers = new Map(this.#numbers);
    for (const table of tables.flatMap((each) => [each, ...(this.#ownersOf.get(each) ?? [])]))
      if (numbers.has(table)) numbers.set(table, numbers.get(table)! + 1);
    this.#numbers = numbers;
  }
}

/** For how long the log is asked what came after; partitions of older lines need not be looked at. */
const seenMsMax = 3_600_000;

/** What the log of changes tells of the tables. */
export interface Changes {
  /** How far it is known now, as `pg_snapshot`. */
  readonly seen: string;
  readonly changed: readonly string[];
}

interface Entry {
  readonly rows: readonly object[];
  readonly bytes: number;
}

/** The kept rows as one call reads them. */
export class KeptView {
  constructor(
    private readonly kept: RecentMap<string, Entry>,
    private readonly numbers: ReadonlyMap<string, number>,
  ) {}

  /** The rows whose column has the value, if they are kept. */
  rows(entity: Class, column: string, value: string): readonly object[] | undefined {
    const key = this.#keyOf(entity, column, value);
    return key === null ? undefined : this.kept.get(key)?.rows;
  }

  /** Keeps all rows whose column has the value. */
  keep(entity: Class, column: string, value: string, rows: readonly object[]): void {
    const key = this.#keyOf(entity, column, value);
    if (key === null) return;
    rows.forEach((row) => Object.freeze(row));
    this.kept.set(key, { rows: Object.freeze(rows), bytes: bytesOf(rows) });
  }

  #keyOf(entity: Class, column: string, value: string): string | null {
    const { table } = entityInfo(entity);
    const number = this.numbers.get(table);
    return number === undefined ? null : `${table} ${number} ${column} ${value}`;
  }
}

/** Bytes of a row, its key and its place, about; and of a value in it. */
const [rowBytes, valueBytes] = [300, 24];

const bytesOf = (rows: readonly object[]): number =>
  rows.reduce(
    (bytes, row) =>
      Object.values(row).reduce<number>(
        (sum, value) => sum + valueBytes + (typeof value === 'string' ? 2 * value.length : 0),
        bytes + rowBytes,
      ),
    rowBytes,
  );
