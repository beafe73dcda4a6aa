import { SchedulingCauseKind } from '../../schema/enums.js';
import type { Text } from '../../schema/texts.js';
import type { Diagnosis } from '../../solver/diagnosis.js';
import { grouped } from '../../data/loaders.js';
import type { ImpossibleMeeting } from './problem.js';
import type { Snapshot } from './snapshot.js';

/** Why not every meeting of a semester can have a place, as the record of a task keeps it. */
export interface CauseRecord {
  readonly kind: SchedulingCauseKind;
  readonly text: Text;
  /** What cannot hold together; of a conflict only. */
  readonly requirements: readonly Text[];
  /** Whether without any one of the requirements the others can be met. */
  readonly isSmallest: boolean;
  /** The first of the meetings that it concerns. */
  readonly meetings: readonly string[];
  readonly meetingCount: number;
}

/** What a record keeps at most. */
const causesMax = 50;
const meetingsMax = 20;
const requirementsMax = 100;
const namesMax = 3;

/** The causes: what cannot hold together first, then what nothing could serve, most meetings first. */
export const causesOf = (
  snapshot: Snapshot,
  impossible: readonly ImpossibleMeeting[],
  diagnosis: Diagnosis | null,
): CauseRecord[] =>
  [
    ...(diagnosis ? diagnosed(diagnosis) : []),
    ...unservable(snapshot, impossible).sort((a, b) => b.meetingCount - a.meetingCount),
  ].slice(0, causesMax);

/**
 * Sets of requirements that cannot hold together, or that in time neither such nor a complete timetable was
 * found.
 */
function diagnosed({ conflicts, rest }: Diagnosis): CauseRecord[] {
  if (conflicts.length === 0 && rest?.kind === 'unknown')
    return [cause(SchedulingCauseKind.UNDECIDED, rest.sentence, [])];
  return conflicts.map(({ sentence, requirements, meetings, isSmallest }) => ({
    ...cause(SchedulingCauseKind.CONFLICT, sentence, meetings),
    requirements: requirements.slice(0, requirementsMax).map((requirement) => requirement.sentence),
    isSmallest,
  }));
}

/** Meetings that were not even given to the solver, those with the same reason together. */
function unservable(snapshot: Snapshot, impossible: readonly ImpossibleMeeting[]): CauseRecord[] {
  const byReason = grouped(impossible, ({ reason }) => reason.en);
  if (byReason.size === 0) return [];
  const classes = new Map(snapshot.teachingClasses.map(({ id, name }) => [id, name]));
  const names = new Map(
    snapshot.meetings.map(({ id, teachingClass, sequence }) => [
      id,
      `${classes.get(teachingClass)} #${sequence}`,
    ]),
  );
  return [...byReason.values()].map((alike) => {
    const meetings = alike.map(({ meeting }) => meeting);
    const shown = meetings.slice(0, namesMax).map((id) => names.get(id));
    const more = meetings.length - shown.length;
    const [{ reason }] = alike;
    const text = {
      zh: `“${shown.join('”“')}”${more > 0 ? `等 ${meetings.length} 次课` : ''}：${reason.zh}`,
      en: `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}: ${reason.en}`,
    };
    return cause(SchedulingCauseKind.IMPOSSIBLE, text, meetings);
  });
}

const cause = (kind: SchedulingCauseKind, { zh, en }: Text, meetings: readonly string[]): CauseRecord => ({
  kind,
  text: { zh, en },
  requirements: [],
  isSmallest: false,
  meetings: meetings.slice(0, meetingsMax),
  meetingCount: meetings.length,
});
