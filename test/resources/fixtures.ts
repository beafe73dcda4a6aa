import type { TestServer } from '../support/server.js';

/** What the shared suite has to know of a resource; everything else is the same for all. */
export interface ResourceFixture {
  /** Type name in GraphQL. */
  readonly type: string;
  readonly plural: string;
  /** Ids of the operations in the contract; a resource need not have all. */
  readonly operations: Partial<Record<'create' | 'update' | 'remove' | 'get' | 'page' | 'list', string>>;
  /** Name of the id in records and paths of the wire. */
  readonly key: string;
  /** How `get` is addressed, when not by a path parameter. */
  readonly getBy?: string;
  /** A body that creates a record; `n` makes it different from others. */
  body(server: TestServer, n: number): Promise<Record<string, unknown>>;
  /** Key of the wire that is changed by the update test, and its new value. */
  readonly change: { key: string; value: unknown };
  readonly required: readonly string[];
  /** Texts and their greatest lengths. */
  readonly longest: Readonly<Record<string, number>>;
  /** Text key in which no two records agree. */
  readonly unique: string;
  /** Text in which `keyword` looks. */
  readonly searched: string;
  /** Keys of references to other records. */
  readonly references?: readonly string[];
  /** Body keys that records do not show under the same name. */
  readonly unseen?: readonly string[];
}

let campusOfBuildings: Promise<string> | undefined;

const campus: ResourceFixture = {
  type: 'Campus',
  plural: 'campuses',
  operations: {
    create: 'campusCreate',
    update: 'campusUpdate',
    remove: 'campusDelete',
    page: 'campusPage',
    list: 'campusList',
  },
  key: 'campus_uuid',
  body: async (_, n) => ({
    campus_name: `东校区${n}`,
    campus_code: `EAST${n}`,
    campus_desc: '主校区',
    campus_status: true,
    campus_address: `学院路${n}号`,
  }),
  change: { key: 'campus_address', value: '大学路1号' },
  required: ['campus_name', 'campus_code', 'campus_desc', 'campus_status', 'campus_address'],
  longest: { campus_name: 32, campus_code: 32, campus_desc: 255, campus_address: 255 },
  unique: 'campus_code',
  searched: 'campus_name',
};

const building: ResourceFixture = {
  type: 'Building',
  plural: 'buildings',
  operations: {
    create: 'buildingCreate',
    update: 'buildingUpdate',
    remove: 'buildingDelete',
    get: 'buildingGet',
    page: 'buildingPage',
    list: 'buildingList',
  },
  key: 'building_uuid',
  getBy: 'building',
  body: async (server, n) => {
    campusOfBuildings ??= server
      .rest('campusCreate', { token: server.administrator, body: await campus.body(server, 9999) })
      .then(({ data }) => data.campus_uuid as string);
    return { building_name: `第${n}教学楼`, campus_uuid: await campusOfBuildings, status: true };
  },
  change: { key: 'status', value: false },
  required: ['building_name', 'campus_uuid', 'status'],
  longest: { building_name: 32 },
  unique: 'building_name',
  searched: 'building_name',
  references: ['campus_uuid'],
  unseen: ['campus_uuid'],
};

const unitCategory: ResourceFixture = {
  type: 'UnitCategory',
  plural: 'unitCategories',
  operations: {
    create: 'unitCategoryCreate',
    update: 'unitCategoryUpdate',
    remove: 'unitCategoryDelete',
    get: 'unitCategoryGet',
    page: 'unitCategoryPage',
    list: 'unitCategoryList',
  },
  key: 'unit_category_uuid',
  body: async (_, n) => ({
    name: `类别${n}`,
    order: n,
    english_name: `Category ${n}`,
    short_name: `类${n}`,
    is_entity: false,
  }),
  change: { key: 'english_name', value: 'Changed' },
  required: ['name', 'is_entity'],
  longest: { name: 32, english_name: 32, short_name: 32 },
  unique: 'name',
  searched: 'english_name',
};

const semester: ResourceFixture = {
  type: 'Semester',
  plural: 'semesters',
  operations: {
    create: 'semesterCreate',
    update: 'semesterUpdate',
    remove: 'semesterDelete',
    get: 'semesterGet',
    page: 'semesterPage',
    list: 'semesterList',
  },
  key: 'semester_uuid',
  body: async (_, n) => ({
    name: `2030-2031-${n}`,
    code: `C${n}`,
    start_date: '2030-09-02',
    end_date: '2031-01-12',
    is_enabled: true,
  }),
  change: { key: 'is_enabled', value: false },
  required: ['name', 'start_date', 'end_date', 'is_enabled'],
  longest: { name: 32 },
  unique: 'name',
  searched: 'name',
  unseen: ['code'],
};

export const fixtures: readonly ResourceFixture[] = [campus, building, unitCategory, semester];
