import type { EntityManager } from '@mikro-orm/postgresql';
import type { RoomWish } from '@class-scheduling/assistant-language';
import { offeredSql } from '../../scheduling/problem/problem.queries.js';
import type { RoomChoice, TeacherChoice } from './places.js';

/** Teachers and rooms that one proposal looks at. */
const teachersMax = 50;
const roomsMax = 300;

/**
 * Who may teach a course: lead teachers first, then by level and experience, and of equals who teaches least;
 * whoever has no periods left comes last. Of those that are named, who may not is told by the check.
 */
export const teachersFor = (
  em: EntityManager,
  { course, timetable }: { readonly course: string; readonly timetable: string | null },
  wanted: readonly string[],
): Promise<TeacherChoice[]> =>
  em.execute<TeacherChoice[]>(
    `select t.id, t.name, t.forbidden_times as "forbiddenTimes"
     from teacher t left join teacher_qualification q
       on q.teacher_id = t.id and q.course_id = $1 and q.status = 'APPROVED',
     lateral (select coalesce(max(load), 0) as weekly from (
         select sum(a.period_end - a.period_start + 1) as load
         from class_assignment a cross join unnest(a.weeks) as week
         where a.timetable_id = $2 and a.teacher_id = t.id group by week) loads) l
     where case when $3::uuid[] = '{}' then q.id is not null else t.id = any($3) end
     order by q.id is null, l.weekly >= coalesce(t.weekly_periods_max, 1000), q.is_primary desc nulls last,
       q.level desc nulls last, q.teach_years desc nulls last, l.weekly, t.name, t.id limit $4`,
    [course, timetable, [...wanted], teachersMax],
  );

/** What a room is wanted for. */
export interface RoomNeeds {
  readonly semester: string;
  readonly students: number;
  /** The type that the course asks for. */
  readonly type: string | null;
  /** Where it is taught, if that is known. */
  readonly campus: string | null;
  readonly wish: RoomWish;
}

/** The rooms that serve, those first that fit best: of the campus, of the type, not larger than needed. */
export const roomsFor = (
  em: EntityManager,
  { semester, students, type, campus, wish }: RoomNeeds,
): Promise<RoomChoice[]> => {
  const has = (feature: NonNullable<RoomWish['features']>[number]): boolean =>
    wish.features?.includes(feature) ?? false;
  const seats = Math.max(students, wish.capacityMin ?? 0);
  return em.execute<RoomChoice[]>(roomsSql, [
    ...[semester, wish.room ?? null, wish.building ?? null, seats, campus, type, wish.isSameCampus ?? false],
    ...[has('MULTIMEDIA'), has('AIR_CONDITIONING'), has('COMPUTERS'), has('LABORATORY'), roomsMax],
  ]);
};

// A room that is named is taken as it is; whether it holds everybody is told by the check.
const roomsSql = `
  select r.id, r.name, r.capacity, c.id as campus
  from classroom_type k, ${offeredSql}
  where k.id = r.type_id and o.offered and case when $2::uuid is not null then r.id = $2 else
    ($3::uuid is null or b.id = $3) and r.capacity >= $4::int
    and (not $7::boolean or $5::uuid is null or c.id = $5)
    and (not $8::boolean or r.has_multimedia) and (not $9::boolean or r.is_air_conditioned)
    and (not $10::boolean or k.name ~* '机房|计算机|上机|电脑|computer')
    and (not $11::boolean or k.is_laboratory) end
  order by c.id is distinct from coalesce($5::uuid, c.id),
    r.type_id is distinct from coalesce($6::uuid, r.type_id),
    r.capacity, r.name, r.id limit $12`;
