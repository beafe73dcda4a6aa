import { nameOf, type Piece, shadeOf, type Target, targetText, verdictAt } from './model.js';
import { boardTexts } from './texts.js';
import type { Board } from './use-board.js';
import type { Shade } from './use-shading.js';

/** What the place says that a meeting is aimed at; else what has just happened. */
export function StatusLine({
  board,
  taken,
  shading,
  target,
}: {
  board: Board;
  taken?: Piece;
  shading: Shade;
  target?: Target;
}) {
  const verdict = target && verdictAt(shading.verdicts, target.row, target.period);
  const said = verdict?.objections.map(({ message }) => message).join(' ');
  return (
    <p
      className="board-status"
      role="status"
      dir="auto"
      // Long sentences are scrolled through, by keyboard as well.
      tabIndex={0}
      data-shade={verdict && shadeOf(verdict.gravest)}
    >
      {taken && target ? (
        <>
          <strong>
            {nameOf(taken.facts)} → {targetText(target, taken.facts.periods)}
          </strong>{' '}
          {verdict ? said || boardTexts.nothingAgainst : shading.error?.message}
        </>
      ) : (
        shading.error?.message || board.news || boardTexts.hint
      )}
    </p>
  );
}
