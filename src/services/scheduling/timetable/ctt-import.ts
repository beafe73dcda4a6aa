import type { EntityManager, RequiredEntityData } from '@mikro-orm/postgresql';
import type { EntityClass, StoredEntity } from '../../../data/columns.js';
import { Course, CourseType } from '../../../entities/courses.js';
import {
  AdministrativeClass,
  Department,
  Grade,
  Major,
  UnitCategory,
  UnitType,
} from '../../../entities/organisation.js';
import { Teacher, TeacherType } from '../../../entities/people.js';
import { Building, Campus, Classroom, ClassroomType } from '../../../entities/places.js';
import { Meeting } from '../../../entities/scheduling/meetings.js';
import { Semester, Unavailability } from '../../../entities/scheduling/semesters.js';
import { TeachingClass, TeachingClassGroup } from '../../../entities/scheduling/teaching-classes.js';
import { RuleProfile } from '../../../schema/enums.js';
import { DomainError } from '../../../schema/errors.js';
import { readCtt } from '@class-scheduling/solver/competitions';
import type { Problem } from '@class-scheduling/solver';
import type { Context } from '../../../data/context.js';
import { ensureReferenceData } from '../../system/reference-data.js';
import { transaction } from '../../../data/transaction.js';
import { groupBy } from '../../../data/loaders.js';
import { namesInUse } from './timetable.queries.js';
import { range } from '../semester/periods.js';

/** The result of an import. */
export interface ImportedInstance {
  readonly semesterId: string;
  /** Name of the semester, campus, department and major: the requested one, with a number if it is in use. */
  readonly name: string;
  readonly meetings: number;
}

/** Longest name: codes are built from it and a number. */
const nameMax = 20;
/** Longest identifier of a room, course or teacher, which becomes a name. */
const identifierMax = 32;
/** The instances have one week without dates; this week lies in the year of the competition. */
const week = { startDate: '2007-09-03', endDate: '2007-09-09', year: 2007 };

/**
 * Turns an instance of the curriculum-based competition of 2007 into an institution with a semester: a campus
 * with its rooms, a department with its courses and teachers, the curricula as administrative classes. For
 * the command line.
 */
export async function importCtt(ctx: Context, text: string, name: string): Promise<ImportedInstance> {
  const problem = readInstance(text);
  await ensureReferenceData(ctx.app.orm.em.fork());
  return transaction(ctx, async (em) => {
    const free = await freeName(em, nameOf(name));
    const semester = await new InstanceRecords(em, problem, free).create();
    return { semesterId: semester.id, name: free, meetings: problem.meetings.length };
  });
}

/** What an instance says. @throws DomainError when it is none, or does not fit */
export function readInstance(text: string): Problem {
  const problem = parse(text);
  const { days, periods } = problem.calendar;
  if (days > 7 || periods > 24)
    throw refusal(
      `每周 ${days} 天、每日 ${periods} 节超出范围`,
      `${days} days of ${periods} periods are more than a week of 7 days of 24 periods holds.`,
    );
  const ids = [...problem.rooms, ...problem.teachers, ...problem.groups, ...problem.teachingClasses].map(
    ({ id }) => id,
  );
  const long = ids.find((id) => id.length > identifierMax);
  if (long)
    throw refusal(
      `标识过长（最多 ${identifierMax} 个字符）：${long}`,
      `The identifier "${long}" has more than ${identifierMax} characters.`,
    );
  return problem;
}

function parse(text: string): Problem {
  try {
    return readCtt(text);
  } catch (error) {
    const { message } = error as Error;
    throw refusal(`无法读取竞赛实例：${message}`, `This is not an instance of the competition: ${message}`);
  }
}

function nameOf(requested: string): string {
  const name = requested.trim().replace(/[^A-Za-z0-9]+/g, '-');
  if (/^[A-Za-z0-9][A-Za-z0-9-]*$/.test(name) && name.length <= nameMax) return name;
  throw refusal(
    `名称须为 1 至 ${nameMax} 个字母、数字或短横线：${requested}`,
    `"${requested}" is not a valid name for an import: use 1 to ${nameMax} letters, digits or hyphens.`,
  );
}

/** The name, with the first free number appended if it is in use. */
async function freeName(em: EntityManager, name: string): Promise<string> {
  const rows = await namesInUse(em);
  const usedNames = new Set(rows.map((row) => row.name));
  for (let number = 2, candidate = name; ; number++) {
    if (!usedNames.has(candidate.toLowerCase())) return candidate;
    const suffix = `-${number}`;
    candidate = name.slice(0, nameMax - suffix.length) + suffix;
  }
}

const refusal = (zh: string, en: string): DomainError => new DomainError('INVALID_INPUT', { zh, en });

/**
 * The records of one instance. Codes are numbered; names are the identifiers of the instance, which the
 * export needs.
 */
class InstanceRecords {
  constructor(
    private readonly em: EntityManager,
    private readonly problem: Problem,
    private readonly name: string,
  ) {}

