import type { Ref } from '@mikro-orm/core';
import { everybody } from '../data/callers.js';
import { StoredEntity } from '../data/columns.js';
import { always, derived } from '../data/defaults/default-values.js';
import {
  belongsTo,
  decimal,
  flag,
  hasMany,
  integer,
  linkedBy,
  stored,
  text,
  uniqueTogether,
} from '../data/decorators.js';
import { Department } from './organisation.js';

/** Seven decimals are about a centimetre. */
const degrees = { nullable: true, places: 7 } as const;

@stored('校区', 'campus', 'A geographically separate site of the institution; it owns buildings.', {
  rows: everybody,
})
export class Campus extends StoredEntity {
  @text('校区名称', 'Campus name', { max: 32, unique: true, sorted: 'chinese', searched: true })
  name: string;

  @text('校区编码', 'Campus code', { max: 32, unique: true, sorted: 'plain', searched: true })
  code: string;

  @text('校区描述', 'Campus description', { max: 255, nullable: true, byDefault: always('暂无描述') })
  description: string | null;

  @text('校区地址', 'Campus address', { max: 255, searched: true })
  address: string;

  @flag('校区状态', 'Campus status', { initial: true, about: 'Whether the campus is in use.' })
  isEnabled: boolean;

  @decimal('纬度', 'Latitude', { ...degrees, min: -90, max: 90, about: 'Degrees north, WGS 84.' })
  latitude: number | null;

  @decimal('经度', 'Longitude', { ...degrees, min: -180, max: 180, about: 'Degrees east, WGS 84.' })
  longitude: number | null;

  @integer('往来节数', 'Travel periods', {
    min: 0,
    max: 4,
    initial: 1,
    aboutInChinese: '师生往来其他校区时须空出的节数',
    about:
      'Free periods that teachers and classes need on the way to or from another campus; of two campuses ' +
      'the larger number counts, and a lunch or dinner break on the way counts as one.',
  })
  travelPeriods: number;

  @hasMany(() => Building, 'campus', 'Buildings that stand on the campus.', 20)
  buildings: Building[];
}

@uniqueTogether('campus', 'name')
@stored('教学楼', 'building', 'A building on a campus; it owns classrooms.', { rows: everybody })
export class Building extends StoredEntity {
  @text('教学楼名称', 'Building name', {
    max: 32,
    about: 'Name, unique within its campus.',
    sorted: 'chinese',
    searched: true,
  })
  name: string;

  @belongsTo(() => Campus, '校区', 'Campus', { about: 'The campus it stands on.' })
  campus: Ref<Campus>;

  @flag('教学楼状态', 'Building status', { initial: true, about: 'Whether the building is in use.' })
  isEnabled: boolean;

  @hasMany(() => Classroom, 'building', 'Classrooms in the building.', 50)
  classrooms: Classroom[];
}

@stored('教室类型', 'classroom type', 'A kind of classroom, such as lecture room or computer room.', {
  rows: everybody,
})
export class ClassroomType extends StoredEntity {
  @text('教室类型名称', 'Classroom type name', { max: 32, unique: true, searched: true })
  name: string;

  @text('教室类型描述', 'Classroom type description', { max: 255, nullable: true })
  description: string | null;

  @flag('是否实验室', 'Laboratory', {
    initial: false,
    about: 'Whether experiments are held in its rooms, so that who asks for a laboratory is offered them.',
  })
  isLaboratory: boolean;
}

@stored(
  '教室标签',
  'classroom tag',
  'A feature that classrooms may have, such as an equipment or a purpose.',
  { rows: everybody },
)
export class ClassroomTag extends StoredEntity {
  @text('教室标签名称', 'Classroom tag name', { max: 32, unique: true, searched: true })
  name: string;

  @text('教室标签描述', 'Classroom tag description', { max: 255, nullable: true })
  description: string | null;
}

