import settings from '../../mikro-orm.config.js';
import type { MikroORM, RequiredEntityData } from '@mikro-orm/postgresql';
import { Role } from '../../src/entities/accounts.js';
import { UnitType } from '../../src/entities/organisation.js';
import { FurnitureType } from '../../src/entities/places.js';
import { connect } from '../../src/database/orm.js';
import { ensureReferenceData, referenceTables } from '../../src/services/system/reference-data.js';
import { named, workOf } from '../../src/data/transaction.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const expectedRows: Record<string, number> = {
  Role: 5,
  Permission: 38,
  TeacherType: 9,
  UnitCategory: 4,
  UnitType: 2,
  CreditHourType: 5,
  CourseNature: 8,
  CourseProperty: 10,
  CourseType: 3,
  CourseCategory: 6,
  ClassroomType: 23,
  ClassroomTag: 20,
  FurnitureType: 15,
};

let database: TestDatabase;
let orm: MikroORM;

beforeEach(async () => {
  database = await createTestDatabase();
  orm = connect(database.url, { settings });
});

afterEach(async () => {
  await orm.close();
  await database.drop();
});

async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { entity } of referenceTables) counts[entity.name] = await orm.em.fork().count(entity);
  return counts;
}

test('stores every reference row, once, also when repeated', async () => {
  await ensureReferenceData(orm.em.fork());
  expect(await countRows()).toEqual(expectedRows);
  await ensureReferenceData(orm.em.fork());
  expect(await countRows()).toEqual(expectedRows);
});

test('stores every row once when processes start at the same time', async () => {
  await Promise.all(Array.from({ length: 8 }, () => ensureReferenceData(orm.em.fork())));
  expect(await countRows()).toEqual(expectedRows);
});

test('a start leaves what people changed, and brings nothing back that they deleted', async () => {
  await ensureReferenceData(orm.em.fork());
  const role = await named(orm.em.fork(), workOf('test'), async (em) => {
    await em.nativeDelete(FurnitureType, { name: '休息椅' });
    await em.nativeUpdate(UnitType, { name: '校企合办' }, { name: '合办' });
    return Object.assign(await em.findOneOrFail(Role, { name: '教师' }), { permissions: ['user:role'] });
  });

  await ensureReferenceData(orm.em.fork());

  const after = await orm.em.fork().findOneOrFail(Role, { name: '教师' });
  expect(after).toMatchObject({ id: role.id, permissions: ['user:role'], version: role.version });
  expect(await countRows()).toEqual({ ...expectedRows, FurnitureType: expectedRows.FurnitureType - 1 });
});

test(
  'stores the rows of a table that was filled in part and never recorded, beside those that are ' + 'there',
  async () => {
    await named(orm.em.fork(), workOf('test'), async (em) => {
      em.create(UnitType, { name: '校企合办', order: 7 } as RequiredEntityData<UnitType>);
    });
    await ensureReferenceData(orm.em.fork());
    expect(await countRows()).toEqual(expectedRows);
    expect(await orm.em.fork().findOneOrFail(UnitType, { name: '校企合办' })).toMatchObject({ order: 7 });
  },
);

test('gives the administrators the rights of the old service', async () => {
  await ensureReferenceData(orm.em.fork());
  const role = await orm.em.fork().findOneOrFail(Role, { name: '管理员' });
  expect(role).toMatchObject({ key: 'ADMINISTRATOR', isEnabled: true, permissions: ['operate', 'user'] });
});

test('describes every row in one sentence', () => {
  const sentences = referenceTables.flatMap(({ rows }) =>
    rows.flatMap((row) => ('description' in row ? [row.description] : [])),
  );
  expect(sentences).toHaveLength(137);
  for (const sentence of sentences) expect(sentence).toMatch(/^[^。]{4,100}。$/);
});
