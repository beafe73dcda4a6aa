import type { EntityManager } from '@mikro-orm/postgresql';
import { FurtherTeacher } from '../../../entities/scheduling/further-teachers.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { Timetable } from '../../../entities/scheduling/timetables.js';
import { ChangeKind } from '../../../schema/timetables.js';
import { errors } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import type { Text } from '../../../schema/texts.js';
import { authorize, declareRights, planners } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { expectVersion, readOne } from '../../../data/lists/reading.js';
import { rehearse, transaction } from '../../../data/transaction.js';
import { affectedBy, type Affected } from './affected.js';
import { forgetTimetables, refuseForeign } from '../changes/change.js';
import { endsUnasked, type EndedDate } from '../changes/single-dates.js';
import { judgeStates, storeChange, storeNumbered } from '../changes/storing.js';
import { dropUndone, madeClassesIn, settleMadeClasses } from '../changes/changes.queries.js';
import { refuseUnexplained } from '../changes/reasons.js';
import { clashError, judgedClashes } from '../changes/clashes.js';
import { isRefused, placementRule, refusedKinds } from '../placement/rules.js';
import { fillFrom, insertTimetable, publishedOf } from './drafts.js';
import {
  lockSemester,
  archiveTimetable,
  keepStates,
  lockTimetablesInOrder,
  openConflicts,
  publishTimetable,
  restoreTeachers,
  meetingsOutside,
  unplacedMeetings,
  type Kept,
} from './drafts.queries.js';
import { carriedDates } from './carried-dates.js';
import { differenceBetween } from './diff.js';
import { mergeOf, readDraft } from './merging.js';
import { settleTimetables } from '../changes/live-timetables.js';
import { free } from '../changes/occupancy.queries.js';
import { numberChange, recordChange } from '../changes/record.js';
import type { MeetingFacts, StateChange } from '../changes/states.js';
import { readFacts } from '../changes/states.queries.js';
import { invalid, openTimetable } from '../changes/timetable.js';
import { json } from '../../../data/statements.js';

declareRights({
  publishTimetable: planners,
  rehearsePublishing: planners,
  rollBackTimetable: planners,
  resolveDraft: planners,
});

/** Greatest number of meetings that a refusal names; its details count all. */
const namedMax = 5;
const listedMax = 1_000;

interface PublishTerms {
  readonly expectedVersion?: number | null;
  readonly reason?: string | null;
  /** Whether it is published, for that reason, although conflicts are open or meetings unplaced. */
  readonly acceptsUnfinished?: boolean;
  /** Whether changes of single dates may end that mean nothing any more. */
  readonly endsDates?: boolean;
  /** What those whom it concerns are told beside what was and what is. */
  readonly publicNote?: string | null;
}

/** Blanks are no reason. */
const explained = ({ reason, ...terms }: PublishTerms): PublishTerms => ({
  ...terms,
  reason: reason?.trim() || null,
});

/** What publishing does, or would do. */
export interface Publication {
  readonly timetable: string;
  /** What the draft takes over from the published timetable first. */
  readonly merged: readonly StateChange[];
  /** What changes for everybody. */
  readonly changes: readonly StateChange[];
  /** Changes of single dates that end, because they mean nothing any more, and in which changes. */
  readonly ended: readonly EndedDate[];
  readonly endedBy: readonly StateChange[];
  readonly affected: Affected;
  /** What had to be accepted: clashes with what was taken over, open conflicts, meetings without a place. */
  readonly unfinished: readonly Text[];
}

