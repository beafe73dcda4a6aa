import type { Progress, Placement, Solution, SolveOptions } from '@class-scheduling/solver';
import { isAbandoned } from '../../../data/tasks/task.queries.js';
import { command, statement, type Json } from '../../../data/statements.js';

/** What a search is to do, all that its result depends on. */
export type WantedSearch = Pick<SolveOptions, 'seed' | 'limit' | 'start' | 'part'>;

/** Begins a round of the searches of a task; those of the one before it are over. */
export const beginSearches = command<
  [task: string, wanted: Json<readonly { id: string; number: number; wanted: WantedSearch }[]>]
>(`
  insert into scheduling_search (id, task_id, number, wanted)
  select id, $1::uuid, number, wanted
  from json_to_recordset($2::json) as w (id uuid, number int, wanted jsonb)`);

export const endSearches = command<[task: string]>('delete from scheduling_search where task_id = $1');

export interface SearchState {
  readonly id: string;
  readonly status: 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED';
  /** Of its best timetable so far; null where it has told nothing. */
  readonly progress: Progress | null;
  readonly isAbandoned: boolean;
}

export const searchStates = statement<SearchState, [task: string]>(`
  select t.id, t.status, t.progress, ${isAbandoned} as "isAbandoned"
  from scheduling_search t where t.task_id = $1 order by t.number`);

/** The best timetable that a search has told. */
export const bestOfSearch = statement<{ best: readonly Placement[] | null }, [search: string]>(
  'select best from scheduling_search where id = $1',
);

export const solutionsOf = statement<{ solution: Solution }, [task: string]>(
  'select solution from scheduling_search where task_id = $1 order by number',
);

/** A search that a worker holds. */
export interface ClaimedSearch {
  readonly id: string;
  readonly fence: number;
  readonly crashes: number;
  readonly task: string;
  /** Changes with the worker of the task, and with its snapshot. */
  readonly taskFence: number;
  readonly wanted: WantedSearch;
}

/** Takes the search that waits for longest, or whose worker died. */
export const claimSearch = statement<ClaimedSearch, [process: number]>(`
  update scheduling_search s set status = 'RUNNING', worker = $1, fence = s.fence + 1,
    crashes = s.crashes + (s.status = 'RUNNING')::int, heartbeat_at = clock_timestamp()
  from scheduling_task k
  where k.id = s.task_id and s.id = (
    select t.id from scheduling_search t where t.status = 'QUEUED' or ${isAbandoned}
    order by t.created_at, t.number limit 1 for update skip locked)
  returning s.id, s.fence, s.crashes, s.task_id as task, k.fence as "taskFence", s.wanted`);

const isHeld = `id = $1 and fence = $2 and scheduling_search.status = 'RUNNING'`;

/** A sign of life, with what was found since the last one; no row when the search is no longer wanted. */
export const tellSearch = statement<
  object,
  [search: string, fence: number, progress: string | null, best: string | null]
>(`
  update scheduling_search set heartbeat_at = clock_timestamp(), progress = coalesce($3::jsonb, progress),
    best = coalesce($4::jsonb, best)
  where ${isHeld} returning id`);

/** How the work of a worker on a search ends. */
export interface EndOfSearch {
  /** What returns to the queue, another worker takes. */
  readonly status: 'QUEUED' | 'COMPLETED' | 'FAILED';
  readonly crashes: number;
  readonly solution?: Solution;
}

/** Ends the work of a worker on a search. */
export const leaveSearch = command<[search: string, fence: number, end: Json<EndOfSearch>]>(`
  update scheduling_search set status = e.status, crashes = e.crashes, solution = e.solution,
    heartbeat_at = null
  from json_to_record($3::json) as e (status text, crashes int, solution jsonb)
  where ${isHeld}`);
