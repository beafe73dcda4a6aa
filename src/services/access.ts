import type { Class } from '../entities/columns.js';
import { RoleKey } from '../schema/enums.js';
import { errors } from '../schema/errors.js';
import type { Row } from '../schema/rows.js';
import type { Context } from './context.js';

/** Who is calling, as far as rights depend on it. */
export interface Viewer {
  readonly userId: string;
  readonly sessionId: string;
  readonly role: RoleKey;
  /** Departments granted to a member of academic affairs. */
  readonly departmentIds: readonly string[];
  readonly teacherId: string | null;
  readonly studentId: string | null;
  readonly administrativeClassId: string | null;
}

/** Who may call an operation. */
export type Rule = 'public' | 'signed-in' | readonly RoleKey[];

/** 管理员. */
export const administrators: Rule = [RoleKey.ADMINISTRATOR];
/** 教务, and 管理员 who may do whatever 教务 may do. */
export const planners: Rule = [RoleKey.ADMINISTRATOR, RoleKey.ACADEMIC_AFFAIRS];
export const teachers: Rule = [RoleKey.TEACHER, RoleKey.ADMINISTRATOR];
export const students: Rule = [RoleKey.STUDENT, RoleKey.ADMINISTRATOR];
export const signedIn: Rule = 'signed-in';
/** Anybody, signed in or not. */
export const everybody: Rule = 'public';

/** The rights of the three verbs that write. */
export const writtenBy = (rule: Rule): { create: Rule; update: Rule; remove: Rule } => ({
  create: rule,
  update: rule,
  remove: rule,
});

const rules = new Map<string, Rule>();

/** Declares who may call the operations, by their GraphQL names. Each operation is declared once. */
export function declareRights(declared: Record<string, Rule>): void {
  for (const [operation, rule] of Object.entries(declared)) {
    if (rules.has(operation)) throw new Error(`The rights of "${operation}" are declared twice.`);
    rules.set(operation, rule);
  }
}

/** The whole matrix, by operation name. */
export const declaredRights = (): ReadonlyMap<string, Rule> => rules;

/**
 * Throws unless the caller may call the operation. Work without a person carries a system context and may.
 */
export function authorize(ctx: Context, operation: string): void {
  const rule = rules.get(operation);
  if (!rule) throw new Error(`No rights are declared for the operation "${operation}".`);
  if (ctx.systemReason !== null || rule === 'public') return;
  if (!ctx.viewer) throw errors.unauthenticated();
  if (rule !== 'signed-in' && !rule.includes(ctx.viewer.role)) throw errors.forbidden(operation);
}

/** The signed-in caller, or the error that there is none. */
export function viewerOf(ctx: Context): Viewer {
  if (!ctx.viewer) throw errors.unauthenticated();
  return ctx.viewer;
}

/** Which rows of an entity a viewer may see: all, none, or those that match. */
export type Scope = 'all' | 'none' | object;
export type ScopeOf = (viewer: Viewer | null) => Scope;

const scopes = new Map<Class, ScopeOf>();
const open = new Set<Class>();

/**
 * Declares which rows of an entity a viewer may see, wherever they are read. Entities without a scope are
 * open.
 * @param openByReference whether a row that the viewer sees also shows the one that it refers to, such as a
 *   class of another department that attends a course of the own one; only for entities without anything
 *   personal
 */
export function declareScope(
  entity: Class,
  scope: ScopeOf,
  { openByReference = false }: { openByReference?: boolean } = {},
): void {
  scopes.set(entity, scope);
  if (openByReference) open.add(entity);
}

/** The scope of every entity that has one. */
export const declaredScopes = (): ReadonlyMap<Class, ScopeOf> => scopes;

/** Whether a row that the viewer sees shows the row of the entity that it refers to, whatever the scope. */
export const isOpenByReference = (entity: Class): boolean => open.has(entity);

/** The rows of the entity that the caller of the context may see. */
export function scopeOf(ctx: Context, entity: Class): Scope {
  if (ctx.systemReason !== null) return 'all';
  return scopes.get(entity)?.(ctx.viewer) ?? 'all';
}

/** The rows of the departments granted to a member of academic affairs; all rows for everybody else. */
export const ofGrantedDepartments =
  (column: string): ScopeOf =>
  (viewer) => {
    if (viewer?.role !== RoleKey.ACADEMIC_AFFAIRS) return 'all';
    return viewer.departmentIds.length ? { [column]: { $in: viewer.departmentIds } } : 'none';
  };

const departmentColumns = new Map<Class, string>();

/**
 * Declares by which column rows of the entity belong to a department, so that only those who act for it
 * change them.
 */
export function declareDepartment(entity: Class, column: string): void {
  departmentColumns.set(entity, column);
}

/** The column of the department of every entity whose rows belong to one. */
export const declaredDepartments = (): ReadonlyMap<Class, string> => departmentColumns;

/**
 * Whether the caller may change what belongs to the department: members of academic affairs need its grant.
 */
export const actsFor = ({ viewer, systemReason }: Context, departmentId: string): boolean =>
  systemReason !== null ||
  viewer?.role !== RoleKey.ACADEMIC_AFFAIRS ||
  viewer.departmentIds.includes(departmentId);

const personal = new Map<Class, (viewer: Viewer, row: object) => boolean>();

/** Declares who may know the personal fields of a row of the entity. */
export function declarePersonal<T extends object>(
  entity: Class<T>,
  mayKnow: (viewer: Viewer, row: Row<T>) => boolean,
): void {
  personal.set(entity, mayKnow as (viewer: Viewer, row: object) => boolean);
}

/** Who may know the personal fields of which rows, by entity. */
export const declaredPersonal = (): ReadonlyMap<Class, (viewer: Viewer, row: object) => boolean> => personal;

/** Whether the caller may know the personal fields of the row; nobody may where nothing is declared. */
export function mayKnowPersonal({ viewer, systemReason }: Context, entity: Class, row: object): boolean {
  if (systemReason !== null) return true;
  return viewer !== null && (personal.get(entity)?.(viewer, row) ?? false);
}
