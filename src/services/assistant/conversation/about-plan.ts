import type { AskedOfPlan, Situation } from '@class-scheduling/assistant-language';
import type { Context } from '../../../data/context.js';
import type { Text } from '../../../schema/texts.js';
import type { AssistantEventKind } from '../../../schema/enums.js';
import { affectedLine, changedLines } from '../planner/changed-words.js';
import { firstLines, headed, lined, listOf, plain, say, shownRoom, turned } from '../planner/words.js';
import type { EventData, Wished } from '../event-data.js';
import { namesIn } from '../planner/timetables.js';
import { readPlan, type ShownPlan } from './plan-words.js';
import type { ChangedFacts, OutcomeFacts } from '../tools.js';

/** Lines that an answer has at most. */
const linesMax = 8;

/**
 * What a plan does, by what is asked of it: first that, then whether it is made.
 * @param isOpen whether a yes makes it, and does not show it once more
 */
export async function toldOfPlan(
  ctx: Context,
  id: string,
  asks: readonly AskedOfPlan[],
  isOpen: boolean,
): Promise<Text> {
  const { appliedAt, outcome } = await readPlan(ctx, id);
  const state = appliedAt ? isMade : isOpen ? isWaiting : isLeft;
  if (asks.includes('WHETHER_MADE') || asks.length === 0)
    return lined([state, ...changedLines(outcome.items, linesMax)]);
  const told = new Map(asks.flatMap((ask) => answersTo(outcome, ask)).map((text) => [text.zh, text]));
  return lined([...firstLines([...told.values()], linesMax), state]);
}

/** Whether something clashes, or is noted, that comes with a plan. */
export const hasNotes = ({ outcome }: ShownPlan): boolean =>
  outcome.clashes.length + outcome.warnings.length > 0;

const isMade = say('已经改好了，课表里就是这样。', 'It is made: the timetable is like that.');
const isWaiting = say(
  '还没有改：计划在等您确认，回复“确认”或“好的”就应用。',
  'It is not made yet: the plan waits for your yes.',
);

const isLeft = say(
  '还没有改：之后又问了别的，回复“确认”会把计划再显示一遍。',
  'It is not made yet: other things were asked since, and your yes shows the plan once more.',
);

/** What is told of each that may be asked; of time and place what changes. */
function answersTo(outcome: OutcomeFacts, ask: AskedOfPlan): Text[] {
  const { items, affected, problems, clashes, warnings } = outcome;
  switch (ask) {
    case 'WHO':
      return [affectedLine(affected), ...namesOf(affected)];
    case 'NOTICES':
      return [noticed, ...namesOf(affected)];
    case 'CLASHES': {
      const told = [...problems, ...clashes.map(({ text }) => text), ...warnings].map(plain);
      return told.length > 0 ? told : [noClash];
    }
    case 'WHERE':
      return items.flatMap(roomsIn);
    case 'SEATS':
      return [...items.flatMap(roomsIn), affectedLine(affected)];
    case 'WHEN':
      return [
        items.some(({ dates }) => dates.length === 0) ? everyWeek : onlyOnce,
        ...changedLines(items, linesMax),
      ];
    default:
      return changedLines(items, linesMax);
  }
}

/** Whether the room of a lesson stays, or which takes its place. */
const roomsIn = ({ meeting, from, to, dates }: ChangedFacts): Text[] =>
  (dates.length > 0 ? dates : [{ from, to }]).map((each) => {
    const [before, after] = [each.from, each.to].map((at) => at?.classroom && shownRoom(at.classroom));
    const then = after ?? say('不用教室', 'no room');
    const isSame = before?.zh === then.zh;
    const told = isSame ? say(`教室不变，${then.zh}`, `the room stays ${then.en}`) : then;
    const name = plain(meeting?.teachingClass?.name ?? '');
    return headed(name, before && !isSame ? turned(before, then) : told);
  });

const everyWeek = say('每周都改，不是只改一次：', 'In every week, and not only once:');
const onlyOnce = say('只改这一次，其他周不变：', 'Only once; the other weeks stay:');

const noClash = say(
  '没有冲突：涉及的教师、班级和教室那时都没有别的课。',
  'No clash: the teachers, classes and rooms of it have no other lesson then.',
);

const noticed = say(
  '应用后，涉及的教师和学生在课表里马上看得到新的安排，并收到系统通知（开了邮件的还有邮件），不用逐个通知。',
  'Once it is made, the teachers and students concerned see it in their timetables at once and get a ' +
    'notice (by mail too, where they want that); nobody needs to be told one by one.',
);

function namesOf({ teachers, administrativeClasses }: OutcomeFacts['affected']): Text[] {
  const names = [...teachers, ...administrativeClasses];
  const { zh, en } = listOf(names);
  return names.length > 0 ? [say(`涉及：${zh}。`, `For ${en}.`)] : [];
}

/** That there is no plan: what waits to be sent or chosen, or what was spoken of last. */
export function noPlanYet(
  situation: Situation,
  wished: Wished | null,
  question: EventData[AssistantEventKind.QUESTION] | null,
  asks: readonly AskedOfPlan[],
): Text {
  if (asks.includes('NOTICES')) return noticed;
  if (question)
    return lined([...(asks.includes('CLASHES') && isOffer(question) ? [noClash] : []), notYet(question)]);
  const names = (wished?.seen ?? []).slice(0, 1).flatMap((ref) => namesIn(situation, ref));
  const { zh, en } = listOf(names);
  const spoken =
    names.length > 0 ? say(`刚才说的是：${zh}。`, ` What was spoken of last: ${en}.`) : say('', '');
  return say(
    `现在没有调整计划，什么都没有改。${spoken.zh}请说要怎么调整。`,
    `There is no plan, and nothing was changed.${spoken.en} Maybe say what shall be changed.`,
  );
}

/** Whether a question offers to ask academic affairs for what is free then. */
export const isOffer = ({ options }: EventData[AssistantEventKind.QUESTION]): boolean =>
  options.some(({ resume }) => resume?.requests);

/** That what waits to be sent or chosen is not done yet. */
export const notYet = (question: EventData[AssistantEventKind.QUESTION]): Text =>
  isOffer(question) ? isNotSent : isNotChosen;

const isNotSent = say(
  '只改上面说的日期，其他周不变；申请还没有提交，审批前课表不变：',
  'Only the dates above, the other weeks stay. It is not requested yet, and changes once it is accepted:',
);
const isNotChosen = say(
  '还没有计划，什么都没有改，请先选一个：',
  'No plan yet, and nothing is changed. Choose first:',
);
