import settings from '../../mikro-orm.config.js';
import { connect } from '../../src/database/orm.js';
import { createTestDatabase } from '../support/database.js';

test('connections that break inside transactions are given back, so later queries are answered', async () => {
  const database = await createTestDatabase();
  const orm = connect(database.url, { settings, poolMax: 2 });
  try {
    for (let broken = 0; broken < 5; broken++) {
      const ending = orm.em
        .fork()
        .transactional((em) => em.execute('select pg_terminate_backend(pg_backend_pid())'));
      await expect(ending).rejects.toThrow();
    }
    expect(await orm.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }]);
  } finally {
    await orm.close(true);
    await database.drop();
  }
});
