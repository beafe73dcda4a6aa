import { DndContext, DragOverlay } from '@dnd-kit/core';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { MeetingPanel } from './changing/meeting-panel.js';
import { Preview } from './changing/preview.js';
import { ghostsOf } from './changing/intention.js';
import { Link, navigate, usePath, withParameters } from '../shell/router.js';
import { Grid, Legend } from './grid.js';
import { inRows, nameOf, type Piece, type Row } from './model.js';
import { Carried } from './piece.js';
import { Side } from './side.js';
import { StatusLine } from './status-line.js';
import { boardTexts } from './texts.js';
import type { Board } from './use-board.js';
import { useReversalKeys } from './use-reversal.js';
import { useChoosing } from './use-choosing.js';
import { type Shade, useShading } from './use-shading.js';
import { useTaking } from './use-taking.js';

interface TableProps {
  board: Board;
  rows: readonly Row[];
  own?: ReadonlySet<string>;
  pieces: ReadonlyMap<string, Piece>;
  periods: number;
  children: ReactNode;
}

/** The grid with all that can be done with it, and what stands beside it. */
export function Table({ board, rows, own, pieces, periods, children }: TableProps) {
  const [selected, setSelected] = useState<string>();
  const pieceOf = (id: string): Piece | undefined => pieces.get(id) ?? unplacedIn(board, id);
  const taking = useTaking(rows, periods, pieceOf);
  const choosing = useChoosing(board, pieceOf, setSelected);
  const taken = pieceOf(taking.dragged?.id ?? choosing.intention?.items[0]?.meeting ?? selected ?? '');
  const shading = useShading(board, rows, taken);
  useReversalKeys(board.reverse);
  return (
    <DndContext
      sensors={taking.sensors}
      onDragStart={taking.take}
      onDragEnd={({ active }) => choosing.put(pieceOf(String(active.id)), taking.release())}
      onDragCancel={() => taking.release()}
      accessibility={accessibilityOf(pieceOf)}
    >
      <Which {...board} />
      <div className="board-bar">
        {children}
        <button type="button" onClick={() => board.reverse('undo')} title="Ctrl+Z">
          {boardTexts.undo}
        </button>
        <button type="button" onClick={() => board.reverse('redo')} title="Ctrl+Shift+Z">
          {boardTexts.redo}
        </button>
        <Legend />
      </div>
      <StatusLine {...{ board, taken, shading, target: taking.target }} />
      <div className="board">
        <Surface
          {...{ rows, own, pieces, periods, pieceOf, taking, choosing, taken, selected, shading }}
          changedDates={board.changedDates}
        />
        <Beside
          {...{ board, choosing, selected, pieceOf }}
          taken={taking.dragged ? undefined : taken}
          isShaded={shading.verdicts !== undefined}
        />
      </div>
      <DragOverlay dropAnimation={null}>
        {taking.dragged && !taking.dragged.isByKeys && taken && <Carried piece={taken} />}
      </DragOverlay>
    </DndContext>
  );
}

/** Which timetable the board shows, and who sees what is changed here. */
function Which({ semester, revision: { revision, status } }: Board) {
  return (
    <header className="row board-which">
      <h1>
        {boardTexts.board} · {boardTexts.revision(revision, status === 'DRAFT')}
      </h1>
      <p data-status={status}>{boardTexts[status]}</p>
      {status === 'DRAFT' && <Link to={`/runs?semester=${semester}`}>{boardTexts.toPublish}</Link>}
    </header>
  );
}

interface SurfaceProps extends Pick<TableProps, 'rows' | 'own' | 'pieces' | 'periods'> {
  pieceOf: (id: string) => Piece | undefined;
  taking: ReturnType<typeof useTaking>;
  choosing: ReturnType<typeof useChoosing>;
  taken?: Piece;
  selected?: string;
  shading: Shade;
  changedDates: Board['changedDates'];
}

const nothing: readonly Piece[] = [];

/** The grid, on which whoever has chosen a meeting may also click at a place for it. */
function Surface(props: SurfaceProps) {
  const { rows, own, pieces, periods, pieceOf, taking, choosing, taken, selected, shading } = props;
  const lines = useMemo(() => inRows(rows, pieces, own), [rows, pieces, own]);
  const ghosts = useMemo(
    () => inRows(rows, ghostsOf(choosing.intention, pieceOf)),
    [rows, choosing.intention],
  );
  useEffect(() => {
    if (selected) document.getElementById(`piece-${selected}`)?.scrollIntoView({ block: 'nearest' });
  }, [selected, rows]);
  return (
    <div
      className="board-scroll"
      tabIndex={0}
      role="group"
      aria-label={boardTexts.board}
      onClick={({ target, clientX, clientY }) => {
        const isPiece = (target as Element).closest('.piece') !== null;
        if (!isPiece) choosing.put(taken, taking.targetAt(clientX, clientY));
      }}
      onMouseMove={({ clientX, clientY }) =>
        taken && !taking.dragged && taking.aim(taking.targetAt(clientX, clientY))
      }
    >
      <Grid
        rows={rows}
        piecesOf={(row) => lines.get(row.key) ?? nothing}
        ghostsOf={(row) => ghosts.get(row.key) ?? nothing}
        target={taking.target}
        isTaking={taking.dragged !== undefined}
        periods={periods}
        verdicts={shading.verdicts}
        length={taken?.facts.periods ?? 1}
        selected={selected}
        changedDates={props.changedDates}
        select={choosing.select}
      />
    </div>
  );
}

function Beside({
  board,
  choosing: { intention, swapping, propose, select, swap, close, leave },
  taken,
  selected,
  pieceOf,
  isShaded,
}: {
  board: Board;
  choosing: ReturnType<typeof useChoosing>;
  taken?: Piece;
  selected?: string;
  pieceOf: (id: string) => Piece | undefined;
  isShaded: boolean;
}) {
  const path = usePath();
  /** Opens a meeting on the day on which it is. */
  const show = (id: string): void => {
    const day = String(pieceOf(id)?.place?.dayOfWeek);
    navigate(withParameters(path, { day, class: undefined, building: undefined }), { replaces: true });
    if (id !== selected) select(id);
  };
  const { semester, revision, published } = board;
  return (
    <div className="board-side">
      {intention && <Preview revision={revision} intention={intention} close={close} />}
      {!intention && taken && (
        <MeetingPanel
          key={`${taken.facts.id} ${board.version}`}
          {...{ semester, revision, published, propose, piece: taken, isShaded }}
          swap={() => swap(taken.facts.id)}
          isSwapping={swapping === taken.facts.id}
          close={() => leave(taken.facts.id)}
        />
      )}
      <Side {...{ board, selected, select, show, propose }} />
    </div>
  );
}

function unplacedIn({ left }: Board, id: string): Piece | undefined {
  const found = left?.timetable?.unplaced.find(({ meeting }) => meeting.id === id);
  return found && { facts: found.meeting, place: null, isLocked: false };
}

const accessibilityOf = (pieceOf: (id: string) => Piece | undefined) => ({
  // What was dropped is looked at in the preview, which takes the focus.
  restoreFocus: false,
  screenReaderInstructions: { draggable: boardTexts.hint },
  announcements: {
    onDragStart: ({ active }: { active: { id: string | number } }) => {
      const piece = pieceOf(String(active.id));
      return piece && boardTexts.taken(nameOf(piece.facts));
    },
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => boardTexts.droppedNowhere,
  },
});
