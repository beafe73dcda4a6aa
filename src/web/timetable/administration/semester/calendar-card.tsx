import { useState } from 'react';
import { ask, useQuery } from '../../shell/client.js';
import type { Semester } from '../../shell/operations.js';
import { type Field, Form, type Values } from '../../shell/form.js';
import { Failure, Loading, Wrong } from '../../shell/states.js';
import { useAct } from '../../shell/use-act.js';
import { administrationTexts as texts } from '../texts.js';
import { calendar, type CalendarDay, type CalendarInput, changeCalendar } from './operations.js';

/** A change with what it would do, between the preview and the second step that stores it. */
interface Preview {
  readonly input: CalendarInput;
  readonly sentence: string;
}

/** Holidays and the days that make up for them: proposed, previewed, stored, and taken back. */
export function CalendarCard({ semester, mayChange }: { semester: Semester; mayChange: boolean }) {
  const { data, error, reload } = useQuery(calendar, { semester: semester.id, mayChange });
  const [preview, setPreview] = useState<Preview>();
  const { act, failure } = useAct();
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  const days = data.semester.calendarDays;
  const open = (data.proposed ?? []).filter(({ date }) => !days.some((day) => day.date === date));

  const make = async (input: CalendarInput, isDryRun: boolean) => {
    setPreview(undefined);
    const { change: told } = await ask(changeCalendar, { input, isDryRun });
    const effect = texts.calendarEffect(told.movedCount, told.droppedCount, told.restoredCount);
    if (isDryRun) setPreview({ input, sentence: `${daysIn(input)}: ${effect}` });
    if (!isDryRun) reload();
  };
  const change = (input: CalendarInput, isDryRun: boolean) => act(() => make(input, isDryRun));

  return (
    <section className="card stack">
      <h2>{texts.calendar}</h2>
      <Days
        days={days}
        take={mayChange ? (date) => change({ semester: semester.id, removedDates: [date] }, true) : undefined}
      />
      {open.length > 0 && mayChange && (
        <>
          <h3>{texts.proposed}</h3>
          <Days days={open} />
          <div>
            <button type="button" onClick={() => change({ semester: semester.id, days: open }, true)}>
              {texts.previewProposal}
            </button>
          </div>
        </>
      )}
      {mayChange && (
        <details onChange={() => setPreview(undefined)}>
          <summary>{texts.newDay}</summary>
          <Form
            fields={dayFields(semester)}
            submit={(typed) => make({ semester: semester.id, days: [dayOf(typed)] }, true)}
            action={texts.preview}
          />
        </details>
      )}
      {preview && (
        <Previewed
          sentence={preview.sentence}
          apply={() => change(preview.input, false)}
          cancel={() => setPreview(undefined)}
        />
      )}
      <Wrong text={failure} />
    </section>
  );
}

interface Second {
  sentence: string;
  apply: () => unknown;
  cancel: () => void;
}

/** The second step of a change. */
function Previewed({ sentence, apply, cancel }: Second) {
  return (
    <div className="row" role="status">
      <span>{sentence}</span>
      <button type="button" className="primary" onClick={apply}>
        {texts.apply}
      </button>
      <button type="button" onClick={cancel}>
        {texts.cancel}
      </button>
    </div>
  );
}

/** A day that the institution sets itself: without another one to follow nothing is taught on it. */
const dayFields = ({ startDate: min, endDate: max }: Semester): Field[] => [
  { name: 'date', label: texts.day, type: 'date', required: true, min, max },
  { name: 'name', label: texts.dayName },
  { name: 'follows', label: texts.dayFollows, hint: texts.dayFollowsHint, type: 'date', min, max },
];

/** Which days a change is about, in words. */
const daysIn = ({ days = [], removedDates = [] }: CalendarInput): string =>
  [
    ...days.map(({ date, kind, name }) =>
      [date, kind === 'HOLIDAY' ? texts.holiday : texts.makeUp, name].filter(Boolean).join(' '),
    ),
    ...removedDates.map((date) => texts.remove(date)),
  ].join(', ');

const dayOf = ({ date, name, follows }: Values): CalendarDay => ({
  ...{ date, name: name ?? null, follows: follows ?? null },
  kind: follows ? 'MAKE_UP' : 'HOLIDAY',
});

function Days({ days, take }: { days: readonly CalendarDay[]; take?: (date: string) => void }) {
  if (days.length === 0) return <p className="quiet">{texts.noCalendarDays}</p>;
  return (
    <ul className="calendar-days">
      {days.map(({ date, kind, name, follows }) => (
        <li key={date} className={`calendar-day calendar-${kind}`}>
          <time dateTime={date}>{date}</time>
          <span dir="auto">
            {kind === 'HOLIDAY' ? texts.holiday : texts.makeUp} {name}
          </span>
          {follows && <small>{texts.follows(follows)}</small>}
          {take && (
            <button
              type="button"
              className="plain"
              aria-label={texts.remove(date)}
              title={texts.remove(date)}
              onClick={() => take(date)}
            >
              ×
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
