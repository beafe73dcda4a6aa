/** What is made of something, made once and kept as long as that is. */
export function keptFor<K extends object, V>(made: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, V>();
  return (of) => {
    const found = known.get(of) ?? made(of);
    known.set(of, found);
    return found;
  };
}

/** Texts of a situation that are remembered: what is said, its pieces, and what these are completed to. */
const textsMax = 64;

/** What is made of a text in a situation, made once though it is read in several ways. */
export function onceFor<S extends object, R>(
  made: (text: string, situation: S) => R,
  most = textsMax,
): (text: string, situation: S) => R {
  const textsOf = keptFor((_: S) => new Map<string, R>());
  return (text, situation) => {
    const texts = textsOf(situation);
    if (texts.has(text)) return texts.get(text)!;
    const found = made(text, situation);
    if (texts.size >= most) texts.clear();
    texts.set(text, found);
    return found;
  };
}
