import { useEffect, useRef, useState } from 'react';
import { ask, useQuery } from '../shell/client.js';
import { download } from '../shell/download.js';
import { type CalendarLink, calendarLinks, createCalendarLink, revokeCalendarLink } from './operations.js';
import { fileOf, type Owner } from './owners.js';
import { weekTexts } from './texts.js';

/** What a timetable can be had as outside of this page. */
const endings = ['ics'] as const;

/** Files of the timetable, and the addresses at which calendars read it. */
export default function TakeAway({ owner, close }: { owner?: Owner; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="detail" onClose={close} aria-labelledby="take-away-title">
      <h2 id="take-away-title">{weekTexts.takeAway}</h2>
      <Files owner={owner} />
      {(!owner || owner.kind === 'class') && <Links of={owner?.id} />}
      <form method="dialog">
        <button type="submit">{weekTexts.close}</button>
      </form>
    </dialog>
  );
}

function Files({ owner }: { owner?: Owner }) {
  const [failure, setFailure] = useState('');
  return (
    <section className="stack">
      <h3>{weekTexts.download}</h3>
      <div className="row">
        {endings.map((ending) => (
          <button
            key={ending}
            type="button"
            onClick={() =>
              download(fileOf(owner, ending), `timetable.${ending}`).then(
                () => setFailure(''),
                (error: Error) => setFailure(error.message),
              )
            }
          >
            {weekTexts[ending]}
          </button>
        ))}
      </div>
      {failure && (
        <p className="wrong" role="alert">
          {failure}
        </p>
      )}
    </section>
  );
}

/** Addresses that calendars on phones and desks read by themselves. */
function Links({ of }: { of?: string }) {
  const { data, error, reload } = useQuery(calendarLinks, {});
  const [path, setPath] = useState('');
  const [failure, setFailure] = useState('');
  const act = (done: Promise<unknown>) =>
    done.then(
      () => (setFailure(''), reload()),
      (refusal: Error) => setFailure(refusal.message),
    );
  const wrong = failure || error?.message;
  return (
    <section className="stack">
      <h3>{weekTexts.subscribe}</h3>
      <p className="quiet">{weekTexts.aboutLinks}</p>
      {path ? (
        <label>
          {weekTexts.linkOnce}
          <input
            readOnly
            value={new URL(path, location.href).href}
            onFocus={(event) => event.target.select()}
          />
        </label>
      ) : (
        <div className="row">
          <button
            type="button"
            className="primary"
            onClick={() => act(ask(createCalendarLink, { of }).then(({ created }) => setPath(created.path)))}
          >
            {weekTexts.newLink}
          </button>
        </div>
      )}
      {wrong && (
        <p className="wrong" role="alert">
          {wrong}
        </p>
      )}
      <ul className="links">
        {data?.calendarLinks.map((link) => (
          <LinkRow key={link.id} link={link} revoke={() => act(ask(revokeCalendarLink, { id: link.id }))} />
        ))}
      </ul>
    </section>
  );
}

function LinkRow({ link, revoke }: { link: CalendarLink; revoke: () => void }) {
  return (
    <li className="row">
      <span dir="auto">{link.administrativeClass?.name ?? weekTexts.me}</span>
      <span className="quiet">{weekTexts.since(new Date(link.createdAt).toLocaleDateString())}</span>
      <button type="button" onClick={revoke}>
        {weekTexts.revoke}
      </button>
    </li>
  );
}
