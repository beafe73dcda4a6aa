import { Conflict } from '../../../entities/scheduling/conflicts.js';
import { ConflictStatus, TimetableStatus } from '../../../schema/timetables.js';
import { errors } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import { Id } from '../../../schema/scalars.js';
import { signedIn } from '../../../data/access.js';
import { isPlanner, type Scope } from '../../../data/callers.js';
import type { Context } from '../../../data/context.js';
import { CrudService, type Filter } from '../../../data/crud.js';
import { groupBy, loaderOf } from '../../../data/loaders.js';
import { json } from '../../../data/statements.js';
import { namedClashes, type Clash } from '../changes/clashes.js';
import {
  accountNames,
  conflictsOfClass,
  conflictsOfClassroom,
  conflictsOfTeacher,
  overlapsOf,
} from './conflicts.queries.js';

const eitherSide = (where: object): object => ({ $or: [{ firstSeries: where }, { secondSeries: where }] });

const semesterFilter: Filter = {
  name: 'semester',
  type: () => Id,
  about: 'Keeps those of the timetables of this semester.',
  where: (semester: string) => ({ timetable: { semester } }),
};

const { DRAFT, PUBLISHED, ARCHIVED } = TimetableStatus;

const publishedFilter: Filter = {
  name: 'isPublished',
  type: () => Boolean as never,
  about: 'True keeps those of published timetables, false those of all others.',
  where: (isPublished: boolean) => ({
    timetable: { status: { $in: isPublished ? [PUBLISHED] : [DRAFT, ARCHIVED] } },
  }),
};

const seriesFilter: Filter = {
  name: 'series',
  type: () => Id,
  about: 'Keeps those of which this series is one side.',
  where: (id: string) => ({ $or: [{ firstSeries: id }, { secondSeries: id }] }),
};

const teachingClassFilter: Filter = {
  name: 'teachingClass',
  type: () => Id,
  about: 'Keeps those of which this teaching class is one side.',
  where: (teachingClass: string) => eitherSide({ teachingClass }),
};

/** A filter by what a meeting of one side needs in the timetable of the conflict. */
const needFilter = (name: string, conflictsOf: typeof conflictsOfTeacher, about: string): Filter => ({
  name,
  type: () => Id,
  about,
  where: async (id: string, { em }) => ({ id: { $in: (await conflictsOf(em, id)).map((row) => row.id) } }),
});

const teacherFilter = needFilter(
  'teacher',
  conflictsOfTeacher,
  'Keeps those of which this teacher holds one side, alone or with others.',
);

const classroomFilter = needFilter(
  'classroom',
  conflictsOfClassroom,
  'Keeps those of which one side is held in this room.',
);

const classFilter = needFilter(
  'administrativeClass',
  conflictsOfClass,
  'Keeps those of which this administrative class attends one side.',
);

/** Which conflicts lists show: all but resolved ones that were taken off. */
const onLists = {
  $or: [{ dismissedAt: null }, { status: { $in: [ConflictStatus.OPEN, ConflictStatus.IGNORED] } }],
};

class ConflictService extends CrudService<Conflict> {
  constructor() {
    super(Conflict, {
      plural: 'conflicts',
      filters: [
        'timetable',
        semesterFilter,
        publishedFilter,
        'kind',
        'status',
        seriesFilter,
        teachingClassFilter,
        teacherFilter,
        classroomFilter,
        classFilter,
      ],
      rights: { one: signedIn, page: signedIn, options: signedIn },
      options: { isByAge: true, where: onLists },
    });
  }

  /** @param isPublished whether only what is published counts */
  async seen(ctx: Context, id: string, isPublished: boolean): Promise<Row<Conflict>> {
    const conflict = await this.one(ctx, id);
    if (isPublished) {
      const where = { id, timetable: { status: PUBLISHED } };
      if ((await ctx.rows.count(Conflict, where)) === 0)
        throw errors.notFound({ zh: '冲突', en: 'conflict' }, id);
    }
    return conflict;
  }

  protected override listScope(): Scope {
    return onLists;
  }
}

export const conflicts = new ConflictService();

/** What overlaps in a conflict, or overlapped last where it is resolved; both sides by name. */
export function clashesOf(ctx: Context, conflict: string): Promise<Clash[]> {
  const read = async (ids: readonly string[]): Promise<ReadonlyMap<string, Clash[]>> => {
    const overlaps = await overlapsOf(ctx.em, ids);
    const clashes = await namedClashes(ctx.em, overlaps);
    const named = clashes.map((clash, at) => ({ clash, conflict: overlaps[at].conflict }));
    const groups = groupBy(named, (each) => each.conflict);
    return new Map([...groups].map(([id, each]) => [id, each.map(({ clash }) => clash)]));
  };
  return loaderOf<Clash[]>(ctx, 'clashes of conflicts', read, []).load(conflict);
}

/** The name of the account that settled or accepted a conflict, for planners; others are told of none. */
export function settledByName(ctx: Context, user: string | null): Promise<string | null> {
  if (user === null || (ctx.viewer && !isPlanner(ctx.viewer))) return Promise.resolve(null);
  const read = async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const rows = await accountNames(ctx.em, json(ids));
    return new Map(rows.map(({ id, name }) => [id, name]));
  };
  return loaderOf<string | null>(ctx, 'names of who settled conflicts', read, null).load(user);
}
