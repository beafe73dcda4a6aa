import { useState } from 'react';
import { useQuery } from '../../shell/client.js';
import type { Semester } from '../../shell/operations.js';
import { Failure, Loading } from '../../shell/states.js';
import { administrationTexts as texts } from '../texts.js';
import { type BellSeason, bellSeasons } from './operations.js';
import { SeasonForm } from './season-form.js';

/** Stands for times that are not stored yet. */
const NEW = 'new';

/** When each period begins and ends, by campus and from a day of the year on, such as summer. */
export function TimesCard({ semester }: { semester: Semester }) {
  const { data, error, reload } = useQuery(bellSeasons, {});
  return (
    <details className="card">
      <summary>{texts.times}</summary>
      {error && <Failure error={error} retry={reload} />}
      {!data && !error && <Loading />}
      {data && <Seasons {...{ semester, reload }} seasons={data.seasons.items} campuses={data.campuses} />}
    </details>
  );
}

function Seasons({
  semester,
  seasons,
  campuses,
  reload,
}: {
  semester: Semester;
  seasons: readonly BellSeason[];
  campuses: readonly { readonly id: string; readonly name: string }[];
  reload: () => void;
}) {
  const [chosen, choose] = useState<string>();
  const [news, tell] = useState('');
  const sorted = seasons.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)));
  const first = atFirst(sorted, semester.startDate.slice('2026-'.length));
  const season = chosen === NEW ? undefined : (sorted.find(({ id }) => id === chosen) ?? first);
  return (
    <div className="stack" onInput={() => tell('')}>
      <label>
        {texts.whichTimes}
        <select value={season?.id ?? NEW} onChange={({ target }) => choose(target.value)}>
          {sorted.map((each) => (
            <option key={each.id} value={each.id}>
              {nameOf(each)}
              {each === first && texts.atFirst(semester.name)}
            </option>
          ))}
          <option value={NEW}>{texts.newTimes}</option>
        </select>
      </label>
      <SeasonForm
        key={`${season?.id} ${season?.version}`}
        {...{ season, campuses }}
        changed={(id, said) => (choose(id), tell(said), reload())}
      />
      {news && (
        <p role="status" className="good">
          {news}
        </p>
      )}
    </div>
  );
}

/** Sorts by campus, those of every campus first, then by the day from which they apply. */
const keyOf = ({ campus, startsOn }: BellSeason): string => `${campus?.name ?? ''} ${startsOn}`;

const nameOf = ({ campus, startsOn }: BellSeason): string =>
  texts.timesOf(campus?.name ?? texts.everyCampus, startsOn);

/** The times of every campus that apply on a day of the year: the last that began, be it the year before. */
function atFirst(sorted: readonly BellSeason[], day: string): BellSeason | undefined {
  const usual = sorted.filter(({ campus }) => !campus);
  return usual.findLast(({ startsOn }) => startsOn <= day) ?? usual.at(-1);
}
