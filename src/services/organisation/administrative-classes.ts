import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../data/context.js';
import { inputOf, inputType } from '../../data/inputs.js';
import { AdministrativeClass } from '../../entities/organisation.js';
import { Student } from '../../entities/people.js';
import type { Row } from '../../schema/rows.js';
import { errors, type DomainError } from '../../schema/errors.js';
import { planners, signedIn, writtenBy } from '../../data/access.js';
import { administrativeClassSheet } from '../../sheets/organisation.js';
import { ImportService } from '../imports/import-service.js';
import { CrudService } from '../../data/crud.js';
import { selected } from '../../data/lists/selected.js';
import { TeachingClassGroup } from '../../entities/scheduling/teaching-classes.js';
import { followClass } from './organisation.queries.js';
import { shownBy } from '../scheduling/timetable/shown-in-timetables.js';

@inputType('What a caller may set on an administrative class.')
export class AdministrativeClassInput extends inputOf(AdministrativeClass, [
  'department',
  'major',
  'code',
  'name',
  'grade',
  'studentCount',
  'counselor',
  'monitor',
  'isEnabled',
  'description',
]) {}

class AdministrativeClassService extends CrudService<AdministrativeClass, AdministrativeClassInput> {
  constructor() {
    super(AdministrativeClass, {
      input: AdministrativeClassInput,
      plural: 'administrativeClasses',
      filters: ['department', 'major', 'grade', 'isEnabled'],
      rights: { ...writtenBy(planners), one: signedIn, page: signedIn, options: signedIn },
      options: {
        where: { isEnabled: true },
        referred: (ctx) => ({
          id: {
            $in: selected(TeachingClassGroup, 'administrativeClass', {
              teachingClass: { $in: shownBy(ctx, 'teachingClass') },
            }),
          },
        }),
        orderBy: { name: 'asc', id: 'asc' },
      },
    });
  }

  /** A new monitor is a student of the class; one who has left it stays until there is another. */
  protected override async check(
    _ctx: Context,
    em: EntityManager,
    record: AdministrativeClass,
  ): Promise<void> {
    const { id, name, monitor } = record;
    const before = em.getUnitOfWork().getOriginalEntityData(record) as Row<AdministrativeClass> | undefined;
    // Nobody can be in a class yet that is just made.
    if (!monitor || !before || before.monitor === monitor.id) return;
    const student = await em.findOne(Student, monitor.id);
    if (student && student.administrativeClass?.id !== id) throw foreignMonitor(student.name, name);
  }

  /** Grade, department and major of students who have not graduated are those of their class. */
  protected override async settle(
    ctx: Context,
    em: EntityManager,
    { id }: AdministrativeClass,
    { department, major, grade }: Partial<AdministrativeClassInput>,
  ): Promise<void> {
    if (!department && !major && !grade) return;
    await followClass(em, id);
    ctx.rows.forget(Student);
  }
}

const foreignMonitor = (student: string, name: string): DomainError =>
  errors.invalidField(
    'monitor',
    `班长“${student}”不是班级“${name}”的学生，请先将其编入该班级，或另选该班级的学生`,
    `"${student}" is not a student of the class "${name}", so cannot be its monitor. Maybe choose one of ` +
      'its students, or put this one into the class first.',
  );

export const administrativeClasses = new AdministrativeClassService();

export const administrativeClassImport = new ImportService(administrativeClasses, {
  sheet: administrativeClassSheet,
});
