import { LinkKind, ObjectionKind } from '../../../schema/timetables.js';
import { errors, type FieldProblem } from '../../../schema/errors.js';
import { authorize, declareRights, isPermitted, planners, signedIn, viewerOf } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { filterCondition } from '../../../data/lists/list-filters.js';
import { readOne } from '../../../data/lists/reading.js';
import { readPrepared } from '../../../data/transaction.js';
import type { FilterValues } from '../../../data/lists/lists.js';
import { Classroom } from '../../../entities/places.js';
import { Meeting } from '../../../entities/scheduling/meetings.js';
import { range } from '../semester/periods.js';
import { teaches } from '../timetable/who-teaches.js';
import { gridOf, type ChangedTimetable } from '../changes/timetable.js';
import type { MeetingFacts } from '../changes/states.js';
import { readSurroundings, type MeetingNeeds, type Place, type WantedPlace } from '../placement/facts.js';
import { judgeAlternatives } from '../placement/judge.js';
import { placementRules, type PlacementRule } from '../placement/rules.js';
import {
  candidateRooms,
  candidateTeachers,
  type CandidateRow,
  type Holder,
  type MomentValues,
} from './advice.queries.js';
import { askedMeeting, askedTimetable } from './asked-meetings.js';
import { objection, type Objection } from './why-not.js';

declareRights({ freeRooms: signedIn, freeTeachers: planners });

/** When something is wanted, and for which meeting. What is left out follows from the meeting. */
interface WantedMoment {
  readonly dayOfWeek: number;
  readonly periodStart: number;
  readonly periodEnd?: number | null;
  readonly weeks?: readonly number[] | null;
  readonly meeting?: string | null;
  readonly max: number;
}

/** A room or teacher, and what speaks against it at a time. */
export interface Candidate {
  readonly id: string;
  readonly isFree: boolean;
  readonly objections: readonly Objection[];
}

/** How many rooms or teachers one answer has at most. */
export const candidatesMax = 500;

interface Moment {
  readonly timetable: ChangedTimetable;
  readonly facts: MeetingFacts | null;
  /** Room and teacher of the meeting, as far as they are known. */
  readonly room: string | null;
  readonly teacher: string | null;
  readonly day: number;
  readonly first: number;
  readonly last: number;
  readonly weeks: readonly number[];
}

/**
 * The rooms at a time, those first that nothing speaks against; of equals the smallest.
 * Whoever plans nothing is told which are free, and not who has the others; of meetings, only for own ones.
 * @param filter what they must match; without one all rooms are candidates
 */
export async function freeRooms(
  ctx: Context,
  id: string,
  wanted: WantedMoment,
  filter?: FilterValues | null,
): Promise<Candidate[]> {
  authorize(ctx, 'freeRooms');
  const isPlanner = isPermitted(ctx, 'freeTeachers');
  if (wanted.meeting && !isPlanner && !(await isOwn(ctx, wanted.meeting)))
    throw errors.forbidden('freeRooms');
  const condition = filter && filterCondition(Classroom, filter);
  const moment = await momentOf(ctx, id, wanted);
  const matching = condition ? await ctx.rows.find(Classroom, condition) : null;
  const rooms = await candidateRooms(
    ctx.em.fork(),
    ...valuesOf(moment),
    matching?.map((room) => room.id) ?? null,
  );
  const { teacher } = moment;
  const objections = await objectionsTo(ctx, moment, rooms, 'room', ({ id: room }) => ({
    room,
    teacher,
  }));
  const candidates = ranked(objections, wanted.max);
  return isPlanner ? candidates : candidates.map((each) => ({ ...each, objections: [] }));
}

export const isOwn = async (ctx: Context, meeting: string): Promise<boolean> =>
  teaches(ctx, await readOne(ctx, Meeting, meeting), viewerOf(ctx).teacherId);

/**
 * The teachers at a time, those first whom nothing speaks against: who may teach the course of the meeting
 * and do not teach it beside somebody else, or without one whoever may teach something in the semester.
 */
export function freeTeachers(ctx: Context, id: string, wanted: WantedMoment): Promise<Candidate[]> {
  authorize(ctx, 'freeTeachers');
  return teachersAt(ctx, id, wanted);
}

/** The same for whoever may ask it by another right. */
export async function teachersAt(ctx: Context, id: string, wanted: WantedMoment): Promise<Candidate[]> {
  const moment = await momentOf(ctx, id, wanted);
  const { facts, timetable } = moment;
  const found = await candidateTeachers(
    ctx.em.fork(),
    ...valuesOf(moment),
    facts?.course ?? null,
    facts?.teacher ?? null,
    timetable.semester,
  );
  const teachers = found.filter(({ id: each }) => facts?.furtherTeachers.includes(each) !== true);
  const { room } = moment;
  const alone = facts ? { ...moment, facts: { ...facts, furtherTeachers: [] } } : moment;
  const objections = await objectionsTo(ctx, alone, teachers, 'teacher', ({ id: teacher }) => ({
    room,
    teacher,
  }));
  return ranked(objections, wanted.max);
}

/** The moment as statements take it. */
const valuesOf = ({ timetable, facts, day, first, last, weeks }: Moment): MomentValues => [
  timetable.id,
  weeks,
  day,
  first,
  last,
  facts?.meeting ?? null,
];

function ranked(candidates: readonly Omit<Candidate, 'isFree'>[], max: number): Candidate[] {
  const weight = { PROBLEM: 1_000, CLASH: 100, RULE: 10, PREFERENCE: 1 };
  return candidates
    .map(({ id, objections }) => ({
      id,
      objections,
      isFree: objections.every(({ kind }) => kind === ObjectionKind.PREFERENCE),
      price: objections.reduce((sum, { kind }) => sum + weight[kind], 0),
    }))
    .sort((a, b) => a.price - b.price)
    .slice(0, max)
    .map(({ id, isFree, objections }) => ({ id, isFree, objections }));
}

