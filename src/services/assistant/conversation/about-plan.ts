import type { AskedOfPlan, Situation } from '@class-scheduling/assistant-language';
import type { Context } from '../../../data/context.js';
import type { Text } from '../../../schema/texts.js';
import type { AssistantEventKind } from '../../../schema/enums.js';
import { ranges } from '../../scheduling/semester/periods.js';
import { affectedLine, changedLines, placeIn, placeOn } from '../planner/changed-words.js';
import { dateNamed, firstLines, joined, lined, listOf, plain, say, shownRoom } from '../planner/words.js';
import type { EventData, Wished } from '../event-data.js';
import { namesIn } from '../planner/timetables.js';
import { readPlan, type ShownPlan } from './plan-words.js';
import type { ChangedFacts, DatedPlaceFacts, OutcomeFacts } from '../tools.js';

/** Lines that an answer has at most. */
const linesMax = 8;

/** What a change does to one place, in every week or on a date. */
interface Changed {
  readonly name: string;
  readonly from: Text | null;
  readonly rooms: readonly (Text | null)[];
  /** Of the room after it. */
  readonly when: Text;
}

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
  if (asks.includes('WHETHER_MADE')) return lined([state, ...changedLines(outcome.items, linesMax)]);
  const answers = answersTo(outcome);
  const told = asks.length > 0 ? asks.flatMap((ask) => answers[ask]()) : answers.ALL();
  return lined([...firstLines(told, linesMax), state]);
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

const answersTo = ({
  items,
  affected,
  problems,
  clashes,
  warnings,
}: OutcomeFacts): Record<AskedOfPlan | 'ALL', () => Text[]> => {
  const all = items.flatMap(changesOf);
  const each = (tell: (one: Changed) => Text | null): Text[] =>
    all.flatMap((one) => {
      const told = tell(one);
      return told ? [joined([plain(one.name), told], say('：', ': '))] : [];
    });
  const rooms = ({ rooms: [before, after] }: Changed): Text | null => {
    if (!after)
      return before && say(`不用教室了（原来 ${before.zh}）`, `no room any more (${before.en} before)`);
    return before?.zh === after.zh
      ? say(`教室不变，${after.zh}`, `the room stays ${after.en}`)
      : say(
          `教室${before ? `从${before.zh}` : ''}换到${after.zh}`,
          `${before ? `from ${before.en} ` : ''}to ${after.en}`,
        );
  };
  return {
    WHEN: () => each(({ when: told }) => told),
    WHO: () => [affectedLine(affected), ...namesOf(affected)],
    NOTICES: () => [noticed, ...namesOf(affected)],
    WHERE: () => each(rooms),
    SEATS: () => [...each(rooms), affectedLine(affected)],
    BEFORE: () => each(({ from }) => from && say(`原来是${from.zh}`, `it was ${from.en}`)),
    CLASHES: () => {
      const told = [...problems, ...clashes.map(({ text }) => text), ...warnings].map(plain);
      return told.length > 0 ? told : [noClash];
    },
    WHETHER_MADE: () => [],
    ALL: () => changedLines(items, linesMax),
  };
};

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

function changesOf({ meeting, from, to, dates }: ChangedFacts): Changed[] {
  const name = meeting?.teachingClass?.name ?? '';
  const room = (at: ChangedFacts['to'] | DatedPlaceFacts): Text | null =>
    at?.classroom ? shownRoom(at.classroom) : null;
  const weeks = ranges([...(meeting?.weeks ?? [])]);
  const weekly = say(`每周都改（第${weeks}周），不是只改一次`, `in every week (${weeks}), and not only once`);
  const changed = (before: ChangedFacts['from'] | DatedPlaceFacts, after: typeof before) => ({
    ...{ name, rooms: [room(before), room(after)] },
  });
  return dates.length === 0
    ? [{ ...changed(from, to), from: from && placeIn(from, meeting?.periods), when: weekly }]
    : dates.map((date) => ({
        ...changed(date.from, date.to),
        ...{ from: date.from && placeOn(date.from), when: onlyOn(date.from ?? date.to) },
      }));
}

function onlyOn(at: DatedPlaceFacts | null): Text {
  const { zh, en } = at?.date ? dateNamed(at.date) : say('这一次', 'once');
  return say(`只改${zh}这一次，其他周不变`, `only on ${en}; the other weeks stay`);
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
