import { furtherOf, type Meeting, type Placement, type Problem } from '../model.js';
import { settingOf } from '../profiles.js';
import { RULES } from '../rules/all.js';
import type { Rule } from '../rules/rule.js';
import type { Placed, View } from '../rules/view.js';
import { AGENDA_RULES, keyOf, type Active, type OwnerKind } from './requirements.js';

/** The owners of a placed meeting. */
function* ownersOf(meeting: Meeting, teacher: string | null): Generator<readonly [OwnerKind, string]> {
  for (const id of new Set(meeting.groups)) yield ['group', id];
  if (teacher !== null) yield ['teacher', teacher];
  for (const id of furtherOf(meeting)) yield ['teacher', id];
  yield ['class', meeting.teachingClass];
  if (meeting.teacherSet !== undefined) yield ['set', meeting.teacherSet];
}

/** The hard rules on an owner's days or rooms, evaluated by the rules themselves. */
export class AgendaRules {
  readonly #rules: readonly { readonly rule: Rule; readonly kind: OwnerKind; readonly isFinal: boolean }[];
  /** Meetings that an owner may have. */
  readonly #members = new Map<string, string[]>();

  constructor(
    private readonly problem: Problem,
    private readonly meetings: ReadonlyMap<string, Meeting>,
    /** Meetings that have been given up. */
    private readonly without: ReadonlySet<string>,
    private readonly placedOf: (placement: Placement) => Placed,
  ) {
    this.#rules = AGENDA_RULES.filter(({ id }) => settingOf(problem, id).level === 'hard').flatMap(
      ({ id, kinds, isFinal }) => {
        const rule = RULES.find((one) => one.id === id);
        return rule ? kinds.map((kind) => ({ rule, kind, isFinal })) : [];
      },
    );
    if (this.#rules.length === 0) return;
    for (const meeting of problem.meetings) {
      const teachers = meeting.lock?.teacher === undefined ? meeting.teachers : [meeting.lock.teacher];
      for (const [kind, id] of ownersOf(meeting, null)) this.#add(`${kind} ${id}`, meeting.id);
      for (const id of new Set(teachers)) this.#add(`teacher ${id}`, meeting.id);
    }
  }

  /** Meetings of an owner whose agenda breaks a rule once this meeting is placed; null when none does. */
  broken(
    placements: ReadonlyMap<string, Placement>,
    placement: Placement,
    active: Active,
  ): readonly string[] | null {
    if (this.#rules.length === 0) return null;
    const meeting = this.meetings.get(placement.meeting) as Meeting;
    for (const [kind, id] of ownersOf(meeting, placement.teacher)) {
      const rules = this.#rules.filter((one) => one.kind === kind && active.has(keyOf(one.rule.id, id)));
      if (rules.length === 0) continue;
      const members = (this.#members.get(`${kind} ${id}`) ?? []).filter((one) => !this.without.has(one));
      const placed = members.flatMap((one) => placements.get(one) ?? []);
      const teaches = (one: Placement) =>
        one.teacher === id || furtherOf(this.meetings.get(one.meeting) as Meeting).includes(id);
      const own = placed.filter((one) => kind !== 'teacher' || teaches(one));
      const view = this.#view(kind, id, own.map(this.placedOf));
      for (const { rule, isFinal } of rules) {
        if (!isFinal && placed.length < members.length) continue;
        if ([...rule.judge(view)].some(({ penalty }) => penalty > 0)) return members;
      }
    }
    return null;
  }

  #add(owner: string, meeting: string): void {
    const own = this.#members.get(owner);
    if (own) own.push(meeting);
    else this.#members.set(owner, [meeting]);
  }

  /** The timetable of a single owner. */
  #view(kind: OwnerKind, id: string, placed: readonly Placed[]): View {
    const { groups, teachers, teachingClasses } = this.problem;
    const only = <Owner extends { readonly id: string }>(list: readonly Owner[], of: OwnerKind) => {
      const owner = kind === of ? list.find((one) => one.id === id) : undefined;
      return new Map(owner ? [[owner, placed] as const] : []);
    };
    return {
      problem: this.problem,
      placed,
      unplaced: [],
      byRoom: new Map(),
      byTeacher: only(teachers, 'teacher'),
      byGroup: only(groups, 'group'),
      byTeachingClass: only(teachingClasses, 'class'),
      byTeacherSet: new Map(kind === 'set' ? [[id, placed]] : []),
      roomsById: new Map(),
    };
  }
}
