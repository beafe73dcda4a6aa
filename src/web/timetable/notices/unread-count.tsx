import { useQuery } from '../shell/client.js';
import { unread } from './operations.js';

/** How many notices wait, beside the word for them; nothing where none does. */
export function UnreadCount() {
  const count = useQuery(unread, {}).data?.state.unreadCount;
  return count ? <b className="count">{count}</b> : null;
}
