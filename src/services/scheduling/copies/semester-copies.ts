import { json, type SeenDepartments } from '../../../data/statements.js';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Meeting } from '../../../entities/scheduling/meetings.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { TeachingClass, TeachingClassGroup } from '../../../entities/scheduling/teaching-classes.js';
import {
  type SemesterCopy,
  type SemesterCopyInput,
  Timetable,
} from '../../../entities/scheduling/timetables.js';
import { authorize, declareRights, planners } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { rehearse, transaction } from '../../../data/transaction.js';
import { errors } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import type { Text } from '../../../schema/texts.js';
import { wantedDepartments } from '../../organisation/wanted-departments.js';
import { settleAttendance, termsOf } from '../curriculum/attendance.js';
import { copyLinks } from '../curriculum/teaching-links.queries.js';
import { forgetTimetables } from '../changes/change.js';
import { refuseTooManyDrafts } from '../drafts/draft-bounds.js';
import { fillFrom, insertTimetable, publishedOf } from '../drafts/drafts.js';
import { lockSemester } from '../drafts/drafts.queries.js';
import { invalid, lockedTimetable } from '../changes/timetable.js';
import { weekCountOf } from '../semester/weeks.js';
import { knownCopies, knownMeetings, storeClasses } from './classes.js';
import { copiedPlaces } from './copied-places.js';
import { copiedClasses, copiedMeetings, type CopiedClass, type CopiedMeeting } from './copies.queries.js';
import { fitted, warningsAbout } from './copy-warnings.js';
import { classesOfDepartments } from './copies.queries.js';
import { Conflict } from '../../../entities/scheduling/conflicts.js';
import { ConflictStatus } from '../../../schema/timetables.js';

declareRights({ copySemester: planners });

/** Greatest number of teaching classes, and of meetings, that are copied at once. */
const copiedMax = 20_000;
/** Greatest number of warnings that are told; all are counted. */
const warningsMax = 500;
/** Greatest number of teaching classes that a refusal names. */
const namedMax = 5;

type Copied = Omit<SemesterCopy, 'draft' | 'warnings' | 'warningCount'> & {
  readonly draft: string | null;
  readonly warnings: readonly Text[];
};

/**
 * Takes the teaching classes of one semester over into another, with their groups, seats, hours and meetings,
 * and the places of a timetable as a draft, which begins from what the target has published.
 *
 * Administrative classes are cohorts: they keep their name and their students until they leave, so the class
 * that attended a course attends its copy. That is what is wanted where the second half of a course follows
 * the first; where a later intake takes the seats of an earlier one, a planner changes the groups of the
 * copies. Classes that are disabled, or whose grade ends before the target begins, attend nothing. Students
 * who chose an elective are not enrolled in its copy: they choose anew.
 *
 * What was accepted to clash in the source is an open conflict again: another term has other reasons.
 * @throws OPERATION_INVALID when the target is disabled, or has teaching classes of these departments that no
 * copy from the source made; FORBIDDEN for a department that was not granted
 */
export async function copySemester(
  ctx: Context,
  input: SemesterCopyInput,
  isDryRun: boolean,
): Promise<SemesterCopy> {
  authorize(ctx, 'copySemester');
  const request = await requestOf(ctx, input);
  const work = (em: EntityManager): Promise<Copied> => copy(ctx, em, request);
  const { draft, warnings, ...counts } = isDryRun ? await rehearse(ctx, work) : await transaction(ctx, work);
  for (const entity of [TeachingClass, TeachingClassGroup, Meeting]) ctx.rows.forget(entity);
  forgetTimetables(ctx);
  return {
    ...counts,
    draft: draft && !isDryRun ? await readOne(ctx, Timetable, draft) : null,
    warningCount: warnings.length,
    warnings: warnings.slice(0, warningsMax).map((text) => text[ctx.language]),
  };
}

interface CopyRequest {
  readonly source: Row<Semester>;
  readonly target: Row<Semester>;
  /** The revision whose places are taken over; undefined for the published one. */
  readonly timetable: string | undefined;
  /** Null for all there are. */
  readonly departments: SeenDepartments;
}

async function requestOf(
  ctx: Context,
  { source: from, target: to, timetable, department }: SemesterCopyInput,
): Promise<CopyRequest> {
  const source = await readOne(ctx, Semester, from);
  const target = await readOne(ctx, Semester, to);
  if (source.id === target.id)
    throw invalid(
      `学期“${source.name}”不能复制到它自己，请以其课表新建草稿`,
      `The semester "${source.name}" cannot be copied into itself. Maybe make a draft from its timetable.`,
    );
  if (!target.isEnabled)
    throw invalid(
      `学期“${target.name}”未启用，不能复制到其中，请先启用`,
      `The semester "${target.name}" is disabled, so nothing is copied into it. Maybe enable it first.`,
    );
  if (timetable && (await readOne(ctx, Timetable, timetable)).semester !== source.id)
    throw errors.invalidInput([{ field: 'timetable', text: foreignTimetable(timetable, source.name) }]);
  const departments = await wantedDepartments(ctx, department);
  return { source, target, timetable: timetable ?? undefined, departments };
}

