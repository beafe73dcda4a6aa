import { ask, useQuery } from '../../shell/client.js';
import { chosenOf } from '../../shell/of-semester.js';
import { type Semester, semesters } from '../../shell/operations.js';
import { navigate, usePath } from '../../shell/router.js';
import { AskedTwice } from '../../shell/asked-twice.js';
import { Failure, Loading, Wrong } from '../../shell/states.js';
import { useAct } from '../../shell/use-act.js';
import { useUser } from '../../shell/user.js';
import { administrationTexts as texts } from '../texts.js';
import { CalendarCard } from './calendar-card.js';
import { setCurrentSemester } from './operations.js';
import { PlanCard } from './plan/plan-card.js';
import { NewSemester, SemesterCard } from './semester-form.js';
import { TimesCard } from './times-card.js';

/** The semesters, their calendar and the times of their periods. */
export function SemesterPage() {
  const { query } = usePath();
  const isAdministrator = useUser()?.role.key === 'ADMINISTRATOR';
  const { data, error, reload } = useQuery(semesters, {});
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  const chosen = chosenOf(data.semesters, query);
  const show = (query = ''): void => {
    reload();
    navigate(`/administration/semester${query}`);
  };
  return (
    <>
      <h1>{texts.semester}</h1>
      {data.semesters.length > 0 && (
        <section className="card">
          <ul className="tasks">
            {data.semesters.map((semester) => (
              <Row
                key={semester.id}
                semester={semester}
                isChosen={semester === chosen}
                mayChange={isAdministrator}
                changed={reload}
              />
            ))}
          </ul>
        </section>
      )}
      {chosen && <PlanCard key={`plan ${chosen.id}`} semester={chosen} />}
      {chosen && <CalendarCard key={chosen.id} semester={chosen} mayChange={isAdministrator} />}
      {chosen && isAdministrator && <TimesCard semester={chosen} />}
      {chosen && isAdministrator && (
        <SemesterCard key={`card ${chosen.id}`} semester={chosen} changed={reload} deleted={() => show()} />
      )}
      {isAdministrator && (
        <details className="card" open={data.semesters.length === 0}>
          <summary>{texts.newSemester}</summary>
          <NewSemester made={(id) => show(`?semester=${id}`)} />
        </details>
      )}
    </>
  );
}

function Row({
  semester: { id, name, startDate, endDate, weekCount, isCurrent },
  isChosen,
  mayChange,
  changed,
}: {
  semester: Semester;
  isChosen: boolean;
  mayChange: boolean;
  changed: () => void;
}) {
  const { act, failure } = useAct();
  return (
    <li className="row">
      <button
        type="button"
        className="plain"
        aria-pressed={isChosen}
        onClick={() => navigate(`/administration/semester?semester=${id}`)}
      >
        <bdi>{name}</bdi> · {startDate} – {endDate} · {texts.weekCount(weekCount)}
      </button>
      {isCurrent ? (
        <span className="tag">{texts.currentSemester}</span>
      ) : (
        mayChange && (
          <AskedTwice
            label={texts.makeCurrent}
            warning={texts.makesCurrent}
            act={() => void act(() => ask(setCurrentSemester, { id }).then(changed))}
          />
        )
      )}
      <Wrong text={failure} />
    </li>
  );
}
