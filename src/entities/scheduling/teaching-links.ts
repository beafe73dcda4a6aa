import type { Ref } from '@mikro-orm/core';
import { everybody } from '../../data/callers.js';
import { StoredEntity } from '../../data/columns.js';
import { belongsTo, choice, integer, stored } from '../../data/decorators.js';
import { RuleLevel } from '../../schema/enums.js';
import { LinkKind } from '../../schema/timetables.js';
import { CreditHourType } from '../courses.js';
import { TeachingClass } from './teaching-classes.js';

@stored(
  '教学班关联',
  'teaching link',
  'What must hold, or should, between meetings of two teaching classes, or of two kinds of hours of one.',
  { rows: everybody, department: 'first.department' },
)
export class TeachingLink extends StoredEntity {
  @choice('关联类型', 'Kind of link', LinkKind)
  kind: LinkKind;

  @belongsTo(() => TeachingClass, '教学班', 'Teaching class', {
    onDelete: 'cascade',
    about: 'The one that comes first, where the kind has an order.',
  })
  first: Ref<TeachingClass>;

  @belongsTo(() => CreditHourType, '学时类型', 'Credit-hour type', {
    nullable: true,
    about: 'The hours of the first teaching class that are meant; none: all its meetings.',
  })
  firstHours: Ref<CreditHourType> | null;

  @belongsTo(() => TeachingClass, '关联教学班', 'Linked teaching class', {
    onDelete: 'cascade',
    about: 'The other one, of the same semester; the same again to link two kinds of its hours.',
  })
  second: Ref<TeachingClass>;

  @belongsTo(() => CreditHourType, '关联学时类型', 'Linked credit-hour type', {
    nullable: true,
    about: 'The hours of the linked teaching class that are meant; none: all its meetings.',
  })
  secondHours: Ref<CreditHourType> | null;

  @choice('要求程度', 'Level', RuleLevel, {
    initial: RuleLevel.HARD,
    about: 'Whether it must hold, should hold, or is ignored for now.',
  })
  level: RuleLevel;

  @integer('权重', 'Weight', {
    min: 1,
    max: 100,
    initial: 10,
    about: 'What each pair of meetings that breaks it costs a timetable, where it is only wished.',
  })
  weight: number;
}
