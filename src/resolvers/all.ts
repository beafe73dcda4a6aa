import * as accounts from './accounts.js';
import * as assistant from './assistant.js';
import * as courses from './courses.js';
import * as importTasks from './imports/tasks.js';
import { importResolvers } from './imports/factory.js';
import * as messages from './messages.js';
import * as node from './node.js';
import * as organisation from './organisation.js';
import * as people from './people.js';
import * as places from './places.js';
import * as advice from './scheduling/advice.js';
import * as assignments from './scheduling/assignments.js';
import * as calendar from './scheduling/calendar.js';
import * as changes from './scheduling/changes.js';
import * as classGroups from './scheduling/class-groups.js';
import * as conflicts from './scheduling/conflicts.js';
import * as dashboards from './scheduling/dashboards.js';
import * as dateChanges from './scheduling/date-changes.js';
import * as departmentRuns from './scheduling/department-runs.js';
import * as enrolmentRounds from './scheduling/enrolment-rounds.js';
import * as enrolments from './scheduling/enrolments.js';
import * as furtherTeachers from './scheduling/further-teachers.js';
import * as meetings from './scheduling/meetings.js';
import * as notices from './scheduling/notices.js';
import * as personalTimetables from './scheduling/personal-timetables.js';
import * as semesterPlans from './scheduling/semester-plans.js';
import * as series from './scheduling/series.js';
import * as seriesProposals from './scheduling/series-proposals.js';
import * as semesters from './scheduling/semesters.js';
import * as readiness from './scheduling/readiness.js';
import * as schedulingTasks from './scheduling/tasks.js';
import * as teachingClasses from './scheduling/teaching-classes.js';
import * as timetableExports from './scheduling/timetable-exports.js';
import * as timetables from './scheduling/timetables.js';
import * as system from './system.js';

/** Every resolver of the product: those of the domain files, found by their names, and those of imports. */
export const resolvers = [
  accounts,
  assistant,
  courses,
  importTasks,
  messages,
  node,
  organisation,
  people,
  places,
  advice,
  assignments,
  calendar,
  changes,
  classGroups,
  conflicts,
  dashboards,
  dateChanges,
  departmentRuns,
  enrolmentRounds,
  enrolments,
  furtherTeachers,
  meetings,
  notices,
  personalTimetables,
  semesterPlans,
  readiness,
  semesters,
  series,
  seriesProposals,
  schedulingTasks,
  teachingClasses,
  timetableExports,
  timetables,
  system,
]
  .flatMap((domain) =>
    Object.entries(domain)
      .filter(([name]) => /Resolvers?$/.test(name))
      .flatMap(([, resolver]) => resolver as unknown),
  )
  .concat(importResolvers);
