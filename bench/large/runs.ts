import { setTimeout as delay } from 'node:timers/promises';
import type { GraphqlClient } from '../../src/cli/graphql-client.js';

/** Milliseconds between two looks at a run. */
const lookEveryMs = 200;
const startDocument = 'mutation ($input: StartSchedulingInput!) { startScheduling(input: $input) { id } }';
const taskDocument = `query ($id: ID!) { schedulingTask(id: $id) {
  status placedCount unplacedCount softCost failure timetable { id } } }`;

/** Asks for a run of so many seconds; answers its id. */
export async function startRun(
  planner: GraphqlClient,
  semester: string,
  timeLimitSeconds: number,
): Promise<string> {
  const input = { semester, timeLimitSeconds };
  const { startScheduling } = await planner.ask<{ startScheduling: { id: string } }>(startDocument, {
    input,
  });
  return startScheduling.id;
}

/** The draft of a run, and how many meetings have no place in it. */
interface RunResult {
  readonly timetable: string;
  readonly unplaced: number;
  readonly softCost: number;
}

/** Waits until the draft of a run is stored. @param looked called with every look */
export async function resultOfRun(
  planner: GraphqlClient,
  id: string,
  looked: () => void = () => undefined,
): Promise<RunResult> {
  for (; ; await delay(lookEveryMs)) {
    looked();
    const { schedulingTask: task } = await planner.ask<any>(taskDocument, { id });
    if (['FAILED', 'CANCELLED'].includes(task.status)) throw new Error(`The run ended: ${task.failure}.`);
    if (task.status !== 'COMPLETED') continue;
    return { timetable: task.timetable.id, unplaced: task.unplacedCount, softCost: task.softCost };
  }
}

export const publishing = (id: string): string =>
  `mutation { publishTimetable(id: "${id}", reason: "bench", acceptsUnfinished: true) { id } }`;
