import type { EntityManager } from '@mikro-orm/postgresql';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { SchedulingTask, secondsByStrategy } from '../../../entities/scheduling/tasks.js';
import { Timetable } from '../../../entities/scheduling/timetables.js';
import { Strategy, TaskStatus } from '../../../schema/enums.js';
import { DomainError, errors } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import type { Text } from '../../../schema/texts.js';
import { given, inputOf, inputType, nested } from '../../../data/inputs.js';
import { SchedulingOptionsInput } from '../../../entities/scheduling/options.js';
import { authorize, declareRights, planners } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { CrudService } from '../../../data/crud.js';
import type { TaskEvent } from '../../../data/tasks/task-events.js';
import { transaction } from '../../../data/transaction.js';
import { readOne } from '../../../data/lists/reading.js';
import { hasEnded } from '../../../data/tasks/task.queries.js';
import { givenOptions, optionsOf, type SchedulingOptions } from '../problem/options.js';
import { takeBack } from './kept-results.js';
import type { KnownCost } from './outlook.js';
import { schedulingRecords } from './task-records.js';
import { refuseTooManyDrafts } from '../drafts/draft-bounds.js';
import { publishedOf } from '../drafts/drafts.js';
import { lockSemester } from '../drafts/drafts.queries.js';
import { refuseUnmeetable } from '../problem/option-checks.js';
import { basisFacts, meetingsExist, waitingCounts } from './runs.queries.js';
import { scopeOf } from '../problem/run-scope.js';
import { passedOver } from '../readiness/readiness.js';
import { departmentsBelow } from '../../organisation/departments-below.js';

declareRights({
  startScheduling: planners,
  retryScheduling: planners,
  cancelScheduling: planners,
});

@inputType('What to solve, and how.')
export class StartSchedulingInput extends inputOf(SchedulingTask, [
  'semester',
  'strategy',
  'timeLimitSeconds',
  'seed',
  'searches',
]) {
  @nested(() => SchedulingOptionsInput, '排课选项', 'Options', {
    about: 'What is requested of the timetable. The options of an earlier task may be given again.',
  })
  options?: SchedulingOptionsInput | null;

  @given('reference', '课表', 'Timetable', {
    optional: true,
    about:
      'The timetable to go on from, such as the draft of an earlier run: its locks hold, and the search ' +
      'starts from its places. The published one if left out.',
  })
  timetable?: string | null;
}

/** The arguments of a caller; only the semester is required. */
type SchedulingRequest = Pick<StartSchedulingInput, 'semester'> & {
  [K in 'strategy' | 'timeLimitSeconds' | 'seed' | 'searches' | 'options' | 'timetable']?:
    StartSchedulingInput[K] | null;
};

/** Largest seed, as large as a column of integers takes. */
const seedMax = 2_147_483_647;

/** Whole seconds of search that a task has left, unless it ends early. */
export const remainingSecondsOf = (task: Row<SchedulingTask>): number =>
  hasEnded(task) ? 0 : Math.max(0, Math.ceil(task.timeLimitSeconds - Number(task.searchedSeconds)));

/** What is known of the cost of a task; what the search gains is told while it runs. */
export const knownCostOf = (task: Row<SchedulingTask>): KnownCost => ({
  ...task,
  recentGain: task.status === TaskStatus.RUNNING ? task.recentGain : null,
});

/** The lists of scheduling tasks. */
export const taskLists = new CrudService(SchedulingTask, {
  plural: 'schedulingTasks',
  filters: ['semester'],
  rights: { one: planners, page: planners },
});

