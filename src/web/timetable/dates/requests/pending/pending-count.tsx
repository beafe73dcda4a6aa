import { useEffect } from 'react';
import { useQuery } from '../../../shell/client.js';
import { useIsPlanner } from '../../../shell/user.js';
import { pendingRequests } from './operations.js';

const DECIDED = 'class-scheduling:request-decided';
const ASKED_EVERY_MS = 60_000;

/** Says that a request has been decided, so that fewer wait. */
export const tellDecided = (): void => void dispatchEvent(new Event(DECIDED));

/** How many requests wait for a planner, beside the word for where they are decided. */
export function PendingCount() {
  const isPlanner = useIsPlanner();
  const { data, reload } = useQuery(pendingRequests, isPlanner ? {} : undefined);
  useEffect(() => {
    const timer = setInterval(reload, ASKED_EVERY_MS);
    addEventListener(DECIDED, reload);
    return () => {
      clearInterval(timer);
      removeEventListener(DECIDED, reload);
    };
  }, [reload]);
  const count = data?.dateRequests.total;
  return isPlanner && count ? <b className="count">{count}</b> : null;
}
