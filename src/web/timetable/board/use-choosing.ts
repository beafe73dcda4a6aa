import { useState } from 'react';
import { moveOf, swapOf, type Intention } from './changing/intention.js';
import type { Piece, Target } from './model.js';
import type { Board } from './use-board.js';

/** What a planner has chosen on the board: a meeting, another to swap it with, a change in mind. */
export function useChoosing(
  board: Board,
  pieceOf: (id: string) => Piece | undefined,
  setSelected: (choose: (before?: string) => string | undefined) => void,
) {
  const [swapping, setSwapping] = useState<string>();
  const [intention, setIntention] = useState<Intention>();
  const propose = (next: Intention): void => (setIntention(next), setSwapping(undefined));
  return {
    intention,
    swapping,
    propose,
    /** Proposes a place for a meeting. */
    put(piece?: Piece, target?: Target): void {
      if (piece && target) propose(moveOf(piece, target));
    },
    /** Opens a meeting, closes it again, or swaps it with the one that waits for that. */
    select(id: string): void {
      const [one, other] = [swapping ? pieceOf(swapping) : undefined, pieceOf(id)];
      if (one?.place && other?.place && swapping !== id) propose(swapOf(one, other));
      else setSelected((before) => (before === id ? undefined : id));
    },
    swap: (id: string): void => setSwapping((before) => (before === id ? undefined : id)),
    close(news?: string): void {
      setIntention(undefined);
      if (news) board.tell(news);
      document.getElementById(`piece-${intention?.items[0]?.meeting}`)?.focus();
    },
    leave: (): void => (setSelected(() => undefined), setSwapping(undefined)),
  };
}
