import type { EntityManager } from '@mikro-orm/postgresql';
import { FurtherTeacher } from '../../../entities/scheduling/further-teachers.js';
import { RoleKey } from '../../../schema/enums.js';
import { errors } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import { actsFor, authorize, declareRights, isPermitted } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { datesIn, plannedFor } from '../changes/single-dates.js';
import { standOn, type StateChange } from '../changes/states.js';
import { invalid } from '../changes/timetable.js';
import { readMeetings } from '../changes/states.queries.js';
import { askedMeeting, labelOf } from './asked-meetings.js';
import { candidatesMax, freeTeachers, isOwn, teachersAt, type Candidate } from './free-resources.js';

declareRights({
  substitutes: [RoleKey.ADMINISTRATOR, RoleKey.ACADEMIC_AFFAIRS, RoleKey.TEACHER],
});

/** How a meeting can do without somebody who teaches it beside its first teacher. */
export interface Substitution {
  /** Somebody who may teach the course and is free has the same role; null where there is nobody. */
  readonly byAnother: StateChange | null;
  readonly byNobody: StateChange;
}

/** The ways out of the meetings that a teacher teaches beside the first one and the caller may change. */
export async function substitutions(
  ctx: Context,
  em: EntityManager,
  timetable: string,
  absent: string,
  meetings: readonly string[],
): Promise<Substitution[]> {
  const { states, facts } = await readMeetings(em, timetable, meetings);
  const found: Substitution[] = [];
  for (const meeting of meetings) {
    const state = states.get(meeting) ?? null;
    const rows = (await ctx.rows.many(FurtherTeacher, 'meeting', meeting)) as Row<FurtherTeacher>[];
    const before = rows.map(({ teacher, role }) => ({ teacher, role }));
    const role = before.find(({ teacher }) => teacher === absent)?.role;
    if (!state?.place || !role || !actsFor(ctx, facts.get(meeting)!.department)) continue;
    const { day, period, teacher: first } = state.place;
    const moment = { meeting, dayOfWeek: day, periodStart: period, max: candidatesMax };
    const candidates = await freeTeachers(ctx, timetable, moment);
    const another = candidates.find(({ id, isFree }) => isFree && id !== first);
    const others = before.filter(({ teacher }) => teacher !== absent);
    const taughtBy = (after: typeof before): StateChange => ({
      ...{ meeting, before: state, after: state, further: { before, after } },
    });
    found.push({
      byAnother: another ? taughtBy([...others, { teacher: another.id, role }]) : null,
      byNobody: taughtBy(others),
    });
  }
  return found;
}

/**
 * Who could teach a meeting on one date in place of its first teacher: who may teach the course and is free
 * then comes first. Teachers are told of lessons that they teach, and not what keeps others from it.
 * @param date on which the week has it
 */
export async function substitutesOn(
  ctx: Context,
  id: string,
  { meeting, date, max }: { meeting: string; date: string; max: number },
): Promise<Candidate[]> {
  authorize(ctx, 'substitutes');
  const isPlanner = isPermitted(ctx, 'freeTeachers');
  if (!isPlanner && !(await isOwn(ctx, meeting))) throw errors.forbidden('substitutes');
  const { em, timetable, facts, state } = await askedMeeting(ctx, id, meeting);
  const place = state?.place;
  const dates = await datesIn(em, timetable);
  const planned = place && plannedFor(date, place.day, facts, timetable.startDate, dates);
  if (!planned) {
    const { zh, en } = labelOf(facts);
    throw invalid(
      `${zh}不在 ${date} 上课，请改用它上课的日期`,
      `${en} is not on ${date}. Maybe name another date.`,
    );
  }
  const change = state.dates?.find(({ week }) => week === planned.week);
  const { week, day, period } = (change && standOn(place, change)) ?? { ...place, week: planned.week };
  const moment = { meeting, dayOfWeek: day, periodStart: period, weeks: [week] };
  const found = await teachersAt(ctx, id, { ...moment, max: Math.min(max + 1, candidatesMax) });
  const others = found.filter((each) => each.id !== place.teacher).slice(0, max);
  return isPlanner ? others : others.map((each) => ({ ...each, objections: [] }));
}
