import { type CSSProperties, memo } from 'react';
import { inLines, type Piece, type Row, shadeOf, type Target, verdictAt, type Verdicts } from './model.js';
import { Ghost, PieceButton } from './piece.js';
import { boardTexts } from './texts.js';

interface Line {
  row: Row;
  at: number;
  pieces: readonly Piece[];
  ghosts: readonly Piece[];
  periods: number;
  verdicts?: Verdicts;
  /** The period that is aimed at, and how many the meeting takes from there. */
  aim?: number;
  length: number;
  selected?: string;
  changedDates: ReadonlyMap<string, number>;
  select: (meeting: string, isByKeys?: boolean) => void;
}

/** Rooms or days below each other, periods beside each other, and what stands there. */
export function Grid({
  rows,
  piecesOf,
  ghostsOf,
  target,
  isTaking,
  ...shared
}: Omit<Line, 'row' | 'at' | 'pieces' | 'ghosts' | 'aim'> & {
  rows: readonly Row[];
  piecesOf: (row: Row) => readonly Piece[];
  ghostsOf: (row: Row) => readonly Piece[];
  target?: Target;
  isTaking: boolean;
}) {
  const { periods } = shared;
  return (
    <div
      className="board-grid"
      style={{ '--periods': periods } as CSSProperties}
      data-taking={isTaking}
      data-shaded={shared.verdicts !== undefined}
    >
      <div className="board-head" aria-hidden="true">
        {Array.from({ length: periods }, (_, at) => (
          <span key={at}>{at + 1}</span>
        ))}
      </div>
      {rows.map((row, at) => (
        <BoardLine
          key={row.key}
          {...shared}
          row={row}
          at={at}
          pieces={piecesOf(row)}
          ghosts={ghostsOf(row)}
          aim={target?.row.key === row.key ? target.period : undefined}
        />
      ))}
    </div>
  );
}

const BoardLine = memo(function BoardLine({
  row,
  at,
  pieces,
  ghosts,
  periods,
  verdicts,
  aim,
  length,
  selected,
  changedDates,
  select,
}: Line) {
  const placed = inLines(pieces);
  const lines = Math.max(1, ...placed.map(({ line }) => line + 1));
  return (
    <section className="board-row" aria-label={row.name}>
      <h2 dir="auto">
        {row.name} <small>{row.about}</small>
      </h2>
      <div className="board-line" style={{ gridTemplateRows: `repeat(${lines}, minmax(44px, auto))` }}>
        {Array.from({ length: periods }, (_, index) => {
          const verdict = verdictAt(verdicts, row, index + 1);
          return (
            <div
              key={index}
              className="cell"
              data-cell={`${at} ${index + 1}`}
              data-shade={verdict && shadeOf(verdict.gravest)}
              style={{ gridColumn: index + 1 }}
            />
          );
        })}
        {aim !== undefined && (
          <div
            className="aim"
            style={{ gridColumn: `${aim} / span ${Math.min(length, periods - aim + 1)}` }}
          />
        )}
        {placed.map(({ piece, line }) => (
          <PieceButton
            key={piece.facts.id}
            piece={piece}
            line={line}
            isSelected={piece.facts.id === selected}
            changedDates={changedDates.get(piece.facts.id)}
            select={select}
            hasRoom={row.room === undefined}
          />
        ))}
        {ghosts.map((piece) => (
          <Ghost key={piece.facts.id} piece={piece} />
        ))}
      </div>
    </section>
  );
});

/** What the shades mean. */
export function Legend() {
  return (
    <ul className="board-legend">
      {(['free', 'costs', 'clashes', 'forbidden'] as const).map((shade) => (
        <li key={shade}>
          <span className="cell" data-shade={shade} />
          {boardTexts[shade]}
        </li>
      ))}
    </ul>
  );
}
