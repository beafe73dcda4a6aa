import { importTo, to, type RouteTable } from '../route.js';

/** Wire names of the filters of the list and the pages. */
const filters = {
  category: 'course_category_uuid',
  property: 'course_property_uuid',
  type: 'course_type_uuid',
  nature: 'course_nature_uuid',
};

/** Courses, qualifications and preferences of teachers, classifications of courses, and credit-hour types. */
export const courses: RouteTable = {
  'GET /course-nature/list': to('courseNatureOptions', '[CourseNatureDTO]', '获取课程性质列表成功'),
  'GET /course-nature/:course_nature_uuid': to('courseNature', 'CourseNatureDTO', '获取课程性质详情成功'),
  'GET /course-type/list': to('courseTypeOptions', '[CourseTypeDTO]', '获取课程类型列表成功'),
  'GET /course-type/:course_type_uuid': to('courseType', 'CourseTypeDTO', '获取课程类型详情成功'),
  'GET /course-property/list': to('coursePropertyOptions', '[CoursePropertyDTO]', '获取课程属性列表成功'),
  'GET /course-property/:course_property_uuid': to(
    'courseProperty',
    'CoursePropertyDTO',
    '获取课程属性详情成功',
  ),
  'GET /course-category/list': to('courseCategoryOptions', '[CourseCategoryDTO]', '获取课程类别列表成功'),
  'GET /course-category/:course_category_uuid': to(
    'courseCategory',
    'CourseCategoryDTO',
    '获取课程类别详情成功',
  ),
  'GET /credit-hour-type/list': to('creditHourTypeOptions', '[CreditHourTypeEnuDTO]', '获取学时类型列表成功'),

  'GET /course/page': to('courses', 'Page<CourseLibraryDTO>', '课程库获取成功', {
    names: { ...filters, department: 'department_uuid' },
    initial: { isDesc: false },
  }),
  'GET /course/list': to('courseOptions', '[CourseLibraryNamedDTO]', '课程库列表获取成功', {
    names: { ...filters, department: 'course_department_uuid' },
  }),
  'GET /course/get-template': to('coursesImportTemplate', 'FileDTO', '获取课程导入模板成功'),
  'POST /course/batch-import': importTo('importCourses', '批量添加课程库成功', '存在添加失败的课程库', {
    required: ['isTolerant'],
  }),
  'GET /course/:course_uuid': to('course', 'CourseLibraryDTO', '课程库获取成功'),
  'POST /course': to('createCourse', null, '课程添加成功', { body: 'CourseLibraryDTO' }),
  'PUT /course/:course_uuid': to('updateCourse', null, '课程更新成功', { body: 'CourseLibraryDTO' }),
  'DELETE /course/:course_uuid': to('deleteCourse', null, '课程删除成功'),

  'GET /teacher-course-qualification/page': to(
    'teacherQualifications',
    'Page<TeacherCourseQualificationDTO>',
    '查询成功',
    { names: { department: 'department_uuid' }, maximum: { size: 100 } },
  ),
  'GET /teacher-course-qualification/list': to(
    'teacherQualificationOptions',
    '[TeacherCourseQualificationDTO]',
    '查询成功',
    { names: { department: 'department_uuid' } },
  ),
  'POST /teacher-course-qualification/apply': to('applyForTeacherQualification', 'id', '申请成功，等待审核', {
    body: 'TeacherCourseQualificationDTO',
  }),
  'GET /teacher-course-qualification/:qualification_uuid': to(
    'teacherQualification',
    'TeacherCourseQualificationDTO',
    '查询成功',
  ),
  'POST /teacher-course-qualification': to('createTeacherQualification', 'id', '添加成功', {
    body: 'TeacherCourseQualificationDTO',
  }),
  'PUT /teacher-course-qualification/:qualification_uuid': to(
    'updateTeacherQualification',
    null,
    '更新成功',
    { body: 'TeacherCourseQualificationDTO' },
  ),
  'PUT /teacher-course-qualification/:qualification_uuid/approve': to(
    'reviewTeacherQualification',
    null,
    '审核成功',
    { body: 'QualificationReview' },
  ),
  'DELETE /teacher-course-qualification/:qualification_uuid': to(
    'deleteTeacherQualification',
    null,
    '删除成功',
  ),

  'GET /teacher/preferences/page': to(
    'teacherPreferences',
    'Page<TeacherPreferencesDTO>',
    '获取教师课程偏好列表成功',
  ),
  'GET /teacher/preferences/page/me': to(
    'myTeacherPreferences',
    'Page<TeacherPreferencesDTO>',
    '获取个人课程偏好列表成功',
  ),
  'GET /teacher/preferences/list': to('teacherPreferenceOptions', '[TeacherPreferencesDTO]', '操作成功', {
    required: ['teacher', 'semester'],
  }),
  'GET /teacher/preferences/:preference_uuid': to('teacherPreference', 'TeacherPreferencesDTO', '操作成功'),
  'POST /teacher/preferences': to('createTeacherPreference', 'TeacherPreferencesDTO', '操作成功'),
  'PUT /teacher/preferences/:preference_uuid': to(
    'updateTeacherPreference',
    'TeacherPreferencesDTO',
    '操作成功',
  ),
  'DELETE /teacher/preferences/:preference_uuid': to('deleteTeacherPreference', null, '操作成功'),
};
