import { useEffect, useRef, useState } from 'react';
import { ask, useQuery } from '../shell/client.js';
import { Failure, Loading, Wrong } from '../shell/states.js';
import { useAct } from '../shell/use-act.js';
import { type Acts, OfferRow } from './offer-row.js';
import {
  drop,
  enrol,
  joinWaitingList,
  leaveWaitingList,
  type Offer,
  offers,
  type OwnRound,
  rankWishes,
  type WaitingPlace,
} from './operations.js';
import { enrolmentTexts as texts } from './texts.js';

const STEP = 30;
/** The most that one answer holds. */
const MOST = 200;

/** What a round offers, with what can be done about each. */
export function Offers({
  own,
  waiting,
  news,
  changed,
}: {
  own: OwnRound;
  /** The places on waiting lists, by teaching class. */
  waiting: ReadonlyMap<string, string>;
  /** What the server told last of waiting lists; what it tells after the first time has changed since. */
  news?: readonly WaitingPlace[];
  changed: () => void;
}) {
  const [keyword, setKeyword] = useState('');
  const [first, setFirst] = useState(STEP);
  const round = own.round.id;
  const { data, error, reload } = useQuery(offers, { round, first, ...(keyword && { keyword }) });
  const known = useRef(news);
  useEffect(() => {
    if (known.current && known.current !== news) reload();
    known.current = news;
  }, [news, reload]);
  const { acts, failure } = useActs(own, waiting, () => (reload(), changed()));
  return (
    <section className="stack">
      <input
        type="search"
        aria-label={texts.search}
        placeholder={texts.search}
        maxLength={64}
        value={keyword}
        onChange={(event) => setKeyword(event.target.value)}
      />
      <Wrong text={failure} />
      {error && <Failure error={error} retry={reload} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <p className="quiet">{texts.total(data.offers.totalCount)}</p>
          <ul className="offers">
            {data.offers.nodes.map((offer) => (
              <OfferRow key={offer.id} offer={offer} own={own} acts={acts} isKnown={waiting.has(offer.id)} />
            ))}
          </ul>
          {data.offers.totalCount > first && first < MOST && (
            <button type="button" onClick={() => setFirst(Math.min(MOST, first + STEP))}>
              {texts.more}
            </button>
          )}
        </>
      )}
    </section>
  );
}

function useActs(own: OwnRound, waiting: ReadonlyMap<string, string>, changed: () => void) {
  const { act, failure } = useAct();
  const round = own.round.id;
  const after = (asked: (offer: Offer) => Promise<unknown>) => (offer: Offer) =>
    act(async () => {
      await asked(offer);
      changed();
    });
  const acts: Acts = {
    enrol: after(({ id }) => ask(enrol, { round, teachingClass: id })),
    drop: after(({ id }) => ask(drop, { teachingClass: id })),
    join: after(({ id }) => ask(joinWaitingList, { round, teachingClass: id })),
    leave: after(({ id }) => ask(leaveWaitingList, { id: waiting.get(id)! })),
    wish: after(({ id }) =>
      ask(rankWishes, { round, teachingClasses: [...own.wishes.map((wish) => wish.id), id] }),
    ),
  };
  return { acts, failure };
}
