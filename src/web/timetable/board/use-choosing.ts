import { useState } from 'react';
import { flushSync } from 'react-dom';
import { PANEL } from './changing/meeting-panel.js';
import { moveOf, swapOf, type Intention } from './changing/intention.js';
import type { Piece, Target } from './model.js';
import type { Board } from './use-board.js';

const focusPiece = (meeting?: string): void => document.getElementById(`piece-${meeting}`)?.focus();

/** What a planner has chosen on the board: a meeting, another to swap it with, a change in mind. */
export function useChoosing(
  board: Board,
  pieceOf: (id: string) => Piece | undefined,
  setSelected: (choose: (before?: string) => string | undefined) => void,
) {
  const [swapping, setSwapping] = useState<string>();
  const [intention, setIntention] = useState<Intention>();
  /** What was said of the last act means nothing for the next one. */
  const propose = (next: Intention): void => (setIntention(next), setSwapping(undefined), board.tell(''));
  return {
    intention,
    swapping,
    propose,
    /** Proposes a place for a meeting. */
    put(piece?: Piece, target?: Target): void {
      if (piece?.facts.teachingClass.mayPlan && target) propose(moveOf(piece, target));
    },
    /** Opens a meeting, closes it again, or swaps it with the one that waits for that. */
    select(id: string, isByKeys = false): void {
      const [one, other] = [swapping ? pieceOf(swapping) : undefined, pieceOf(id)];
      const isSwap = one?.place && other?.place && swapping !== id && other.facts.teachingClass.mayPlan;
      if (isSwap) return propose(swapOf(one, other));
      board.tell('');
      // Whoever opens it by a key goes on in what it opens.
      flushSync(() => setSelected((before) => (before === id ? undefined : id)));
      if (isByKeys) document.getElementById(PANEL)?.focus();
    },
    swap: (id: string): void => setSwapping((before) => (before === id ? undefined : id)),
    close(news?: string): void {
      setIntention(undefined);
      if (news) board.tell(news);
      focusPiece(intention?.items[0]?.meeting);
    },
    leave(id: string): void {
      setSelected(() => undefined);
      setSwapping(undefined);
      focusPiece(id);
    },
  };
}
