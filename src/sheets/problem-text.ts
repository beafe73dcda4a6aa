import type { Problem } from '@class-scheduling/solver';
import type { ProblemFormat, ProblemPiece } from './task.js';

/** A problem with the timetable that is its reference, as text. */
export async function problemText(
  format: ProblemFormat,
  pieces: AsyncIterable<ProblemPiece>,
): Promise<Uint8Array> {
  const parts: Record<string, unknown> = {};
  for await (const { key, value } of pieces) {
    const known = parts[key];
    if (Array.isArray(known)) for (const entry of value as unknown[]) known.push(entry);
    else parts[key] = value;
  }
  return Buffer.from(await written(format, parts as unknown as Problem));
}

async function written(format: ProblemFormat, problem: Problem): Promise<string> {
  if (format === 'json') {
    const { writeJsonProblem } = await import('@class-scheduling/solver/files');
    return writeJsonProblem(problem);
  }
  const { asItc2019, writeItc2019, writeItc2019Solution } =
    await import('@class-scheduling/solver/competitions');
  const { reference = [] } = problem;
  const instance = asItc2019(problem, reference);
  return format === 'xml'
    ? writeItc2019(instance)
    : writeItc2019Solution(instance, reference, problem.students);
}
