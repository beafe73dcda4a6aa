import type { ComponentType } from 'react';
import { useQuery } from './client.js';
import { type Semester, semesters } from './operations.js';
import { Link, usePath } from './router.js';
import { Empty, Failure, Loading } from './states.js';
import { shellTexts } from './texts.js';

/** The semester that the address names, else the current one, else the first; undefined if there is none. */
export function chosenOf<Row extends Pick<Semester, 'id' | 'isCurrent'>>(
  rows: readonly Row[],
  query: URLSearchParams,
): Row | undefined {
  return (
    rows.find(({ id }) => id === query.get('semester')) ?? rows.find(({ isCurrent }) => isCurrent) ?? rows[0]
  );
}

/** What an area shows of the chosen semester. */
export function OfSemester({ Shown }: { Shown: ComponentType<{ semester: Semester }> }) {
  const { query } = usePath();
  const { data, error, reload } = useQuery(semesters, {});
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  const semester = chosenOf(data.semesters, query);
  return semester ? <Shown semester={semester} /> : <NoSemester />;
}

/** That there is no semester yet, and where one is made. */
export function NoSemester() {
  return (
    <Empty title={shellTexts.noSemester}>
      <Link className="button primary" to="/administration/semester">
        {shellTexts.createSemester}
      </Link>
    </Empty>
  );
}
