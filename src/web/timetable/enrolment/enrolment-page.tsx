import { useEffect, useState } from 'react';
import { follow, useQuery } from '../shell/client.js';
import { momentText } from '../shell/moments.js';
import { navigate, usePath, withParameters } from '../shell/router.js';
import { Empty, Failure, Loading } from '../shell/states.js';
import { Offers } from './offers.js';
import { type OwnRound, ownRounds, type WaitingPlace, waitingPlaces } from './operations.js';
import { enrolmentTexts as texts, roundTexts } from './texts.js';
import { Wishes } from './wishes.js';

/** Rounds of the student: what is offered, what is taken, and what is waited for. */
export default function EnrolmentPage() {
  const { data, error, reload } = useQuery(ownRounds, {});
  const [places, setPlaces] = useState<readonly WaitingPlace[]>();
  const path = usePath();
  useEffect(
    () => follow(waitingPlaces, {}, { next: (answer) => (setPlaces(answer.places), reload()) }),
    [reload],
  );
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  if (data.rounds.length === 0) return <Empty title={texts.noRounds} />;
  const chosen = data.rounds.find(({ round }) => round.id === path.query.get('round')) ?? data.rounds[0];
  return (
    <div className="narrow">
      <h1>{texts.title}</h1>
      <div className="rounds">
        {data.rounds.map((own) => (
          <RoundCard
            key={own.round.id}
            own={own}
            isChosen={own === chosen}
            choose={() => navigate(withParameters(path, { round: own.round.id }))}
          />
        ))}
      </div>
      {places && places.length > 0 && <News places={places} />}
      {chosen.round.mode === 'LOTTERY' && <Wishes own={chosen} changed={reload} />}
      <Offers
        key={chosen.round.id}
        own={chosen}
        waiting={new Map(data.waiting.items.map(({ id, teachingClass }) => [teachingClass.id, id]))}
        news={places}
        changed={reload}
      />
    </div>
  );
}

function RoundCard({ own, isChosen, choose }: { own: OwnRound; isChosen: boolean; choose: () => void }) {
  const { round, state, count, countLeft, credits, creditsLeft } = own;
  return (
    <button type="button" className="card round" aria-pressed={isChosen} onClick={choose}>
      <strong dir="auto">{round.name}</strong>
      <span className="row">
        <span className="tag">{roundTexts[state]}</span>
        <span className="tag">{roundTexts[round.mode]}</span>
      </span>
      <span className="quiet">{texts.period(momentText(round.opensAt), momentText(round.closesAt))}</span>
      <span>
        {texts.taken(count, credits)}
        {countLeft !== null && ` · ${texts.left(countLeft)}`}
        {creditsLeft !== null && ` · ${texts.creditsLeft(creditsLeft)}`}
      </span>
    </button>
  );
}

function News({ places }: { places: readonly WaitingPlace[] }) {
  return (
    <section className="card" aria-live="polite">
      <h2>{texts.news}</h2>
      <ul className="tasks">
        {places.map(({ id, state, position, message, teachingClass }) => (
          <li key={id} className="row">
            <span className="tag">{texts[state]}</span>
            <span dir="auto">{teachingClass.name}</span>
            {state === 'WAITING' && <span className="quiet">{texts.position(position)}</span>}
            {message && (
              <span className="quiet" dir="auto">
                {message}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
