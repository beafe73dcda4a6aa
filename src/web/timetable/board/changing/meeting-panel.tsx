import { Fragment, useState } from 'react';
import { changedDates } from '../../dates/operations.js';
import { useQuery } from '../../shell/client.js';
import { Link } from '../../shell/router.js';
import { ChangeText } from '../../week/change-text.js';
import { weekTexts } from '../../week/texts.js';
import { weeksText } from '../../week/weeks-text.js';
import { itemsOf, nameOf, type Piece, standText } from '../model.js';
import type { Revision } from '../operations.js';
import {
  type ChangeItem,
  type Moment,
  type Proposal,
  rankedRooms,
  rankedTeachers,
  suggestions,
} from './operations.js';
import type { Intention } from './intention.js';
import { onEscape } from '../on-escape.js';
import { boardTexts } from '../texts.js';

/** Where the focus goes when a meeting is opened by a key. */
export const PANEL = 'meeting-panel';

/** What can be done with a meeting: lists are those of the server, the best first. */
export function MeetingPanel({
  semester,
  revision,
  published,
  piece,
  propose,
  swap,
  isSwapping,
  isShaded,
  close,
}: {
  semester: string;
  revision: Revision;
  published?: string;
  piece: Piece;
  propose: (intention: Intention) => void;
  swap: () => void;
  isSwapping: boolean;
  /** Whether the board says of every place what speaks against it: lists are asked for after that. */
  isShaded: boolean;
  close: () => void;
}) {
  const { facts, place, isLocked } = piece;
  const { mayPlan } = facts.teachingClass;
  return (
    <section className="card stack panel" aria-label={boardTexts.meeting} onKeyDown={onEscape(close)}>
      <header className="row">
        <h2 dir="auto" id={PANEL} tabIndex={-1}>
          {nameOf(facts)}
        </h2>
        <button type="button" className="plain" onClick={close}>
          {boardTexts.close}
        </button>
      </header>
      <p className="quiet" dir="auto">
        {standText(place, facts.periods)} · {weekTexts.weeks(weeksText(facts.weeks))}
        {isLocked && ` · ${boardTexts.locked}`}
      </p>
      {!mayPlan && <p>{boardTexts.foreign}</p>}
      {place && mayPlan && <Acts {...{ piece, propose, swap, isSwapping }} />}
      {isSwapping && <p role="status">{boardTexts.chooseOther}</p>}
      {published && <SingleDates {...{ semester, published, facts }} />}
      {isShaded && <Ranked revision={revision} piece={piece} propose={propose} />}
    </section>
  );
}

/** What of the meeting's dates is changed in the published timetable, and the way to change more. */
function SingleDates({
  semester,
  published,
  facts: { id, teachingClass },
}: {
  semester: string;
  published: string;
  facts: Piece['facts'];
}) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery(
    changedDates,
    isOpen ? { timetable: published, meeting: id, page: 1 } : undefined,
  );
  const address = new URLSearchParams({ semester, class: teachingClass.id, meeting: id });
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{boardTexts.singleDates}</summary>
      {error && <p className="wrong">{error.message}</p>}
      {data?.dateChanges.items.map((change) => (
        <Fragment key={change.id}>{change.occurrence && <ChangeText change={change.occurrence} />}</Fragment>
      ))}
      <p>{teachingClass.mayPlan && <Link to={`/dates?${address}`}>{boardTexts.changeDate}</Link>}</p>
    </details>
  );
}

function Acts({
  piece: { facts, isLocked },
  propose,
  swap,
  isSwapping,
}: Pick<Parameters<typeof MeetingPanel>[0], 'piece' | 'propose' | 'swap' | 'isSwapping'>) {
  const act = (title: string, what: Omit<ChangeItem, 'meeting'>) => () =>
    propose({
      title: title + boardTexts.colon + nameOf(facts),
      items: [{ meeting: facts.id, ...what }],
    });
  const locking = isLocked ? boardTexts.unlock : boardTexts.lock;
  return (
    <div className="row">
      <button type="button" onClick={act(locking, { isLocked: !isLocked })}>
        {locking}
      </button>
      <button type="button" disabled={isLocked} aria-pressed={isSwapping} onClick={swap}>
        {boardTexts.swap}
      </button>
      <button type="button" disabled={isLocked} onClick={act(boardTexts.takeOut, { place: null })}>
        {boardTexts.takeOut}
      </button>
    </div>
  );
}

