import type { RowError } from '../../sheets/sheet.js';
import { type Json, command, statement } from '../../data/statements.js';

export const insertUpload = command<[task: string, upload: Buffer]>(
  'insert into import_file (import_task_id, upload) values ($1, $2)',
);

export const uploadOfTask = statement<{ upload: Buffer; failures: RowError[] }, [task: string]>(
  'select upload, failures from import_file where import_task_id = $1',
);

export const lockAccount = command<[id: string]>('select id from "user" where id = $1 for no key update');

export const storeCells = command<
  [failures: Json<readonly RowError[]>, notices: Json<readonly RowError[]>, task: string]
>('update import_file set failures = $1, notices = $2 where import_task_id = $3');

/** Hours after the end of a task for which its workbook and failures are kept. */
const keptHours = 24;

export const deleteOldUploads = statement(`
  delete from import_file f using import_task t where t.id = f.import_task_id
  and t.finished_at < clock_timestamp() - interval '${keptHours} hours'`);

/** The bad cells of a workbook, or those of which something is said. */
export const cellsOfTask = (kind: 'failures' | 'notices') =>
  statement<{ cells: RowError[] }, [task: string]>(
    `select ${kind} as cells from import_file where import_task_id = $1`,
  );

/** What the claim of an import task has beside what every claim has. */
export const importClaimColumns = `subject, is_tolerant as "isTolerant", is_dry_run as "isDryRun",
  requested_by_id as "requestedBy",
  (select f.upload from import_file f where f.import_task_id = import_task.id) as upload`;
