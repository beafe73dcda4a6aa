import type { EntityManager } from '@mikro-orm/postgresql';
import { authorize, declareRights } from '../../../data/access.js';
import type { App } from '../../../data/app.js';
import { systemContext, type Context } from '../../../data/context.js';
import { noticeRows } from '../../../data/data.queries.js';
import { readOne } from '../../../data/lists/reading.js';
import { json } from '../../../data/statements.js';
import { transaction } from '../../../data/transaction.js';
import type { LotteryDraw, WishOutcome } from '../../../entities/scheduling/enrolment-offers.js';
import { EnrolmentRound } from '../../../entities/scheduling/enrolment-rounds.js';
import { waitingPlacesMax } from '../../../schema/enrolment.js';
import { DomainError } from '../../../schema/errors.js';
import { loggable } from '../../../schema/loggable.js';
import { RecentMap } from '../../../schema/recent-map.js';
import type { Text } from '../../../schema/texts.js';
import {
  clashesOfWished,
  drawOfRound,
  dueRounds,
  endDraw,
  expectDrawn,
  holdTimetable,
  insertDraw,
  insertGranted,
  insertLosers,
  lockDueRound,
  lockWished,
  lockWishing,
  namesOfClasses,
  noteDrawn,
  wishedClasses,
  wishingStudents,
  type DrawOfRound,
  type DueRound,
} from './drawing.queries.js';
import {
  draw,
  drawMethod,
  lotOf,
  studentKey,
  type Loss,
  type LotteryInput,
  type LotteryResult,
} from './lottery.js';
import { takers } from './takers.js';

declareRights({ lotteryDraw: takers });

/** What a draw leaves for everybody to repeat it. */
interface DrawRecord {
  readonly method: string;
  readonly input: LotteryInput;
  readonly result: LotteryResult;
}

/**
 * Draws the lotteries that have closed, each in one transaction with its mark: once, whoever crashes
 * meanwhile and however many workers look.
 */
export async function drawDue(app: App): Promise<void> {
  const ctx = systemContext(app, 'lottery');
  for (const { id } of await dueRounds(ctx.em))
    await transaction(ctx, (em) => drawRound(em, id)).catch((error: unknown) =>
      app.log.error({ err: loggable(error), round: id }, 'a lottery could not be drawn and is tried again'),
    );
}

async function drawRound(em: EntityManager, id: string): Promise<void> {
  const [round] = await lockDueRound(em, id);
  if (!round) return;
  await lockWishing(em, id);
  await lockWished(em, id);
  await holdTimetable(em, id);
  const { input, students } = await inputOf(em, round);
  const result = draw(input);
  const pairOf = (each: { student: number; class: number }) => ({
    student: students[each.student],
    class: input.classes[each.class].id,
  });
  await insertGranted(em, id, json(result.granted.map(pairOf)));
  await noticeRows(em, result.granted.length, 'enrolment (teaching_class_id, student_id)');
  await insertLosers(em, id, json(waitingAfter(result).map(pairOf)));
  await expectDrawn(em, id);
  await noteDrawn(em, id);
  await endDraw(em, id);
  await insertDraw(em, id, JSON.stringify({ method: drawMethod, input, result } satisfies DrawRecord));
}

/** Whoever lost for want of seats waits for one, in the order of the lots. */
function waitingAfter({ lost }: LotteryResult): { student: number; class: number }[] {
  const counts = new Map<number, number>();
  return lost.filter(({ student, why }) => {
    const count = counts.get(student) ?? 0;
    if (why !== 'FULL' || count >= waitingPlacesMax) return false;
    counts.set(student, count + 1);
    return true;
  });
}

