import { Building, Campus, Classroom, ClassroomType, FurnitureType } from '../entities/places.js';
import { sheetOf } from './sheet-of.js';

/**
 * Campuses. An unknown status counts as enabled and an unreadable coordinate as absent, because existing
 * files rely on it.
 */
export const campusSheet = sheetOf(Campus, {
  starred: (label) => `${label} *`,
  columns: {
    name: { aliases: ['校区', '名称'], example: '示例校区（需要删除）' },
    code: { aliases: ['校区代码', '编码'], example: 'CAMPUSA' },
    description: { aliases: ['描述', 'Description'], example: '主校区' },
    isEnabled: { heading: '状态 *', aliases: ['Status'], fallback: true, example: '1' },
    address: { aliases: ['地址', 'Address'], example: '北京市海淀区xxx路123号' },
    latitude: { fallback: null, example: '39.9042' },
    longitude: { fallback: null, example: '116.4074' },
  },
  isNoticeCentred: true,
  notice: [
    '请勿改动表格结构；示例行导入前请删除（未改动的示例行会自动忽略）',
    '带 * 的列为必填项',
    '校区名称不能重复，最多32个字符；校区编码不能重复，最多32个字符，建议使用字母和数字；描述可不填，最多255个字符；地址最多255个字符',
    '状态填写 1（启用）或 0（禁用），默认为 1',
    '纬度、经度可不填，填写时为小数',
    '选择忽略错误时跳过有误的行，否则有任何错误都不导入',
    '导入后请核对结果',
  ],
  references: [{ at: 'L2', heading: '状态参考', values: ['1 (启用)', '0 (禁用)'] }],
});

/** Buildings; the campus is given by name. */
export const buildingSheet = sheetOf(Building, {
  columns: {
    campus: { heading: '所属校区', label: '校区名称', list: 'campuses' },
    name: { aliases: ['教学楼', '楼栋名称'] },
    isEnabled: { heading: '状态', aliases: ['Status'], fallback: true },
  },
  notice: [
    '请按模板填写',
    '校区必须已存在于系统中',
    '必填数据请参照右侧列表填写',
    '请勿改动表格结构',
    '教学楼名称必填，同一校区内不能重复',
    '状态只能填写 0（禁用）或 1（启用），默认为 1',
  ],
  references: [
    { at: 'G2', heading: '校区名称列表', list: 'campuses' },
    { at: 'H2', heading: '状态示例', values: ['1 (启用)', '0 (禁用)'] },
  ],
});

/** A flag of a classroom; any other text counts as no. */
const yesNo = { required: true, fallback: false, example: '1' } as const;

/** Classrooms; campus, building and type are given by name, unknown tags are created. */
export const classroomSheet = sheetOf(Classroom, {
  starred: (label) => `*${label}`,
  columns: {
    campus: { of: Building, heading: '*校区名称', list: 'campuses', example: '示例校区' },
    building: {
      heading: '*楼栋名称',
      aliases: ['教学楼名称', '楼栋'],
      list: 'buildings',
      example: '示例楼栋',
    },
    code: { example: '101' },
    name: { required: true, example: '示例教室' },
    floor: { example: '1' },
    type: { list: 'types', example: '普通教室' },
    tags: { list: null, example: '电子屏,投影仪' },
    capacity: { aliases: ['Capacity'], example: '60' },
    isExaminationRoom: { heading: '*是否是考场', label: '是否考场', ...yesNo },
    examinationCapacity: { kind: { is: 'integer', min: 1, max: 2_147_483_647 }, example: '40' },
    hasMultimedia: { heading: '*是否是多媒体教室', label: '是否多媒体教室', ...yesNo },
    isAirConditioned: yesNo,
    isEnabled: { aliases: ['Status'], ...yesNo },
    description: { aliases: ['Description'], example: '示例描述' },
    managingDepartment: { list: 'departments', fallback: null, example: '教务处' },
    area: { required: true, aliases: ['Area'], example: '80.0' },
    furnitureType: { list: 'furnitureTypes', fallback: null, example: '固定桌椅' },
  },
  noticeRange: 'R2:U21',
  notice: [
    '请按模板填写；未改动的示例行会自动忽略',
    '带 * 的列为必填项',
    '必填数据请参照右侧列表填写',
    '请勿改动表格结构',
    '教室状态填写 1（启用）或 0（禁用）',
    '多个标签用英文逗号分隔，例如：电子屏,投影仪',
    '是否考场、是否多媒体、是否有空调填写 1 或 0；考场须填写考场容量',
    '选择忽略错误时跳过有误的行，否则有任何错误都不导入',
    '标签与桌椅类型请参照右侧列表',
  ],
  references: [
    { at: 'V2', heading: '多个标签示例: ', list: 'tags', joined: true },
    { at: 'V3', heading: '校区模板', list: 'campuses' },
    { at: 'W3', heading: '楼栋模板', list: 'buildings' },
    { at: 'X3', heading: '教室类型模板', list: 'types' },
    { at: 'Y3', heading: '教室标签模板', list: 'tags' },
    { at: 'Z3', heading: '桌椅类型模板', list: 'furnitureTypes' },
  ],
});

/** Kinds of rooms, and of desks and chairs: a name and what it means. */
export const classroomTypeSheet = sheetOf(ClassroomType, { columns: { name: {}, description: {} } });
export const furnitureTypeSheet = sheetOf(FurnitureType, { columns: { name: {}, description: {} } });
