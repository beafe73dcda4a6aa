import { useState } from 'react';
import { Check } from '../../shell/check.js';
import { useQuery } from '../../shell/client.js';
import { Pager } from '../../shell/pager.js';
import { Done, Failure, Loading } from '../../shell/states.js';
import { dateTexts as texts } from '../texts.js';
import { dateRequests } from './operations.js';
import { tellDecided } from './pending/pending-count.js';
import { RequestCard } from './request-card.js';

/** What teachers ask for: of planners' departments, or the reader's own. */
export function Requests({ isPlanner, accepted }: { isPlanner: boolean; accepted: () => void }) {
  const [isOpenOnly, setOpenOnly] = useState(isPlanner);
  const [page, setPage] = useState(1);
  const [said, setSaid] = useState({ news: '', count: 0 });
  const status = isOpenOnly ? ({ status: ['PENDING'] } as const) : {};
  const { data, error, reload } = useQuery(dateRequests, { ...status, page });
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  const { items, total } = data.dateRequests;
  const decided = (news: string, isAccepted = false): void => {
    setSaid(({ count }) => ({ news, count: count + 1 }));
    reload();
    tellDecided();
    if (isAccepted) accepted();
  };
  return (
    <section className="card stack">
      <header className="row">
        <h2>{isPlanner ? texts.requests : texts.ownRequests}</h2>
        <Check label={texts.onlyOpen} isOn={isOpenOnly} turn={(on) => (setOpenOnly(on), setPage(1))} />
      </header>
      {said.news && <Done key={said.count} text={said.news} />}
      {total === 0 && <p className="quiet">{isOpenOnly ? texts.noOpen : texts.noRequests}</p>}
      <ul className="dated">
        {items.map((request) => (
          <RequestCard key={request.id} {...{ request, isPlanner, decided }} />
        ))}
      </ul>
      <Pager {...{ page, total, show: setPage }} />
    </section>
  );
}
