import { useState } from 'react';
import { ask, useQuery } from '../../shell/client.js';
import type { Semester } from '../../shell/operations.js';
import { Wrong } from '../../shell/states.js';
import { useAct } from '../../shell/use-act.js';
import { administrationTexts as texts } from '../texts.js';
import { calendar, createBellSeason } from './operations.js';

/** When each period begins and ends; a season from a day of the year on, such as summer. */
export function TimesCard({ semester }: { semester: Semester }) {
  const { data, reload } = useQuery(calendar, { semester: semester.id, date: semester.startDate });
  const { act, failure } = useAct();
  const [isDone, setDone] = useState(false);
  const times = data?.semester.periodTimes.map(({ start, end }) => `${start}-${end}`) ?? [];
  const save = (form: FormData) =>
    act(async () => {
      const lines = String(form.get('times')).split(/\s+/).filter(Boolean);
      const startsOn = String(form.get('startsOn'));
      await ask(createBellSeason, { input: { times: lines, ...(startsOn && { startsOn }) } });
      setDone(true);
      reload();
    });
  return (
    <details className="card">
      <summary>{texts.times}</summary>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save(new FormData(event.currentTarget));
        }}
      >
        <p className="quiet">{times.length > 0 ? times.join(' · ') : texts.noTimes}</p>
        <label>
          {texts.startsOn}
          <input name="startsOn" placeholder="05-01" pattern="\d\d-\d\d" />
        </label>
        <label className="whole">
          {texts.timesOfPeriods}
          <textarea name="times" rows={12} required key={times.join()} defaultValue={times.join('\n')} />
        </label>
        <Wrong text={failure} />
        {isDone && (
          <p role="status" className="good">
            {texts.stored}
          </p>
        )}
        <button type="submit">{texts.store}</button>
      </form>
    </details>
  );
}
