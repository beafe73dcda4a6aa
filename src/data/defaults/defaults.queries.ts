import { type Json, statement } from '../statements.js';

export const greatestIn = (table: string, field: string) =>
  statement<{ last: number }>(`select coalesce(max("${field}"), 0)::int as last from "${table}"`);

/** The first in the order of lists, or of creation. */
export const firstIn = (table: string, isOrdered: boolean) =>
  statement<{ id: string }>(
    `select id from "${table}" order by ${isOrdered ? '"order", ' : ''}created_at, id limit 1`,
  );

export const valuesIn = (table: string, field: string) =>
  statement<{ id: string; value: unknown }, [ids: Json<readonly unknown[]>]>(`
    select id, "${field}" as value from "${table}"
    where id in (select jsonb_array_elements_text($1)::uuid)`);
