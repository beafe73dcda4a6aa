import { CourseCategory, CourseNature, CourseProperty } from '../../../src/entities/courses.js';
import { Building, Campus } from '../../../src/entities/places.js';
import type { TestServer } from '../../support/server.js';
import { collegeWithClass } from './students.js';

type Value = string | number | boolean | readonly string[];
type Cell = string | number;
/** Cells of a row by the heading of the template. */
export type Cells = Readonly<Record<string, Cell>>;

/** What a test of imports has to know of one of the six kinds of records. */
export interface Subject {
  /** Name in `importCampuses` and `campusesImportTemplate`. */
  readonly name: string;
  /** The cells of the n-th row, every column filled in. */
  readonly row: (n: number) => Cells;
  /** What a query shows of the n-th row after the import. */
  readonly selection: string;
  readonly record: (n: number) => Readonly<Record<string, unknown>>;
  /** A cell that spoils a row, and what is told of it. */
  readonly bad: BadCell;
}

interface BadCell {
  readonly heading: string;
  readonly value: string;
  readonly code: string;
}

/**
 * A column: where a query shows its value, the value of the n-th row, and how a person writes it into a cell.
 */
type Column = readonly [path: string, value: (n: number) => Value, cell?: (value: Value) => Cell];

interface Declaration {
  readonly name: string;
  /** Every column of the template by its heading. */
  readonly columns: Readonly<Record<string, Column>>;
  /** What a record has that no column tells. */
  readonly more?: readonly Column[];
  readonly bad: BadCell;
}

function subject({ name, columns, more = [], bad }: Declaration): Subject {
  const all = [...Object.values(columns), ...more];
  return {
    name,
    bad,
    row: (n) =>
      Object.fromEntries(
        Object.entries(columns).map(([heading, [, value, cell = cellOf]]) => [heading, cell(value(n))]),
      ),
    selection: all
      .map(([path]) => path.replaceAll('.', ' { ') + ' }'.repeat(path.split('.').length - 1))
      .join(' '),
    record: (n) => {
      const record = {};
      for (const [path, value] of all) put(record, path.split('.'), value(n));
      return record;
    },
  };
}

function cellOf(value: Value): Cell {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'object' ? value.join(',') : value;
}

/** Puts a value where its path leads; each of several names is a record by itself. */
function put(record: Record<string, unknown>, [key, ...rest]: readonly string[], value: Value): void {
  if (rest.length === 0) record[key] = value;
  else if (typeof value === 'object') record[key] = value.map((each) => ({ [rest[0]]: each }));
  else put((record[key] ??= {}) as Record<string, unknown>, rest, value);
}

const even = (n: number): boolean => n % 2 === 0;
const gender = (isMale: Value): Cell => (isMale ? '男' : '女');
const always = (value: Value) => (): Value => value;

