import { nameOf, type Piece, type Target, targetText } from '../model.js';
import type { ChangeItem, DateItem, Outcome } from './operations.js';
import type { Terms } from './terms.js';

/** A change that somebody has in mind. */
export interface Intention {
  readonly title: string;
  readonly items: readonly ChangeItem[];
  readonly dates?: readonly DateItem[];
  /** How it is carried out, where not as a change by itself. */
  apply?(terms: Terms): Promise<string>;
  /** Of a plan of the assistant: what was said of it, and how it is carried out. */
  readonly plan?: { readonly outcome: Outcome; apply(): Promise<string> };
}

/** That a meeting is put somewhere; what it still lacks there is looked for. */
export function moveOf({ facts, place }: Piece, target: Target): Intention {
  const { row, period } = target;
  const to: ChangeItem['place'] = {
    dayOfWeek: row.day,
    periodStart: period,
    ...(row.room ? { classroom: row.room.id } : !place && { classroom: undefined }),
    ...(!place && { teacher: facts.teacher?.id }),
  };
  return {
    title: `${nameOf(facts)} → ${targetText(target, facts.periods)}`,
    items: [{ meeting: facts.id, place: to }],
  };
}

/** That two meetings exchange times and rooms; each keeps its teacher. */
export function swapOf(one: Piece, other: Piece): Intention {
  const items = [one, other].map(({ facts }, at): ChangeItem => {
    const { dayOfWeek, periodStart, classroom } = [other, one][at].place!;
    return { meeting: facts.id, place: { dayOfWeek, periodStart, classroom: classroom.id } };
  });
  return { title: `${nameOf(one.facts)} ⇄ ${nameOf(other.facts)}`, items };
}

/** The meetings where an intention would put them. */
export function ghostsOf(
  intention: Intention | undefined,
  pieceOf: (id: string) => Piece | undefined,
): ReadonlyMap<string, Piece> {
  const moved = (intention?.items ?? []).flatMap(({ meeting, place }): [string, Piece][] => {
    const piece = pieceOf(meeting);
    if (!piece || !place) return [];
    const { dayOfWeek, periodStart, classroom } = { ...piece.place, ...place };
    const room = typeof classroom === 'string' ? { id: classroom, name: '' } : classroom;
    const stand = { dayOfWeek, periodStart, classroom: room, teacher: piece.place?.teacher };
    return [[meeting, { ...piece, place: stand as Piece['place'] }]];
  });
  return new Map(moved);
}
