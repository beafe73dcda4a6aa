import type { RouteTable } from '../../route.js';

// Clients send 0 for a date that the user left empty.
const semester = { body: 'SemesterDTO', blank: { start_date: [0, '0'], end_date: [0, '0'] } };

/** Semesters. */
export const semesters: RouteTable = {
  'GET /semester/page': {
    operation: 'semesters',
    returns: 'Page<SemesterDTO>',
    names: { isDesc: ['is_desc', 'isDesc'] },
    initial: { size: 10 },
    message: '查询学期列表成功',
  },
  'GET /semester/list': {
    operation: 'semesterOptions',
    returns: '[SemesterDTO]',
    message: '查询启用的学期列表成功',
  },
  'GET /semester/:semester_uuid': { operation: 'semester', returns: 'SemesterDTO', message: '查询成功' },
  'POST /semester': { ...semester, operation: 'createSemester', message: '学期添加成功' },
  'PUT /semester/:semester_uuid': { ...semester, operation: 'updateSemester', message: '学期更新成功' },
  'DELETE /semester/:semester_uuid': { operation: 'deleteSemester', message: '学期删除成功' },
};
