import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AdministrativeClass } from '../../../entities/organisation.js';
import { Teacher } from '../../../entities/people.js';
import { Classroom } from '../../../entities/places.js';
import type { DisturbanceInput } from '../../../entities/scheduling/advice.js';
import { actsFor, authorize, declareRights, planners } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import {
  furtherOf,
  leastDisturbing,
  solveInThreads,
  verifying,
  weekPattern,
  type Meeting,
  type Placement,
  type Problem,
  type TimeSpan,
} from '@class-scheduling/solver';
import { clashingOf } from '../changes/clashes.js';
import { isSamePlace, type StateChange } from '../changes/states.js';
import { readStates } from '../changes/states.queries.js';
import { invalid } from '../changes/timetable.js';
import { range } from '../semester/periods.js';
import { requireWeeks } from '../semester/weeks.js';
import { placesOf } from '../problem/solver-places.js';
import { adviserOf, judgedInTurn, type Adviser } from './adviser.js';
import { askedTimetable } from './asked-meetings.js';
import { substitutions } from './substitutes.js';
import { movedTo, type Proposal } from './suggestions.js';

declareRights({ repair: planners });

/** How a timetable may go on after a disturbance. */
export interface Repair {
  readonly proposal: Proposal;
  /** Identifiers of the meetings that cannot stay as they are. */
  readonly disturbed: readonly string[];
  /** Those of them for which nothing was found, or which are locked or of foreign departments. */
  readonly unsolved: readonly string[];
  /** What the absent teacher teaches beside first ones: by somebody else if there is one, else without. */
  readonly retaught: readonly StateChange[];
}

/** Repairs that a process searches for at once; each keeps a thread busy for some seconds. */
const repairsMax = 2;
const searchSeconds = 4;
let running = 0;

/**
 * The smallest change after which a timetable stands in spite of a disturbance: the meetings that it concerns
 * get other places, and others move only where that makes room. Nothing is stored.
 */
export async function repair(ctx: Context, id: string, disturbance: DisturbanceInput): Promise<Repair> {
  authorize(ctx, 'repair');
  const { em, timetable } = await askedTimetable(ctx, id);
  const weeks = weeksOf(disturbance, timetable.weeks);
  await requireKnown(ctx, disturbance);
  const adviser = await adviserOf(ctx, em, timetable);
  const disturbed = await disturbedBy(adviser, disturbance, weeks);
  const isFixed = (meeting: string): boolean => {
    const { isLocked, department } = adviser.held.get(meeting) ?? { isLocked: true, department: '' };
    return isLocked || !actsFor(ctx, department);
  };
  const movable = new Set(disturbed.filter((meeting) => !isFixed(meeting)));
  const retaught = await retaughtWithout(ctx, em, id, adviser, disturbance, weeks);
  if (movable.size === 0)
    return { proposal: { adviser, changes: [] }, disturbed, unsolved: disturbed, retaught };
  const problem = disturbedProblem(adviser, { disturbance, weeks, movable, isFixed });
  // Making the problem and copying it for the thread take long enough to let other work run in between.
  await nextTurn();
  const found = await search(problem, adviser.placed.placements, movable);
  const states = await readStates(em, id);
  const wanted = placesOf(problem, found).flatMap(({ meeting, ...place }): StateChange[] => {
    const before = states.get(meeting) ?? null;
    // A meeting that had no place keeps none: it is not what was disturbed.
    if (isFixed(meeting) || !before?.place || isSamePlace(before.place, place)) return [];
    return [movedTo(meeting, before, place)];
  });
  const clashing = await clashingOf(em, id, [wanted]);
  const changes = clashing.size > 0 ? [] : wanted;
  const solved = new Set(changes.map(({ meeting }) => meeting));
  return {
    proposal: { adviser, changes },
    disturbed,
    unsolved: disturbed.filter((meeting) => !solved.has(meeting)),
    retaught,
  };
}

/** What becomes of the meetings that an absent teacher teaches beside their first teachers. */
async function retaughtWithout(
  ctx: Context,
  em: EntityManager,
  timetable: string,
  { placed: { problem, placements } }: Adviser,
  { teacher }: DisturbanceInput,
  weeks: string,
): Promise<StateChange[]> {
  if (!teacher) return [];
  const taught = new Set(
    problem.meetings.filter((each) => furtherOf(each).includes(teacher)).map(({ id }) => id),
  );
  const meetings = placements.filter((each) => taught.has(each.meeting) && isIn(weeks, problem, each));
  const found = await substitutions(
    ctx,
    em,
    timetable,
    teacher,
    meetings.map(({ meeting }) => meeting),
  );
  return found.map(({ byAnother, byNobody }) => byAnother ?? byNobody);
}

const isIn = (weeks: string, { times }: Problem, { time }: Placement): boolean =>
  [...times[time].weeks].some((week, at) => week === '1' && weeks[at] === '1');

