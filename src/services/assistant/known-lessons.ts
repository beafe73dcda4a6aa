import type { KnownLesson } from '@class-scheduling/assistant-language';
import { parse } from 'graphql';
import type { App } from '../../data/app.js';
import { entityInfo, type EntityClass } from '../../data/columns.js';
import type { Context } from '../../data/context.js';
import { scopeOf } from '../../data/access.js';
import { freshnessOf, Kept } from '../../data/kept/kept.js';
import { Classroom } from '../../entities/places.js';
import { ClassAssignment } from '../../entities/scheduling/assignments.js';
import { FurtherTeacher } from '../../entities/scheduling/further-teachers.js';
import { TeachingClass, TeachingClassGroup } from '../../entities/scheduling/teaching-classes.js';
import { Timetable } from '../../entities/scheduling/timetables.js';

/** Timetables that a process keeps ready: callers with the same scope share one. */
const keptMax = 10;

/** Everything by which the meetings of a timetable change. */
const entities: readonly EntityClass[] = [
  ...[ClassAssignment, Timetable, TeachingClass, TeachingClassGroup, FurtherTeacher, Classroom],
];
const tables = entities.map((entity) => entityInfo(entity).table);

const held = parse(
  `query { timetable { assignments {
     time { dayOfWeek periodStart periodEnd weeks } teachers { teacher { id } }
     classroom { id building { id } }
     teachingClass { id course { id } administrativeClasses { id } } } } }`,
  { noLocation: true },
);

interface Id {
  readonly id: string;
}

interface Held {
  readonly timetable: {
    readonly assignments: readonly {
      readonly time: Readonly<Record<'dayOfWeek' | 'periodStart' | 'periodEnd', number>> & {
        readonly weeks: readonly number[];
      };
      readonly teachers: readonly { readonly teacher: Id }[];
      readonly classroom: (Id & { readonly building: Id | null }) | null;
      readonly teachingClass:
        (Id & { readonly course: Id | null; readonly administrativeClasses: readonly Id[] }) | null;
    }[];
  } | null;
}

interface Known {
  readonly lessons: readonly KnownLesson[];
  /** The transactions whose effects they have. */
  readonly seen: string;
}

const knownByApp = new WeakMap<App, Kept<Known>>();

/** The meetings of the timetable that is shown to the caller; none where there is none. */
export async function lessonsFor(ctx: Context): Promise<readonly KnownLesson[]> {
  const known = knownByApp.get(ctx.app) ?? new Kept<Known>(keptMax);
  knownByApp.set(ctx.app, known);
  const key = JSON.stringify([ctx.viewer?.role, ...entities.map((entity) => scopeOf(ctx, entity))]);
  const ready = await known.get(key);
  const { seen, isStale } = await freshnessOf(ctx.em, tables, ready?.seen);
  if (ready && !isStale) return ready.lessons;
  const read = async (): Promise<Known> => ({ lessons: await heldLessons(ctx), seen });
  return (await known.set(key, read())).lessons;
}

async function heldLessons(ctx: Context): Promise<KnownLesson[]> {
  const { timetable } = await ctx.app.operations.run<Held>(ctx, held, {});
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
