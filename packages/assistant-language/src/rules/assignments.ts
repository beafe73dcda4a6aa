import { Doubt } from '../slots/doubts.js';
import { meetingAt, needNames, type Slots } from '../slots/slots.js';
import { isNamed, isRole, type NameToken, type Token } from '../slots/tokens.js';
import type { Rule } from './rule.js';

/** Another teacher for a meeting: who it is, and the rest of the clause, which tells the meeting. */
export const assignments: Rule = (clause) => {
  const told = taught(clause) ?? replaced(clause) ?? changed(clause) ?? assigned(clause);
  if (!told) {
    if (clause.has('changeTeacher')) throw whichTeacher();
    return null;
  }
  clause.only(
    ...([
      'let',
      'teach',
      'move',
      'moveTo',
      'to',
      'give',
      'replace',
      'and',
      'teacherNoun',
      'self',
      'by',
    ] as const),
    ...(['changeTeacher', 'can', 'have', 'all', 'take', 'from'] as const),
  );
  const { teacher, meeting } = told;
  const id = clause.one(teacher);
  meeting.withoutWishes();
  needNames(meeting);
  meeting.oneOfEachKind();
  if (meeting.time()?.isSingle)
    throw new Doubt({
      zh: '目前只能每周换老师，不能只换某一天。要每周都换吗？请去掉日期再说一次。',
      en: 'The teacher is changed in every week, not on one date. Please say it again without the date.',
    });
  return [{ type: 'assignTeacher', meeting: meetingAt(meeting), teacher: id }];
};

interface Told {
  readonly teacher: NameToken;
  readonly meeting: Slots;
}

const apart = (clause: Slots, teacher: NameToken, ...others: readonly unknown[]): Told => ({
  teacher,
  meeting: clause.of(clause.tokens.filter((token) => token !== teacher && !others.includes(token))),
});

/** 让李娜上高数, 高数由李娜来教, have John Smith teach calculus: a teacher with a verb after him. */
function taught(clause: Slots): Told | null {
  if (clause.has('who', 'why', 'when', 'which', 'cannot', 'whatLessons', 'where')) return null;
  const { tokens } = clause;
  const at = tokens.findIndex(
    (token, index) =>
      isNamed(token, 'teacher') &&
      isRole(skipped(tokens, index + 1), 'teach', 'take') &&
      tokens.slice(0, index).some(isOrder),
  );
  if (at >= 0) return apart(clause, tokens[at] as NameToken);
  // 李娜来教高数; John Smith should teach it.
  const [first] = tokens.filter((token) => !isRole(token, 'filler'));
  const verb = tokens.find((token) => isRole(token, 'teach'));
  const isTold =
    isNamed(first, 'teacher') && verb && (/^来|^takes? over/.test(verb.said) || clause.has('let'));
  if (isTold) return apart(clause, first);
  // 高数以后李娜接
  const last = tokens.findLastIndex((token) => !isRole(token, 'filler'));
  const takes = isRole(tokens[last], 'teach') && /^[接顶替代承来去]/.test(tokens[last].said);
  const taker = takes ? tokens[last - 1] : undefined;
  if (isNamed(taker, 'teacher') && clause.names.length > 1) return apart(clause, taker);
  // 高数改由李娜, 把高数交给李老师
  const given = tokens.findIndex(
    (token) =>
      isRole(token, 'let') && /^(?:由|改由|换由|交由|交给|指定由|分配给|分给|划给|派给|给)$/.test(token.said),
  );
  const next = tokens[given + 1];
  return given >= 0 && isNamed(next, 'teacher') ? apart(clause, next) : null;
}

/** 'Have him teach it' is an order, 'does he teach it' is a question. */
const isOrder = (token: Token, place: number): boolean =>
  isRole(token, 'let', 'move', 'moveTo') || (place === 0 && /^have$/i.test(token.said));

const skipped = (tokens: Slots['tokens'], from: number) =>
  tokens.slice(from).find((token) => !isRole(token, 'filler'));

/** Replace A with B in calculus. */
function replaced(clause: Slots): Told | null {
  const verb = clause.index('replace');
  if (verb < 0) return null;
  const link = clause.tokens.findIndex((token, at) => at > verb && isRole(token, 'and', 'by', 'to'));
  const teacher = clause.tokens[link + 1];
  return link > verb && isNamed(teacher, 'teacher') ? apart(clause, teacher) : null;
}

/** 把高数的老师换成李娜, change the teacher of calculus to B: a target that is a teacher and nothing else. */
function changed(clause: Slots): Told | null {
  const { tokens } = clause;
  const direct = clause.index('moveTo');
  const verb = direct >= 0 ? direct : clause.index('move', 'changeTeacher', 'let');
  if (verb < 0) return null;
  const link = tokens.findIndex((token, at) => at > verb && isRole(token, 'to', 'moveTo'));
  const isEnglish = /^[a-z]/i.test(tokens[verb].said);
  if (isEnglish && link < 0) return null;
  const from = direct >= 0 ? direct : link >= 0 && isEnglish ? link : verb;
  const target = clause.of(tokens.slice(from + 1));
  const [teacher] = target.names;
  const isAlone =
    target.names.length === 1 && target.times.length === 0 && !target.isSelf && !target.hasRoomWish;
  if (!isAlone || !isNamed(teacher, 'teacher')) return null;
  return clause.names.length > 1 || clause.times.length > 0 || clause.isSelf ? apart(clause, teacher) : null;
}

/** Assign B to calculus. */
function assigned(clause: Slots): Told | null {
  const verb = clause.tokens.findIndex(
    (token) => isRole(token, 'let') && /^(?:assign|set|make)$/i.test(token.said),
  );
  const link = clause.tokens.findIndex((token, at) => at > verb && isRole(token, 'to', 'give'));
  if (verb < 0) return null;
  const made = clause.tokens.find((token) => isNamed(token, 'teacher')) as NameToken | undefined;
  const isMade = made && clause.has('teacherNoun') && link < 0 && clause.ofKind('teacher').length === 1;
  if (isMade) return apart(clause, made);
  if (link < 0) return null;
  const sides = [clause.of(clause.tokens.slice(verb + 1, link)), clause.of(clause.tokens.slice(link + 1))];
  const [teacher] = sides.flatMap(({ names, times }) =>
    names.length === 1 && times.length === 0 && isNamed(names[0], 'teacher') ? [names[0]] : [],
  );
  return teacher ? apart(clause, teacher) : null;
}

const whichTeacher = (): Doubt =>
  new Doubt({
    zh: '换成哪位老师？例如：把周三的高数换成李娜上。',
    en: 'Which teacher shall it be? For example: assign John Smith to the Wednesday calculus.',
  });