  async create(): Promise<Semester> {
    const { name } = this;
    const department = this.#make(Department, {
      code: name,
      name,
      establishedOn: week.startDate,
      category: await this.#any(UnitCategory),
      type: await this.#any(UnitType),
    });
    const campus = await this.#rooms();
    const teachers = await this.#teachers(department);
    const groups = await this.#groups(department);
    const semester = this.#make(Semester, {
      name,
      startDate: week.startDate,
      endDate: week.endDate,
      description: `ITC-2007: ${this.problem.name}`.slice(0, 255),
      isCurrent: (await this.em.count(Semester, { isCurrent: true })) === 0,
      daysPerWeek: this.problem.calendar.days,
      schedulingDays: range(1, this.problem.calendar.days),
      periodsPerDay: this.problem.calendar.periods,
      ruleProfile: RuleProfile.UD2,
      campus,
    });
    await this.#courses({ department, semester, teachers, groups });
    await this.em.flush();
    return semester;
  }

  async #rooms(): Promise<Campus> {
    const campus = this.#make(Campus, { name: this.name, code: this.name, address: this.name });
    const building = this.#make(Building, { name: this.name, campus });
    const type = await this.#any(ClassroomType);
    this.problem.rooms.forEach(({ id, capacity }, at) =>
      this.#make(Classroom, {
        code: this.#code('r', at),
        name: id,
        building,
        floor: '1',
        type,
        capacity,
        area: 0,
      }),
    );
    return campus;
  }

  async #teachers(department: Department): Promise<Map<string, Teacher>> {
    const type = await this.#any(TeacherType);
    return this.#byId(this.problem.teachers, ({ id }, at) =>
      this.#make(Teacher, {
        code: this.#code('t', at).replaceAll('-', ''),
        name: id,
        englishName: id,
        ethnic: '汉族',
        isMale: at % 2 === 0,
        department,
        type,
      }),
    );
  }

  async #groups(department: Department): Promise<Map<string, AdministrativeClass>> {
    const { name } = this;
    const major = this.#make(Major, {
      name,
      code: name,
      department,
      educationYears: 4,
      trainingLevel: '本科',
    });
    const grade =
      (await this.em.findOne(Grade, { year: week.year })) ??
      this.#make(Grade, { name: `${week.year}级`, year: week.year, startDate: week.startDate });
    return this.#byId(this.problem.groups, ({ id, size }, at) =>
      this.#make(AdministrativeClass, {
        code: this.#code('g', at),
        name: `${name} ${id}`,
        department,
        major,
        grade,
        studentCount: size,
      }),
    );
  }

  async #courses(of: {
    department: Department;
    semester: Semester;
    teachers: Map<string, Teacher>;
    groups: Map<string, AdministrativeClass>;
  }): Promise<void> {
    const { department, semester, teachers, groups } = of;
    const type = await this.#any(CourseType);
    const meetingsByClass = groupBy(this.problem.meetings, ({ teachingClass }) => teachingClass);
    this.problem.teachingClasses.forEach(({ id, minimumDays }, at) => {
      const lectures = meetingsByClass.get(id) ?? [];
      const code = this.#code('c', at);
      const hours = { totalHours: lectures.length, weekHours: lectures.length, theoryHours: lectures.length };
      const course = this.#make(Course, { code, name: id, type, department, ...hours });
      const teachingClass = this.#make(TeachingClass, {
        code,
        name: id,
        semester,
        course,
        department,
        studentCount: lectures[0]?.size ?? 0,
        minWorkingDays: Math.max(1, minimumDays ?? 1),
      });
      for (const group of lectures[0]?.groups ?? [])
        this.#make(TeachingClassGroup, { teachingClass, administrativeClass: groups.get(group) });
      lectures.forEach((lecture, number) =>
        this.#make(Meeting, {
          teachingClass,
          sequence: number + 1,
          periods: 1,
          weeks: [1],
          teacher: teachers.get(lecture.teachers[0]),
        }),
      );
      for (const slot of this.#closedSlots(lectures[0]?.times ?? []))
        this.#make(Unavailability, { semester, course, ...slot });
    });
  }

  /** The periods of the week that are not among the times. */
  #closedSlots(times: readonly { time: number }[]): { dayOfWeek: number; period: number }[] {
    const open = new Set(times.map(({ time }) => time));
    return this.problem.times.flatMap(({ days, start }, time) =>
      open.has(time) ? [] : [{ dayOfWeek: Math.log2(days) + 1, period: start + 1 }],
    );
  }

  #code(kind: string, at: number): string {
    return `${this.name}-${kind}${String(at + 1).padStart(3, '0')}`;
  }

  #make<T extends StoredEntity>(entity: EntityClass<T>, data: object): T {
    const record = this.em.create(entity, data as RequiredEntityData<T>);
    this.em.persist(record);
    return record;
  }

  #byId<S extends { readonly id: string }, T>(
    list: readonly S[],
    make: (item: S, at: number) => T,
  ): Map<string, T> {
    return new Map(list.map((item, at) => [item.id, make(item, at)]));
  }

  /** The first of the reference rows; an instance does not specify one. */
  async #any<T extends StoredEntity>(entity: EntityClass<T>): Promise<T> {
    const [first] = await this.em.findAll(entity, { orderBy: { id: 'asc' } as never, limit: 1 });
    return first as T;
  }
}
