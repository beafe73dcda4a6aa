import { scopeByRule, type Actor, type Scope, type Viewer } from './callers.js';
import { entityInfo, type Class } from './columns.js';
import { RoleKey } from '../schema/enums.js';
import { errors } from '../schema/errors.js';

/** Who may call an operation. */
export type Rule = 'public' | 'signed-in' | readonly RoleKey[];

/** 管理员. */
export const administrators: Rule = [RoleKey.ADMINISTRATOR];
/** 教务, and 管理员, who may do everything that 教务 may do. */
export const planners: Rule = [RoleKey.ADMINISTRATOR, RoleKey.ACADEMIC_AFFAIRS];
export const teachers: Rule = [RoleKey.TEACHER, RoleKey.ADMINISTRATOR];
export const students: Rule = [RoleKey.STUDENT, RoleKey.ADMINISTRATOR];
export const signedIn: Rule = 'signed-in';

/** The rights to the three write operations. */
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

/** Throws unless the caller may call the operation; work in a system context may call all. */
export function authorize(actor: Actor, operation: string): void {
  const rule = rules.get(operation);
  if (!rule) throw new Error(`No rights are declared for the operation "${operation}".`);
  if (actor.systemReason !== null || rule === 'public') return;
  if (!actor.viewer) throw errors.unauthenticated();
  if (rule !== 'signed-in' && !rule.includes(actor.viewer.role)) throw errors.forbidden(operation);
}

/** Whether the caller may call the operation. */
export function isPermitted(actor: Actor, operation: string): boolean {
  const rule = rules.get(operation);
  if (actor.systemReason !== null || rule === 'public') return true;
  return actor.viewer !== null && (rule === 'signed-in' || (rule?.includes(actor.viewer.role) ?? false));
}

/** The signed-in caller. @throws UNAUTHENTICATED for an anonymous one */
export function viewerOf(actor: Actor): Viewer {
  if (!actor.viewer) throw errors.unauthenticated();
  return actor.viewer;
}

/** The rows of the entity that the caller of the context may see. */
export const scopeOf = ({ viewer, systemReason }: Actor, entity: Class): Scope =>
  systemReason === null ? scopeByRule(viewer, entityInfo(entity).access.rows) : 'all';

/**
 * Whether a row of the entity is visible wherever a visible row refers to it, regardless of its own scope.
 */
export const isOpenByReference = (entity: Class): boolean =>
  entityInfo(entity).access.isOpenByReference ?? false;

/** Whether the caller may change records of all departments; members of 教务 need a grant for each. */
export const actsForAll = ({ viewer, systemReason }: Actor): boolean =>
  systemReason !== null || viewer?.role !== RoleKey.ACADEMIC_AFFAIRS;

/** Whether the caller may change records of the department. */
export const actsFor = (actor: Actor, departmentId: string): boolean =>
  actsForAll(actor) || actor.viewer!.departmentIds.includes(departmentId);

/** Whether the caller may see the personal fields of the row. */
export const mayKnowPersonal = ({ viewer, systemReason }: Actor, entity: Class, row: object): boolean =>
  systemReason !== null ||
  (viewer !== null && (entityInfo(entity).access.knowsPersonal?.(viewer, row as never) ?? false));
