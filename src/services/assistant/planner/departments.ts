import type { Named, NamedKind, Situation } from '@class-scheduling/assistant-language';

/** Departments, and all below them. */
export function departmentsBelow({ names }: Situation, ids: readonly string[]): ReadonlySet<string> {
  const found = new Set(ids);
  const below = names.filter(({ kind, department }) => kind === 'department' && department);
  for (let size = 0; size < found.size;) {
    size = found.size;
    for (const { id, department } of below) if (found.has(department!)) found.add(id);
  }
  return found;
}

/** The records of a kind that the caller may see, of some departments where these are told. */
export function membersOf(
  situation: Situation,
  kind: NamedKind,
  departments: readonly string[] | undefined,
): readonly Named[] {
  const all = situation.names.filter((each) => each.kind === kind);
  const within = departments && departmentsBelow(situation, departments);
  return within ? all.filter(({ department }) => department && within.has(department)) : all;
}

/** The college that a department is, or lies in. */
export function collegeOf(situation: Situation, id: string | undefined): Named | undefined {
  const own = situation.names.find((each) => each.kind === 'department' && each.id === id);
  return own?.department ? collegeOf(situation, own.department) : own;
}
