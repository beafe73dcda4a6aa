import './accounts.js';
import './assistant.js';
import './class-groups.js';
import './courses.js';
import './imports.js';
import './notices.js';
import './organisation.js';
import './people.js';
import './places.js';
import './scheduling/assignments.js';
import './scheduling/calendar.js';
import './scheduling/changes.js';
import './scheduling/conflicts.js';
import './scheduling/enrolment-rounds.js';
import './scheduling/enrolments.js';
import './scheduling/further-teachers.js';
import './scheduling/meetings.js';
import './scheduling/semesters.js';
import './scheduling/series.js';
import './scheduling/tasks.js';
import './scheduling/teaching-classes.js';
import './scheduling/teaching-links.js';
import './timetable-exports.js';
import './scheduling/timetables.js';
import './system.js';
import { allEntities, type EntityClass } from '../data/columns.js';

/** Every entity of the product. */
export const entities = allEntities().map(({ target }) => target as EntityClass);
