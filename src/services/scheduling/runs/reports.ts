import { Course } from '../../../entities/courses.js';
import { Teacher } from '../../../entities/people.js';
import { Classroom } from '../../../entities/places.js';
import { Conflict } from '../../../entities/scheduling/conflicts.js';
import type {
  ResourceUse,
  ScheduledSeries,
  SchedulingReport,
  SchedulingResult,
} from '../../../entities/scheduling/department-runs.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { SchedulingTask } from '../../../entities/scheduling/tasks.js';
import { TaskStage, TaskStatus } from '../../../schema/enums.js';
import { ConflictStatus } from '../../../schema/timetables.js';
import type { Row } from '../../../schema/rows.js';
import type { SchedulingOptionsInput } from '../../../entities/scheduling/options.js';
import type { Text } from '../../../schema/texts.js';
import { actsForAll, authorize, declareRights, planners, signedIn, viewerOf } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { hasEnded } from '../../../data/tasks/task.queries.js';
import { departmentsBelow } from '../../organisation/departments-below.js';
import { dayNames, dayNamesEn } from '../semester/periods.js';
import { timesOf } from '../changes/occupancy.js';
import { idleDays } from '../problem/option-checks.js';
import { optionsOf } from '../problem/options.js';
import { outlookOf } from './outlook.js';
import { runValues, scopeOf } from '../problem/run-scope.js';
import type { RunValues } from '../problem/problem.queries.js';
import { schedulingRecords } from './task-records.js';
import { knownCostOf, remainingSecondsOf } from './tasks.js';
import { schedulingDaysOf, weekCountOf } from '../semester/weeks.js';
import { daysOfSnapshot, isTaught, resourceUse, seriesPlaced, tasksAhead } from './runs.queries.js';

declareRights({
  schedulingReport: planners,
  ownSchedulingTasks: planners,
  latestSchedulingResult: signedIn,
  schedulableCourses: planners,
});

/** Longest lists that are answered. */
const rowsMax = 1_000;

export const schedulingReports = {
  /** Where a task stands. */
  async one(ctx: Context, id: string): Promise<SchedulingReport> {
    authorize(ctx, 'schedulingReport');
    return reportOf(ctx, await readOne(ctx, SchedulingTask, id));
  },

  /** The runs for departments that the caller started, newest first. */
  async own(ctx: Context): Promise<string[]> {
    authorize(ctx, 'ownSchedulingTasks');
    return (await ownTasks(ctx, rowsMax)).map(({ id }) => id);
  },

  /** What the caller's latest run for a department made; null before there is one. */
  async latest(ctx: Context): Promise<SchedulingResult | null> {
    authorize(ctx, 'latestSchedulingResult');
    const [task] = await ownTasks(ctx, 1);
    if (!task) return null;
    const assignments = task.timetable === null ? [] : await placedBy(ctx, task);
    return {
      report: await reportOf(ctx, task),
      softCost: task.softCost,
      softFloor: task.softFloor,
      assignments,
      conflicts: await conflictsOf(ctx, task, assignments),
      use: await useOf(ctx, task),
    };
  },

  /** The courses of the caller's departments that somebody is approved to teach, each once. */
  async courses(ctx: Context): Promise<Row<Course>[]> {
    authorize(ctx, 'schedulableCourses');
    const own = actsForAll(ctx) ? {} : { department: { $in: ctx.viewer?.departmentIds ?? [] } };
    const where = { ...own, $sql: isTaught };
    return ctx.rows.find(Course, where, { orderBy: { code: 'asc' }, limit: rowsMax });
  },
};

const ownTasks = (ctx: Context, limit: number): Promise<Row<SchedulingTask>[]> =>
  ctx.rows.find(
    SchedulingTask,
    { requestedBy: viewerOf(ctx).userId, department: { $isNull: false } },
    { orderBy: { id: 'desc' }, limit },
  );

/** How clients of /api/v1 call the stages. */
const stageNames: Readonly<Record<TaskStage, string | null>> = {
  PREPARATION: null,
  CONSTRUCTION: 'initial_scheduling',
  REPAIR: 'conflict_resolution',
  OPTIMISATION: 'optimization',
  FINALISATION: 'finalization',
};

