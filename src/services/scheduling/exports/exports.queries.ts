import { command, statement } from '../../../data/statements.js';

export const insertFile = command<[task: string, name: string, type: string, content: Buffer]>(
  'insert into timetable_export_file (timetable_export_id, name, type, content) values ($1, $2, $3, $4)',
);

export const fileOfExport = statement<{ name: string; type: string; content: Buffer }, [task: string]>(
  'select name, type, content from timetable_export_file where timetable_export_id = $1',
);

/** Hours for which the file of a task is kept. */
const keptHours = 24;

export const deleteOldExports = statement(`
  with gone as (
    delete from timetable_export_file f using timetable_export t where t.id = f.timetable_export_id
    and t.finished_at < clock_timestamp() - interval '${keptHours} hours' returning t.id)
  update timetable_export set path = null where id in (select id from gone)`);

/** What the claim of an export has beside what every claim has. */
export const exportClaimColumns = 'format, input, requested_by_id as "requestedBy"';