function Ranked({
  revision,
  piece: { facts, place },
  propose,
}: {
  revision: Revision;
  piece: Piece;
  propose: (intention: Intention) => void;
}) {
  const asked = { timetable: revision.id, meeting: facts.id };
  const moment = place && { ...asked, dayOfWeek: place.dayOfWeek, periodStart: place.periodStart };
  const found = useQuery(suggestions, asked);
  const give = (title: string, what: 'classroom' | 'teacher') => (id: string, name: string) =>
    propose({
      title: `${title}${boardTexts.colon}${nameOf(facts)} → ${name}`,
      items: [{ meeting: facts.id, place: { [what]: id } }],
    });
  return (
    <>
      <details open>
        <summary>{boardTexts.suggestions}</summary>
        {found.error && <p className="quiet">{found.error.message}</p>}
        {found.data && <Proposals proposals={found.data.suggestions} propose={propose} />}
      </details>
      {moment && (
        <>
          <Candidates
            title={boardTexts.rooms}
            ranked={rankedRooms}
            moment={moment}
            present={place.classroom.id}
            choose={give(boardTexts.rooms, 'classroom')}
          />
          <Candidates
            title={boardTexts.teachers}
            ranked={rankedTeachers}
            moment={moment}
            present={place.teacher.id}
            choose={give(boardTexts.teachers, 'teacher')}
          />
        </>
      )}
    </>
  );
}

/** Changes that are offered, each with what it costs more or less. */
export function Proposals({
  proposals,
  propose,
  none = boardTexts.noSuggestions,
}: {
  proposals: readonly Proposal[];
  propose: (intention: Intention) => void;
  none?: string;
}) {
  if (proposals.length === 0) return <p className="quiet">{none}</p>;
  return (
    <ol className="ranked">
      {proposals.map(({ items, cost }, at) => {
        const difference = cost ? cost.softAfter - cost.softBefore : 0;
        const titles = items.map(
          ({ meeting, to }) =>
            `${items.length > 1 ? `${nameOf(meeting)} ` : ''}${standText(to, meeting.periods)}`,
        );
        const title = titles.join(boardTexts.semicolon);
        return (
          <li key={at}>
            <button
              type="button"
              onClick={() =>
                propose({ title: nameOf(items[0].meeting) + boardTexts.colon + title, items: itemsOf(items) })
              }
            >
              <span dir="auto">{title}</span>
              {cost && (
                <span className="tag">
                  {boardTexts.costOf(difference > 0 ? `+${difference}` : String(difference))}
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** A list that is asked for when it is opened. */
function Candidates({
  title,
  ranked,
  moment,
  present,
  choose,
}: {
  title: string;
  ranked: typeof rankedRooms;
  moment: Moment;
  present: string;
  choose: (id: string, name: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery(ranked, isOpen ? moment : undefined);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {error && <p className="quiet">{error.message}</p>}
      <ol className="ranked">
        {data?.candidates.map(({ thing, isFree, objections }) =>
          thing && thing.id !== present ? (
            <li key={thing.id}>
              <button type="button" onClick={() => choose(thing.id, thing.name)}>
                <span dir="auto">
                  {thing.name}
                  {objections.length > 0 && (
                    <small>{objections.map(({ message }) => message).join(' ')}</small>
                  )}
                </span>
                <span className="tag" data-shade={isFree ? 'free' : 'clashes'}>
                  {isFree ? boardTexts.available : boardTexts.clashes}
                </span>
              </button>
            </li>
          ) : null,
        )}
      </ol>
    </details>
  );
}