export const publishing = {
  /** Publishes a draft for everyone; the revision before is archived in the same transaction. */
  async publish(ctx: Context, id: string, terms: PublishTerms): Promise<Row<Timetable>> {
    authorize(ctx, 'publishTimetable');
    await readOne(ctx, Timetable, id);
    await transaction(ctx, (em) => publishDraft(ctx, em, id, explained(terms)));
    forgetTimetables(ctx);
    return readOne(ctx, Timetable, id);
  },

  /** What publishing a draft would do; refuses what publishing would refuse. Leaves no trace. */
  async rehearse(ctx: Context, id: string, terms: PublishTerms): Promise<Publication> {
    authorize(ctx, 'rehearsePublishing');
    await readOne(ctx, Timetable, id);
    return rehearse(ctx, (em) => publishDraft(ctx, em, id, { ...explained(terms), endsDates: true }));
  },

  /** Publishes what an archived revision holds again, as a new revision. */
  async rollBack(ctx: Context, id: string, terms: PublishTerms): Promise<Row<Timetable>> {
    authorize(ctx, 'rollBackTimetable');
    const { semester, status, revision, publishedAt } = await readOne(ctx, Timetable, id);
    if (status !== 'ARCHIVED') {
      throw invalid(
        `课表第 ${revision} 版没有归档，不能回滚到它，请直接发布`,
        `Revision ${revision} is not archived, so there is no rolling back to it. Maybe publish it.`,
      );
    }
    if (publishedAt === null) {
      throw invalid(
        `课表第 ${revision} 版是归档的草稿，没有发布过，不能回滚到它；请先恢复`,
        `Revision ${revision} is an archived draft and was never published, so there is no rolling back to ` +
          'it. Maybe restore it (restoreDraft).',
      );
    }
    refuseUnexplained(ctx, { status: 'PUBLISHED' }, terms);
    const made = await transaction(ctx, async (em) => {
      await lockSemester(em, semester);
      await refuseDisabled(ctx, semester);
      const published = await publishedOf(em, semester);
      await lockTimetables(em, [published]);
      if (published) await archiveTimetable(em, published, ctx.viewer?.userId ?? null);
      const retaught = (await restoreTeachers(em, id)).map(({ teachingClass }) => teachingClass);
      const person = ctx.viewer?.userId ?? null;
      const { reason = null } = explained(terms);
      await settleTimetables(em, retaught, { person, reason, log: ctx.app.log });
      const draft = await insertTimetable(ctx, em, { semester, base: published });
      const base = published ? { id: published, teachingClasses: retaught } : null;
      await fillFrom(ctx, em, { id: draft, semester }, id, { base });
      if (published) await free(em, published);
      await release(ctx, em, {
        id: draft,
        semester,
        published,
        kind: ChangeKind.ROLL_BACK,
        ...explained(terms),
      });
      return draft;
    });
    ctx.rows.forget(FurtherTeacher);
    forgetTimetables(ctx);
    return readOne(ctx, Timetable, made);
  },

  /**
   * Decides for meetings that a draft and the published timetable both changed which place stays.
   * @param meetings all contested ones where it is left out
   */
  async resolve(
    ctx: Context,
    id: string,
    { meetings, keepsDraft }: { meetings?: readonly string[] | null; keepsDraft: boolean },
  ): Promise<Row<Timetable>> {
    authorize(ctx, 'resolveDraft');
    await transaction(ctx, async (em) => {
      const timetable = await openTimetable(ctx, em, id, { isLocked: true });
      const draft = (await readDraft(em, id))!;
      if (draft.status !== 'DRAFT') throw notDraft(draft.revision);
      const { contested } = await mergeOf(em, draft, await publishedOf(em, draft.semester));
      const chosen = meetings ? contested.filter(({ meeting }) => meetings.includes(meeting)) : contested;
      const unknown = meetings?.filter((each) => !contested.some(({ meeting }) => meeting === each)) ?? [];
      if (unknown.length) {
        const named = unknown.slice(0, namedMax);
        throw invalid(
          `课次 ${named.join('、')} 没有需要裁决的改动，请去掉`,
          `There is nothing to decide about meeting ${named.join(', ')}. Maybe leave it out.`,
        );
      }
      if (chosen.length === 0) return;
      const facts = await readFacts(
        em,
        chosen.map(({ meeting }) => meeting),
      );
      refuseForeign(ctx, facts.values());
      if (keepsDraft) {
        const kept: Kept = {
          ...draft.kept,
          ...Object.fromEntries(chosen.map(({ meeting, after }) => [meeting, after])),
        };
        await keepStates(em, id, json(kept));
      } else await merge(ctx, em, timetable, chosen, facts, {});
    });
    forgetTimetables(ctx);
    return readOne(ctx, Timetable, id);
  },
};

