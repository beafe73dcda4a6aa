import type { RouteTable } from '../route.js';

// Three addresses for three roles; what a caller sees follows from who they are, not from the address.
const majorPage = {
  operation: 'majors',
  returns: 'Page<MajorDTO>',
  names: { keyword: ['name', 'keyword'], departmentName: 'department', department: 'department_uuid' },
  required: ['page', 'size'],
  message: '查询成功',
};

const administrativeClassPage = {
  operation: 'administrativeClasses',
  returns: 'Page<AdministrativeClassDTO>',
  names: { keyword: ['name', 'keyword'] },
  required: ['page', 'size'],
  message: '查询成功',
};

/** Units and departments, grades, majors, administrative classes, and the department of the caller. */
export const organisation: RouteTable = {
  'GET /unit/category/page': {
    operation: 'unitCategories',
    returns: 'Page<UnitCategoryDTO>',
    message: '获取单位类别分页数据成功',
  },
  'GET /unit/category/list': {
    operation: 'unitCategoryOptions',
    returns: '[UnitCategoryLiteDTO]',
    message: '获取单位类别列表成功',
  },
  'GET /unit/category/:unit_category_uuid': {
    operation: 'unitCategory',
    returns: 'UnitCategoryDTO',
    message: '获取单位类别信息成功',
  },
  'POST /unit/category': {
    operation: 'createUnitCategory',
    returns: 'UnitCategoryDTO',
    message: '添加单位类别成功',
  },
  'PUT /unit/category/:unit_category_uuid': {
    operation: 'updateUnitCategory',
    returns: 'UnitCategoryDTO',
    message: '更新单位类别成功',
  },
  'DELETE /unit/category/:unit_category_uuid': {
    operation: 'deleteUnitCategory',
    returns: 'value',
    message: '删除单位类别成功',
  },

  'GET /unit/type/page': {
    operation: 'unitTypes',
    returns: 'Page<UnitTypeDTO>',
    message: '获取单位办别分页数据成功',
  },
  'GET /unit/type/list': {
    operation: 'unitTypeOptions',
    returns: '[UnitTypeLiteDTO]',
    message: '获取单位办别列表成功',
  },
  'GET /unit/type/:unit_type_uuid': {
    operation: 'unitType',
    returns: 'UnitTypeDTO',
    message: '获取单位办别信息成功',
  },
  'POST /unit/type': { operation: 'createUnitType', returns: 'UnitTypeDTO', message: '添加单位办别成功' },
  'PUT /unit/type/:unit_type_uuid': {
    operation: 'updateUnitType',
    returns: 'UnitTypeDTO',
    message: '更新单位办别成功',
  },
  'DELETE /unit/type/:unit_type_uuid': {
    operation: 'deleteUnitType',
    returns: 'value',
    message: '删除单位办别成功',
  },

  'GET /department/page': {
    operation: 'departments',
    returns: 'Page<DepartmentDTO>',
    message: '部门列表获取成功',
  },
  'GET /department/list': {
    operation: 'departmentOptions',
    returns: '[DepartmentLiteDTO]',
    message: '获取部门列表成功',
  },
  'GET /department/:department_uuid': {
    operation: 'department',
    returns: 'DepartmentDTO',
    message: '查询成功',
  },
  'POST /department': { operation: 'createDepartment', returns: 'DepartmentDTO', message: '部门创建成功' },
  'PUT /department/:department_uuid': {
    operation: 'updateDepartment',
    returns: 'DepartmentDTO',
    message: '部门修改成功',
  },
  'DELETE /department/:department_uuid': { operation: 'deleteDepartment', message: '删除成功' },

  'GET /grade/page': {
    operation: 'grades',
    returns: 'Page<GradeDTO>',
    names: { keyword: ['name', 'keyword'] },
    initial: { size: 10 },
    greatest: { size: 100 },
    message: '查询成功',
  },
  'GET /grade/list': { operation: 'gradeOptions', returns: '[GradeDTO]', message: '查询成功' },
  'GET /grade/:grade_uuid': { operation: 'grade', returns: 'GradeDTO', message: '查询成功' },
  'POST /grade': { operation: 'createGrade', returns: 'GradeDTO', message: '年级创建成功' },
  'PUT /grade/:grade_uuid': { operation: 'updateGrade', returns: 'GradeDTO', message: '年级修改成功' },
  'DELETE /grade/:grade_uuid': { operation: 'deleteGrade', returns: 'true', message: '年级删除成功' },

  'GET /major/page/admin': majorPage,
  'GET /major/page/academic': majorPage,
  'GET /major/page/student': majorPage,
  'GET /major/list': {
    operation: 'majorOptions',
    returns: '[MajorLiteDTO]',
    names: { keyword: ['name', 'keyword'], department: ['department', 'department_uuid'] },
    message: '查询成功',
  },
  'GET /major/:major_uuid': { operation: 'major', returns: 'MajorDTO', message: '查询成功' },
  'POST /major': { operation: 'createMajor', returns: 'MajorDTO', message: '专业创建成功' },
  'PUT /major/:major_uuid': { operation: 'updateMajor', returns: 'MajorDTO', message: '专业修改成功' },
  'DELETE /major/:major_uuid': { operation: 'deleteMajor', message: '专业删除成功' },

  'GET /administrative-class/list/admin': administrativeClassPage,
  'GET /administrative-class/list/academic': administrativeClassPage,
  'GET /administrative-class/list/student': { ...administrativeClassPage, fixed: { isEnabled: true } },
  'GET /administrative-class/list/all': {
    operation: 'administrativeClassOptions',
    returns: '[AdministrativeClassDTO]',
    message: '查询成功',
  },
  'GET /administrative-class/:administrative_class_uuid': {
    operation: 'administrativeClass',
    returns: 'AdministrativeClassDTO',
    message: '查询成功',
  },
  'POST /administrative-class': {
    operation: 'createAdministrativeClass',
    returns: 'AdministrativeClassDTO',
    message: '行政班级创建成功',
  },
  'PUT /administrative-class/:administrative_class_uuid': {
    operation: 'updateAdministrativeClass',
    returns: 'AdministrativeClassDTO',
    message: '行政班级修改成功',
  },
  'DELETE /administrative-class/:administrative_class_uuid': {
    operation: 'deleteAdministrativeClass',
    message: '行政班级删除成功',
  },

  'GET /academic-affairs/current': {
    operation: 'currentDepartmentGrant',
    returns: 'AcademicAffairsPermissionDTO',
    message: '获取当前用户教务权限信息成功',
  },
};
