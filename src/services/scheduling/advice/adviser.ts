import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '../../../data/app.js';
import type { Context } from '../../../data/context.js';
import { piecesInTurns } from '../../../data/in-turns.js';
import { KeptByScope } from '../../../data/kept/kept-by-scope.js';
import { Kept } from '../../../data/kept/kept.js';
import {
  ChangeVerifier,
  Suggester,
  TimeInterner,
  scoreChange,
  verifying,
  weekPattern,
  type Comparison,
  type Meeting as ProblemMeeting,
  type Placement,
  type Score,
} from '@class-scheduling/solver';
import { ClassGroup } from '../../../entities/class-groups.js';
import { Course, TeacherPreference, TeacherQualification } from '../../../entities/courses.js';
import { AdministrativeClass } from '../../../entities/organisation.js';
import { Teacher } from '../../../entities/people.js';
import { Building, Campus, Classroom } from '../../../entities/places.js';
import { Enrolment } from '../../../entities/scheduling/enrolments.js';
import { FurtherTeacher } from '../../../entities/scheduling/further-teachers.js';
import { Meeting } from '../../../entities/scheduling/meetings.js';
import { BellSchedule, Semester, Unavailability } from '../../../entities/scheduling/semesters.js';
import { TeachingClass, TeachingClassGroup } from '../../../entities/scheduling/teaching-classes.js';
import { TeachingLink } from '../../../entities/scheduling/teaching-links.js';
import type { ChangedTimetable } from '../changes/timetable.js';
import { isSamePlace, type MeetingPlace } from '../changes/states.js';
import { problemIn, type SemesterProblem } from '../problem/problem.js';
import type { SnapshotMeeting } from '../problem/snapshot.js';
import { takeSnapshot } from '../problem/take-snapshot.js';
import { roomsById, standingMeetings, teachersById } from './advice.queries.js';
import {
  isOffered,
  placedProblemIn,
  type StandingMeeting,
  type PlacedProblem,
  type Strays,
} from './placed-problem.js';

/** Problems of semesters, and timetables, that a process keeps ready. */
const semestersMax = 3;
const timetablesMax = 6;

const advisersByApp = new WeakMap<App, Kept<Adviser>>();

function advisersIn({ app }: Context): Kept<Adviser> {
  const known = advisersByApp.get(app) ?? new Kept(timetablesMax);
  advisersByApp.set(app, known);
  return known;
}

/** Of all records that the problem of a semester is made of; places are none of them. */
const semesters = new KeptByScope<SemesterProblem>([], semestersMax, [
  ...[Semester, BellSchedule, Campus, Building, Classroom, Teacher, AdministrativeClass, ClassGroup, Course],
  ...[TeacherQualification, TeacherPreference, Unavailability, TeachingClass, TeachingClassGroup],
  ...[Enrolment, Meeting, FurtherTeacher, TeachingLink],
]);

/** A timetable of no semester, so that the problem has no locks: each timetable brings its own. */
const noTimetable = '00000000-0000-0000-0000-000000000000';

const semesterProblem = (caller: Context, semester: string): Promise<SemesterProblem> =>
  semesters.of(caller, semester, async (ctx) => {
    const { basis: _, ...snapshot } = await takeSnapshot(ctx, semester, { basisId: noTimetable });
    return piecesInTurns(problemIn(snapshot));
  });

/** Answers what-if questions about a timetable as it is now. */
export async function adviserOf(
  ctx: Context,
  em: EntityManager,
  timetable: Pick<ChangedTimetable, 'id' | 'semester' | 'version'>,
): Promise<Adviser> {
  const { id, semester, version } = timetable;
  const advisers = advisersIn(ctx);
  const problem = await semesterProblem(ctx, semester);
  const kept = advisers.get(id);
  const ready = await kept;
  const isOfSemester = ready?.semester === problem;
  if (isOfSemester && ready.version >= version) return ready;
  // Somebody else who waited for it is learning the timetable.
  if (advisers.get(id) !== kept) return adviserOf(ctx, em, timetable);
  const read = async (): Promise<Adviser> => {
    const held = await standingMeetings(em, id);
    const renewed = isOfSemester ? ready.renewed(version, held) : null;
    if (renewed) return renewed;
    const strays = await readStrays(em, problem, held);
    const placed = await piecesInTurns(placedProblemIn(problem, held, strays));
    return new Adviser(version, problem, placed, new Map(held.map((each) => [each.meeting, each])));
  };
  return advisers.set(id, read());
}

/** The rooms and teachers in use that the problem of the semester does not know. */
async function readStrays(
  em: EntityManager,
  { problem }: SemesterProblem,
  held: readonly StandingMeeting[],
): Promise<Strays> {
  const places = held.flatMap(({ place }) => place ?? []);
  const missing = (used: readonly string[], known: readonly { readonly id: string }[]): string[] => {
    const ids = new Set(known.map(({ id }) => id));
    return [...new Set(used)].filter((id) => !ids.has(id));
  };
  const rooms = missing(
    places.map(({ room }) => room),
    problem.rooms,
  );
  const teachers = missing(
    places.map(({ teacher }) => teacher),
    problem.teachers,
  );
  return {
    rooms: rooms.length ? await roomsById(em, rooms) : [],
    teachers: teachers.length ? await teachersById(em, teachers) : [],
  };
}

