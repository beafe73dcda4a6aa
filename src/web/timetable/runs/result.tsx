import { useState } from 'react';
import { nameOf, standText } from '../board/model.js';
import type { Moved, Revision } from '../board/operations.js';
import { boardTexts } from '../board/texts.js';
import { useQuery } from '../shell/client.js';
import { Done } from '../shell/states.js';
import { Link } from '../shell/router.js';
import { Figures, type Shown } from './figures.js';
import { choices, type Difference, difference, lacking } from './operations.js';
import { PublishForm } from './publish-form.js';
import { runTexts } from './texts.js';

/** So many of the meetings that differ are told one by one. */
const SHOWN = 50;

/** The draft that a run has made: how it differs from what stands, and its publication. */
export function Result({ timetable, semester }: { timetable: Revision; semester: string }) {
  const { data, reload } = useQuery(choices, { semester });
  const [isDecided, setDecided] = useState(false);
  const Said = isDecided ? Done : Standing;
  const revisions = data?.timetables.items ?? [];
  const published = revisions.find(({ status }) => status === 'PUBLISHED');
  const stands = revisions.some(({ id }) => id === timetable.id);
  const isPublished = published?.id === timetable.id;
  const compared = useQuery(
    difference,
    published && stands && !isPublished ? { from: published.id, to: timetable.id } : undefined,
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
      {compared.data && !isPublished && <Differs difference={compared.data.difference} />}
      {compared.error && <p className="wrong">{compared.error.message}</p>}
      {isPublished && <Said text={runTexts.published(timetable.revision)} />}
      {stands && !isPublished && (
        <>
          <Lacking timetable={timetable} semester={semester} />
          <PublishForm {...{ timetable, semester }} done={() => (setDecided(true), reload())} />
        </>
      )}
      {data && !stands && <Said text={runTexts.discarded} />}
    </section>
  );
}

/** What publishing is decided by: not how the run ended, for the draft may have been changed since. */
function Lacking({ timetable: { id, revision }, semester }: { timetable: Revision; semester: string }) {
  const { data } = useQuery(lacking, { semester, revision, timetable: id });
  const figures: Shown = [
    [runTexts.unplaced, data?.timetable?.unplacedCount],
    [boardTexts.conflicts, data?.conflicts.total],
  ];
  return (
    <>
      <p className="quiet">{runTexts.asItIsNow}</p>
      <Figures figures={figures} />
    </>
  );
}

function Standing({ text }: { text: string }) {
  return <p role="status">{text}</p>;
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
