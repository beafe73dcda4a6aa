import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import type { EntityClass, StoredEntity } from '../data/columns.js';
import type { Row } from '../schema/rows.js';

/** The columns of a new record; references are ids. */
type Values<T> = Partial<Omit<Row<T>, keyof StoredEntity>>;

/** Ids by the code or name that plain data uses for a record. */
export type Ids = ReadonlyMap<string, string>;

/** The id of the record with the code or name. */
export function idOf(ids: Ids, key: string): string {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`The demo refers to "${key}", which is not stored.`);
  return id;
}

type Keyed = { readonly code: string } | { readonly name: string };

const keyOf = (value: Keyed): string => ('code' in value ? value.code : value.name);

/** The record with the ids of other records in place of their codes or names. */
export const withIds = <R extends object>(record: R, references: Readonly<Record<string, Ids>>): R => {
  const named = record as Record<string, string | null | undefined>;
  const found = Object.entries(references).map(([column, ids]) => {
    const key = named[column] ?? null;
    return [column, key === null ? null : idOf(ids, key)];
  });
  return { ...record, ...Object.fromEntries(found) };
};

const batchSize = 500;

/** Bulk inserts records, and counts them. */
export class RecordStore {
  #stored = 0;

  constructor(
    readonly em: EntityManager,
    /** Receives the number of stored records after every statement. */
    readonly onStored: (count: number) => void,
  ) {}

  async insert<T extends StoredEntity>(
    entity: EntityClass<T>,
    records: readonly (Values<T> & { id?: string })[],
  ): Promise<void> {
    for (let start = 0; start < records.length; start += batchSize) {
      const batch = records.slice(start, start + batchSize).map((record) => ({ id: uuidv7(), ...record }));
      await this.em.insertMany(entity, batch as never[]);
      this.#stored += batch.length;
      this.onStored(this.#stored);
    }
  }

  /**
   * Inserts one record for each value and returns their ids by code, or by name if they have no code.
   * @param references the columns that name other records, with the ids of these
   */
  async keyed<T extends StoredEntity, V extends Keyed>(
    entity: EntityClass<T>,
    values: readonly V[],
    references: { readonly [K in keyof V]?: Ids } = {},
    columnsOf: (value: V) => object = (value) => value,
  ): Promise<Ids> {
    const ids = new Map(values.map((value) => [keyOf(value), uuidv7()]));
    await this.insert(
      entity,
      values.map((value) => ({
        id: idOf(ids, keyOf(value)),
        ...withIds(columnsOf(value), references as Record<string, Ids>),
      })) as never[],
    );
    return ids;
  }

  /** Ids of the existing records by name. */
  async named<T extends StoredEntity & { name: string }>(entity: EntityClass<T>): Promise<Ids> {
    const records = (await this.em.findAll(entity as EntityClass)) as (StoredEntity & { name: string })[];
    return new Map(records.map(({ name, id }) => [name, id]));
  }
}
