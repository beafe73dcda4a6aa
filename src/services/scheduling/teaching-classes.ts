import { TeachingClass } from '../../entities/scheduling.js';
import type { Page, PageArgs } from '../../schema/pages.js';
import type { Row } from '../../schema/rows.js';
import { authorize, declareRights, signedIn } from '../access.js';
import type { Context } from '../context.js';
import { readOne, readPage } from '../reading.js';

declareRights({ teachingClass: signedIn, teachingClasses: signedIn });

/** Which teaching classes are wanted; what is left out does not narrow. */
export interface TeachingClassFilter {
  semester?: string | null;
  department?: string | null;
}

export const teachingClasses = {
  async one(ctx: Context, id: string): Promise<Row<TeachingClass>> {
    authorize(ctx, 'teachingClass');
    return readOne(ctx, TeachingClass, id);
  },

  async page(
    ctx: Context,
    args: PageArgs,
    { semester, department }: TeachingClassFilter,
  ): Promise<Page<Row<TeachingClass>>> {
    authorize(ctx, 'teachingClasses');
    return readPage(ctx, TeachingClass, args, { where: { semester, department }, search: ['name', 'code'] });
  },
};
