import type { RouteTable } from '../route.js';

/** Unit categories. */
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
};
