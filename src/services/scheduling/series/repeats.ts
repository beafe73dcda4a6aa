import type { EntityManager } from '@mikro-orm/postgresql';
import type { Text } from '../../../schema/texts.js';
import type { Context } from '../../../data/context.js';
import { apart } from '../../../data/transaction.js';
import type { ChangeRequest } from '../changes/change.js';

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
export const byRepetition = (
  reason?: string | null,
): Required<Pick<ChangeRequest, 'reason' | 'acceptsClashes' | 'leavesOpen'>> => ({
  reason: reason?.trim() || '冲突已显示，再次提交同样的内容以确认',
  acceptsClashes: true,
  leavesOpen: true,
});

/** The clashes with which the form of a series was answered. */
export interface ShownClashes {
  /** The series; of a new one the identifier that it was told to get. */
  readonly series: string;
  readonly fingerprint: string;
  /** Whether there was time to read them before the call began. */
  readonly isRead: boolean;
}

/** Whether these clashes were shown and could be read. */
export const isRead = (shown: ShownClashes | null, fingerprint: string): boolean =>
  shown?.isRead === true && shown.fingerprint === fingerprint;

/** What was answered to the same input of the same person; a call asks before it does anything. */
export async function shownBefore({ em, viewer }: Context, input: string): Promise<ShownClashes | null> {
  const [row] = await em.execute<ShownClashes[]>(
    `select series_id as series, fingerprint,
       shown_at <= clock_timestamp() - make_interval(secs => $3) as "isRead"
     from shown_clash where person_id = $1 and input = $2
       and shown_at > clock_timestamp() - make_interval(secs => $4)`,
    [viewer?.userId ?? null, input, readSeconds, rememberedSeconds],
  );
  return row ?? null;
}

/** Keeps what is answered, whatever becomes of the call, and forgets what was answered too long ago. */
export const rememberShown = (
  ctx: Context,
  semester: string,
  input: string,
  { series, fingerprint }: Omit<ShownClashes, 'isRead'>,
): Promise<unknown> =>
  apart(ctx, async (em) => {
    await em.execute(
      'delete from shown_clash where shown_at <= clock_timestamp() - make_interval(secs => $1)',
      [rememberedSeconds],
    );
    await em.execute(
      `insert into shown_clash (person_id, semester_id, input, series_id, fingerprint)
       values ($1, $2, $3, $4, $5)
       on conflict (person_id, semester_id, input) do update set series_id = excluded.series_id,
         fingerprint = excluded.fingerprint, shown_at = clock_timestamp()`,
      [ctx.viewer?.userId ?? null, semester, input, series, fingerprint],
    );
  });

/** Forgets what was answered, once the series is stored. */
export const forgetShown = (em: EntityManager, series: string): Promise<unknown> =>
  em.execute('delete from shown_clash where series_id = $1', [series]);
