import type { Context } from '../data/context.js';
import { Course } from '../entities/courses.js';
import { Semester } from '../entities/scheduling/semesters.js';
import { TeachingClass } from '../entities/scheduling/teaching-classes.js';
import { EnrolmentMode } from '../schema/enrolment.js';
import { enrolmentRounds } from '../services/scheduling/enrolment/rounds.js';

/** Seats of an elective of the demo: a few more than students who are in it already. */
const seats = 50;
const day = 86_400_000;

/** Opens two enrolment rounds for the electives of a semester: one for who comes first, one by lot. */
export async function openRounds(ctx: Context, semesterName: string): Promise<void> {
  const { id: semester } = await ctx.em.findOneOrFail(Semester, { name: semesterName });
  await ctx.em.nativeUpdate(TeachingClass, { semester, isCompulsory: false }, { seats });
  const electives = await ctx.em.find(TeachingClass, { semester, isCompulsory: false });
  const courses = await ctx.em.find(
    Course,
    { id: { $in: electives.map(({ course }) => course.id) } },
    { orderBy: { code: 'asc' } },
  );
  const ids = courses.map(({ id }) => id);
  const times = {
    opensAt: new Date(Date.now() - day),
    closesAt: new Date(Date.now() + 30 * day),
    dropUntil: new Date(Date.now() + 37 * day),
  };
  const round = { ...times, semester, creditsMax: 4, countMax: 2 };
  await enrolmentRounds.create(ctx, {
    ...{ ...round, name: '全校选修·先到先得', mode: EnrolmentMode.FIRST_COME },
    courses: ids.slice(1),
  } as never);
  await enrolmentRounds.create(ctx, {
    ...{ ...round, name: '全校选修·抽签', mode: EnrolmentMode.LOTTERY },
    courses: ids.slice(0, 1),
  } as never);
}
