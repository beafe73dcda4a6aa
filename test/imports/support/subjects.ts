import { CourseCategory, CourseNature, CourseProperty } from '../../../src/entities/courses.js';
import { Building, Campus } from '../../../src/entities/places.js';
import type { TestServer } from '../../support/server.js';
import { collegeWithClass } from './students.js';

type Value = string | number | boolean | null;
/** Cells of a row by the heading of the template. */
export type Cells = Readonly<Record<string, string | number>>;

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
  readonly bad: { readonly heading: string; readonly value: string; readonly code: string };
}

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
  const [department, major, grade, clazz] = college.names;
  const nameOf = async (entity: typeof CourseCategory): Promise<string> =>
    (await em.findOneOrFail(entity, { name: { $ne: '' } })).name;
  const category = await nameOf(CourseCategory);
  const property = await nameOf(CourseProperty);
  const nature = await nameOf(CourseNature);
  const even = (n: number): boolean => n % 2 === 0;
  const flagCell = (is: boolean): number => (is ? 1 : 0);
  // What a database, a statement or a spreadsheet might take for something else.
  const odd = `=1+1 ? $1 'x' "y" \\n {z} 𠮷`;
  const named = (name: Value): object => ({ name });
  return [
    {
      name: 'Campuses',
      row: (n) => ({
        '校区名称 *': `分校区${n}`,
        '校区编码 *': `00${n}`,
        校区描述: `第${n}个`,
        '状态 *': flagCell(even(n)),
        '校区地址 *': `东路${n}号`,
        纬度: 39.5 + n,
        经度: -116.25,
      }),
      selection: 'name code description isEnabled address latitude longitude',
      record: (n) => ({
        name: `分校区${n}`,
        code: `00${n}`,
        description: `第${n}个`,
        isEnabled: even(n),
        address: `东路${n}号`,
        latitude: 39.5 + n,
        longitude: -116.25,
      }),
      bad: { heading: '校区地址 *', value: '', code: 'REQUIRED' },
    },
    {
      name: 'Buildings',
      row: (n) => ({ 所属校区: '主校区', 教学楼名称: `第${n}教学楼`, 状态: flagCell(even(n)) }),
      selection: 'name isEnabled campus { name }',
      record: (n) => ({ name: `第${n}教学楼`, isEnabled: even(n), campus: named('主校区') }),
      bad: { heading: '所属校区', value: '没有校区', code: 'NOT_FOUND' },
    },
    {
      name: 'Classrooms',
      row: (n) => ({
        '*校区名称': '主校区',
        '*楼栋名称': '博学楼',
        '*教室编号': `B${n}`,
        '*教室名称': `博学${n}`,
        '*楼层': '-1',
        '*教室类型': '普通教室',
        教室标签: '靠窗,投影',
        '*教室容量': 60 + n,
        '*是否是考场': 1,
        考场容量: 30,
        '*是否是多媒体教室': flagCell(even(n)),
        '*是否有空调': 1,
        '*教室状态': flagCell(even(n)),
        教室描述: odd,
        管理部门: department,
        '*教室面积': 80.5,
        桌椅类型: '实验椅',
      }),
      selection: `code name floor capacity isExaminationRoom examinationCapacity hasMultimedia
        isAirConditioned isEnabled
        description area building { name campus { name } } type { name } tags { name } managingDepartment
        { name } furnitureType { name }`,
      record: (n) => ({
        code: `B${n}`,
        name: `博学${n}`,
        floor: '-1',
        capacity: 60 + n,
        isExaminationRoom: true,
        examinationCapacity: 30,
        hasMultimedia: even(n),
        isAirConditioned: true,
        isEnabled: even(n),
        description: odd,
        area: 80.5,
        building: { name: '博学楼', campus: named('主校区') },
        type: named('普通教室'),
        tags: [named('靠窗'), named('投影')],
        managingDepartment: named(department),
        furnitureType: named('实验椅'),
      }),
      bad: { heading: '*教室类型', value: '没有类型', code: 'NOT_FOUND' },
    },
    {
      name: 'Teachers',
      row: (n) => ({
        教师工号: `0T${n}`,
        教师姓名: `教师${n}`,
        教师英文名: 'Zhang San',
        教师民族: '汉族',
        教师性别: even(n) ? '男' : '女',
        所属单位: department,
        教师类型: '讲师',
        教师电话: '13800000001',
        教师邮箱: 'zhang@example.com',
        教师职称: '副教授',
        教师描述: '研究方向：组合优化',
      }),
      selection:
        'code name englishName ethnic isMale phone email jobTitle description department { name } type { ' +
        'name }',
      record: (n) => ({
        code: `0T${n}`,
        name: `教师${n}`,
        englishName: 'Zhang San',
        ethnic: '汉族',
        isMale: even(n),
        phone: '13800000001',
        email: 'zhang@example.com',
        jobTitle: '副教授',
        description: '研究方向：组合优化',
        department: named(department),
        type: named('讲师'),
      }),
      bad: { heading: '教师性别', value: '其他', code: 'NOT_ALLOWED' },
    },
    {
      name: 'Students',
      row: (n) => ({
        学院: department,
        专业: major,
        年级: grade,
        班级: clazz,
        学号: `0${n}`,
        姓名: `学生${n}`,
        性别: even(n) ? '男' : '女',
      }),
      selection:
        'code name isMale isGraduated department { name } major { name } grade { name } ' +
        'administrativeClass { name }',
      record: (n) => ({
        code: `0${n}`,
        name: `学生${n}`,
        isMale: even(n),
        isGraduated: false,
        department: named(department),
        major: named(major),
        grade: named(grade),
        administrativeClass: named(clazz),
      }),
      bad: { heading: '班级', value: '没有班级', code: 'NOT_FOUND' },
    },
    {
      name: 'Courses',
      row: (n) => ({
        '课程ID*': `0C${n}`,
        '课程名称*': `课程${n}`,
        课程类别: category,
        课程属性: property,
        '课程类型*': 'A类(纯理论课)',
        课程性质: nature,
        '所属部门*': department,
        总课时: 64.5,
        周课时: 4,
        理论课时: 32.5,
        实验课时: 16,
        实践课时: 8,
        上机课时: 6,
        其他课时: 2,
        学分: 3.5,
        理论教室类型: '普通教室',
        实验教室类型: '普通教室',
        实践教室类型: '普通教室',
        上机教室类型: '普通教室',
        是否启用: flagCell(even(n)),
      }),
      selection: `code name totalHours weekHours theoryHours labHours practiceHours computerHours
        otherHours credits isEnabled
        category { name } property { name } type { name } nature { name } department { name }
        theoryClassroomType { name }
        labClassroomType { name } practiceClassroomType { name } computerClassroomType { name }`,
      record: (n) => ({
        code: `0C${n}`,
        name: `课程${n}`,
        totalHours: 64.5,
        weekHours: 4,
        theoryHours: 32.5,
        labHours: 16,
        practiceHours: 8,
        computerHours: 6,
        otherHours: 2,
        credits: 3.5,
        isEnabled: even(n),
        category: named(category),
        property: named(property),
        type: named('A类(纯理论课)'),
        nature: named(nature),
        department: named(department),
        theoryClassroomType: named('普通教室'),
        labClassroomType: named('普通教室'),
        practiceClassroomType: named('普通教室'),
        computerClassroomType: named('普通教室'),
      }),
      bad: { heading: '课程类型*', value: '没有类型', code: 'NOT_FOUND' },
    },
  ];
}
