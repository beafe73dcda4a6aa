import { RoleKey } from '../schema/enums.js';
import type { Row } from '../schema/rows.js';

/** Who is calling, as far as rights depend on it. */
export interface Viewer {
  readonly userId: string;
  readonly sessionId: string;
  readonly role: RoleKey;
  /** Departments granted to a member of academic affairs, the oldest grant first, and then all below them. */
  readonly departmentIds: readonly string[];
  readonly teacherId: string | null;
  readonly studentId: string | null;
}

/** On whose behalf something is done: a person's, nobody's, or the system's. */
export interface Actor {
  readonly viewer: Viewer | null;
  /** Why work without a person is done, such as 'import job'; null for people. */
  readonly systemReason: string | null;
}

/** A kind of caller to whom rows can be opened. */
export type CallerKind = RoleKey | 'SIGNED_IN';

/** The kinds that a caller is of, the most particular first; whoever has no account is of none. */
const kindsOf = (viewer: Viewer): readonly CallerKind[] => [viewer.role, 'SIGNED_IN'];

/** Which rows of an entity a caller may see: all, none, or those that match the condition. */
export type Scope = 'all' | 'none' | object;

/** Which rows a caller of one kind may see. */
type ScopeOf = (viewer: Viewer) => Scope;

/**
 * Which rows are opened to which kinds of caller. The most particular kind counts; one that is left out sees
 * none.
 */
export type RowRule = 'public' | 'nobody' | Readonly<Partial<Record<CallerKind, ScopeOf>>>;

/** Rows or operations for anybody, signed in or not. */
export const everybody = 'public';
/**
 * Rows of the machinery, which no caller reads: services that need them work in a system context or by
 * themselves.
 */
export const nobody = 'nobody';

/** Who may see, know and change the rows of an entity; it stands where the entity is declared. */
export interface RowAccess {
  readonly rows: RowRule;
  /**
   * Whether a row that the caller sees also shows the row of this entity that it refers to, such as a class
   * of another department that attends a course of the own one; only for entities without anything personal.
   */
  readonly isOpenByReference?: boolean;
  /** Who may know the personal fields of a row that they see; nobody where it is left out. */
  readonly knowsPersonal?: (viewer: Viewer, row: Row<never>) => boolean;
  /**
   * The column that holds the department of a row, or a path to it: of those who may call an operation that
   * changes the row, members of academic affairs need a grant of this department.
   */
  readonly department?: string;
}

/** The rows that a rule opens to a caller. */
export function openedTo(viewer: Viewer | null, rule: RowRule): Scope {
  if (rule === everybody) return 'all';
  if (rule === nobody || viewer === null) return 'none';
  const kind = kindsOf(viewer).find((candidate) => rule[candidate]);
  return kind ? rule[kind]!(viewer) : 'none';
}

/** Every row of the entity. */
export const all: ScopeOf = () => 'all';

/** The rows whose column holds a value of the caller's own, such as the student who is calling; else none. */
export const own =
  (column: string, key: 'userId' | 'teacherId' | 'studentId'): ScopeOf =>
  (viewer) =>
    viewer[key] === null ? 'none' : { [column]: viewer[key] };

/**
 * The rows of the departments granted to a member of academic affairs. The path leads to the department:
 * `department`, or `teacher.department` where the teacher's counts.
 */
export const ofGrantedDepartments =
  (path = 'department'): ScopeOf =>
  ({ departmentIds }) =>
    departmentIds.length === 0
      ? 'none'
      : path.split('.').reduceRight<object>((inner, column) => ({ [column]: inner }), { $in: departmentIds });

/** Whether the caller acts for the department: 教务 to whom it is granted, and 管理员 for all. */
export const actsForDepartment = ({ role, departmentIds }: Viewer, departmentId: string): boolean =>
  role === RoleKey.ADMINISTRATOR ||
  (role === RoleKey.ACADEMIC_AFFAIRS && departmentIds.includes(departmentId));
