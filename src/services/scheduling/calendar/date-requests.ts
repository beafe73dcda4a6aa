import type { EntityManager } from '@mikro-orm/postgresql';
import { authorize, declareRights, planners, type Rule } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { CrudService } from '../../../data/crud.js';
import { readOne } from '../../../data/lists/reading.js';
import { transaction } from '../../../data/transaction.js';
import { DateRequest, type ChangedOccurrence } from '../../../entities/scheduling/date-changes.js';
import { Meeting } from '../../../entities/scheduling/meetings.js';
import { TeachingClass } from '../../../entities/scheduling/teaching-classes.js';
import { RoleKey } from '../../../schema/enums.js';
import { dateIn } from '../../../schema/clock.js';
import { DomainError, errors } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import {
  DateChangeKind,
  DateRequestStatus,
  requestStates,
  TimetableStatus,
} from '../../../schema/timetables.js';
import { ownTeacherId } from '../../people/own-teacher.js';
import { applyTo, checkChange, forgetTimetables } from '../changes/change.js';
import { inLine } from '../changes/line.js';
import { datesIn, differentDates, type DateItem } from '../changes/single-dates.js';
import { invalid, openTimetable } from '../changes/timetable.js';
import { tellOfRequest } from '../notices/telling.js';
import type { SemesterDates } from '../semester/dates.js';
import { dateAt } from '../semester/weeks.js';
import { currentAssignment } from '../timetable/assignments.js';
import { currentTimetable } from '../timetable/timetables.js';
import { teaches } from '../timetable/who-teaches.js';
import { lockRequestsOf } from './calendar.queries.js';
import { wantedOccurrence } from './occurrences.js';

const readers: Rule = [RoleKey.ADMINISTRATOR, RoleKey.ACADEMIC_AFFAIRS, RoleKey.TEACHER];

declareRights({
  requestDateChange: [RoleKey.TEACHER],
  withdrawDateRequest: [RoleKey.TEACHER],
  reviewDateRequest: planners,
});

/** What academic affairs decide of a request. */
interface Decision {
  readonly accepts: boolean;
  /** What the teacher is told; needed where it is refused. */
  readonly answer?: string | null;
  readonly publicNote?: string | null;
  readonly acceptsClashes?: boolean;
}

/** What teachers ask academic affairs to change on single dates. */
class DateRequests extends CrudService<DateRequest> {
  constructor() {
    super(DateRequest, {
      plural: 'dateRequests',
      filters: ['teacher', 'meeting', 'status'],
      rights: { one: readers, page: readers },
    });
  }

  /**
   * Asks for a change of a date of a meeting that the caller teaches, of today or later. What cannot be is
   * refused at once; whether it clashes is for academic affairs to judge.
   */
  async request(ctx: Context, item: DateItem, reason: string): Promise<Row<DateRequest>> {
    authorize(ctx, 'requestDateChange');
    const teacher = ownTeacherId(ctx);
    const meeting = await readOne(ctx, Meeting, item.meeting);
    if (!(await teaches(ctx, meeting, teacher))) throw notOwn();
    if (item.isRestored) throw onlyForward();
    if (!reason.trim()) throw unreasoned();
    const timetable = await publishedWith(ctx, meeting);
    const { problems, changes } = await checkChange(ctx, { timetable, items: [], dates: [item], reason });
    const date = changes.flatMap(differentDates)[0]?.after;
    if (problems.length > 0 || !date) throw errors.invalidInput(problems.length ? problems : [nothing]);
    refusePast(item, date.kind, dateIn(ctx.app.config.TIME_ZONE));
    const id = await this.write(ctx, async (em) => {
      await refuseWaiting(em, { teacher, meeting: meeting.id, week: date.week });
      const request = em.create(DateRequest, {
        ...{ teacher, meeting: meeting.id, reason, week: date.week, dayOfWeek: date.day },
        ...{ toWeek: date.toWeek, toDay: date.toDay, toPeriod: date.toPeriod },
        ...{ classroom: date.room, substitute: date.teacher, isCancelled: date.kind === 'CANCELLED' },
      } as never);
      await em.flush();
      return request.id;
    });
    return this.load(ctx, id);
  }

