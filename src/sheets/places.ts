import type { Sheet } from './sheet.js';

/**
 * Campuses. An unknown status counts as enabled and an unreadable coordinate as none: files made for that
 * rule exist.
 */
export const campusSheet: Sheet = {
  fileName: '校区导入模板.xlsx',
  title: '导入校区模板',
  headingRow: 2,
  columns: [
    {
      key: 'name',
      heading: '校区名称 *',
      english: 'Campus name',
      aliases: ['校区', '名称'],
      kind: { is: 'text', maxLength: 32 },
      required: true,
      unique: true,
      example: '示例校区（需要删除）',
    },
    {
      key: 'code',
      heading: '校区编码 *',
      english: 'Campus code',
      aliases: ['校区代码', '编码'],
      kind: { is: 'text', maxLength: 32 },
      required: true,
      unique: true,
      example: 'CAMPUSA',
    },
    {
      key: 'description',
      heading: '校区描述',
      english: 'Description',
      aliases: ['描述'],
      kind: { is: 'text', maxLength: 255 },
      whenEmpty: '暂无描述',
      example: '主校区',
    },
    {
      key: 'isEnabled',
      heading: '状态 *',
      english: 'Status',
      aliases: ['校区状态'],
      kind: { is: 'flag' },
      whenEmpty: true,
      otherwise: true,
      example: '1',
    },
    {
      key: 'address',
      heading: '校区地址 *',
      english: 'Address',
      aliases: ['地址'],
      kind: { is: 'text', maxLength: 255 },
      required: true,
      example: '北京市海淀区xxx路123号',
    },
    {
      key: 'latitude',
      heading: '纬度',
      english: 'Latitude',
      kind: { is: 'decimal', min: -90, max: 90 },
      otherwise: null,
      example: '39.9042',
    },
    {
      key: 'longitude',
      heading: '经度',
      english: 'Longitude',
      kind: { is: 'decimal', min: -180, max: 180 },
      otherwise: null,
      example: '116.4074',
    },
  ],
  notice: {
    range: 'H2:J21',
    centred: true,
    lines: [
      '1. 请勿改动表格结构；示例行导入前请删除（未改动的示例行会自动忽略）',
      '2. 带 * 的列为必填项',
      '3. 校区名称不能重复，最多32个字符；校区编码不能重复，最多32个字符，建议使用字母和数字；描述可不填，最多255个字符；地址最多255个字符',
      '4. 状态填写 1（启用）或 0（禁用），默认为 1',
      '5. 纬度、经度可不填，填写时为小数',
      '6. 选择忽略错误时跳过有误的行，否则有任何错误都不导入',
      '7. 导入后请核对结果',
    ],
  },
  references: [{ at: 'L2', heading: '状态参考', values: ['1 (启用)', '0 (禁用)'] }],
};

/** Buildings; the campus is given by its name. */
export const buildingSheet: Sheet = {
  fileName: '教学楼导入模板.xlsx',
  title: '导入教学楼模板',
  headingRow: 2,
  columns: [
    {
      key: 'campus',
      heading: '所属校区',
      label: '校区名称',
      english: 'Campus',
      aliases: ['校区', '校区名称'],
      kind: { is: 'lookup', list: 'campuses' },
      required: true,
    },
    {
      key: 'name',
      heading: '教学楼名称',
      english: 'Building name',
      aliases: ['教学楼', '楼栋名称'],
      kind: { is: 'text', maxLength: 32 },
      required: true,
      unique: { within: 'campus' },
    },
    {
      key: 'isEnabled',
      heading: '状态',
      english: 'Status',
      aliases: ['教学楼状态'],
      kind: { is: 'flag' },
      whenEmpty: true,
      otherwise: true,
    },
  ],
  notice: {
    range: 'D2:F21',
    lines: [
      '1. 请按模板填写',
      '2. 校区必须已存在于系统中',
      '3. 必填数据请参照右侧列表填写',
      '4. 请勿改动表格结构',
      '5. 教学楼名称必填，同一校区内不能重复',
      '6. 状态只能填写 0（禁用）或 1（启用），默认为 1',
    ],
  },
  references: [
    { at: 'G2', heading: '校区名称列表', list: 'campuses' },
    { at: 'H2', heading: '状态示例', values: ['1 (启用)', '0 (禁用)'] },
  ],
};
