import type { EntityManager } from '@mikro-orm/postgresql';
import { kindNames } from './kinds.js';
import type { ClassChange, StandingClass } from './plan-changes.js';
import type { CoursePlan } from './plan.js';
import { json } from '../../../../data/statements.js';
import { classesInUse, codesTaken, standingClasses } from './plans.queries.js';

/** The teaching classes that earlier plans made of the courses and kinds of hours of a plan. */
export const standingOf = (em: EntityManager, { semester, scope }: CoursePlan): Promise<StandingClass[]> =>
  standingClasses(em, semester.id, json(scope));

/** Those of the teaching classes that a timetable which is not archived has a place for, or a run will. */
export async function takenOf(
  em: EntityManager,
  standing: readonly StandingClass[],
): Promise<ReadonlySet<string>> {
  const rows = await classesInUse(
    em,
    standing.map(({ id }) => id),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Code and name of a teaching class. */
export interface Label {
  readonly code: string;
  readonly name: string;
}

/**
 * What teaching classes are called: those that stand as they are, new ones by course, kind of hours and the
 * first number whose code is free. Codes tell semesters apart by the month in which they start.
 */
export async function labelsOf(
  em: EntityManager,
  { semester }: CoursePlan,
  changes: readonly ClassChange[],
): Promise<ReadonlyMap<ClassChange, Label>> {
  const month = semester.startDate.slice(2, 7).replace('-', '');
  const labelOf = ({ wanted: { course, kind } }: ClassChange, number: number): Label => ({
    code: `${course.code.slice(0, courseCodeMax)}-${kindNames[kind].letter}${number}-${month}`,
    name: `${course.name}（${kindNames[kind].name.zh}）${number}班`,
  });
  const taken = new Set(changes.flatMap(({ standing }) => (standing ? [keyOf(standing)] : [])));
  for (;;) {
    const used = new Set(taken);
    const labels = new Map<ClassChange, Label>();
    for (const change of changes) {
      let label: Label | null = change.standing;
      for (let number = 1; !label; number++) {
        const free = labelOf(change, number);
        if (!used.has(keyOf(free))) label = free;
      }
      used.add(keyOf(label));
      labels.set(change, label);
    }
    const made = changes.filter(({ standing }) => !standing).map((change) => keyOf(labels.get(change)!));
    const rows = await codesTaken(em, json(made));
    if (rows.length === 0) return labels;
    for (const { code } of rows) taken.add(code);
  }
}

/** What is added to it has at most twelve characters, of 32. */
const courseCodeMax = 20;

const keyOf = ({ code }: { readonly code: string }): string => code.trim().toLowerCase();
