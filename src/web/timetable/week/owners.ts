import type { Block } from './blocks.js';
import { weekTexts } from './texts.js';

/** Whose week: a kind with an identifier, or the reader's own where undefined. */
export interface Owner {
  readonly kind: OwnerKind;
  readonly id: string;
}
export interface WeekProps {
  readonly owner?: Owner;
  /** What kind of owner it is, the reader included: what every meeting would repeat is left out. */
  readonly of: OwnerKind;
  readonly open: (block: Block) => void;
}
export type OwnerKind = (typeof ownerKinds)[number];

/** The kinds in the order of the search; each is a parameter of the address. */
export const ownerKinds = ['class', 'teacher', 'room', 'course'] as const;

/** A kind as the argument of the schema. */
const argument = {
  class: 'administrativeClass',
  teacher: 'teacher',
  room: 'classroom',
  course: 'course',
} as const;

/** A kind as part of the addresses of files. */
const folder = { class: 'classes', teacher: 'teachers', room: 'classrooms', course: 'courses' } as const;

/** Whose week an address is about. */
export function ownerIn(query: URLSearchParams): Owner | undefined {
  const kind = ownerKinds.find((each) => query.has(each));
  return kind && { kind, id: query.get(kind)! };
}

/** The owner as the arguments of an operation. */
export const argumentsOf = (owner: Owner | undefined): Record<string, string> =>
  owner ? { [argument[owner.kind]]: owner.id } : {};

/** The address of a file of the owner's timetable, in the semester or in the current one. */
export const fileOf = (owner: Owner | undefined, ending: string, semester: string | null): string => {
  const file = owner ? `${folder[owner.kind]}/${owner.id}` : 'mine';
  return `/timetables/${file}.${ending}${semester ? `?semester=${semester}` : ''}`;
};

/** The address of the owner's week. */
export const weekOf = (kind: OwnerKind, id: string): string => `/week?${new URLSearchParams({ [kind]: id })}`;

/** The word for a kind. */
export const kindName = (kind: OwnerKind): string => weekTexts[kind];