async function publishDraft(
  ctx: Context,
  em: EntityManager,
  id: string,
  { expectedVersion, ...terms }: PublishTerms,
): Promise<Publication> {
  const seen = await readDraft(em, id);
  if (!seen) throw errors.notFound({ zh: '课表', en: 'timetable' }, id);
  const { semester } = seen;
  await lockSemester(em, semester);
  const published = await publishedOf(em, semester);
  await lockTimetables(em, [id, published]);
  const draft = (await readDraft(em, id))!;
  expectVersion(Timetable, draft.version, expectedVersion);
  if (draft.status !== 'DRAFT') throw notDraft(draft.revision, draft.status);
  await refuseDisabled(ctx, semester);
  const { taken, contested } = await mergeOf(em, draft, published);
  if (contested.length) throw await contestedError(em, contested);
  let clashes: readonly Text[] = [];
  if (taken.length) {
    const facts = await readFacts(
      em,
      taken.map(({ meeting }) => meeting),
    );
    clashes = await merge(ctx, em, { id, semester }, taken, facts, terms);
  }
  const told = await release(ctx, em, { id, semester, published, kind: ChangeKind.PUBLISH, ...terms });
  return { ...told, merged: taken, unfinished: [...clashes, ...told.unfinished] };
}

/** Why what is unfinished is accepted, where it is. */
const acceptedFor = ({ reason, acceptsUnfinished }: PublishTerms): string | null =>
  (acceptsUnfinished && reason) || null;

/** Locks timetables in the order in which everybody does, so that nobody waits in a circle. */
const lockTimetables = (em: EntityManager, ids: readonly (string | null)[]): Promise<unknown> =>
  lockTimetablesInOrder(
    em,
    ids.filter((each) => each !== null),
  );

/** Brings changes of the published timetable into a draft, as one change; tells with what that clashes. */
async function merge(
  ctx: Context,
  em: EntityManager,
  timetable: { readonly id: string; readonly semester: string },
  taken: readonly StateChange[],
  facts: ReadonlyMap<string, MeetingFacts>,
  terms: PublishTerms,
): Promise<Text[]> {
  const judged = await judgeStates(em, timetable.id, taken, facts);
  const accepted = acceptedFor(terms);
  const { clashes, refused } = await judgedClashes(em, judged.overlaps, { act: 'publish', reason: accepted });
  if (refused.length) throw clashError(refused);
  const { reason = null } = terms;
  await storeChange(ctx, em, timetable, { kind: ChangeKind.MERGE, reason, accepted, ...judged });
  await dropUndone(em, timetable.id, ctx.viewer?.userId ?? null);
  return clashes.map(({ text }) => text);
}

interface Release extends PublishTerms {
  readonly id: string;
  readonly semester: string;
  readonly published: string | null;
  readonly kind: ChangeKind.PUBLISH | ChangeKind.ROLL_BACK;
}

/** Makes a draft the published timetable: judges what that changes, archives the one before, tells of it. */
async function release(
  ctx: Context,
  em: EntityManager,
  { id, semester, published, kind, ...terms }: Release,
): Promise<Publication> {
  const changes = await differenceBetween(em, published ? { timetable: published } : null, { timetable: id });
  const facts = await readFacts(
    em,
    changes.map(({ meeting }) => meeting),
  );
  refuseForeign(ctx, facts.values());
  const { reason, publicNote } = terms;
  const unfinished = await unfinishedIn(em, id, acceptedFor(terms));
  const dates = published ? await carriedDates(em, published, id) : null;
  if (dates?.ended.length && !terms.endsDates) throw errors.invalidInput([endsUnasked(dates.ended)]);
  const { number } = await numberChange(em, semester, { timetable: id, person: ctx.viewer?.userId ?? null });
  if (published) {
    if (kind === ChangeKind.PUBLISH) {
      await archiveTimetable(em, published, ctx.viewer?.userId ?? null);
      await free(em, published);
    }
    await settleMadeClasses(em, await madeClassesIn(em, published));
  }
  await publishTimetable(em, id, reason ?? null);
  const { ended = [], endedBy = [] } = dates ?? {};
  const told = { kind, reason: reason ?? null, publicNote, effects: { ended: endedBy } };
  const numbered = { timetable: id, semester, number };
  if (dates?.changes.length)
    await storeNumbered(ctx, em, numbered, { ...told, ...dates, made: [], accepted: null });
  else
    await recordChange(ctx, em, { ...told, ...numbered, changes: [], conflicts: { before: [], after: [] } });
  const affected = await affectedBy(em, [...changes, ...endedBy]);
  return { timetable: id, merged: [], changes, ended, endedBy, affected, unfinished };
}

