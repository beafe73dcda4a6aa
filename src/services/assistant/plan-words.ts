import { parse } from 'graphql';
import type { Context } from '../../data/context.js';
import { planMinutes } from './plans.js';
import type { CostFacts, NamedRecord } from './tools.js';
import { joined, plain, say, when } from './planner/words.js';
import type { Text } from '../../schema/texts.js';

const place = 'dayOfWeek periodStart classroom { id name } teacher { id name }';
const document = parse(
  `query ($id: ID!) { changePlan(id: $id) {
    timetable { id revision status }
    outcome {
      isApplicable problems warnings clashes { text }
      items { meeting { id periods teachingClass { id name } } from { ${place} } to { ${place} }
        isHeld wasLocked isLocked }
      affected { teachers { id name } administrativeClasses { id name } studentCount }
      cost { hardBefore hardAfter softBefore softAfter } } } }`,
  { noLocation: true },
);

interface ShownPlace {
  readonly dayOfWeek: number;
  readonly periodStart: number;
  readonly classroom: NamedRecord | null;
  readonly teacher: NamedRecord | null;
}

interface ShownPlan {
  readonly changePlan: {
    readonly timetable: { readonly revision: number; readonly status: string } | null;
    readonly outcome: {
      readonly isApplicable: boolean;
      readonly problems: readonly string[];
      readonly warnings: readonly string[];
      readonly clashes: readonly { readonly text: string }[];
      readonly items: readonly {
        readonly meeting: { readonly periods: number; readonly teachingClass: NamedRecord | null } | null;
        readonly from: ShownPlace | null;
        readonly to: ShownPlace | null;
        readonly wasLocked: boolean;
        readonly isLocked: boolean;
      }[];
      readonly affected: {
        readonly teachers: readonly NamedRecord[];
        readonly administrativeClasses: readonly NamedRecord[];
        readonly studentCount: number;
      };
      readonly cost: CostFacts | null;
    };
  };
}

type Item = ShownPlan['changePlan']['outcome']['items'][number];

const isSamePlace = ({ from, to }: Pick<Item, 'from' | 'to'>): boolean =>
  JSON.stringify(from) === JSON.stringify(to);

const isVisible = (item: Item): boolean => item.wasLocked !== item.isLocked || !isSamePlace(item);

/** Lines of each kind that the words of a plan have at most. */
const linesMax = 20;

/** What a plan shows, in words and in the language of the caller, from the facts that are read with it. */
export async function planInWords(ctx: Context, id: string): Promise<string> {
  const { changePlan } = await ctx.app.operations.run<ShownPlan>(ctx, document, { id });
  const { timetable, outcome } = changePlan;
  // What only joins another series stays as it is for people.
  const items = outcome.items.filter(isVisible);
  const { affected, cost, clashes, problems, warnings, isApplicable } = outcome;
  const lines: Text[] = [
    headOf(timetable),
    ...items.slice(0, linesMax).map(lineOf),
    ...(items.length > linesMax ? [say(`……共 ${items.length} 项`, `… ${items.length} in all`)] : []),
    say(
      `影响：教师 ${affected.teachers.length} 位，班级 ${affected.administrativeClasses.length} 个，` +
        `学生 ${affected.studentCount} 人。`,
      `Affects ${affected.teachers.length} teachers, ${affected.administrativeClasses.length} classes, ` +
        `${affected.studentCount} students.`,
    ),
    ...(cost ? [costLine(cost)] : []),
    ...[...problems, ...clashes.map(({ text }) => text)]
      .slice(0, linesMax)
      .map((text) => joined([say('妨碍', 'In its way'), plain(text)], say('：', ': '))),
    ...warnings.slice(0, linesMax).map((text) => joined([say('注意', 'Note'), plain(text)], say('：', ': '))),
    isApplicable ? applicable : inapplicable,
  ];
  return lines.map((line) => line[ctx.language]).join('\n');
}

function headOf(timetable: ShownPlan['changePlan']['timetable']): Text {
  const revision = timetable?.revision ?? 0;
  return timetable?.status === 'PUBLISHED'
    ? say(
        `计划（已发布的课表，第 ${revision} 版）：`,
        `Plan for the published timetable, revision ${revision}:`,
      )
    : say(`计划（草稿，第 ${revision} 版）：`, `Plan for draft ${revision}:`);
}

function lineOf({ meeting, from, to, wasLocked, isLocked }: Item): Text {
  const name = meeting?.teachingClass?.name ?? '';
  const shown = (at: ShownPlace | null): Text => {
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

const costLine = ({ hardBefore, hardAfter, softBefore, softAfter }: CostFacts): Text =>
  say(
    `代价：软约束 ${softBefore} → ${softAfter}，硬约束违反 ${hardBefore} → ${hardAfter}。`,
    `Cost: ${softBefore} → ${softAfter}; hard rules broken: ${hardBefore} → ${hardAfter}.`,
  );

const applicable = say(
  `没有冲突。尚未修改课表。请在 ${planMinutes} 分钟内回复“确认”应用此变更；说其他内容即放弃。`,
  `Nothing clashes. Nothing is changed yet: say "confirm" within ${planMinutes} minutes to apply this; ` +
    'anything else leaves it.',
);
const inapplicable = say('有妨碍，不能应用。', 'Something is in its way, so it cannot be applied.');
