import { useEffect } from 'react';
import { useQuery } from '../shell/client.js';
import { momentText } from '../shell/moments.js';
import { OfSemester } from '../shell/of-semester.js';
import type { Semester } from '../shell/operations.js';
import { Link, usePath, withParameters } from '../shell/router.js';
import { Failure, Loading } from '../shell/states.js';
import { taskTexts } from '../shell/texts.js';
import { choices, type Latest } from './operations.js';
import { TaskView } from './task-view.js';
import { runTexts } from './texts.js';
import { WishesForm } from './wishes-form.js';

/** Where planners let a run place the meetings, watch it, and publish what it has made. */
export default function RunsPage() {
  return <OfSemester Shown={Runs} />;
}

function Runs({ semester }: { semester: Semester }) {
  const { data, error, reload } = useQuery(choices, { semester: semester.id });
  const { rest } = usePath();
  const isNew = Boolean(data && rest && !data.tasks.items.some(({ id }) => id === rest));
  // One that has just begun; an address may as well name one that is older than those that are listed.
  useEffect(() => void (isNew && reload()), [isNew, rest, reload]);
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  const { wishes, timetables, tasks } = data;
  const shown = rest || tasks.items[0]?.id;
  return (
    <>
      <h1>
        {runTexts.title} · {semester.name}
      </h1>
      <div className="runs">
        <div className="stack">
          <WishesForm {...wishes} semester={semester.id} timetables={timetables.items} />
          <LatestRuns tasks={tasks.items} shown={shown} />
        </div>
        {shown && <TaskView key={shown} id={shown} semester={semester.id} ended={reload} />}
      </div>
    </>
  );
}

function LatestRuns({ tasks, shown }: { tasks: readonly Latest[]; shown?: string }) {
  const path = usePath();
  return (
    <section className="card stack">
      <h2>{runTexts.latest}</h2>
      {tasks.length === 0 && <p className="quiet">{runTexts.noRuns}</p>}
      <ul className="latest">
        {tasks.map(({ id, status, createdAt, softCost, timetable }) => (
          <li key={id}>
            <Link
              to={withParameters({ ...path, rest: id }, {})}
              aria-current={id === shown ? 'true' : undefined}
            >
              {momentText(createdAt)}
            </Link>
            <span className="tag">{taskTexts[status]}</span>
            <span className="quiet">
              {[
                timetable && runTexts.revision(timetable.revision),
                softCost !== null && `${runTexts.cost} ${softCost}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