  /** Takes back a request of the caller on which nobody has decided. */
  async withdraw(ctx: Context, id: string): Promise<Row<DateRequest>> {
    authorize(ctx, 'withdrawDateRequest');
    await readOne(ctx, DateRequest, id);
    await this.write(ctx, async (em) => {
      const request = await this.#pending(ctx, em, id);
      em.assign(request, { status: DateRequestStatus.WITHDRAWN });
    });
    return this.load(ctx, id);
  }

  /** Carries a request out, or refuses it with words. */
  async review(ctx: Context, id: string, decision: Decision): Promise<Row<DateRequest>> {
    authorize(ctx, 'reviewDateRequest');
    const { accepts, publicNote, acceptsClashes } = decision;
    const answer = decision.answer?.trim() || null;
    if (!accepts && !answer) throw noAnswer();
    const { meeting } = await readOne(ctx, DateRequest, id);
    const timetable = await publishedWith(ctx, await readOne(ctx, Meeting, meeting));
    await inLine(ctx, timetable, () =>
      transaction(ctx, async (em) => {
        const opened = await openTimetable(ctx, em, timetable, { isLocked: true });
        const request = await this.#pending(ctx, em, id);
        if (accepts) {
          const dates = [itemOf(request, opened.startDate, await datesIn(em, opened))];
          const reason = answer ?? asAsked[ctx.language];
          await applyTo(ctx, em, opened, { timetable, items: [], dates, reason, publicNote, acceptsClashes });
        }
        const status = accepts ? DateRequestStatus.ACCEPTED : DateRequestStatus.REFUSED;
        const reviewedBy = ctx.viewer?.userId ?? null;
        em.assign(request, { status, answer, reviewedBy, reviewedAt: new Date() } as never);
        await em.flush();
        await tellOfRequest(ctx, em, id);
      }),
    );
    forgetTimetables(ctx);
    ctx.rows.forget(DateRequest);
    return this.load(ctx, id);
  }

  async #pending(ctx: Context, em: EntityManager, id: string): Promise<DateRequest> {
    const request = await this.lock(ctx, em, id);
    if (request.status !== DateRequestStatus.PENDING) throw decided(request.status);
    return request;
  }
}

/**
 * What was not held on a date that is over may still be made up for.
 * @throws INVALID_INPUT where a request changes a date that is over, which only academic affairs do
 */
function refusePast({ date, to }: DateItem, kind: string, today: string): void {
  const dates = [
    ...(kind === DateChangeKind.MADE_UP ? [] : [{ field: 'date', date }]),
    { field: 'to.date', date: to?.date ?? date },
  ];
  const past = dates.find((each) => each.date < today);
  if (past) throw isPast(past.field, past.date, today);
}

/** Requests of one teacher that may wait, so that academic affairs still find those of others. */
const waitingMax = 50;

/** Refuses what waits already; what a teacher asks at once comes one after the other. */
async function refuseWaiting(
  em: EntityManager,
  { teacher, ...date }: { readonly teacher: string; readonly meeting: string; readonly week: number },
): Promise<void> {
  await lockRequestsOf(em, teacher);
  const waiting = { teacher, status: DateRequestStatus.PENDING };
  if (await em.count(DateRequest, { ...waiting, ...date })) throw askedAlready();
  if ((await em.count(DateRequest, waiting)) >= waitingMax) throw tooManyWaiting();
}

/** The published timetable that holds a meeting. @throws OPERATION_INVALID where there is none */
async function publishedWith(ctx: Context, { id, teachingClass }: Row<Meeting>): Promise<string> {
  const { semester } = (await ctx.rows.referenced(TeachingClass, teachingClass)) as Row<TeachingClass>;
  const timetable = await currentTimetable(ctx, semester);
  const assignment = timetable?.status === TimetableStatus.PUBLISHED && (await currentAssignment(ctx, id));
  if (assignment && assignment.timetable === timetable.id) return timetable.id;
  throw invalid(
    '已发布的课表中没有这个课次，无法申请单次变更',
    'No published timetable has a place for the meeting, so there is no date of it to change.',
  );
}

