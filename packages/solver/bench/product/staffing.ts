import type { Random } from '../../src/search/random.js';
import { Person } from './agenda.js';
import type { ClassDraft, MeetingDraft, TeacherDraft } from './drafts.js';
import type { Teaching } from './teaching.js';

/** Periods of a week that a teacher is given at most. */
const LOAD = 12;

/** The teachers of a semester, hired as they are needed. */
export class Staff {
  readonly teachers: TeacherDraft[] = [];
  readonly #departments = new Map<string, TeacherDraft[]>();

  constructor(private readonly random: Random) {}

  /** Gives every class a teacher, laboratories half of the time that of the theory, and some substitutes. */
  assign({ classes, meetings }: Teaching): void {
    const periods = new Map<ClassDraft, number>();
    for (const meeting of meetings) {
      const { teachingClass } = meeting;
      periods.set(teachingClass, (periods.get(teachingClass) ?? 0) + weeklyPeriods(meeting));
    }
    const ofCourse = new Map<string, TeacherDraft>();
    for (const teachingClass of classes) {
      const { course, staff } = teachingClass;
      const load = periods.get(teachingClass) ?? 0;
      const same = this.random.below(2) === 0 ? ofCourse.get(course) : undefined;
      const teacher = same && same.load + load <= LOAD ? same : this.#free(staff, load);
      teacher.load += load;
      teachingClass.teacher = teacher;
      if (!ofCourse.has(course)) ofCourse.set(course, teacher);
    }
    for (const teachingClass of classes) this.#addSubstitutes(teachingClass, ofCourse);
  }

  /** Somebody new, who has no time taken yet. */
  hire(department: string): TeacherDraft {
    const teacher = { id: `t${this.teachers.length}`, person: new Person(), load: 0 };
    this.teachers.push(teacher);
    this.#of(department).push(teacher);
    return teacher;
  }

  #of(department: string): TeacherDraft[] {
    const members = this.#departments.get(department) ?? [];
    this.#departments.set(department, members);
    return members;
  }

  #free(department: string, load: number): TeacherDraft {
    const members = this.#of(department).slice(-3);
    return members.find((teacher) => teacher.load + load <= LOAD) ?? this.hire(department);
  }

  /** One class in four may be taught by others too, practice also by whoever teaches the theory. */
  #addSubstitutes(
    { course, kind, staff, teacher, substitutes }: ClassDraft,
    ofCourse: TeachersOfCourses,
  ): void {
    const theory = ofCourse.get(course);
    if (kind === 'PRACTICE' && theory && theory !== teacher) substitutes.push(theory);
    if (this.random.below(4) > 0) return;
    const members = this.#of(staff);
    const other = members[this.random.below(members.length)];
    if (other !== teacher && !substitutes.includes(other)) substitutes.push(other);
  }
}

type TeachersOfCourses = ReadonlyMap<string, TeacherDraft>;

/** Half for courses of half a term or of every other week. */
const weeklyPeriods = ({ weeks, length }: MeetingDraft): number =>
  (length * weeks.replaceAll('0', '').length) / 18;
