import { to, type RouteTable } from '../route.js';

// Three addresses for three roles; the rows depend on the caller, not on the address.
const majorPage = to('majors', 'Page<MajorDTO>', '查询成功', {
  names: { keyword: ['name', 'keyword'], departmentName: 'department', department: 'department_uuid' },
  required: ['page', 'size'],
});

const administrativeClassPage = to('administrativeClasses', 'Page<AdministrativeClassDTO>', '查询成功', {
  names: { keyword: ['name', 'keyword'] },
  required: ['page', 'size'],
});

/** Units and departments, grades, majors, administrative classes, and the department of the caller. */
export const organisation: RouteTable = {
  'GET /unit/category/page': to('unitCategories', 'Page<UnitCategoryDTO>', '获取单位类别分页数据成功'),
  'GET /unit/category/list': to('unitCategoryOptions', '[UnitCategoryLiteDTO]', '获取单位类别列表成功'),
  'GET /unit/category/:unit_category_uuid': to('unitCategory', 'UnitCategoryDTO', '获取单位类别信息成功'),
  'POST /unit/category': to('createUnitCategory', 'UnitCategoryDTO', '添加单位类别成功'),
  'PUT /unit/category/:unit_category_uuid': to('updateUnitCategory', 'UnitCategoryDTO', '更新单位类别成功'),
  'DELETE /unit/category/:unit_category_uuid': to('deleteUnitCategory', 'value', '删除单位类别成功'),

  'GET /unit/type/page': to('unitTypes', 'Page<UnitTypeDTO>', '获取单位办别分页数据成功'),
  'GET /unit/type/list': to('unitTypeOptions', '[UnitTypeLiteDTO]', '获取单位办别列表成功'),
  'GET /unit/type/:unit_type_uuid': to('unitType', 'UnitTypeDTO', '获取单位办别信息成功'),
  'POST /unit/type': to('createUnitType', 'UnitTypeDTO', '添加单位办别成功'),
  'PUT /unit/type/:unit_type_uuid': to('updateUnitType', 'UnitTypeDTO', '更新单位办别成功'),
  'DELETE /unit/type/:unit_type_uuid': to('deleteUnitType', 'value', '删除单位办别成功'),

  'GET /department/page': to('departments', 'Page<DepartmentDTO>', '部门列表获取成功'),
  'GET /department/list': to('departmentOptions', '[DepartmentLiteDTO]', '获取部门列表成功'),
  'GET /department/:department_uuid': to('department', 'DepartmentDTO', '查询成功'),
  'POST /department': to('createDepartment', 'DepartmentDTO', '部门创建成功'),
  'PUT /department/:department_uuid': to('updateDepartment', 'DepartmentDTO', '部门修改成功'),
  'DELETE /department/:department_uuid': to('deleteDepartment', null, '删除成功'),

  'GET /grade/page': to('grades', 'Page<GradeDTO>', '查询成功', {
    names: { keyword: ['name', 'keyword'] },
    initial: { size: 10 },
    maximum: { size: 100 },
  }),
  'GET /grade/list': to('gradeOptions', '[GradeDTO]', '查询成功'),
  'GET /grade/:grade_uuid': to('grade', 'GradeDTO', '查询成功'),
  'POST /grade': to('createGrade', 'GradeDTO', '年级创建成功'),
  'PUT /grade/:grade_uuid': to('updateGrade', 'GradeDTO', '年级修改成功'),
  'DELETE /grade/:grade_uuid': to('deleteGrade', 'true', '年级删除成功'),

  'GET /major/page/admin': majorPage,
  'GET /major/page/academic': majorPage,
  'GET /major/page/student': majorPage,
  'GET /major/list': to('majorOptions', '[MajorLiteDTO]', '查询成功', {
    names: { keyword: ['name', 'keyword'], department: ['department', 'department_uuid'] },
  }),
  'GET /major/:major_uuid': to('major', 'MajorDTO', '查询成功'),
  'POST /major': to('createMajor', 'MajorDTO', '专业创建成功'),
  'PUT /major/:major_uuid': to('updateMajor', 'MajorDTO', '专业修改成功'),
  'DELETE /major/:major_uuid': to('deleteMajor', null, '专业删除成功'),

  'GET /administrative-class/list/admin': administrativeClassPage,
  'GET /administrative-class/list/academic': administrativeClassPage,
  'GET /administrative-class/list/student': { ...administrativeClassPage, fixed: { isEnabled: true } },
  'GET /administrative-class/list/all': to(
    'administrativeClassOptions',
    '[AdministrativeClassDTO]',
    '查询成功',
  ),
  'GET /administrative-class/:administrative_class_uuid': to(
    'administrativeClass',
    'AdministrativeClassDTO',
    '查询成功',
  ),
  'POST /administrative-class': to('createAdministrativeClass', 'AdministrativeClassDTO', '行政班级创建成功'),
  'PUT /administrative-class/:administrative_class_uuid': to(
    'updateAdministrativeClass',
    'AdministrativeClassDTO',
    '行政班级修改成功',
  ),
  'DELETE /administrative-class/:administrative_class_uuid': to(
    'deleteAdministrativeClass',
    null,
    '行政班级删除成功',
  ),

  'GET /academic-affairs/current': to(
    'currentDepartmentGrant',
    'AcademicAffairsPermissionDTO',
    '获取当前用户教务权限信息成功',
  ),
};
