import { DomainError, errors } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';

/** An error in the words of a conversation, in which nobody has called an operation by its name. */
export const told = (error: DomainError): Text => {
  if (error.code !== 'FORBIDDEN' || error.details.operation === undefined) return error.text;
  return error.details.operation === 'changeTimetable' ? forPlanners : notForYou;
};

const forPlanners: Text = {
  zh:
    '您的账号不能调整课表，课表由教务和管理员调整。您可以查看课表、冲突、没排上的课和空教室；' +
    '想换时间或换人，请把这句话发给所在学院的教务，教师可以申请某一天停课、调课或代课，也可以登记授课时间偏好。',
  en:
    'Your account may not change the timetable: academic affairs and administrators do. You may look at ' +
    'timetables, conflicts and free rooms. Maybe send your wish to academic affairs of your department; ' +
    'teachers may ask for a change of one date, and store the times that they prefer.',
};

const notForYou: Text = {
  zh: '您的账号不能这样做：课表的改动记录、空闲的教师和可调的时间，由教务和管理员查看。您可以查看课表和空教室。',
  en:
    'Your account may not do that: the changes of the timetable, free teachers and times for a lesson ' +
    'are for academic affairs and administrators. You may look at timetables and free rooms.',
};

export const noTimetable = (): DomainError =>
  errors.notPossible(
    '当前学期还没有课表，请先排课或新建草稿。',
    'The current semester has no timetable yet. Maybe schedule it or make a draft first.',
  );

export const noRevision = (revision: number): DomainError =>
  new DomainError('NOT_FOUND', {
    zh: `当前学期没有第 ${revision} 版课表，或您不能查看，请先查看课表列表。`,
    en: `The current semester has no revision ${revision} that you may see. Maybe list the timetables.`,
  });
