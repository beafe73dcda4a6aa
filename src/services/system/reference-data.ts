import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { Permission, Role } from '../../entities/accounts.js';
import type { EntityClass, StoredEntity } from '../../data/columns.js';
import { named, workOf } from '../../data/transaction.js';
import {
  CourseCategory,
  CourseNature,
  CourseProperty,
  CourseType,
  CreditHourType,
} from '../../entities/courses.js';
import { UnitCategory, UnitType } from '../../entities/organisation.js';
import { TeacherType } from '../../entities/people.js';
import { ClassroomTag, ClassroomType, FurnitureType } from '../../entities/places.js';
import { RoleKey } from '../../schema/enums.js';
import type { Row } from '../../schema/rows.js';
import { recordReferenceTables } from './system.queries.js';

/** The initial rows of every installation. Existing clients and workbooks depend on their names. */

type Values<T> = Partial<Omit<Row<T>, keyof StoredEntity>>;

/** An entity with its initial rows. */
interface ReferenceTable<T extends StoredEntity = StoredEntity> {
  readonly entity: EntityClass<T>;
  readonly rows: readonly Values<T>[];
}

const table = <T extends StoredEntity>(entity: EntityClass<T>, rows: readonly Values<T>[]): ReferenceTable =>
  ({ entity, rows }) as unknown as ReferenceTable;

/** Rows that consist of a name and a description. */
const namedRows = (sentences: Record<string, string>): { name: string; description: string }[] =>
  Object.entries(sentences).map(([name, description]) => ({ name, description }));

const roles: Values<Role>[] = [
  { name: '管理员', key: RoleKey.ADMINISTRATOR, permissions: ['operate', 'user'] },
  { name: '教师', key: RoleKey.TEACHER, permissions: [] },
  { name: '学生', key: RoleKey.STUDENT, permissions: [] },
  { name: '教务', key: RoleKey.ACADEMIC_AFFAIRS, permissions: [] },
  { name: '管理', key: RoleKey.LEADER, permissions: [] },
];

/** Subjects with four permissions each: management, add, edit, delete. */
const permissionSubjects: Record<string, string> = {
  'user:role': '角色',
  'user:permission': '权限',
  'user:unit': '单位',
  'user:unit:category': '单位类别',
  'user:unit:type': '单位类型',
  'user:unit:department': '部门',
  'user:unit:department:category': '部门类别',
  'user:unit:department:tag': '部门标签',
  'user:unit:department:tag:category': '部门标签类别',
};

const permissions: Values<Permission>[] = [
  { key: 'operate', name: '所有系统操作权限', description: '允许进行系统的所有操作。' },
  { key: 'user', name: '用户管理权限', description: '允许管理用户。' },
  ...Object.entries(permissionSubjects).flatMap(([key, subject]) => [
    { key, name: `${subject}管理权限`, description: `允许管理${subject}。` },
    { key: `${key}:add`, name: `添加${subject}权限`, description: `允许添加${subject}。` },
    { key: `${key}:edit`, name: `编辑${subject}权限`, description: `允许编辑${subject}。` },
    { key: `${key}:delete`, name: `删除${subject}权限`, description: `允许删除${subject}。` },
  ]),
];

const teacherTypes: Values<TeacherType>[] = [
  {
    name: '专职教师',
    englishName: 'full-time teacher',
    description: '全职受聘于学校、以教学为主要工作的教师。',
  },
  { name: '兼职教师', englishName: 'part-time teacher', description: '从校外聘请、承担部分课程的教师。' },
  { name: '实习教师', englishName: 'internship teacher', description: '在指导下进行教学实习的教师。' },
  { name: '助教', englishName: 'teaching assistant', description: '协助主讲教师辅导、批改和实验的教师。' },
  { name: '讲师', englishName: 'lecturer', description: '具有讲师职称、独立承担课程的教师。' },
  { name: '副教授', englishName: 'associate professor', description: '具有副教授职称的教师。' },
  { name: '教授', englishName: 'professor', description: '具有教授职称的教师。' },
  { name: '辅导员', englishName: 'counselor', description: '负责学生日常思想教育和管理的教师。' },
  { name: '其他', englishName: 'other', description: '不属于以上类型的教师。' },
];