/** Reads what is asked for, and refuses what the semester does not have. */
async function momentOf(ctx: Context, id: string, wanted: WantedMoment): Promise<Moment> {
  const { timetable, facts, state } = wanted.meeting
    ? await askedMeeting(ctx, id, wanted.meeting)
    : { ...(await askedTimetable(ctx, id)), facts: null, state: null };
  const { dayOfWeek: day, periodStart: first, max } = wanted;
  const last = wanted.periodEnd ?? first + (facts?.periods ?? 1) - 1;
  const all = range(1, timetable.weeks);
  const weeks = wanted.weeks ?? facts?.weeks ?? all;
  const problems: FieldProblem[] = [];
  const refuse = (field: string, zh: string, en: string): unknown =>
    problems.push({ field, text: { zh, en } });
  if (max < 1 || max > candidatesMax)
    refuse(
      'max',
      `数量须为 1 至 ${candidatesMax}，现为 ${max}`,
      `"max" must be 1 to ${candidatesMax}, not ${max}.`,
    );
  if (day < 1 || day > timetable.days)
    refuse(
      'dayOfWeek',
      `星期 ${day} 不在作息表内（每周 ${timetable.days} 天）`,
      `The semester has days 1 to ${timetable.days}, not ${day}.`,
    );
  if (first < 1 || last < first || last > timetable.periods)
    refuse(
      'periodStart',
      `第 ${first}-${last} 节不在作息表内（每天 ${timetable.periods} 节）`,
      `The semester has periods 1 to ${timetable.periods}, not ${first} to ${last}.`,
    );
  const outside = weeks.filter((week) => !all.includes(week));
  if (outside.length > 0 || weeks.length === 0)
    refuse(
      'weeks',
      `周次须在 1 至 ${timetable.weeks} 之间，现为 ${outside.join('、') || '空'}`,
      `The semester has weeks 1 to ${timetable.weeks}, not ${outside.join(', ') || 'none'}.`,
    );
  if (problems.length > 0) throw errors.invalidInput(problems);
  const { room = null, teacher = facts?.teacher ?? null } = state?.place ?? {};
  return { timetable, facts, room, teacher, day, first, last, weeks };
}

/** What speaks against each candidate at the moment: who has it then, and what the rules about it say. */
async function objectionsTo(
  ctx: Context,
  moment: Moment,
  candidates: readonly CandidateRow[],
  about: 'room' | 'teacher',
  placeWith: (candidate: CandidateRow) => Pick<Place, 'room' | 'teacher'>,
): Promise<Omit<Candidate, 'isFree'>[]> {
  const { timetable, day, first: period } = moment;
  const places = candidates.map((each): WantedPlace => ({
    needs: needsOf(moment, each),
    from: null,
    to: { day, period, ...placeWith(each) },
  }));
  const read = await readPrepared(ctx, (em) =>
    readSurroundings(ctx, em, gridOf(timetable), places, { asksHeld: true }),
  );
  const links = read.links.filter(({ kind }) => kind === linkAbout[about]);
  // Whether the classes get there is a matter of the room, whoever teaches.
  const around = { ...read, links, ...(about === 'teacher' && { groups: new Map() }) };
  const rules = placementRules.filter((rule) => rule.about === about || rulesAboutBoth.includes(rule.id));
  const faults = await judgeAlternatives(around, places, { act: 'propose' }, rules);
  return candidates.map(({ id, name, holders }, at) => {
    const objections = faults[at].map(({ rule, solver, text }) =>
      objection(kindOf(rule), text, { rule: solver }),
    );
    return { id, objections: [...heldObjections(about, name, holders), ...objections] };
  });
}

/** Rules of which some part is about the room, and some about the teacher. */
const rulesAboutBoth = ['travel-time', 'distribution', 'wished-distribution'];
const linkAbout = { room: LinkKind.SAME_ROOM, teacher: LinkKind.SAME_TEACHER };

/** What the meeting needs, or where none is asked about, one of that length that the candidate may teach. */
const needsOf = ({ facts, first, last, weeks }: Moment, { id }: CandidateRow): MeetingNeeds => ({
  ...(facts ?? { ...anyMeeting, teacher: id }),
  periods: last - first + 1,
  weeks,
});

const anyMeeting: MeetingNeeds = {
  ...{ meeting: '', teachingClass: '', teachingClassName: '', course: '', courseName: '' },
  ...{ studentCount: 0, periods: 1, weeks: [], classroomType: null, teacher: null, furtherTeachers: [] },
};

const kindOf = ({ acts }: PlacementRule): ObjectionKind => {
  if (acts.editDraft === 'refuse') return ObjectionKind.PROBLEM;
  return acts.propose === 'warn' ? ObjectionKind.PREFERENCE : ObjectionKind.RULE;
};

function heldObjections(
  about: 'room' | 'teacher',
  name: string,
  holders: readonly Holder[],
): readonly Objection[] {
  if (holders.length === 0) return [];
  const names = [...new Set(holders.map((holder) => holder.name))];
  const by = {
    zh: names.map((each) => `“${each}”`).join('、'),
    en: names.map((each) => `"${each}"`).join(', '),
  };
  const text =
    about === 'room'
      ? { zh: `教室“${name}”已被${by.zh}占用`, en: `Room "${name}" is occupied by ${by.en}.` }
      : { zh: `教师“${name}”此时讲授${by.zh}`, en: `"${name}" teaches ${by.en} then.` };
  return [objection(ObjectionKind.CLASH, text, { meetings: holders.map(({ meeting }) => meeting) })];
}
