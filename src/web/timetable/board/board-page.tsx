import { useQuery } from '../shell/client.js';
import { OfSemester } from '../shell/of-semester.js';
import type { Semester } from '../shell/operations.js';
import { Link, navigate, usePath, withParameters } from '../shell/router.js';
import { Empty, Failure, Loading } from '../shell/states.js';
import { BoardShown } from './board-shown.js';
import { choices, type Named, type Revision, rooms } from './operations.js';
import { boardTexts } from './texts.js';
import { Toolbar, type View } from './toolbar.js';

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
  const named = Number(path.query.get('revision'));
  const revision = revisions.find((each) => each.revision === named) ?? revisions[0];
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

/** What the address says of the view. */
function viewOf(query: URLSearchParams, { schedulingDays }: Semester, classes: readonly Named[]): View {
  const named = query.get('class') ?? undefined;
  return {
    day: Number(query.get('day')) || schedulingDays[0],
    building: query.get('building') ?? undefined,
    administrativeClass: query.has('class') ? named || classes[0]?.id : undefined,
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
