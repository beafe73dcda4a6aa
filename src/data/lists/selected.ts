import { entityInfo, type Class } from '../columns.js';

/** The values of a column in the rows that match a condition: a subquery for `$in`, in place of a list. */
export class Selected {
  constructor(
    readonly entity: Class,
    readonly column: string,
    readonly where: object,
  ) {}

  /** Its representation in a shape. */
  toJSON(): object {
    return { [`${entityInfo(this.entity).table}.${this.column}`]: this.where };
  }
}

/** `{ requestedBy: { $in: selected(DepartmentGrant, 'user', { department }) } }` */
export const selected = (entity: Class, column: string, where: object): Selected =>
  new Selected(entity, column, where);
