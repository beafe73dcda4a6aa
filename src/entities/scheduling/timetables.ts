import { Field, Int, ObjectType } from 'type-graphql';
import type { Ref } from '@mikro-orm/core';
import { Index } from '@mikro-orm/decorators/legacy';
import { TimetableStatus } from '../../schema/timetables.js';
import { all, isPlanner, type RowRule } from '../../data/callers.js';
import { StoredEntity } from '../../data/columns.js';
import {
  belongsTo,
  choice,
  document,
  instant,
  integer,
  stored,
  text,
  uniqueTogether,
} from '../../data/decorators.js';
import { given, inputType } from '../../data/inputs.js';
import { shown } from '../../schema/shown.js';
import { User } from '../accounts.js';
import { Semester } from './semesters.js';

/** Planners see all rows; everyone else sees those that match, which are the published ones. */
export const publishedFor = (published: object): RowRule => ({
  ADMINISTRATOR: all,
  ACADEMIC_AFFAIRS: all,
  SIGNED_IN: () => published,
});

@Index({
  name: 'timetable_published_unique',
  expression:
    'create unique index "timetable_published_unique" on "timetable" ("semester_id") where "status" = ' +
    "'PUBLISHED'",
})
@uniqueTogether('semester', 'revision')
@stored('课表', 'timetable', 'A revision of the timetable of a semester.', {
  rows: publishedFor({ status: TimetableStatus.PUBLISHED }),
  knowsPersonal: isPlanner,
})
export class Timetable extends StoredEntity {
  @belongsTo(() => Semester, '学期', 'Semester')
  semester: Ref<Semester>;

  @integer('版本号', 'Revision', {
    min: 1,
    about: 'Number of the revision within its semester, from 1.',
    sorted: 'plain',
  })
  revision: number;

  @choice('课表状态', 'Timetable status', TimetableStatus, { initial: TimetableStatus.DRAFT })
  status: TimetableStatus;

  @integer('硬约束违反', 'Hard violations', {
    min: 0,
    initial: 0,
    about:
      'Hard violations counted by an independent verifier when a run made it, unplaced meetings not ' +
      'included; what is changed afterwards is not counted, checking a change tells it.',
  })
  hardViolations: number;

  @integer('软约束代价', 'Soft cost', {
    min: 0,
    initial: 0,
    about:
      'Weighted sum of the soft violations when a run made it; what is changed afterwards is not counted, ' +
      'checking a change tells it.',
    sorted: 'plain',
  })
  softCost: number;

  @integer('未排课次', 'Unplaced meetings', { min: 0, initial: 0 })
  unplacedCount: number;

  @instant('发布时间', 'Published at', { nullable: true })
  publishedAt: Date | null;

  @belongsTo(() => User, '创建人', 'Made by', {
    nullable: true,
    onDelete: 'set null',
    about: 'Who made it; none where no person asked for it.',
  })
  madeBy: Ref<User> | null;

  @belongsTo(() => Timetable, '起始的发布版', 'Base', {
    nullable: true,
    onDelete: 'set null',
    about: 'The published timetable beside which the draft began.',
  })
  base: Ref<Timetable> | null;

  @integer('起始变更号', 'Number at its beginning', {
    min: 0,
    initial: 0,
    about: 'The newest change of the semester when it began.',
  })
  beganAt: number;

  @text('发布说明', 'Reason of publishing', {
    max: 255,
    nullable: true,
    personal: true,
    about: 'Why it was published although conflicts were open or meetings unplaced.',
  })
  publishReason: string | null;

  @instant('归档时间', 'Archived at', {
    nullable: true,
    about: 'When it was archived: because another one was published, or as a draft that nobody changed.',
  })
  archivedAt: Date | null;

  @belongsTo(() => User, '归档人', 'Archived by', {
    nullable: true,
    onDelete: 'set null',
  })
  archivedBy: Ref<User> | null;

  @document('保留的位置', 'Places that stay as they are in the draft, by meeting', { nullable: true })
  kept: unknown;
}

@inputType('What of which semester is taken over into another one.')
export class SemesterCopyInput {
  @given('reference', '来源学期', 'Source', { about: 'Identifier of the semester that is copied.' })
  source: string;

  @given('reference', '目标学期', 'Target', {
    about: 'Identifier of the semester that it is copied into; it must be enabled.',
  })
  target: string;

  @given('reference', '课表', 'Timetable', {
    optional: true,
    about: 'The revision of the source whose places are taken over; the published one by default.',
  })
  timetable?: string | null;

  @given('reference', '部门', 'Department', {
    optional: true,
    about:
      'Only teaching classes that this department or one below it offers; by default those of all ' +
      'departments that you act for.',
  })
  department?: string | null;
}

@ObjectType({ description: 'What copying a semester made, or would make.' })
export class SemesterCopy {
  @Field(() => Timetable, {
    nullable: true,
    description: 'The draft with the places; none of a dry run, and where nothing was to be copied.',
  })
  draft: object | null;

  @shown(() => Int, 'Teaching classes that are made.')
  newCount: number;

  @shown(() => Int, 'Teaching classes that an earlier copy had made; they stay as they are.')
  knownCount: number;

  @shown(() => Int, 'Meetings of both that the draft takes over.')
  meetingCount: number;

  @shown(() => Int, 'How many of these meetings keep their place.')
  placedCount: number;

  @shown(() => Int, 'Conflicts of the draft that somebody has to deal with before it is published.')
  openConflictCount: number;

  @shown(() => Int, 'How many warnings there are.')
  warningCount: number;

  @shown(
    () => [String],
    'What could not be taken over as it was, and why, in the language of the caller; the first 500.',
  )
  warnings: string[];
}
