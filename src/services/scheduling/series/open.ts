import type { EntityManager } from '@mikro-orm/postgresql';
import { errors } from '../../../schema/errors.js';
import type { Context } from '../../../data/context.js';
import { requireGrant } from '../../organisation/grants.js';
import { publishedFor } from '../drafts/published.js';
import type { MeetingState } from '../changes/states.js';
import { readSeries } from '../changes/states.queries.js';
import type { ChangedTimetable } from '../changes/timetable.js';
import type { Time } from './wanted-times.js';

/** A series as the published timetable holds it, while that is locked. */
export interface OpenSeries {
  readonly id: string;
  readonly teachingClass: string;
  readonly department: string;
  readonly semester: string;
  readonly course: string;
  readonly isCompulsory: boolean;
  readonly creditHourType: string | null;
  readonly creditHourTypeName: string | null;
  readonly consecutivePeriods: number;
  readonly priority: number;
}

/** A meeting of a series, and when and where it is held. */
export interface SeriesMeeting extends Time {
  readonly meeting: string;
  readonly room: string;
  readonly teacher: string;
}

/** That the published timetable holds no such series. */
export const noSeries = (id: string): Error => errors.notFound({ zh: '排课分配', en: 'series' }, id);

/** Opens a series for a change of the caller, who acts for its department. */
export async function openSeries(
  ctx: Context,
  em: EntityManager,
  id: string,
): Promise<{ series: OpenSeries; timetable: ChangedTimetable; states: ReadonlyMap<string, MeetingState> }> {
  const [found] = await em.execute<OpenSeries[]>(
    `select s.id, t.id as "teachingClass", t.department_id as department, t.semester_id as semester,
       t.course_id as course, t.is_compulsory as "isCompulsory", s.credit_hour_type_id as "creditHourType",
       (select name from credit_hour_type where id = s.credit_hour_type_id) as "creditHourTypeName",
       s.consecutive_periods as "consecutivePeriods", s.priority
     from series s join teaching_class t on t.id = s.teaching_class_id
     where s.id = $1 and exists (select from class_assignment a join timetable p on p.id = a.timetable_id
       where a.series_id = s.id and p.status = 'PUBLISHED')`,
    [id],
  );
  if (!found) throw noSeries(id);
  await requireGrant(ctx, found.department);
  const timetable = await publishedFor(ctx, em, found.semester);
  const states = await readSeries(em, timetable.id, [id]);
  // Somebody may have retired it meanwhile.
  if (states.size === 0) throw noSeries(id);
  return { series: found, timetable, states };
}

/** When and where a timetable holds the placed meetings of a series. */
export const heldMeetings = (
  em: EntityManager,
  timetable: string,
  series: string,
): Promise<SeriesMeeting[]> =>
  em.execute<SeriesMeeting[]>(
    `select meeting_id as meeting, classroom_id as room, teacher_id as teacher, day_of_week as "dayOfWeek",
       period_start as "periodStart", period_end as "periodEnd", weeks
     from class_assignment where timetable_id = $1 and series_id = $2 and day_of_week is not null
     order by day_of_week, period_start, meeting_id`,
    [timetable, series],
  );
