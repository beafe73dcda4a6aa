import { to, type RouteTable } from '../../route.js';

/** How clients, and the service that they were written for, call what narrows lists. */
const names = {
  semester: ['semester_uuid', 'semesterUuid'],
  department: ['department_uuid', 'departmentUuid'],
  teacher: ['teacher_uuid', 'teacherUuid'],
  isEnabled: ['is_enabled', 'isEnabled'],
  isDesc: ['is_desc', 'isDesc'],
};

/** What is taught to whom in a semester. */
export const teachingClasses: RouteTable = {
  'GET /teaching-class': to('teachingClasses', 'Page<TeachingClassLiteDTO>', '获取教学班列表成功', {
    names,
    initial: { size: 10 },
  }),
  'GET /teaching-class/list': to('teachingClassOptions', '[TeachingClassLiteDTO]', '获取教学班列表成功', {
    names,
  }),
  'GET /teaching-class/semester/:semesterUuid': to(
    'teachingClassOptions',
    '[TeachingClassDTO]',
    '获取学期教学班列表成功',
    { names: { semester: 'semesterUuid' }, fixed: { isEnabled: true, isCompulsory: true } },
  ),
  'GET /teaching-class/department/:departmentUuid': to(
    'departmentTeachingClasses',
    '[TeachingClassLiteDTO]',
    '获取部门教学班列表成功',
    { names: { department: 'departmentUuid' } },
  ),
  'GET /teaching-class/:teachingClassUuid': to('teachingClass', 'TeachingClassDTO', '获取教学班详情成功'),
  'POST /teaching-class': to('createTeachingClass', 'TeachingClassDTO', '创建教学班成功'),
  'PUT /teaching-class/:teachingClassUuid': to('updateTeachingClass', 'TeachingClassDTO', '更新教学班成功'),
  'DELETE /teaching-class/:teachingClassUuid': to('deleteTeachingClass', null, '删除教学班成功'),
};
