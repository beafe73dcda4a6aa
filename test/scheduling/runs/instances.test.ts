import { Timetable } from '../../../src/entities/scheduling/timetables.js';
import { Strategy } from '../../../src/schema/enums.js';
import { exportCtt } from '../../../src/services/scheduling/timetable/ctt-export.js';
import { tasks } from '../../../src/services/scheduling/runs/tasks.js';
import { readCtt, readCttSolution } from '@class-scheduling/solver/competitions';
import { verify } from '@class-scheduling/solver';
import {
  endedTask,
  importInstance,
  instanceText,
  openWorkingInstallation,
  type TestInstallation,
} from '../support.js';

let installation: TestInstallation;

beforeAll(async () => {
  installation = await openWorkingInstallation();
});

afterAll(() => installation.stop());

describe.each(['comp01', 'comp02', 'comp03', 'comp04', 'comp05', 'comp06', 'comp07'])('%s', (name) => {
  test(
    'is imported, scheduled without a hard violation and exported as the competition wants ' + 'it',
    async () => {
      const ctx = installation.context();
      const { semesterId, meetings } = await importInstance(ctx, name);

      const started = await tasks.start(ctx, {
        semester: semesterId,
        strategy: Strategy.QUICK,
      });
      const task = await endedTask(installation.app, started.id, 30);

      expect(task).toMatchObject({
        status: 'COMPLETED',
        failureEn: null,
        hardViolations: 0,
        unplacedCount: 0,
      });
      expect(task.placedCount).toBe(meetings);
      const lines = await exportCtt(installation.context(), { timetable: task.timetable as string });
      const problem = readCtt(instanceText(name));
      const { score } = verify(problem, readCttSolution(problem, lines));
      expect(score).toMatchObject({ hard: 0, soft: task.softCost });
      const timetable = await installation.context().rows.one(Timetable, task.timetable as string);
      expect(timetable).toMatchObject({
        revision: 1,
        status: 'DRAFT',
        hardViolations: 0,
        softCost: score.soft,
      });
    },
  );
});
