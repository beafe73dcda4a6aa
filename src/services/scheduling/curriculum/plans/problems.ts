import type { PlannedCourseInput } from '../../../../entities/scheduling/semester-plans.js';
import { CreditHourKind } from '../../../../schema/enums.js';
import { errors, type FieldProblem } from '../../../../schema/errors.js';
import type { Text } from '../../../../schema/texts.js';
import type { Catalogue } from './catalogue.js';
import { kindNames, kindsOf, type PartKind } from './kinds.js';
import { type CatalogueClass, type CatalogueCourse } from './plans.queries.js';

/** Whether the caller may plan for a department. */
type IsGranted = (department: string) => boolean;

/** Everything that speaks against the rows of a plan, by name. */
export function problemsWith(
  catalogue: Catalogue,
  rows: readonly PlannedCourseInput[],
  isGranted: IsGranted,
): FieldProblem[] {
  const attended = new Map<string, number>();
  const problems = rows.flatMap((row, at) => {
    const course = catalogue.courses.get(row.course);
    const found: [field: string, text: Text][] = [
      ...withCourse(row, course, isGranted),
      ...withWeeks(row, catalogue),
      ...(course ? withHours(row, course, catalogue) : []),
      ...withAttendance(row),
      ...withClasses(row, catalogue, isGranted),
      ...(course ? withRepeated(row, { at, course, attended, catalogue }) : []),
    ];
    return found.map(([field, text]) => ({ field: `courses.${at}.${field}`, text }));
  });
  return problems.slice(0, problemsMax);
}

/** More of them help nobody. */
const problemsMax = 1_000;

type Found = [field: string, text: Text][];

function withCourse(
  { course: id }: PlannedCourseInput,
  course: CatalogueCourse | undefined,
  isGranted: IsGranted,
): Found {
  if (!course) return [['course', errors.notFound({ zh: '课程', en: 'course' }, id).text]];
  const { name, isEnabled, department, departmentName } = course;
  if (!isGranted(department))
    return [['course', foreign({ zh: '课程', en: 'course' }, name, departmentName)]];
  return isEnabled ? [] : [['course', disabled({ zh: '课程', en: 'course' }, name)]];
}

function withWeeks({ startWeek, endWeek }: PlannedCourseInput, { semester, grid }: Catalogue): Found {
  if (startWeek > endWeek)
    return [
      [
        'endWeek',
        {
          zh: `结束周 ${endWeek} 不能早于开始周 ${startWeek}`,
          en: `The last week, ${endWeek}, is before the first, ${startWeek}.`,
        },
      ],
    ];
  if (endWeek <= grid.weeks) return [];
  return [
    [
      'endWeek',
      {
        zh: `第 ${endWeek} 周超出学期“${semester.name}”的 ${grid.weeks} 周`,
        en: `Week ${endWeek} lies outside the ${grid.weeks} weeks of the semester "${semester.name}".`,
      },
    ],
  ];
}

function withHours(
  { kind, weekHours, isOddWeek, startWeek, endWeek }: PlannedCourseInput,
  course: CatalogueCourse,
  { semester, grid }: Catalogue,
): Found {
  const found: Found = [];
  const hoursMax = 2 * grid.pairs;
  if (weekHours > hoursMax)
    found.push(['weekHours', tooManyHours(course.name, weekHours, semester, hoursMax)]);
  if (weekHours % 2 === 1 && typeof isOddWeek !== 'boolean')
    found.push(['isOddWeek', noParity(course.name, weekHours)]);
  const hours = kindsOf(kind).map((each) => course.hours[each]);
  const wanted = hours.reduce((sum, each) => sum + Math.ceil(each), 0);
  const given = Math.max(0, endWeek - startWeek + 1) * weekHours;
  if (wanted === 0) found.push(['kind', noHours(course.name, kind)]);
  else if (given > 0 && given < wanted)
    found.push(['weekHours', tooFewHours(course.name, kind, given, { wanted, hours })]);
  return found;
}

function withAttendance({ administrativeClasses, studentCount }: PlannedCourseInput): Found {
  const hasClasses = (administrativeClasses ?? []).length > 0;
  if (hasClasses && studentCount)
    return [
      [
        'studentCount',
        {
          zh: '行政班与选课人数只能给出一项：必修课填行政班，选修课填选课人数',
          en: 'Both administrative classes and a number of students are given; a course has one of them.',
        },
      ],
    ];
  if (hasClasses || studentCount) return [];
  return [
    [
      'administrativeClasses',
      {
        zh: '班级或者人数选择为空：必修课请填行政班，选修课请填选课人数',
        en: 'Neither administrative classes nor a number of students are given.',
      },
    ],
  ];
}

function withClasses(
  { administrativeClasses }: PlannedCourseInput,
  { classes, campuses, semester }: Catalogue,
  isGranted: IsGranted,
): Found {
  return (administrativeClasses ?? []).flatMap((id, at): Found => {
    const text = problemWithClass(classes.get(id), id, { campuses, semester, isGranted });
    return text ? [[`administrativeClasses.${at}`, text]] : [];
  });
}

