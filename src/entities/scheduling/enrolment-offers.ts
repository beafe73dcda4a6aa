import { ArgsType, Field, Float, Int, ObjectType } from 'type-graphql';
import { EnrolmentRoundState } from '../../schema/enrolment.js';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import { shown } from '../../schema/shown.js';
import { EnrolmentRound } from './enrolment-rounds.js';
import { Enrolment } from './enrolments.js';
import { TeachingClass } from './teaching-classes.js';

@ObjectType({ description: 'What the student attends at the time of an offer.' })
export class OfferClash {
  @shown(() => String, 'Name of the teaching class that the student attends.')
  teachingClassName: string;

  @shown(() => String, 'When it is at the same time.')
  message: string;
}

@ObjectType({ description: 'A teaching class that an enrolment round offers a student. 可选教学班。' })
export class Offer {
  @shown(() => Id, 'Identifier of the teaching class.')
  id: string;

  @shown(() => TeachingClass, 'The teaching class.')
  teachingClass: Row<TeachingClass>;

  @shown(() => String, 'Name of the course.')
  courseName: string;

  @shown(() => Float, 'Credits of the course.')
  credits: number;

  @shown(() => Int, 'Students who may enrol at most; none: as many as come.', { nullable: true })
  seats: number | null;

  @shown(() => Int, 'Students who are enrolled.')
  enrolledCount: number;

  @shown(() => Int, 'Students who wait for a seat.')
  waitingCount: number;

  @shown(() => Int, 'Seats that nobody has or waits for; none: as many as come.', { nullable: true })
  freeSeats: number | null;

  @shown(() => Boolean, 'Whether the student is enrolled.')
  isTaken: boolean;

  @shown(
    () => Boolean,
    'Whether the student took it in a round, so that it may be given back; false where staff entered it.',
  )
  isOwnChoice: boolean;

  @shown(() => Boolean, 'Whether the student attends another teaching class of the course.')
  hasCourse: boolean;

  @shown(() => Boolean, 'Whether it clashes with what the student attends, by the published timetable.')
  hasClash: boolean;

  @shown(() => [OfferClash], 'With what it clashes.')
  clashes: OfferClash[];

  @shown(() => Boolean, 'Whether nothing but seats speaks against it: no clash, no bound, no course twice.')
  fits: boolean;

  @shown(() => Int, 'Place of the student on its waiting list; none: not on it.', { nullable: true })
  waitingPosition: number | null;

  @shown(() => Int, 'Its rank among the wishes of the student; none: not wished.', { nullable: true })
  wishRank: number | null;
}

/** Which offers are wanted; what is left out does not restrict. */
@ArgsType()
export class OfferFilter {
  @Field(() => Id, { nullable: true, description: 'Only teaching classes of this course.' })
  course?: string | null;

  @Field(() => Id, { nullable: true, description: 'Only what this department offers.' })
  department?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Only what fits, or only what does not.' })
  fits?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Only what has free seats, or only what has none.' })
  hasFreeSeats?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Only what the student has, or only what not.' })
  isTaken?: boolean | null;
}

@ObjectType({ description: 'An enrolment round as a student meets it. 学生的选课轮次。' })
export class OwnEnrolmentRound {
  @shown(() => EnrolmentRound, 'The round.')
  round: Row<EnrolmentRound>;

  @shown(() => EnrolmentRoundState, 'How far it has come.')
  state: EnrolmentRoundState;

  @shown(() => Float, 'Credits that the student has of it.')
  credits: number;

  @shown(() => Float, 'Credits that are left to take; none: no limit.', { nullable: true })
  creditsLeft: number | null;

  @shown(() => Int, 'Teaching classes that the student has of it.')
  count: number;

  @shown(() => Int, 'Teaching classes that are left to take; none: no limit.', { nullable: true })
  countLeft: number | null;

  @shown(() => Boolean, 'Whether the student may still give back what came about in it.')
  mayDrop: boolean;

  wishIds: readonly string[];
}

@ObjectType({ description: 'What an enrolment did, or would do. 选课结果。' })
export class EnrolmentOutcome {
  @shown(() => Enrolment, 'The enrolment; none of a dry run.', { nullable: true })
  enrolment: Row<Enrolment> | null;

  @shown(() => Id, 'The round in which it is; none where staff enrol outside of one.', { nullable: true })
  round: string | null;

  @shown(() => Float, 'Credits that the student has of the round then.')
  credits: number;

  @shown(() => Float, 'Credits that one may have of it.', { nullable: true })
  creditsMax: number | null;

  @shown(() => Int, 'Teaching classes that the student has of the round then.')
  count: number;

  @shown(() => Int, 'Teaching classes that one may have of it.', { nullable: true })
  countMax: number | null;

  @shown(() => Int, 'Seats that are left; none: as many as come.', { nullable: true })
  freeSeats: number | null;
}

@ObjectType({ description: 'What a lottery made of a wish.' })
export class WishOutcome {
  @shown(() => Id, 'Identifier of the teaching class.')
  teachingClassId: string;

  @shown(() => String, 'Name of the teaching class.')
  teachingClassName: string;

  @shown(() => Boolean, 'Whether the student has it.')
  isGranted: boolean;

  @shown(() => String, 'Why not.', { nullable: true })
  message: string | null;
}

@ObjectType({ description: 'A lottery after it was drawn, with all that repeats it. 抽签结果。' })
export class LotteryDraw {
  @shown(() => String, 'The seed, in hex; its SHA-256 was public before the round closed.')
  seed: string;

  @shown(() => String, 'SHA-256 of the seed, in hex.')
  seedDigest: string;

  @shown(() => String, 'How it was drawn, as docs/decisions/0031-lottery.md describes it.')
  method: string;

  @shown(() => Int, 'Students who had wishes.')
  studentCount: number;

  @shown(() => Int, 'Wishes that were granted.')
  grantedCount: number;

  @shown(() => String, 'Key of the calling student in the record; none for staff.', { nullable: true })
  key: string | null;

  @shown(() => String, 'Lot of the calling student: the least goes first; none for staff.', {
    nullable: true,
  })
  lot: string | null;

  @shown(() => [WishOutcome], 'What became of the wishes of the calling student, the dearest first.')
  outcomes: WishOutcome[];

  @shown(
    () => String,
    'All that the draw followed from and its result, as JSON: `draw(record.input)` gives `record.result`.',
  )
  record: string;
}
