import { importTo, to, type RouteTable } from '../route.js';

const building = { body: 'BuildingDTO', names: { campus: 'campus_uuid' } };

/** Campuses, buildings, classrooms and desk-and-chair types. */
export const places: RouteTable = {
  'GET /campus/page': to('campuses', 'Page<CampusDTO>', '获取校区分页数据成功'),
  'GET /campus/list': to('campusOptions', '[CampusLiteDTO]', '获取校区列表成功'),
  'POST /campus': to('createCampus', 'CampusDTO', '添加校区成功'),
  'PUT /campus/:campus_uuid': to('updateCampus', 'CampusDTO', '更新校区成功'),
  'DELETE /campus/:campus_uuid': to('deleteCampus', 'value', '删除校区成功'),

  'GET /campus/get-template': to('campusesImportTemplate', 'FileDTO', '获取校区导入模板成功'),
  'POST /campus/batch-import': importTo('importCampuses', '批量添加校区成功', '存在添加失败的校区', {
    returns: 'BackAddCampusDTO',
  }),

  'GET /building': to('building', 'BuildingDTO', '获取教学楼成功', { names: { id: 'building' } }),
  'GET /building/page': to('buildings', 'Page<BuildingDTO>', '教学楼建筑列表成功'),
  'GET /building/list': to('buildingOptions', '[BuildingLiteDTO]', '获取教学楼列表成功'),
  'POST /building': to('createBuilding', null, '添加教学楼成功', building),
  'PUT /building/:building_uuid': to('updateBuilding', null, '更新教学楼成功', building),
  'DELETE /building/:building_uuid': to('deleteBuilding', null, '删除教学楼成功'),
  'GET /building/campus/:campus_uuid': to('buildings', 'Page<BuildingDTO>', '获取教学楼列表成功', {
    names: { campus: 'campus_uuid' },
  }),
  'GET /building/get-template': to('buildingsImportTemplate', 'FileDTO', '获取教学楼导入模板成功'),
  'POST /building/batch-import': importTo('importBuildings', '批量添加教学楼成功', '存在添加失败的教学楼'),

  'GET /tables-chairs/page': to('furnitureTypes', 'Page<TablesChairsTypeDTO>', '获取桌椅类型分页数据成功'),
  'GET /tables-chairs/list': to('furnitureTypeOptions', '[TablesChairsTypeLiteDTO]', '获取桌椅类型列表成功'),
  'GET /tables-chairs/:uuid': to('furnitureType', 'TablesChairsTypeDTO', '获取桌椅类型信息成功'),
  'POST /tables-chairs': to('createFurnitureType', 'TablesChairsTypeDTO', '添加桌椅类型成功'),
  'PUT /tables-chairs/:uuid': to('updateFurnitureType', 'TablesChairsTypeDTO', '更新桌椅类型成功'),
  'DELETE /tables-chairs/:uuid': to('deleteFurnitureType', 'value', '删除桌椅类型成功'),

  'GET /classroom/page': to('classrooms', 'Page<ClassroomInfoDTO>', '教室列表成功', {
    names: { tag: 'tag' },
  }),
  'GET /classroom/list': to('classroomOptions', '[ClassroomLiteDTO]', '获取教室列表成功'),
  'GET /classroom/tags': to('classroomTagOptions', '[ClassroomTagDTO]', '成功'),
  'GET /classroom/types': to('classroomTypeOptions', '[ClassroomTypeDTO]', '成功'),
  'GET /classroom/get-template': to('classroomsImportTemplate', 'FileDTO', '获取教室导入模板成功'),
  'POST /classroom/batch-import': importTo('importClassrooms', '批量添加教室成功', '存在添加失败的教室'),
  'GET /classroom/:classroom_uuid': to('classroom', 'ClassroomInfoDTO', '获取教室信息成功'),
  'POST /classroom': to('createClassroom', 'ClassroomInfoDTO', '添加教室成功', {
    names: { campus: 'campus_uuid' },
    required: ['campus'],
  }),
  'PUT /classroom/:classroom_uuid': to('updateClassroom', 'ClassroomInfoDTO', '编辑教室成功', {
    names: { campus: 'campus_uuid' },
  }),
  'DELETE /classroom/:classroom_uuid': to('deleteClassroom', null, '删除教室成功'),
};
