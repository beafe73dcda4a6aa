import type { Ref } from '@mikro-orm/core';

type Plain<V> = [V] extends [Ref<object>] ? string : [V] extends [Ref<object> | null] ? string | null : V;

/** A record as the database returns it: references are ids, relations are absent. */
export type Row<T> = { [K in keyof T]: Plain<T[K]> };
