import { navigate, Link, usePath, withParameters } from '../shell/router.js';
import { mondayOf, plusDays, shortDate, weeksBetween } from './dates.js';
import type { Semester } from './operations.js';
import { weekTexts } from './texts.js';

/** Leafs through the weeks of the semester. */
export function WeekPicker({
  semester,
  from,
  now,
}: {
  semester: Semester;
  from: string;
  /** Today at the institution. */
  now: string;
}) {
  const path = usePath();
  const first = mondayOf(semester.startDate);
  const count = weeksBetween(first, mondayOf(semester.endDate)) + 1;
  const number = weeksBetween(first, from) + 1;
  const to = (week: number) => withParameters(path, { date: plusDays(first, (week - 1) * 7) });
  const isNow = from === mondayOf(now);
  return (
    <div className="week-picker">
      <Step to={to(number - 1)} name={weekTexts.previous} sign="‹" isOff={number <= 1} />
      <select
        aria-label={weekTexts.chooseWeek}
        value={number}
        onChange={(event) => navigate(to(Number(event.target.value)))}
      >
        {Array.from({ length: count }, (_, at) => (
          <option key={at} value={at + 1}>
            {weekTexts.weekNumber(at + 1)} · {shortDate(plusDays(first, at * 7))}
          </option>
        ))}
      </select>
      <Step to={to(number + 1)} name={weekTexts.next} sign="›" isOff={number >= count} />
      <Link
        className="button"
        aria-current={isNow ? 'date' : undefined}
        to={withParameters(path, { date: undefined })}
      >
        {weekTexts.thisWeek}
      </Link>
    </div>
  );
}

function Step({ to, name, sign, isOff }: { to: string; name: string; sign: string; isOff: boolean }) {
  return (
    <button type="button" aria-label={name} title={name} disabled={isOff} onClick={() => navigate(to)}>
      {sign}
    </button>
  );
}
