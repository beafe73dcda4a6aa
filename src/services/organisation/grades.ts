import { inputOf, inputType } from '../../data/inputs.js';
import { Grade } from '../../entities/organisation.js';
import { dateIn } from '../../schema/clock.js';
import type { FieldProblem } from '../../schema/errors.js';
import { administrators, signedIn, writtenBy } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { CrudService } from '../../data/crud.js';
import { gradeSheet } from '../../sheets/organisation.js';
import { ImportService } from '../imports/import-service.js';

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

  override problemsOf({ app }: Context, record: Record<string, unknown>): FieldProblem[] {
    const { startDate, endDate } = record as Partial<Record<string, string>>;
    const today = dateIn(app.config.TIME_ZONE);
    if (startDate && startDate > today) return [futureStart(startDate, today)];
    return startDate && endDate && endDate < startDate ? [earlyEnd(startDate, endDate)] : [];
  }
}

const futureStart = (startDate: string, today: string): FieldProblem => ({
  field: 'startDate',
  text: {
    zh: `年级开始日期不能是未来日期：${startDate}`,
    en: `Start date ${startDate} is in the future; it is ${today} today.`,
  },
});

const earlyEnd = (startDate: string, endDate: string): FieldProblem => ({
  field: 'endDate',
  text: {
    zh: `年级结束日期必须晚于开始日期：${endDate} 早于 ${startDate}`,
    en: `End date ${endDate} is before the start date ${startDate}.`,
  },
});

export const grades = new GradeService();

export const gradeImport = new ImportService(grades, { sheet: gradeSheet });
