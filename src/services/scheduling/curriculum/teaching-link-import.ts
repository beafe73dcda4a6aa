import { v7 as uuidv7 } from 'uuid';
import { CreditHourType } from '../../../entities/courses.js';
import { TeachingClass } from '../../../entities/scheduling/teaching-classes.js';
import { actsFor } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { RuleLevel } from '../../../schema/enums.js';
import type { Text } from '../../../schema/texts.js';
import { teachingLinkSheet } from '../../../sheets/scheduling.js';
import type { ImportPlan, Values } from '../../imports/import-plans.js';
import { ImportService } from '../../imports/import-service.js';
import { otherSemester, problemWith, teachingLinks } from './teaching-links.js';
import { linksOfSemester, lockLinks, type StoredLink } from './teaching-links.queries.js';

export const teachingLinkImport = new ImportService(teachingLinks, {
  sheet: teachingLinkSheet,
  plan: teachingLinkPlan,
  exported: { keys: ['kind', 'first', 'firstHours', 'second', 'secondHours'] },
});

/** Links of teaching classes of the departments for which the caller acts, judged one after the other. */
async function teachingLinkPlan(ctx: Context): Promise<ImportPlan> {
  const [classes, hours] = await Promise.all([
    ctx.rows.find(TeachingClass, {}),
    ctx.rows.find(CreditHourType, {}),
  ]);
  const byId = new Map(classes.map((each) => [each.id, each]));
  const semesters = [...new Set(classes.map(({ semester }) => semester))].sort();
  const stored = await Promise.all(semesters.map((id) => linksOfSemester(ctx.em, id)));
  const known = new Map<string, StoredLink[]>(semesters.map((id, at) => [id, [...stored[at]]]));
  return {
    lookups: {
      teachingClasses: new Map(classes.map(({ code, id }) => [code, id])),
      hours: new Map(hours.map(({ name, id }) => [name, id])),
    },
    complete(input, _, bad) {
      if (bad.size > 0) return [];
      const [first, second] = [input.first, input.second].map((id) => byId.get(id as string)!);
      const refuse = (text: Text) => [{ field: 'second', text }];
      if (first.semester !== second.semester) return refuse(otherSemester(first.name, second.name));
      if (![first, second].every(({ department }) => actsFor(ctx, department))) return refuse(foreign);
      const link = linkOf(input);
      const others = known.get(first.semester)!;
      const problem = problemWith(link, others);
      if (problem) return refuse(problem([first.name, second.name]));
      others.push(link);
      return [];
    },
    async settle(em, inputs) {
      const concerned = new Set(inputs.map(({ first }) => byId.get(first as string)!.semester));
      for (const semester of [...concerned].sort()) await lockLinks(em, semester);
    },
  };
}

const linkOf = (input: Values): StoredLink => ({
  ...({ id: uuidv7(), level: RuleLevel.HARD, firstHours: null, secondHours: null } as const),
  ...(input as unknown as StoredLink),
});

const foreign: Text = {
  zh: '您不负责其中一个教学班所属的部门，请只关联您负责的部门的教学班',
  en: 'You do not act for the department of one of them. Maybe link teaching classes of your departments.',
};
