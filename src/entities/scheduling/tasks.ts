import { Field, Int, ObjectType } from 'type-graphql';
import type { Ref } from '@mikro-orm/core';
import { Index } from '@mikro-orm/decorators/legacy';
import { Meeting } from './meetings.js';
import { Classroom } from '../places.js';
import { Teacher } from '../people.js';
import { SchedulingCauseKind, Strategy, TaskStage } from '../../schema/enums.js';
import { reasonMax } from '../../schema/timetables.js';
import { all, type RowRule } from '../../data/callers.js';
import { belongsTo, choice, decimal, document, flag, integer, stored, text } from '../../data/decorators.js';
import { derived } from '../../data/defaults/default-values.js';
import { selected } from '../../data/lists/selected.js';
import { Task } from '../../data/tasks/task.js';
import { DepartmentGrant, User } from '../accounts.js';
import { Department } from '../organisation.js';
import { Semester } from './semesters.js';
import { Timetable } from './timetables.js';
import { shown } from '../../schema/shown.js';
import { calledMessage } from '../../schema/texts.js';

/** Seconds of search of each strategy when no time limit is given. */
export const secondsByStrategy: Record<Strategy, number> = {
  [Strategy.QUICK]: 10,
  [Strategy.BALANCED]: 60,
  [Strategy.OPTIMAL]: 300,
};

/**
 * A task for a department is visible to those who act for it; any other one to whoever requested it, and to
 * those who act for the same departments.
 */
const ofColleagues: RowRule = {
  ADMINISTRATOR: all,
  ACADEMIC_AFFAIRS: ({ userId, departmentIds }) => ({
    $or: [
      { department: { $in: departmentIds } },
      { department: null, requestedBy: userId },
      {
        department: null,
        requestedBy: { $in: selected(DepartmentGrant, 'user', { department: { $in: departmentIds } }) },
      },
    ],
  }),
};

@Index({
  name: 'scheduling_task_running_unique',
  expression:
    'create unique index "scheduling_task_running_unique" on "scheduling_task" ("semester_id") where ' +
    '"status" = \'RUNNING\'',
})
@stored('排课任务', 'scheduling task', 'A run of the solver over a semester.', { rows: ofColleagues })
export class SchedulingTask extends Task {
  @belongsTo(() => Semester, '学期', 'Semester', { onDelete: 'cascade' })
  semester: Ref<Semester>;

  @belongsTo(() => Department, '部门', 'Department', {
    nullable: true,
    onDelete: 'cascade',
    about:
      'Of a run that changes the published timetable: whose meetings it places. None: a run of the whole ' +
      'semester, which ends as a draft.',
  })
  department: Ref<Department> | null;

  @choice('策略', 'Strategy', Strategy, { initial: Strategy.BALANCED })
  strategy: Strategy;

  @integer('时间限制', 'Time limit', {
    min: 1,
    max: 3600,
    initial: secondsByStrategy[Strategy.BALANCED],
    byDefault: derived(
      '按策略而定',
      Object.entries(secondsByStrategy)
        .map(([strategy, seconds]) => `${seconds} for ${strategy}`)
        .join(', '),
      ({ strategy }) => secondsByStrategy[strategy as Strategy],
    ),
    about: 'Seconds that the solver may search.',
  })
  timeLimitSeconds: number;

  @integer('随机种子', 'Seed', { min: 0, initial: 1, about: 'Seed of the search.' })
  seed: number;

  @integer('并行搜索数', 'Searches', {
    min: 1,
    max: 16,
    initial: 1,
    about:
      'How many workers may search at the same time, on any machines, each for the time limit; after each ' +
      'fifth of it they exchange the best timetable. Searches for which no worker is free wait for one.',
  })
  searches: number;

  @choice('任务阶段', 'Stage', TaskStage, { initial: TaskStage.PREPARATION })
  stage: TaskStage;

  @integer('硬约束违反', 'Hard violations', {
    nullable: true,
    about: 'Hard violations of the best timetable so far, unplaced meetings not included.',
  })
  hardViolations: number | null;

  @integer('软约束代价', 'Soft cost', { nullable: true, about: 'Soft cost of the best timetable so far.' })
  softCost: number | null;

  @integer('软约束代价下限', 'Soft floor', {
    nullable: true,
    about:
      'No complete timetable has a lower soft cost; null where it is not known, or meetings are left over.',
  })
  softFloor: number | null;

  @integer('最近改进', 'Recent gain', {
    nullable: true,
    about:
      'By how much the soft cost fell in the last ten seconds of a running search; null while something ' +
      'clashes, and until the same meetings have had places for ten seconds.',
  })
  recentGain: number | null;

  @integer('已排课次', 'Placed meetings', { nullable: true })
  placedCount: number | null;

  @integer('未排课次', 'Unplaced meetings', { nullable: true })
  unplacedCount: number | null;

  @document('各规则代价', 'What broken rules cost the best timetable so far', { nullable: true, short: true })
  penalties: unknown;

  @integer('每秒搜索步数', 'Moves per second', {
    nullable: true,
    about: 'Moves that the search tries per second, on average since it last started.',
  })
  movesPerSecond: number | null;

  @decimal('已搜索秒数', 'Searched seconds', {
    initial: 0,
    min: 0,
    about: 'Seconds of search so far, by all workers.',
  })
  searchedSeconds: number;

  @belongsTo(() => User, '发起人', 'Requested by', { nullable: true, onDelete: 'set null' })
  requestedBy: Ref<User> | null;

