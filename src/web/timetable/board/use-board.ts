import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ask, follow, useQuery } from '../shell/client.js';
import { useUser } from '../shell/user.js';
import { afterMoves, nameOf, pieceOf, type Piece } from './model.js';
import { redo, undo } from './changing/operations.js';
import { changesLive, leftToDo, type Moved, type Revision, standing } from './operations.js';
import { boardTexts } from './texts.js';

/** Changes that come together are answered by one look at what is left to do. */
const SETTLING_MS = 150;

export interface Board {
  readonly semester: string;
  readonly revision: Revision;
  /** By meeting; undefined until they are known. */
  readonly pieces?: ReadonlyMap<string, Piece>;
  readonly left: ReturnType<typeof useLeftToDo>;
  readonly error?: Error;
  /** What has just happened, for everybody to see and to hear. */
  readonly news: string;
  tell(news: string): void;
  /** Counts the changes that came; what is asked of the timetable is asked anew after each. */
  readonly version: number;
  reverse(act: 'undo' | 'redo'): void;
}

const whatOf = (items: readonly Moved[]): string =>
  [...new Set(items.map(({ meeting }) => `“${nameOf(meeting)}”`))].slice(0, 3).join(' ');

/** A timetable on the board, kept up to date while others change it too. */
export function useBoard(semester: string, revision: Revision, number: number): Board {
  const { data, error } = useQuery(standing, { semester, revision: revision.revision });
  const [news, tell] = useState('');
  const live = useLive(revision.id, number, tell);
  const { moves } = live;
  const pieces = useMemo(() => {
    const all = data?.timetable?.assignments.map(pieceOf);
    return all && afterMoves(new Map(all.map((piece) => [piece.facts.id, piece])), moves);
  }, [data, moves]);
  const left = useLeftToDo(semester, revision, live.version);
  const reverse = useCallback(
    (act: 'undo' | 'redo') => {
      ask(act === 'undo' ? undo : redo, { timetable: revision.id }).then(
        ({ outcome }) => tell(boardTexts[act === 'undo' ? 'undone' : 'redone'](whatOf(outcome.items))),
        (refusal: Error) => tell(refusal.message),
      );
    },
    [revision.id],
  );
  return { semester, revision, pieces, left, error, news, tell, version: live.version, reverse };
}

/** What has changed since the board was opened. */
function useLive(timetable: string, after: number, tell: (news: string) => void) {
  const [live, setLive] = useState<{ moves: readonly Moved[]; version: number }>({ moves: [], version: 0 });
  const own = useUser()?.name;
  useEffect(() => {
    return follow(
      changesLive,
      { timetable, after },
      {
        next: ({ timetableChanges: changes }) => {
          if (changes.length === 0) return;
          const moves = changes.flatMap(({ items }) => items);
          setLive((before) => ({ moves: [...before.moves, ...moves], version: before.version + 1 }));
          const { person, items } = changes.at(-1)!;
          if (person && person.name !== own) tell(boardTexts.changedBy(person.name, whatOf(items)));
        },
        failed: ({ message }) => tell(message),
      },
    );
  }, [timetable, after, own, tell]);
  return live;
}

/** Meetings without a place, and open conflicts. */
function useLeftToDo(semester: string, { id, revision }: Revision, version: number) {
  const query = useQuery(leftToDo, { semester, revision, timetable: id });
  const reload = useRef(query.reload);
  reload.current = query.reload;
  useEffect(() => {
    if (version === 0) return;
    const timer = setTimeout(() => reload.current(), SETTLING_MS);
    return () => clearTimeout(timer);
  }, [version]);
  return query.data;
}
