import { AskedTwice } from '../shell/asked-twice.js';
import { ask, useQuery } from '../shell/client.js';
import { momentText } from '../shell/moments.js';
import { Wrong } from '../shell/states.js';
import { useAct } from '../shell/use-act.js';
import { conversations, deleteConversation } from './operations.js';
import { chatTexts } from './texts.js';

/** The reader's conversations but the one that is open: each may be gone on with, or deleted. */
export function Earlier({ current, open }: { current?: string; open: (conversation: string) => void }) {
  const { data, reload } = useQuery(conversations, {});
  const { act, failure } = useAct();
  const earlier = data?.conversations.items.filter(({ id }) => id !== current) ?? [];
  if (earlier.length === 0) return null;
  const remove = (id: string) => void act(() => ask(deleteConversation, { id }).finally(reload));
  return (
    <details className="earlier">
      <summary>{chatTexts.earlier(earlier.length)}</summary>
      <Wrong text={failure} />
      <ul>
        {earlier.map(({ id, title, lastActivityAt }) => (
          <li key={id}>
            <button type="button" className="plain" onClick={() => open(id)}>
              <bdi>{title}</bdi> <time dateTime={lastActivityAt}>{momentText(lastActivityAt)}</time>
            </button>
            <AskedTwice
              label={chatTexts.delete}
              name={chatTexts.deleteOf(title)}
              warning={chatTexts.deletesForGood}
              act={() => remove(id)}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
