import { entityInfo, linksOf, type Class } from '../columns.js';
import { RecentMap } from '../../schema/recent-map.js';
import type { Soon } from '../relations.js';

/**
 * Rows that are read much and written little, kept from one call to the next, and what is made of all rows of
 * tables.
 *
 * They are never older than the call that reads them: the statement that says who is calling also tells, from
 * the log of changes, in which tables anything was committed since the last call, also by other processes.
 * What is kept of such a table is let go, and what calls that began before put there late is found by none
 * that began after the change.
 */
export class KeptRows {
  /** The tables of which rows are kept, and those whose changes count as theirs. */
  readonly tables: readonly string[];
  readonly #watched: readonly Class[];
  readonly #ring: Ring;
  readonly #made: RecentMap<string, Made>;
  readonly #ownersOf: ReadonlyMap<string, readonly string[]>;
  /** By table, what is kept of it; each call has the generations of its beginning. */
  #generations: ReadonlyMap<string, Generation>;
  #view: KeptView;
  #seen: { readonly snapshot: string; readonly at: number } | null = null;

  /**
   * @param bytesMax about so much is kept; nothing where it is 0
   * @param watched of these no row is kept by itself, but what is made of all of them
   */
  constructor(
    private readonly entities: readonly Class[],
    private readonly bytesMax: number,
    watched: readonly Class[] = [],
  ) {
    // Half for rows, half for what is made of them.
    this.#ring = new Ring(bytesMax / 2);
    this.#made = new RecentMap(bytesMax / 2, ({ bytes }) => bytes);
    this.#watched = [...entities, ...watched];
    this.#generations = new Map(this.#watched.map((each) => [entityInfo(each).table, new Generation(0)]));
    // A change to its link tables counts as a change to a record: its version is another one.
    const owners = entities.flatMap((entity) =>
      linksOf(entity).map((link) => [entityInfo(link.table()).table, entityInfo(entity).table] as const),
    );
    this.#ownersOf = new Map(
      [...Map.groupBy(owners, ([link]) => link)].map(([link, pairs]) => [link, pairs.map(([, own]) => own)]),
    );
    this.tables = [...new Set([...this.#generations.keys(), ...this.#ownersOf.keys()])];
    this.#view = this.#viewNow();
  }

  /** Where the log of the database was after the last change that any call was told of, or later. */
  #position = 0;

  get position(): number {
    return this.#position;
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
  viewAfter(before: string | null, { seen, changed, position = 0 }: Changes): KeptView | null {
    if (before === null || changed.length > 0) this.#position = Math.max(this.#position, position);
    if (this.bytesMax === 0) return null;
    this.#forget(before === null ? [...this.#generations.keys()] : changed);
    this.#seen = { snapshot: seen, at: performance.now() };
    return this.#view;
  }

  #forget(tables: readonly string[]): void {
    if (tables.length === 0) return;
    const generations = new Map(this.#generations);
    for (const table of tables.flatMap((each) => [each, ...(this.#ownersOf.get(each) ?? [])])) {
      const over = generations.get(table);
      if (!over) continue;
      over.end(this.#ring);
      generations.set(table, new Generation(over.number + 1));
    }
    this.#generations = generations;
    this.#view = this.#viewNow();
  }

  #viewNow(): KeptView {
    const generationsOf = (entities: readonly Class[]): Map<Class, Generation> =>
      new Map(entities.map((each) => [each, this.#generations.get(entityInfo(each).table)!]));
    return new KeptView(this.#ring, this.#made, generationsOf(this.entities), generationsOf(this.#watched));
  }
}

/** For how long the log is asked what came after; partitions of older lines need not be looked at. */
export const seenMsMax = 3_600_000;

/** What the log of changes tells of the tables. */
export interface Changes {
  /** How far it is known now, as `pg_snapshot`. */
  readonly seen: string;
  readonly changed: readonly string[];
  /** Where the log of the database is now, in bytes; told where there is a replica. */
  readonly position?: number;
}

interface Entry {
  readonly rows: readonly object[];
  readonly bytes: number;
  /** Whether it was asked for since it last might have gone. */
  isWanted: boolean;
  /** Where it is found. */
  readonly place: Map<string, Entry>;
  readonly value: string;
}

/** What is kept of a table until it changes. */
class Generation {
  readonly #columns = new Map<string, Map<string, Entry>>();
  #isOver = false;

  /** @param number how often the table was seen to have changed */
  constructor(readonly number: number) {}

  rows(column: string, value: string): readonly object[] | undefined {
    const entry = this.#columns.get(column)?.get(value);
    if (entry === undefined) return undefined;
    entry.isWanted = true;
    return entry.rows;
  }

  keep(ring: Ring, column: string, value: string, rows: readonly object[]): void {
    if (this.#isOver) return;
    const place = this.#columns.get(column) ?? new Map<string, Entry>();
    this.#columns.set(column, place);
    ring.add({ rows, bytes: bytesOf(rows), isWanted: false, place, value });
  }

  /** Lets everything go. */
  end(ring: Ring): void {
    this.#isOver = true;
    for (const place of this.#columns.values()) for (const entry of [...place.values()]) ring.remove(entry);
  }
}

/** All that is kept, within a bound: what nobody asked for goes first (the clock algorithm, Corbató 1968). */
class Ring {
  readonly #entries = new Set<Entry>();
  #bytes = 0;

  constructor(private readonly bytesMax: number) {}

  add(entry: Entry): void {
    const former = entry.place.get(entry.value);
    if (former) this.remove(former);
    entry.place.set(entry.value, entry);
    this.#entries.add(entry);
    this.#bytes += entry.bytes;
    while (this.#bytes > this.bytesMax) this.#letGo();
  }

  remove(entry: Entry): void {
    this.#entries.delete(entry);
    entry.place.delete(entry.value);
    this.#bytes -= entry.bytes;
  }

  #letGo(): void {
    const [oldest] = this.#entries;
    if (!oldest.isWanted) return this.remove(oldest);
    oldest.isWanted = false;
    this.#entries.delete(oldest);
    this.#entries.add(oldest);
  }
}

/** Something that is made of all rows of tables, and the memory that it takes, about. */
export interface Thing {
  readonly bytes: number;
}

interface Made {
  /** Of how many changes of its tables it knows. */
  readonly number: number;
  readonly value: Soon<Thing>;
  /** What it was before, while it is being made. */
  readonly former: Thing | null;
  readonly bytes: number;
}

/** The kept rows as one call reads them. */
export class KeptView {
  /** How often any of the tables was seen to have changed until the call began; more for each later call. */
  readonly changes: number;

  constructor(
    private readonly ring: Ring,
    private readonly things: RecentMap<string, Made>,
    private readonly generations: ReadonlyMap<Class, Generation>,
    private readonly watched: ReadonlyMap<Class, Generation>,
  ) {
    this.changes = [...watched.values()].reduce((sum, { number }) => sum + number, 0);
  }

  /** The rows whose column has the value, if they are kept. */
  rows(entity: Class, column: string, value: string): readonly object[] | undefined {
    return this.generations.get(entity)?.rows(column, value);
  }

  /** Keeps all rows whose column has the value. */
  keep(entity: Class, column: string, value: string, rows: readonly object[]): void {
    const generation = this.generations.get(entity);
    if (!generation) return;
    rows.forEach((row) => Object.freeze(row));
    generation.keep(this.ring, column, value, Object.freeze(rows));
  }

  /**
   * What is made of the rows of tables, as they are for this call or later; made once for all calls.
   * @param make is given what it was before the tables changed, if that is known
   */
  made<T extends Thing>(
    name: string,
    entities: readonly Class[],
    make: (former: T | null) => Promise<T>,
  ): Soon<T> {
    // The generations of calls follow one another, so that equal sums are equal generations.
    const number = entities.reduce((sum, each) => sum + this.watched.get(each)!.number, 0);
    const known = this.things.get(name);
    if (known && known.number >= number) return known.value as Soon<T>;
    const former = known?.value instanceof Promise ? known.former : (known?.value ?? null);
    const value = make(former as T | null);
    const making = this.things.set(name, { number, value, former, bytes: former?.bytes ?? 0 });
    const isLatest = (): boolean => this.things.get(name) === making;
    value.then(
      (thing) =>
        isLatest() && this.things.set(name, { number, value: thing, former: null, bytes: thing.bytes }),
      () => isLatest() && this.things.delete(name),
    );
    return value;
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
