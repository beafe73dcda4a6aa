import { fieldOf, type MeetingRef, type NamedKind } from '../intents.js';
import type { Situation } from '../interpreter.js';
import { isNamed, isRole, isTaker, type NameToken, type Token } from '../slots/tokens.js';
import { idsOf, isOwn, lessonsThat } from './lessons.js';

/**
 * Names that may mean several records made those of which there are lessons with whatever else is named, or
 * else of the caller: 体育 of a class is the course that it attends, Prof. Zou the one who teaches it.
 */
export function narrowed(all: readonly Token[], situation: Situation): readonly Token[] {
  const tokens = withOurTeachers(all, situation);
  const { lessons = [], seen = [] } = situation;
  const isName = (token: Token): token is NameToken => token.type === 'name';
  if (lessons.length === 0 || !tokens.some(isName)) return tokens;
  // Tang asks for Thursday, of the lesson that was shown.
  const shown = seen.flatMap((ref) => (ref.teachingClasses ? lessonsThat(ref, situation) : []));
  return tokens.map((token, at) => {
    if (!isName(token) || token.candidates.length < 2) return token;
    const [{ kind }] = token.candidates;
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

/** 我高数老师, our maths teacher: whoever teaches it, where that is one and it is not asked who. */
function withOurTeachers(tokens: readonly Token[], situation: Situation): readonly Token[] {
  const at = tokens.findIndex(
    (token, place) =>
      isRole(token, 'self', 'ourClass') &&
      isNamed(tokens[place + 1], 'course') &&
      isRole(tokens[place + 2], 'teacherNoun'),
  );
  const course = tokens[at + 1];
  if (at < 0 || course.type !== 'name' || tokens.some((token) => isRole(token, 'who'))) return tokens;
  const held = lessonsThat({ courses: course.candidates.map(({ id }) => id) }, situation);
  const ids = new Set(held.filter((each) => isOwn(each, situation)).flatMap(({ teachers }) => teachers));
  const candidates = situation.names.filter(({ id }) => ids.has(id));
  return candidates.length === 1 ? tokens.toSpliced(at, 3, { ...course, candidates }) : tokens;
}

/** Whether lessons tell which of several records of a kind is meant. */
const isTold = (kind: NamedKind): kind is 'course' | 'teacher' | 'administrativeClass' | 'teachingClass' =>
  /^(?:course|teacher|.*Class)$/.test(kind);

const refOf = (names: readonly NameToken[]): MeetingRef =>
  Object.fromEntries(names.map(({ candidates: [{ kind, id }] }) => [fieldOf[kind], [id]]));
