import * as canonical from '../../bench/support/canonical.js';
import type { App } from '../../src/data/app.js';
import { recordsOf } from '../support/records.js';

const queryOf =
  (app: App): canonical.Query =>
  (sql, values) =>
    recordsOf(app).execute(sql, values);

/** Everything that changes of a timetable change, as text: places, locks, acceptances and occupancy. */
export const canonicalExport = (app: App, timetable: string): Promise<string> =>
  canonical.canonicalExport(queryOf(app), timetable);

/**
 * What of the occupancy contradicts places and conflicts: guarded is not what it must be, or an overlap has
 * no conflict. Nothing in a sound timetable.
 */
export const faultsOf = (app: App, timetable: string): Promise<object[]> =>
  canonical.faultsOf(queryOf(app), timetable);
