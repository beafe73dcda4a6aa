import { importRoute, type RouteTable } from '../route.js';

const building = { body: 'BuildingDTO', names: { campus: 'campus_uuid' } };

/** Campuses, buildings, classrooms and desk-and-chair types. */
export const places: RouteTable = {
  'GET /campus/page': { operation: 'campuses', returns: 'Page<CampusDTO>', message: '获取校区分页数据成功' },
  'GET /campus/list': { operation: 'campusOptions', returns: '[CampusLiteDTO]', message: '获取校区列表成功' },
  'POST /campus': { operation: 'createCampus', returns: 'CampusDTO', message: '添加校区成功' },
  'PUT /campus/:campus_uuid': { operation: 'updateCampus', returns: 'CampusDTO', message: '更新校区成功' },
  'DELETE /campus/:campus_uuid': { operation: 'deleteCampus', returns: 'value', message: '删除校区成功' },

  'GET /campus/get-template': {
    operation: 'campusesImportTemplate',
    returns: 'FileDTO',
    message: '获取校区导入模板成功',
  },
  'POST /campus/batch-import': {
    ...importRoute,
    operation: 'importCampuses',
    returns: 'BackAddCampusDTO',
    message: '批量添加校区成功',
    partial: '存在添加失败的校区',
  },

  'GET /building': {
    operation: 'building',
    returns: 'BuildingDTO',
    names: { id: 'building' },
    message: '获取教学楼成功',
  },
  'GET /building/page': {
    operation: 'buildings',
    returns: 'Page<BuildingDTO>',
    message: '教学楼建筑列表成功',
  },
  'GET /building/list': {
    operation: 'buildingOptions',
    returns: '[BuildingLiteDTO]',
    message: '获取教学楼列表成功',
  },
  'POST /building': { ...building, operation: 'createBuilding', message: '添加教学楼成功' },
  'PUT /building/:building_uuid': { ...building, operation: 'updateBuilding', message: '更新教学楼成功' },
  'DELETE /building/:building_uuid': { operation: 'deleteBuilding', message: '删除教学楼成功' },
  'GET /building/campus/:campus_uuid': {
    operation: 'buildings',
    returns: 'Page<BuildingDTO>',
    names: { campus: 'campus_uuid' },
    message: '获取教学楼列表成功',
  },
  'GET /building/get-template': {
    operation: 'buildingsImportTemplate',
    returns: 'FileDTO',
    message: '获取教学楼导入模板成功',
  },
  'POST /building/batch-import': {
    ...importRoute,
    operation: 'importBuildings',
    message: '批量添加教学楼成功',
    partial: '存在添加失败的教学楼',
  },

  'GET /tables-chairs/page': {
    operation: 'furnitureTypes',
    returns: 'Page<TablesChairsTypeDTO>',
    message: '获取桌椅类型分页数据成功',
  },
  'GET /tables-chairs/list': {
    operation: 'furnitureTypeOptions',
    returns: '[TablesChairsTypeLiteDTO]',
    message: '获取桌椅类型列表成功',
  },
  'GET /tables-chairs/:uuid': {
    operation: 'furnitureType',
    returns: 'TablesChairsTypeDTO',
    message: '获取桌椅类型信息成功',
  },
  'POST /tables-chairs': {
    operation: 'createFurnitureType',
    returns: 'TablesChairsTypeDTO',
    message: '添加桌椅类型成功',
  },
  'PUT /tables-chairs/:uuid': {
    operation: 'updateFurnitureType',
    returns: 'TablesChairsTypeDTO',
    message: '更新桌椅类型成功',
  },
  'DELETE /tables-chairs/:uuid': {
    operation: 'deleteFurnitureType',
    returns: 'value',
    message: '删除桌椅类型成功',
  },

  'GET /classroom/page': {
    operation: 'classrooms',
    returns: 'Page<ClassroomInfoDTO>',
    names: { tag: 'tag' },
    message: '教室列表成功',
  },
  'GET /classroom/list': {
    operation: 'classroomOptions',
    returns: '[ClassroomLiteDTO]',
    message: '获取教室列表成功',
  },
  'GET /classroom/tags': {
    operation: 'classroomTagOptions',
    returns: '[ClassroomTagDTO]',
    message: '成功',
  },
  'GET /classroom/types': {
    operation: 'classroomTypeOptions',
    returns: '[ClassroomTypeDTO]',
    message: '成功',
  },
  'GET /classroom/get-template': {
    operation: 'classroomsImportTemplate',
    returns: 'FileDTO',
    message: '获取教室导入模板成功',
  },
  'POST /classroom/batch-import': {
    ...importRoute,
    operation: 'importClassrooms',
    message: '批量添加教室成功',
    partial: '存在添加失败的教室',
  },
  'GET /classroom/:classroom_uuid': {
    operation: 'classroom',
    returns: 'ClassroomInfoDTO',
    message: '获取教室信息成功',
  },
  'POST /classroom': {
    operation: 'createClassroom',
    returns: 'ClassroomInfoDTO',
    names: { campus: 'campus_uuid' },
    required: ['campus'],
    message: '添加教室成功',
  },
  'PUT /classroom/:classroom_uuid': {
    operation: 'updateClassroom',
    returns: 'ClassroomInfoDTO',
    names: { campus: 'campus_uuid' },
    message: '编辑教室成功',
  },
  'DELETE /classroom/:classroom_uuid': { operation: 'deleteClassroom', message: '删除教室成功' },
};
