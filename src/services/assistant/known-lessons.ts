import type { KnownLesson } from '@class-scheduling/assistant-language';
import { z } from 'zod';
import type { Context } from '../../data/context.js';
import { DomainError } from '../../schema/errors.js';
import { Classroom } from '../../entities/places.js';
import { ClassAssignment } from '../../entities/scheduling/assignments.js';
import { FurtherTeacher } from '../../entities/scheduling/further-teachers.js';
import { Semester } from '../../entities/scheduling/semesters.js';
import { TeachingClass, TeachingClassGroup } from '../../entities/scheduling/teaching-classes.js';
import { Timetable } from '../../entities/scheduling/timetables.js';
import { KeptByScope } from '../../data/kept/kept-by-scope.js';
import { assignment, id, list } from './tool-answers.js';
import { operationOf } from './typed-query.js';

/** Timetables that a process keeps ready. */
const keptMax = 4;

/** Of everything by which the meetings of a timetable change: planners of all departments share one. */
const kept = new KeptByScope<readonly KnownLesson[]>(
  [ClassAssignment, Timetable, Semester, TeachingClassGroup, FurtherTeacher, Classroom],
  keptMax,
  [TeachingClass],
);

const lesson = assignment.pick({ time: true }).extend({
  teachers: list(z.object({ teacher: id })),
  classroom: id.extend({ building: id.nullable() }).nullable(),
  teachingClass: id.extend({ course: id.nullable(), administrativeClasses: list(id) }).nullable(),
});
const held = z.object({ timetable: z.object({ assignments: list(lesson) }).nullable() });
const document = operationOf(z.object({}), held);

/** The meetings of the timetable that is shown to the caller; none where there is none. */
export const lessonsFor = (ctx: Context): Promise<readonly KnownLesson[]> =>
  kept.of(ctx, ctx.viewer?.role, heldLessons);

async function heldLessons(ctx: Context): Promise<KnownLesson[]> {
  const { timetable } = await ctx.app.operations
    .run<z.infer<typeof held>>(ctx, document)
    .catch((error: unknown) => {
      // Where the timetable is refused, words alone are read.
      if (error instanceof DomainError) return { timetable: null };
      throw error;
    });
  return (timetable?.assignments ?? []).flatMap(({ time, teachers, classroom, teachingClass }) =>
    teachingClass?.course
      ? {
          teachingClass: teachingClass.id,
          course: teachingClass.course.id,
          teachers: teachers.map(({ teacher }) => teacher.id),
          administrativeClasses: teachingClass.administrativeClasses.map(({ id }) => id),
          room: classroom?.id ?? null,
          building: classroom?.building?.id ?? null,
          ...{ day: time.dayOfWeek, start: time.periodStart, end: time.periodEnd, weeks: time.weeks },
        }
      : [],
  );
}
