import { useState } from 'react';
import { ask, useQuery } from '../shell/client.js';
import { Check } from '../shell/check.js';
import { momentText } from '../shell/moments.js';
import { Pager } from '../shell/pager.js';
import { Link } from '../shell/router.js';
import { Failure, Loading, Wrong } from '../shell/states.js';
import { useAct } from '../shell/use-act.js';
import { markRead, type Notice, notices, setMailed } from './operations.js';
import { noticeTexts as texts } from './texts.js';
import { useNoticed, useNotices } from './use-notices.js';

/** What changed for the reader, newest first. */
export default function NoticesPage() {
  const [page, setPage] = useState(1);
  const [isUnreadOnly, setUnreadOnly] = useState(false);
  const { data, error, reload } = useQuery(notices, { page, ...(isUnreadOnly && { isRead: false }) });
  const unreadCount = useNotices()?.unreadCount ?? 0;
  const { act, failure } = useAct();
  useNoticed(reload);
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  const { items, total } = data.notices;
  const read = (ids?: readonly string[]) => act(() => ask(markRead, { ids }));
  const mail = (isMailed: boolean) => act(() => ask(setMailed, { isMailed }).then(reload));
  return (
    <div className="narrow">
      <header className="row">
        <h1>{texts.title}</h1>
        <Check label={texts.unreadOnly} isOn={isUnreadOnly} turn={(on) => (setUnreadOnly(on), setPage(1))} />
        {unreadCount > 0 && (
          <button type="button" onClick={() => read()}>
            {texts.readAll}
          </button>
        )}
      </header>
      <Wrong text={failure} />
      {items.length === 0 && <p className="card quiet">{isUnreadOnly ? texts.noneUnread : texts.none}</p>}
      {items.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} read={() => read([notice.id])} />
      ))}
      <Pager {...{ page, total, show: setPage }} />
      <section className="card stack">
        <h2>{texts.preferences}</h2>
        <Check label={texts.mailed} isOn={data.preferences.isMailed} turn={mail} />
      </section>
    </div>
  );
}

function NoticeCard({
  notice: { message, publicNote, createdAt, readAt, semester, meetings },
  read,
}: {
  notice: Notice;
  read: () => void;
}) {
  const [date] = meetings.flatMap(({ toDate, fromDate }) => toDate ?? fromDate ?? []);
  const place = new URLSearchParams({ ...(semester && { semester: semester.id }), ...(date && { date }) });
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
      <div className="row">
        {!readAt && (
          <button type="button" onClick={read}>
            {texts.read}
          </button>
        )}
        {meetings.length > 0 && <Link to={`/week?${place}`}>{texts.toWeek}</Link>}
      </div>
    </article>
  );
}
