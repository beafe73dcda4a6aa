import { to, type RouteTable } from '../../route.js';

// Clients send 0 for a date that the user left empty.
const semester = { body: 'SemesterDTO', blank: { start_date: [0, '0'], end_date: [0, '0'] } };

/** Semesters. */
export const semesters: RouteTable = {
  'GET /semester/page': to('semesters', 'Page<SemesterDTO>', '查询学期列表成功', {
    names: { isDesc: ['is_desc', 'isDesc'] },
    initial: { size: 10 },
  }),
  'GET /semester/list': to('semesterOptions', '[SemesterDTO]', '查询启用的学期列表成功'),
  'GET /semester/:semester_uuid': to('semester', 'SemesterDTO', '查询成功'),
  'POST /semester': to('createSemester', null, '学期添加成功', semester),
  'PUT /semester/:semester_uuid': to('updateSemester', null, '学期更新成功', {
    ...semester,
    notice: 'dateNotice',
  }),
  'DELETE /semester/:semester_uuid': to('deleteSemester', null, '学期删除成功'),
};
