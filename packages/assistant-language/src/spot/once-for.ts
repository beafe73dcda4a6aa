/** Texts of a situation that are remembered: what is said, its pieces, and what these are completed to. */
const textsMax = 64;

/** What is made of a text in a situation, made once though it is read in several ways. */
export function onceFor<S extends object, R>(
  made: (text: string, situation: S) => R,
  most = textsMax,
): (text: string, situation: S) => R {
  const known = new WeakMap<S, Map<string, R>>();
  return (text, situation) => {
    const texts = known.get(situation) ?? new Map<string, R>();
    known.set(situation, texts);
    if (texts.has(text)) return texts.get(text)!;
    const found = made(text, situation);
    if (texts.size >= most) texts.clear();
    texts.set(text, found);
    return found;
  };
}
