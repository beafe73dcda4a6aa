import type { Context } from '../../../data/context.js';
import { ClassGroup } from '../../../entities/class-groups.js';
import { AdministrativeClass } from '../../../entities/organisation.js';
import type { TeachingClassGroup } from '../../../entities/scheduling/teaching-classes.js';
import type { Row } from '../../../schema/rows.js';

/** The name of a class, with that of the group which alone attends. */
export const withGroup = (className: string, group: string | null | undefined): string =>
  group ? `${className}（${group}）` : className;

/** Who attends, by name. */
export async function attendeeName(
  { rows }: Context,
  { administrativeClass, classGroup }: Row<TeachingClassGroup>,
): Promise<string> {
  const [whole, group] = await Promise.all([
    rows.referenced(AdministrativeClass, administrativeClass),
    classGroup ? rows.referenced(ClassGroup, classGroup) : null,
  ]);
  return withGroup((whole as Row<AdministrativeClass>).name, (group as Row<ClassGroup> | null)?.name);
}
