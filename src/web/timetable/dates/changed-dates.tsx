import { useState } from 'react';
import { useQuery } from '../shell/client.js';
import { Pager } from '../shell/pager.js';
import { Link } from '../shell/router.js';
import { Failure } from '../shell/states.js';
import { choices } from '../board/operations.js';
import { weekTexts } from '../week/texts.js';
import { ChangeText } from '../week/change-text.js';
import { changedDates } from './operations.js';
import { dateTexts as texts } from './texts.js';

/** Everything that stands otherwise on single dates of the published timetable, each with the way to it. */
export function ChangedDates({ semester }: { semester: string }) {
  const [page, setPage] = useState(1);
  const revisions = useQuery(choices, { semester }).data?.timetables.items;
  const published = revisions?.find(({ status }) => status === 'PUBLISHED');
  const { data, error, reload } = useQuery(changedDates, published && { timetable: published.id, page });
  if (error) return <Failure error={error} retry={reload} />;
  const { items, total } = data?.dateChanges ?? { items: [], total: 0 };
  return (
    <section className="card stack">
      <h2>{texts.changed}</h2>
      {revisions && total === 0 && <p className="quiet">{texts.noChanges}</p>}
      <ul className="dated">
        {items.map(({ id, week, meeting, occurrence }) => (
          <li key={id}>
            <Link
              dir="auto"
              to={`/dates?${new URLSearchParams({
                ...{ semester, class: meeting.teachingClass.id, meeting: meeting.id, week: String(week) },
              })}`}
            >
              {meeting.teachingClass.name} · {weekTexts.weekNumber(week)}
            </Link>
            {occurrence && <ChangeText change={occurrence} />}
          </li>
        ))}
      </ul>
      <Pager {...{ page, total, show: setPage }} />
    </section>
  );
}
