import type { App } from '../../../data/app.js';
import type { Context } from '../../../data/context.js';

/** Those who wait to write one timetable, each person in a lane of their own. */
interface Line {
  readonly lanes: Map<string, (() => void)[]>;
}

const linesByApp = new WeakMap<App, Map<string, Line>>();

function linesOf({ app }: Context): Map<string, Line> {
  const lines = linesByApp.get(app) ?? new Map<string, Line>();
  linesByApp.set(app, lines);
  return lines;
}

/**
 * Carries out one write of a timetable, or of what else has a line, after the other, persons in turn. All of
 * them would wait for the row of the timetable anyway: here they do so without a connection, which the one
 * who writes may need, and in order. Writers of other processes wait at the row.
 */
export async function inLine<R>(ctx: Context, name: string, write: () => Promise<R>): Promise<R> {
  // It has a connection already, for which the one ahead of it may be waiting.
  if (ctx.em.isInTransaction()) return write();
  const lines = linesOf(ctx);
  const line = lines.get(name);
  if (line) await turnIn(line, ctx.viewer?.userId ?? '');
  else lines.set(name, { lanes: new Map() });
  try {
    return await write();
  } finally {
    if (!admitNext(lines.get(name)!)) lines.delete(name);
  }
}

function turnIn({ lanes }: Line, person: string): Promise<void> {
  const lane = lanes.get(person) ?? [];
  lanes.set(person, lane);
  return new Promise((begin) => lane.push(begin));
}

/** Lets the next one write, and puts that person behind all others; false when nobody waits. */
function admitNext({ lanes }: Line): boolean {
  const [next] = lanes;
  if (!next) return false;
  const [person, lane] = next;
  const begin = lane.shift()!;
  lanes.delete(person);
  if (lane.length > 0) lanes.set(person, lane);
  begin();
  return true;
}