function weeksOf(
  { classroom, teacher, administrativeClass, weekFrom, weekTo }: DisturbanceInput,
  weeks: number,
): string {
  if ([classroom, teacher, administrativeClass].filter(Boolean).length !== 1)
    throw invalid(
      '请在教室、教师、行政班中只填一项',
      'A disturbance is of one thing. Maybe name exactly one of classroom, teacher and administrativeClass.',
    );
  const [first, last] = [weekFrom ?? 1, weekTo ?? weeks];
  requireWeeks(first, last, weeks);
  return weekPattern(range(first, last - first + 1), weeks);
}

/** @throws NOT_FOUND when it is of a room, a teacher or a class that is not there */
async function requireKnown(
  ctx: Context,
  { classroom, teacher, administrativeClass }: DisturbanceInput,
): Promise<void> {
  if (classroom) await readOne(ctx, Classroom, classroom);
  if (teacher) await readOne(ctx, Teacher, teacher);
  if (administrativeClass) await readOne(ctx, AdministrativeClass, administrativeClass);
}

/** The meetings that cannot stay: of a room or teacher, or those of a class that break a hard rule. */
async function disturbedBy(
  { placed: { problem, placements } }: Adviser,
  { classroom, teacher, administrativeClass }: DisturbanceInput,
  weeks: string,
): Promise<string[]> {
  const isInWeeks = (each: Placement): boolean => isIn(weeks, problem, each);
  if (!administrativeClass)
    return placements
      .filter((each) => (classroom ? each.room === classroom : each.teacher === teacher) && isInWeeks(each))
      .map(({ meeting }) => meeting);
  const ofClass = new Set(
    problem.meetings
      .filter(({ groups }) => groups.some((group) => group.startsWith(administrativeClass)))
      .map(({ id }) => id),
  );
  const { violations } = await judgedInTurn(() => verifying(problem, placements));
  const broken = violations.filter(({ level, rule }) => level === 'hard' && rule !== 'unplaced');
  const concerned = new Set(broken.flatMap(({ meetings }) => meetings));
  return placements
    .filter((each) => ofClass.has(each.meeting) && concerned.has(each.meeting) && isInWeeks(each))
    .map(({ meeting }) => meeting);
}

/** The problem without what is closed or absent, in which what the caller may not move is fixed. */
function disturbedProblem(
  { placed: { problem, placements } }: Adviser,
  {
    disturbance: { classroom, teacher },
    weeks,
    movable,
    isFixed,
  }: {
    disturbance: DisturbanceInput;
    weeks: string;
    movable: ReadonlySet<string>;
    isFixed: (meeting: string) => boolean;
  },
): Problem {
  const { days, periods } = problem.calendar;
  const away: TimeSpan = { weeks, days: 2 ** days - 1, start: 0, length: periods };
  const without = <T extends { readonly id: string; readonly unavailable?: readonly TimeSpan[] }>(
    list: readonly T[],
    id: string | null | undefined,
  ): T[] =>
    list.map((each) =>
      each.id === id ? { ...each, unavailable: [...(each.unavailable ?? []), away] } : each,
    );
  const places = new Map(placements.map((placement) => [placement.meeting, placement]));
  const meetings = problem.meetings
    .filter(({ id }) => places.has(id))
    // Whoever teaches beside the first teacher holds no meeting up by being away.
    .map((each) => (furtherOf(each).includes(teacher ?? '') ? withoutFurther(each, teacher!) : each))
    .map((meeting) => {
      const { time, room, teacher: by } = places.get(meeting.id)!;
      if (movable.has(meeting.id) || meeting.lock || !isFixed(meeting.id)) return meeting;
      return { ...meeting, lock: { time, room: room!, teacher: by! } };
    });
  const distributions = problem.distributions?.filter((each) => each.meetings.every((id) => places.has(id)));
  return {
    ...problem,
    meetings,
    ...(distributions && { distributions }),
    rooms: without(problem.rooms, classroom),
    teachers: without(problem.teachers, teacher),
  };
}

const withoutFurther = (meeting: Meeting, teacher: string): Meeting => ({
  ...meeting,
  furtherTeachers: furtherOf(meeting).filter((id) => id !== teacher),
});

/** Searches for as few moves as possible, in a thread of its own. */
async function search(
  problem: Problem,
  placements: readonly Placement[],
  disturbed: ReadonlySet<string>,
): Promise<readonly Placement[]> {
  if (running >= repairsMax)
    throw invalid(
      '服务器正在计算其他修复方案，请稍后再试',
      'The server is working out other repairs. Maybe ask again in some seconds.',
    );
  running += 1;
  try {
    const adapted = leastDisturbing(problem, placements);
    const start = placements.filter(({ meeting }) => !disturbed.has(meeting));
    const options = { seed: 1, limit: { seconds: searchSeconds }, threads: 1, start };
    return (await solveInThreads(adapted.problem, options).solution).placements;
  } finally {
    running -= 1;
  }
}
