import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { follow, useQuery } from '../shell/client.js';
import { useUser } from '../shell/user.js';
import { afterMoves, pieceOf, type Piece } from './model.js';
import { changedMeetings, changesLive, leftToDo, type Moved, type Revision, standing } from './operations.js';
import { boardTexts } from './texts.js';
import { reverse, type Reversal, whatOf } from './use-reversal.js';

/** Changes that come together are answered by one look at what is left to do. */
const SETTLING_MS = 150;

export interface Board {
  readonly semester: string;
  readonly revision: Revision;
  /** By meeting; undefined until they are known. */
  readonly pieces?: ReadonlyMap<string, Piece>;
  readonly published?: string;
  /** How many single dates of the published timetable are changed, by meeting. */
  readonly changedDates: ReadonlyMap<string, number>;
  readonly left: ReturnType<typeof useLeftToDo>;
  readonly error?: Error;
  /** What has just happened, for everybody to see and to hear. */
  readonly news: string;
  tell(news: string): void;
  /** Counts the changes that came; what is asked of the timetable is asked anew after each. */
  readonly version: number;
  reverse(act: Reversal): void;
}

/** A timetable on the board, kept up to date while others change it too. */
export function useBoard(
  semester: string,
  revision: Revision,
  { published, number }: { published?: string; number: number },
): Board {
  const { data, error } = useQuery(standing, { semester, revision: revision.revision });
  const [news, tell] = useState('');
  const live = useLive(revision.id, number, tell);
  const { moves } = live;
  const pieces = useMemo(() => {
    const all = data?.timetable?.assignments.map(pieceOf);
    return all && afterMoves(new Map(all.map((piece) => [piece.facts.id, piece])), moves);
  }, [data, moves]);
  const changedDates = useChangedDates(published, live.version);
  const left = useLeftToDo(semester, revision, live.version);
  const reverseHere = useCallback(
    (act: Reversal) => void reverse(revision.id, act).then(tell, (refusal: Error) => tell(refusal.message)),
    [revision.id],
  );
  const { version } = live;
  const told = { pieces, left, changedDates, error, news, version };
  return { semester, revision, published, ...told, tell, reverse: reverseHere };
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

/** What single dates are changed, for the meetings to say so. */
function useChangedDates(timetable: string | undefined, version: number): ReadonlyMap<string, number> {
  const { data, reload } = useQuery(changedMeetings, timetable ? { timetable } : undefined);
  useEffect(() => {
    if (version > 0) reload();
  }, [version, reload]);
  return useMemo(() => {
    const meetings = data?.dateChanges.items.map(({ meeting }) => meeting.id) ?? [];
    return new Map([...Map.groupBy(meetings, (id) => id)].map(([id, dates]) => [id, dates.length]));
  }, [data]);
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