const unitCategories: Values<UnitCategory>[] = [
  { name: '行政类', order: 10, englishName: 'Administration', shortName: '行政管理部门' },
  { name: '院系', order: 20, englishName: 'College', shortName: '承担教学的学院和系部' },
  { name: '科研机构', order: 30, englishName: 'Research', shortName: '以科学研究为主的机构' },
  { name: '其它', order: 90, englishName: 'Other', shortName: '不属于以上类别的单位' },
];

const unitTypes: Values<UnitType>[] = [
  { name: '直属（校办）', englishName: 'DirectlyUnder(SchoolOffice)', shortName: '直属', order: 10 },
  { name: '校企合办', englishName: 'SchoolEnterpriseJointly', shortName: '校企', order: 20 },
];

const creditHourTypes = namedRows({
  理论学时: '课堂讲授的学时。',
  实验学时: '在实验室进行实验的学时。',
  上机学时: '在机房上机练习的学时。',
  实践学时: '实训、实习等实践教学的学时。',
  其他学时: '不属于以上类型的学时。',
});

const courseNatures = namedRows({
  必修课: '专业培养方案规定必须修读的课程。',
  实习实训: '以实习和实训方式进行的课程。',
  专业选修课: '学生在专业范围内选择修读的课程。',
  公共必修课: '全校学生必须修读的课程。',
  公共基础课: '为各专业打基础的公共课程。',
  公共选修课: '面向全校学生选择修读的课程。',
  专业拓展课: '拓宽专业知识面的课程。',
  其他: '不属于以上性质的课程。',
});

const courseProperties = namedRows({
  必修: '必须修读。',
  专业基础课: '学习专业课之前的基础课程。',
  专业核心课: '构成专业核心能力的课程。',
  实习实训: '在实习实训场所进行的课程。',
  限选: '在限定的范围内选修。',
  任选: '可以任意选修。',
  专业选修课: '供本专业学生选修的课程。',
  公共基础课: '面向多个专业的基础课程。',
  公共选修课: '面向全校学生的选修课程。',
  其他: '不属于以上属性的课程。',
});

const courseTypes = namedRows({
  'A类(纯理论课)': '全部学时为理论讲授的课程。',
  'B类((理论+实践)课)': '既有理论讲授又有实践环节的课程。',
  'C类(纯实践课)': '全部学时为实践环节的课程。',
});

const courseCategories = namedRows({
  '实习实训(必修)': '必须修读的实习实训课程。',
  '专业基础课(必修)': '必须修读的专业基础课程。',
  '专业核心课(必修)': '必须修读的专业核心课程。',
  '专业课(选修)': '可以选修的专业课程。',
  '公共基础课(必修)': '必须修读的公共基础课程。',
  '公共课(选修)': '可以选修的公共课程。',
});

const classroomTypes = namedRows({
  多媒体教室: '配有投影和音响的教室。',
  实训车间: '进行加工和装配实训的车间。',
  机房: '学生每人一台计算机的教室。',
  汽修实训室: '进行汽车拆装与维修实训的场所。',
  琴房: '进行钢琴教学的教室。',
  美术教室: '进行绘画和手工教学的教室。',
  舞蹈教室: '配有镜面和把杆的教室。',
  声乐教室: '进行声乐和视唱教学的教室。',
  化工仿真实训室: '模拟化工装置操作的实训室。',
  虚拟仿真实训室: '以虚拟现实设备进行实训的场所。',
  自动化生产线实训室: '配有自动化生产线的实训室。',
  液压气动实训室: '进行液压和气动实验的实训室。',
  电工实训室: '进行电工和电子实验的实训室。',
  网络实训室: '配有交换机和路由器的实训室。',
  幼儿保健室: '进行幼儿卫生与保健实训的教室。',
  机械装调实训室: '进行机械装配与调试的实训室。',
  网络综合布线室: '进行综合布线施工实训的场所。',
  公共教室: '供多个班级合班上课的大教室。',
  蒙台梭立实训室: '配有蒙台梭利教具的实训室。',
  活动室: '进行体育和集体活动的场所。',
  移动一体机: '配有可移动教学一体机的教室。',
  普通教室: '只有黑板和桌椅的教室。',
  现代电气控制实训室: '进行电气控制系统实训的场所。',
});

