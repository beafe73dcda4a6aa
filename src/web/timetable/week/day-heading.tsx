import type { Block } from './blocks.js';
import { dayName, dayOf, shortDate } from './dates.js';
import type { CalendarDay } from './operations.js';
import { weekTexts } from './texts.js';

/** A day of the shown week: what stands on it, and what the calendar says of it. */
export interface Day {
  /** 1 Monday to 7 Sunday. */
  readonly day: number;
  /** Left out where all weeks are shown at once. */
  readonly date?: string;
  readonly isToday?: boolean;
  readonly kind?: CalendarDay['kind'];
  readonly name?: string | null;
  readonly follows?: string | null;
  readonly blocks: readonly Block[];
}

/** The name of a day, its date, and what is special about it. */
export function DayHeading({ day: { day, date, isToday, kind, name, follows } }: { day: Day }) {
  return (
    <h3 className="day-heading">
      <span>
        {dayName(day)} {date && <time dateTime={date}>{shortDate(date)}</time>}
        {isToday && <em>{weekTexts.today}</em>}
      </span>
      {kind && (
        <small className="day-kind">
          <b>{kind === 'HOLIDAY' ? weekTexts.holiday : weekTexts.makeUp}</b> {name}
          {follows && <i>{weekTexts.follows(shortDate(follows), dayName(dayOf(follows)))}</i>}
        </small>
      )}
    </h3>
  );
}
