import { useEffect, useRef } from 'react';
import { dateText, dayName, periodsText } from '../week/dates.js';
import { weekTexts } from '../week/texts.js';
import type { Occurrence, Standing } from './operations.js';
import { dateTexts as texts } from './texts.js';

/** The dates of a meeting, and the other meetings of its teaching class. */
export function DateList({
  standings,
  standing,
  occurrence: chosen,
  choose,
}: {
  standings: readonly Standing[];
  standing: Standing;
  occurrence?: Occurrence;
  choose: (meeting: string, week?: number) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const shown = list.current?.querySelector<HTMLElement>('[aria-pressed=true]');
    // Within the list alone: the page stays where it is.
    if (shown) list.current!.scrollTop = shown.offsetTop - list.current!.offsetTop - shown.offsetHeight;
  }, [standing.id, chosen?.week]);
  return (
    <section className="card stack" aria-label={texts.dates}>
      {standings.length > 1 && (
        <label>
          {texts.meeting}
          <select value={standing.meeting.id} onChange={({ target }) => choose(target.value)}>
            {standings.map((each) => (
              <option key={each.id} value={each.meeting.id}>
                {weeklyText(each)}
              </option>
            ))}
          </select>
        </label>
      )}
      {standings.length === 1 && <p dir="auto">{weeklyText(standing)}</p>}
      <ul className="date-list" ref={list}>
        {standing.occurrences.map((occurrence) => (
          <li key={occurrence.week}>
            <button
              type="button"
              aria-pressed={occurrence === chosen}
              onClick={() => choose(standing.meeting.id, occurrence.week)}
            >
              <OccurrenceText occurrence={occurrence} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const weeklyText = ({ time, classroom, teacher }: Standing): string =>
  [dayName(time.dayOfWeek), periodsText(time.periodStart, time.periodEnd), classroom.name, teacher.name].join(
    ' · ',
  );

/** A date with its week, and what is special about it. */
export function OccurrenceText({
  occurrence: { week, date, isFallenOut, change },
}: {
  occurrence: Occurrence;
}) {
  return (
    <>
      <span className="quiet">{weekTexts.weekNumber(week)}</span> <span>{dateText(date)}</span>{' '}
      {change ? (
        <b className={`change change-${change.kind}`}>{weekTexts[change.kind]}</b>
      ) : (
        isFallenOut && <span className="tag">{texts.fallsOut}</span>
      )}
    </>
  );
}
