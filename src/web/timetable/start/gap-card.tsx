import { Link } from '../shell/router.js';
import type { Gap } from './operations.js';
import { remediesOf } from './places.js';
import { startTexts } from './texts.js';

/** Something that is missing: to whom, and where it is mended. */
export function GapCard({ gap, semester }: { gap: Gap; semester: string }) {
  const { count, isPassedOver, message, remedy, operations, items } = gap;
  const remedies = remediesOf(operations, semester);
  return (
    <section className="card gap">
      <header className="row">
        <span className={isPassedOver ? 'tag' : 'tag tag-danger'}>
          {isPassedOver ? startTexts.skipped : startTexts.blocking}
        </span>
        <h2 dir="auto">{message}</h2>
      </header>
      <p dir="auto">{remedy}</p>
      {items.length > 0 && (
        <details>
          <summary>{startTexts.which(count)}</summary>
          <ul>
            {items.map(({ id, name, message: about }) => (
              <li key={id}>
                <bdi>{name}</bdi>
                {about && about !== name && <small dir="auto">{about}</small>}
              </li>
            ))}
            {count > items.length && <li className="quiet">{startTexts.more(count - items.length)}</li>}
          </ul>
        </details>
      )}
      {remedies.length > 0 && (
        <p className="row">
          <span className="quiet">{startTexts.mendIt}</span>
          {remedies.map(({ to, label }) => (
            <Link key={to} className="button" to={to}>
              {label}
            </Link>
          ))}
        </p>
      )}
    </section>
  );
}
