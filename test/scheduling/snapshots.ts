import { RuleProfile } from '../../src/schema/enums.js';
import type { Snapshot, SnapshotMeeting } from '../../src/services/scheduling/problem/snapshot.js';

/** A lecture room of the semester below; give it an id and a name. */
export const room = { capacity: 50, type: 'lecture', building: 'b', campus: 'c', offered: true };

/**
 * One teaching class of 40 students with the meetings; two rooms, one of which is a laboratory; 16 weeks of 5
 * days of 12 periods.
 */
export function semester(meetings: Partial<SnapshotMeeting>[], changes: Partial<Snapshot> = {}): Snapshot {
  return {
    name: 's',
    profile: RuleProfile.STANDARD,
    weeks: 16,
    days: 5,
    periods: 12,
    rooms: [
      { ...room, id: 'r1', name: 'R1' },
      { ...room, id: 'r2', name: 'R2', type: 'laboratory' },
    ],
    teachers: [
      { id: 't1', name: 'T1' },
      { id: 't2', name: 'T2' },
    ],
    groups: [{ id: 'g1', name: 'G1', size: 40 }],
    qualifications: [
      { course: 'k1', teacher: 't1' },
      { course: 'k1', teacher: 't2' },
    ],
    teachingClasses: [{ id: 'c1', name: 'C1', course: 'k1', size: 40, minimumDays: 2, groups: ['g1'] }],
    meetings: meetings.map((meeting, at) => ({
      id: `m${at + 1}`,
      teachingClass: 'c1',
      sequence: at + 1,
      periods: 2,
      weeks: [1, 2, 3],
      kind: null,
      roomType: null,
      teacher: null,
      lockedDay: null,
      lockedPeriod: null,
      lockedRoom: null,
      ...meeting,
    })),
    unavailable: [],
    preferences: [],
    ...changes,
  };
}
