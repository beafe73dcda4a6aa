import type { PrintedWords } from '../../../sheets/print/printed.js';
import { dayNames, dayNamesEn } from '../semester/periods.js';

/** The fixed words of printed timetables. */
export const printedWords: Readonly<Record<'zh' | 'en', PrintedWords>> = {
  zh: {
    columns: [
      ...['课表', '课程', '教学班', '学时类型', '教师', '上课班级', '星期', '节次', '周次'],
      ...['校区', '教学楼', '教室'],
    ],
    semesterTab: '学期课表',
    weekTab: '周课表',
    listTab: '课程列表',
    empty: '没有安排课程',
    more: '另有 # 项，见列表',
    periods: '第 # 节',
  },
  en: {
    columns: [
      ...['Timetable', 'Course', 'Teaching class', 'Hours', 'Teachers', 'Attended by', 'Day', 'Periods'],
      ...['Weeks', 'Campus', 'Building', 'Room'],
    ],
    semesterTab: 'Semester',
    weekTab: 'Week',
    listTab: 'List',
    empty: 'Nothing is scheduled',
    more: '# more, see the list',
    periods: 'periods #',
  },
};

export const shownDays = {
  zh: dayNames.map((name) => `星期${name}`),
  en: dayNamesEn,
};

/** What stands at the foot of every page. */
export const shownFoot = (date: string): Record<'zh' | 'en', string> => ({
  zh: `打印于 ${date}，课表如有调整，以系统中的最新课表为准。`,
  en: `Printed on ${date}. Timetables change; the system has the latest.`,
});
