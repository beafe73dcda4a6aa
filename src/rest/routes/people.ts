import { importRoute, type RouteTable } from '../route.js';

/**
 * Teachers, students, and teacher types; the values of the types come as parameters, of the query or a form.
 */
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

  'GET /teacher/page': {
    operation: 'teachers',
    returns: 'Page<TeacherWithStatusDTO>',
    names: { department: 'department' },
    message: '查询教师列表成功',
  },
  'GET /teacher/list': {
    operation: 'teacherOptions',
    returns: '[TeacherLiteDTO]',
    names: { department: 'department_uuid', type: 'teacher_type_uuid', name: 'name' },
    message: '查询教师列表成功',
  },
  'GET /teacher/get-example': { operation: 'teachersImportTemplate', returns: 'download' },
  'POST /teacher/batch-import': {
    ...importRoute,
    operation: 'importTeachers',
    required: ['isTolerant'],
    message: '批量添加教师成功',
    partial: '存在教师添加失败情况',
  },
  'PUT /teacher/disable/:teacher_uuid': {
    operation: 'disableTeacherAccount',
    returns: 'TeacherDisableDTO',
    names: { isDisabled: 'disable' },
    message: '禁用教师成功',
  },
  'GET /teacher/:teacher_uuid': { operation: 'teacher', returns: 'TeacherDTO', message: '查询成功' },
  'POST /teacher': { operation: 'createTeacher', body: 'TeacherDTO', message: '教师添加成功' },
  'PUT /teacher/:teacher_uuid': {
    operation: 'updateTeacher',
    body: 'TeacherDTO',
    message: '教师信息已更新',
  },
  'DELETE /teacher/:teacher_uuid': { operation: 'deleteTeacher', message: '教师记录已删除' },

  'GET /students/page': {
    operation: 'students',
    returns: 'Page<StudentWithStatusDTO>',
    names: { administrativeClass: 'class', department: 'department_uuid', isGraduated: 'is_graduated' },
    initial: { isGraduated: false },
    message: '查询成功',
  },
  'GET /students/list': {
    operation: 'studentOptions',
    returns: '[StudentLiteDTO]',
    names: { administrativeClass: 'administrative_class_uuid', department: 'department_uuid' },
    identifiers: ['administrativeClass'],
    message: '获取学生列表成功',
  },
  'GET /students/get-example': { operation: 'studentsImportTemplate', returns: 'download' },
  'POST /students/batch-import': {
    ...importRoute,
    operation: 'importStudents',
    required: ['isTolerant'],
    message: '批量添加学生成功',
    partial: '存在添加失败的学生情况',
  },
  // A client sends edited students here, with a body and without the parameter.
  'PUT /students/disable/:student_uuid': {
    operation: 'disableStudentAccount',
    returns: 'StudentDisableDTO',
    names: { isDisabled: 'disable' },
    withBody: { address: 'PUT /students/:student_uuid', without: 'disable' },
    message: '停用学生成功',
    unless: { key: 'status', message: '启用学生成功' },
  },
  'GET /students/:student_uuid': {
    operation: 'student',
    returns: 'StudentWithStatusDTO',
    message: '获取学生信息成功',
  },
  'POST /students': { operation: 'createStudent', returns: 'StudentDTO', message: '添加学生成功' },
  'PUT /students/:student_uuid': {
    operation: 'updateStudent',
    returns: 'StudentDTO',
    message: '编辑学生成功',
  },
  'DELETE /students/:student_uuid': { operation: 'deleteStudent', message: '删除学生成功' },
};
