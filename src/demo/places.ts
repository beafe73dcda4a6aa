import type { DemoBuilding, DemoCampus, DemoClassroom } from './model.js';

/** The two campuses. */
export const campuses: DemoCampus[] = [
  {
    code: 'DH',
    name: '东湖校区',
    description: '主校区，各学院的课堂教学在此进行。',
    address: '云岭市东湖大道100号',
  },
  { code: 'BS', name: '北山校区', description: '工程与化工类实训基地。', address: '云岭市北山路18号' },
];

/** Adjacent rooms of one kind on one floor. */
interface Corridor {
  building: string;
  floor: number;
  type: string;
  count: number;
  capacity: number;
  department?: string;
}

const codeOfBuilding: Record<string, string> = {
  明德楼: 'MD',
  致远楼: 'ZY',
  信息楼: 'XX',
  经管楼: 'JG',
  艺术楼: 'YS',
  体育馆: 'TY',
  工程楼: 'GC',
  实训中心: 'SX',
  化工楼: 'HG',
};
const northern = new Set(['工程楼', '实训中心', '化工楼']);

/** The teaching buildings of both campuses. */
export const buildings: DemoBuilding[] = Object.keys(codeOfBuilding).map((name) => ({
  name,
  campus: northern.has(name) ? 'BS' : 'DH',
}));

const corridors: Corridor[] = [
  { building: '明德楼', floor: 1, type: '公共教室', count: 2, capacity: 180 },
  { building: '明德楼', floor: 2, type: '公共教室', count: 2, capacity: 120 },
  { building: '明德楼', floor: 3, type: '多媒体教室', count: 4, capacity: 56 },
  { building: '致远楼', floor: 1, type: '公共教室', count: 1, capacity: 150 },
  { building: '致远楼', floor: 2, type: '公共教室', count: 1, capacity: 100 },
  { building: '致远楼', floor: 3, type: '多媒体教室', count: 4, capacity: 50 },
  { building: '致远楼', floor: 4, type: '普通教室', count: 3, capacity: 48 },
  { building: '信息楼', floor: 1, type: '多媒体教室', count: 2, capacity: 56 },
  { building: '信息楼', floor: 2, type: '机房', count: 2, capacity: 50, department: 'COM' },
  { building: '信息楼', floor: 3, type: '机房', count: 1, capacity: 60, department: 'COM' },
  { building: '信息楼', floor: 4, type: '网络实训室', count: 2, capacity: 26, department: 'NET' },
  { building: '信息楼', floor: 5, type: '虚拟仿真实训室', count: 2, capacity: 30, department: 'NET' },
  { building: '经管楼', floor: 2, type: '多媒体教室', count: 3, capacity: 50 },
  { building: '经管楼', floor: 3, type: '机房', count: 2, capacity: 50, department: 'ECO' },
  { building: '艺术楼', floor: 1, type: '舞蹈教室', count: 2, capacity: 50, department: 'ART' },
  { building: '艺术楼', floor: 1, type: '蒙台梭立实训室', count: 1, capacity: 48, department: 'ART' },
  { building: '艺术楼', floor: 2, type: '琴房', count: 2, capacity: 24, department: 'ART' },
  { building: '艺术楼', floor: 2, type: '声乐教室', count: 1, capacity: 50, department: 'ART' },
  { building: '艺术楼', floor: 3, type: '美术教室', count: 2, capacity: 48, department: 'ART' },
  { building: '艺术楼', floor: 3, type: '幼儿保健室', count: 1, capacity: 48, department: 'ART' },
  { building: '体育馆', floor: 1, type: '活动室', count: 2, capacity: 60, department: 'PUB' },
  { building: '工程楼', floor: 1, type: '电工实训室', count: 2, capacity: 25, department: 'ELE' },
  { building: '工程楼', floor: 2, type: '现代电气控制实训室', count: 1, capacity: 25, department: 'ELE' },
  { building: '工程楼', floor: 2, type: '自动化生产线实训室', count: 1, capacity: 25, department: 'MEC' },
  { building: '工程楼', floor: 3, type: '多媒体教室', count: 3, capacity: 56 },
  { building: '工程楼', floor: 4, type: '公共教室', count: 1, capacity: 100 },
  { building: '实训中心', floor: 1, type: '实训车间', count: 2, capacity: 30, department: 'MEC' },
  { building: '实训中心', floor: 1, type: '汽修实训室', count: 2, capacity: 25, department: 'MEC' },
  { building: '实训中心', floor: 2, type: '机械装调实训室', count: 1, capacity: 25, department: 'MEC' },
  { building: '实训中心', floor: 2, type: '液压气动实训室', count: 1, capacity: 25, department: 'MEC' },
  { building: '化工楼', floor: 1, type: '化工仿真实训室', count: 1, capacity: 26, department: 'CHE' },
  { building: '化工楼', floor: 2, type: '多媒体教室', count: 1, capacity: 50 },
];

