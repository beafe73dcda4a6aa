import type { EntityManager } from '@mikro-orm/postgresql';
import { Course } from '../../../entities/courses.js';
import type { SeriesFormInput } from '../../../entities/scheduling/series-proposals.js';
import { errors } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import { canonicalId } from '../../../schema/scalars.js';
import type { Text } from '../../../schema/texts.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { requireGrant } from '../../organisation/grants.js';
import { partKinds, type PartKind } from '../curriculum/plans/kinds.js';
import { createSeries, type Creation } from '../series/create.js';
import { hoursByKind, kindCalled, roomTypeFor } from '../series/course-kinds.js';
import { refuseUnknown } from '../series/references.js';
import { shownTimes, type Time } from '../series/wanted-times.js';
import { shownRoom } from '../../../schema/texts.js';
import { roomsFor, teachersFor } from './candidates.js';
import { fieldsOfAddition } from './changed-fields.js';
import { findPlace, type FoundPlace, type Search, type Shape } from './free-places.js';
import { attendingClasses, creditHourTypes, type Attending } from './proposals.queries.js';
import {
  onlyWords,
  timesIn,
  told,
  verdictOf,
  whether,
  type Addition,
  type Basis,
  type Proposal,
  type Said,
} from './proposal.js';
import { shapesFor, timesForAll } from './wished-times.js';
import type { Wishes } from './wished-times.js';

/** Used where a form names no priority. */
const usualPriority = 50;
const nameMax = 64;
const consecutiveMax = 11;

/** The course that is meant, or the words with which it is asked for. */
async function courseFor(
  ctx: Context,
  form: SeriesFormInput,
  wishes: Wishes,
): Promise<Row<Course> | Proposal> {
  const ids = wishes.courses.length > 0 ? wishes.courses : [form.course ?? []].flat();
  if (ids.length === 0)
    return onlyWords(
      '请先选择课程，或说出课程的名称或编码。',
      'Which course? Maybe choose it, or say its name or code.',
    );
  if (ids.length > 1) {
    const rows = await Promise.all(ids.slice(0, 8).map((id) => readOne(ctx, Course, id)));
    const names = rows.map(({ name, code }) => `${name}（${code}）`).join('、');
    return onlyWords(`请说明是哪一门课程：${names}`, `Which course is meant? ${names}`);
  }
  const course = await readOne(ctx, Course, ids[0]);
  await requireGrant(ctx, course.department);
  return course;
}

/** Proposes a new series: by what the form has already, and what is said of the rest. */
export async function proposeAddition(
  ctx: Context,
  basis: Basis,
  form: SeriesFormInput,
  { wishes, isAsked }: Said,
): Promise<Proposal> {
  const em = ctx.em.fork();
  const course = await courseFor(ctx, form, wishes);
  if ('text' in course) return course;
  const classes = await attending(
    em,
    wishes.classes.length > 0 ? wishes.classes : (form.administrativeClasses ?? []),
  );
  const students = form.studentCount || classes.reduce((sum, { count }) => sum + count, 0);
  const { kind, creditHourType } = await kindFor(em, course, form);
  const wanted = wishes.teachers.length > 0 ? wishes.teachers : [form.teacher ?? []].flat();
  const teachers = await teachersFor(em, { course: course.id, timetable: basis.timetable }, wanted);
  if (teachers.length === 0) return noTeacher(course);
  const rooms = await roomsFor(em, {
    semester: basis.semester,
    students,
    type: roomTypeFor(course, kind),
    campus: canonicalId(form.teachingCampus ?? ''),
    wish: wishes.room ?? { room: form.classroom ?? undefined },
  });
  if (rooms.length === 0) return noRoom(Math.max(students, wishes.room?.capacityMin ?? 0));
  const stands = timesIn(form, basis);
  const kept = wishes.at || wishes.avoid ? [] : stands;
  const total = form.totalHours ?? course.totalHours;
  const shapes =
    stands.length > 0
      ? stands.map((time) => shapeOf(time, wishes))
      : shapesFor(total || 2 * basis.weeks, basis, wishes, form.consecutivePeriods ?? 2);
  const search: Omit<Search, 'meetings'> = {
    ...{ grid: basis, course: course.id },
    ...{ classes: classes.map(({ id }) => id), teachers, rooms, own: [] },
  };
  const found = await placeFor(ctx, em, search, kept, timesForAll(shapes, basis, wishes));
  if (!found) return noTime();
  const addition: Addition = {
    semester: basis.semester,
    course: course.id,
    teacher: found.teacher.id,
    classroom: found.room.id,
    courseOwnership: form.courseOwnership ?? course.department.replaceAll('-', ''),
    teachingClassName: form.teachingClassName ?? nameFor(course, classes),
    administrativeClasses: classes.map(({ id }) => id),
    studentCount: students,
    creditHourType,
    hours: {
      taught: form.teachingHours ?? total,
      scheduled: form.scheduledHours ?? Math.min(total, course.theoryHours),
      total,
    },
    priority: form.priority || usualPriority,
    campus: found.room.campus,
    times: found.times,
    consecutivePeriods:
      form.consecutivePeriods ?? Math.min(consecutiveMax, Math.max(...shapes.map(({ periods }) => periods))),
  };
  const verdict = await verdictOf(() => check(ctx, addition));
  if (isAsked) return whether(found, verdict);
  const [proposed, moved] = wordsFor(course, found);
  const notes = [...moved, ...(await fieldsOfAddition(em, form, addition))];
  const text = told(proposed, notes, { ...verdict, isFree: found.isFree });
  return { addition, problems: verdict.problems, text };
}

