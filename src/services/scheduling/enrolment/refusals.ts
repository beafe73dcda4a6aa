import { momentIn } from '../../../schema/clock.js';
import { DomainError } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import type { MeetingTime } from '../../../entities/scheduling/assignments.js';
import { ranges, shownSpan } from '../semester/periods.js';
import type { ClashFacts, EnrolmentFacts, RoundFacts } from './facts.queries.js';

/** Why a student cannot enrol; `kind` is `extensions.refusal`. */
type RefusalKind =
  | 'NOT_ELECTIVE'
  | 'GRADUATED'
  | 'ENROLLED'
  | 'COURSE'
  | 'NO_ROUND'
  | 'NOT_OPEN'
  | 'LOTTERY'
  | 'CREDITS'
  | 'COUNT'
  | 'CLASH'
  | 'FULL'
  | 'SEATS_FREE'
  | 'WAITING'
  | 'WITHDRAWALS'
  | 'DROP_OVER';

/** That a student cannot enrol, or wait. */
export class EnrolmentRefusal extends DomainError {
  constructor(
    readonly kind: RefusalKind,
    text: Text,
    details: object = {},
  ) {
    super('OPERATION_INVALID', text, { refusal: kind, ...details });
  }
}

type Class = NonNullable<EnrolmentFacts['class']>;

export const notElective = ({ name, isCompulsory }: Class): EnrolmentRefusal =>
  isCompulsory
    ? new EnrolmentRefusal('NOT_ELECTIVE', {
        zh: `教学班“${name}”是必修，由行政班统一上课，不能选课，请选择选修教学班`,
        en: `The teaching class "${name}" is compulsory, so nobody enrols in it. Maybe choose an elective.`,
      })
    : new EnrolmentRefusal('NOT_ELECTIVE', {
        zh: `教学班“${name}”未启用，不能选课，请另选教学班`,
        en: `The teaching class "${name}" is disabled. Maybe choose another.`,
      });

export const graduated = (name: string): EnrolmentRefusal =>
  new EnrolmentRefusal('GRADUATED', {
    zh: `学生“${name}”已毕业，不能选课`,
    en: `The student "${name}" has graduated and cannot enrol.`,
  });

export const enrolledAlready = ({ name }: Class): EnrolmentRefusal =>
  new EnrolmentRefusal('ENROLLED', {
    zh: `已选教学班“${name}”，不能重复选课`,
    en: `The teaching class "${name}" is chosen already.`,
  });

export const sameCourse = ({ name, courseName }: Class, other: string): EnrolmentRefusal =>
  new EnrolmentRefusal('COURSE', {
    zh: `课程“${courseName}”已在教学班“${other}”修读，不能再选“${name}”，如要更换请先退选`,
    en:
      `The course "${courseName}" is attended in "${other}", so "${name}" cannot be chosen too. Maybe drop ` +
      'the other first.',
  });

export const noRound = ({ name }: Class): EnrolmentRefusal =>
  new EnrolmentRefusal('NO_ROUND', {
    zh: `教学班“${name}”不在您可参加的选课轮次中，请在“我的选课轮次”中查看`,
    en: `No enrolment round of yours offers "${name}". Maybe look at myEnrolmentRounds.`,
  });

export const notForYou = (round: string): EnrolmentRefusal =>
  new EnrolmentRefusal('NO_ROUND', {
    zh: `选课轮次“${round}”不面向您，请在“我的选课轮次”中查看`,
    en: `The enrolment round "${round}" is not for you. Maybe look at myEnrolmentRounds.`,
  });

export const notOpen = (
  round: Pick<RoundFacts, 'name' | 'state' | 'opensAt' | 'closesAt'>,
  timeZone: string,
): EnrolmentRefusal => {
  const [opens, closes] = [momentIn(timeZone, round.opensAt), momentIn(timeZone, round.closesAt)];
  const details = { opensAt: round.opensAt, closesAt: round.closesAt };
  return round.state === 'UPCOMING'
    ? new EnrolmentRefusal(
        'NOT_OPEN',
        {
          zh: `选课未开始：“${round.name}”的时间是 ${opens} 至 ${closes}，请届时再选`,
          en: `Enrolment has not begun: "${round.name}" is open from ${opens} to ${closes}. Maybe come then.`,
        },
        details,
      )
    : new EnrolmentRefusal(
        'NOT_OPEN',
        {
          zh: `选课已结束：“${round.name}”的时间是 ${opens} 至 ${closes}，如有需要请联系教务`,
          en:
            `Enrolment has ended: "${round.name}" was open from ${opens} to ${closes}. Maybe ask academic ` +
            'affairs.',
        },
        details,
      );
};

export const isLottery = ({ name }: RoundFacts): EnrolmentRefusal =>
  new EnrolmentRefusal('LOTTERY', {
    zh: `“${name}”是抽签选课，请填报志愿，结束后抽签`,
    en: `"${name}" is a lottery. Maybe rank your wishes (rankWishes); seats are drawn after it has closed.`,
  });

export const isFirstCome = ({ name }: Pick<RoundFacts, 'name'>): EnrolmentRefusal =>
  new EnrolmentRefusal('LOTTERY', {
    zh: `“${name}”不是抽签选课，没有志愿，请直接选课（enrol）`,
    en: `"${name}" is no lottery and takes no wishes. Maybe enrol at once (enrol).`,
  });

