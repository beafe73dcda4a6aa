import type { Placement, Problem } from '../model.js';

const LISTS = ['times', 'rooms', 'teachers', 'groups', 'teachingClasses', 'meetings'] as const;

/** Reads a problem in the engine's own format: the type `Problem` as JSON. */
export function readJsonProblem(text: string): Problem {
  const problem = JSON.parse(text) as Problem;
  for (const key of LISTS) {
    if (!Array.isArray(problem[key])) throw new Error(`"${key}" must be a list.`);
  }
  if (!problem.calendar || !problem.profile) throw new Error('"calendar" and "profile" must be given.');
  return problem;
}

/** Writes placements as JSON, with the problem's name. */
export function writeJsonSolution(problem: Problem, placements: readonly Placement[]): string {
  return JSON.stringify({ problem: problem.name, placements }, null, 2) + '\n';
}

/** Reads such placements back. */
export function readJsonSolution(_problem: Problem, text: string): Placement[] {
  const { placements } = JSON.parse(text) as { placements?: Placement[] };
  if (!Array.isArray(placements)) throw new Error('"placements" must be a list.');
  return placements;
}
