import type { Ref } from '@mikro-orm/core';
import { Index } from '@mikro-orm/decorators/legacy';
import { Int, ObjectType } from 'type-graphql';
import { everybody, own } from '../../data/callers.js';
import { StoredEntity } from '../../data/columns.js';
import { belongsTo, choice, date, list, stored, text, uniqueTogether } from '../../data/decorators.js';
import { given, inputOf, inputType, nested } from '../../data/inputs.js';
import type { Row } from '../../schema/rows.js';
import { CivilDate, Id, Instant } from '../../schema/scalars.js';
import { shown } from '../../schema/shown.js';
import { CalendarDayKind } from '../../schema/timetables.js';
import { User } from '../accounts.js';
import { AdministrativeClass } from '../organisation.js';
import { Campus } from '../places.js';
import { ChangedDate } from './date-changes.js';
import { TimetableItem } from './personal-timetables.js';
import { Semester } from './semesters.js';

@uniqueTogether('semester', 'date')
@uniqueTogether('semester', 'follows')
@stored(
  '校历日',
  'calendar day',
  'A date of a semester on which its own plan is not taught: a holiday, or a day that makes up for another.',
  { rows: everybody },
)
export class CalendarDay extends StoredEntity {
  @belongsTo(() => Semester, '学期', 'Semester', { onDelete: 'cascade' })
  semester: Ref<Semester>;

  @date('日期', 'Date')
  date: string;

  @choice('类型', 'Kind', CalendarDayKind)
  kind: CalendarDayKind;

  @date('补课对应日期', 'Followed date', {
    nullable: true,
    about:
      'The date whose plan is taught on a day of kind MAKE_UP: one within the weeks of the semester on ' +
      'which its own plan is not taught, and that no other date follows.',
  })
  follows: string | null;

  @text('名称', 'Name', { max: 32, nullable: true, about: 'Such as 国庆节.' })
  name: string | null;
}

@ObjectType({ description: 'A day of the plan of a semester.' })
export class PlannedDay {
  @shown(() => Int, 'Teaching week, from 1.')
  week: number;

  @shown(() => Int, '1 Monday to 7 Sunday.')
  dayOfWeek: number;
}

/** More dates than a semester has. */
const datesMax = 250;

@inputType('A date on which not its own plan is taught.', { output: 'ProposedCalendarDay' })
export class CalendarDayInput extends inputOf(CalendarDay, ['date', 'kind', 'follows', 'name']) {}

@inputType('What changes in the calendar of a semester, all of it or nothing.')
export class CalendarChangeInput {
  @given('reference', '学期', 'Semester', { about: 'Identifier of the semester.' })
  semester: string;

  @nested(() => CalendarDayInput, '校历日', 'Days', {
    max: datesMax,
    about: 'Days that become so, whatever they were before.',
  })
  days?: CalendarDayInput[] | null;

  @given('list', '恢复的日期', 'Dates without a rule', {
    ...{ optional: true, max: datesMax, type: () => [CivilDate] },
    about: 'Dates on which their own plan is taught again.',
  })
  removedDates?: string[] | null;
}

/** Identifier of the bell season that migrations make. */
export const usualSeasonId = '00000000-0000-4000-8000-0000000be112';

@Index({
  name: 'bell_season_campus_starts_on_unique',
  expression:
    'create unique index "bell_season_campus_starts_on_unique" on "bell_season" ("campus_id", "starts_on") ' +
    'nulls not distinct',
})
@stored(
  '作息时间',
  'bell season',
  'From which day of the year on the periods of a day have which times, until the next one of the campus.',
  { rows: everybody },
)
export class BellSeason extends StoredEntity {
  @belongsTo(() => Campus, '校区', 'Campus', {
    nullable: true,
    onDelete: 'cascade',
    about: 'None: every campus that has no times of its own.',
  })
  campus: Ref<Campus> | null;

  @text('开始日', 'First day', {
    ...{ max: 5, initial: '01-01' },
    about: 'Day of the year from which it applies, `MM-DD`.',
  })
  startsOn: string;

  @list('节次时间', 'Times of periods', 'text', {
    about: 'When each period begins and ends, from the first, `HH:MM-HH:MM`.',
  })
  times: string[];
}

@ObjectType({ description: 'The time of the day of a period.' })
export class PeriodTime {
  @shown(() => Int, 'The period, from 1.')
  period: number;

