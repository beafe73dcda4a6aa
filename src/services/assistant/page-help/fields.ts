import { columnOf, entityInfo, linksOf, type ColumnKind, type EntityClass } from '../../../data/columns.js';
import { Department } from '../../../entities/organisation.js';
import { Building, Campus, Classroom } from '../../../entities/places.js';
import type { Text } from '../../../schema/texts.js';

/** A field of a page's form that may be filled in words. */
export interface KnownField {
  /** Identifier of its element in the page. */
  readonly id: string;
  readonly kind: ColumnKind;
  readonly label: Text;
  /** What people call it, and its contrary where it is a flag, in lower case. */
  readonly names: readonly string[];
  readonly contrary: readonly string[];
  /** Greatest length of its value, in characters. */
  readonly max: number;
}

const lengthMax = 255;
const numberLength = 16;

const split = (words: string): string[] => words.split('|').filter((word) => word !== '');

/** Id of an element, property of the entity, what else people call it, and what they call its contrary. */
type Row = readonly [id: string, property: string, names?: string, contrary?: string];

/** Fields of a form for records of an entity. */
const fieldsOf = (entity: EntityClass, rows: readonly Row[]): KnownField[] =>
  rows.map(([id, property, names = '', contrary = '']) => {
    const link = linksOf(entity).find(({ name }) => name === property);
    const { kind, label, max } = link
      ? ({ ...link, kind: 'list', max: undefined } as const)
      : columnOf(entity, property);
    const longest = kind === 'document' ? lengthMax : numberLength;
    return {
      ...{ id, kind, label, contrary: split(contrary) },
      names: [...namesIn(label, entityInfo(entity).noun), ...split(names)].map((name) => name.toLowerCase()),
      max: kind === 'text' ? (max ?? lengthMax) : longest,
    };
  });

/** A label, also without what the page says anyway: 名称 for 校区名称. */
const namesIn = ({ zh, en }: Text, noun: Text): string[] => {
  const said = new RegExp(`^(?:是否有?|${noun.zh}|${noun.en} )`, 'i');
  return [zh, en, zh.replace(said, ''), en.replace(said, '')].filter((name) => name !== '');
};

const inUse = [
  'isEnabled',
  '启用|启用状态|状态|enabled|enable|status',
  '停用|禁用|不启用|disabled|disable',
] as const;

/** Every field that a script may fill; a script names no other. */
const knownFields: readonly KnownField[] = [
  ...fieldsOf(Campus, [
    ['campus_name', 'name'],
    ['campus_code', 'code', '编号|代码|number'],
    ['campus_desc', 'description', '简介|说明|介绍'],
    ['campus_address', 'address', '位置|location'],
    ['campus_status', ...inUse],
  ]),
  ...fieldsOf(Classroom, [
    ['classroom_name', 'name'],
    ['classroom_type', 'type', 'room type'],
    ['building_uuid', 'building', '楼宇'],
    ['classroom_capacity', 'capacity', '座位|座位数|人数|seats'],
    ['classroom_area', 'area'],
    ['classroom_number', 'code', '房间号|门牌号|编码|room number|number'],
    ['classroom_floor', 'floor', '层'],
    ['classroom_description', 'description', '说明|备注'],
    ['is_multimedia', 'hasMultimedia', '多媒体|projector|multimedia room'],
    ['is_air_conditioned', 'isAirConditioned', '空调|air conditioner|air-conditioned'],
    ['examination_room', 'isExaminationRoom', '考场|考试教室|exam room'],
    ['examination_room_capacity', 'examinationCapacity', '考场座位|考试容量|exam capacity'],
  ]),
  ...fieldsOf(Building, [['campus_uuid', 'campus', '所属校区']]),
  ...fieldsOf(Department, [
    ['department_name', 'name'],
    ['department_code', 'code', '编号|代码|number'],
    ['department_short_name', 'shortName', '缩写|abbreviation'],
    ['department_english_name', 'englishName', '英文名'],
    ['department_order', 'order', '排序|顺序|序号'],
    ['unit_category', 'category', '类别|category'],
    ['unit_type', 'type', '单位类型|办别|类型|type'],
    ['establishment_date', 'establishedOn', '成立时间|成立于|established on|established'],
    ['expiration_date', 'expiredOn', '失效时间|截止日期|expired on|expires on'],
    ['parent_department', 'parent', '上级|上级单位|隶属|parent'],
    ['is_enabled', ...inUse],
    ['is_entity', 'isEntity', '实体|entity'],
    ['is_attending_college', 'isAttendingCollege', '上课学院'],
    ['is_teaching_college', 'isTeachingCollege', '开课学院'],
    ['is_teaching_office', 'isTeachingOffice', '教研室'],
    ['department_address', 'address', '办公地址|位置|location'],
    ['fixed_phone', 'landline', '电话|座机|phone|telephone'],
    ['administrative_head', 'administrativeHead', '负责人|主任|院长|head'],
    ['party_committee_head', 'partyCommitteeHead', '书记|党委书记|party head'],
    ['assigned_teaching_building', 'buildings', '教学楼|分配的教学楼|building'],
    ['remark', 'remark', '说明|描述|remarks|note'],
  ]),
];

const byId = new Map(knownFields.map((field) => [field.id, field]));

/** The field with this identifier; undefined for every other text. */
export const fieldWithId = (id: string): KnownField | undefined => byId.get(id);
