import { furtherOf, type Meeting, type Placement, type Room } from '../model.js';
import type { ConstraintChecker, TaughtTime } from './constraint-checker.js';
import type { Active } from './requirements.js';

/** The placed meetings outside a selection that is being placed again. */
export class Bystanders {
  readonly #byOwner = new Map<string, Placement[]>();

  constructor(
    private readonly checker: ConstraintChecker,
    placements: ReadonlyMap<string, Placement>,
    private readonly selection: ReadonlyMap<string, Meeting>,
    private readonly active: Active,
  ) {
    for (const placement of placements.values()) {
      if (selection.has(placement.meeting)) continue;
      for (const owner of ownersOf(checker.meeting(placement.meeting), placement)) {
        const list = this.#byOwner.get(owner);
        if (list) list.push(placement);
        else this.#byOwner.set(owner, [placement]);
      }
    }
  }

  /** Placements whose people, or whose room when one is given, would be taken at this time. */
  displacedBy(meeting: Meeting, taught: TaughtTime, room: Room | null): Placement[] {
    const owners = room
      ? [`room ${room.id}`]
      : ownersOf(meeting, { meeting: meeting.id, ...taught, room: null });
    return owners
      .flatMap((owner) => this.#byOwner.get(owner) ?? [])
      .filter((other) => this.checker.overlap(other.time, taught.time));
  }

  /** Ids of the bystanders that are incompatible with a placement, once all are placed as given. */
  incompatibleWith(placement: Placement, all: ReadonlyMap<string, Placement>): string[] {
    const meeting = this.checker.meeting(placement.meeting);
    const related = this.checker
      .related(meeting)
      .flatMap((id) => (this.selection.has(id) ? [] : (all.get(id) ?? [])));
    const isSetBroken = this.checker.breaksSet(all, meeting.id, this.active);
    const agenda = this.checker.brokenAgenda(all, placement, this.active) ?? [];
    if (isSetBroken || agenda.length > 0)
      return [...related.map((other) => other.meeting), ...agenda].filter((id) => !this.selection.has(id));
    const near = new Set([
      ...ownersOf(meeting, placement).flatMap((owner) => this.#byOwner.get(owner) ?? []),
      ...related,
    ]);
    return [...near]
      .filter((other) => {
        const { checker, active } = this;
        const theirs = checker.meeting(other.meeting);
        const areExclusive =
          checker.areExclusive(meeting, theirs, active) ||
          checker.alsoTeaches(meeting, other.teacher, active) ||
          checker.alsoTeaches(theirs, placement.teacher, active);
        return (
          checker.clashes(placement, other, areExclusive, active) ||
          checker.areIncompatible(placement, other, active)
        );
      })
      .map((other) => other.meeting);
  }
}

function ownersOf(meeting: Meeting, { room, teacher }: Placement): string[] {
  const owners = meeting.groups.map((id) => `group ${id}`);
  owners.push(`class ${meeting.teachingClass}`);
  for (const id of [...(teacher === null ? [] : [teacher]), ...furtherOf(meeting)])
    owners.push(`teacher ${id}`);
  if (room !== null) owners.push(`room ${room}`);
  return owners;
}
