import type { EntityManager } from '@mikro-orm/postgresql';
import { FurtherTeacher } from '../../../entities/scheduling/further-teachers.js';
import type { Row } from '../../../schema/rows.js';
import { actsFor } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import type { StateChange } from '../changes/states.js';
import { readMeetings } from '../changes/states.queries.js';
import { candidatesMax, freeTeachers } from './free-resources.js';

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