  @shown(() => String, 'When it begins, `HH:MM`.')
  start: string;

  @shown(() => String, 'When it ends, `HH:MM`.')
  end: string;
}

@ObjectType({ description: 'When a meeting is held: on which date, from when to when.' })
export class MeetingDate {
  @shown(() => CivilDate, 'The date, at the institution.')
  date: string;

  @shown(() => Instant, 'When it begins; null where the periods have no times.', { nullable: true })
  start: Date | null;

  @shown(() => Instant, 'When it ends; null where the periods have no times.', { nullable: true })
  end: Date | null;

  @shown(() => String, 'Time zone of the institution, by its IANA name.')
  timeZone: string;
}

@ObjectType({ description: 'A meeting on a date.' })
export class DatedMeeting {
  @shown(() => MeetingDate, 'When it is held.')
  held: MeetingDate;

  @shown(() => TimetableItem, 'What is held, and as which week and day it was planned.')
  item: TimetableItem;

  @shown(
    () => Boolean,
    'Whether it is held then; else it was cancelled, moved away or taken over by somebody else, as ' +
      '`change` of the item tells, and this is when it would have been.',
  )
  isHeld: boolean;
}

@ObjectType({ description: 'A meeting that a change of the calendar moves, drops or brings back.' })
export class ShiftedMeeting {
  @shown(() => Id, 'Identifier of the teaching class.')
  teachingClassId: string;

  @shown(() => String, 'Name of the teaching class.')
  name: string;

  @shown(() => Int, 'The first period, from 1.')
  periodStart: number;

  @shown(() => Int, 'The last period, inclusive.')
  periodEnd: number;

  @shown(() => CivilDate, 'The date on which it was held; null if it was not.', { nullable: true })
  from: string | null;

  @shown(() => CivilDate, 'The date on which it is held now; null if it falls out.', { nullable: true })
  to: string | null;
}

@ObjectType({
  description: 'What a change of the calendar means for the published timetable, else the newest draft.',
})
export class CalendarChange {
  @shown(() => Semester, 'The semester, with its calendar as it is stored.')
  semester: Row<Semester>;

  @shown(() => Int, 'Meetings that are held on another date.')
  movedCount: number;

  @shown(() => Int, 'Meetings that fall out.')
  droppedCount: number;

  @shown(() => Int, 'Meetings that are held again.')
  restoredCount: number;

  @shown(() => Int, 'Teachers who are concerned.')
  teacherCount: number;

  @shown(() => Int, 'Students who are concerned.')
  studentCount: number;

  @shown(() => [ShiftedMeeting], 'The first of these meetings, at most 20.')
  meetings: ShiftedMeeting[];

  @shown(
    () => [ChangedDate],
    'Changes of single dates that end with it, because they mean nothing any more; it is carried out only ' +
      'with `endsDates`.',
  )
  endedDates: ChangedDate[];
}

@stored(
  '日历订阅',
  'calendar link',
  'An address at which calendars read one timetable, by the rights of whoever made it, until it is revoked ' +
    'or expires.',
  { rows: { SIGNED_IN: own('user', 'userId') } },
)
export class CalendarLink extends StoredEntity {
  @belongsTo(() => User, '用户', 'User', { onDelete: 'cascade', hidden: true })
  user: Ref<User>;

  @belongsTo(() => AdministrativeClass, '行政班', 'Administrative class', {
    nullable: true,
    onDelete: 'cascade',
    about: 'The class whose timetable it is; none: that of the person who made it.',
  })
  administrativeClass: Ref<AdministrativeClass> | null;

  @date('到期日', 'Last day', {
    nullable: true,
    about: 'The last day on which it leads anywhere; none: until it is revoked.',
  })
  expiresOn: string | null;

  @text('密钥', 'SHA-256 of the secret', { max: 64, secret: true })
  secretHash: string;
}

@ObjectType({ description: 'A calendar link that was just made.' })
export class NewCalendarLink {
  @shown(() => CalendarLink, 'The link.')
  link: Row<CalendarLink>;

  @shown(
    () => String,
    'Path on this server of the calendar, with its secret, which is told only now. Whoever knows it can ' +
      'read the timetable; with `.pdf` in place of `.ics` it is that of the page to print.',
  )
  path: string;
}
