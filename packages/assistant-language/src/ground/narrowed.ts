import { fieldOf, type MeetingRef, type NamedKind } from '../intents.js';
import type { Situation } from '../interpreter.js';
import { isRole, type NameToken, type Token } from '../slots/tokens.js';
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

/** Words with which courses are named, and which say much else. */
const ordinary = /^(?:统计|分析|管理|设计|测试|概论|导论)$/;

/** Who takes a lesson over has none of it yet. */
const isTaker = (tokens: readonly Token[], at: number): boolean =>
  isRole(tokens[at - 1], 'let', 'give', 'by', 'moveTo', 'to', 'replace') || isRole(tokens[at + 1], 'teach');

/**
 * Names that may mean several records made those of which there are lessons with whatever else is named, or
 * else of the caller: 体育 of a class is the course that it attends, Prof. Zou the one who teaches it.
 */
export function narrowed(tokens: readonly Token[], situation: Situation): readonly Token[] {
  const { lessons = [] } = situation;
  const isName = (token: Token): token is NameToken => token.type === 'name';
  if (lessons.length === 0 || !tokens.some(isName)) return tokens;
  const isAlone = tokens.filter(isName).length === 1 && !tokens.some((token) => isRole(token, 'teacherNoun'));
  return tokens.map((token, at) => {
    if (isName(token) && isOfClass(token, tokens)) return { ...token, type: 'unknown' };
    if (!isName(token) || token.candidates.length < 2) return token;
    const [{ kind }] = token.candidates;
    if (kind === 'teacher' && isTaker(tokens, at)) return token;
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
    for (const some of [others.length > 0 ? told : [], own]) {
      const ids = new Set(some.flatMap(idsOf[fieldOf[kind]]));
      const candidates = token.candidates.filter(({ id }) => ids.has(id));
      if (candidates.length > 0 && candidates.length < token.candidates.length)
        return { ...token, candidates, isGuess: token.isGuess && candidates.length > 1 };
    }
    // 统计老师的课时: an ordinary word beside what is asked about.
    return !isAlone && ordinary.test(token.said) ? { ...token, type: 'unknown' } : token;
  });
}

/** Whether lessons tell which of several records of a kind is meant. */
const isTold = (kind: NamedKind): kind is 'course' | 'teacher' | 'administrativeClass' | 'teachingClass' =>
  /^(?:course|teacher|.*Class)$/.test(kind);

const refOf = (names: readonly NameToken[]): MeetingRef =>
  Object.fromEntries(names.map(({ candidates: [{ kind, id }] }) => [fieldOf[kind], [id]]));
