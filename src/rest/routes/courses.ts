import type { RouteTable } from '../route.js';

/** Classifications of courses, and credit-hour types. */
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
};
