import { importTo, to, type RouteTable } from '../route.js';

/** Teachers, students, and teacher types, whose values come as query parameters or as a form. */
export const people: RouteTable = {
  'GET /teacher-type/page': to('teacherTypes', 'Page<TeacherTypeDTO>', '查询教师类型列表成功', {
    names: { keyword: ['name', 'keyword'] },
  }),
  'GET /teacher-type/list': to('teacherTypeOptions', '[TeacherTypeDTO]', '查询教师类型列表成功'),
  'GET /teacher-type/:teacher_type_uuid': to('teacherType', 'TeacherTypeDTO', '查询成功'),
  'POST /teacher-type': to('createTeacherType', 'TeacherTypeDTO', '教师类型添加成功', { form: true }),
  'PUT /teacher-type/:teacher_type_uuid': to('updateTeacherType', 'TeacherTypeDTO', '教师类型更新成功', {
    form: true,
  }),
  'DELETE /teacher-type/:teacher_type_uuid': to('deleteTeacherType', null, '教师类型删除成功'),

  'GET /teacher/page': to('teachers', 'Page<TeacherWithStatusDTO>', '查询教师列表成功', {
    names: { department: 'department' },
  }),
  'GET /teacher/list': to('teacherOptions', '[TeacherLiteDTO]', '查询教师列表成功', {
    names: { department: 'department_uuid', type: 'teacher_type_uuid', name: 'name' },
  }),
  'GET /teacher/get-example': { operation: 'teachersImportTemplate', returns: 'download' },
  'POST /teacher/batch-import': importTo('importTeachers', '批量添加教师成功', '存在教师添加失败情况', {
    required: ['isTolerant'],
  }),
  'PUT /teacher/disable/:teacher_uuid': to('disableTeacherAccount', 'TeacherDisableDTO', '禁用教师成功', {
    names: { isDisabled: 'disable' },
  }),
  'GET /teacher/:teacher_uuid': to('teacher', 'TeacherDTO', '查询成功'),
  'POST /teacher': to('createTeacher', null, '教师添加成功', { body: 'TeacherDTO', notice: 'numberNotice' }),
  'PUT /teacher/:teacher_uuid': to('updateTeacher', null, '教师信息已更新', {
    body: 'TeacherDTO',
    notice: 'numberNotice',
  }),
  'DELETE /teacher/:teacher_uuid': to('deleteTeacher', null, '教师记录已删除'),

  'GET /students/page': to('students', 'Page<StudentWithStatusDTO>', '查询成功', {
    names: { administrativeClass: 'class', department: 'department_uuid', isGraduated: 'is_graduated' },
    initial: { isGraduated: false },
  }),
  'GET /students/list': to('studentOptions', '[StudentLiteDTO]', '获取学生列表成功', {
    names: { administrativeClass: 'administrative_class_uuid', department: 'department_uuid' },
    identifiers: ['administrativeClass'],
  }),
  'GET /students/get-example': { operation: 'studentsImportTemplate', returns: 'download' },
  'POST /students/batch-import': importTo('importStudents', '批量添加学生成功', '存在添加失败的学生情况', {
    required: ['isTolerant'],
  }),
  // A client sends edited students here, with a body and without the parameter.
  'PUT /students/disable/:student_uuid': to('disableStudentAccount', 'StudentDisableDTO', '停用学生成功', {
    names: { isDisabled: 'disable' },
    withBody: { address: 'PUT /students/:student_uuid', without: 'disable' },
    unless: { key: 'status', message: '启用学生成功' },
  }),
  'GET /students/:student_uuid': to('student', 'StudentWithStatusDTO', '获取学生信息成功'),
  'POST /students': to('createStudent', 'StudentDTO', '添加学生成功', { notice: 'numberNotice' }),
  'PUT /students/:student_uuid': to('updateStudent', 'StudentDTO', '编辑学生成功', {
    notice: 'numberNotice',
  }),
  'DELETE /students/:student_uuid': to('deleteStudent', null, '删除学生成功'),
};
