import type { TimeWish, Of } from '@class-scheduling/assistant-language';
import type { Text } from '../../../schema/texts.js';
import type { WishedTimes } from '../event-data.js';
import { linesOf } from '../planner/lesson-words.js';
import { lessonsOf } from '../planner/lessons.js';
import { offered, type Planning } from '../planner/planning.js';
import { refuse, type Step } from '../planner/step.js';
import { isAt } from '../planner/times.js';
import { timeOf } from '../planner/timetables.js';
import { inARow, lined, say } from '../planner/words.js';

/** How much a time is liked: the least and the most of it. */
const [unwanted, wanted] = [1, 5];

/** Times at which somebody would rather teach or not: told, and noted once that is agreed to. */
export async function wishedTimes(
  planning: Planning,
  { of = {}, notAt = [], at = [] }: Of<'wishTimes'>,
): Promise<Step> {
  const { situation, may, intents, pins, timetable } = planning;
  const { self, semester, periods, names } = situation;
  const [teacher, ...others] = of.teachers ?? (self.teacher ? [self.teacher] : []);
  if (!teacher || others.length > 0) throw refuse(self.student ? notForStudents : whose);
  if (notAt.length + at.length === 0) throw refuse(whichTimes);
  const isOwn = teacher === self.teacher;
  if (!isOwn && may !== 'CHANGE') throw refuse(ofOthers);
  const has = (wishes: readonly TimeWish[], day: number, period: number): boolean =>
    wishes.some((wish) => isAt(situation, { day, start: period, end: period }, wish));
  const week = Array.from({ length: semester.days }, (_, index) =>
    periods.starts.map((__, place) => {
      const [day, period] = [index + 1, place + 1];
      if (has(notAt, day, period)) return unwanted;
      return has(at, day, period) ? wanted : 0;
    }),
  );
  const name = names.find(({ id }) => id === teacher)?.name ?? '';
  const there = (await lessonsOf(planning, { teachers: [teacher] })).filter(
    ({ time }) => time && notAt.some((wish) => isAt(situation, time, wish)),
  );
  const preferences: WishedTimes = {
    semester: timetable.semester.id,
    week,
    ...(!isOwn && { teachers: [teacher] }),
  };
  return {
    kind: 'question',
    question: lined([
      ...timesOf(name, notAt, say('不希望上课的时间', 'would rather not teach')),
      ...timesOf(name, at, say('希望上课的时间', 'would rather teach')),
      ...(there.length > 0 ? [stay, ...linesOf(there, planning)] : []),
      shallBe,
    ]),
    options: [offered(planning, say('登记', 'Note it'), { intents, pins, preferences })],
  };
}

function timesOf(name: string, wishes: readonly TimeWish[], head: Text): Text[] {
  if (wishes.length === 0) return [];
  const { zh, en } = inARow(wishes.map(timeOf));
  return [say(`${name}${head.zh}：${zh}。`, `${name} ${head.en}: ${en}.`)];
}

const stay = say('现有的课不会自己移动：', 'Lessons that are there now stay:');
const shallBe = say(
  '登记为时间偏好后，排课时会尽量照顾；课表不变。要登记吗？',
  'Noted as a preference it counts when the timetable is made; nothing moves now. Shall it be noted?',
);
const whose = say('请说明是哪一位教师的时间偏好。', 'Whose wish is it? Please name one teacher.');
const ofOthers = say(
  '您不能登记这位教师的时间偏好：教师可以自己登记，也可以请其所在部门的教务登记。没有登记任何内容。',
  'You may not note that for this teacher: they do so themselves, or the planners of their department do. ' +
    'Nothing was noted.',
);
const whichTimes = say(
  '请说明是星期几、哪几节，例如：周五第7-8节。',
  'Which times? Please say day and periods, such as Friday periods 7-8.',
);
const notForStudents = say(
  '只有教师有授课时间偏好；学生可以向所在学院的教务反映。课表没有改动。',
  'Only teachers have such preferences; students may tell academic affairs. Nothing was changed.',
);
