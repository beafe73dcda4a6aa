import { TimeInterner, weekPattern, type Placement, type Problem } from '@class-scheduling/solver';
import type { Context } from '../../../data/context.js';
import { piecesInTurns, slices } from '../../../data/in-turns.js';
import { DomainError } from '../../../schema/errors.js';
import type { ProblemFormat, ProblemPiece } from '../../../sheets/task.js';
import { writeProblem } from '../../../sheets/workbooks.js';
import { problemIn } from '../problem/problem.js';
import type { Snapshot } from '../problem/snapshot.js';
import { dayBit } from '../problem/solver-places.js';
import { takeSnapshot } from '../problem/take-snapshot.js';
import type { PageSource } from './pages.js';

/** Times and rooms that all meetings together may choose from: about 60 MB of text. */
const optionsMax = 1_500_000;
/** Entries of a list that are sent to the writing process at once. */
const entriesPerPiece = 100;

/** The semester as a problem of the solver, with the places of the timetable as its reference. */
export async function problemFile(
  ctx: Context,
  format: ProblemFormat,
  { semester, timetable }: PageSource,
  signal?: AbortSignal,
): Promise<Buffer> {
  const snapshot = await takeSnapshot(ctx, semester.id, { basisId: timetable.id, hasStudents: true });
  const { problem } = await piecesInTurns(problemIn(snapshot));
  const { rooms: all } = problem;
  const options = problem.meetings.reduce(
    (sum, { times, rooms = all }) => sum + times.length + rooms.length,
    0,
  );
  if (options > optionsMax) throw tooLarge(options);
  return writeProblem(format, piecesOf(withPlaces(problem, snapshot)), signal);
}

/** The same with the places of the basis, whether a run would choose them or not. */
function withPlaces(problem: Problem, { basis = [], meetings, weeks, days, periods }: Snapshot): Problem {
  const known = new Map(meetings.map((meeting) => [meeting.id, meeting]));
  const interner = new TimeInterner(problem.times);
  const reference = new Map<string, Placement>();
  const inProblem = new Set(problem.meetings.map(({ id }) => id));
  for (const { meeting: id, day, period, room, teacher } of basis) {
    const meeting = inProblem.has(id) ? known.get(id) : undefined;
    if (!meeting || day > days || period + meeting.periods - 1 > periods) continue;
    const span = { days: dayBit(day), start: period - 1, length: meeting.periods };
    const time = interner.index({ ...span, weeks: weekPattern(meeting.weeks, weeks) });
    reference.set(id, { meeting: id, time, room, teacher });
  }
  return {
    ...problem,
    meetings: problem.meetings.map((meeting) => {
      const place = reference.get(meeting.id);
      if (!place) return meeting;
      const { times, rooms } = meeting;
      const isOffered = times.some(({ time }) => time === place.time);
      const isSuitable = !rooms || rooms.some(({ room }) => room === place.room);
      return {
        ...meeting,
        times: isOffered ? times : [...times, { time: place.time }],
        rooms: isSuitable ? rooms : [...rooms, { room: place.room! }],
      };
    }),
    times: interner.times,
    reference: [...reference.values()],
  };
}

function* piecesOf(problem: Problem): Generator<ProblemPiece> {
  for (const [key, value] of Object.entries(problem)) {
    if (!Array.isArray(value) || value.length === 0) yield { key, value };
    else for (const entries of slices(value, entriesPerPiece)) yield { key, value: entries };
  }
}

const tooLarge = (count: number): DomainError =>
  new DomainError('GRAPHQL_LIMIT', {
    zh:
      `该学期的课次共有 ${count} 个可选时间和教室，超过 ${optionsMax}，文件过大；` +
      '请用 CSV 或 Excel 导出课表',
    en:
      `The meetings of the semester have ${count} possible times and rooms, more than ${optionsMax}. Maybe ` +
      'export the timetable as CSV or as a workbook.',
  });
