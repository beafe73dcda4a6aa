import { useEffect, useRef, useState } from 'react';
import { ask, useQuery } from '../../shell/client.js';
import { AskedTwice } from '../../shell/asked-twice.js';
import { download } from '../../shell/download.js';
import { dayText } from '../../shell/moments.js';
import { Link, usePath } from '../../shell/router.js';
import { Wrong } from '../../shell/states.js';
import { useAct } from '../../shell/use-act.js';
import { useIsPlanner } from '../../shell/user.js';
import { type CalendarLink, calendarLinks, createCalendarLink, revokeCalendarLink } from './operations.js';
import { fileOf, type Owner } from '../owners.js';
import { weekTexts } from '../texts.js';

/** What a timetable can be had as outside of this page. */
const endings = ['pdf', 'xlsx', 'csv', 'ics'] as const;

/** Files of the timetable, and the addresses at which calendars read it. */
export default function TakeAway({ owner, close }: { owner?: Owner; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="detail" onClose={close} aria-labelledby="take-away-title">
      <h2 id="take-away-title">{weekTexts.takeAway}</h2>
      <Files owner={owner} />
      {(!owner || owner.kind === 'class') && <Links of={owner?.id} />}
      <form method="dialog" className="row">
        <button type="submit">{weekTexts.close}</button>
      </form>
    </dialog>
  );
}

function Files({ owner }: { owner?: Owner }) {
  const { query } = usePath();
  const { act, isBusy, failure } = useAct();
  const isPlanner = useIsPlanner();
  return (
    <section className="stack">
      <h3>{weekTexts.download}</h3>
      <div className="row">
        {endings.map((ending) => (
          <button
            key={ending}
            type="button"
            disabled={isBusy}
            onClick={() => act(() => download(fileOf(owner, ending, query.get('semester'))))}
          >
            {weekTexts[ending]}
          </button>
        ))}
      </div>
      {isPlanner && (
        <p>
          <Link to="/administration/exports">{weekTexts.manyTimetables}</Link>
        </p>
      )}
      <Wrong text={failure} />
    </section>
  );
}

/** Addresses that calendars on phones and desks read by themselves. */
function Links({ of }: { of?: string }) {
  const { data, error, reload } = useQuery(calendarLinks, {});
  const [path, setPath] = useState('');
  const { act, failure } = useAct();
  const make = async () => {
    setPath((await ask(createCalendarLink, { of })).created.path);
    reload();
  };
  const revoke = async (id: string) => {
    await ask(revokeCalendarLink, { id });
    reload();
  };
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
          <button type="button" className="primary" onClick={() => act(make)}>
            {weekTexts.newLink}
          </button>
        </div>
      )}
      <Wrong text={failure ?? error?.message} />
      <ul className="links">
        {data?.calendarLinks.map((link) => (
          <LinkRow key={link.id} link={link} revoke={() => act(() => revoke(link.id))} />
        ))}
      </ul>
    </section>
  );
}

function LinkRow({ link, revoke }: { link: CalendarLink; revoke: () => void }) {
  return (
    <li className="row">
      <span dir="auto">{link.administrativeClass?.name ?? weekTexts.me}</span>
      <span className="quiet">{weekTexts.since(dayText(link.createdAt))}</span>
      <AskedTwice label={weekTexts.revoke} warning={weekTexts.revokes} act={revoke} />
    </li>
  );
}
