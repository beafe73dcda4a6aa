import type { Intent } from '@class-scheduling/assistant-language';
import type { Pins, Wished } from '../event-data.js';
import { isChanging } from '../planner/edits.js';

/** Objects that are kept of an answer. */
export const seenMax = 20;

/** Whether after a wish what was spoken of before it is spoken of still. */
export const isAside = ({ type }: Intent): boolean =>
  /^(?:bookRoom|help|showWeek|aboutPlan|request)$/.test(type);

/** What is kept of the state before: what is asked about a change leaves that open. */
export function keptOf(
  before: Wished | null,
  { intents, isFollowUp }: { readonly intents: readonly Intent[]; readonly isFollowUp?: boolean },
  plan: string | undefined,
): Pick<Wished, 'seen' | 'open' | 'plan'> {
  const seen = before?.seen && { seen: before.seen };
  if (intents.some(isChanging)) return { ...seen };
  const open = before?.intents.some(isChanging)
    ? { intents: before.intents, pins: before.pins }
    : before?.open;
  return { ...seen, ...(open && { open }), ...(isFollowUp && plan && { plan }) };
}

/** The meetings that a person chose already, where a wish still tells them alike. */
export function pinsKept(wished: Wished | null, intents: readonly Intent[]): Pins {
  const told = (intent: Intent): string | null =>
    'meeting' in intent ? JSON.stringify(intent.meeting) : null;
  const known = [wished, wished?.open].flatMap((each) =>
    (each?.intents ?? []).map((intent, at) => [told(intent), each?.pins[`${at}.meeting`]] as const),
  );
  return Object.fromEntries(
    intents.flatMap((intent, at) => {
      const pin = known.find(([ref, one]) => one && ref !== null && ref === told(intent))?.[1];
      return pin ? [[`${at}.meeting`, pin]] : [];
    }),
  );
}
