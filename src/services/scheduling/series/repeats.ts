import type { EntityManager } from '@mikro-orm/postgresql';
import type { Text } from '../../../schema/texts.js';
import type { Context } from '../../../data/context.js';
import { apart, rehearse, transaction } from '../../../data/transaction.js';
import { applyTo, forgetTimetables, type ChangeOutcome, type ChangeRequest } from '../changes/change.js';
import { ClashError } from '../changes/clashes.js';
import type { ChangedTimetable } from '../changes/timetable.js';
import { forgetOlder, remember, shownClashes, type ShownClashes } from './series.queries.js';
import { fingerprintOf, hashed } from './series-clashes.js';

/**
 * Existing clients cannot say that clashes do not matter: they only show them and send the same again. So the
 * same again means "nevertheless", if whoever sent it had the time to read, and saw these clashes not long
 * ago.
 */
const readSeconds = 2;
const rememberedSeconds = 300;

/**
 * What follows clashes, because existing clients show nothing of the answer but these: what else speaks
 * against the form, and that the same again accepts it all.
 */
export const sendAgain = (warnings: readonly Text[]): Text => ({
  zh:
    (warnings.length > 0 ? `。另请注意：${warnings.map(({ zh }) => zh).join('；')}` : '') +
    '。排课分配未保存，确认无误请再次提交',
  en:
    (warnings.length > 0 ? ` Also: ${warnings.map(({ en }) => en).join(' ')}` : '') +
    ' Nothing is stored. Maybe send the same again if that is right.',
});

/** How a request is carried out in spite of clashes that were shown. */
const byRepetition = (
  reason?: string | null,
): Required<Pick<ChangeRequest, 'reason' | 'acceptsClashes' | 'leavesOpen'>> => ({
  reason: reason?.trim() || '冲突已显示，再次提交同样的内容以确认',
  acceptsClashes: true,
  leavesOpen: true,
});

/** The series of a form, and its meetings. */
interface OwnSeries {
  readonly timetable: ChangedTimetable;
  readonly series: string;
  readonly meetings: ReadonlySet<string>;
}

/** The clashes with which a form is refused, after all else that is told; the same again accepts them. */
export class ClashesShown extends ClashError {
  constructor(
    { clashes, warnings }: ClashError,
    readonly own: OwnSeries,
    ofForm: readonly Text[],
  ) {
    const all = [...ofForm, ...warnings];
    super(clashes, all, sendAgain(all));
  }
}

/** What stands in the way of a form, and what was told before. */
interface Refused {
  readonly error: ClashError;
  readonly own: OwnSeries;
  /** What is told of the form whatever it clashes with. */
  readonly ofForm: readonly Text[];
  readonly shown: ShownClashes | null | undefined;
}

/**
 * Carries out the form of a series, or rehearses it, and remembers the clashes with which it is answered.
 * @param work is given what was answered to the same input; undefined where repeating it accepts nothing
 */
export async function inForm<T>(
  ctx: Context,
  input: object,
  { acceptsByRepetition, isDryRun }: { readonly acceptsByRepetition?: boolean; readonly isDryRun: boolean },
  work: (em: EntityManager, shown?: ShownClashes | null) => Promise<T>,
): Promise<T> {
  if (isDryRun) return rehearse(ctx, (em) => work(em));
  const digest = hashed(input);
  const shown = acceptsByRepetition ? await shownBefore(ctx, digest) : undefined;
  try {
    const done = await transaction(ctx, (em) => work(em, shown));
    forgetTimetables(ctx);
    return done;
  } catch (error) {
    if (error instanceof ClashesShown) await rememberShown(ctx, digest, error);
    throw error;
  }
}

/** Carries out a request in spite of the clashes with which it was refused, if they were shown and read. */
export function nevertheless(
  ctx: Context,
  em: EntityManager,
  request: ChangeRequest,
  { error, own, ofForm, shown }: Refused,
): Promise<ChangeOutcome> {
  if (shown === undefined) throw error;
  if (!shown?.isRead || shown.fingerprint !== fingerprintOf(error.clashes, own.meetings))
    throw new ClashesShown(error, own, ofForm);
  return applyTo(ctx, em, own.timetable, { ...request, ...byRepetition(request.reason) });
}

/** What was answered to the same input of the same person; a call asks before it does anything. */
async function shownBefore({ em, viewer }: Context, input: string): Promise<ShownClashes | null> {
  const [row] = await shownClashes(em, viewer?.userId ?? null, input, readSeconds, rememberedSeconds);
  return row ?? null;
}

/** Keeps what is answered, whatever becomes of the call, and forgets what was answered too long ago. */
const rememberShown = (
  ctx: Context,
  input: string,
  { clashes, own: { timetable, series, meetings } }: ClashesShown,
): Promise<unknown> =>
  apart(ctx, async (em) => {
    await forgetOlder(em, rememberedSeconds);
    const { userId = null } = ctx.viewer ?? {};
    await remember(em, userId, timetable.semester, input, series, fingerprintOf(clashes, meetings));
  });
