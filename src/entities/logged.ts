import { columnOf, columnsOf, entityInfo, fieldOf, type Class, type EntityClass } from '../data/columns.js';
import { EmailChange, RegistrationWindow, ResetToken, Session } from './accounts.js';
import { entities } from './all.js';
import { AssistantEvent, ChangePlan, Conversation } from './assistant.js';
import { TeacherPreference } from './courses.js';
import { ImportTask } from './imports.js';
import { Notice, NoticeItem } from './notices.js';
import { Department, DepartmentBuilding } from './organisation.js';
import { ClassAssignment } from './scheduling/assignments.js';
import { ChangeItem } from './scheduling/changes.js';
import { Conflict } from './scheduling/conflicts.js';
import { DateChange } from './scheduling/date-changes.js';
import { EnrolmentWish } from './scheduling/enrolment-rounds.js';
import { ArchivedTeacher, FurtherTeacher } from './scheduling/further-teachers.js';
import { Meeting } from './scheduling/meetings.js';
import { Series } from './scheduling/series.js';
import { SchedulingTask } from './scheduling/tasks.js';
import { TimetableExport } from './timetable-exports.js';
import { TeachingClassGroup } from './scheduling/teaching-classes.js';
import { LoggedRequest, OutgoingMail } from './system.js';

/**
 * What is no record but machinery: what lets somebody in for a while, waits to be sent, or tells how far work
 * has come; or the items of changes of timetables and what is archived with them, which are a history by
 * themselves; or what a person says to the assistant or is told of changes, which is nobody else's. Its
 * changes are not logged. Tables without an entity are machinery too.
 */
export const machinery: readonly EntityClass[] = [
  Session,
  ResetToken,
  EmailChange,
  RegistrationWindow,
  OutgoingMail,
  LoggedRequest,
  ImportTask,
  SchedulingTask,
  TimetableExport,
  ChangeItem,
  ArchivedTeacher,
  Conversation,
  AssistantEvent,
  ChangePlan,
  Notice,
  NoticeItem,
];

/** Paths to the department of records that nobody changes by themselves, so that rights name none. */
const departments = new Map<Class, string>([
  [Department, 'id'],
  [DepartmentBuilding, 'department'],
  [TeacherPreference, 'teacher.department'],
  [TeachingClassGroup, 'teachingClass.department'],
  [EnrolmentWish, 'teachingClass.department'],
  [Meeting, 'teachingClass.department'],
  [DateChange, 'meeting.teachingClass.department'],
  [FurtherTeacher, 'meeting.teachingClass.department'],
  [ClassAssignment, 'teachingClass.department'],
  [Series, 'teachingClass.department'],
  [Conflict, 'firstSeries.teachingClass.department'],
]);

/** How the changes of an entity are logged, as the migration that made its table told `log_changes`. */
interface LoggedTable {
  readonly entity: EntityClass;
  readonly table: string;
  /** Path to the department whose planners may read its lines: `teacher_id>teacher.department_id`. */
  readonly department: string;
  /** Columns whose values are never written. */
  readonly secrets: readonly string[];
}

/** Every entity whose changes are logged. */
export const loggedTables = (): readonly LoggedTable[] =>
  entities
    .filter((entity) => !machinery.includes(entity))
    .map((entity) => ({
      entity,
      table: entityInfo(entity).table,
      department: pathOf(entity),
      secrets: columnsOf(entity).flatMap(({ name, secret }) => (secret ? [fieldOf(entity, name)] : [])),
    }));

function pathOf(entity: EntityClass): string {
  const path = entityInfo(entity).access.department ?? departments.get(entity);
  if (path === undefined) return '';
  const [first, ...others] = path.split('.');
  let from: EntityClass = entity;
  const hops = others.map((name, at) => {
    from = columnOf(from, at === 0 ? first : others[at - 1]).target!();
    return `${entityInfo(from).table}.${fieldOf(from, name)}`;
  });
  return [fieldOf(entity, first), ...hops].join('>');
}
