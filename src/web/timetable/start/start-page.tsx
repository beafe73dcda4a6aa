import { useQuery } from '../shell/client.js';
import { chosenOf, NoSemester } from '../shell/of-semester.js';
import { Link, navigate, usePath } from '../shell/router.js';
import { Failure, Loading } from '../shell/states.js';
import { GapCard } from './gap-card.js';
import { overview, readiness } from './operations.js';
import { Standing } from './standing.js';
import { startTexts } from './texts.js';

/** What is missing before a semester can be scheduled, as the server says it. */
export default function StartPage() {
  const { query } = usePath();
  const { data, error, reload } = useQuery(overview, {});
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  const { semesters, ...totals } = data;
  const chosen = chosenOf(semesters, query);
  return (
    <div className="start">
      <header className="row">
        <h1>{startTexts.title}</h1>
        {chosen && (
          <select
            aria-label={startTexts.semester}
            value={chosen.id}
            onChange={(event) => navigate(`/start?semester=${event.target.value}`)}
          >
            {semesters.map(({ id, name, isCurrent }) => (
              <option key={id} value={id}>
                {name}
                {isCurrent && startTexts.current}
              </option>
            ))}
          </select>
        )}
      </header>
      {chosen ? (
        <SemesterState semester={chosen.id} totals={totals} />
      ) : (
        <>
          <Standing totals={totals} />
          <NoSemester />
        </>
      )}
    </div>
  );
}

function SemesterState({
  semester,
  totals,
}: {
  semester: string;
  totals: Readonly<Record<string, { total: number }>>;
}) {
  const { data, error, reload } = useQuery(readiness, { semester });
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  const { isReady, gaps } = data.readiness;
  const blocking = gaps.filter(({ isPassedOver }) => !isPassedOver);
  return (
    <>
      <section className={`card verdict ${isReady ? 'verdict-ready' : 'verdict-missing'}`} role="status">
        <h2>{isReady ? startTexts.ready : startTexts.notReady(blocking.length)}</h2>
        {isReady && gaps.length === 0 && <p>{startTexts.aboutReady}</p>}
        {gaps.length > blocking.length && <p>{startTexts.passedOver(gaps.length - blocking.length)}</p>}
        <div className="row">
          {isReady && (
            <Link className="button primary" to={`/runs?semester=${semester}`}>
              {startTexts.toRuns}
            </Link>
          )}
          <Link className="button" to={`/board?semester=${semester}`}>
            {startTexts.toBoard}
          </Link>
          <Link className="button" to={`/administration/semester?semester=${semester}`}>
            {startTexts.toPlan}
          </Link>
        </div>
      </section>
      {[...blocking, ...gaps.filter(({ isPassedOver }) => isPassedOver)].map((gap) => (
        <GapCard key={gap.kind} gap={gap} semester={semester} />
      ))}
      <Standing
        totals={{ ...totals, teachingClasses: data.teachingClasses }}
        semester={semester}
        timetable={data.timetable && { ...data.timetable, conflictCount: data.conflicts.total }}
      />
    </>
  );
}