/** What a problem knows, by id. */
interface Ids {
  readonly rooms: ReadonlySet<string>;
  readonly teachers: ReadonlySet<string>;
  readonly meetings: ReadonlySet<string>;
  /** As the semester offers them places, wherever they stand. */
  readonly offered: ReadonlyMap<string, ProblemMeeting>;
  readonly snapshot: ReadonlyMap<string, SnapshotMeeting>;
}

const idsOf = ({ placed: { problem }, semester }: Adviser): Ids => ({
  rooms: new Set(problem.rooms.map(({ id }) => id)),
  teachers: new Set(problem.teachers.map(({ id }) => id)),
  meetings: new Set(problem.meetings.map(({ id }) => id)),
  offered: new Map(semester.problem.meetings.map((meeting) => [meeting.id, meeting])),
  snapshot: new Map(semester.snapshot.meetings.map((meeting) => [meeting.id, meeting])),
});

const unchanged: Score = { hard: 0, soft: 0, byRule: {} };

/** A score to which a change added so much. */
function sumOf(score: Score, { hard, soft, byRule }: Score): Score {
  const rules = { ...score.byRule };
  for (const [rule, change] of Object.entries(byRule) as [keyof typeof rules, number][])
    rules[rule] = (rules[rule] ?? 0) + change;
  return { hard: score.hard + hard, soft: score.soft + soft, byRule: rules };
}

const isSameStand = (before: StandingMeeting | undefined, now: StandingMeeting): boolean =>
  before?.isLocked === now.isLocked &&
  before.department === now.department &&
  isSamePlace(before.place, now.place);

/** Meetings that may have moved since for an adviser to go on; of more it learns all anew. */
const renewedMax = 100;

/** The last of the judgements that wait for each other. */
let judging: Promise<unknown> = Promise.resolve();

/**
 * Judges in turn with all others who ask, with other work of the process between: a large timetable takes
 * some hundred milliseconds, and one call may ask about many places.
 */
export function judgedInTurn<R>(pieces: () => Iterator<unknown, R>): Promise<R> {
  const judged = judging.then(() => piecesInTurns(pieces()));
  judging = judged.catch(() => undefined);
  return judged;
}

/** A timetable as the solver sees it. What takes long to prepare is made when it is first asked for. */
export class Adviser {
  #suggester?: Promise<Suggester>;
  /** The last that was asked for on other days; a question is often followed by one like it. */
  #further?: { readonly asked: string; readonly suggester: Promise<Suggester> };
  #verifier?: ChangeVerifier;
  #score?: Promise<Score>;
  #ids?: Ids;
  /** The times of the problem, followed by others that were asked about. */
  #times?: TimeInterner;

  constructor(
    readonly version: number,
    readonly semester: SemesterProblem,
    readonly placed: PlacedProblem,
    readonly held: ReadonlyMap<string, StandingMeeting>,
  ) {}

  get suggester(): Promise<Suggester> {
    const { problem, placements } = this.placed;
    return (this.#suggester ??= judgedInTurn(() =>
      Suggester.making(problem, placements, this.#changeVerifier),
    ));
  }

  /** Suggests places for a meeting, also on days on which runs place nothing where they are asked for. */
  suggesterFor(meeting: string, days: readonly number[] = []): Promise<Suggester> {
    if (days.every((day) => this.semester.snapshot.schedulingDays?.includes(day))) return this.suggester;
    const asked = `${meeting} ${[...new Set(days)].sort().join()}`;
    if (this.#further?.asked !== asked)
      this.#further = { asked, suggester: this.#suggesterOn(days, meeting) };
    return this.#further.suggester;
  }

  /**
   * Advises on the timetable after changes, with all that was learnt of it before; null where they are many,
   * or the problem is another one then, because a meeting is locked or stands where runs would not put it.
   * What suggests goes over to it.
   */
  renewed(version: number, held: readonly StandingMeeting[]): Adviser | null {
    const moved = held.filter((each) => !isSameStand(this.held.get(each.meeting), each));
    if (held.length !== this.held.size || moved.length > renewedMax) return null;
    const { offered } = (this.#ids ??= idsOf(this));
    const places = new Map(this.placed.placements.map((each) => [each.meeting, each]));
    const changes: Placement[] = [];
    const removed: string[] = [];
    for (const { meeting: id, place, isLocked } of moved) {
      const before = this.held.get(id);
      const meeting = offered.get(id);
      if (!before || !meeting || isLocked || before.isLocked) return null;
      const from = places.get(id);
      const to = place && this.#placementOf(id, place);
      if (place && !to) return null;
      if ([from, to].some((each) => each && !isOffered(meeting, each))) return null;
      if (meeting.teacherSet !== undefined && from?.teacher !== to?.teacher) return null;
      if (to) {
        places.set(id, to);
        changes.push(to);
      } else if (places.delete(id)) removed.push(id);
    }
    const standing = new Map(held.map((each) => [each.meeting, each]));
    const placed = { problem: this.placed.problem, placements: [...places.values()] };
    const next = new Adviser(version, this.semester, placed, standing);
    this.#handOn(next, changes, removed);
    return next;
  }

  #handOn(next: Adviser, changes: readonly Placement[], removed: readonly string[]): void {
    const verifier = this.#changeVerifier;
    const after = verifier.after(next.placed.placements, changes, removed);
    next.#verifier = after;
    next.#ids = this.#ids;
    next.#times = this.#times;
    next.#suggester = this.#suggester?.then((suggester) =>
      judgedInTurn(() => suggester.following(changes, removed, after)),
    );
    this.#suggester = undefined;
    if (!this.#score) return;
    const compared = judgedInTurn(() => verifier.comparing(changes, { removed }));
    next.#score = Promise.all([this.#score, compared]).then(([score, { before, after }]) =>
      sumOf(score, scoreChange(before.score, after.score)),
    );
    // A failure is told to whoever awaits the score; without this it would end the process.
    next.#score.catch(() => undefined);
  }

