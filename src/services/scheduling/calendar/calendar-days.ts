import { administrators } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { CrudService } from '../../../data/crud.js';
import { inputOf, inputType } from '../../../data/inputs.js';
import { CalendarDay } from '../../../entities/scheduling/calendar.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import type { FieldProblem } from '../../../schema/errors.js';
import { CalendarDayKind } from '../../../schema/timetables.js';
import { calendarDaySheet } from '../../../sheets/scheduling.js';
import type { ImportPlan, Values } from '../../imports/import-plans.js';
import { ImportService } from '../../imports/import-service.js';
import { requireSoundRules } from '../semester/date-rules.js';
import { touchSemester } from './calendar.queries.js';

@inputType('A calendar day of any semester, as a workbook has it.')
class StoredCalendarDayInput extends inputOf(CalendarDay, ['semester', 'date', 'kind', 'follows', 'name']) {}

/** What speaks against a calendar day by itself. */
export const problemsOfDay = ({ kind, follows }: Values): FieldProblem[] => {
  if ((kind === CalendarDayKind.MAKE_UP) === Boolean(follows)) return [];
  const text = follows
    ? { zh: '放假的日期不能填补课对应日期，请清空', en: 'A holiday follows no date. Maybe clear it.' }
    : { zh: '补课的日期须填写补课对应日期', en: 'A day that makes up for another has to name it.' };
  return [{ field: 'follows', text }];
};

/** Calendar days as records; single ones are changed by `changeCalendar` alone. */
class CalendarDayService extends CrudService<CalendarDay, StoredCalendarDayInput> {
  override problemsOf(_ctx: Context, day: Values): FieldProblem[] {
    return problemsOfDay(day);
  }
}

const calendarDays = new CalendarDayService(CalendarDay, {
  input: StoredCalendarDayInput,
  plural: 'calendarDays',
  rights: {},
});

export const calendarDayImport = new ImportService(calendarDays, {
  sheet: calendarDaySheet,
  rule: administrators,
  plan: async (ctx): Promise<ImportPlan> => {
    const semesters = await ctx.rows.find(Semester, {});
    return {
      lookups: { semester: new Map(semesters.map(({ name, id }) => [name, id])) },
      async settle(em, days) {
        for (const id of [...new Set(days.map(({ semester }) => semester as string))].sort()) {
          await requireSoundRules(em, await em.findOneOrFail(Semester, id));
          await touchSemester(em, id);
        }
      },
    };
  },
});
