import { subjectNames, subjects } from '../administration/imports/subjects.js';
import { startTexts } from './texts.js';

/** A page of this application on which something is mended. */
export interface Remedy {
  readonly to: string;
  readonly label: string;
}

/** The pages on which operations are at hand, each once; none of those that only programs call. */
export function remediesOf(operations: readonly string[], semester: string): Remedy[] {
  const remedies = operations.flatMap((operation) => remedyOf(operation, semester) ?? []);
  return [...new Map(remedies.map((remedy) => [remedy.to, remedy])).values()];
}

function remedyOf(operation: string, semester: string): Remedy | null {
  if (/BellSeason|BellSchedule|emester/.test(operation))
    return { to: `/administration/semester?semester=${semester}`, label: startTexts.toPlan };
  const subject = subjects.find((each) => each === subjectOf(operation));
  if (!subject) return null;
  return {
    to: `/administration/imports?subject=${subject}`,
    label: startTexts.toImport(subjectNames[subject]),
  };
}

/** What is imported in place of single records: `createTeacherQualification` as `QUALIFICATIONS`. */
function subjectOf(operation: string): string {
  const [, name = ''] = /^(?:create|import)(?:Teacher(?=[QP]))?(\w+?)s?$/.exec(operation) ?? [];
  return `${name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()}S`;
}
