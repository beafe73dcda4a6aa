import { ObjectionKind } from '../../../schema/timetables.js';
import type { Text } from '../../../schema/texts.js';
import type { RuleId, Violation } from '@class-scheduling/solver';
import { authorize, declareRights, planners } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { judgeStates } from '../changes/storing.js';
import { namedClashes } from '../changes/clashes.js';
import { statesAfter } from '../changes/items.js';
import { wantedPlaces, type MeetingPlace } from '../changes/states.js';
import { byMeetings } from '../changes/occupancy.js';
import { overlapsOfStudents } from '../changes/student-overlaps.queries.js';
import { actIn, gridOf } from '../changes/timetable.js';
import { readAndJudge, type PlacementFault } from '../placement/judge.js';
import { placementRules } from '../placement/rules.js';
import { adviserOf } from './adviser.js';
import { askedMeeting, type AskedMeeting } from './asked-meetings.js';

declareRights({ whyNot: planners });

/** Something that forbids a place, or speaks against it. */
export interface Objection {
  readonly kind: ObjectionKind;
  /** The rule that is broken; null where no rule of runs is. */
  readonly rule: RuleId | null;
  /** Of a preference; else 0. */
  readonly cost: number;
  readonly text: Text;
  /** Identifiers of the other meetings that it is about. */
  readonly meetings: readonly string[];
}

/** What a run would be charged for. */
type Broken = Objection & Pick<Violation, 'owner'>;

export const objection = (kind: ObjectionKind, text: Text, more: Partial<Objection> = {}): Objection => ({
  kind,
  rule: null,
  cost: 0,
  text,
  ...more,
  meetings: more.meetings ?? [],
});

/** What the judgement of the change tells already, such as clashes, with their weeks. */
const toldElsewhere: ReadonlySet<RuleId | null> = new Set<RuleId | null>([
  ...['lock' as const, 'teaching-class-conflict' as const],
  ...placementRules.filter(({ judge }) => !judge).map(({ solver }) => solver),
]);

/** Everything that forbids a place for a meeting or speaks against it, by name; the gravest first. */
export async function whyNot(
  ctx: Context,
  timetable: string,
  meeting: string,
  place: Partial<MeetingPlace>,
): Promise<Objection[]> {
  authorize(ctx, 'whyNot');
  const asked = await askedMeeting(ctx, timetable, meeting);
  const { em, facts, state } = asked;
  const known = new Map([[meeting, facts]]);
  const states = new Map(state ? [[meeting, state]] : []);
  const { changes, problems } = statesAfter([{ meeting, place }], states, known, asked.timetable.semester);
  const places = { wanted: wantedPlaces(changes, known) };
  const act = actIn(asked.timetable);
  const { around, faults: judged } = await readAndJudge(ctx, em, gridOf(asked.timetable), places, { act });
  const impossible = problems.map(({ text }) => objection(ObjectionKind.PROBLEM, text));
  // What speaks against the place is told even if a lock forbids any move.
  const to = changes[0]?.after?.place ?? completed(place, asked);
  if (!to) return [...impossible, ...saidOnce(judged, [])];
  const [clashes, broken] = [await clashesAt(asked, to), await brokenRules(ctx, asked, to)];
  const isHidden = around.teachers.get(to.teacher)?.isKnown === false;
  const others = broken.filter(({ rule }) => !(isHidden && personalRules.has(rule)));
  return [...impossible, ...clashes, ...saidOnce(judged, others)].sort(
    (a, b) => gravity.indexOf(a.kind) - gravity.indexOf(b.kind) || b.cost - a.cost,
  );
}

/** What speaks against a place, and what runs are charged for; what both say of the same is said once. */
function saidOnce(judged: readonly PlacementFault[], broken: readonly Broken[]): Objection[] {
  let left = [...broken];
  const told = judged.map(({ solver: rule, owner, other, isRefusal, text }) => {
    const same = left.find(
      (each) =>
        each.rule === rule &&
        (!owner || isSameOwner(each.owner, owner)) &&
        (!other || each.meetings.includes(other)),
    );
    left = left.filter((each) => !(same && isAlike(each, same)));
    const { cost = 0, kind = ObjectionKind.RULE, meetings } = same ?? {};
    return isRefusal
      ? objection(ObjectionKind.PROBLEM, text, { meetings })
      : objection(kind, text, { rule, cost, meetings });
  });
  return [...told, ...left];
}

const isSameOwner = (a: Broken['owner'], b: Broken['owner']): boolean =>
  a?.kind === b?.kind && a?.id === b?.id;

/** Whether a rule is broken by the same timetable and meetings: once for each period or week. */
const isAlike = (a: Broken, b: Broken): boolean =>
  a.rule === b.rule &&
  isSameOwner(a.owner, b.owner) &&
  a.meetings.toSorted().join() === b.meetings.toSorted().join();

const personalRules: ReadonlySet<RuleId | null> = new Set(
  placementRules.flatMap(({ isPersonal, solver }) => (isPersonal ? [solver] : [])),
);

/** The kinds of objections, the gravest first. */
export const gravity = [
  ObjectionKind.PROBLEM,
  ObjectionKind.CLASH,
  ObjectionKind.RULE,
  ObjectionKind.PREFERENCE,
];

function completed(place: Partial<MeetingPlace>, { state, facts }: AskedMeeting): MeetingPlace | null {
  const { day, period, room, teacher } = { teacher: facts.teacher, ...state?.place, ...place };
  return day && period && room && teacher ? { day, period, room, teacher } : null;
}

async function clashesAt(
  { em, timetable, facts, state }: AskedMeeting,
  place: MeetingPlace,
): Promise<Objection[]> {
  const { meeting } = facts;
  const base = state ?? { id: meeting, series: null, isLocked: false, reasonZh: null, reasonEn: null };
  const moved = [{ meeting, before: state, after: { ...base, place } }];
  const { overlaps } = await judgeStates(em, timetable.id, moved, new Map([[meeting, facts]]));
  const students = timetable.isChosen
    ? await overlapsOfStudents(em, timetable.id, moved, { isStored: false })
    : [];
  return (await namedClashes(em, [...overlaps, ...byMeetings(students)])).map(({ text, first, second }) =>
    objection(ObjectionKind.CLASH, text, {
      meetings: [first, second].map((side) => side.meeting).filter((id) => id !== meeting),
    }),
  );
}

async function brokenRules(
  ctx: Context,
  { em, timetable, facts: { meeting } }: AskedMeeting,
  place: MeetingPlace,
): Promise<Broken[]> {
  const adviser = await adviserOf(ctx, em, timetable);
  const compared = await adviser.compare(new Map([[meeting, place]]));
  return (compared?.after.violations ?? [])
    .filter(({ rule, meetings }) => meetings.includes(meeting) && !toldElsewhere.has(rule))
    .map(({ rule, level, penalty, meetings, owner, sentence }) => ({
      ...objection(level === 'hard' ? ObjectionKind.RULE : ObjectionKind.PREFERENCE, sentence, {
        rule,
        cost: level === 'hard' ? 0 : penalty,
        meetings: meetings.filter((id) => id !== meeting),
      }),
      owner,
    }));
}
