import { useState } from 'react';
import { Chat } from '../assistant/chat.js';
import { useQuery } from '../shell/client.js';
import { Loading } from '../shell/states.js';
import { Proposals } from './changing/meeting-panel.js';
import { repairs } from './changing/operations.js';
import type { Intention } from './changing/intention.js';
import type { Conflict, Unplaced } from './operations.js';
import { PieceButton } from './piece.js';
import { boardTexts } from './texts.js';
import type { Board } from './use-board.js';

const tabs = ['unplaced', 'conflicts', 'assistant'] as const;

/** What waits beside the board: meetings without a place, conflicts with their repairs, the assistant. */
export function Side({
  board,
  selected,
  select,
  show,
  propose,
}: {
  board: Board;
  selected?: string;
  select: (meeting: string, isByKeys?: boolean) => void;
  show: (meeting: string) => void;
  propose: (intention: Intention) => void;
}) {
  const [chosen, setTab] = useState<(typeof tabs)[number]>();
  const { left } = board;
  const counts = { unplaced: left?.timetable?.unplaced.length, conflicts: left?.conflicts.total };
  // First what there is to do.
  const tab = chosen ?? (!counts.unplaced && counts.conflicts ? 'conflicts' : 'unplaced');
  return (
    <section className="card side" aria-label={boardTexts.side}>
      <div className="tabs" role="tablist" aria-label={boardTexts.side}>
        {tabs.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === tab}
            aria-controls="board-side"
            onClick={() => setTab(name)}
          >
            {boardTexts[name]}
            {name !== 'assistant' && counts[name] !== undefined && (
              <span className="tag">{counts[name]}</span>
            )}
          </button>
        ))}
      </div>
      <div
        id="board-side"
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        className="side-content"
        tabIndex={0}
      >
        {!left && <Loading />}
        {left && tab === 'unplaced' && (
          <UnplacedList unplaced={left.timetable?.unplaced ?? []} selected={selected} select={select} />
        )}
        {left && tab === 'conflicts' && <Conflicts {...left.conflicts} {...{ show, propose }} />}
        {tab === 'assistant' && <Chat board={{ timetable: board.revision.id, propose }} />}
      </div>
    </section>
  );
}

/** So many wait in sight; the others follow when these have places. */
const SHOWN = 100;

function UnplacedList({
  unplaced,
  selected,
  select,
}: {
  unplaced: readonly Unplaced[];
  selected?: string;
  select: (meeting: string, isByKeys?: boolean) => void;
}) {
  if (unplaced.length === 0) return <p className="quiet">{boardTexts.nothingUnplaced}</p>;
  return (
    <>
      <ul className="waiting-pieces">
        {unplaced.slice(0, SHOWN).map(({ meeting, message }) => (
          <li key={meeting.id}>
            <PieceButton
              piece={{ facts: meeting, place: null, isLocked: false }}
              isSelected={meeting.id === selected}
              select={select}
              hasRoom={false}
            />
            <p className="quiet" dir="auto">
              {message}
            </p>
          </li>
        ))}
      </ul>
      {unplaced.length > SHOWN && <p className="quiet">{boardTexts.shownOf(SHOWN, unplaced.length)}</p>}
    </>
  );
}

function Conflicts({
  items,
  total,
  show,
  propose,
}: {
  items: readonly Conflict[];
  total: number;
  show: (meeting: string) => void;
  propose: (intention: Intention) => void;
}) {
  const [open, setOpen] = useState<string>();
  if (items.length === 0) return <p className="quiet">{boardTexts.noConflicts}</p>;
  return (
    <>
      <ul className="conflicts">
        {items.map(({ id, description, clashes }) => {
          const meeting = clashes[0]?.first?.id;
          return (
            <li key={id} className="stack">
              <p dir="auto">{description}</p>
              <div className="row">
                <button type="button" aria-expanded={open === id} onClick={() => setOpen(id)}>
                  {boardTexts.repairs}
                </button>
                {meeting && (
                  <button type="button" className="plain" onClick={() => show(meeting)}>
                    {boardTexts.show}
                  </button>
                )}
              </div>
              {open === id && <Repairs id={id} propose={propose} />}
            </li>
          );
        })}
      </ul>
      {total > items.length && <p className="quiet">{boardTexts.shownOf(items.length, total)}</p>}
    </>
  );
}

function Repairs({ id, propose }: { id: string; propose: (intention: Intention) => void }) {
  const { data, error } = useQuery(repairs, { id });
  if (error) return <p className="wrong">{error.message}</p>;
  if (!data) return <Loading />;
  return <Proposals proposals={data.conflict.repairs} propose={propose} none={boardTexts.noRepairs} />;
}
