import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RouteTable } from './route.js';
import { accounts } from './routes/accounts.js';
import { courses } from './routes/courses.js';
import { organisation } from './routes/organisation.js';
import { people } from './routes/people.js';
import { places } from './routes/places.js';
import { assignments } from './routes/scheduling/assignments.js';
import { conflicts } from './routes/scheduling/conflicts.js';
import { dashboards } from './routes/scheduling/dashboards.js';
import { departmentRuns } from './routes/scheduling/department-runs.js';
import { personalTimetables } from './routes/scheduling/personal-timetables.js';
import { semesters } from './routes/scheduling/semesters.js';
import { seriesProposals } from './routes/scheduling/series-proposals.js';
import { teachingClasses } from './routes/scheduling/teaching-classes.js';
import { system } from './routes/system.js';

/** Every route of /api/v1. */
export const routeTable: RouteTable = {
  ...accounts,
  ...assignments,
  ...conflicts,
  ...courses,
  ...dashboards,
  ...departmentRuns,
  ...organisation,
  ...people,
  ...places,
  ...personalTimetables,
  ...semesters,
  ...seriesProposals,
  ...system,
  ...teachingClasses,
};

/** The fragments that define the wire shapes, one file per domain or noun. */
export function wireSources(folder = path.join(import.meta.dirname, 'wire')): string[] {
  return readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.graphql'))
    .sort()
    .map((file) => readFileSync(path.join(folder, file), 'utf8'));
}
