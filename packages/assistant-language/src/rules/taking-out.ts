import { Doubt, OutOfScope } from '../slots/doubts.js';
import { needNames } from '../slots/slots.js';
import { isRole } from '../slots/tokens.js';
import { meetings } from './locks.js';
import type { Rule } from './rule.js';

/** Out of its place in every week; records are never deleted by words. */
export const takingOut: Rule = (clause, before) => {
  const isFromTimetable = clause.has('fromTimetable', 'arrangement');
  if (!clause.has('takeOut') && !clause.has('remove', 'take', 'cancel')) return null;
  if (clause.has('lastChange')) return null;
  if (clause.has('remove') && clause.has('all')) throw new OutOfScope();
  if (clause.has('take') && !isFromTimetable && !clause.has('takeOut')) return null;
  clause.only(
    'takeOut',
    'remove',
    'take',
    'cancel',
    'fromTimetable',
    'arrangement',
    'self',
    'and',
    'it',
    'from',
    'give',
    'all',
  );
  if (clause.has('remove') && !isFromTimetable) {
    if (clause.isNameless) throw new OutOfScope();
    const word = clause.tokens.find((token) => isRole(token, 'remove'))!;
    const rest = clause.sentence.slice(word.end);
    throw new Doubt(
      {
        zh: '课程等资料不能在此删除。是否要把它从课表中取出？',
        en: 'Records are not deleted here. Shall it be taken out of the timetable?',
      },
      [
        {
          label: { zh: '从课表中取出', en: 'Take it out of the timetable' },
          text:
            clause.sentence.slice(0, word.start) + (/[a-z]/i.test(word.said) ? 'take out' : '取出') + rest,
        },
      ],
    );
  }
  needNames(clause);
  if (clause.time()?.isSingle)
    throw new Doubt({
      zh: '取出课表是指每一周。只停一次课请说“停课”，例如“明天的高数停课”。',
      en: 'Taking out is for every week. For one date: "call off tomorrow\'s calculus".',
    });
  return meetings(clause, before).map((meeting) => ({ type: 'takeOut', meeting }));
};
