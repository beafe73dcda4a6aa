import { ConflictKind, ObjectionKind } from '../../../schema/timetables.js';
import { currentBudget } from '../../../schema/budget.js';
import { errors, type FieldProblem } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import { authorize, declareRights, planners } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { inTurns } from '../../../data/in-turns.js';
import { groupBy } from '../../../data/loaders.js';
import { refuseForeign } from '../changes/change.js';
import { inLine } from '../changes/line.js';
import { timesOf } from '../changes/occupancy.js';
import { actIn, gridOf } from '../changes/timetable.js';
import type { Act } from '../placement/acts.js';
import { readSurroundings, spanOf, teachersAt, type Place, type WantedPlace } from '../placement/facts.js';
import { judgeAlternatives, type PlacementFault } from '../placement/judge.js';
import { clashRule, type PlacementRule } from '../placement/rules.js';
import { range, spansOverlap, type Span } from '../semester/periods.js';
import { studentsElsewhere, takenAround, type TakenRow } from './advice.queries.js';
import { askedMeeting, type AskedMeeting } from './asked-meetings.js';
import { lockedMeeting } from './suggestions.js';
import { gravity, objection, type Objection } from './why-not.js';

declareRights({ possiblePlaces: planners });

/** Places that one answer tells of at most: 200 rooms with the twelve periods of a day. */
const placesMax = 2_400;

/** Objects of an answer that take the processor for as long as one place. */
const objectsOfPlace = 15;

/** Which places are asked about: every period of the days, in every one of the rooms. */
export interface WantedPlaces {
  /** From 1 Monday; those on which runs place meetings where they are left out. */
  readonly days?: readonly number[] | null;
  /** Where they are left out, the one in which the meeting stands. */
  readonly classrooms?: readonly string[] | null;
  /** Who would teach it; where nobody is named, as it stands. */
  readonly teacher?: string | null;
}

/** A place; the gravest of what speaks against it, and all of that by its positions in the list of it. */
export interface PossiblePlace extends Place {
  readonly gravest: ObjectionKind | null;
  readonly objections: readonly number[];
}

/** Places, and everything that speaks against some of them, each said once. */
export interface PossiblePlaces {
  readonly places: readonly PossiblePlace[];
  readonly objections: readonly Objection[];
}

/**
 * What speaks against every place that a meeting may be given, before anybody gives it one. Such answers are
 * large and take the processor for long, so that they are made one after the other, persons in turn.
 */
export async function possiblePlaces(
  ctx: Context,
  timetable: string,
  meeting: string,
  wanted: WantedPlaces,
): Promise<PossiblePlaces> {
  authorize(ctx, 'possiblePlaces');
  return inLine(ctx, 'possible places', () => toldPlaces(ctx, timetable, meeting, wanted));
}

async function toldPlaces(
  ctx: Context,
  timetable: string,
  meeting: string,
  wanted: WantedPlaces,
): Promise<PossiblePlaces> {
  // Whoever asked may have left meanwhile.
  currentBudget()?.signal.throwIfAborted();
  const asked = await askedMeeting(ctx, timetable, meeting);
  refuseForeign(ctx, [asked.facts]);
  if (asked.state?.isLocked) throw lockedMeeting(asked);
  const places = placesOf(asked, wanted);
  currentBudget()?.spend(places.length * objectsOfPlace);
  currentBudget()?.signal.throwIfAborted();
  const act = actIn(asked.timetable);
  const around = await readSurroundings(ctx, asked.em, gridOf(asked.timetable), places, { asksHeld: true });
  const faults = await judgeAlternatives(around, places, { act });
  const taken = groupBy(await takenRows(asked, places), takenKey);
  const objections: Objection[] = [];
  const positions = new Map<string, number>();
  const say = (said: Objection): number => {
    const key = `${said.kind} ${said.text.en}`;
    const at = positions.get(key) ?? objections.push(said) - 1;
    positions.set(key, at);
    return at;
  };
  // Several places of a room touch the same meeting.
  const clashes = new Map<TakenRow, number>();
  const sayClash = (row: TakenRow): number => {
    const at = clashes.get(row) ?? say(clashObjection(row, act));
    clashes.set(row, at);
    return at;
  };
  const told: PossiblePlace[] = [];
  await inTurns(places.keys(), (at) => {
    const { needs, to } = places[at];
    const said = [
      ...clashesAt(taken, spanOf(needs, to), to.room).map(sayClash),
      ...faults[at].map((fault) => say(faultObjection(fault, act))),
    ];
    const kinds = new Set(said.map((position) => objections[position].kind));
    told.push({ ...to, gravest: gravity.find((kind) => kinds.has(kind)) ?? null, objections: said });
  });
  return { places: told, objections };
}

