import type { Ref } from '@mikro-orm/core';
import { Index } from '@mikro-orm/decorators/legacy';
import { TimetableStatus } from '../../schema/enums.js';
import { all, type RowRule } from '../../data/callers.js';
import {
  belongsTo,
  choice,
  hasMany,
  instant,
  integer,
  longText,
  stored,
  StoredEntity,
  uniqueTogether,
} from '../../data/columns.js';
import { Meeting } from './meetings.js';
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
    about: 'Hard violations counted by an independent verifier, unplaced meetings not included.',
  })
  hardViolations: number;

  @integer('软约束代价', 'Soft cost', {
    min: 0,
    initial: 0,
    about: 'Weighted sum of the soft violations.',
    sorted: 'plain',
  })
  softCost: number;

  @integer('未排课次', 'Unplaced meetings', { min: 0, initial: 0 })
  unplacedCount: number;

  @instant('发布时间', 'Published at', { nullable: true })
  publishedAt: Date | null;

  @hasMany(() => UnplacedMeeting, 'timetable', 'The meetings that are not placed in it, and why.', 100)
  unplaced: UnplacedMeeting[];
}

@uniqueTogether('timetable', 'meeting')
@stored('未排课次', 'unplaced meeting', 'That a timetable has no place for a meeting, and why.', {
  rows: publishedFor({ timetable: { status: TimetableStatus.PUBLISHED } }),
})
export class UnplacedMeeting extends StoredEntity {
  @belongsTo(() => Timetable, '课表', 'Timetable', { onDelete: 'cascade' })
  timetable: Ref<Timetable>;

  @belongsTo(() => Meeting, '课次', 'Meeting', { onDelete: 'cascade' })
  meeting: Ref<Meeting>;

  @longText('中文原因', 'Reason in Chinese', { hidden: true })
  reasonZh: string;

  @longText('英文原因', 'Reason in English', { hidden: true })
  reasonEn: string;
}
