import {
  Arg,
  Args,
  Ctx,
  Extensions,
  FieldResolver,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { ClassAssignment, UnplacedMeeting } from '../../entities/scheduling/assignments.js';
import { Meeting } from '../../entities/scheduling/meetings.js';
import { Timetable } from '../../entities/scheduling/timetables.js';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import type { Soon } from '../../data/relations.js';
import type { Context } from '../../data/context.js';
import {
  askedAssignments,
  unplacedOf,
  type UnplacedRow,
} from '../../services/scheduling/timetable/assignments.js';
import type { Affected } from '../../services/scheduling/drafts/affected.js';
import { archivedDrafts } from '../../services/scheduling/drafts/archived-drafts.js';
import { timetableDiff } from '../../services/scheduling/drafts/diff.js';
import { drafts } from '../../services/scheduling/drafts/drafts.js';
import { publishing, type Publication } from '../../services/scheduling/drafts/publishing.js';
import type { StateChange } from '../../services/scheduling/changes/states.js';
import { TimetableDifference } from '../../entities/scheduling/changes.js';
import { DraftSide } from '../../schema/timetables.js';
import { affectedFor, changedMeetings, endedDatesFor, endsDates } from './changed-meetings.js';
import { timetableRevisions, timetables } from '../../services/scheduling/timetable/timetables.js';
import { WeeksArgs } from './personal-timetables.js';
import { crudResolver, expectedVersion, publicNote, reason } from '../crud.js';
import { calledMessage } from '../../schema/texts.js';

/** What a query is charged for the assignments of a timetable, and for the meetings without a place. */
const assignmentsExpected = 300;
const unplacedExpected = 100;

/** The argument that says yes to what a draft lacks. */
const acceptsUnfinished = Arg('acceptsUnfinished', () => Boolean, {
  defaultValue: false,
  description:
    'Carries it out, for the reason that is given, although conflicts are open or meetings have no place.',
});

@Resolver(() => Timetable)
export class TimetableResolver extends crudResolver(timetableRevisions) {
  @Query(() => Timetable, {
    nullable: true,
    description:
      'The timetable of a semester, by default of the current one; without a revision the published one, ' +
      'or for planners otherwise the newest draft.',
  })
  timetable(
    @Ctx() ctx: Context,
    @Arg('semester', () => Id, { nullable: true, description: 'The current one by default.' })
    semester?: string,
    @Arg('revision', () => Int, { nullable: true, description: 'Number of the revision, from 1.' })
    revision?: number,
  ): Promise<Row<Timetable> | null> {
    return timetables.one(ctx, { semester, revision });
  }

  @Extensions({ expectedRows: assignmentsExpected })
  @FieldResolver(() => [ClassAssignment], {
    description:
      'Meetings with their time, room and teacher, by day and period; all arguments must match. Records ' +
      'that are not there and weeks outside of the semester are refused.',
  })
  assignments(
    @Ctx() ctx: Context,
    @Root() timetable: Row<Timetable>,
    @Arg('teacher', () => Id, { nullable: true, description: 'Only meetings of this teacher.' })
    teacher?: string,
    @Arg('administrativeClass', () => Id, {
      nullable: true,
      description: 'Only meetings that this administrative class attends.',
    })
    administrativeClass?: string,
    @Arg('classroom', () => Id, { nullable: true, description: 'Only meetings in this room.' })
    classroom?: string,
    @Arg('department', () => Id, {
      nullable: true,
      description: 'Only meetings of teaching classes of this department or one below it.',
    })
    department?: string,
    @Arg('teachingClass', () => Id, {
      nullable: true,
      description: 'Only meetings of this teaching class.',
    })
    teachingClass?: string,
    @Arg('week', () => Int, { nullable: true, description: 'Teaching week, from 1.' }) week?: number,
    @Arg('student', () => Id, {
      nullable: true,
      description: 'Only what this student attends with the administrative class, or chose.',
    })
    student?: string,
    @Arg('course', () => Id, { nullable: true, description: 'Only meetings of this course.' })
    course?: string,
    @Args(() => WeeksArgs) range: WeeksArgs = {},
    @Arg('isElective', () => Boolean, {
      nullable: true,
      description: 'Only electives, or only what administrative classes attend.',
    })
    isElective?: boolean,
  ): Promise<readonly Row<ClassAssignment>[]> {
    const of = { teacher, administrativeClass, classroom, department, teachingClass, student, course };
    return askedAssignments(ctx, timetable, { ...of, week, ...range, isElective });
  }

  @Extensions({ expectedRows: unplacedExpected })
  @FieldResolver(() => [UnplacedMeeting], {
    description: 'The meetings that are not placed in it, and why.',
  })
  unplaced(@Ctx() ctx: Context, @Root() { id }: Row<Timetable>): Promise<UnplacedRow[]> {
    return unplacedOf(ctx, id);
  }

  @Mutation(() => Timetable, {
    description:
      'Publishes a draft for everyone; the previously published revision is archived at the same ' +
      'moment. What ' +
      'was changed in that one since the draft began is brought into the draft first. Refused while ' +
      'conflicts are open or meetings unplaced, except with `acceptsUnfinished` and a reason.',
  })
  publishTimetable(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the draft.' }) id: string,
    @expectedVersion version?: number,
    @reason why?: string,
    @publicNote note?: string,
    @endsDates ends?: boolean,
    @acceptsUnfinished accepts?: boolean,
  ): Promise<Row<Timetable>> {
    const terms = { expectedVersion: version, reason: why, publicNote: note, endsDates: ends };
    return publishing.publish(ctx, id, { ...terms, acceptsUnfinished: accepts });
  }

  @Mutation(() => TimetableDifference, {
    description:
      'Tells what publishing a draft would change, and refuses what it would refuse; stores nothing.',
  })
  async rehearsePublishing(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the draft.' }) id: string,
    @reason why?: string,
    @acceptsUnfinished accepts?: boolean,
  ): Promise<TimetableDifference> {
    const terms = { reason: why, acceptsUnfinished: accepts };
    return differenceFor(ctx, await publishing.rehearse(ctx, id, terms));
  }

  @Mutation(() => Timetable, {
    description: 'Publishes what an archived revision holds again, as a new revision.',
  })
  rollBackTimetable(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the archived revision.' }) id: string,
    @reason why?: string,
    @publicNote note?: string,
    @endsDates ends?: boolean,
    @acceptsUnfinished accepts?: boolean,
  ): Promise<Row<Timetable>> {
    const terms = { reason: why, publicNote: note, endsDates: ends, acceptsUnfinished: accepts };
    return publishing.rollBack(ctx, id, terms);
  }

  @Mutation(() => Timetable, {
    description:
      'Makes a draft from the published timetable, from any revision or empty, where the semester and the ' +
      'share of the caller have room for it.',
  })
  createDraft(
    @Ctx() ctx: Context,
    @Arg('semester', () => Id, { description: 'Identifier of the semester.' }) semester: string,
    @Arg('from', () => Id, {
      nullable: true,
      description: 'Identifier of the revision to begin from; the published one by default.',
    })
    from?: string,
    @Arg('isEmpty', () => Boolean, { defaultValue: false, description: 'Begins from nothing.' })
    isEmpty?: boolean,
  ): Promise<Row<Timetable>> {
    return drafts.create(ctx, { semester, from, isEmpty });
  }

  @Mutation(() => Id, {
    description: 'Ends a draft, archived or not, for good, with its changes. Answers its identifier.',
  })
  discardDraft(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the draft.' }) id: string,
  ): Promise<string> {
    return drafts.discard(ctx, id);
  }

  @Mutation(() => Timetable, {
    description:
      'Archives a draft that nobody has changed for long, so that it takes no place any more, and writes ' +
      'to its author.',
  })
  archiveDraft(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the draft.' }) id: string,
  ): Promise<Row<Timetable>> {
    return archivedDrafts.archive(ctx, id);
  }

  @Mutation(() => Timetable, {
    description:
      'Makes an archived draft a draft again, as it was, where the semester and the share of its author ' +
      'have room for it.',
  })
  restoreDraft(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the archived draft.' }) id: string,
  ): Promise<Row<Timetable>> {
    return archivedDrafts.restore(ctx, id);
  }

  @Mutation(() => Timetable, {
    description:
      'Decides for meetings that a draft and the published timetable both changed which of the two stays.',
  })
  resolveDraft(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the draft.' }) id: string,
    @Arg('keep', () => DraftSide, { description: 'Which side stays.' }) keep: DraftSide,
    @Arg('meetings', () => [Id], {
      nullable: true,
      description: 'Identifiers of the meetings; all that are contested by default.',
    })
    meetings?: string[],
  ): Promise<Row<Timetable>> {
    return publishing.resolve(ctx, id, { meetings, keepsDraft: keep === DraftSide.DRAFT });
  }

  @Query(() => TimetableDifference, {
    description: 'How two revisions of a semester differ, or two instants of one, by the numbers of changes.',
  })
  async timetableDiff(
    @Ctx() ctx: Context,
    @Arg('from', () => Id, { description: 'Identifier of a revision.' }) from: string,
    @Arg('to', () => Id, { description: 'Identifier of the other one, or the same.' }) to: string,
    @Arg('fromNumber', () => Int, {
      nullable: true,
      description: 'As it was when this was the newest change; as it is now by default.',
    })
    fromNumber?: number,
    @Arg('toNumber', () => Int, { nullable: true, description: 'The same of the other side.' })
    toNumber?: number,
  ): Promise<TimetableDifference> {
    const sides = [
      { timetable: from, number: fromNumber },
      { timetable: to, number: toNumber },
    ] as const;
    return differenceFor(ctx, await timetableDiff(ctx, ...sides));
  }
}

async function differenceFor(
  ctx: Context,
  {
    changes,
    merged = [],
    ended = [],
    endedBy = [],
    unfinished = [],
    affected,
  }: Partial<Publication> & { changes: readonly StateChange[]; affected: Affected },
): Promise<TimetableDifference> {
  return {
    items: await changedMeetings(ctx, changes),
    merged: await changedMeetings(ctx, merged),
    endedDates: await endedDatesFor(ctx, endedBy, ended),
    unfinished: unfinished.map((text) => text[ctx.language]),
    affected: await affectedFor(ctx, affected),
  };
}

@Resolver(() => UnplacedMeeting)
export class UnplacedMeetingResolver {
  @FieldResolver(() => Timetable, { description: 'Timetable.' })
  timetable(@Ctx() ctx: Context, @Root() { timetable }: UnplacedRow): Soon<object | null> {
    return ctx.rows.referenced(Timetable, timetable);
  }

  @FieldResolver(() => Meeting, { description: 'Meeting.' })
  meeting(@Ctx() ctx: Context, @Root() { meeting }: UnplacedRow): Soon<object | null> {
    return ctx.rows.referenced(Meeting, meeting);
  }

  @FieldResolver(() => String, { description: 'Why it is not placed, in the language of the caller.' })
  message(@Ctx() ctx: Context, @Root() { reasonZh, reasonEn }: UnplacedRow): string {
    return (ctx.language === 'zh' ? reasonZh : reasonEn) ?? '';
  }

  @FieldResolver(() => String, {
    description: 'The same as the message.',
    deprecationReason: calledMessage,
  })
  reason(@Ctx() ctx: Context, @Root() row: UnplacedRow): string {
    return this.message(ctx, row);
  }
}
