import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../../data/context.js';
import type { DomainError } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import { invalid } from '../changes/timetable.js';
import { type Held, heldDrafts } from './drafts.queries.js';

/** The draft that would be added. */
export interface WantedDraft {
  /** The person to whose share it would count; the caller by default, nobody where it is null. */
  readonly person?: string | null;
  /** Whether a run was promised its place when it was asked for, so that it takes nobody else's. */
  readonly isPromised?: boolean;
}

/**
 * Throws when the semester, which is locked, has no room for one more draft, or the person no share of it
 * left. What runs will add counts, except for a run itself.
 */
export async function refuseTooManyDrafts(
  { app, viewer }: Context,
  em: EntityManager,
  semester: string,
  { person = viewer?.userId ?? null, isPromised = false }: WantedDraft = {},
): Promise<void> {
  const { DRAFTS_PER_SEMESTER_MAX, DRAFTS_PER_PERSON_MAX, DRAFT_UNTOUCHED_DAYS } = app.config;
  const all = await heldDrafts(em, semester, DRAFT_UNTOUCHED_DAYS);
  const held = isPromised ? all.filter(({ revision }) => revision !== null) : all;
  const own = isPromised || person === null ? [] : held.filter((each) => each.person === person);
  if (own.length >= DRAFTS_PER_PERSON_MAX)
    throw shareUsedUp(own, DRAFTS_PER_PERSON_MAX, DRAFT_UNTOUCHED_DAYS);
  if (held.length >= DRAFTS_PER_SEMESTER_MAX)
    throw semesterFull(held, DRAFTS_PER_SEMESTER_MAX, DRAFT_UNTOUCHED_DAYS);
}

/** How many revisions a refusal names. */
const namedMax = 3;

const revisionsOf = (held: readonly Held[]): number[] =>
  held.flatMap(({ revision }) => revision ?? []).slice(0, namedMax);

/** How many drafts there are, and how many are promised. */
function countsOf(held: readonly Held[]): Text {
  const drafts = held.filter(({ revision }) => revision !== null).length;
  const promised = held.length - drafts;
  if (promised === 0) return { zh: `${drafts} 份草稿`, en: `${drafts} drafts` };
  return {
    zh: `${drafts} 份草稿，另有 ${promised} 个排课任务将各生成一份`,
    en: `${drafts} drafts, and runs that were asked for will add ${promised}`,
  };
}

/** What a refusal names of the drafts: first those that may be archived, then the oldest. */
function namesOf(
  held: readonly Held[],
  days: number,
): { archivable: Text; which: Text; details: Record<'untouched' | 'oldest', number[]> } {
  const untouched = revisionsOf(held.filter((each) => each.isUntouched));
  const oldest = revisionsOf(held);
  const none = { zh: '', en: '' };
  const archivable = {
    zh: `第 ${untouched.join('、')} 版已 ${days} 天无人改动，任何教务都可归档；`,
    en: `archive revision ${untouched.join(', ')}, unchanged for ${days} days (archiveDraft); or `,
  };
  const which = {
    zh: `，最早的是第 ${oldest.join('、')} 版`,
    en: `; the oldest are revisions ${oldest.join(', ')}`,
  };
  return {
    archivable: untouched.length ? archivable : none,
    which: oldest.length ? which : none,
    details: { untouched, oldest },
  };
}

function shareUsedUp(own: readonly Held[], max: number, days: number): DomainError {
  const counts = countsOf(own);
  const { archivable, which, details } = namesOf(own, days);
  return invalid(
    `您在该学期已有 ${counts.zh}（每人上限 ${max}）：${archivable.zh}请先丢弃自己不用的草稿或取消排课任务${which.zh}`,
    `You have ${counts.en} in this semester; no more than ${max} are possible for one person. Maybe ` +
      `${archivable.en}discard one or cancel a run${which.en}.`,
    details,
  );
}

function semesterFull(held: readonly Held[], max: number, days: number): DomainError {
  const counts = countsOf(held);
  const { archivable, which, details } = namesOf(held, days);
  return invalid(
    `该学期已有 ${counts.zh}（上限 ${max}）：${archivable.zh}请丢弃自己不用的草稿或取消自己的排课任务，` +
      `他人的请联系管理员丢弃或取消${which.zh}`,
    `The semester has ${counts.en}; no more than ${max} are possible. Maybe ${archivable.en}discard one or ` +
      `cancel a run of your own; or ask an administrator, who can do so with those of others${which.en}.`,
    details,
  );
}