/** Every place that is asked about. @throws INVALID_INPUT for days that there are not, and for too many */
function placesOf({ timetable, facts, state }: AskedMeeting, wanted: WantedPlaces): WantedPlace[] {
  const from = state?.place ?? null;
  const days = [...new Set(wanted.days ?? timetable.schedulingDays)];
  const rooms = wanted.classrooms ? [...new Set(wanted.classrooms)] : [from?.room ?? null];
  const teacher = wanted.teacher ?? from?.teacher ?? facts.teacher;
  const count = days.length * rooms.length * timetable.periods;
  const problems: FieldProblem[] = [];
  const noDay = days.find((day) => day < 1 || day > timetable.days);
  if (noDay !== undefined)
    problems.push({
      field: 'days',
      text: {
        zh: `星期 ${noDay} 不在作息表内（每周 ${timetable.days} 天）`,
        en: `The semester has days 1 to ${timetable.days}, not ${noDay}.`,
      },
    });
  if (count > placesMax)
    problems.push({
      field: wanted.classrooms ? 'classrooms' : 'days',
      text: {
        zh: `一次最多查询 ${placesMax} 个位置，现为 ${count} 个，请减少教室或星期`,
        en: `One answer has at most ${placesMax} places, not ${count}. Maybe ask about fewer rooms or days.`,
      },
    });
  if (problems.length > 0) throw errors.invalidInput(problems);
  return rooms.flatMap((room) =>
    days.flatMap((day) =>
      range(1, timetable.periods).map((period) => ({
        needs: facts,
        from,
        to: { day, period, room, teacher },
      })),
    ),
  );
}

/** What the meeting would need, and others have on the days. */
async function takenRows(
  { em, timetable, facts }: AskedMeeting,
  places: readonly WantedPlace[],
): Promise<TakenRow[]> {
  const { meeting } = facts;
  const days = [...new Set(places.map(({ to }) => to.day))];
  const rooms = [...new Set(places.flatMap(({ to }) => to.room ?? []))];
  const teachers = [...new Set(places.flatMap(({ needs, to }) => teachersAt(needs, to)))];
  const taken = await takenAround(em, timetable.id, meeting, rooms, teachers, days);
  return timetable.isChosen
    ? [...taken, ...(await studentsElsewhere(em, timetable.id, meeting, days))]
    : taken;
}

/** What tells apart who is asked about at a place: its room, or all who are there in any room. */
const takenKey = ({ kind, resource, day }: Pick<TakenRow, 'kind' | 'resource' | 'day'>): string =>
  `${day} ${kind === ConflictKind.ROOM ? resource : ''}`;

function clashesAt(
  taken: ReadonlyMap<string, readonly TakenRow[]>,
  span: Span,
  room: string | null,
): TakenRow[] {
  const { day } = span;
  const there = taken.get(takenKey({ kind: ConflictKind.ROOM, resource: room, day })) ?? [];
  const anywhere = taken.get(takenKey({ kind: ConflictKind.CLASS, resource: null, day })) ?? [];
  return [...there, ...anywhere].filter((row) => spansOverlap(row, span) && !isAllowed(row, span));
}

/** Whether a conflict, open or accepted, already allows all that both would share. */
function isAllowed({ known, weeks, day, first, last }: TakenRow, span: Span): boolean {
  if (known === null) return false;
  const allowed = new Set(timesOf(known).map((time) => `${time.week} ${time.day} ${time.period}`));
  const [from, to] = [Math.max(first, span.first), Math.min(last, span.last)];
  return weeks.every((week) =>
    range(from, to - from + 1).every((period) => allowed.has(`${week} ${day} ${period}`)),
  );
}

/** How grave a rule is to whoever places by hand. */
function kindOf({ acts }: PlacementRule, act: Act): ObjectionKind {
  if (acts[act] === 'refuse') return ObjectionKind.PROBLEM;
  if (acts[act] === 'reason') return ObjectionKind.CLASH;
  return acts.propose === 'warn' ? ObjectionKind.PREFERENCE : ObjectionKind.RULE;
}

const faultObjection = ({ rule, solver, text }: PlacementFault, act: Act): Objection =>
  objection(kindOf(rule, act), text, { rule: solver });

function clashObjection(row: TakenRow, act: Act): Objection {
  const rule = clashRule({ kind: row.kind, first: row.meeting, second: '' });
  return objection(kindOf(rule, act), takenText(row), { rule: rule.solver, meetings: [row.meeting] });
}

function takenText({ kind, resourceName: who, name }: TakenRow): Text {
  if (kind === ConflictKind.ROOM)
    return { zh: `教室“${who}”已被“${name}”占用`, en: `Room "${who}" is occupied by "${name}".` };
  if (kind === ConflictKind.TEACHER)
    return { zh: `教师“${who}”此时讲授“${name}”`, en: `"${who}" teaches "${name}" then.` };
  if (kind === ConflictKind.CLASS)
    return { zh: `班级“${who}”此时上“${name}”`, en: `Class "${who}" is needed by "${name}" then.` };
  const en = who === '1' ? 'student attends' : 'students attend';
  return { zh: `${who} 名学生此时上“${name}”`, en: `${who} ${en} "${name}" then.` };
}
