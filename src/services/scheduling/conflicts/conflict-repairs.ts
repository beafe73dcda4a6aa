import type { EntityManager } from '@mikro-orm/postgresql';
import type { Conflict } from '../../../entities/scheduling/conflicts.js';
import { ConflictKind, ConflictStatus } from '../../../schema/timetables.js';
import { DomainError } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import { actsFor, authorize } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { Suggester, type Placement, type Problem, type TimeSpan } from '@class-scheduling/solver';
import { clashingOf } from '../changes/clashes.js';
import { conflictingMeetings, stillOverlaps, type ConflictingMeetings } from './overlapping.js';
import type { StateChange } from '../changes/states.js';
import { readStates } from '../changes/states.queries.js';
import { openTimetable } from '../changes/timetable.js';
import { placesOf } from '../problem/solver-places.js';
import { adviserOf, judgedInTurn, type Adviser } from '../advice/adviser.js';
import { addedBy } from '../advice/cost.js';
import { substitutions, type Substitution } from '../advice/substitutes.js';
import { movedTo, type Proposal } from '../advice/suggestions.js';

/** Greatest number of repairs of a conflict. */
export const repairsMax = 5;
/** Suggestions that are worked out beyond those, because some do not hold. */
const spare = 5;
/** Greatest number of meetings of one side that are moved together. */
const movedMax = 4;
/** Conflicts whose repairs one call may ask for; each takes up to some hundred milliseconds. */
const conflictsMax = 10;

const asked = new WeakMap<Context, number>();

/**
 * Changes that end a conflict, the best first: the meetings of one side or of the other get places where
 * they clash with nothing, and up to two others move where they stand in the way. Or somebody else teaches
 * one side beside the first teacher, or at last nobody. None where the conflict is resolved, its timetable no
 * longer changes, or nothing was found.
 * @throws FORBIDDEN for who is no planner, GRAPHQL_LIMIT when one call asks for the repairs of many conflicts
 */
export async function repairsOf(ctx: Context, conflict: Row<Conflict>): Promise<Proposal[]> {
  authorize(ctx, 'suggestions');
  const count = (asked.get(ctx) ?? 0) + 1;
  asked.set(ctx, count);
  if (count > conflictsMax) throw tooManyConflicts();
  if (conflict.status === ConflictStatus.RESOLVED) return [];
  const em = ctx.em.fork();
  const timetable = await openTimetable(ctx, em, conflict.timetable, { isLocked: false });
  if (timetable.status === 'ARCHIVED' || !timetable.isSemesterEnabled) return [];
  const meetings = await conflictingMeetings(em, conflict);
  const adviser = await adviserOf(ctx, em, timetable);
  const found: Placement[][] = [];
  for (const side of sidesOf(meetings)) found.push(...(await suggested(ctx, adviser, meetings, side)));
  const worked = (await asChanges(em, timetable.id, adviser, found)).filter(
    (changes) => !stillOverlaps(meetings, changes),
  );
  const clashing = await clashingOf(em, timetable.id, worked);
  const proposals = worked
    .filter((_, at) => !clashing.has(at))
    .map((changes): Proposal => ({ adviser, changes }));
  const { byAnother, byNobody } = await withSubstitutes(ctx, em, adviser, conflict, meetings);
  const best = await ranked([...byAnother, ...proposals]);
  return [...best.slice(0, repairsMax - byNobody.length), ...byNobody];
}

/** What ends a conflict of somebody who teaches a side beside the first teachers: no place changes. */
async function withSubstitutes(
  ctx: Context,
  em: EntityManager,
  adviser: Adviser,
  { timetable }: Row<Conflict>,
  meetings: ConflictingMeetings,
): Promise<Record<keyof Substitution, Proposal[]>> {
  const found: Record<keyof Substitution, Proposal[]> = { byAnother: [], byNobody: [] };
  const [{ resource }] = meetings.pairs;
  if (meetings.kind !== ConflictKind.TEACHER) return found;
  const hard = -meetings.pairs.length;
  const difference = { hard, soft: 0, byRule: { 'teacher-conflict': hard } };
  for (const side of sidesOf(meetings).filter(({ length }) => length <= movedMax)) {
    const each = await substitutions(ctx, em, timetable, resource, side);
    for (const way of ['byAnother', 'byNobody'] as const) {
      const changes = each.flatMap((one) => one[way] ?? []);
      if (changes.length === side.length && !stillOverlaps(meetings, changes))
        found[way].push({ adviser, changes, difference });
    }
  }
  return found;
}

