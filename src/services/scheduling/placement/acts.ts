/**
 * What is done with a place: proposed by a program, or by the assistant for somebody to confirm; given by
 * hand in a draft or in the published timetable, there in every week or on a single date, by somebody who can
 * be asked for a reason; given by a form
 * of existing clients, which cannot ask; taken over into another semester; taken back; kept, while who
 * attends or which rooms are open changes; or published with all others.
 */
export const acts = [
  'propose',
  'assist',
  'editDraft',
  'editPublished',
  'editDate',
  'form',
  'copy',
  'restore',
  'unmoved',
  'publish',
] as const;

export type Act = (typeof acts)[number];

/**
 * What an act makes of a rule that a place breaks: it is never carried out; carried out with a reason; told
 * and carried out; or not told.
 */
export type Severity = 'refuse' | 'reason' | 'warn' | 'silent';

/** By whom, and why, a place is wanted. */
export interface PlacementTerms {
  readonly act: Act;
  readonly reason?: string | null;
}
