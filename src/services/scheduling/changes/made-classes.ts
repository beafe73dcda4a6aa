import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Teaching classes that were made with a series live as long as something uses them: what is published, a
 * draft, archived or not, students, or a meeting that people added. After that they are withdrawn, so that
 * nobody sees them but where history refers to them, and come back with what comes back. Of others it changes
 * nothing, nor of those that somebody disabled.
 */
export async function settleMadeClasses(
  em: EntityManager,
  teachingClasses: readonly string[],
): Promise<void> {
  if (teachingClasses.length === 0) return;
  // Another timetable may give up its part of a class meanwhile: whoever comes last finds it unused.
  await em.execute(
    'select from teaching_class where id = any($1) and is_made_with_series order by id for update',
    [teachingClasses],
  );
  await em.execute(settleSql, [teachingClasses]);
}

const settleSql = `
  update teaching_class t set is_withdrawn = not u.used, is_enabled = u.used, version = version + 1
  from (select id,
      exists (select from class_assignment a join timetable p on p.id = a.timetable_id
        where a.teaching_class_id = c.id and (p.status <> 'ARCHIVED' or p.published_at is null))
      or exists (select from enrolment e where e.teaching_class_id = c.id)
      or exists (select from meeting m where m.teaching_class_id = c.id
        and not exists (select from change_item i where i.meeting_id = m.id)) as used
    from teaching_class c where c.id = any($1) and c.is_made_with_series) u
  where u.id = t.id and t.is_withdrawn = u.used and (t.is_withdrawn or t.is_enabled)`;

/** The teaching classes that were made with series and of which a timetable holds meetings. */
export async function madeClassesIn(em: EntityManager, timetable: string): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select id from teaching_class where is_made_with_series and id in (
       select teaching_class_id from class_assignment where timetable_id = $1)`,
    [timetable],
  );
  return rows.map(({ id }) => id);
}
