import { useEffect } from 'react';
import { ask, follow, useQuery } from '../shell/client.js';
import { momentText } from '../shell/moments.js';
import { Empty, Failure, Loading, Wrong } from '../shell/states.js';
import { useAct } from '../shell/use-act.js';
import { markRead, type Notice, notices, noticesChanged, setMailed } from './operations.js';
import { noticeTexts as texts } from './texts.js';

/** What changed for the reader, newest first. */
export default function NoticesPage() {
  const { data, error, reload } = useQuery(notices, {});
  const { act, failure } = useAct();
  useEffect(() => follow(noticesChanged, {}, { next: reload }), [reload]);
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  const { items } = data.notices;
  const read = (ids?: readonly string[]) => act(() => ask(markRead, { ids }));
  return (
    <div className="narrow">
      <header className="row">
        <h1>{texts.title}</h1>
        {items.some(({ readAt }) => !readAt) && (
          <button type="button" onClick={() => read()}>
            {texts.readAll}
          </button>
        )}
      </header>
      <label className="check">
        <input
          type="checkbox"
          checked={data.preferences.isMailed}
          onChange={({ target }) =>
            act(async () => {
              await ask(setMailed, { isMailed: target.checked });
              reload();
            })
          }
        />
        {texts.mailed}
      </label>
      <Wrong text={failure} />
      {items.length === 0 && <Empty title={texts.none} />}
      {items.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} read={() => read([notice.id])} />
      ))}
    </div>
  );
}

function NoticeCard({
  notice: { message, publicNote, createdAt, readAt, meetings },
  read,
}: {
  notice: Notice;
  read: () => void;
}) {
  return (
    <article className="card stack">
      <header className="row">
        {!readAt && <span className="tag tag-danger">{texts.isNew}</span>}
        <h2 dir="auto">{message}</h2>
        <time className="quiet" dateTime={createdAt}>
          {momentText(createdAt)}
        </time>
      </header>
      {publicNote && <p dir="auto">{publicNote}</p>}
      {meetings.length > 0 && (
        <ul>
          {meetings.map((meeting, at) => (
            <li key={at} dir="auto">
              {meeting.message}
            </li>
          ))}
        </ul>
      )}
      {!readAt && (
        <div>
          <button type="button" onClick={read}>
            {texts.read}
          </button>
        </div>
      )}
    </article>
  );
}