export const tasks = {
  /** Checks the request against the semester, then records a task and queues its job in one transaction. */
  async start(ctx: Context, request: SchedulingRequest): Promise<Row<SchedulingTask>> {
    authorize(ctx, 'startScheduling');
    const strategy = request.strategy ?? Strategy.BALANCED;
    const input = {
      semester: request.semester,
      strategy,
      timeLimitSeconds: request.timeLimitSeconds ?? secondsByStrategy[strategy],
      seed: request.seed ?? 1,
      searches: request.searches ?? 1,
      options: givenOptions(request.options),
    };
    return record(ctx, { ...input, basis: request.timetable ?? null });
  },

  /**
   * Asks again for what an ended task asked for, from what stands now.
   * @param seed the one after that of the task if left out, so that the search goes another way
   * @throws OPERATION_INVALID when the task has not ended, or the draft that it named was discarded
   */
  async retry(ctx: Context, id: string, seed: number | null = null): Promise<Row<SchedulingTask>> {
    authorize(ctx, 'retryScheduling');
    if (seed !== null && seed < 0) throw negativeSeed(seed);
    const task = await readOne(ctx, SchedulingTask, id);
    if (!hasEnded(task)) throw notEnded(id, task.status);
    const { semester, department, reason, strategy, timeLimitSeconds, searches, options } = task;
    return record(ctx, {
      semester: semester as string,
      department: department as string | null,
      reason,
      strategy,
      timeLimitSeconds,
      searches,
      seed: seed ?? (task.seed < seedMax ? task.seed + 1 : 0),
      options: options as SchedulingOptionsInput | null,
      basis: await namedBasisOf(ctx, task),
    });
  },

  /**
   * Ends a waiting task at once; asks the worker of a running one to stop, which keeps the best timetable so
   * far.
   */
  async cancel(ctx: Context, id: string): Promise<Row<SchedulingTask>> {
    authorize(ctx, 'cancelScheduling');
    await readOne(ctx, SchedulingTask, id);
    if (!(await takeBack(ctx, id))) await schedulingRecords.requestCancellation(ctx, id);
    ctx.rows.forget(SchedulingTask);
    return readOne(ctx, SchedulingTask, id);
  },

  /**
   * Follows a task: one event now and one for every change. A consumer that answers an event with an ended
   * state marks it as the last. Returns the bus iterator itself, because a wrapping generator could not be
   * ended while it waits.
   */
  follow(ctx: Context, id: string): AsyncIterableIterator<TaskEvent> {
    authorize(ctx, 'schedulingTask');
    return ctx.app.bus.follow(schedulingRecords.topic, id);
  },
};

/** A run that is asked for. */
interface WantedRun {
  readonly semester: string;
  /** Of a run that changes the published timetable: for whom. */
  readonly department?: string | null;
  readonly reason?: string | null;
  readonly strategy: Strategy;
  readonly timeLimitSeconds: number;
  readonly seed: number;
  /** One if left out. */
  readonly searches?: number;
  readonly options: SchedulingOptionsInput | null;
  /** The timetable that the caller named. */
  readonly basis: string | null;
}

/** What is recorded of a run. */
type RecordedRun = Omit<WantedRun, 'basis'> & {
  readonly basis?: string | null;
  /** What whoever asks is told beside what is passed over. */
  readonly told?: readonly Text[];
};

/** Checks what is wanted against the semester as it is now, and records the task. */
async function record(ctx: Context, wanted: WantedRun): Promise<Row<SchedulingTask>> {
  const { options, basis } = wanted;
  const semester = await readOne(ctx, Semester, wanted.semester);
  if (options) await refuseUnmeetable(ctx, semester, options);
  await requireSchedulable(ctx, semester);
  if (basis) await refuseOtherSemester(ctx, basis, semester);
  else await refuseWithoutBasis(ctx, semester, optionsOf(options));
  const id = await transaction(ctx, (em) => recordTask(ctx, em, wanted));
  return readOne(ctx, SchedulingTask, id);
}

/** The timetable that the request of a task named, if it did. */
async function namedBasisOf(ctx: Context, { id, basis }: Row<SchedulingTask>): Promise<string | null> {
  const [{ isNamed, hasBegun }] = await basisFacts(ctx.em, id);
  if (hasBegun && !isNamed) return null;
  if (hasBegun && basis === null) {
    throw refusal(
      `排课任务 ${id} 所依据的草稿已被丢弃，不能重试；请另选课表重新排课`,
      `The draft from which the task ${id} went on was discarded, so there is no retrying it. Maybe start ` +
        'a run with another timetable.',
    );
  }
  return basis as string | null;
}

const negativeSeed = (seed: number): DomainError =>
  errors.invalidField(
    'seed',
    `随机种子不能小于 0，现为 ${seed}，请不填或改为 0 以上`,
    `seed is ${seed}, but must be 0 or more. Maybe leave it out.`,
  );

const notEnded = (id: string, status: string): DomainError =>
  refusal(
    `排课任务 ${id} 尚未结束（${status}），不能重试；请等待其结束或先取消`,
    `The task ${id} is ${status}, so it cannot be retried. Maybe wait for its end, or cancel it first.`,
  );

