import { useNotices } from './use-notices.js';

/** How many notices wait, beside the word for them; nothing where none does. */
export function UnreadCount() {
  const count = useNotices()?.unreadCount;
  return count ? <b className="count">{count}</b> : null;
}
