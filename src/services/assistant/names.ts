import type { Named, NamedKind } from '@class-scheduling/assistant-language';
import { Course } from '../../entities/courses.js';
import { AdministrativeClass, Department, Major } from '../../entities/organisation.js';
import { Teacher } from '../../entities/people.js';
import { Building, Classroom } from '../../entities/places.js';
import { TeachingClass } from '../../entities/scheduling/teaching-classes.js';
import { scopeOf } from '../../data/access.js';
import type { App } from '../../data/app.js';
import { entityInfo, type EntityClass } from '../../data/columns.js';
import type { Context } from '../../data/context.js';
import { freshnessOf, Kept } from '../../data/kept/kept.js';

/** Names of one kind that an interpreter is given; a university has fewer. */
const namesMax = 20_000;
/** Sets of names that a process keeps ready: callers with the same scope share one. */
const setsMax = 20;

/** Where the names of a kind come from. */
interface Source {
  readonly kind: NamedKind;
  readonly entity: EntityClass;
  /** Column of the code; null where there is none. */
  readonly code: string | null;
  readonly where: (semester: string) => object;
}

const isEnabled = { isEnabled: true };

const sources: readonly Source[] = [
  { kind: 'course', entity: Course, code: 'code', where: () => isEnabled },
  { kind: 'teacher', entity: Teacher, code: 'code', where: () => ({}) },
  { kind: 'administrativeClass', entity: AdministrativeClass, code: 'code', where: () => ({}) },
  {
    kind: 'teachingClass',
    entity: TeachingClass,
    code: 'code',
    where: (semester) => ({ ...isEnabled, semester }),
  },
  { kind: 'room', entity: Classroom, code: 'code', where: () => isEnabled },
  { kind: 'building', entity: Building, code: null, where: () => isEnabled },
  { kind: 'department', entity: Department, code: 'code', where: () => isEnabled },
];

/** Everything of which names are read. */
const entities: readonly EntityClass[] = [...sources.map(({ entity }) => entity), Major];
const tables = entities.map((entity) => entityInfo(entity).table);

interface KnownNames {
  readonly names: readonly Named[];
  /** The transactions whose effects they have. */
  readonly seen: string;
}

const knownByApp = new WeakMap<App, Kept<KnownNames>>();

/**
 * The names of a semester that the caller may see. As long as none of them changes, callers who see the same
 * get the same list, so that what was made of it can be kept with it.
 */
export async function namesFor(ctx: Context, semester: string): Promise<readonly Named[]> {
  const known = knownByApp.get(ctx.app) ?? new Kept<KnownNames>(setsMax);
  knownByApp.set(ctx.app, known);
  const key = JSON.stringify([semester, entities.map((entity) => scopeOf(ctx, entity))]);
  const ready = await known.get(key);
  const { seen, isStale } = await freshnessOf(ctx.em, tables, ready?.seen);
  if (ready && !isStale) return ready.names;
  const read = async (): Promise<KnownNames> => {
    const majors = (await ctx.rows.find(Major, {}, { limit: namesMax })) as unknown as Row[];
    const lists = await Promise.all(sources.map((source) => readNames(ctx, source, semester, majors)));
    return { names: lists.flat(), seen };
  };
  return (await known.set(key, read())).names;
}

type Row = Readonly<Record<string, string | null> & Record<'id' | 'name', string>>;

async function readNames(
  { rows }: Context,
  { kind, entity, code, where }: Source,
  semester: string,
  majors: readonly Row[],
): Promise<Named[]> {
  const found = (await rows.find(entity, where(semester), { limit: namesMax })) as unknown as Row[];
  const majorOf = new Map(majors.map((major) => [major.id, major]));
  return found.map((row): Named => {
    const department = entity === Department ? row.parent : (row.department ?? row.managingDepartment);
    return {
      kind,
      id: row.id,
      name: row.name,
      code: code && row[code],
      ...(entity === AdministrativeClass && { major: majorOf.get(row.major!)?.name }),
      ...(row.englishName && { englishName: row.englishName }),
      ...(department && { department }),
      ...(entity === Department && { also: alsoCalled(row, majors) }),
    };
  });
}

const alsoCalled = ({ id, shortName }: Row, majors: readonly Row[]): string[] =>
  [
    shortName,
    ...majors.flatMap((each) => (each.department === id ? [each.name, each.shortName] : [])),
  ].filter((name): name is string => Boolean(name));
