import { asking } from './questions.js';
import type { Rule } from './rule.js';

/** 现在第几周, 10月20日是第几周 */
export const week: Rule = (clause) => {
  if (!clause.has('whichWeek') || !clause.isNameless || clause.has('lesson', 'teach', 'timetable'))
    return null;
  clause.only(...asking, 'whichWeek', 'it');
  clause.withoutWishes();
  const said = clause.time()?.wish;
  const at = said?.date === clause.situation.today ? undefined : said;
  return [{ type: 'showWeek', ...(at && { at }) }];
};

/** 还有哪些课没排上 */
export const unplaced: Rule = (clause) => {
  if (!clause.has('unplaced')) return null;
  clause.only(...asking, 'unplaced', 'whatLessons');
  clause.withoutTimes();
  const of = clause.meeting();
  return [{ type: 'showUnplaced', ...(Object.keys(of).length > 0 && { of }) }];
};