/** Nobody changes a timetable that is not there; which one is published is read when the run begins. */
async function refuseWithoutBasis(
  ctx: Context,
  { id, name }: Row<Semester>,
  { fewestChanges }: SchedulingOptions,
): Promise<void> {
  if (!fewestChanges || (await publishedOf(ctx.em, id))) return;
  throw refusal(
    `学期“${name}”还没有已发布的课表，无法按“改动最少”排课；可指定一份草稿`,
    `The semester "${name}" has no published timetable to change yet. Maybe leave fewestChanges out, ` +
      'or name a draft as timetable.',
  );
}

async function refuseOtherSemester(
  ctx: Context,
  id: string,
  { id: semester, name }: Row<Semester>,
): Promise<void> {
  const timetable = await readOne(ctx, Timetable, id);
  if (timetable.semester === semester) return;
  const text = {
    zh: `课表 ${id} 不属于学期“${name}”，请换用该学期的课表`,
    en: `The timetable ${id} belongs to another semester than "${name}". Maybe take one of it.`,
  };
  throw errors.invalidInput([{ field: 'timetable', text }]);
}

async function requireSchedulable(ctx: Context, semester: Row<Semester>): Promise<void> {
  if (!semester.isEnabled)
    throw refusal(
      `学期“${semester.name}”未启用，请先启用`,
      `The semester "${semester.name}" is disabled. Maybe enable it first.`,
    );
  const [{ meetings }] = await meetingsExist(ctx.em, semester.id);
  if (!meetings) {
    throw refusal(
      `学期“${semester.name}”没有需要排课的课次，请先制定教学计划，排课准备情况会列出缺少的内容`,
      `The semester "${semester.name}" has no meetings to schedule. Maybe plan it first with ` +
        `planSemester; readiness tells what is missing.`,
    );
  }
}

/** Records a task and its job in the caller's transaction. @throws OPERATION_INVALID when too many wait */
export async function recordTask(
  ctx: Context,
  em: EntityManager,
  { told = [], ...input }: RecordedRun,
): Promise<string> {
  const warnings = [...told, ...(await warningsOf(ctx, em, input))];
  const task = em.create(SchedulingTask, {
    ...input,
    warnings: warnings.length > 0 ? warnings : null,
    requestedBy: ctx.viewer?.userId ?? null,
  } as never);
  // One task of a semester is added at a time, so that two cannot pass the bound together.
  await lockSemester(em, task.semester.id);
  await refuseTooManyWaiting(ctx, em, task.semester.id);
  if (!task.department) await refuseTooManyDrafts(ctx, em, task.semester.id);
  await em.flush();
  await schedulingRecords.queue(ctx, em, task.id);
  return task.id;
}

/** What the run passes over because something is missing to it. */
async function warningsOf(
  ctx: Context,
  em: EntityManager,
  { semester: id, department, options }: RecordedRun,
): Promise<Text[]> {
  const semester = await readOne(ctx, Semester, id);
  const wanted = optionsOf(options ?? null);
  const departments = department ? await departmentsBelow(em, department) : [];
  return passedOver(em, semester, {
    ...scopeOf(departments, wanted),
    buildings: wanted.allowedBuildings ?? [],
    isTypeNeeded: wanted.specializationRoomMatching ?? true,
  });
}

/** Throws when as many tasks of the semester, which is locked, wait as there may, or of the caller. */
async function refuseTooManyWaiting(
  { app, viewer }: Context,
  em: EntityManager,
  semester: string,
): Promise<void> {
  const { WAITING_RUNS_PER_SEMESTER_MAX: max, WAITING_RUNS_PER_PERSON_MAX: share } = app.config;
  const [{ count, own }] = await waitingCounts(em, semester, viewer?.userId ?? null);
  if (own >= share) {
    throw refusal(
      `您在该学期已有 ${own} 个排课任务在排队（每人上限 ${share}），请取消一个或等待其开始`,
      `You have ${own} scheduling tasks that wait in this semester; no more than ${share} may for one ` +
        'person. Maybe cancel one, or wait until one begins.',
    );
  }
  if (count >= max) {
    throw refusal(
      `该学期已有 ${count} 个排课任务在排队（上限 ${max}），请取消自己的或稍后再试；他人的可请管理员取消`,
      `The semester has ${count} scheduling tasks that wait; no more than ${max} may. Maybe cancel one of ` +
        'your own, try again later, or ask an administrator, who can cancel those of others.',
    );
  }
}

const refusal = (zh: string, en: string, details: object = {}): DomainError =>
  new DomainError('OPERATION_INVALID', { zh, en }, { ...details });
