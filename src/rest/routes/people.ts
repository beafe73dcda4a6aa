import type { RouteTable } from '../route.js';

/** Teacher types; their values come as parameters, of the query or a form. */
export const people: RouteTable = {
  'GET /teacher-type/page': {
    operation: 'teacherTypes',
    returns: 'Page<TeacherTypeDTO>',
    names: { keyword: ['name', 'keyword'] },
    message: '查询教师类型列表成功',
  },
  'GET /teacher-type/list': {
    operation: 'teacherTypeOptions',
    returns: '[TeacherTypeDTO]',
    message: '查询教师类型列表成功',
  },
  'GET /teacher-type/:teacher_type_uuid': {
    operation: 'teacherType',
    returns: 'TeacherTypeDTO',
    message: '查询成功',
  },
  'POST /teacher-type': {
    operation: 'createTeacherType',
    returns: 'TeacherTypeDTO',
    form: true,
    message: '教师类型添加成功',
  },
  'PUT /teacher-type/:teacher_type_uuid': {
    operation: 'updateTeacherType',
    returns: 'TeacherTypeDTO',
    form: true,
    message: '教师类型更新成功',
  },
  'DELETE /teacher-type/:teacher_type_uuid': {
    operation: 'deleteTeacherType',
    message: '教师类型删除成功',
  },
};
