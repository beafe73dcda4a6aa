import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import type { App } from '../../../data/app.js';
import { systemContext, type Context } from '../../../data/context.js';
import { transaction } from '../../../data/transaction.js';
import { WaitingState } from '../../../schema/enrolment.js';
import { loggable } from '../../../schema/loggable.js';
import type { Text } from '../../../schema/texts.js';
import { settleTimetables } from '../changes/live-timetables.js';
import { endedWaiting, endWaiting, nextWaiting, takeUnsettled } from './enrolling.queries.js';
import { enrolmentLocks } from './facts.queries.js';
import { factsOf, storeEnrolments } from './granting.js';
import { judgeStudent } from './judgement.js';
import { EnrolmentRefusal } from './refusals.js';
import { tellWaiting } from './waiting-places.js';

/** Seats that one sweep gives away at most; the next goes on. */
const movesMax = 5_000;

/**
 * Gives seats that are free to those who wait, in order, whoever freed them: it looks at how things are, so
 * that nothing that frees a seat has to say so, and a crash loses nothing. What is wrong with one stops no
 * other.
 */
export async function moveUp(app: App): Promise<void> {
  const ctx = systemContext(app, 'waiting lists');
  for (const { id, student, isEnrolled } of await endedWaiting(ctx.em))
    await transaction(ctx, async (em) => {
      if (isEnrolled) await endWaiting(em, id, WaitingState.MOVED_UP);
      else await endWaiting(em, id, WaitingState.PASSED_OVER, roundEnded);
      await tellWaiting(ctx, em, student);
    });
  const left = new Set<string>();
  for (let moves = 0; moves < movesMax;) {
    const next = (await nextWaiting(ctx.em)).filter(({ teachingClass }) => !left.has(teachingClass));
    if (next.length === 0) return;
    for (const place of next) {
      moves++;
      const isSettled = await moveOne(ctx, place).catch((error: unknown) => {
        app.log.warn({ err: loggable(error), waitingPlace: place.id }, 'a waiting list waits for its turn');
        return false;
      });
      if (!isSettled) left.add(place.teachingClass);
    }
  }
}

interface Next {
  readonly id: string;
  readonly student: string;
  readonly teachingClass: string;
  readonly round: string;
}

/** Enrols the first of a list, or passes the student over and says why; false when nothing was to be done. */
function moveOne(ctx: Context, place: Next): Promise<boolean> {
  const work = async (em: EntityManager): Promise<boolean> => {
    const facts = await factsOf(ctx, em, place);
    const { seats, enrolled } = facts.class;
    // Somebody else has the seat by now, or the student does not wait any more.
    if (facts.waiting?.id !== place.id || (seats !== null && enrolled >= seats)) return false;
    const refusal = refusalOf(() =>
      judgeStudent(facts, {
        timeZone: ctx.app.config.TIME_ZONE,
        isStaff: false,
        reason: null,
        isMovingUp: true,
      }),
    );
    if (refusal) await endWaiting(em, place.id, WaitingState.PASSED_OVER, refusal.text);
    else await storeEnrolments(em, [{ ...place, id: uuidv7(), facts, person: null }]);
    await tellWaiting(ctx, em, place.student);
    return true;
  };
  return transaction(ctx, work, { locks: enrolmentLocks([place]) });
}

function refusalOf(judge: () => unknown): EnrolmentRefusal | null {
  try {
    judge();
    return null;
  } catch (error) {
    if (error instanceof EnrolmentRefusal) return error;
    throw error;
  }
}

const roundEnded: Text = {
  zh: '选课轮次与退课期已结束，候补终止，如有需要请联系教务',
  en: 'The round has ended, and its waiting lists with it. Maybe ask academic affairs.',
};

/** Brings drafts in line with who attends what, where students came or went. */
export async function settleUnsettled(app: App): Promise<void> {
  const ctx = systemContext(app, 'enrolments');
  const terms = { person: null, reason: '学生选课或退课', log: app.log };
  await transaction(ctx, async (em) => {
    const classes = await takeUnsettled(em);
    if (classes.length > 0)
      await settleTimetables(
        em,
        classes.map(({ id }) => id),
        terms,
      );
  });
}
