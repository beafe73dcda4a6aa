import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { ServerError } from './graphql-client.js';

const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });

/** A password typed at the terminal, which does not show it. @throws ServerError without a terminal */
export async function typedPassword(user: string): Promise<string> {
  if (!process.stdin.isTTY) throw new ServerError(noPassword(user));
  process.stderr.write(`Password of ${user}: `);
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const ended = once(terminal, 'close').then(() => {
    throw new ServerError(noPassword(user));
  });
  try {
    return await Promise.race([terminal.question(''), ended]);
  } finally {
    ended.catch(() => undefined);
    terminal.close();
    process.stderr.write('\n');
  }
}

const noPassword = (user: string): string =>
  `No password of ${user} was given. Maybe set CLASS_SCHEDULING_PASSWORD, or type it at a terminal.`;