/** A meeting of the form: as long and in the weeks that are wished for, else as it is. */
const shapeOf = ({ periodStart, periodEnd, weeks }: Time, { at }: Wishes): Shape => ({
  periods: (at?.periods?.end ? at.periods.end - at.periods.start : periodEnd - periodStart) + 1,
  weeks: at?.weeks ?? weeks,
});

/** The times of the form if they are free, else others, else those at which least is in the way. */
async function placeFor(
  ctx: Context,
  em: EntityManager,
  search: Omit<Search, 'meetings'>,
  kept: readonly Time[],
  meetings: readonly (readonly Time[])[],
): Promise<(FoundPlace & { isMoved: boolean }) | null> {
  if (kept.length > 0) {
    const found = await findPlace(ctx, em, { ...search, meetings: kept.map((time) => [time]) });
    if (found?.isFree) return { ...found, isMoved: false };
  }
  const found = await findPlace(ctx, em, { ...search, meetings });
  return found && { ...found, isMoved: kept.length > 0 };
}

/** Judges the proposal as if it were stored. */
async function check(
  ctx: Context,
  { campus, hours, creditHourType, times, ...rest }: Addition,
): Promise<Creation> {
  if (!creditHourType) throw errors.notFound({ zh: '学时类型', en: 'credit-hour type' }, '');
  const input = {
    ...rest,
    creditHourType,
    administrativeClasses: [...rest.administrativeClasses],
    teachingHours: hours.taught,
    scheduledHours: hours.scheduled,
    totalHours: hours.total,
    teachingCampus: campus,
    times: times.map((time) => ({ ...time, weeks: [...time.weeks] })),
  };
  const terms = { act: 'form', acceptsClashes: false, acceptsByRepetition: false, isDryRun: true } as const;
  return createSeries(ctx, input, terms);
}

async function attending(em: EntityManager, ids: readonly string[]): Promise<Attending[]> {
  await refuseUnknown(em, 'administrative_class', ids, { zh: '行政班级', en: 'administrative class' });
  return attendingClasses(em, ids);
}

/** The kind of hours that the form is about, else the one of which the course has most; and its type. */
async function kindFor(
  em: EntityManager,
  course: Row<Course>,
  { creditHourType: chosen }: SeriesFormInput,
): Promise<{ readonly kind: PartKind; readonly creditHourType: string | null }> {
  const types = await creditHourTypes(em);
  const [most] = partKinds.toSorted((a, b) => hoursByKind[b](course) - hoursByKind[a](course));
  const said = types.find(({ id }) => id === canonicalId(chosen ?? ''));
  const usual = types.find(({ name }) => kindCalled(name) === most) ?? types[0];
  return { kind: (said && kindCalled(said.name)) ?? most, creditHourType: chosen ?? usual?.id ?? null };
}

function nameFor({ name }: Row<Course>, classes: readonly Attending[]): string {
  const whole = [name, ...classes.map((each) => each.name)].join(' ');
  return [...whole].slice(0, nameMax).join('');
}

function wordsFor({ name }: Row<Course>, found: FoundPlace & { isMoved: boolean }): [Text, Text[]] {
  const { teacher } = found;
  const [times, room] = [shownTimes(found.times), shownRoom(found.room)];
  const moved = {
    zh: '表单中的时间有冲突，已换为其他时间。',
    en: 'The times of the form clash, so these are others.',
  };
  return [
    {
      zh: `建议：“${name}”由${teacher.name}讲授，${times.zh}，教室${room.zh}。`,
      en: `Proposed: "${name}" by ${teacher.name}, ${times.en}, in ${room.en}.`,
    },
    found.isMoved ? [moved] : [],
  ];
}

const noTeacher = ({ name }: Row<Course>): Proposal =>
  onlyWords(
    `没有教师具有“${name}”已批准的任课资格，请先批准资格。`,
    `No teacher has an approved qualification for "${name}". Maybe approve one first.`,
  );

export const noRoom = (seats: number): Proposal =>
  onlyWords(
    `没有符合要求的教室（至少 ${seats} 座），请放宽要求。`,
    `No room of the semester is as wished, with at least ${seats} seats. Maybe ask for less.`,
  );

export const noTime = (): Proposal =>
  onlyWords(
    '作息表内没有符合要求的时间，请放宽要求。',
    'The grid of the semester has no time as wished. Maybe ask for less.',
  );
