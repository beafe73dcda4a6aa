import type { Intent } from '../intents.js';
import type { Slots } from '../slots/slots.js';

/**
 * One form of wish: the intents that a clause says, null where it has another form. Before it are the intents
 * of the clauses before.
 */
export type Rule = (clause: Slots, before: readonly Intent[]) => readonly Intent[] | null;
