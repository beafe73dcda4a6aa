import { Field, Int, ObjectType } from 'type-graphql';
import { ObjectionKind } from '../../schema/timetables.js';
import { given, inputType } from '../../data/inputs.js';
import { Teacher } from '../people.js';
import { Classroom } from '../places.js';
import { AffectedPeople, ChangedMeeting } from './changes.js';
import { Meeting } from './meetings.js';
import { BrokenRule } from './tasks.js';
import { Id } from '../../schema/scalars.js';
import { shown } from '../../schema/shown.js';
import { calledMessage } from '../../schema/texts.js';

@ObjectType({ description: 'Something that forbids a place of a meeting, or speaks against it.' })
export class Objection {
  @shown(() => ObjectionKind, 'How grave it is.')
  kind: ObjectionKind;

  @shown(
    () => String,
    'Name of the rule that is broken, such as "room-capacity"; null where it is none of runs.',
    { nullable: true },
  )
  rule: string | null;

  @shown(() => Int, 'Weighted cost of a preference; 0 of all else.')
  cost: number;

  @shown(() => String, 'The objection in words, in the language of the caller.', {
    deprecationReason: calledMessage,
  })
  text: string;

  @Field(() => [Meeting], { description: 'The other meetings that it is about, such as who holds a room.' })
  meetings: object[];
}

@ObjectType({ description: 'A classroom, and what speaks against it at a time.' })
export class RoomCandidate {
  @Field(() => Classroom, { nullable: true, description: 'The classroom.' })
  classroom: object | null;

  @shown(() => Boolean, 'Whether nothing but preferences speaks against it.')
  isFree: boolean;

  @Field(() => [Objection], { description: 'What forbids it or speaks against it.' })
  objections: Objection[];
}

@ObjectType({ description: 'A teacher, and what speaks against asking them to teach at a time.' })
export class TeacherCandidate {
  @Field(() => Teacher, { nullable: true, description: 'The teacher.' })
  teacher: object | null;

  @shown(() => Boolean, 'Whether nothing but preferences speaks against it.')
  isFree: boolean;

  @Field(() => [Objection], { description: 'What forbids it or speaks against it.' })
  objections: Objection[];
}

@ObjectType({ description: 'A place that a meeting may be given, and whether something speaks against it.' })
export class PossiblePlace {
  @shown(() => Int, '1 Monday to 7 Sunday.')
  dayOfWeek: number;

  @shown(() => Int, 'The first period, from 1.')
  periodStart: number;

  @shown(() => Id, 'Identifier of the classroom; null where none was asked about and the meeting has none.', {
    nullable: true,
  })
  classroom: string | null;

  @shown(() => ObjectionKind, 'The gravest of what speaks against it; null where nothing does.', {
    nullable: true,
  })
  gravest: ObjectionKind | null;

  @shown(() => [Int], 'Everything that speaks against it: positions in the list of objections, from 0.')
  objections: readonly number[];
}

@ObjectType({ description: 'The places that a meeting may be given, with all that speaks against them.' })
export class PossiblePlaces {
  @Field(() => [PossiblePlace], { description: 'Every period of the days, room by room.' })
  places: readonly PossiblePlace[];

  @Field(() => [Objection], { description: 'What speaks against one or more of them, each said once.' })
  objections: Objection[];
}

@ObjectType({ description: 'What a rule costs in a timetable before and after a change.' })
export class RuleCost extends BrokenRule {
  @shown(() => Int, 'Before the change: violations of a hard rule, weighted cost of a soft one.')
  before: number;

  @shown(() => Int, 'The same after the change.')
  after: number;
}

@ObjectType({ description: 'What a timetable costs before and after a change.' })
export class ChangeCost {
  @shown(() => Int, 'Violations of hard rules before the change; meetings without a place are none.')
  hardBefore: number;

  @shown(() => Int, 'Violations of hard rules after the change.')
  hardAfter: number;

  @shown(() => Int, 'Weighted cost of the soft rules before the change.')
  softBefore: number;

  @shown(() => Int, 'Weighted cost of the soft rules after the change.')
  softAfter: number;

  @Field(() => [RuleCost], { description: 'The rules that are broken before or after it.' })
  rules: RuleCost[];
}

@ObjectType({ description: 'A change that nobody has made yet. Its items can be sent to `changeTimetable`.' })
export class ChangeProposal {
  @Field(() => [ChangedMeeting], { description: 'What it does to each meeting; the one asked about first.' })
  items: ChangedMeeting[];

  @Field(() => ChangeCost, {
    nullable: true,
    description: 'What the timetable costs before and after it.',
  })
  cost: ChangeCost | null;

  @Field(() => AffectedPeople, { description: 'Whom it concerns.' })
  affected: AffectedPeople;
}

@inputType('What no longer is as the timetable needs it: exactly one of classroom, teacher, class.')
export class DisturbanceInput {
  @given('reference', '教室', 'Classroom', { optional: true, about: 'A classroom that is closed.' })
  classroom?: string | null;

  @given('reference', '教师', 'Teacher', { optional: true, about: 'A teacher who is absent.' })
  teacher?: string | null;

  @given('reference', '行政班', 'Administrative class', {
    optional: true,
    about: 'A class that has changed: its meetings that break a hard rule now cannot stay.',
  })
  administrativeClass?: string | null;

  @given('integer', '起始周', 'First week', {
    min: 1,
    max: 60,
    optional: true,
    about: 'From this teaching week on; 1 by default.',
  })
  weekFrom?: number | null;

  @given('integer', '结束周', 'Last week', {
    min: 1,
    max: 60,
    optional: true,
    about: 'Until this teaching week, inclusive; the last one by default.',
  })
  weekTo?: number | null;
}

@ObjectType({ description: 'How a timetable may go on after a disturbance.' })
export class TimetableRepair {
  @Field(() => ChangeProposal, { description: 'The smallest change that was found; empty where none was.' })
  proposal: object;

  @Field(() => [Meeting], { description: 'The meetings that cannot stay as they are.' })
  disturbed: object[];

  @Field(() => [Meeting], {
    description: 'Those of them for which no place was found, or which you may not move.',
  })
  unsolved: object[];

  @Field(() => [ChangedMeeting], {
    description:
      'Meetings that an absent teacher teaches beside the first one: by somebody else who may and is free, ' +
      'else by the others alone. No part of the proposal: send them to `setFurtherTeachers`.',
  })
  retaught: ChangedMeeting[];
}

/** Records of a kind that one question may name. */
const namedMax = 20;

const named = (zh: string, en: string): PropertyDecorator =>
  given('list', zh, en, { optional: true, max: namedMax, type: () => [Id] });

@inputType('Whose common free time is asked for: at least one of them, and at most twenty in all.')
export class FreeTimesInput {
  @named('教师', 'Teachers')
  teachers?: string[] | null;

  @named('行政班', 'Administrative classes')
  administrativeClasses?: string[] | null;

  @named('学生', 'Students')
  students?: string[] | null;

  @named('教室', 'Classrooms')
  classrooms?: string[] | null;

  @given('list', '周次', 'Weeks', {
    optional: true,
    max: 64,
    type: () => [Int],
    about:
      'Teaching weeks, from 1, in all of which they are free, with single dates as they are held; by ' +
      'default what the weeks of the semester have.',
  })
  weeks?: number[] | null;
}

@ObjectType({ description: 'What is free on a day of the week.' })
export class FreePeriods {
  @shown(() => Int, '1 Monday to 7 Sunday.')
  dayOfWeek: number;

  @shown(() => [Int], 'The free periods, from 1.')
  periods: number[];
}