  @belongsTo(() => Timetable, '课表', 'Timetable', {
    nullable: true,
    onDelete: 'set null',
    about: 'The revision that it created.',
  })
  timetable: Ref<Timetable> | null;

  @integer('教师冲突', 'Teacher conflicts', {
    nullable: true,
    min: 0,
    about:
      'Open conflicts of teachers in the result; while it runs, in the best timetable so far; null before.',
  })
  teacherConflicts: number | null;

  @integer('教室冲突', 'Room conflicts', {
    nullable: true,
    min: 0,
    about: 'Open conflicts of rooms in the result; while it runs, in the best timetable so far; null before.',
  })
  roomConflicts: number | null;

  @integer('班级冲突', 'Class conflicts', {
    nullable: true,
    min: 0,
    about:
      'Open conflicts of classes in the result; while it runs, in the best timetable so far; null before.',
  })
  classConflicts: number | null;

  @integer('重排次数', 'How often it was solved again, because others changed the timetable meanwhile', {
    initial: 0,
    min: 0,
    hidden: true,
  })
  rounds: number;

  @document('排课选项', 'What was requested of the timetable', { nullable: true, short: true })
  options: unknown;

  @text('原因', 'Reason', {
    max: reasonMax,
    nullable: true,
    about: 'Of a run that changes the published timetable: why, as its change keeps it.',
  })
  reason: string | null;

  @document('提醒', 'What the run passes over, as it was when it was asked for', {
    nullable: true,
    short: true,
  })
  warnings: unknown;

  @belongsTo(() => Timetable, '基准课表', 'Basis', {
    nullable: true,
    onDelete: 'set null',
    about: 'The timetable that it starts from, if the options ask for that.',
  })
  basis: Ref<Timetable> | null;

  @integer('改动课次', 'Moved meetings', {
    nullable: true,
    about: 'Meetings whose place differs from the basis; null without a basis, and before the end.',
  })
  movedCount: number | null;

  @document('改动', 'Where meetings stood in the basis, and where they stand now', { nullable: true })
  moves: unknown;

  @document('无解原因', 'Why not every meeting can have a place', { nullable: true, short: true })
  causes: unknown;

  @flag('保留结果', 'Result kept', {
    initial: false,
    about:
      'Whether its result could not be stored at its end, as failure tells, and is kept with it: ' +
      'storeTaskResult stores it.',
  })
  isResultKept: boolean;

  @document('快照', 'The problem as it was when the task began', { nullable: true })
  snapshot: unknown;

  @document('最好结果', 'The best placements so far', { nullable: true })
  best: unknown;
}

@ObjectType({ description: 'A rule that a timetable breaks.' })
export abstract class BrokenRule {
  @shown(() => String, 'Name of the rule, such as "room-stability".')
  rule: string;

  @shown(() => String, 'What the rule requires, in the language of the caller.')
  meaning: string;

  @shown(() => Boolean, 'Whether the rule is hard; a soft one only costs a penalty.')
  isHard: boolean;
}

@ObjectType({ description: 'The penalty of a broken rule in a timetable.' })
export class RulePenalty extends BrokenRule {
  @shown(() => Int, 'Number of violations of a hard rule; weighted cost of a soft one.')
  penalty: number;

  @shown(
    () => Int,
    'Of a soft rule: the part that no complete timetable can avoid, 0 where none is known. Null while ' +
      'meetings are left over.',
    { nullable: true },
  )
  floor: number | null;

  @shown(() => Int, 'What the soft rule costs above that.', { nullable: true })
  aboveFloor: number | null;
}

@ObjectType({ description: 'Time, room and teacher of a meeting.' })
export class MeetingPlace {
  @shown(() => Int, '1 Monday to 7 Sunday.')
  dayOfWeek: number;

  @shown(() => Int, 'The first period, from 1.')
  periodStart: number;

  @Field(() => Classroom, { nullable: true, description: 'The room; null if it has been deleted.' })
  classroom: object | null;

  @Field(() => Teacher, { nullable: true, description: 'The teacher; null if deleted.' })
  teacher: object | null;
}

@ObjectType({ description: 'A meeting whose place differs from the basis of a task.' })
export class MovedMeeting {
  @Field(() => Meeting, { nullable: true, description: 'The meeting; null if it has been deleted.' })
  meeting: object | null;

  @Field(() => MeetingPlace, { nullable: true, description: 'Its old place; null if it had none.' })
  from: MeetingPlace | null;

  @Field(() => MeetingPlace, {
    nullable: true,
    description: 'Its new place; null if it is no longer placed.',
  })
  to: MeetingPlace | null;
}

@ObjectType({ description: 'Why not every meeting of a semester can be placed.' })
export class SchedulingCause {
  @shown(() => SchedulingCauseKind, 'What is known about the cause.')
  kind: SchedulingCauseKind;

  @shown(() => String, 'The cause in words, in the language of the caller.', {
    deprecationReason: calledMessage,
  })
  text: string;

  @shown(
    () => [String],
    'Of a CONFLICT: the requirements that contradict each other. Maybe give up one of them.',
  )
  requirements: string[];

  @shown(
    () => Boolean,
    'Whether the set is minimal: without any one of the requirements the others can be met.',
  )
  isSmallest: boolean;

  @shown(() => Int, 'Number of meetings concerned.')
  meetingCount: number;

  @Field(() => [Meeting], { description: 'The first 20 of them.' })
  meetings: object[];
}
