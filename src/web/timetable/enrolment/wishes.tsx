import { ask } from '../shell/client.js';
import { Wrong } from '../shell/states.js';
import { useAct } from '../shell/use-act.js';
import { type OwnRound, rankWishes } from './operations.js';
import { enrolmentTexts as texts } from './texts.js';

/** What the student wishes in a lottery, in order. */
export function Wishes({ own, changed }: { own: OwnRound; changed: () => void }) {
  const { act, failure } = useAct();
  const ids = own.wishes.map(({ id }) => id);
  const rank = (teachingClasses: readonly string[]) =>
    act(async () => {
      await ask(rankWishes, { round: own.round.id, teachingClasses });
      changed();
    });
  return (
    <section className="card stack">
      <h2>{texts.wishes}</h2>
      {own.wishes.length === 0 && <p className="quiet">{texts.noWishes}</p>}
      <Wrong text={failure} />
      <ol className="wishes">
        {own.wishes.map(({ id, name }, at) => (
          <li key={id} className="row">
            <span dir="auto">{name}</span>
            {own.state === 'OPEN' && (
              <>
                {at > 0 && (
                  <button type="button" onClick={() => rank(ids.with(at, ids[at - 1]).with(at - 1, id))}>
                    {texts.up}
                  </button>
                )}
                <button type="button" onClick={() => rank(ids.filter((each) => each !== id))}>
                  {texts.remove}
                </button>
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
