import { inLanguage } from '../../shell/in-language.js';

/** The texts of files of many timetables. */
export const exportTexts = inLanguage({
  about: {
    zh: '一个文件包含一个部门或全校的课表，每个班级、教师或教室一页；在后台生成，可保留一天。',
    en:
      'One file with the timetables of a department or of all, a page for each class, teacher or room. ' +
      'It is made in the background and kept for a day.',
  },
  pages: { zh: '每页一个', en: 'A page for each' },
  CLASSES: { zh: '班级', en: 'Class' },
  TEACHERS: { zh: '教师', en: 'Teacher' },
  CLASSROOMS: { zh: '教室（门牌）', en: 'Room (door sign)' },
  DEPARTMENTS: { zh: '部门（仅 CSV 清单）', en: 'Department (CSV list only)' },
  whole: { zh: '整个学期的数据（JSON、ITC-2019）', en: 'The whole semester (JSON, ITC-2019)' },
  format: { zh: '格式', en: 'Format' },
  PDF: { zh: 'PDF', en: 'PDF' },
  XLSX: { zh: 'Excel（.xlsx）', en: 'Excel (.xlsx)' },
  CSV: { zh: 'CSV', en: 'CSV' },
  JSON: { zh: 'JSON', en: 'JSON' },
  ITC_2019: { zh: 'ITC-2019 问题', en: 'ITC-2019 problem' },
  ITC_2019_SOLUTION: { zh: 'ITC-2019 解', en: 'ITC-2019 solution' },
  aboutPDF: { zh: '排好版的课表，可直接打印、张贴', en: 'Laid out to be printed and put up' },
  aboutXLSX: {
    zh: '同样的课表，每页一张工作表，可以再编辑',
    en: 'The same as a workbook, a sheet for each page, to be edited',
  },
  aboutCSV: {
    zh: '清单，每行一次课，供其他程序读取或统计',
    en: 'A list with a meeting in each line, for other programs and for counting',
  },
  aboutJSON: {
    zh: '排课器的输入：教学班、教室、教师、规则与当前位置，可用来重新求解',
    en: 'What the solver is given: meetings, rooms, teachers, rules and places, to be solved again',
  },
  aboutITC_2019: {
    zh: '国际排课竞赛 ITC-2019 格式的同一问题（XML），供研究与比较',
    en: 'The same problem in the form of the competition ITC-2019 (XML), for research and comparison',
  },
  aboutITC_2019_SOLUTION: {
    zh: '上述问题的解（XML）：现有课表中的时间与教室',
    en: 'The solution of that problem (XML): times and rooms of the timetable as it is',
  },
  department: { zh: '部门', en: 'Department' },
  building: { zh: '楼宇', en: 'Building' },
  all: { zh: '全部', en: 'All' },
  start: { zh: '开始导出', en: 'Start the export' },
  latest: { zh: '最近的导出', en: 'Latest exports' },
  none: { zh: '还没有导出', en: 'Nothing exported yet' },
  gone: { zh: '文件已过期删除', en: 'The file was deleted after a day' },
  pagesRead: {
    zh: (count: number) => `已完成 ${count} 页`,
    en: (count: number) => (count === 1 ? '1 page' : `${count} pages`),
  },
});
