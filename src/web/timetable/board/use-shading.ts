import { useEffect, useState } from 'react';
import { ask } from '../shell/client.js';
import { mayMove, type Piece, type Row, type Verdicts, verdictsOf } from './model.js';
import { possiblePlaces } from './operations.js';
import type { Board } from './use-board.js';

/** What the places of the board say of the meeting that is taken, or why they say nothing. */
export interface Shade {
  readonly verdicts?: Verdicts;
  readonly error?: Error;
}

/** Asks what every place in sight says, when a meeting is taken and whenever the timetable changes. */
export function useShading({ revision, version }: Board, rows: readonly Row[], taken?: Piece): Shade {
  const [shade, setShade] = useState<Shade & { of?: string }>({});
  const meeting = taken && mayMove(taken) ? taken.facts.id : undefined;
  useEffect(() => {
    if (!meeting) return;
    let isCurrent = true;
    const hasRooms = rows[0]?.room !== undefined;
    const days = [...new Set(rows.map(({ day }) => day))];
    const classrooms = hasRooms ? { classrooms: rows.map(({ key }) => key) } : {};
    ask(possiblePlaces, { timetable: revision.id, meeting, days, ...classrooms }).then(
      (answer) =>
        isCurrent && setShade({ of: meeting, verdicts: verdictsOf(answer.possiblePlaces, hasRooms) }),
      (error: Error) => isCurrent && setShade({ of: meeting, error }),
    );
    return () => void (isCurrent = false);
  }, [meeting, rows, revision.id, version]);
  return shade.of === meeting && meeting ? shade : {};
}
