/** Where in this application an operation is at hand; for the others there is GraphiQL. */
export function placeOf(operation: string, semester: string): string | undefined {
  const [, subject] = /^import(\w+)$/.exec(operation) ?? [];
  if (subject) return `/administration/imports?subject=${subjectOf(subject)}`;
  if (/BellSeason|BellSchedule|emester/.test(operation))
    return `/administration/semester?semester=${semester}`;
  return undefined;
}

/** `TeacherQualifications` as the schema names the subject of an import. */
const subjectOf = (name: string): string =>
  name
    .replace(/^Teacher(?=[QP])/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toUpperCase();