export const tooManyCredits = ({ name, credits }: Class, round: RoundFacts): EnrolmentRefusal =>
  new EnrolmentRefusal(
    'CREDITS',
    {
      zh:
        `学分超过上限：“${round.name}”最多 ${round.creditsMax} 学分，已选 ${round.credits} 学分，“${name}”为 ` +
        `${credits} 学分，请先退选或选择学分较少的课程`,
      en:
        `Too many credits: "${round.name}" allows ${round.creditsMax}, you have ${round.credits}, and ` +
        `"${name}" has ${credits}. Maybe drop something first, or choose one of fewer credits.`,
    },
    { creditsMax: round.creditsMax, credits: round.credits, wanted: credits },
  );

export const tooManyCourses = (round: RoundFacts): EnrolmentRefusal =>
  new EnrolmentRefusal(
    'COUNT',
    {
      zh: `门数超过上限：“${round.name}”最多选 ${round.countMax} 门，已选 ${round.count} 门，请先退选`,
      en:
        `Too many: "${round.name}" allows ${round.countMax} teaching classes, and you have ${round.count}. ` +
        'Maybe drop one first.',
    },
    { countMax: round.countMax, count: round.count },
  );

/** When something is held, as people say it. */
export const shownTime = ({ dayOfWeek, periodStart, periodEnd, weeks }: MeetingTime): Text => {
  const span = shownSpan({ day: dayOfWeek, first: periodStart, last: periodEnd });
  return { zh: `第 ${ranges(weeks)} 周${span.zh}`, en: `${span.en}, week ${ranges(weeks)}` };
};

/** When a clash is. */
export const clashTime = ({ day, first, last, weeks }: ClashFacts): Text =>
  shownTime({ dayOfWeek: day, periodStart: first, periodEnd: last, weeks: [...weeks] });

/** Clashes that a message names. */
const namedMax = 3;

export const clashesWith = ({ name }: Class, clashes: readonly ClashFacts[]): EnrolmentRefusal => {
  const named = clashes.slice(0, namedMax).map((clash) => ({ name: clash.name, time: clashTime(clash) }));
  return new EnrolmentRefusal(
    'CLASH',
    {
      zh:
        `“${name}”与已有课程冲突：` +
        `${named.map((each) => `“${each.name}”（${each.time.zh}）`).join('，')}，请选择其他教学班`,
      en:
        `"${name}" clashes with ${named.map((each) => `"${each.name}" (${each.time.en})`).join(', ')}. ` +
        'Maybe choose another teaching class.',
    },
    { clashes },
  );
};

/** @param position the place on the waiting list that is offered; none where there is no list */
export const isFull = ({ name, seats }: Class, position: number | null): EnrolmentRefusal =>
  new EnrolmentRefusal(
    'FULL',
    position === null
      ? {
          zh: `教学班“${name}”名额已满（${seats} 人），请增加名额或另选教学班`,
          en:
            `The teaching class "${name}" is full: it has ${seats} seats. Maybe give it more, or choose ` +
            'another.',
        }
      : {
          zh: `教学班“${name}”名额已满（${seats} 人），可以加入候补，将排在第 ${position} 位`,
          en:
            `The teaching class "${name}" is full: it has ${seats} seats. Maybe join its waiting list ` +
            `(joinWaitingList); you would be number ${position}.`,
        },
    { seats, waitingPosition: position },
  );

export const hasSeats = ({ name }: Class): EnrolmentRefusal =>
  new EnrolmentRefusal('SEATS_FREE', {
    zh: `教学班“${name}”还有名额，不需要候补，请直接选课（enrol）`,
    en: `The teaching class "${name}" has free seats, so nobody has to wait. Maybe enrol at once (enrol).`,
  });

export const waitsAlready = ({ name }: Class, position: number): EnrolmentRefusal =>
  new EnrolmentRefusal('WAITING', {
    zh: `已在教学班“${name}”的候补名单中，排在第 ${position} 位，有名额时自动递补`,
    en: `You wait for "${name}" already, as number ${position}, and move up by yourself.`,
  });

export const waitsTooOften = (round: RoundFacts, max: number): EnrolmentRefusal =>
  new EnrolmentRefusal('WAITING', {
    zh: `“${round.name}”中每人最多同时候补 ${max} 个教学班，请先退出其他候补`,
    en:
      `In "${round.name}" a student waits for at most ${max} teaching classes. Maybe leave another list ` +
      'first.',
  });

export const tooManyWithdrawals = (round: RoundFacts, max: number): EnrolmentRefusal =>
  new EnrolmentRefusal('WITHDRAWALS', {
    zh: `您在“${round.name}”中退选、退出候补和重新填报已达 ${max} 次，如需再选请联系教务`,
    en:
      `You have taken things back ${max} times in "${round.name}", which is the most. Maybe ask academic ` +
      'affairs to enrol you.',
  });

export const dropOver = (name: string, round: string, until: string): EnrolmentRefusal =>
  new EnrolmentRefusal('DROP_OVER', {
    zh: `退课已截止：“${name}”在“${round}”中选上，退课截止时间是 ${until}，如有需要请联系教务`,
    en: `"${name}" of "${round}" could be dropped until ${until}. Maybe ask academic affairs.`,
  });

export const enrolledByStaff = (name: string): EnrolmentRefusal =>
  new EnrolmentRefusal('DROP_OVER', {
    zh: `“${name}”由教务录入，不能自行退选，请联系教务`,
    en: `Staff enrolled you in "${name}", so you cannot drop it yourself. Maybe ask academic affairs.`,
  });