@stored('桌椅类型', 'furniture type', 'A kind of desks and chairs that classrooms are furnished with.', {
  rows: everybody,
})
export class FurnitureType extends StoredEntity {
  @text('桌椅类型名称', 'Furniture type name', { max: 32, unique: true, sorted: 'chinese', searched: true })
  name: string;

  @text('桌椅类型描述', 'Furniture type description', { max: 255, nullable: true })
  description: string | null;

  @text('桌椅类型图片', 'Furniture type picture', {
    max: 1_000_000,
    nullable: true,
    about: 'Picture as base64 text.',
  })
  picture: string | null;
}

@stored('教室', 'classroom', 'A room where meetings are held.', { rows: everybody })
export class Classroom extends StoredEntity {
  @text('教室编号', 'Classroom code', {
    max: 32,
    unique: true,
    about: 'Room number, unique.',
    sorted: 'plain',
    searched: true,
  })
  code: string;

  @text('教室名称', 'Classroom name', {
    max: 32,
    byDefault: derived('教室编号', 'its code', ({ code }) => code),
    sorted: 'chinese',
    searched: true,
  })
  name: string;

  @belongsTo(() => Building, '教学楼', 'Building', {
    about: 'The building it is in, which determines the campus.',
  })
  building: Ref<Building>;

  @text('楼层', 'Floor', {
    max: 4,
    about: 'Floor as written on the door, such as B1, G or 12.',
    aboutInChinese: '如 12、B1 或 G',
    pattern: /^(B?\d{1,3}|G)$/,
    patternText: {
      zh: '楼层输入有误，应为 1 至 3 位数字、B 加数字或 G',
      en: 'A floor is written as 12, B1 or G.',
    },
  })
  floor: string;

  @belongsTo(() => ClassroomType, '教室类型', 'Classroom type')
  type: Ref<ClassroomType>;

  @integer('教室容量', 'Classroom capacity', { min: 1, about: 'Seats for students.', sorted: 'plain' })
  capacity: number;

  @flag('是否考场', 'Examination room', { initial: false, about: 'Whether examinations are held in it.' })
  isExaminationRoom: boolean;

  @integer('考场容量', 'Examination capacity', { min: 0, nullable: true, about: 'Seats in an examination.' })
  examinationCapacity: number | null;

  @flag('是否多媒体教室', 'Multimedia', { initial: false, about: 'Whether it has a projector and sound.' })
  hasMultimedia: boolean;

  @flag('是否有空调', 'Air conditioning', { initial: false })
  isAirConditioned: boolean;

  @flag('教室状态', 'Classroom status', { initial: true, about: 'Whether the classroom is in use.' })
  isEnabled: boolean;

  @text('教室描述', 'Classroom description', { max: 255, nullable: true })
  description: string | null;

  @belongsTo(() => Department, '管理部门', 'Managing department', { nullable: true })
  managingDepartment: Ref<Department> | null;

  @decimal('教室面积', 'Classroom area', {
    min: 0,
    byDefault: always(0),
    about: 'Floor area in square metres; 0: not known.',
    aboutInChinese: '平方米，0 为未知',
    sorted: 'plain',
  })
  area: number;

  @belongsTo(() => FurnitureType, '桌椅类型', 'Furniture type', { nullable: true })
  furnitureType: Ref<FurnitureType> | null;

  @linkedBy(() => ClassroomTagging, 'classroom', 'tag', '教室标签', 'Tags', {
    about: 'Features that the classroom has.',
  })
  tags: ClassroomTag[];
}

@uniqueTogether('classroom', 'tag')
@stored('教室标签关系', 'classroom tagging', 'That a classroom has a tag.', { rows: everybody })
export class ClassroomTagging extends StoredEntity {
  @belongsTo(() => Classroom, '教室', 'Classroom', { onDelete: 'cascade' })
  classroom: Ref<Classroom>;

  @belongsTo(() => ClassroomTag, '教室标签', 'Tag')
  tag: Ref<ClassroomTag>;
}
