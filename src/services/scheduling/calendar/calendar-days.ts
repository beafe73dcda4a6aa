import { administrators } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { CrudService } from '../../../data/crud.js';
import { inputOf, inputType } from '../../../data/inputs.js';
import { CalendarDay } from '../../../entities/scheduling/calendar.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import type { FieldProblem } from '../../../schema/errors.js';
import { CalendarDayKind, ChangeKind } from '../../../schema/timetables.js';
import { calendarDaySheet } from '../../../sheets/scheduling.js';
import type { ImportPlan, Values } from '../../imports/import-plans.js';
import { ImportService } from '../../imports/import-service.js';
import { recordEffects } from '../changes/record.js';
import { requireSoundRules } from '../semester/date-rules.js';
import type { DateRule } from '../semester/dates.js';
import { calendarRules } from '../semester/semester.queries.js';
import { publishedAhead, touchSemester } from './calendar.queries.js';

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
    const before = new Map<string, readonly DateRule[]>();
    const semestersOf = (days: readonly Values[]): string[] =>
      [...new Set(days.map(({ semester }) => semester as string))].sort();
    return {
      lookups: { semester: new Map(semesters.map(({ name, id }) => [name, id])) },
      async prepare(em, days) {
        for (const id of semestersOf(days)) before.set(id, await calendarRules(em, id));
      },
      async settle(em, days) {
        const published = await publishedAhead(em);
        for (const id of semestersOf(days)) {
          await requireSoundRules(em, await em.findOneOrFail(Semester, id));
          await touchSemester(em, id);
          const calendar = { before: before.get(id)!, after: await calendarRules(em, id) };
          for (const each of published.filter(({ semester }) => semester === id))
            await recordEffects(ctx, em, each, ChangeKind.CALENDAR, { calendar });
        }
      },
    };
  },
});
