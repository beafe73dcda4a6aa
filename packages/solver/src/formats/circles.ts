/** Of every circle of parents the one that is found to close it; who is his own parent makes none. */
export function closersOfCircles(parents: ReadonlyMap<string, string | undefined>): string[] {
  const closers: string[] = [];
  const isDone = new Set<string>();
  for (const first of parents.keys()) {
    const path = new Set<string>();
    for (let one: string | undefined = first; one !== undefined && !isDone.has(one);) {
      const parent = parents.get(one);
      if (parent !== undefined && path.has(parent)) closers.push(one);
      path.add(one);
      isDone.add(one);
      one = parent;
    }
  }
  return closers;
}
