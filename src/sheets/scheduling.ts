import { Enrolment } from '../entities/scheduling/enrolments.js';
import { sheetOf } from './sheet-of.js';

/** Who enrols in which elective. */
export const enrolmentSheet = sheetOf(Enrolment, {
  columns: {
    teachingClass: {
      heading: '选修教学班编码',
      label: '选修教学班编码',
      english: 'Code of the elective teaching class',
      list: 'teachingClasses',
    },
    student: { heading: '学号', label: '学号', english: 'Student number', list: 'students' },
  },
  notice: [
    '请按模板填写，每行一名学生',
    '选修教学班编码请参照右侧列表填写',
    '学号须已在学生信息中，已毕业的学生不能选课',
    '名额已满的教学班不能再选',
    '请勿改动表格结构',
  ],
  references: [{ at: 'H2', heading: '选修教学班列表', list: 'teachingClasses' }],
});
