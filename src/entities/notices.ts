import type { Ref } from '@mikro-orm/core';
import { Field, Int, ObjectType } from 'type-graphql';
import { nobody, own } from '../data/callers.js';
import { StoredEntity } from '../data/columns.js';
import {
  belongsTo,
  date,
  document,
  flag,
  instant,
  integer,
  list,
  stored,
  text,
  uniqueTogether,
} from '../data/decorators.js';
import type { Language } from '../schema/texts.js';
import { CivilDate } from '../schema/scalars.js';
import { shown } from '../schema/shown.js';
import { User } from './accounts.js';
import { Change } from './scheduling/changes.js';
import { DateRequest } from './scheduling/date-changes.js';
import { Meeting } from './scheduling/meetings.js';
import { MeetingPlace } from './scheduling/tasks.js';

@uniqueTogether('user', 'change')
@uniqueTogether('user', 'request')
@stored(
  '课表通知',
  'notice',
  'That a change of the published timetable concerns the caller, or that a request of theirs was decided on.',
  { rows: { SIGNED_IN: own('user', 'userId') } },
)
export class Notice extends StoredEntity {
  @belongsTo(() => User, '用户', 'User', { onDelete: 'cascade', hidden: true })
  user: Ref<User>;

  @belongsTo(() => Change, '课表变更', 'Change', { nullable: true, onDelete: 'cascade', hidden: true })
  change: Ref<Change> | null;

  @belongsTo(() => DateRequest, '单次变更申请', 'Date request', {
    nullable: true,
    onDelete: 'cascade',
    hidden: true,
  })
  request: Ref<DateRequest> | null;

  @list('明细编号', 'Items', 'integer', {
    hidden: true,
    about: 'Numbers of the items that concern the person.',
  })
  items: number[];

  @instant('阅读时间', 'Read at', { nullable: true, about: 'None of one that was not read.' })
  readAt: Date | null;

  @instant('邮件时间', 'Mailed at', { nullable: true, hidden: true, about: 'When a mail told of it.' })
  mailedAt: Date | null;
}

@uniqueTogether('change', 'number')
@stored(
  '通知明细',
  'notice item',
  'What a change of the published timetable does to one meeting for its readers.',
  {
    // Whoever has the notice sees its items.
    rows: nobody,
    output: false,
  },
)
export class NoticeItem extends StoredEntity {
  @belongsTo(() => Change, '课表变更', 'Change', { onDelete: 'cascade' })
  change: Ref<Change>;

  @integer('编号', 'Number', { min: 1, about: 'Within the change, from 1.' })
  number: number;

  @belongsTo(() => Meeting, '课次', 'Meeting', { onDelete: 'cascade' })
  meeting: Ref<Meeting>;

  @integer('周次', 'Week', { min: 1, nullable: true, about: 'The week that it is about; none: all weeks.' })
  week: number | null;

  @document('之前位置', 'Place before', { nullable: true, short: true })
  before: unknown;

  @document('之后位置', 'Place after', { nullable: true, short: true })
  after: unknown;
}

@stored('通知设置', 'notice preference', 'How a person is told of changes beside the list of notices.', {
  // Read and written for the caller alone.
  rows: nobody,
  output: false,
})
export class NoticePreference extends StoredEntity {
  @belongsTo(() => User, '用户', 'User', { onDelete: 'cascade', exclusive: true, hidden: true })
  user: Ref<User>;

  @flag('邮件汇总', 'By mail', {
    initial: true,
    about: 'Whether a mail a day tells of the changes that were not read until then.',
  })
  isMailed: boolean;

  @text('语言', 'Language', {
    max: 2,
    nullable: true,
    hidden: true,
    about: 'In which the person last read notices or said how to be told; mails are in it.',
  })
  language: Language | null;

  @date('最近汇总日期', 'Last mail', { nullable: true, hidden: true, about: 'Date of the last mail.' })
  mailedOn: string | null;
}

@ObjectType({ description: 'What a change did to a meeting that concerns the caller.' })
export class NoticedMeeting {
  @Field(() => Meeting, { nullable: true, description: 'The meeting; null if it has been deleted.' })
  meeting: object | null;

  @shown(() => Int, 'The teaching week that it is about; null: all in which it is held.', { nullable: true })
  week: number | null;

  @shown(() => CivilDate, 'The date on which it was held in that week; null if on none.', { nullable: true })
  fromDate: string | null;

  @Field(() => MeetingPlace, { nullable: true, description: 'Its place before; null if it had none.' })
  from: MeetingPlace | null;

  @shown(() => CivilDate, 'The date on which it is held in place of that; null if on none.', {
    nullable: true,
  })
  toDate: string | null;

  @Field(() => MeetingPlace, { nullable: true, description: 'Its place after; null if it has none.' })
  to: MeetingPlace | null;

  @shown(() => String, 'The same in words, in the language of the caller.')
  message: string;
}

@ObjectType({ description: 'The notices of the caller as they are now.' })
export class NoticeState {
  @shown(() => Int, 'How many were not read yet.')
  unreadCount: number;

  @Field(() => [Notice], { description: 'The newest, at most 50.' })
  latest: object[];
}

@ObjectType({ description: 'How a person is told of changes beside the list of notices.' })
export class NoticePreferences {
  @shown(() => Boolean, 'Whether a mail a day tells of notices that were not read until then.')
  isMailed: boolean;
}
