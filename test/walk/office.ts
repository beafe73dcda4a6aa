import { setTimeout as sleep } from 'node:timers/promises';
import { uploaded } from '../imports/support/upload.js';
import type { GraphqlAnswer, TestServer } from '../support/server.js';

/** Staff at their desk: everything that they ask for is counted, but for how far a task has come. */
export class Office {
  calls = 0;
  #token: string | null = null;

  constructor(readonly server: TestServer) {}

  async signIn(user: string, password: string): Promise<void> {
    const { signIn } = await this.ask(
      `mutation ($user: String!, $password: String!) {
        signIn(user: $user, password: $password) { token { token } } }`,
      { user, password },
    );
    this.#token = signIn.token.token as string;
  }

  async ask(document: string, variables: object = {}): Promise<Record<string, any>> {
    this.calls++;
    return this.#peek(document, variables);
  }

  async send(document: string, file: Buffer): Promise<Record<string, any>> {
    this.calls++;
    return dataOf(await uploaded(this.server, document, file, { token: this.#token! }));
  }

  /** The task, once it has ended. */
  async endOf(id: string): Promise<Record<string, any>> {
    for (;;) {
      const { schedulingTask: task } = await this.#peek(
        `query ($id: ID!) { schedulingTask(id: $id) {
          status failure hardViolations unplacedCount timetable { id } causes { message } } }`,
        { id },
      );
      if (!['QUEUED', 'RUNNING'].includes(task.status as string)) return task as Record<string, any>;
      await sleep(100);
    }
  }

  async #peek(document: string, variables: object): Promise<Record<string, any>> {
    return dataOf(await this.server.graphql(document, variables, this.#token));
  }
}

/** The data of an answer. @throws Error with what was refused */
export function dataOf({ data, errors }: GraphqlAnswer): Record<string, any> {
  if (errors) throw new Error(errors.map(({ message }) => message).join('\n'));
  return data;
}
