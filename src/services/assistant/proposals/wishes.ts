import type { Context } from '../../../data/context.js';
import type { Text } from '../../../schema/texts.js';
import type { Intent, RoomWish, TimeWish } from '../intents.js';
import type { Basis } from './proposal.js';

/** What a person says of an assignment, by ids of what it names. */
export interface Wishes {
  readonly courses: readonly string[];
  readonly teachers: readonly string[];
  readonly classes: readonly string[];
  /** When it is held now, of an assignment that changes. */
  readonly from?: TimeWish;
  readonly at?: TimeWish;
  readonly room?: RoomWish;
  readonly avoid?: Extract<Intent, { type: 'move' }>['avoid'];
  /** What is not plain, as a question. */
  readonly doubt: Text | null;
}

const nothing: Wishes = { courses: [], teachers: [], classes: [], doubt: null };

/** Reads what a text says of courses, people, rooms and times, whatever else it says. */
export const wishesIn = async (_ctx: Context, _basis: Basis, _text: string): Promise<Wishes> => nothing;
