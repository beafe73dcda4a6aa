import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { differenceOf, isSameState, ofWeeks, type StateChange } from '../changes/states.js';
import { readStates, readStatesAt } from '../changes/states.queries.js';
import { draftRow, type MergedDraft } from './drafts.queries.js';

/** What brings a draft in line with what was changed in the published timetable since it began. */
interface Merge {
  /** What the draft takes over, as changes of the draft. */
  readonly taken: readonly StateChange[];
  /** Meetings that both sides changed, as what the draft would have to take over; nobody has decided yet. */
  readonly contested: readonly StateChange[];
}

/**
 * Compares a draft with the published timetable, both with what stood when the draft began. A draft that
 * began without a published timetable replaces whatever was published meanwhile.
 */
export async function mergeOf(
  em: EntityManager,
  { id, base, beganAt, kept }: MergedDraft,
  published: string | null,
): Promise<Merge> {
  if (!base || !published) return { taken: [], contested: [] };
  // Single dates are no business of drafts: they are carried over when one is published.
  const began = ofWeeks(await readStatesAt(em, base, beganAt));
  const theirs = differenceOf(began, ofWeeks(await readStates(em, published)));
  if (theirs.length === 0) return { taken: [], contested: [] };
  const mine = await readStates(em, id);
  const [taken, contested] = [[] as StateChange[], [] as StateChange[]];
  for (const { meeting, before, after } of theirs) {
    const state = mine.get(meeting) ?? null;
    if (isSameState(state, after)) continue;
    if (kept && meeting in kept && isSameState(kept[meeting], after)) continue;
    const change = { meeting, before: state, after: after && { ...after, id: state?.id ?? uuidv7() } };
    (isSameState(state, before) ? taken : contested).push(change);
  }
  return { taken, contested };
}

/** What the merge was decided upon, read with the draft. */
export async function readDraft(
  em: EntityManager,
  id: string,
): Promise<(MergedDraft & { semester: string; status: string; revision: number; version: number }) | null> {
  const [row] = await draftRow(em, id);
  return row ?? null;
}