/** The input of a draw, and the identifiers of its students, which it does not hold. */
async function inputOf(
  em: EntityManager,
  { id, seed, creditsMax, countMax }: DueRound,
): Promise<{ input: LotteryInput; students: string[] }> {
  const classes = await wishedClasses(em, id);
  const at = new Map(classes.map((each, place) => [each.id, place]));
  const placesOf = (ids: readonly string[]): number[] =>
    ids.flatMap((each) => {
      const place = at.get(each);
      return place === undefined ? [] : [place];
    });
  const clashes = (await clashesOfWished(em, id))
    .map(({ first, second }) => placesOf([first, second]))
    .filter((pair): pair is [number, number] => pair.length === 2);
  const wishing = (await wishingStudents(em, id)).map(({ id: student, credits, count, wishes }) => ({
    student,
    shown: { key: studentKey(id, student), credits, count, wishes: placesOf(wishes) },
  }));
  // By pseudonym, so that the order tells nothing.
  wishing.sort((a, b) => (a.shown.key < b.shown.key ? -1 : 1));
  return {
    input: { seed, creditsMax, countMax, classes, clashes, students: wishing.map(({ shown }) => shown) },
    students: wishing.map(({ student }) => student),
  };
}

/** A lottery that was drawn: everything that repeats it, and what became of the caller's wishes. */
export async function lotteryDraw(ctx: Context, roundId: string): Promise<LotteryDraw> {
  authorize(ctx, 'lotteryDraw');
  const { name } = await readOne(ctx, EnrolmentRound, roundId);
  const drawn = draws.get(roundId) ?? (await readDraw(ctx, roundId));
  if (!drawn) throw notDrawn(name);
  const { method, input, result } = drawn.parsed;
  const student = ctx.viewer?.studentId ?? null;
  const key = student && studentKey(roundId, student);
  return {
    seed: drawn.seed,
    seedDigest: drawn.seedDigest,
    record: drawn.record,
    method,
    studentCount: input.students.length,
    grantedCount: result.granted.length,
    key,
    lot: key && lotOf(drawn.seed, key),
    outcomes: await outcomesOf(ctx, input, result, key),
  };
}

type Draw = DrawOfRound & { readonly parsed: DrawRecord };

/** Draws that were asked for lately, by their rounds: thousands ask at once, and they never change. */
const draws = new RecentMap<string, Draw>(4);

async function readDraw({ em }: Context, roundId: string): Promise<Draw | null> {
  const [drawn] = await drawOfRound(em, roundId);
  if (!drawn) return null;
  const draw = { ...drawn, parsed: JSON.parse(drawn.record) as DrawRecord };
  draws.set(roundId, draw);
  return draw;
}

async function outcomesOf(
  ctx: Context,
  { students, classes }: LotteryInput,
  { granted, lost }: LotteryResult,
  key: string | null,
): Promise<WishOutcome[]> {
  const own = students.findIndex((each) => each.key === key);
  if (own < 0) return [];
  const { wishes } = students[own];
  const names = new Map(
    (await namesOfClasses(ctx.em, json(wishes.map((each) => classes[each].id)))).map((row) => [
      row.id,
      row.name,
    ]),
  );
  const whyNot = new Map(lost.filter(({ student }) => student === own).map((each) => [each.class, each.why]));
  const gained = new Set(granted.filter(({ student }) => student === own).map((each) => each.class));
  return wishes.map((each) => {
    const why = whyNot.get(each);
    return {
      teachingClassId: classes[each].id,
      teachingClassName: names.get(classes[each].id) ?? '',
      isGranted: gained.has(each),
      message: why ? losses[why][ctx.language] : null,
    };
  });
}

const losses: Readonly<Record<Loss, Text>> = {
  FULL: {
    zh: '名额已满，是否候补见候补列表',
    en: 'No seat was left; waitingPlaces shows whether you wait for one.',
  },
  COURSE: { zh: '已抽中同一课程的另一教学班', en: 'Another teaching class of the course was granted.' },
  CLASH: { zh: '与已抽中的教学班时间冲突', en: 'It clashes with one that was granted.' },
  CREDITS: { zh: '学分超过上限', en: 'It would be more credits than one may have.' },
  COUNT: { zh: '门数超过上限', en: 'It would be more teaching classes than one may have.' },
};

const notDrawn = (name: string): DomainError =>
  new DomainError('OPERATION_INVALID', {
    zh: `选课轮次“${name}”还没有抽签，请在结束后再查看`,
    en: `The enrolment round "${name}" was not drawn yet. Maybe look again after it has closed.`,
  });