const stageTexts: Readonly<Record<TaskStage, Text>> = {
  PREPARATION: { zh: '正在准备数据', en: 'Preparing' },
  CONSTRUCTION: { zh: '正在安排初始位置', en: 'Giving every meeting an initial place' },
  REPAIR: { zh: '正在消除冲突', en: 'Resolving clashes' },
  OPTIMISATION: { zh: '正在优化课表', en: 'Looking for better places' },
  FINALISATION: { zh: '正在校验并保存结果', en: 'Verifying and storing the result' },
};

/** Where a task stands, with its place in the line of its semester. */
export async function reportOf(ctx: Context, task: Row<SchedulingTask>): Promise<SchedulingReport> {
  const ahead = task.status === TaskStatus.QUEUED ? await aheadOf(ctx, task) : { count: 0, seconds: 0 };
  const { progress, startedAt, createdAt, teacherConflicts, roomConflicts, classConflicts } = task;
  const isRunning = task.status === TaskStatus.RUNNING;
  const hasResult = task.timetable !== null && hasEnded(task);
  const semester = await readOne(ctx, Semester, task.semester as string);
  const expected = new Date(Date.now() + ahead.seconds * 1_000);
  return {
    taskId: task.id,
    semesterId: task.semester as string,
    departmentId: task.department as string | null,
    state: hasResult ? 'completed' : hasEnded(task) ? 'failed' : 'processing',
    percent: hasResult ? 100 : Math.floor(Number(progress) * 100),
    remainingSeconds: ahead.seconds + remainingSecondsOf(task),
    queuePlace: ahead.count,
    startsAt: startedAt ?? (hasEnded(task) ? null : expected),
    startedAt,
    createdAt,
    requestedById: task.requestedBy as string | null,
    stage: isRunning ? stageNames[task.stage] : hasResult ? 'finalization' : null,
    message: messageOf(task, ahead)[ctx.language],
    warnings: [...(await warningsOf(ctx, task, semester)), ...passedOverBy(task)].map(
      (text) => text[ctx.language],
    ),
    outlook: outlookOf(knownCostOf(task))?.[ctx.language] ?? null,
    ...{ teacherConflicts, roomConflicts, classConflicts },
  };
}

/** What was told when the run was asked for. */
const passedOverBy = ({ warnings }: Row<SchedulingTask>): readonly Text[] => (warnings ?? []) as Text[];

/** What the run ignores of its options: as the semester was when the run took its snapshot, once it has. */
async function warningsOf(
  { em }: Context,
  { id, options: given }: Row<SchedulingTask>,
  semester: Row<Semester>,
): Promise<Text[]> {
  const options = (given ?? {}) as SchedulingOptionsInput;
  if (!options.timePreferences?.preferredTimeSlots?.length) return [];
  const [taken] = await daysOfSnapshot(em, id);
  const days = idleDays(taken ?? semester, options);
  if (days.length === 0) return [];
  return [
    {
      zh: `优先时段中的${days.map((day) => `星期${dayNames[day - 1]}`).join('、')}不安排课次，未计入`,
      en:
        `The run places nothing on ${days.map((day) => dayNamesEn[day - 1]).join(', ')}: slots on ` +
        'these days count for nothing.',
    },
  ];
}

