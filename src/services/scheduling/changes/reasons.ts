import { errors } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import type { Context } from '../../../data/context.js';
import type { Act } from '../placement/acts.js';

/** What tells whether somebody has to say why a timetable changes. */
interface Explained {
  readonly act?: Act;
  readonly reason?: string | null;
  /** Whether nothing of it stays, so that nobody has to say why. */
  readonly isRehearsed?: boolean;
}

/**
 * Whether a change lacks its reason: everybody sees the published timetable, so whoever changes it says why.
 * Drafts need none, nor do forms of existing clients, which cannot ask for it.
 */
export const lacksReason = (
  { app, systemReason }: Context,
  { status }: { readonly status: string },
  { act, reason }: Explained,
): boolean =>
  app.config.CHANGE_REASONS &&
  systemReason === null &&
  status === 'PUBLISHED' &&
  act !== 'form' &&
  !reason?.trim();

/** @throws INVALID_INPUT where a change lacks its reason */
export function refuseUnexplained(
  ctx: Context,
  timetable: { readonly status: string },
  terms: Explained,
): void {
  if (!terms.isRehearsed && lacksReason(ctx, timetable, terms))
    throw errors.invalidInput([{ field: 'reason', text: unexplained }]);
}

export const unexplained: Text = {
  zh: '课表已发布，大家都能看到：请说明更改原因（reason），例如“王老师出差”',
  en: 'Everybody sees this timetable, so a change of it needs a reason. Maybe "the teacher travels".',
};
