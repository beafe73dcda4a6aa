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
  return byOperation[String(error.details.operation)] ?? notForYou;
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
    '别人的课由谁代，由其任课教师申请、教务安排，没有改动任何内容。您自己的课可以申请代课，' +
    '例如“周五7-8节的数据结构谁能代”；也可以点名问某位老师那时有没有课。',
  en:
    "Who covers somebody else's lesson is requested by its teacher and decided by academic affairs; " +
    'nothing was changed. For a lesson of your own you may ask, such as "Who could cover my data ' +
    'structures on Friday?", or whether a teacher whom you name has a lesson then.',
};
const aboutPlaces: Text = {
  zh:
    '哪些时间可以调由教务查看，没有改动任何内容。自己的课可以申请某一天调课，' +
    '例如“下周一的课想改到下周别的时间”；别人的课请联系其任课教师或所在学院的教务。',
  en:
    'Where a lesson could go is for academic affairs to see; nothing was changed. For a lesson of your own ' +
    'you may request another time of one date, such as "Could my Monday lesson go elsewhere next week?"; ' +
    'for others ask their teacher or academic affairs.',
};

const notForYou: Text = {
  zh: '您的账号不能这样做：课表的改动记录、空闲的教师和可调的时间，由教务和管理员查看。您可以查看课表和空教室。',
  en:
    'Your account may not do that: the changes of the timetable, free teachers and times for a lesson ' +
    'are for academic affairs and administrators. You may look at timetables and free rooms.',
};

/** What is said of each operation that the caller may not do. */
const byOperation: Readonly<Record<string, Text>> = {
  changeTimetable: forPlanners,
  ...{ changes: aboutChanges, change: aboutChanges, dateChanges: aboutChanges },
  ...{ substitutes: aboutSubstitutes, freeTeachers: aboutSubstitutes },
  ...{ suggestions: aboutPlaces, whyNot: aboutPlaces },
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
