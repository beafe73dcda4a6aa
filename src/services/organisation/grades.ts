import type { EntityManager } from '@mikro-orm/core';
import { inputOf, inputType } from '../../data/inputs.js';
import { Grade } from '../../entities/organisation.js';
import { errors } from '../../schema/errors.js';
import { administrators, signedIn, writtenBy } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { CrudService } from '../../data/crud.js';

@inputType('What a caller may set on a grade.')
export class GradeInput extends inputOf(Grade, ['name', 'year', 'startDate', 'endDate', 'description']) {}

class GradeService extends CrudService<Grade, GradeInput> {
  constructor() {
    super(Grade, {
      input: GradeInput,
      plural: 'grades',
      filters: ['year'],
      order: 'year',
      rights: { ...writtenBy(administrators), one: signedIn, page: administrators, options: signedIn },
      options: { orderBy: { year: 'desc', id: 'desc' } },
    });
  }

  protected override async check({ app }: Context, _em: EntityManager, grade: Grade): Promise<void> {
    const { startDate, endDate } = grade;
    const timeZone = app.config.TIME_ZONE;
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date());
    if (startDate > today) {
      throw errors.invalidField(
        'startDate',
        `年级开始日期不能是未来日期：${startDate}`,
        `Start date ${startDate} is in the future; it is ${today} today.`,
      );
    }
    if (endDate && endDate < startDate) {
      throw errors.invalidField(
        'endDate',
        `年级结束日期必须晚于开始日期：${endDate} 早于 ${startDate}`,
        `End date ${endDate} is before the start date ${startDate}.`,
      );
    }
  }
}

export const grades = new GradeService();
