import { isChange, isGoalless } from './acts.js';
import { lessonsOf, lessonsWith, refsIn } from '../ground/lessons.js';
import type { Intent, TimeWish } from '../intents.js';
import type { Reading, Situation } from '../interpreter.js';
import { dayOf, later, weekOf } from '../slots/calendar.js';
import { Doubt, OpenDoubt, OutOfScope } from '../slots/doubts.js';
import type { TimePiece } from '../slots/times.js';
import { isRole, type NameToken, type Token } from '../slots/tokens.js';
import { fromTo } from '../spot/numbers.js';

/**
 * What speaks against a reading: that it asks back or is none, is of nobody or of no lesson, changes one of
 * several or at a time at which none is held, or passes over a name, a time or a wish for a room.
 */
const costs = {
  ...{ asked: 2.5, unsupported: 3.5, vague: 1, none: 1.5, several: 0.35, notThen: 0.6 },
  ...{ name: 1.2, time: 0.8, wish: 0.8 },
};

const anyRoom = /"(?:room|wish)":/;

/** Tells what speaks against a reading of a clause, in the logarithm of how likely it is. */
export class Judge {
  readonly #names: readonly NameToken[];
  readonly #times: readonly Said[];
  readonly #isTimed: boolean;
  readonly #wishes: number;
  readonly #isOfOther: boolean;
  readonly #isSameTime: boolean;

