import { RoleKey } from '../schema/enums.js';
import type { Row } from '../schema/rows.js';

/** The signed-in user, as far as rights depend on it. */
export interface Viewer {
  readonly userId: string;
  readonly sessionId: string;
  readonly role: RoleKey;
  /**
   * Departments granted to a member of academic affairs, oldest grant first, followed by their descendants.
   */
  readonly departmentIds: readonly string[];
  readonly teacherId: string | null;
  readonly studentId: string | null;
}

/** Who acts: a signed-in user, an anonymous caller, or the system. */
export interface Actor {
  readonly viewer: Viewer | null;
  /** The reason for work of the system, such as 'import job'; null for callers. */
  readonly systemReason: string | null;
}

/** A kind of caller to whom rows can be opened. */
type CallerKind = RoleKey | 'SIGNED_IN';

/** The kinds of a caller, most specific first. */
const kindsOf = (viewer: Viewer): readonly CallerKind[] => [viewer.role, 'SIGNED_IN'];

/** Which rows of an entity a caller may see: all, none, or those that match the condition. */
export type Scope = 'all' | 'none' | object;

/** Which rows a caller of one kind may see. */
type ScopeOf = (viewer: Viewer) => Scope;

/** The rows that each kind of caller may see. The most specific kind applies; an omitted kind sees none. */
export type RowRule = 'public' | 'nobody' | Readonly<Partial<Record<CallerKind, ScopeOf>>>;

/** Visible to everybody, signed in or not. */
export const everybody = 'public';
/**
 * Internal rows, which no caller may read; services read them in a system context or by their own queries.
 */
export const nobody = 'nobody';

/** Who may see and change the rows of an entity; part of its declaration. */
export interface RowAccess {
  readonly rows: RowRule;
  /**
   * Whether a row of this entity is visible wherever a visible row refers to it, such as a class of another
   * department that attends a course of the caller's own; only for entities without personal data.
   */
  readonly isOpenByReference?: boolean;
  /** Who may see the personal fields of a visible row; nobody by default. */
  readonly knowsPersonal?: (viewer: Viewer, row: Row<never>) => boolean;
  /**
   * The column with the department of a row, or a path to it. Members of academic affairs need a grant for
   * this department to change the row.
   */
  readonly department?: string;
}

/** The rows that a rule lets a caller see. */
export function scopeByRule(viewer: Viewer | null, rule: RowRule): Scope {
  if (rule === everybody) return 'all';
  if (rule === nobody || viewer === null) return 'none';
  const kind = kindsOf(viewer).find((candidate) => rule[candidate]);
  return kind ? rule[kind]!(viewer) : 'none';
}

/** Every row of the entity. */
export const all: ScopeOf = () => 'all';

/**
 * The rows whose column equals an id of the caller, such as the student; none if the caller has no such id.
 */
export const own =
  (column: string, key: 'userId' | 'teacherId' | 'studentId'): ScopeOf =>
  (viewer) =>
    viewer[key] === null ? 'none' : { [column]: viewer[key] };

/**
 * The rows of the departments granted to a member of academic affairs.
 * @param path the column of the department, such as `department` or, by the teacher, `teacher.department`
 */
export const ofGrantedDepartments =
  (path = 'department'): ScopeOf =>
  ({ departmentIds }) =>
    departmentIds.length === 0
      ? 'none'
      : path.split('.').reduceRight<object>((inner, column) => ({ [column]: inner }), { $in: departmentIds });

/** Whether the caller plans: 教务 and 管理员. */
export const isPlanner = ({ role }: Viewer): boolean =>
  role === RoleKey.ADMINISTRATOR || role === RoleKey.ACADEMIC_AFFAIRS;

/** Whether the caller may act for the department: 教务 with a grant for it, and 管理员 for all. */
export const actsForDepartment = ({ role, departmentIds }: Viewer, departmentId: string): boolean =>
  role === RoleKey.ADMINISTRATOR ||
  (role === RoleKey.ACADEMIC_AFFAIRS && departmentIds.includes(departmentId));