/** Makes what the rows of all kinds refer to; gives the six kinds. */
export async function makeSubjects(server: TestServer): Promise<readonly Subject[]> {
  const { em } = server.context();
  const campus = em.create(Campus, {
    name: '主校区',
    code: 'MAIN',
    address: '一号',
    description: null,
  } as never);
  em.create(Building, { name: '博学楼', campus } as never);
  await em.flush();
  const college = await collegeWithClass(server);
  await server.graphql(`mutation { createTeacher(input: { code: "0COUNSEL", name: "赵六", isMale: true,
    department: "${college.departmentId}" }) { id } }`);
  const [department, major, grade, administrativeClass] = college.names;
  const nameOf = async (entity: typeof CourseCategory): Promise<string> =>
    (await em.findOneOrFail(entity, { name: { $ne: '' } })).name;
  const category = await nameOf(CourseCategory);
  const property = await nameOf(CourseProperty);
  const nature = await nameOf(CourseNature);
  // What a database, a statement or a spreadsheet might take for something else.
  const odd = `=1+1 ? $1 'x' "y" \\n {z} 𠮷`;
  const declarations: readonly Declaration[] = [
    {
      name: 'Departments',
      columns: {
        '部门名称*': ['name', (n) => `第${n}系`],
        '部门编码*': ['code', (n) => `00D${n}`],
        上级部门: ['parent.name', always(department)],
        部门排序: ['order', (n) => 70 + n],
        单位类别: ['category.name', always('院系')],
        单位办别: ['type.name', always('校企合办')],
        成立日期: ['establishedOn', always('1999-09-01')],
        失效日期: ['expiredOn', always('2099-01-31')],
        是否实体部门: ['isEntity', even],
        是否开课院系: ['isTeachingCollege', even],
        是否上课院系: ['isAttendingCollege', even],
        是否开课教研室: ['isTeachingOffice', even],
        部门英文名称: ['englishName', always('Department')],
        部门简称: ['shortName', always('系')],
        部门地址: ['address', always('一号楼')],
        行政负责人: ['administrativeHead', always('张三')],
        党委负责人: ['partyCommitteeHead', always('李四')],
        固定电话: ['landline', always('010-12345678')],
        备注: ['remark', always(odd)],
        是否启用: ['isEnabled', even],
      },
      bad: { heading: '失效日期', value: '1998-02-30', code: 'NOT_A_DATE' },
    },
    {
      name: 'Grades',
      columns: {
        '入学年份*': ['year', (n) => 1950 + n],
        年级名称: ['name', (n) => `${1950 + n}届`],
        年级开始日期: ['startDate', (n) => `${1950 + n}-08-31`],
        年级结束日期: ['endDate', always('2030-07-01')],
        年级描述: ['description', always('本科')],
      },
      bad: { heading: '年级结束日期', value: '1900-01-01', code: 'NOT_ALLOWED' },
    },
    {
      name: 'Majors',
      columns: {
        '专业名称*': ['name', (n) => `专业${n}`],
        '专业编码*': ['code', (n) => `00M${n}`],
        '所属部门*': ['department.name', always(department)],
        学制: ['educationYears', always(3)],
        培养层次: ['trainingLevel', always('专科')],
        专业描述: ['description', always(odd)],
        专业状态: ['isEnabled', even],
      },
      bad: { heading: '所属部门*', value: '没有部门', code: 'NOT_FOUND' },
    },
    {
      name: 'AdministrativeClasses',
      columns: {
        '班级名称*': ['name', (n) => `新${n}班`],
        '班级编号*': ['code', (n) => `00A${n}`],
        '所属专业*': ['major.name', always(major)],
        '年级*': ['grade.name', always(grade)],
        所属部门: ['department.name', always(department)],
        学生人数: ['studentCount', (n) => 30 + n],
        辅导员工号: ['counselor.code', always('0COUNSEL')],
        班级描述: ['description', always('新生')],
        是否启用: ['isEnabled', even],
      },
      bad: { heading: '辅导员工号', value: '没有工号', code: 'NOT_FOUND' },
    },
    ...['ClassroomTypes', 'FurnitureTypes'].map((name, at): Declaration => {
      const noun = ['教室', '桌椅'][at];
      return {
        name,
        columns: {
          [`${noun}类型名称*`]: ['name', (n) => `新${noun}${n}`],
          [`${noun}类型描述`]: ['description', always(odd)],
        },
        bad: { heading: `${noun}类型名称*`, value: '', code: 'REQUIRED' },
      };
    }),
    {
      name: 'Campuses',
      columns: {
        '校区名称 *': ['name', (n) => `分校区${n}`],
        '校区编码 *': ['code', (n) => `00${n}`],
        校区描述: ['description', (n) => `第${n}个`],
        '状态 *': ['isEnabled', even],
        '校区地址 *': ['address', (n) => `东路${n}号`],
        纬度: ['latitude', (n) => 39.5 + n],
        经度: ['longitude', always(-116.25)],
      },
      bad: { heading: '校区地址 *', value: '', code: 'REQUIRED' },
    },
    {
      name: 'Buildings',
      columns: {
        所属校区: ['campus.name', always('主校区')],
        教学楼名称: ['name', (n) => `第${n}教学楼`],
        状态: ['isEnabled', even],
      },
      bad: { heading: '所属校区', value: '没有校区', code: 'NOT_FOUND' },
    },
    {
      name: 'Classrooms',
      columns: {
        '*校区名称': ['building.campus.name', always('主校区')],
        '*楼栋名称': ['building.name', always('博学楼')],
        '*教室编号': ['code', (n) => `B${n}`],
        '*教室名称': ['name', (n) => `博学${n}`],
        '*楼层': ['floor', always('-1')],
        '*教室类型': ['type.name', always('普通教室')],
        教室标签: ['tags.name', always(['靠窗', '投影'])],
        '*教室容量': ['capacity', (n) => 60 + n],
        '*是否是考场': ['isExaminationRoom', always(true)],
        考场容量: ['examinationCapacity', always(30)],
        '*是否是多媒体教室': ['hasMultimedia', even],
        '*是否有空调': ['isAirConditioned', always(true)],
        '*教室状态': ['isEnabled', even],
        教室描述: ['description', always(odd)],
        管理部门: ['managingDepartment.name', always(department)],
        '*教室面积': ['area', always(80.5)],
        桌椅类型: ['furnitureType.name', always('实验椅')],
      },
      bad: { heading: '*教室类型', value: '没有类型', code: 'NOT_FOUND' },
    },
    {
      name: 'Teachers',
      columns: {
        教师工号: ['code', (n) => `0T${n}`],
        教师姓名: ['name', (n) => `教师${n}`],
        教师英文名: ['englishName', always('Zhang San')],
        教师民族: ['ethnic', always('汉族')],
        教师性别: ['isMale', even, gender],
        所属单位: ['department.name', always(department)],
        教师类型: ['type.name', always('讲师')],
        教师电话: ['phone', always('13800000001')],
        教师邮箱: ['email', always('zhang@example.com')],
        教师职称: ['jobTitle', always('副教授')],
        教师描述: ['description', always('研究方向：组合优化')],
      },
      bad: { heading: '教师性别', value: '其他', code: 'NOT_ALLOWED' },
    },
    {
      name: 'Students',
      columns: {
        学院: ['department.name', always(department)],
        专业: ['major.name', always(major)],
        年级: ['grade.name', always(grade)],
        班级: ['administrativeClass.name', always(administrativeClass)],
        学号: ['code', (n) => `0${n}`],
        姓名: ['name', (n) => `学生${n}`],
        性别: ['isMale', even, gender],
      },
      more: [['isGraduated', always(false)]],
      bad: { heading: '班级', value: '没有班级', code: 'NOT_FOUND' },
    },
    {
      name: 'Courses',
      columns: {
        '课程ID*': ['code', (n) => `0C${n}`],
        '课程名称*': ['name', (n) => `课程${n}`],
        课程类别: ['category.name', always(category)],
        课程属性: ['property.name', always(property)],
        '课程类型*': ['type.name', always('A类(纯理论课)')],
        课程性质: ['nature.name', always(nature)],
        '所属部门*': ['department.name', always(department)],
        总课时: ['totalHours', always(64.5)],
        周课时: ['weekHours', always(4)],
        理论课时: ['theoryHours', always(32.5)],
        实验课时: ['labHours', always(16)],
        实践课时: ['practiceHours', always(8)],
        上机课时: ['computerHours', always(6)],
        其他课时: ['otherHours', always(2)],
        学分: ['credits', always(3.5)],
        理论教室类型: ['theoryClassroomType.name', always('普通教室')],
        实验教室类型: ['labClassroomType.name', always('普通教室')],
        实践教室类型: ['practiceClassroomType.name', always('普通教室')],
        上机教室类型: ['computerClassroomType.name', always('普通教室')],
        是否启用: ['isEnabled', even],
      },
      bad: { heading: '课程类型*', value: '没有类型', code: 'NOT_FOUND' },
    },
  ];
  return declarations.map(subject);
}
