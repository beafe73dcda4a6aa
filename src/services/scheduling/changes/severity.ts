/** What becomes of a rule that is broken: refused, refused unless a reason is given, or told. */
type Severity = 'refuse' | 'reason' | 'warn';

/**
 * How somebody places meetings: one by one, and can be asked for a reason; by a form of existing clients,
 * which cannot; or as a program proposes it, where nobody can be asked.
 */
export type PlacementAct = 'edit' | 'form' | 'proposal';

/** Rules that mean more to some than to others. Every other rule about a place refuses. */
type OverruledRule = 'qualification' | 'weeksOfSemester' | 'hoursOfCourse';

const severities: Readonly<Record<OverruledRule, Readonly<Record<PlacementAct, Severity>>>> = {
  qualification: { edit: 'reason', form: 'warn', proposal: 'refuse' },
  // The forms state weeks and hours that nobody chose: all weeks of any semester, and 32 hours.
  weeksOfSemester: { edit: 'refuse', form: 'warn', proposal: 'refuse' },
  hoursOfCourse: { edit: 'refuse', form: 'warn', proposal: 'refuse' },
};

/** By whom, and why, a place is wanted. */
export interface PlacementTerms {
  readonly act: PlacementAct;
  readonly reason?: string | null;
}

/** Where nobody can be asked. */
export const proposed: PlacementTerms = { act: 'proposal' };

/** Whether breaking the rule refuses the place; otherwise it is told. */
export function isRefused(rule: OverruledRule, { act, reason }: PlacementTerms): boolean {
  const severity = severities[rule][act];
  return severity === 'refuse' || (severity === 'reason' && !reason?.trim());
}
