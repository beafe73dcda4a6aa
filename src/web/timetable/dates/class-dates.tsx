import { useCallback, useEffect, useState } from 'react';
import { changesLive, type Revision } from '../board/operations.js';
import { boardTexts } from '../board/texts.js';
import { reverse, type Reversal, useReversalKeys, whatOf } from '../board/use-reversal.js';
import { follow, useQuery } from '../shell/client.js';
import type { Semester } from '../shell/operations.js';
import { Link, navigate, usePath, withParameters } from '../shell/router.js';
import { Empty, Failure, Loading } from '../shell/states.js';
import { useUser } from '../shell/user.js';
import { DateEditor } from './date-editor.js';
import { DateList } from './date-list.js';
import { datesOfClass, type Occurrence, type Standing } from './operations.js';
import { dateTexts as texts } from './texts.js';

interface ClassProps {
  semester: Semester;
  teachingClass: string;
  isPlanner: boolean;
}

/** The meetings of a teaching class by date; the chosen date can be changed, or asked to be. */
export function ClassDates({ semester, teachingClass, isPlanner }: ClassProps) {
  const { data, error, reload } = useQuery(datesOfClass, { semester: semester.id, teachingClass, isPlanner });
  const path = usePath();
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  const { timetable, changes } = data;
  if (timetable?.status !== 'PUBLISHED') return <Empty title={texts.unpublished} />;
  const standing = chosenStanding(timetable.assignments, path.query);
  if (!standing) return <Empty title={texts.unknown} />;
  const occurrence = chosenOccurrence(standing, path.query);
  const show = (parameters: Record<string, string | undefined>) =>
    navigate(withParameters(path, { assignment: undefined, date: undefined, ...parameters }), {
      replaces: true,
    });
  return (
    <div className="dates-page">
      <header>
        <h1 dir="auto">{standing.meeting.teachingClass.name}</h1>
        <p className="quiet">
          <Link to="/dates">{texts.title}</Link> · <bdi>{semester.name}</bdi>
        </p>
      </header>
      {isPlanner && <Live {...{ timetable, reload }} after={changes?.items[0]?.number ?? 0} />}
      <div className="dates">
        <DateList
          {...{ standing, occurrence }}
          standings={timetable.assignments}
          choose={(meeting, week) => show({ meeting, week: week ? String(week) : undefined })}
        />
        {occurrence && (
          <DateEditor
            key={`${standing.meeting.id} ${JSON.stringify(occurrence)}`}
            {...{ semester, revision: timetable, standing, occurrence, isPlanner }}
            done={reload}
          />
        )}
      </div>
    </div>
  );
}

function chosenStanding(standings: readonly Standing[], query: URLSearchParams): Standing | undefined {
  const isChosen = ({ id, meeting }: Standing) =>
    id === query.get('assignment') || meeting.id === query.get('meeting');
  return standings.find(isChosen) ?? standings[0];
}

function chosenOccurrence({ occurrences }: Standing, query: URLSearchParams): Occurrence | undefined {
  const [date, week] = [query.get('date'), Number(query.get('week'))];
  const isChosen = (each: Occurrence) =>
    each.week === week || (date && (each.date === date || each.change?.actual?.date === date));
  return occurrences.find(isChosen) ?? occurrences[0];
}

/** Follows what others change meanwhile, and takes back what the reader changed. */
function Live({ timetable, after, reload }: { timetable: Revision; after: number; reload: () => void }) {
  const [news, tell] = useState('');
  const [since] = useState(after);
  const own = useUser()?.name;
  const { id } = timetable;
  useEffect(
    () =>
      follow(
        changesLive,
        { timetable: id, after: since },
        {
          next: ({ timetableChanges: changes }) => {
            if (changes.length === 0) return;
            reload();
            const { person, items } = changes.at(-1)!;
            if (person && person.name !== own) tell(boardTexts.changedBy(person.name, whatOf(items)));
          },
          failed: ({ message }) => tell(message),
        },
      ),
    [id, since, own, reload],
  );
  const act = useCallback(
    (reversal: Reversal) => void reverse(id, reversal).then(tell, ({ message }: Error) => tell(message)),
    [id],
  );
  useReversalKeys(act);
  return (
    <div className="row">
      <button type="button" title="Ctrl+Z" onClick={() => act('undo')}>
        {boardTexts.undo}
      </button>
      <button type="button" title="Ctrl+Shift+Z" onClick={() => act('redo')}>
        {boardTexts.redo}
      </button>
      <span role="status" dir="auto">
        {news}
      </span>
    </div>
  );
}
