import { Field, Int, ObjectType } from 'type-graphql';
import type { Ref } from '@mikro-orm/core';
import { everybody } from '../../data/callers.js';
import { StoredEntity } from '../../data/columns.js';
import { belongsTo, choice, stored, uniqueTogether } from '../../data/decorators.js';
import { given, inputType, nested } from '../../data/inputs.js';
import { TeachingRole } from '../../schema/timetables.js';
import { Id } from '../../schema/scalars.js';
import { shown } from '../../schema/shown.js';
import { Teacher } from '../people.js';
import { ClassAssignment } from './assignments.js';
import { Meeting } from './meetings.js';

/** Greatest number of teachers that a meeting has beside the first. */
export const furtherTeachersMax = 10;

/** Greatest number of meetings that are named at once. */
const meetingsMax = 200;

@uniqueTogether('meeting', 'teacher')
@stored(
  '其他教师',
  'further teacher',
  'That somebody teaches a meeting beside its first teacher, whoever that is and wherever it is placed.',
  { rows: everybody },
)
export class FurtherTeacher extends StoredEntity {
  @belongsTo(() => Meeting, '课次', 'Meeting', { onDelete: 'cascade' })
  meeting: Ref<Meeting>;

  @belongsTo(() => Teacher, '教师', 'Teacher')
  teacher: Ref<Teacher>;

  @choice('教师角色', 'Role', TeachingRole)
  role: TeachingRole;
}

@uniqueTogether('assignment', 'teacher')
@stored(
  '归档的其他教师',
  'archived further teacher',
  'That somebody taught a meeting beside its first teacher when its timetable was archived.',
  { rows: everybody },
)
export class ArchivedTeacher extends StoredEntity {
  @belongsTo(() => ClassAssignment, '排课', 'Class assignment', { onDelete: 'cascade' })
  assignment: Ref<ClassAssignment>;

  @belongsTo(() => Teacher, '教师', 'Teacher')
  teacher: Ref<Teacher>;

  @choice('教师角色', 'Role', TeachingRole)
  role: TeachingRole;
}

@ObjectType({ description: 'Somebody who teaches, and as what.' })
export class TeacherInRole {
  /** Identifier, by which the teacher is read. */
  teacher: string;

  @shown(() => TeachingRole, 'As what.')
  role: TeachingRole;
}

@inputType('Somebody who is to teach, and as what.')
export class TeacherInRoleInput {
  @given('reference', '教师', 'Teacher', { about: 'Identifier of the teacher.' })
  teacher: string;

  @given('choice', '教师角色', 'Role', { type: () => TeachingRole, about: 'As what.' })
  role: TeachingRole;
}

@inputType('Who teaches some meetings beside their first teachers, in place of who did so far.')
export class MeetingTeachersInput {
  @given('reference', '教学班', 'Teaching class', { about: 'Identifier of the teaching class.' })
  teachingClass: string;

  @given('list', '课次', 'Meetings', {
    optional: true,
    max: meetingsMax,
    type: () => [Id],
    about: 'The meetings of it that this is about; by default all that it has now.',
  })
  meetings?: string[] | null;

  @nested(() => TeacherInRoleInput, '其他教师', 'Further teachers', {
    max: furtherTeachersMax,
    about: 'All who teach them beside the first teacher; left out or empty: nobody does.',
  })
  teachers?: TeacherInRoleInput[] | null;
}

@inputType('Who teaches which meetings beside their first teachers.')
export class FurtherTeachersInput {
  @nested(() => MeetingTeachersInput, '教学班与课次', 'Items', {
    max: 100,
    about: 'Each teaching class, or meetings of it.',
  })
  items?: MeetingTeachersInput[] | null;
}

@ObjectType({ description: 'What became of further teachers, or would.' })
export class FurtherTeachersOutcome {
  @shown(() => Int, 'Meetings that have other teachers or roles than before.')
  changedCount: number;

  @Field(() => [Meeting], { description: 'The meetings that were named, as they are stored.' })
  meetings: object[];

  @shown(() => [String], 'What speaks against it without forbidding it, in the language of the caller.')
  warnings: string[];
}