/** The meetings of either series; of a closed room there is one side. */
function sidesOf({ pairs, states, firstSeries }: ConflictingMeetings): string[][] {
  const meetings = [...new Set(pairs.flatMap(({ first, second }) => [first, second]))];
  const isFirst = (meeting: string): boolean => states.get(meeting)?.series === firstSeries;
  return [meetings.filter(isFirst), meetings.filter((meeting) => !isFirst(meeting))].filter(
    (side) => side.length > 0,
  );
}

/** New placements of one side, as sets of moves; of several meetings one set that moves them all. */
async function suggested(
  ctx: Context,
  adviser: Adviser,
  { pairs, facts }: ConflictingMeetings,
  side: readonly string[],
): Promise<Placement[][]> {
  const { placed, held } = adviser;
  const isMovable = (id: string): boolean => {
    const state = held.get(id);
    return state !== undefined && !state.isLocked && actsFor(ctx, state.department);
  };
  const known = new Set(placed.problem.meetings.map(({ id }) => id));
  if (side.length > movedMax || !side.every((id) => isMovable(id) && known.has(id) && facts.has(id)))
    return [];
  const closed = new Set(
    pairs.flatMap(({ first, second, resource }) => (first === second ? [resource] : [])),
  );
  const problem = withoutRooms(placed.problem, closed);
  let { placements } = placed;
  const moved: Placement[] = [];
  for (const [at, meeting] of side.entries()) {
    const mayMove = (id: string): boolean => isMovable(id) && !side.includes(id);
    const isLast = at === side.length - 1;
    const count = side.length === 1 ? repairsMax + spare : 1;
    const isAsPlaced = problem === placed.problem && placements === placed.placements;
    // One that knows the whole timetable is ready; making another takes longer than asking it.
    const standing = placements;
    const suggester = await (isAsPlaced
      ? adviser.suggester
      : judgedInTurn(() => Suggester.making(problem, standing)));
    const found = await judgedInTurn(() => suggester.suggesting(meeting, { count, mayMove }));
    if (side.length === 1) return found.map(({ changes }) => [...changes]);
    if (found.length === 0) return [];
    moved.push(...found[0].changes);
    if (!isLast) placements = withPlaces(placements, found[0].changes);
  }
  return [latest(moved)];
}

/** Of several moves of one meeting only the last one counts. */
const latest = (moves: readonly Placement[]): Placement[] => [
  ...new Map(moves.map((move) => [move.meeting, move])).values(),
];

const withPlaces = (placements: readonly Placement[], moves: readonly Placement[]): Placement[] =>
  latest([...placements, ...moves]);

/** The problem with rooms that nobody can use: who stands there now breaks a rule. */
function withoutRooms(problem: Problem, rooms: ReadonlySet<string>): Problem {
  if (rooms.size === 0) return problem;
  const { days, periods, weeks } = problem.calendar;
  const always: TimeSpan = { weeks: '1'.repeat(weeks), days: 2 ** days - 1, start: 0, length: periods };
  return {
    ...problem,
    rooms: problem.rooms.map((room) =>
      rooms.has(room.id) ? { ...room, unavailable: [...(room.unavailable ?? []), always] } : room,
    ),
  };
}

async function asChanges(
  em: EntityManager,
  timetable: string,
  { placed: { problem } }: Adviser,
  found: readonly (readonly Placement[])[],
): Promise<StateChange[][]> {
  const places = found.map((moves) => placesOf(problem, moves));
  const meetings = [...new Set(places.flat().map(({ meeting }) => meeting))];
  const states = await readStates(em, timetable, meetings);
  return places.map((moves) =>
    moves.map(({ meeting, ...place }) => movedTo(meeting, states.get(meeting) ?? null, place)),
  );
}

/** First what breaks the fewest rules, then what costs least, then what moves least. */
async function ranked(proposals: readonly Proposal[]): Promise<Proposal[]> {
  const priced = await Promise.all(
    proposals.map(async (proposal) => {
      const cost = await addedBy(proposal);
      const price = cost ? [cost.hard, cost.soft] : [1e9, 0];
      return { proposal, price: [...price, proposal.changes.length] };
    }),
  );
  priced.sort((a, b) => {
    const at = a.price.findIndex((value, index) => value !== b.price[index]);
    return at < 0 ? 0 : a.price[at] - b.price[at];
  });
  return priced.map(({ proposal }) => proposal);
}

const tooManyConflicts = (): DomainError =>
  new DomainError('GRAPHQL_LIMIT', {
    zh: `一次最多读取 ${conflictsMax} 个冲突的修复方案，请减少冲突的数量`,
    en: `The repairs of at most ${conflictsMax} conflicts are worked out at once. Maybe ask for fewer.`,
  });