function messageOf(task: Row<SchedulingTask>, ahead: { count: number; seconds: number }): Text {
  const { status, placedCount, unplacedCount, failureZh, failureEn } = task;
  const placed = placedCount ?? 0;
  const left = unplacedCount ?? 0;
  switch (status) {
    case TaskStatus.QUEUED:
      if (ahead.count === 0) return { zh: '排队中，即将开始', en: 'Waiting: it is the next to begin.' };
      return {
        zh: `排队中，前面还有 ${ahead.count} 个任务，预计 ${ahead.seconds} 秒后开始`,
        en: `Waiting: ${ahead.count} tasks come first, so it begins in about ${ahead.seconds} seconds.`,
      };
    case TaskStatus.RUNNING:
      return stageTexts[task.stage];
    case TaskStatus.FAILED:
      return { zh: failureZh ?? '排课失败', en: failureEn ?? 'The task failed.' };
    case TaskStatus.CANCELLED:
      return task.timetable === null
        ? {
            zh: `任务已取消${failureZh ? `：${failureZh}` : ''}`,
            en: `The task was cancelled.${failureEn ? ` ${failureEn}` : ''}`,
          }
        : { zh: `任务已取消，保留已排 ${placed} 个课次`, en: `Cancelled; ${placed} meetings keep places.` };
    default:
      return left === 0
        ? { zh: `排课完成，共排 ${placed} 个课次`, en: `Done: ${placed} meetings have places.` }
        : {
            zh: `排课完成，已排 ${placed} 个课次，${left} 个课次没有位置`,
            en: `Done: ${placed} meetings have places, ${left} have none.`,
          };
  }
}

/** The tasks of the semester that come before a waiting one, and the seconds that they take at most. */
async function aheadOf(
  ctx: Context,
  { id, semester }: Row<SchedulingTask>,
): Promise<{ count: number; seconds: number }> {
  const [row] = await tasksAhead(schedulingRecords.waiting)(ctx.em, semester as string, id);
  return row;
}

/** Conflicts of the series that nobody has resolved, as far as the caller may see them. */
async function conflictsOf(
  ctx: Context,
  { timetable }: Row<SchedulingTask>,
  assignments: readonly ScheduledSeries[],
): Promise<Row<Conflict>[]> {
  const series = assignments.flatMap(({ seriesId }) => seriesId ?? []);
  if (timetable === null || series.length === 0) return [];
  const { OPEN, IGNORED } = ConflictStatus;
  const sides = [{ firstSeries: { $in: series } }, { secondSeries: { $in: series } }];
  const where = { $and: [{ timetable, status: { $in: [OPEN, IGNORED] } }, { $or: sides }] };
  return ctx.rows.find(Conflict, where, { orderBy: { id: 'asc' }, limit: rowsMax });
}

/** How much of the time of rooms, of teachers and of the semester the meetings of a run take. */
async function useOf(ctx: Context, task: Row<SchedulingTask>): Promise<ResourceUse> {
  const semester = await readOne(ctx, Semester, task.semester as string);
  const rows = await resourceUse(ctx.em, ...(await placedValues(ctx, task)));
  const offered = weekCountOf(semester) * schedulingDaysOf(semester).length * semester.periodsPerDay;
  const shareOf = (wanted: string): number => {
    const { count = 0, slots = 0 } = rows.find(({ kind }) => kind === wanted) ?? {};
    return count === 0 ? 0 : Math.min(1, slots / (count * offered));
  };
  const [rooms, teachers, periods] = ['rooms', 'teachers', 'periods'].map(shareOf);
  return { mean: (rooms + teachers + periods) / 3, rooms, teachers, periods };
}

/** What stands in the timetable of the meetings that a run for a department placed, by series. */
async function placedBy(ctx: Context, task: Row<SchedulingTask>): Promise<ScheduledSeries[]> {
  const rows = await seriesPlaced(rowsMax)(ctx.em, ...(await placedValues(ctx, task)));
  return Promise.all(
    rows.map(async ({ course, teacher, classroom, slots, ...same }) => ({
      ...same,
      course: await ctx.rows.referenced(Course, course),
      teacher: await ctx.rows.referenced(Teacher, teacher),
      classroom: await ctx.rows.referenced(Classroom, classroom),
      times: timesOf(slots).map(({ week, day, period }) => ({ week, dayOfWeek: day, period })),
    })),
  );
}

/** The timetable of a run, and what it placed. */
async function placedValues(
  ctx: Context,
  { timetable, department, options }: Row<SchedulingTask>,
): Promise<[timetable: string, ...scope: RunValues]> {
  const departments = await departmentsBelow(ctx.em, department as string);
  return [timetable as string, ...runValues(scopeOf(departments, optionsOf(options as never)))];
}
