import { DomainError, errors } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';

const withoutOperations = ({ zh, en }: Text): Text => ({
  zh: zh.replaceAll(/（[a-z]+[A-Z]\w+）/g, ''),
  en: en.replaceAll(/ \([a-z]+[A-Z]\w+\)/g, ''),
});

/** An error in the words of a conversation, in which nobody has called an operation by its name. */
export const told = (error: DomainError): Text => {
  if (error.code !== 'FORBIDDEN' || error.details.operation === undefined)
    return withoutOperations(error.text);
  return byOperation[String(error.details.operation)] ?? forPlanners;
};

export const forPlanners: Text = {
  zh:
    '您的账号不能调整课表，课表由教务和管理员调整。您可以查看课表、冲突、没排上的课和空教室；' +
    '想换时间或换人，请把这句话发给所在学院的教务，教师可以申请某一天停课、调课或代课，也可以登记授课时间偏好。',
  en:
    'Your account may not change the timetable: academic affairs and administrators do. You may look at ' +
    'timetables, conflicts and free rooms. Maybe send your wish to academic affairs of your department; ' +
    'teachers may ask for a change of one date, and store the times that they prefer.',
};

const aboutChanges: Text = {
  zh:
    '谁在什么时候改了课表，由教务和管理员查看。您可以问自己、某个班或某门课在哪几天有没有临时变动，' +
    '例如“下周我的课有没有变动”。',
  en:
    'Who changed the timetable and when is for academic affairs and administrators. You may ask whether ' +
    'lessons are otherwise on some days, such as "Did anything of mine change next week?"',
};
const aboutSubstitutes: Text = {
  zh:
    '全校哪些教师有空、谁来代课，由教务查看和安排，没有改动任何内容；学生请联系所在学院的教务。' +
    '您可以点名问，例如“蔡明周三上午有空吗”；教师自己的课要找人代，请说哪一天哪节课，' +
    '例如“周五7-8节的数据结构谁能代”，别人的课由其任课教师申请。',
  en:
    'Which teachers are free, and who stands in, is for academic affairs; nothing was changed. You may ask ' +
    'by name, such as "Is Cai Ming free on Wednesday morning?"; teachers may ask for a lesson of their ' +
    'own: "Who could cover my data structures on Friday?". For others their teachers request it.',
};

/** What is said of operations that the caller may not do; of any other what is for planners. */
const byOperation: Readonly<Record<string, Text>> = {
  ...{ changes: aboutChanges, change: aboutChanges, dateChanges: aboutChanges },
  ...{ substitutes: aboutSubstitutes, freeTeachers: aboutSubstitutes },
};

/** Teachers request changes of own dates, one by one. */
export const onlyOwnHalf = (): DomainError =>
  errors.notPossible(
    '对调由教务在课表里调整，没有改动：您可以申请把自己的某次课改到另一天或另一节，' +
      '例如“我下周三的课改到下周五3-4节”；别人的那次由其任课教师申请。',
    'An exchange is for academic affairs, and nothing was changed: you may ask that an own lesson of one ' +
      'date goes elsewhere, such as "move my lesson of next Wednesday to next Friday, periods 3-4"; that ' +
      'of somebody else is for its teacher to request.',
  );

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
