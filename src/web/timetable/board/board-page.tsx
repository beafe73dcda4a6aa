import { useEffect } from 'react';
import { useQuery } from '../shell/client.js';
import { OfSemester } from '../shell/of-semester.js';
import type { Semester } from '../shell/operations.js';
import { Link, navigate, usePath, withParameters } from '../shell/router.js';
import { Empty, Failure, Loading } from '../shell/states.js';
import { BoardShown } from './board-shown.js';
import { choices, type Named, type Revision, rooms } from './operations.js';
import { boardTexts } from './texts.js';
import { daysOf, Toolbar, type View } from './toolbar.js';

/** Where planners move meetings by hand. What every place says comes from the server. */
export default function BoardPage() {
  return <OfSemester Shown={Board} />;
}

function Board({ semester }: { semester: Semester }) {
  const { data, error, reload } = useQuery(choices, { semester: semester.id });
  const path = usePath();
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  const revisions = data.timetables.items;
  const named = path.query.get('revision');
  const revision = shownOf(revisions, semester.id, named);
  if (!revision && named && revisions.length > 0)
    return (
      <Empty title={boardTexts.noRevision(named)}>
        <Link to={withParameters(path, { revision: undefined })}>{boardTexts.toOthers}</Link>
      </Empty>
    );
  if (!revision)
    return (
      <Empty title={boardTexts.none}>
        <Link to={`/runs?semester=${semester.id}`}>{boardTexts.toRuns}</Link>
      </Empty>
    );
  const show = (changes: Record<string, string | undefined>) =>
    navigate(withParameters(path, changes), { replaces: true });
  const number = data.changes.items[0]?.number ?? 0;
  const classes = data.administrativeClassOptions;
  const view = viewOf(path.query, semester, classes);
  return (
    <OfRevision
      key={revision.id}
      {...{ semester, revision, revisions, number, view, show, classes }}
      buildings={data.buildingOptions}
    />
  );
}

/** Where a browser tab keeps which timetable of a semester was looked at last. */
const lastOf = (semester: string): string => `class-scheduling:board:${semester}`;

/** The timetable that the address names, else the one looked at last, the published one, the newest draft. */
function shownOf(
  revisions: readonly Revision[],
  semester: string,
  named: string | null,
): Revision | undefined {
  if (named) return revisions.find(({ revision }) => String(revision) === named);
  const last = Number(sessionStorage.getItem(lastOf(semester)));
  return (
    revisions.find(({ revision }) => revision === last) ??
    revisions.find(({ status }) => status === 'PUBLISHED') ??
    revisions[0]
  );
}

/** What the address says of the view. */
function viewOf(query: URLSearchParams, semester: Semester, classes: readonly Named[]): View {
  const [day, days] = [Number(query.get('day')), daysOf(semester)];
  const named = classes.find(({ id }) => id === query.get('class'))?.id;
  return {
    day: days.includes(day) ? day : semester.schedulingDays[0],
    building: query.get('building') ?? undefined,
    administrativeClass: query.has('class') ? (named ?? classes[0]?.id) : undefined,
  };
}

interface Shown {
  semester: Semester;
  revision: Revision;
  revisions: readonly Revision[];
  number: number;
  view: View;
  classes: readonly Named[];
  buildings: readonly Named[];
  show: (changes: Record<string, string | undefined>) => void;
}

function OfRevision({ semester, revision, revisions, number, view, classes, buildings, show }: Shown) {
  useEffect(
    () => sessionStorage.setItem(lastOf(semester.id), String(revision.revision)),
    [semester.id, revision.revision],
  );
  const building = view.building ? { building: { equals: view.building } } : {};
  const { data, error, reload } = useQuery(rooms, { filter: { isEnabled: true, ...building } });
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  const published = revisions.find(({ status }) => status === 'PUBLISHED')?.id;
  return (
    <BoardShown {...{ semester, revision, published, number, view }} rooms={data.classrooms.items}>
      <Toolbar {...{ semester, revision, revisions, view, classes, buildings, show }} />
    </BoardShown>
  );
}
