import { columnOf, entityInfo, linksOf, type ColumnKind, type EntityClass } from '../../../data/columns.js';
import { Department } from '../../../entities/organisation.js';
import { Campus, Classroom } from '../../../entities/places.js';
import type { Text } from '../../../schema/texts.js';

/** A field of a page's form that may be filled in words. */
export interface KnownField {
  /** Identifier of its element in the page. */
  readonly id: string;
  readonly kind: ColumnKind;
  readonly label: Text;
  /** What people call it, in lower case, the longest first. */
  readonly names: readonly string[];
  /** Words of a flag that set it, and that clear it. */
  readonly words: { readonly set: readonly string[]; readonly clear: readonly string[] };
  /** Greatest length of its value, in characters. */
  readonly max: number;
}

const lengthMax = 255;
const numberLength = 16;

interface Extra {
  /** Further names, separated by |. */
  readonly names?: string;
  /** Words that set and clear a flag. */
  readonly set?: string;
  readonly clear?: string;
}

const split = (words = ''): string[] => words.split('|').filter((word) => word !== '');

/** Fields of a form for records of an entity: ids of elements, columns, and what else they are called. */
const fieldsOf = (
  entity: EntityClass,
  rows: Readonly<Record<string, readonly [string, Extra?]>>,
): KnownField[] =>
  Object.entries(rows).map(([id, [property, extra = {}]]) => {
    const link = linksOf(entity).find(({ name }) => name === property);
    const column = link ? null : columnOf(entity, property);
    const { label } = link ?? column!;
    const kind = column?.kind ?? 'reference';
    const max = column?.max && kind === 'text' ? column.max : isLong(kind) ? lengthMax : numberLength;
    const names = [...shortNames(label, entityInfo(entity).noun), ...split(extra.names)].join('|');
    return knownField(id, label, kind, max, { ...extra, names });
  });

const isLong = (kind: ColumnKind): boolean => kind === 'text' || kind === 'document';

function knownField(id: string, label: Text, kind: ColumnKind, max: number, extra: Extra): KnownField {
  const names = [...new Set([label.zh, label.en, ...split(extra.names)].map((name) => name.toLowerCase()))];
  return {
    id,
    kind,
    label,
    max,
    names: names.sort((a, b) => b.length - a.length),
    words: { set: split(extra.set), clear: split(extra.clear) },
  };
}

/** Labels without what the page says anyway: 名称 for 校区名称. */
const shortNames = ({ zh, en }: Text, noun: Text): string[] =>
  [
    zh.replace(/^是否有?/, ''),
    zh.startsWith(noun.zh) ? zh.slice(noun.zh.length) : zh,
    en.toLowerCase().startsWith(`${noun.en} `) ? en.slice(noun.en.length + 1) : en,
  ].filter((name) => name !== '');

const enabled: Extra = {
  names: '状态|启用|启用状态|status|enabled',
  set: '启用|enabled|enable',
  clear: '停用|禁用|不启用|disabled|disable',
};

/** Every field that a script may fill; a script names no other. */
export const knownFields: readonly KnownField[] = [
  ...fieldsOf(Campus, {
    campus_name: ['name'],
    campus_code: ['code', { names: '编号|代码|number' }],
    campus_desc: ['description', { names: '简介|说明|介绍' }],
    campus_address: ['address', { names: '位置|location' }],
    campus_status: ['isEnabled', enabled],
  }),
  ...fieldsOf(Classroom, {
    classroom_name: ['name'],
    classroom_type: ['type', { names: 'room type' }],
    building_uuid: ['building', { names: '楼宇' }],
    classroom_capacity: ['capacity', { names: '座位|座位数|人数|seats' }],
    classroom_area: ['area'],
    classroom_number: ['code', { names: '房间号|门牌号|编码|room number|number' }],
    classroom_floor: ['floor', { names: '层' }],
    classroom_description: ['description', { names: '说明|备注' }],
    is_multimedia: ['hasMultimedia', { names: '多媒体|projector|multimedia room' }],
    is_air_conditioned: ['isAirConditioned', { names: '空调|air conditioner|air-conditioned' }],
    examination_room: ['isExaminationRoom', { names: '考场|考试教室|exam room' }],
    examination_room_capacity: ['examinationCapacity', { names: '考场座位|考试容量|exam capacity' }],
  }),
  knownField('campus_uuid', { zh: '所属校区', en: 'Campus' }, 'reference', numberLength, { names: '校区' }),
  ...fieldsOf(Department, {
    department_name: ['name'],
    department_code: ['code', { names: '编号|代码|number' }],
    department_short_name: ['shortName', { names: '缩写|abbreviation' }],
    department_english_name: ['englishName', { names: '英文名' }],
    department_order: ['order', { names: '排序|顺序|序号' }],
    unit_category: ['category', { names: '类别|category' }],
    unit_type: ['type', { names: '单位类型|办别|类型|type' }],
    establishment_date: ['establishedOn', { names: '成立时间|成立于|established on|established' }],
    expiration_date: ['expiredOn', { names: '失效时间|截止日期|expired on|expires on' }],
    parent_department: ['parent', { names: '上级|上级单位|隶属|parent' }],
    is_enabled: ['isEnabled', enabled],
    is_entity: ['isEntity', { names: '实体|entity' }],
    is_attending_college: ['isAttendingCollege', { names: '上课学院' }],
    is_teaching_college: ['isTeachingCollege', { names: '开课学院' }],
    is_teaching_office: ['isTeachingOffice', { names: '教研室' }],
    department_address: ['address', { names: '办公地址|位置|location' }],
    fixed_phone: ['landline', { names: '电话|座机|phone|telephone' }],
    administrative_head: ['administrativeHead', { names: '负责人|主任|院长|head' }],
    party_committee_head: ['partyCommitteeHead', { names: '书记|党委书记|party head' }],
    assigned_teaching_building: ['buildings', { names: '教学楼|分配的教学楼|building' }],
    remark: ['remark', { names: '说明|描述|remarks|note' }],
  }),
];

const byId = new Map(knownFields.map((field) => [field.id, field]));

/** The field with this identifier; undefined for every other text. */
export const fieldWithId = (id: string): KnownField | undefined => byId.get(id);
