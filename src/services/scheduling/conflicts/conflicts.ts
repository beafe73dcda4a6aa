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
import { namedClashes, type Clash } from '../changes/clashes.js';
import type { Overlap } from '../changes/occupancy.js';

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

/** Greatest number of conflicts that a filter by what meetings need finds. */
const foundMax = 10_000;

/** A filter by what a meeting of one side needs in the timetable of the conflict. */
const needFilter = (name: string, condition: string, about: string): Filter => ({
  name,
  type: () => Id,
  about,
  where: async (id: string, { em }) => {
    const rows = await em.execute<{ id: string }[]>(
      `select c.id from conflict c where exists (
         select from class_assignment a where a.timetable_id = c.timetable_id
           and a.series_id in (c.first_series_id, c.second_series_id) and ${condition})
       order by c.created_at desc, c.id limit ${foundMax}`,
      [id],
    );
    return { id: { $in: rows.map((row) => row.id) } };
  },
});

const teacherFilter = needFilter(
  'teacher',
  'a.teacher_id = $1',
  'Keeps those of which this teacher holds one side.',
);

const classroomFilter = needFilter(
  'classroom',
  'a.classroom_id = $1',
  'Keeps those of which one side is held in this room.',
);

const classFilter = needFilter(
  'administrativeClass',
  `exists (select from teaching_class_group g
     where g.teaching_class_id = a.teaching_class_id and g.administrative_class_id = $1)`,
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
    const overlaps = await ctx.em.execute<(Overlap & { conflict: string })[]>(overlapsSql, [ids]);
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
    const rows = await ctx.em.execute<{ id: string; name: string }[]>(
      'select id, name from "user" where id in (select jsonb_array_elements_text($1)::uuid)',
      [JSON.stringify(ids)],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  };
  return loaderOf<string | null>(ctx, 'names of who settled conflicts', read, null).load(user);
}

const overlapsSql = `
  select c.id as conflict, c.kind, min(p.resource::text) as resource, p.first, p.second,
    p.slots::text as slots, true as "isKnown", count(*)::int as "studentCount"
  from conflict c cross join lateral (
    select resource, first_meeting_id as first, second_meeting_id as second, slots
    from conflict_pair where conflict_id = c.id
    union all
    select resource, first, second, slots
    from jsonb_to_recordset(c.ended_pairs) as e (resource uuid, first uuid, second uuid, slots int4multirange)
    where c.status = 'RESOLVED') p
  where c.id = any($1)
  group by c.id, p.first, p.second, p.slots, case when c.kind <> 'OTHER' then p.resource end
  order by lower(p.slots), 3, p.first, p.second`;
