import type { Intent } from '@class-scheduling/assistant-language';
import type { Text } from '../../../schema/texts.js';
import { dateAt } from '../../scheduling/semester/weeks.js';
import { seenOf, type Lesson } from './held.js';
import { dayAndTime, lineOf, roomPart, teacherPart, type Part } from './lesson-words.js';
import { lessonsOf } from './lessons.js';
import { listed, type Planning } from './planning.js';
import type { Step } from './step.js';
import { namesIn, whose } from './timetables.js';
import { say } from './words.js';

/** What is otherwise in one week than in another, of whoever is named, else of the caller. */
export async function comparedWeeks(
  planning: Planning,
  { of = {}, weeks }: Extract<Intent, { type: 'compareWeeks' }>,
): Promise<Step> {
  const { situation, seen } = planning;
  const { at: _, ...ref } = await whose(planning, { of, isOfAll: true });
  const [one, other] = await Promise.all(weeks.map((week) => lessonsOf(planning, ref, { weeks: [week] })));
  const [before, after] = [one, other].map((all) => new Map(all.map((each) => [each.assignment, each])));
  const only = (all: readonly Lesson[], others: ReadonlyMap<string | null, Lesson>): readonly Lesson[] =>
    all.filter(({ assignment }) => !others.has(assignment));
  const told = (lessons: readonly Lesson[], week: number): Text[] =>
    lessons.map((each) => {
      const { zh, en } = lineOf(each, planning);
      return say(`仅第${week}周：${zh}`, `only in week ${week}: ${en}`);
    });
  const [gone, come] = [only(one, after), only(other, before)];
  const changed = other.flatMap((each) => {
    const was = before.get(each.assignment);
    const line = was && differenceOf(was, each, planning);
    return line ? [{ each, line }] : [];
  });
  seen.push(...[...gone, ...come, ...changed.map(({ each }) => each)].map(seenOf));
  const names = namesIn(situation, ref);
  const whom = names.length > 0 && !ref.isOwn ? names.join('、') : '';
  const [first, second] = weeks.map((week) => `${week}（${mondayIn(planning, week)} 起）`);
  const lines = [...told(gone, weeks[0]), ...told(come, weeks[1]), ...changed.map(({ line }) => line)];
  if (lines.length === 0)
    return {
      kind: 'words',
      text: say(
        `一样：${whom}第${first}周和第${second}周的课完全相同，各 ${one.length} 次。`,
        `They are alike${whom && ` for ${whom}`}: weeks ${weeks[0]} and ${weeks[1]} have the same ${one.length} lessons.`,
      ),
    };
  const head = say(
    `不一样：${whom}第${first}周有 ${one.length} 次课，第${second}周有 ${other.length} 次，不同之处 ${lines.length} 处：`,
    `No${whom && `, for ${whom}`}: week ${weeks[0]} has ${one.length} lessons, week ${weeks[1]} has ` +
      `${other.length}; ${lines.length} differences:`,
  );
  return listed(planning, [head], lines);
}

const mondayIn = ({ situation: { semester } }: Planning, week: number): string =>
  dateAt(semester.startDate, { week, day: 1 });

/** What of a lesson is otherwise; null where nothing is. */
function differenceOf(was: Lesson, is: Lesson, planning: Planning): Text | null {
  const shown = (lesson: Lesson, part: Part): Text =>
    part({ ...lesson, on: undefined }, planning) ?? say('', '');
  const parts = [dayAndTime, roomPart, teacherPart].flatMap((part) => {
    const [from, to] = [shown(was, part), shown(is, part)];
    return from.zh === to.zh ? [] : [say(`${from.zh} → ${to.zh}`, `${from.en} → ${to.en}`)];
  });
  if (parts.length === 0) return null;
  const { name } = is.teachingClass;
  return say(
    `${name}：${parts.map(({ zh }) => zh).join('，')}`,
    `${name}: ${parts.map(({ en }) => en).join(', ')}`,
  );
}
