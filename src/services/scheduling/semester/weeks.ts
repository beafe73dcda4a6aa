/** Maximum number of teaching weeks of a semester. */
export const weekCountMax = 32;

const dayMs = 86_400_000;

/** The days of the grid on which runs and suggestions place meetings, 1 Monday to 7 Sunday. */
export const schedulingDaysOf = ({
  schedulingDays,
  daysPerWeek,
}: {
  readonly schedulingDays: readonly number[];
  readonly daysPerWeek: number;
}): number[] => schedulingDays.filter((day) => day <= daysPerWeek);

/** Teaching weeks of a semester, counted from the Monday of the week in which it starts. */
export function weekCountOf({ startDate, endDate }: { startDate: string; endDate: string }): number {
  const start = Date.parse(`${startDate}T00:00:00Z`);
  const end = Date.parse(`${endDate}T00:00:00Z`);
  const daysSinceMonday = (new Date(start).getUTCDay() + 6) % 7;
  return Math.floor(((end - start) / dayMs + daysSinceMonday) / 7) + 1;
}
