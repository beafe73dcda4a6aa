import { type ReactNode, useEffect, useMemo } from 'react';
import { useQuery } from '../shell/client.js';
import type { Semester } from '../shell/operations.js';
import { Failure, Loading } from '../shell/states.js';
import { dayName } from '../week/dates.js';
import type { Row } from './model.js';
import { attended, type Revision, type Room } from './operations.js';
import { Table } from './table.js';
import { boardTexts } from './texts.js';
import { daysOf, type View } from './toolbar.js';
import { type Board, useBoard } from './use-board.js';

interface Shown {
  semester: Semester;
  revision: Revision;
  /** The published timetable, whose single dates a draft takes over. */
  published?: string;
  number: number;
  view: View;
  rooms: readonly Room[];
  children: ReactNode;
}

/** The board itself, below what chooses it. */
export function BoardShown({ semester, revision, published, number, view, rooms, children }: Shown) {
  const board = useBoard(semester.id, revision, { published, number });
  const rows = useRows(semester, view, rooms);
  const own = useOwn(board, view);
  if (board.error) return <Failure error={board.error} />;
  if (!board.pieces || (view.administrativeClass && !own)) return <Loading />;
  return (
    <Table {...{ board, rows, own }} pieces={board.pieces} periods={semester.periodsPerDay}>
      {children}
    </Table>
  );
}

function useRows(semester: Semester, { day, administrativeClass }: View, rooms: readonly Room[]): Row[] {
  return useMemo(() => {
    if (administrativeClass !== undefined)
      return daysOf(semester).map((each) => ({
        ...{ key: String(each), name: dayName(each), about: '', day: each },
      }));
    return rooms.map((room) => ({
      ...{ key: room.id, name: room.name, day, room },
      about: `${room.building.name} · ${boardTexts.seats(room.capacity)}`,
    }));
  }, [semester, day, administrativeClass, rooms]);
}

/** The meetings of the class that is shown; undefined where rooms are. */
function useOwn({ semester, revision, version }: Board, { administrativeClass }: View) {
  const { data, reload } = useQuery(
    attended,
    administrativeClass ? { semester, revision: revision.revision, administrativeClass } : undefined,
  );
  useEffect(() => {
    if (version > 0) reload();
  }, [version, reload]);
  return useMemo(() => data && new Set(data.timetable?.assignments.map(({ meeting }) => meeting.id)), [data]);
}