/** Equipment by type of room. */
const equipment: Record<string, { tags: string[]; furnitureType: string }> = {
  多媒体教室: { tags: ['多媒体', '理论', '通用'], furnitureType: '多功能座椅' },
  公共教室: { tags: ['多媒体', '理论', '通用'], furnitureType: '排椅' },
  普通教室: { tags: ['理论', '灵活教学'], furnitureType: '多功能座椅' },
  机房: { tags: ['计算机', '实践'], furnitureType: '机房椅' },
  网络实训室: { tags: ['网络', '实验室'], furnitureType: '实验椅' },
  虚拟仿真实训室: { tags: ['虚拟仿真', '实验室'], furnitureType: '仿真实训椅' },
  舞蹈教室: { tags: ['舞蹈', '实践'], furnitureType: '休息椅' },
  蒙台梭立实训室: { tags: ['幼教', '实践'], furnitureType: '多功能座椅' },
  琴房: { tags: ['音乐', '实践'], furnitureType: '多功能座椅' },
  声乐教室: { tags: ['音乐', '实践'], furnitureType: '排椅' },
  美术教室: { tags: ['美术', '实践'], furnitureType: '绘图椅' },
  幼儿保健室: { tags: ['幼教', '实践'], furnitureType: '多功能座椅' },
  活动室: { tags: ['活动室', '实践'], furnitureType: '休息椅' },
  电工实训室: { tags: ['电工', '实验室'], furnitureType: '电工实训椅' },
  现代电气控制实训室: { tags: ['电工', '自动化', '实验室'], furnitureType: '电工实训椅' },
  自动化生产线实训室: { tags: ['自动化', '实验室'], furnitureType: '机器人实验椅' },
  实训车间: { tags: ['机械装调', '实践'], furnitureType: '实训车间椅' },
  汽修实训室: { tags: ['汽车维修', '实践'], furnitureType: '车间工作椅' },
  机械装调实训室: { tags: ['机械装调', '实验室'], furnitureType: '车间工作椅' },
  液压气动实训室: { tags: ['液压气动', '实验室'], furnitureType: '工程椅' },
  化工仿真实训室: { tags: ['化工', '虚拟仿真', '实验室'], furnitureType: '仿真实训椅' },
};

/** Square metres per seat: more where people work at machines. */
const areaPerSeat = (type: string): number => (equipment[type].tags.includes('理论') ? 1.3 : 2.4);

/** All rooms, numbered along the floors. */
export function makeClassrooms(): DemoClassroom[] {
  const used = new Map<string, number>();
  return corridors.flatMap((corridor) =>
    Array.from({ length: corridor.count }, () => {
      const floorKey = `${corridor.building}${corridor.floor}`;
      const number = (used.get(floorKey) ?? 0) + 1;
      used.set(floorKey, number);
      return classroomOf(corridor, `${corridor.floor}${String(number).padStart(2, '0')}`);
    }),
  );
}

function classroomOf(
  { building, floor, type, capacity, department }: Corridor,
  number: string,
): DemoClassroom {
  const { tags, furnitureType } = equipment[type];
  const isLectureRoom = tags.includes('理论');
  return {
    code: `${codeOfBuilding[building]}${number}`,
    name: isLectureRoom ? `${building}${number}` : `${type}${number}`,
    building,
    floor: String(floor),
    type,
    tags,
    furnitureType,
    capacity,
    area: Math.round(capacity * areaPerSeat(type)),
    isExaminationRoom: isLectureRoom,
    hasMultimedia: tags.includes('多媒体') || tags.includes('计算机'),
    isAirConditioned: type !== '普通教室' && type !== '实训车间' && type !== '活动室',
    managingDepartment: department ?? null,
  };
}
