import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import type { EntityClass, StoredEntity } from '../data/columns.js';
import type { Row } from '../schema/rows.js';

/** The columns of a new record; references are ids. */
export type Values<T> = Partial<Omit<Row<T>, keyof StoredEntity>>;

/** Ids by the code or name that plain data uses for a record. */
export type Ids = ReadonlyMap<string, string>;

/** The id of the record with the code or name. */
export function idOf(ids: Ids, key: string): string {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`The demo refers to "${key}", which is not stored.`);
  return id;
}

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

  /** Inserts one record for each value and returns their ids by key. */
  async keyed<T extends StoredEntity, V>(
    entity: EntityClass<T>,
    values: readonly V[],
    keyOf: (value: V) => string,
    columnsOf: (value: V) => Values<T>,
  ): Promise<Ids> {
    const ids = new Map(values.map((value) => [keyOf(value), uuidv7()]));
    await this.insert(
      entity,
      values.map((value) => ({ id: idOf(ids, keyOf(value)), ...columnsOf(value) })),
    );
    return ids;
  }

  /** Ids of the existing records by name. */
  async named<T extends StoredEntity & { name: string }>(entity: EntityClass<T>): Promise<Ids> {
    const records = (await this.em.findAll(entity as EntityClass)) as (StoredEntity & { name: string })[];
    return new Map(records.map(({ name, id }) => [name, id]));
  }
}
