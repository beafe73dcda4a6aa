import { dayText, locale } from '../shell/moments.js';
import { Link } from '../shell/router.js';
import { startTexts } from './texts.js';

type Total =
  'departments' | 'classrooms' | 'courses' | 'teachers' | 'students' | 'classes' | 'teachingClasses';

/** In the order in which an institution enters them. */
const totalsShown: readonly Total[] = [
  'departments',
  'classrooms',
  'courses',
  'teachers',
  'classes',
  'students',
  'teachingClasses',
];

/** How much there is, and how far the timetable has come. */
export function Standing({
  totals,
  semester,
  timetable,
}: {
  totals: Readonly<Record<string, { total: number }>>;
  semester?: string;
  timetable?: { status: string; publishedAt: string; unplacedCount: number; conflictCount: number } | null;
}) {
  return (
    <div className="standing">
      <section className="card">
        <h2>{startTexts.institution}</h2>
        <dl className="figures">
          {totalsShown
            .filter((name) => totals[name])
            .map((name) => (
              <Figure key={name} name={startTexts[name]} value={totals[name].total} />
            ))}
        </dl>
        <Link to="/administration/imports">{startTexts.addData}</Link>
      </section>
      {semester && (
        <section className="card">
          <h2>{startTexts.timetable}</h2>
          {timetable?.status === 'PUBLISHED' ? (
            <>
              <p className="quiet">{startTexts.published(dayText(timetable.publishedAt))}</p>
              <dl className="figures">
                <Figure name={startTexts.unplaced} value={timetable.unplacedCount} />
                <Figure name={startTexts.conflicts} value={timetable.conflictCount} />
              </dl>
            </>
          ) : (
            <p className="quiet">{startTexts.notPublished}</p>
          )}
        </section>
      )}
    </div>
  );
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value.toLocaleString(locale)}</dd>
    </div>
  );
}