  async #suggesterOn(days: readonly number[], meeting: string): Promise<Suggester> {
    const { snapshot } = this.semester;
    const asked = snapshot.meetings.filter(({ id }) => id === meeting);
    const there = await judgedInTurn(() => problemIn({ ...snapshot, meetings: asked, options: { days } }));
    const { problem, placements } = this.placed;
    const times = new TimeInterner(problem.times);
    const added = there.problem.meetings.flatMap((each) =>
      each.times.map(({ time }) => times.index(there.problem.times[time])),
    );
    const meetings = problem.meetings.map((each) => {
      if (each.id !== meeting) return each;
      const known = new Set(each.times.map(({ time }) => time));
      const others = added.filter((time) => !known.has(time));
      return { ...each, times: [...each.times, ...others.map((time) => ({ time }))] };
    });
    return judgedInTurn(() => Suggester.making({ ...problem, times: times.times, meetings }, placements));
  }

  get #changeVerifier(): ChangeVerifier {
    const { problem, placements } = this.placed;
    return (this.#verifier ??= new ChangeVerifier(problem, placements));
  }

  /** The score of the whole timetable. */
  score(): Promise<Score> {
    const { problem, placements } = this.placed;
    return (this.#score ??= judgedInTurn(() => verifying(problem, placements)).then(({ score }) => score));
  }

  /** The score if the meetings had these places, null for none; null where the solver does not know one. */
  async scoreWith(places: ReadonlyMap<string, MeetingPlace | null>): Promise<Score | null> {
    const added = await this.differenceWith(places);
    return added && (added === unchanged ? this.score() : this.scoreAfter(added));
  }

  /** What such places would add to the score. */
  async differenceWith(places: ReadonlyMap<string, MeetingPlace | null>): Promise<Score | null> {
    const moved = new Map(
      [...places].filter(([id, place]) => !isSamePlace(this.held.get(id)?.place ?? null, place)),
    );
    if (moved.size === 0) return unchanged;
    const compared = await this.compare(moved);
    return compared && scoreChange(compared.before.score, compared.after.score);
  }

  /** The score of the timetable if a change added so much to it. */
  async scoreAfter(added: Score): Promise<Score> {
    return sumOf(await this.score(), added);
  }

  /** What the rules say of the surroundings of meetings, before and after they have the places. */
  async compare(places: ReadonlyMap<string, MeetingPlace | null>): Promise<Comparison | null> {
    const { meetings } = (this.#ids ??= idsOf(this));
    const changes: Placement[] = [];
    const removed: string[] = [];
    for (const [meeting, place] of places) {
      const placement = place && this.#placementOf(meeting, place);
      if (!meetings.has(meeting) || (place && !placement)) return null;
      if (placement) changes.push(placement);
      else removed.push(meeting);
    }
    const verifier = this.#changeVerifier;
    return judgedInTurn(() => verifier.comparing(changes, { removed, times: this.#times?.times }));
  }

  /** A place in the terms of the solver; null where the problem does not know it. */
  #placementOf(meeting: string, { day, period, room, teacher }: MeetingPlace): Placement | null {
    const { rooms, teachers, snapshot } = (this.#ids ??= idsOf(this));
    const times = (this.#times ??= new TimeInterner(this.placed.problem.times));
    const known = snapshot.get(meeting);
    const weeks = known ? weekPattern(known.weeks, this.semester.snapshot.weeks) : '';
    if (!known || !weeks.includes('1') || !rooms.has(room) || !teachers.has(teacher)) return null;
    const time = times.index({ weeks, days: 1 << (day - 1), start: period - 1, length: known.periods });
    return { meeting, time, room, teacher };
  }
}
