import { type FormEvent, useState } from 'react';
import { nameOf, standText } from '../board/model.js';
import type { Moved, Revision } from '../board/operations.js';
import { boardTexts } from '../board/texts.js';
import { ask, useQuery } from '../shell/client.js';
import { Link } from '../shell/router.js';
import { Wrong } from '../shell/states.js';
import { choices, type Difference, difference, publish } from './operations.js';
import { runTexts } from './texts.js';

/** So many of the meetings that differ are told one by one. */
const SHOWN = 50;

/** The draft that a run has made: how it differs from what stands, and its publication. */
export function Result({ timetable, semester }: { timetable: Revision; semester: string }) {
  const { data, reload } = useQuery(choices, { semester });
  const revisions = data?.timetables.items ?? [];
  const published = revisions.find(({ status }) => status === 'PUBLISHED');
  const isPublished = published?.id === timetable.id;
  const compared = useQuery(
    difference,
    published && !isPublished ? { from: published.id, to: timetable.id } : undefined,
  );
  return (
    <section className="card stack" data-testid="result">
      <header className="row">
        <h2>
          {runTexts.result} · {runTexts.revision(timetable.revision)}
        </h2>
        <Link to={`/board?semester=${semester}&revision=${timetable.revision}`} className="button">
          {runTexts.onBoard}
        </Link>
      </header>
      {compared.data && <Differs difference={compared.data.difference} />}
      {compared.error && <p className="wrong">{compared.error.message}</p>}
      {isPublished && <p role="status">{runTexts.published(timetable.revision)}</p>}
      {data && !isPublished && <PublishForm timetable={timetable} done={reload} />}
    </section>
  );
}

function Differs({ difference: { items, affected } }: { difference: Difference }) {
  const { teachers, administrativeClasses, studentCount } = affected;
  if (items.length === 0) return <p className="quiet">{runTexts.same}</p>;
  return (
    <details>
      <summary>
        {runTexts.difference}
        {boardTexts.colon}
        {runTexts.differs(items.length, teachers.length, administrativeClasses.length, studentCount)}
      </summary>
      <ul className="moves">
        {items.slice(0, SHOWN).map((item) => (
          <Difference key={item.meeting.id} item={item} />
        ))}
      </ul>
      {items.length > SHOWN && <p className="quiet">{runTexts.firstOnes(SHOWN)}</p>}
    </details>
  );
}

function Difference({ item: { meeting, from, to } }: { item: Moved }) {
  return (
    <li dir="auto">
      <strong>{nameOf(meeting)}</strong>
      <span>
        {standText(from, meeting.periods)} → {standText(to, meeting.periods)}
      </span>
    </li>
  );
}

function PublishForm({ timetable, done }: { timetable: Revision; done: () => void }) {
  const [refusal, setRefusal] = useState<Error>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason')).trim() || undefined;
    ask(publish, { id: timetable.id, reason }).then(done, setRefusal);
  };
  return (
    <form className="row publish" onSubmit={submit}>
      <input name="reason" aria-label={runTexts.reason} placeholder={runTexts.reason} maxLength={255} />
      <button type="submit" className="primary">
        {runTexts.publish}
      </button>
      <Wrong text={refusal?.message} />
    </form>
  );
}
