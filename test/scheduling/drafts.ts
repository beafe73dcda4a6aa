import { Timetable } from '../../src/entities/scheduling/timetables.js';
import { startWorker } from '../../src/jobs/worker.js';
import { tasks } from '../../src/services/scheduling/runs/tasks.js';
import type { TestServer } from '../support/server.js';
import { endedTask, limitedInMoves } from './support.js';
import type { TestUniversity } from './university.js';

/** Schedules the semester of a university; answers the draft that the solver made. */
export async function schedule(
  server: TestServer,
  { semester }: TestUniversity,
): Promise<{ id: string; version: number }> {
  const { app } = server.runtime;
  const worker = await startWorker(app, limitedInMoves);
  try {
    const { id } = await tasks.start(server.context(), { semester: semester.id });
    const task = await endedTask(app, id, 30);
    expect(task).toMatchObject({ status: 'COMPLETED', hardViolations: 0, unplacedCount: 0 });
    const { version } = await app.orm.em.fork().findOneOrFail(Timetable, { id: task.timetable as string });
    return { id: task.timetable as string, version };
  } finally {
    await worker.stop();
  }
}