/** What a request asks for, by the dates that the calendar has now. */
function itemOf(
  { meeting, week, dayOfWeek: day, toWeek, toDay, toPeriod, isCancelled, ...request }: DateRequest,
  startDate: string,
  dates: SemesterDates,
): DateItem {
  const on = (planned: { week: number; day: number }): string =>
    dates.dateOf(planned) ?? dateAt(startDate, planned);
  const to = {
    date: toWeek && toDay ? on({ week: toWeek, day: toDay }) : null,
    period: toPeriod,
    room: request.classroom?.id,
    teacher: request.substitute?.id,
  };
  return { meeting: meeting.id, date: on({ week, day }), ...(isCancelled ? { isCancelled } : { to }) };
}

/** How the week has what a request is about and how it is wanted; null where it has no place any more. */
export const wantedBy = (ctx: Context, request: Row<DateRequest>): Promise<ChangedOccurrence | null> =>
  wantedOccurrence(ctx, {
    ...request,
    kind: kindOf(request),
    teacher: request.substitute,
    publicNote: null,
  });

function kindOf({ isCancelled, toPeriod, substitute }: Row<DateRequest>): DateChangeKind {
  if (isCancelled) return DateChangeKind.CANCELLED;
  if (toPeriod !== null) return DateChangeKind.MOVED;
  return substitute ? DateChangeKind.SUBSTITUTED : DateChangeKind.OTHER_ROOM;
}

/** In place of the reason of a request: changes are read by planners of every department, it is not. */
const asAsked = { zh: '按任课教师的申请', en: 'As the teacher asked.' };

const nothing = {
  field: 'dates.0',
  text: {
    zh: '申请没有改变任何内容，请说明改到何时、何处或由谁代课，或停课',
    en: 'The request changes nothing. Maybe say when, where or by whom it is held instead, or cancel it.',
  },
};

const notOwn = (): DomainError =>
  new DomainError('OPERATION_DENIED', {
    zh: '只能为自己讲授的课申请单次变更，请由任课教师申请',
    en: 'A teacher asks for changes of own meetings alone. Maybe let who teaches it ask.',
  });

const isPast = (field: string, date: string, today: string): DomainError =>
  errors.invalidField(
    field,
    `${date} 已过（今天是 ${today}），请改用今天或以后的日期；如要补记已上的课，请联系教务`,
    `${date} is over, today is ${today}. Maybe name a later date, or ask academic affairs to record it.`,
  );

const unreasoned = (): DomainError =>
  errors.invalidField(
    'reason',
    '申请须填写理由，例如“出差”',
    'A request needs a reason. Maybe "the teacher travels".',
  );

const askedAlready = (): DomainError =>
  invalid(
    '该课次这一天已有一份申请在等待审批，如需更改请先撤回',
    'A request for this date of the meeting waits already. Maybe take it back first (withdrawDateRequest).',
  );

const tooManyWaiting = (): DomainError =>
  new DomainError('TOO_MANY_REQUESTS', {
    zh: `您已有 ${waitingMax} 份申请在等待审批，请等待审批，或撤回其中一些`,
    en: `${waitingMax} of your requests wait already. Maybe wait for answers, or take some back.`,
  });

const onlyForward = (): DomainError =>
  errors.invalidField(
    'isRestored',
    '申请不能用于恢复，请联系教务撤销变更',
    'A request does not restore a date. Maybe ask academic affairs to take the change back.',
  );

const noAnswer = (): DomainError =>
  errors.invalidField(
    'answer',
    '驳回申请须填写答复，让教师知道原因',
    'To refuse a request needs an answer. Maybe tell the teacher why.',
  );

const decided = (status: DateRequestStatus): DomainError =>
  invalid(
    `这份申请${requestStates[status].zh}，不再等待审批，请刷新后查看`,
    `The request is ${requestStates[status].en} already and waits for nobody. Maybe read it again.`,
  );

export const dateRequests = new DateRequests();
