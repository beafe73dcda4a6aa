import type { EntityManager } from '@mikro-orm/postgresql';
import { entityInfo } from '../../data/columns.js';
import { given, inputOf, inputType } from '../../data/inputs.js';
import { Department } from '../../entities/organisation.js';
import {
  Building,
  Campus,
  Classroom,
  ClassroomTag,
  ClassroomTagging,
  ClassroomType,
  FurnitureType,
} from '../../entities/places.js';
import { selected } from '../../data/lists/selected.js';
import { classroomSheet, classroomTypeSheet } from '../../sheets/places.js';
import { errors, type FieldProblem } from '../../schema/errors.js';
import { Id } from '../../schema/scalars.js';
import { administrators, signedIn, writtenBy } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { CrudService } from '../../data/crud.js';
import { idsByName, ImportService } from '../imports/import-service.js';
import type { Cells, ImportPlan } from '../imports/import-plans.js';
import { shownBy } from '../scheduling/timetable/shown-in-timetables.js';
import { roomsWithCampuses } from './places.queries.js';
import { closable, ClosableService } from './closing.js';

@inputType('What a caller may set on a classroom type.')
export class ClassroomTypeInput extends inputOf(ClassroomType, ['name', 'description', 'isLaboratory']) {}

export const classroomTypes = new CrudService(ClassroomType, {
  input: ClassroomTypeInput,
  plural: 'classroomTypes',
  rights: { ...writtenBy(administrators), one: signedIn, page: administrators, options: signedIn },
});

export const classroomTypeImport = new ImportService(classroomTypes, { sheet: classroomTypeSheet });

export const classroomTags = new CrudService(ClassroomTag, {
  plural: 'classroomTags',
  rights: { one: signedIn, options: signedIn },
});

@inputType('What a caller may set on a classroom.')
export class ClassroomInput extends closable(
  inputOf(
    Classroom,
    [
      'code',
      'name',
      'building',
      'floor',
      'type',
      'tags',
      'capacity',
      'isExaminationRoom',
      'examinationCapacity',
      'hasMultimedia',
      'isAirConditioned',
      'isEnabled',
      'description',
      'managingDepartment',
      'area',
      'furnitureType',
    ],
    { required: ['isExaminationRoom', 'hasMultimedia', 'isAirConditioned', 'isEnabled'] },
  ),
) {
  @given('reference', '校区', 'Campus', {
    optional: true,
    about: 'Optional check: must be the campus of the building, from which it follows.',
  })
  campus?: string | null;
}

class ClassroomService extends ClosableService<Classroom, ClassroomInput> {
  constructor() {
    super(Classroom, {
      input: ClassroomInput,
      plural: 'classrooms',
      filters: [
        'type',
        {
          name: 'tag',
          type: () => Id,
          about: 'Only records with this tag.',
          where: (tag: string) => ({ id: { $in: selected(ClassroomTagging, 'classroom', { tag }) } }),
        },
      ],
      rights: { ...writtenBy(administrators), one: signedIn, page: signedIn, options: signedIn },
      options: {
        where: { isEnabled: true },
        referred: (ctx) => ({ id: { $in: shownBy(ctx, 'classroom') } }),
        orderBy: { code: 'asc', id: 'asc' },
      },
    });
  }

  protected override async complete(
    ctx: Context,
    { campus, ...input }: Partial<ClassroomInput>,
    id?: string,
  ): Promise<object> {
    if (campus)
      await this.#requireCampus(ctx, input.building ?? (await this.load(ctx, id!)).building, campus);
    return super.complete(ctx, input, id);
  }

  /** @throws INVALID_INPUT when the building is on another campus */
  async #requireCampus(ctx: Context, buildingId: string, campusId: string): Promise<void> {
    const building = await ctx.rows.one(Building, buildingId);
    if (!building) throw errors.notFound(entityInfo(Building).noun, buildingId);
    if (!(await ctx.rows.one(Campus, campusId))) throw errors.notFound(entityInfo(Campus).noun, campusId);
    if (building.campus === campusId) return;
    throw errors.invalidField(
      'campus',
      `教学楼“${building.name}”不属于该校区，请选择该校区的教学楼`,
      `The building "${building.name}" stands on another campus. Maybe choose one of its buildings.`,
    );
  }
}

export const classrooms = new ClassroomService();

export const classroomImport = new ImportService(classrooms, {
  sheet: classroomSheet,
  exported: { more: campusesOfRooms },
  plan: classroomPlan,
});

/** The campus of each room, which follows from its building. */
async function campusesOfRooms(ctx: Context): Promise<Map<string, { campus: string }>> {
  const rows = await roomsWithCampuses(ctx.em);
  return new Map(rows.map(({ id, campus }) => [id, { campus }]));
}

async function classroomPlan(ctx: Context): Promise<ImportPlan> {
  const [campuses, types, tags, furnitureTypes, departments] = await Promise.all(
    [Campus, ClassroomType, ClassroomTag, FurnitureType, Department].map((entity) =>
      idsByName(ctx, entity as typeof Campus),
    ),
  );
  const enabledBuildings = await ctx.rows.find(Building, { isEnabled: true });
  // Buildings on different campuses may have the same name, so they are looked up by campus and name.
  const buildings = new Map(enabledBuildings.map(({ name, id }) => [name, id]));
  const buildingsByCampus = new Map(
    enabledBuildings.map(({ campus, name, id }) => [`${campus} ${name}`, id]),
  );
  return {
    lookups: { campuses, buildings, types, tags, furnitureTypes, departments },
    complete(input, cells, bad) {
      const building = buildingsByCampus.get(`${String(input.campus)} ${String(cells.building)}`);
      input.building = building;
      delete input.campus;
      return [
        ...(building || bad.has('campus') || bad.has('building') ? [] : [wrongCampus(cells)]),
        ...(input.isExaminationRoom && input.examinationCapacity === null ? [withoutCapacity] : []),
      ];
    },
    prepare: (em, inputs) => replaceTags(em, inputs, tags),
  };
}

const wrongCampus = ({ building, campus }: Cells): FieldProblem => ({
  field: 'building',
  text: {
    zh: `楼栋 '${String(building)}' 不属于校区 '${String(campus)}'`,
    en: `The building "${String(building)}" does not stand on the campus "${String(campus)}".`,
  },
});

const withoutCapacity: FieldProblem = {
  field: 'examinationCapacity',
  text: {
    zh: '考场容量不能为空：该教室是考场',
    en: 'An examination room needs its examination capacity.',
  },
};

/** Replaces the names of tags by their ids, and creates missing tags. */
async function replaceTags(
  em: EntityManager,
  inputs: readonly Record<string, unknown>[],
  known: ReadonlyMap<string, string>,
): Promise<void> {
  const ids = new Map([...known].map(([name, id]) => [name.toLowerCase(), id]));
  for (const input of inputs) {
    input.tags = ((input.tags as string[] | null) ?? []).map((name) => {
      const id = ids.get(name.toLowerCase());
      if (id) return id;
      const tag = em.create(ClassroomTag, { name, description: '通过导入创建的标签' });
      ids.set(name.toLowerCase(), tag.id);
      return tag.id;
    });
  }
  await em.flush();
}
