import { lazy, Suspense, useState } from 'react';
import type { Owner } from './owners.js';
import { weekTexts } from './texts.js';

const TakeAway = lazy(() => import('./take-away/take-away.js'));

/** Paper, calendar and files. */
export function Actions({ owner }: { owner?: Owner }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => print()}>
        {weekTexts.print}
      </button>
      <button type="button" onClick={() => setOpen(true)}>
        {weekTexts.takeAway}
      </button>
      {isOpen && (
        <Suspense>
          <TakeAway owner={owner} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
