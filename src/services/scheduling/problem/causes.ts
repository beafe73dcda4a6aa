import { SchedulingCauseKind } from '../../../schema/enums.js';
import type { Text } from '../../../schema/texts.js';
import type { Diagnosis } from '@class-scheduling/solver';
import { groupBy } from '../../../data/loaders.js';
import type { ImpossibleMeeting } from './impossible-meetings.js';
import type { Snapshot } from './snapshot.js';

/** Why not every meeting of a semester can be placed, as stored with a task. */
export interface CauseRecord {
  readonly kind: SchedulingCauseKind;
  readonly text: Text;
  /** The requirements that contradict each other; of a conflict only. */
  readonly requirements: readonly Text[];
  /** Whether the set is minimal: without any one of the requirements the others can be met. */
  readonly isSmallest: boolean;
  /** The first of the meetings concerned. */
  readonly meetings: readonly string[];
  readonly meetingCount: number;
}

/** Limits of what is stored with a task. */
const causesMax = 50;
const meetingsMax = 20;
const requirementsMax = 100;
const namesMax = 3;

/** The causes: first the conflicts, then the meetings that cannot be served at all, most meetings first. */
export const causesOf = (
  snapshot: Snapshot,
  impossible: readonly ImpossibleMeeting[],
  diagnosis: Diagnosis | null,
): CauseRecord[] =>
  [
    ...(diagnosis ? diagnosisCauses(diagnosis) : []),
    ...impossibleCauses(snapshot, impossible).sort((a, b) => b.meetingCount - a.meetingCount),
  ].slice(0, causesMax);

/**
 * A cause for each conflicting set of requirements; undecided when neither one nor a complete timetable was
 * found in time.
 */
function diagnosisCauses({ conflicts, rest }: Diagnosis): CauseRecord[] {
  if (conflicts.length === 0 && rest?.kind === 'unknown')
    return [cause(SchedulingCauseKind.UNDECIDED, rest.sentence, [])];
  return conflicts.map(({ sentence, requirements, meetings, isSmallest }) => ({
    ...cause(SchedulingCauseKind.CONFLICT, sentence, meetings),
    requirements: requirements.slice(0, requirementsMax).map((requirement) => requirement.sentence),
    isSmallest,
  }));
}

/** Meetings that the solver was not given, grouped by reason. */
function impossibleCauses(snapshot: Snapshot, impossible: readonly ImpossibleMeeting[]): CauseRecord[] {
  const byReason = groupBy(impossible, ({ reason }) => reason.en);
  if (byReason.size === 0) return [];
  const classes = new Map(snapshot.teachingClasses.map(({ id, name }) => [id, name]));
  const names = new Map(
    snapshot.meetings.map(({ id, teachingClass, sequence }) => [
      id,
      `${classes.get(teachingClass)} #${sequence}`,
    ]),
  );
  return [...byReason.values()].map((group) => {
    const meetings = group.map(({ meeting }) => meeting);
    const shown = meetings.slice(0, namesMax).map((id) => names.get(id));
    const more = meetings.length - shown.length;
    const [{ reason }] = group;
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
