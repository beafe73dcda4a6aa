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
