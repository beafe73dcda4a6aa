import { fieldOf, type MeetingRef, type NamedKind } from '../intents.js';
import type { Situation } from '../interpreter.js';
import { isNamed, isTaker, type NameToken, type Token } from '../slots/tokens.js';
import { idsOf, isOwn, lessonsThat } from './lessons.js';

/** 2602明天有啥课，计算机的: what a class studies, and no course. */
const isOfClass = (token: NameToken, tokens: readonly Token[]): boolean =>
  token.candidates[0].kind === 'course' &&
  !token.candidates.some(({ name }) => name === token.said) &&
  tokens.some(
    (one) =>
      one.type === 'name' &&
      one.candidates[0].kind === 'administrativeClass' &&
      /^\d/.test(one.said) &&
      one.candidates.some(({ name }) => name.startsWith(token.said)),
  );

/**
 * Names that may mean several records made those of which there are lessons with whatever else is named, or
 * else of the caller: 体育 of a class is the course that it attends, Prof. Zou the one who teaches it.
 */
export function narrowed(tokens: readonly Token[], situation: Situation): readonly Token[] {
  const { lessons = [], seen = [] } = situation;
  const isName = (token: Token): token is NameToken => token.type === 'name';
  if (lessons.length === 0 || !tokens.some(isName)) return tokens;
  // Tang asks for Thursday, of the lesson that was shown.
  const shown = seen.flatMap((ref) => (ref.teachingClasses ? lessonsThat(ref, situation) : []));
  return tokens.map((token, at) => {
    if (isName(token) && isOfClass(token, tokens)) return { ...token, type: 'unknown' };
    if (!isName(token) || token.candidates.length < 2) return token;
    const [{ kind }] = token.candidates;
    // 2601班计算机的: what the class studies is said apart from its number.
    const studying =
      kind !== 'administrativeClass'
        ? []
        : token.candidates.filter(({ name }) =>
            tokens.some(
              (one) =>
                (one.type === 'unknown' || (isName(one) && isOfClass(one, tokens))) &&
                one.said.length > 1 &&
                name.startsWith(one.said),
            ),
          );
    if (studying.length > 0 && studying.length < token.candidates.length)
      return { ...token, candidates: studying };
    if (kind === 'teacher' && isTaker(tokens, at)) return token;
    const building = tokens[at - 1];
    const there = token.candidates.filter(
      (one) => isNamed(building, 'building') && building.candidates[0].name === one.building,
    );
    if (there.length > 0) return { ...token, candidates: there };
    if (!isTold(kind)) return token;
    const others = tokens.filter(
      (one, place): one is NameToken =>
        isName(one) &&
        one.candidates[0].kind !== kind &&
        isTold(one.candidates[0].kind) &&
        !isTaker(tokens, place) &&
        one.candidates.length === 1,
    );
    const told = lessonsThat(refOf(others), situation);
    const own = told.filter((lesson) => isOwn(lesson, situation));
    for (const some of [others.length > 0 ? told : [], shown, own]) {
      const ids = new Set(some.flatMap(idsOf[fieldOf[kind]]));
      const candidates = token.candidates.filter(({ id }) => ids.has(id));
      if (candidates.length > 0 && candidates.length < token.candidates.length)
        return { ...token, candidates, isGuess: token.isGuess && candidates.length > 1 };
    }
    return token;
  });
}

/** Whether lessons tell which of several records of a kind is meant. */
const isTold = (kind: NamedKind): kind is 'course' | 'teacher' | 'administrativeClass' | 'teachingClass' =>
  /^(?:course|teacher|.*Class)$/.test(kind);

const refOf = (names: readonly NameToken[]): MeetingRef =>
  Object.fromEntries(names.map(({ candidates: [{ kind, id }] }) => [fieldOf[kind], [id]]));