/** The classroom types in whose rooms experiments are held. */
const laboratories = [
  ...['化工仿真实训室', '虚拟仿真实训室', '自动化生产线实训室', '液压气动实训室'],
  ...['电工实训室', '网络实训室', '机械装调实训室', '现代电气控制实训室'],
];

const classroomTags = namedRows({
  多媒体: '配有多媒体设备。',
  计算机: '配有学生用计算机。',
  实验室: '可以进行实验。',
  音乐: '适合音乐教学。',
  美术: '适合美术教学。',
  舞蹈: '适合舞蹈教学。',
  理论: '适合理论讲授。',
  实践: '适合实践教学。',
  汽车维修: '适合汽车维修教学。',
  化工: '适合化工教学。',
  电工: '适合电工教学。',
  网络: '适合网络教学。',
  通用: '适合各类课程。',
  幼教: '适合幼儿教育教学。',
  机械装调: '适合机械装配与调试教学。',
  虚拟仿真: '配有虚拟仿真设备。',
  自动化: '适合自动化教学。',
  液压气动: '适合液压与气动教学。',
  活动室: '适合体育和集体活动。',
  灵活教学: '桌椅可以自由组合。',
});

const furnitureTypes = namedRows({
  实验椅: '供实验室使用的椅子。',
  绘图椅: '供绘图使用、可以升降的椅子。',
  工程椅: '供工程类教室使用的椅子。',
  机房椅: '供机房使用的椅子。',
  电工实训椅: '供电工实训使用的绝缘椅子。',
  仿真实训椅: '供仿真实训使用的椅子。',
  多功能座椅: '可以调节和组合的座椅。',
  排椅: '成排固定的座椅。',
  焊接实训椅: '供焊接实训使用的耐高温椅子。',
  车间工作椅: '供车间工位使用的椅子。',
  实训车间椅: '供实训车间使用的椅子。',
  机器人实验椅: '供机器人实验使用的椅子。',
  休息椅: '供休息区使用的椅子。',
  图书馆座椅: '供图书馆使用的座椅。',
  会议椅: '供会议室使用的椅子。',
});

/** All entities with reference rows. */
export const referenceTables: readonly ReferenceTable[] = [
  table(Role, roles),
  table(Permission, permissions),
  table(TeacherType, teacherTypes),
  table(UnitCategory, unitCategories),
  table(UnitType, unitTypes),
  table(CreditHourType, creditHourTypes),
  table(CourseNature, courseNatures),
  table(CourseProperty, courseProperties),
  table(CourseType, courseTypes),
  table(CourseCategory, courseCategories),
  table(
    ClassroomType,
    classroomTypes.map((row) => ({ ...row, isLaboratory: laboratories.includes(row.name) })),
  ),
  table(ClassroomTag, classroomTags),
  table(FurnitureType, furnitureTypes),
];

/**
 * Stores the reference rows of every table that has never had them. This is recorded per table, so that rows
 * changed or deleted by users are not restored; of several processes that start together, the one that makes
 * the record stores the rows.
 */
export async function ensureReferenceData(em: EntityManager): Promise<void> {
  await named(em, workOf('reference rows'), async (tx) => {
    const missing = new Set(await recordTables(tx));
    for (const { entity, rows } of referenceTables.filter((each) => missing.has(recordKey(each)))) {
      const records = rows.map((row) => Object.assign(new entity(), row));
      await tx.createQueryBuilder(entity).insert(records).onConflict().ignore().execute();
    }
  });
}

const recordKey = ({ entity }: ReferenceTable): string => `reference_rows_${entity.name}`;

/** Records for all tables that they have their rows, and returns the records that are new. */
async function recordTables(em: EntityManager): Promise<string[]> {
  const rows = await recordReferenceTables(
    em,
    referenceTables.map(() => uuidv7()),
    referenceTables.map(recordKey),
  );
  return rows.map(({ key }) => key);
}
