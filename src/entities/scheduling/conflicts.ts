import type { Ref } from '@mikro-orm/core';
import { ConflictKind, ConflictMethod, ConflictStatus, TimetableStatus } from '../../schema/timetables.js';
import { all, isPlanner, ofGrantedDepartments, type RowRule } from '../../data/callers.js';
import { StoredEntity } from '../../data/columns.js';
import { belongsTo, choice, document, instant, stored, text, uniqueTogether } from '../../data/decorators.js';
import { User } from '../accounts.js';
import { Series } from './series.js';
import { Timetable } from './timetables.js';

/**
 * Whoever acts for one of the sides: members of academic affairs where one is of granted departments, so that
 * they find what they let clash with somebody else's; everyone else what is published.
 */
const seenWithOneSide: RowRule = {
  ADMINISTRATOR: all,
  SIGNED_IN: () => ({ timetable: { status: TimetableStatus.PUBLISHED } }),
  ACADEMIC_AFFAIRS: (viewer) => {
    const [first, second] = ['firstSeries', 'secondSeries'].map((side) =>
      ofGrantedDepartments(`${side}.teachingClass.department`)(viewer),
    );
    return first === 'none' || second === 'none' ? 'none' : { $or: [first, second] };
  },
};

@uniqueTogether('timetable', 'firstSeries', 'secondSeries', 'kind')
@stored(
  '排课冲突',
  'conflict',
  'That two series of a timetable need the same thing at the same time; of one with itself, that it needs ' +
    'a room that is closed.',
  { rows: seenWithOneSide, knowsPersonal: isPlanner },
)
export class Conflict extends StoredEntity {
  @belongsTo(() => Timetable, '课表', 'Timetable', { onDelete: 'cascade' })
  timetable: Ref<Timetable>;

  @belongsTo(() => Series, '第一个排课系列', 'First series', { onDelete: 'cascade' })
  firstSeries: Ref<Series>;

  @belongsTo(() => Series, '第二个排课系列', 'Second series', { onDelete: 'cascade' })
  secondSeries: Ref<Series>;

  @choice('冲突类型', 'Kind of conflict', ConflictKind)
  kind: ConflictKind;

  @choice('解决状态', 'Resolution status', ConflictStatus, { initial: ConflictStatus.OPEN })
  status: ConflictStatus;

  @choice('解决方式', 'Resolution method', ConflictMethod, { nullable: true })
  method: ConflictMethod | null;

  @text('解决说明', 'Resolution note', { max: 255, nullable: true, personal: true })
  note: string | null;

  @belongsTo(() => User, '解决人', 'Resolved by', {
    nullable: true,
    onDelete: 'set null',
    about: 'Who settled it; of an open one whoever let it come about, with a reason.',
  })
  resolvedBy: Ref<User> | null;

  @instant('解决时间', 'Resolved at', { nullable: true })
  resolvedAt: Date | null;

  @belongsTo(() => User, '接受人', 'Accepted by', {
    nullable: true,
    onDelete: 'set null',
    about:
      'Who accepted it, while it stays open: it waits for somebody to deal with it, and stops no publish.',
  })
  acceptedBy: Ref<User> | null;

  @instant('接受时间', 'Accepted at', { nullable: true })
  acceptedAt: Date | null;

  @document('最后的重叠', 'What overlapped last, once it is resolved', { nullable: true, short: true })
  endedPairs: unknown;

  @instant('移出列表时间', 'Dismissed at', {
    nullable: true,
    hidden: true,
    about: 'When it was taken off the lists; only resolved ones are.',
  })
  dismissedAt: Date | null;
}