async function copy(
  ctx: Context,
  em: EntityManager,
  { source, target, timetable, departments }: CopyRequest,
): Promise<Copied> {
  await lockSemester(em, target.id);
  await refuseTooManyDrafts(ctx, em, target.id);
  const from = timetable ?? (await publishedOf(em, source.id));
  const classes = await copiedClasses(em, source.id, departments, target.startDate, copiedMax + 1);
  if (classes.length > copiedMax) throw tooMany(source.name);
  if (classes.length === 0) throw nothingToCopy(source.name);
  const standing = await knownCopies(em, target.id, classes);
  await refuseUnrelated(em, target, classes, standing);
  const fresh = classes.filter(({ id }) => !standing.has(id));
  const known = new Map(
    [...standing].flatMap(([id, each]) => (each.isEnabled ? [[id, each.id] as const] : [])),
  );
  const ids = [...fresh.map(({ id }) => id), ...known.keys()];
  const read = await copiedMeetings(em, ids, from, copiedMax + 1);
  if (read.length > copiedMax) throw tooMany(source.name);

  const isFresh = ({ class: each }: CopiedMeeting): boolean => !standing.has(each);
  const weeks = weekCountOf(target);
  const { meetings, warnings } = fitted(classes, read.filter(isFresh), weeks);
  const { made, copies: own } = await storeClasses(em, { source, target }, fresh, meetings);
  await copyLinks(em, json([...made, ...known].map(([from, to]) => ({ from, to }))));
  await settleAttendance(em, [...made.values()], termsOf(ctx, null));
  const others = await knownMeetings(
    em,
    known,
    read.filter((each) => !isFresh(each)),
  );
  const copies = [...own, ...others];
  const lost = [...warningsAbout(fresh), ...warnings, ...(from ? [] : [noTimetable(source.name)])];
  const counts = { newCount: fresh.length, knownCount: standing.size, meetingCount: copies.length };

  const published = await publishedOf(em, target.id);
  const draft = await insertTimetable(ctx, em, { semester: target.id, base: published });
  const grid = { ...(await lockedTimetable(em, draft)), timetable: null };
  const places = await copiedPlaces(ctx, em, grid, copies);
  await fillFrom(ctx, em, { id: draft, semester: target.id }, published, {
    base: published ? { id: published, teachingClasses: [] } : null,
    added: places.changes,
  });
  return {
    ...counts,
    draft,
    placedCount: places.changes.filter(({ after }) => after?.place).length,
    openConflictCount: await openConflicts(em, draft),
    warnings: [...lost, ...places.warnings],
  };
}

/** Throws when a department has teaching classes in the target, none of which is a copy from the source. */
async function refuseUnrelated(
  em: EntityManager,
  target: Row<Semester>,
  classes: readonly CopiedClass[],
  standing: ReadonlyMap<string, unknown>,
): Promise<void> {
  const begun = new Set(classes.filter(({ id }) => standing.has(id)).map(({ department }) => department));
  const departments = [...new Set(classes.map(({ department }) => department))];
  const rows = await classesOfDepartments(
    em,
    target.id,
    departments.filter((each) => !begun.has(each)),
  );
  if (rows.length === 0) return;
  const names = rows.slice(0, namedMax).map(({ name }) => name);
  const more = rows.length > namedMax ? ' …' : '';
  throw invalid(
    `目标学期“${target.name}”已有这些部门的教学班：${names.join('、')}${more}；请先删除它们，或只复制其他部门`,
    `The semester "${target.name}" already has teaching classes of these departments: ` +
      `${names.join(', ')}${more}. Maybe delete them first, or copy another department.`,
    { teachingClasses: rows.map(({ id }) => id) },
  );
}

const openConflicts = (em: EntityManager, timetable: string): Promise<number> =>
  em.count(Conflict, { timetable, status: ConflictStatus.OPEN });

const foreignTimetable = (timetable: string, semester: string): Text => ({
  zh: `课表 ${timetable} 不属于学期“${semester}”，请换用该学期的课表`,
  en: `The timetable ${timetable} is none of the semester "${semester}". Maybe take one of its revisions.`,
});

const noTimetable = (semester: string): Text => ({
  zh: `学期“${semester}”没有已发布的课表，没有可带入的位置`,
  en: `The semester "${semester}" has no published timetable, so no place was taken over.`,
});

const tooMany = (semester: string): Error =>
  invalid(
    `学期“${semester}”一次最多复制 ${copiedMax} 个教学班和课次，请按部门分几次复制`,
    `At most ${copiedMax} teaching classes and meetings of "${semester}" are copied at once. Maybe copy ` +
      'one department after the other.',
  );

const nothingToCopy = (semester: string): Error =>
  invalid(
    `学期“${semester}”没有可复制的教学班，请另选学期或部门`,
    `The semester "${semester}" has no enabled teaching class of these departments. Maybe choose another.`,
  );
