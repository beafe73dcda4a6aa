import type { Reading, Situation } from '@class-scheduling/assistant-language';
import type { Hearing } from '../../../src/services/assistant/model/exchange.js';
import { type Choice, modelInterpreter } from '../../../src/services/assistant/model/interpreter.js';
import { viewerOfUser } from '../../../src/services/accounts/viewer.js';
import { callerContext, type Context } from '../../../src/data/context.js';
import type { TestServer } from '../../support/server.js';
import { situation } from '@class-scheduling/assistant-language/training';

/** The first administrator as a caller of the server's own connections. */
export async function callerOf({ runtime: { app }, graphql, context }: TestServer): Promise<Context> {
  const { data } = await graphql('{ me { user { id } } }');
  const viewer = await viewerOfUser(context(), data.me.user.id);
  return callerContext(app, { viewer, language: 'zh', requestId: 'test', address: '127.0.0.1' });
}

/** What the model of a server makes of a text, over the small university of the golden file. */
export const read = (
  ctx: Context,
  text: string,
  {
    within = situation,
    signal = new AbortController().signal,
    ...hearing
  }: Hearing & { within?: Situation; signal?: AbortSignal } = {},
): Promise<Reading | Choice> => modelInterpreter(ctx, hearing).interpret(text, within, signal);
