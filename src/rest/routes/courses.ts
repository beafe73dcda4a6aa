import { importRoute, type RouteTable } from '../route.js';

/** How the list and the pages call what narrows them. */
const filters = {
  category: 'course_category_uuid',
  property: 'course_property_uuid',
  type: 'course_type_uuid',
  nature: 'course_nature_uuid',
};

/** The course library, who may and likes to teach it, classifications of courses, and credit-hour types. */
export const courses: RouteTable = {
  'GET /course-nature/list': {
    operation: 'courseNatureOptions',
    returns: '[CourseNatureDTO]',
    message: '获取课程性质列表成功',
  },
  'GET /course-nature/:course_nature_uuid': {
    operation: 'courseNature',
    returns: 'CourseNatureDTO',
    message: '获取课程性质详情成功',
  },
  'GET /course-type/list': {
    operation: 'courseTypeOptions',
    returns: '[CourseTypeDTO]',
    message: '获取课程类型列表成功',
  },
  'GET /course-type/:course_type_uuid': {
    operation: 'courseType',
    returns: 'CourseTypeDTO',
    message: '获取课程类型详情成功',
  },
  'GET /course-property/list': {
    operation: 'coursePropertyOptions',
    returns: '[CoursePropertyDTO]',
    message: '获取课程属性列表成功',
  },
  'GET /course-property/:course_property_uuid': {
    operation: 'courseProperty',
    returns: 'CoursePropertyDTO',
    message: '获取课程属性详情成功',
  },
  'GET /course-category/list': {
    operation: 'courseCategoryOptions',
    returns: '[CourseCategoryDTO]',
    message: '获取课程类别列表成功',
  },
  'GET /course-category/:course_category_uuid': {
    operation: 'courseCategory',
    returns: 'CourseCategoryDTO',
    message: '获取课程类别详情成功',
  },
  'GET /credit-hour-type/list': {
    operation: 'creditHourTypeOptions',
    returns: '[CreditHourTypeEnuDTO]',
    message: '获取学时类型列表成功',
  },

  'GET /course/page': {
    operation: 'courses',
    returns: 'Page<CourseLibraryDTO>',
    names: { ...filters, department: 'department_uuid' },
    initial: { isDesc: false },
    message: '课程库获取成功',
  },
  'GET /course/list': {
    operation: 'courseOptions',
    returns: '[CourseLibraryNamedDTO]',
    names: { ...filters, department: 'course_department_uuid' },
    message: '课程库列表获取成功',
  },
  'GET /course/get-template': {
    operation: 'coursesImportTemplate',
    returns: 'FileDTO',
    message: '获取课程导入模板成功',
  },
  'POST /course/batch-import': {
    ...importRoute,
    operation: 'importCourses',
    required: ['isTolerant'],
    message: '批量添加课程库成功',
    partial: '存在添加失败的课程库',
  },
  'GET /course/:course_uuid': {
    operation: 'course',
    returns: 'CourseLibraryDTO',
    message: '课程库获取成功',
  },
  'POST /course': { operation: 'createCourse', body: 'CourseLibraryDTO', message: '课程添加成功' },
  'PUT /course/:course_uuid': {
    operation: 'updateCourse',
    body: 'CourseLibraryDTO',
    message: '课程更新成功',
  },
  'DELETE /course/:course_uuid': { operation: 'deleteCourse', message: '课程删除成功' },

  'GET /teacher-course-qualification/page': {
    operation: 'teacherQualifications',
    returns: 'Page<TeacherCourseQualificationDTO>',
    names: { department: 'department_uuid' },
    greatest: { size: 100 },
    message: '查询成功',
  },
  'GET /teacher-course-qualification/list': {
    operation: 'teacherQualificationOptions',
    returns: '[TeacherCourseQualificationDTO]',
    names: { department: 'department_uuid' },
    message: '查询成功',
  },
  'POST /teacher-course-qualification/apply': {
    operation: 'applyForTeacherQualification',
    returns: 'id',
    body: 'TeacherCourseQualificationDTO',
    message: '申请成功，等待审核',
  },
  'GET /teacher-course-qualification/:qualification_uuid': {
    operation: 'teacherQualification',
    returns: 'TeacherCourseQualificationDTO',
    message: '查询成功',
  },
  'POST /teacher-course-qualification': {
    operation: 'createTeacherQualification',
    returns: 'id',
    body: 'TeacherCourseQualificationDTO',
    message: '添加成功',
  },
  'PUT /teacher-course-qualification/:qualification_uuid': {
    operation: 'updateTeacherQualification',
    body: 'TeacherCourseQualificationDTO',
    message: '更新成功',
  },
  'PUT /teacher-course-qualification/:qualification_uuid/approve': {
    operation: 'reviewTeacherQualification',
    body: 'TeacherCourseQualificationDTO',
    message: '审核成功',
  },
  'DELETE /teacher-course-qualification/:qualification_uuid': {
    operation: 'deleteTeacherQualification',
    message: '删除成功',
  },

  'GET /teacher/preferences/page': {
    operation: 'teacherPreferences',
    returns: 'Page<TeacherPreferencesDTO>',
    message: '获取教师课程偏好列表成功',
  },
  'GET /teacher/preferences/page/me': {
    operation: 'myTeacherPreferences',
    returns: 'Page<TeacherPreferencesDTO>',
    message: '获取个人课程偏好列表成功',
  },
  'GET /teacher/preferences/list': {
    operation: 'teacherPreferenceOptions',
    returns: '[TeacherPreferencesDTO]',
    required: ['teacher', 'semester'],
    message: '操作成功',
  },
  'GET /teacher/preferences/:preference_uuid': {
    operation: 'teacherPreference',
    returns: 'TeacherPreferencesDTO',
    message: '操作成功',
  },
  'POST /teacher/preferences': {
    operation: 'createTeacherPreference',
    returns: 'TeacherPreferencesDTO',
    message: '操作成功',
  },
  'PUT /teacher/preferences/:preference_uuid': {
    operation: 'updateTeacherPreference',
    returns: 'TeacherPreferencesDTO',
    message: '操作成功',
  },
  'DELETE /teacher/preferences/:preference_uuid': {
    operation: 'deleteTeacherPreference',
    message: '操作成功',
  },
};
