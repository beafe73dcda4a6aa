import {
  Arg,
  Ctx,
  Extensions,
  FieldResolver,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import { Meeting } from '../../entities/scheduling/meetings.js';
import { Notice, NoticedMeeting, NoticePreferences, NoticeState } from '../../entities/notices.js';
import { Semester } from '../../entities/scheduling/semesters.js';
import type { Context } from '../../data/context.js';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import { ChangeKind } from '../../schema/timetables.js';
import {
  followNotices,
  itemsOfNotice,
  markNoticesRead,
  noticedChange,
  noticedRequest,
  noticePreferences,
  notices,
  noticeState,
  setNoticePreferences,
} from '../../services/scheduling/notices/notices.js';
import { decisionInWords, noticedInWords, noticeInWords } from '../../services/scheduling/notices/wording.js';
import { crudResolver } from '../crud.js';
import { placeFor } from './changed-meetings.js';

/** What a query is charged for the meetings of a notice. */
const meetingsExpected = 10;

@Resolver(() => Notice)
export class NoticeResolver extends crudResolver(notices) {
  @Query(() => NoticeState, { description: 'How many notices you have not read, and the newest.' })
  noticeState(@Ctx() ctx: Context): Promise<object> {
    return noticeState(ctx);
  }

  @Subscription(() => NoticeState, {
    description: 'The same, at once and whenever it changes: when the published timetable did, or you read.',
    subscribe: ({ context }) => followNotices(context as Context),
  })
  noticesChanged(@Ctx() ctx: Context): Promise<object> {
    return noticeState(ctx);
  }

  @Mutation(() => NoticeState, { description: 'Marks your notices as read.' })
  async markNoticesRead(
    @Ctx() ctx: Context,
    @Arg('ids', () => [Id], { nullable: true, description: 'Which ones; all if left out.' })
    ids?: string[] | null,
  ): Promise<object> {
    await markNoticesRead(ctx, ids ?? null);
    return noticeState(ctx);
  }

  @Query(() => NoticePreferences, { description: 'How you are told of changes beside the list of notices.' })
  noticePreferences(@Ctx() ctx: Context): Promise<NoticePreferences> {
    return noticePreferences(ctx);
  }

  @Mutation(() => NoticePreferences, {
    description: 'Says how you are told of changes; mails are in the language of the call.',
  })
  setNoticePreferences(
    @Ctx() ctx: Context,
    @Arg('isMailed', () => Boolean, { description: 'Whether a mail a day tells of unread notices.' })
    isMailed: boolean,
  ): Promise<NoticePreferences> {
    return setNoticePreferences(ctx, { isMailed });
  }

  @FieldResolver(() => ChangeKind, {
    nullable: true,
    description: 'What brought the change about; null where it is about a request of yours.',
  })
  async kind(@Ctx() ctx: Context, @Root() notice: Row<Notice>): Promise<ChangeKind | null> {
    return (await noticedChange(ctx, notice))?.kind ?? null;
  }

  @FieldResolver(() => Semester, { nullable: true, description: 'The semester whose timetable changed.' })
  async semester(@Ctx() ctx: Context, @Root() notice: Row<Notice>): Promise<object | null> {
    const about = (await noticedChange(ctx, notice)) ?? (await noticedRequest(ctx, notice));
    return ctx.rows.referenced(Semester, about!.semester);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'What whoever changed it says to its readers.',
  })
  async publicNote(@Ctx() ctx: Context, @Root() notice: Row<Notice>): Promise<string | null> {
    return (await noticedChange(ctx, notice))?.publicNote ?? null;
  }

  @FieldResolver(() => String, { description: 'What happened, in the language of the caller.' })
  async message(@Ctx() ctx: Context, @Root() notice: Row<Notice>): Promise<string> {
    const request = await noticedRequest(ctx, notice);
    if (request) return decisionInWords(request)[ctx.language];
    const meetings = new Set((await itemsOfNotice(ctx, notice)).map(({ meeting }) => meeting));
    return noticeInWords((await noticedChange(ctx, notice))!.kind, meetings.size)[ctx.language];
  }

  @Extensions({ expectedRows: meetingsExpected })
  @FieldResolver(() => [NoticedMeeting], { description: 'What it did to your meetings.' })
  async meetings(@Ctx() ctx: Context, @Root() notice: Row<Notice>): Promise<NoticedMeeting[]> {
    return Promise.all(
      (await itemsOfNotice(ctx, notice)).map(async (item) => ({
        meeting: await ctx.rows.referenced(Meeting, item.meeting),
        ...{ week: item.week, fromDate: item.before?.date ?? null, toDate: item.after?.date ?? null },
        from: item.before && (await placeFor(ctx, item.before)),
        to: item.after && (await placeFor(ctx, item.after)),
        message: noticedInWords(item)[ctx.language],
      })),
    );
  }
}
