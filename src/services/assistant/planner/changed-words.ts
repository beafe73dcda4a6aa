import type { Text } from '../../../schema/texts.js';
import type { AffectedFacts, ChangedFacts, CostFacts } from '../tools.js';
import { firstLines, say, when } from './words.js';

/** What a change does to meetings, a line each; of more than so many the first. */
export function changedLines(items: readonly ChangedFacts[], max: number): Text[] {
  // What only joins another series stays as it is for people.
  const visible = items.filter((item) => item.wasLocked !== item.isLocked || !isSamePlace(item));
  return firstLines(visible.map(lineOf), max);
}

const isSamePlace = ({ from, to }: Pick<ChangedFacts, 'from' | 'to'>): boolean =>
  JSON.stringify(from) === JSON.stringify(to);

function lineOf({ meeting, from, to, wasLocked, isLocked }: ChangedFacts): Text {
  const name = meeting?.teachingClass?.name ?? '';
  const shown = (at: ChangedFacts['from']): Text => {
    if (!at) return say('未安排', 'no place');
    const time = when(at.dayOfWeek, at.periodStart, at.periodStart + (meeting?.periods ?? 1) - 1);
    const names = [at.classroom?.name, at.teacher?.name].filter((each) => each !== undefined);
    return say([time.zh, ...names].join(' '), [time.en, ...names].join(', '));
  };
  const lock = isLocked ? say('锁定', 'lock') : say('解锁', 'unlock');
  if (isSamePlace({ from, to })) return say(`· ${lock.zh} ${name}`, `- ${lock.en} ${name}`);
  const [before, after] = [shown(from), shown(to)];
  const also = wasLocked === isLocked ? say('', '') : say(`，并${lock.zh}`, `, and ${lock.en} it`);
  return say(
    `· ${name}：${before.zh} → ${after.zh}${also.zh}`,
    `- ${name}: ${before.en} → ${after.en}${also.en}`,
  );
}

/** Whom a change concerns. */
export function affectedLine({ teachers, administrativeClasses, studentCount }: AffectedFacts): Text {
  const classes = administrativeClasses.length;
  return say(
    `影响：教师 ${teachers.length} 位，班级 ${classes} 个，学生 ${studentCount} 人。`,
    `Affects ${counted(teachers.length, 'teacher', 'teachers')}, ${counted(classes, 'class', 'classes')}, ` +
      `${counted(studentCount, 'student', 'students')}.`,
  );
}

const counted = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`;

export const costLine = ({ hardBefore, hardAfter, softBefore, softAfter }: CostFacts): Text =>
  say(
    `代价：软约束 ${softBefore} → ${softAfter}，硬约束违反 ${hardBefore} → ${hardAfter}。`,
    `Cost: ${softBefore} → ${softAfter}; hard rules broken: ${hardBefore} → ${hardAfter}.`,
  );
