import { administrativeClass, department } from '../../organisation/college.js';
import type { TestServer } from '../../support/server.js';
import { rawWorkbook, rowXml, sheetXml } from '../../workbook/support/workbook.js';

/** Headings of the student sheet. */
export const studentHeadings = ['学院', '专业', '年级', '班级', '学号', '姓名', '性别'];

/** Names that the cells of students refer to. */
export interface Place {
  readonly departmentId: string;
  /** College, major, grade and class. */
  readonly names: readonly string[];
}

/** A college with a class that students can be imported into. */
export async function collegeWithClass(server: TestServer, name = '信息学院'): Promise<Place> {
  const departmentId = await department(server, { department_name: name });
  const clazz = await administrativeClass(server, departmentId, { class_name: `${name}1班` });
  const { data } = await server.graphql(
    'query ($id: ID!) { administrativeClass(id: $id) { name major { name } grade { name } } }',
    { id: clazz.administrative_class_uuid },
  );
  const { major, grade, name: className } = data.administrativeClass;
  return { departmentId, names: [name, major.name, grade.name, className] };
}

/** A workbook of students whose numbers begin with the prefix; `more` rows stand at its end. */
export function studentWorkbook(
  { names }: Place,
  { count, prefix = 'S', more = [] }: { count: number; prefix?: string; more?: (string | null)[][] },
): Buffer {
  const good = Array.from({ length: count }, (_, at) => [
    ...names,
    `${prefix}${String(at).padStart(6, '0')}`,
    `学生${at}`,
    at % 2 ? '男' : '女',
  ]);
  const rows = [studentHeadings, ...good, ...more].map((row, at) => rowXml(at + 1, row));
  return rawWorkbook(sheetXml(rows.join('')));
}