  constructor(
    clause: readonly Token[],
    private readonly situation: Situation,
  ) {
    this.#names = clause.filter((token) => token.type === 'name').filter(({ isGuess }) => !isGuess);
    this.#times = clause
      .flatMap((token) => (token.type === 'time' ? token.piece : []))
      .map((piece) => ({ piece, ...spanSaid(piece, situation) }));
    this.#isTimed = this.#times.length > 0;
    this.#wishes = clause.filter(
      (token) => token.type === 'wish' && !(token.wish.avoid ?? token.wish.notAt),
    ).length;
    this.#isSameTime = clause.some((token) => isRole(token, 'sameTime'));
    this.#isOfOther = clause.some((token) => isRole(token, 'free', 'whatLessons', 'swap'));
  }

  costOf(reading: Reading): number {
    if (reading.kind === 'question') return costs.asked;
    if (reading.kind === 'unsupported') return costs.unsupported;
    const { intents } = reading;
    // What is asked of a plan names what that is of, and no more, nor who is free when.
    if (intents[0].type === 'aboutPlan') {
      const isOther = this.#isOfOther || (this.#isTimed && !intents[0].ask);
      return this.#names.length * (costs.name / 2) + (isOther ? costs.asked : 0);
    }
    const json = JSON.stringify(intents);
    const ids = this.#idsIn(json);
    const left = this.#names.filter(({ candidates }) => !candidates.some(({ id }) => ids.has(id))).length;
    const held = this.#isTimed
      ? timesIn(intents).map((time) => ({ ...time, ...spanOf(time, this.situation) }))
      : [];
    const lost = this.#times.filter((said) => !held.some((time) => isHeldBy(time, said)));
    return (
      left * costs.name +
      lost.length * costs.time +
      // 周五同一时段: of hours, too.
      (this.#isSameTime && !isChange(intents[0].type) && !held.some((one) => one.periods ?? one.part)
        ? costs.time
        : 0) +
      (anyRoom.test(json) ? 0 : this.#wishes * costs.wish) +
      (isVague(intents, this.situation, this.#isTimed) ? costs.vague : 0) +
      (intents.some((intent) => this.#isOfNone(intent)) ? costs.none : 0) +
      Math.max(...intents.map((intent) => this.#doubtOf(intent)))
    );
  }

  /** What speaks against a change by how many lessons are held at the time that it tells. */
  #doubtOf(intent: Intent): number {
    const [ref, ...others] = isChange(intent.type) ? refsIn(intent) : [];
    if (!ref?.at || ref.isEvery || others.length > 0 || !this.situation.lessons?.length) return 0;
    const held = lessonsOf(ref, this.situation).size;
    return held === 0 ? costs.notThen : held > 1 ? costs.several : 0;
  }

  /** All records that are named, and those of lessons that are. */
  #idsIn(json: string): ReadonlySet<string> {
    const ids = new Set(json.match(/(?<=")[^"]+(?=")/g) ?? []);
    for (const each of lessonsWith('teachingClasses', ids, this.situation))
      for (const id of [each.course, ...each.teachers, ...each.administrativeClasses, each.room ?? ''])
        ids.add(id);
    return ids;
  }

  /** Whether no lesson of the timetable is one of those that are meant, at any time. */
  #isOfNone(intent: Intent): boolean {
    const { lessons } = this.situation;
    // 软件2401班多少人，A101坐得下吗: a room that they are compared with.
    const isCompared = 'ask' in intent && (intent.ask === 'STUDENTS' || intent.ask === 'SEATS');
    return refsIn(intent).some(({ at: _, rooms, ...rest }) => {
      const ref = rooms && !isCompared ? { ...rest, rooms } : rest;
      const isTold = Boolean(lessons?.length) && Object.keys(ref).length > 0;
      return isTold && lessonsOf(ref, this.situation).size === 0;
    });
  }
}

/** What a time tells, by days of the week and weeks; without those where it tells none. */
interface Span {
  readonly days?: readonly number[];
  readonly weeks?: readonly number[];
}

type Held = TimeWish & { readonly since?: string };

type Said = Span & { readonly piece: TimePiece };

/** All times that a wish holds, each with what it tells together; how far it is put off tells none. */
const timesIn = (value: unknown): readonly Held[] =>
  typeof value === 'object' && value !== null
    ? [value, ...Object.entries(value).flatMap(([key, one]) => (key === 'by' ? [] : timesIn(one)))]
    : [];

function spanOf({ days, weeks, date, since, until }: Held, situation: Situation): Span {
  const from = date ?? since;
  if (!from) return { days: days ?? [], weeks: weeks ?? [] };
  const to = until ?? from;
  const dates = fromTo(0, 6).map((on) => later(from, on));
  return {
    days: days ?? dates.filter((on) => on <= to).map(dayOf),
    weeks: weeks ?? fromTo(weekOf(from, situation), weekOf(to, situation)),
  };
}

function spanSaid({ days, weeks, date, relativeWeek }: TimePiece, situation: Situation): Span {
  const week = relativeWeek ?? (date && weekOf(date, situation));
  return {
    days: days ?? (date ? [dayOf(date)] : undefined),
    weeks: weeks ?? (week ? [Number(week)] : undefined),
  };
}

/** Whether a time that a wish holds is the one that was told, as far as that was. */
function isHeldBy(
  { periods, part, ...held }: Omit<Held, keyof Span> & Span,
  { piece, days, weeks }: Said,
): boolean {
  const { start = 0, end = start } = piece.periods ?? periods ?? {};
  const isThen = periods ? start <= (periods.end ?? periods.start) && end >= periods.start : part;
  const isIn = (said: readonly number[] | undefined, of: readonly number[] = []): boolean =>
    !said || said.some((one) => of.includes(one));
  return (
    (Boolean(isThen) || !(piece.periods ?? piece.clock ?? piece.part)) &&
    isIn(days, held.days) &&
    isIn(weeks, held.weeks)
  );
}

/** Whether a question says too little by itself of whom or when it is. */
function isVague([one, ...others]: readonly Intent[], { self }: Situation, isTimed: boolean): boolean {
  if (others.length > 0 || isGoalless(one)) return others.length === 0;
  if (one.type === 'findRooms') return !(one.at.days ?? one.at.date) || Boolean(one.isNow && !isTimed);
  if (one.type === 'findTimes') return !/"(?:meeting|teachers|\w+Classes|rooms)"/.test(JSON.stringify(one));
  // 3-4: 何新安 covers: of all that he has then, on whichever day.
  if (one.type === 'findTeachers') return Boolean(one.meeting?.teachers && !(one.at.days ?? one.at.date));
  if (one.type === 'showChanges') return !(one.of ?? one.within ?? one.since ?? one.isOwn);
  if (!('of' in one) || one.type === 'wishTimes') return false;
  const isOfNobody = !one.of || Object.keys(one.of).every((key) => key === 'at');
  // I go to 302 and not 201, right: of the lesson that is spoken of.
  if (isOfNobody && 'claim' in one) return true;
  const isAsked = one.type === 'showTimetable' && one.ask !== undefined && !one.within;
  return isOfNobody && (isAsked || (self.teacher === null && self.student === null));
}

/** What is made of a clause, or asked back, and whether that is left open; null where it is out of reach. */
export function attempted(make: () => readonly Intent[] | null, mayBeOpen = false): Reading | null {
  try {
    const intents = make();
    return intents && { kind: 'intents', intents };
  } catch (failure) {
    if (failure instanceof OutOfScope) return null;
    if (!(failure instanceof Doubt)) throw failure;
    const isOpen = mayBeOpen && failure instanceof OpenDoubt;
    return {
      ...{ kind: 'question', question: failure.question, options: failure.options },
      ...(isOpen && { isOpen }),
    };
  }
}
