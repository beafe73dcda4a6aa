import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { Timetable } from '../../../entities/scheduling/timetables.js';
import { ChangeKind, TimetableStatus } from '../../../schema/timetables.js';
import { DomainError, errors } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import { actsFor, actsForAll, authorize, declareRights, planners } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { transaction } from '../../../data/transaction.js';
import { forgetTimetables } from '../changes/change.js';
import type { Base } from '../changes/conflict-records.queries.js';
import { withSeries } from '../changes/changed-series.js';
import { storeNew } from '../changes/new-timetable.js';
import { refuseTooManyDrafts } from './draft-bounds.js';
import { madeClassesIn, settleMadeClasses, lockTimetable } from '../changes/changes.queries.js';
import type { MeetingState, StateChange } from '../changes/states.js';
import { readFacts, readStates, readWithoutSeries } from '../changes/states.queries.js';
import { invalid } from '../changes/timetable.js';
import {
  deleteTimetable,
  discardedDraft,
  holdsMeetings,
  insertDraft,
  lockSemester,
  timetablesInState,
} from './drafts.queries.js';

declareRights({ createDraft: planners, discardDraft: planners });

/** What a new timetable begins as, beside its contents. */
interface NewTimetable {
  readonly semester: string;
  /** The published timetable beside which it begins. */
  readonly base: string | null;
  readonly softCost?: number;
}

/** Adds an empty draft with the next revision of its semester, which is locked. Answers its id. */
export async function insertTimetable(
  ctx: Context,
  em: EntityManager,
  { semester, base, softCost = 0 }: NewTimetable,
): Promise<string> {
  const id = uuidv7();
  await insertDraft(em, id, semester, softCost, ctx.viewer?.userId ?? null, base);
  return id;
}

/** The published timetable of a semester, if it has one. */
export async function publishedOf(em: EntityManager, semester: string): Promise<string | null> {
  const [row] = await timetablesInState(em, semester, TimetableStatus.PUBLISHED);
  return row?.id ?? null;
}

/**
 * Fills an empty timetable with what another one holds: places, locks, series and accepted conflicts. What
 * overlaps by now without a conflict of the source becomes an open one.
 * @param source none: nothing but what is added
 * @param base a timetable that still changes, of which the source is one or has much
 * @param added states of further meetings; what the source holds already stays as it is there
 */
export async function fillFrom(
  ctx: Context,
  em: EntityManager,
  timetable: { readonly id: string; readonly semester: string },
  source: string | null,
  { base, added = [] }: { readonly base: Base | null; readonly added?: readonly StateChange[] },
): Promise<void> {
  const isEmpty = source === null || !(await holdsMeetings(em, source))[0].holds;
  if (isEmpty && added.length === 0) return;
  await storeNew(ctx, em, timetable, {
    kind: ChangeKind.COPY,
    source,
    base,
    added: async () => {
      const held =
        added.length > 0 && source ? await readStates(em, source) : new Map<string, MeetingState>();
      const strays = [...(await readWithoutSeries(em, timetable.id))];
      const changes = [
        ...strays.map(([meeting, after]) => ({ meeting, before: null, after })),
        ...added.filter(({ meeting }) => !held.has(meeting)),
      ];
      const meetings = changes.map(({ meeting }) => meeting);
      return withSeries(em, timetable.id, changes, await readFacts(em, meetings));
    },
  });
}

/** Where a draft begins: the published timetable, a revision, or nothing. */
interface DraftSource {
  readonly semester: string;
  /** Identifier of any revision of the semester; the published one where it is left out. */
  readonly from?: string | null;
  readonly isEmpty?: boolean | null;
}

export const drafts = {
  /**
   * Makes a draft. @throws OPERATION_INVALID when the semester or the caller has as many as there may be
   */
  async create(ctx: Context, { semester, from, isEmpty }: DraftSource): Promise<Row<Timetable>> {
    authorize(ctx, 'createDraft');
    const { isEnabled, name } = await readOne(ctx, Semester, semester);
    if (!isEnabled) {
      throw invalid(
        `学期“${name}”未启用，请先启用`,
        `The semester "${name}" is disabled. Maybe enable it first.`,
      );
    }
    if (from && isEmpty) throw twoSources();
    const isFromLive = from && (await sourceIn(ctx, from, semester)).status !== TimetableStatus.ARCHIVED;
    const id = await transaction(ctx, async (em) => {
      await lockSemester(em, semester);
      await refuseTooManyDrafts(ctx, em, semester);
      const published = await publishedOf(em, semester);
      const draft = await insertTimetable(ctx, em, { semester, base: published });
      const source = isEmpty ? null : (from ?? published);
      const id = isFromLive ? from : published;
      const base = id ? { id, teachingClasses: [] } : null;
      if (source) await fillFrom(ctx, em, { id: draft, semester }, source, { base });
      return draft;
    });
    forgetTimetables(ctx);
    return readOne(ctx, Timetable, id);
  },

  /** Ends a draft, archived or not, for good. Members of academic affairs end their own drafts. */
  async discard(ctx: Context, id: string): Promise<string> {
    authorize(ctx, 'discardDraft');
    const { semester } = await readOne(ctx, Timetable, id);
    await transaction(ctx, async (em) => {
      await lockSemester(em, semester);
      await lockTimetable(em, id);
      const [row] = await discardedDraft(em, id);
      if (!row) throw errors.notFound({ zh: '课表', en: 'timetable' }, id);
      if (!row.isDraft) {
        throw invalid(
          `课表第 ${row.revision} 版不是草稿，不能丢弃：只有草稿可以丢弃`,
          `Revision ${row.revision} is no draft, so it cannot be discarded: only drafts end this way.`,
        );
      }
      if (!actsForAll(ctx) && row.madeBy !== ctx.viewer?.userId) {
        const facts = await readFacts(em, [...(await readStates(em, id)).keys()]);
        if ([...facts.values()].some(({ department }) => !actsFor(ctx, department)))
          throw foreignDraft(row.revision, ctx.app.config.DRAFT_UNTOUCHED_DAYS);
      }
      const made = await madeClassesIn(em, id);
      await deleteTimetable(em, id);
      await settleMadeClasses(em, made);
    });
    forgetTimetables(ctx);
    return id;
  },
};

const foreignDraft = (revision: number, days: number): DomainError =>
  new DomainError('FORBIDDEN', {
    zh:
      `草稿第 ${revision} 版不是您的，其中有其他部门的课次，不能丢弃；请联系其作者或管理员丢弃，` +
      `${days} 天无人改动后也可归档`,
    en:
      `The draft ${revision} is not yours and has meetings of other departments, so you cannot discard it. ` +
      `Maybe ask its author or an administrator, or archive it (archiveDraft) once it is unchanged for ` +
      `${days} days.`,
  });

const twoSources = (): Error =>
  errors.invalidField(
    'from',
    '草稿不能既为空又取自另一版课表，请只选其一',
    'A draft that begins empty begins from no revision. Maybe give one of the two.',
  );

/** The timetable. @throws INPUT_INVALID when it is of another semester */
async function sourceIn(ctx: Context, timetable: string, semester: string): Promise<Row<Timetable>> {
  const row = await readOne(ctx, Timetable, timetable);
  if (row.semester === semester) return row;
  throw errors.invalidField(
    'from',
    `课表 ${timetable} 属于另一个学期，请改为复制学期`,
    `The timetable ${timetable} belongs to another semester. Maybe copy the semester instead.`,
  );
}