function problemWithClass(
  known: CatalogueClass | undefined,
  id: string,
  {
    campuses,
    semester,
    isGranted,
  }: Pick<Catalogue, 'campuses' | 'semester'> & { readonly isGranted: IsGranted },
): Text | null {
  const noun = { zh: '行政班', en: 'administrative class' };
  if (!known) return errors.notFound(noun, id).text;
  const { name, department, departmentName, isEnabled } = known;
  if (!isGranted(department)) return foreign(noun, name, departmentName);
  if (!isEnabled) return disabled(noun, name);
  if (known.campuses.length === 0 || known.campuses.some((campus) => campuses.has(campus))) return null;
  return {
    zh: `行政班“${name}”所在校区没有学期“${semester.name}”可用的教室`,
    en:
      `The administrative class "${name}" is on a campus where the semester "${semester.name}" may use no ` +
      'room.',
  };
}

/** Nobody attends the same hours twice; electives of one course and kind are one row. */
function withRepeated(
  { course: courseId, kind, administrativeClasses }: PlannedCourseInput,
  {
    at,
    course,
    attended,
    catalogue,
  }: {
    readonly at: number;
    readonly course: CatalogueCourse;
    readonly attended: Map<string, number>;
    readonly catalogue: Catalogue;
  },
): Found {
  const groups = administrativeClasses?.length ? administrativeClasses : [null];
  return groups.flatMap((group, place): Found => {
    const field = group === null ? 'course' : `administrativeClasses.${place}`;
    const found: Found = [];
    for (const part of kindsOf(kind)) {
      if (course.hours[part] === 0) continue;
      const key = `${courseId} ${part} ${group}`;
      const earlier = attended.get(key);
      const who = group === null ? null : (catalogue.classes.get(group)?.name ?? group);
      if (earlier === undefined) attended.set(key, at);
      else if (found.length === 0) found.push([field, repeated(course.name, part, who, earlier + 1)]);
    }
    return found;
  });
}

const foreign = (noun: Text, name: string, department: string): Text => ({
  zh: `${noun.zh}“${name}”属于未授权给您的部门“${department}”，请联系管理员授权`,
  en:
    `The ${noun.en} "${name}" belongs to the department "${department}", which is not granted to you. ` +
    'Maybe ask an administrator for the grant.',
});

const disabled = (noun: Text, name: string): Text => ({
  zh: `${noun.zh}“${name}”未启用，请先启用`,
  en: `The ${noun.en} "${name}" is disabled. Maybe enable it first.`,
});

const noParity = (name: string, weekHours: number): Text => ({
  zh:
    `课程“${name}”每周 ${weekHours} 节是单数，须说明多出的课排在单周还是双周（isOddWeek）：` +
    `true 为单周 ${weekHours + 1} 节、双周 ${weekHours - 1} 节，false 相反`,
  en:
    `The course "${name}" has ${weekHours} hours a week, which is odd: say with isOddWeek which weeks get ` +
    `the extra lesson. true gives odd weeks ${weekHours + 1} hours and even ones ${weekHours - 1}, false ` +
    'the other way round.',
});

const kindOf = (kind: CreditHourKind): Text =>
  kind === CreditHourKind.MIXED ? { zh: '', en: '' } : kindNames[kind as PartKind].name;

const noHours = (name: string, kind: CreditHourKind): Text => ({
  zh: `课程“${name}”在课程库中没有${kindOf(kind).zh}学时`,
  en: `The course "${name}" has no ${`${kindOf(kind).en} hours`.trim()} in the catalogue.`,
});

const tooManyHours = (
  name: string,
  weekHours: number,
  semester: { readonly name: string },
  hoursMax: number,
): Text => ({
  zh: `课程“${name}”每周 ${weekHours} 节，学期“${semester.name}”每周最多 ${hoursMax} 节成对课时`,
  en:
    `The course "${name}" has ${weekHours} hours a week, but a week of the semester "${semester.name}" has ` +
    `room for ${hoursMax} in pairs.`,
});

function tooFewHours(
  name: string,
  kind: CreditHourKind,
  given: number,
  { wanted, hours }: { readonly wanted: number; readonly hours: readonly number[] },
): Text {
  const listed = hours.reduce((sum, each) => sum + each, 0);
  const whole =
    listed === wanted ? { zh: '', en: '' } : { zh: `（按 ${wanted} 排）`, en: `, held as ${wanted},` };
  return {
    zh:
      `课程 [${name}] 的课程类型 [${kind}] 课时无法完成: 计划课时 ${given} < 规定课时 ${listed}${whole.zh}，` +
      '请增加周课时或周次',
    en:
      `The course "${name}" needs ${`${listed} ${kindOf(kind).en}`.trim()} hours${whole.en}, but its weeks ` +
      `have ${given}. Maybe plan more hours a week, or more weeks.`,
  };
}

const repeated = (name: string, kind: PartKind, group: string | null, row: number): Text => ({
  zh:
    `课程“${name}”的${kindNames[kind].name.zh}学时` +
    `${group === null ? '' : `对行政班“${group}”`}已在第 ${row} 项中安排`,
  en:
    `The ${kindNames[kind].name.en} hours of the course "${name}" are planned` +
    `${group === null ? '' : ` for the administrative class "${group}"`} in entry ${row} already.`,
});