/** What keeps it from being published unless that is accepted; throws, telling all, where it is not. */
async function unfinishedIn(em: EntityManager, timetable: string, accepted: string | null): Promise<Text[]> {
  const kinds = refusedKinds({ act: 'publish' });
  const conflicts = await openConflicts(em, timetable, kinds);
  const isWhole = isRefused(placementRule('unplaced'), { act: 'publish' });
  const unplaced = isWhole ? await unplacedMeetings(em, timetable) : [];
  const parts = [
    ...counted(conflicts, { zh: '处冲突未处理', en: 'open conflict' }),
    ...counted(unplaced, { zh: '个课次未安排', en: 'unplaced meeting' }),
    ...counted(await meetingsOutside(em, timetable), { zh: '个课次超出学期', en: 'out-of-semester meeting' }),
  ];
  if (parts.length === 0 || accepted) return parts;
  throw invalid(
    `课表还不能发布：${parts.map(({ zh }) => zh).join('；')}；如仍要发布，请确认（acceptsUnfinished）并说明原因`,
    `The timetable has ${parts.map(({ en }) => en).join(' and ')}. Maybe deal with them, or publish with ` +
      'acceptsUnfinished and a reason.',
    {
      conflicts: conflicts.slice(0, listedMax).map(({ id }) => id),
      unplaced: unplaced.slice(0, listedMax).map(({ meeting }) => meeting),
    },
  );
}

const counted = (rows: readonly { name: string }[], { zh, en }: Text): Text[] =>
  rows.length === 0
    ? []
    : [
        {
          zh: `${rows.length} ${zh}（${named(rows, '、')}）`,
          en: `${rows.length} ${en}${rows.length === 1 ? '' : 's'} (${named(rows, ', ')})`,
        },
      ];

const named = (rows: readonly { name: string }[], comma: string): string => {
  const names = [...new Set(rows.map(({ name }) => name))];
  return names.slice(0, namedMax).join(comma) + (names.length > namedMax ? ' …' : '');
};

async function contestedError(em: EntityManager, contested: readonly StateChange[]): Promise<Error> {
  const meetings = contested.map(({ meeting }) => meeting);
  const facts = await readFacts(em, meetings.slice(0, namedMax));
  const names = [...facts.values()].map(({ teachingClassName, sequence }) => ({
    name: `${teachingClassName} ${sequence}`,
  }));
  const more = meetings.length > namedMax ? ' …' : '';
  return invalid(
    `草稿与已发布课表都改动了 ${meetings.length} 个课次：${named(names, '、')}${more}；请先决定保留哪一边`,
    `The draft and the published timetable both changed ${meetings.length} meetings: ` +
      `${named(names, ', ')}${more}. Maybe say with resolveDraft which side stays.`,
    { meetings: meetings.slice(0, listedMax) },
  );
}

async function refuseDisabled(ctx: Context, id: string): Promise<void> {
  const { isEnabled, name } = await readOne(ctx, Semester, id);
  if (!isEnabled)
    throw invalid(
      `学期“${name}”未启用，课表不能发布，请先启用学期`,
      `The semester "${name}" is disabled, so nothing is published in it. Maybe enable it first.`,
    );
}

const notDraft = (revision: number, status?: string): Error =>
  status === 'PUBLISHED'
    ? invalid(`课表第 ${revision} 版已经发布`, `Revision ${revision} is already published.`)
    : invalid(
        `课表第 ${revision} 版不是草稿，请回滚到该版，或以它新建草稿`,
        `Revision ${revision} is no draft. Maybe roll back to it, or make a draft from it.`,
      );
