import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '../../../data/app.js';
import { systemContext } from '../../../data/context.js';
import { json } from '../../../data/statements.js';
import { transaction } from '../../../data/transaction.js';
import { clockIn } from '../../../schema/clock.js';
import type { Text } from '../../../schema/texts.js';
import { letter, queueMail } from '../../system/mail.js';
import { dueForMail, takeForMail, takeTurn, type DueForMail } from './digests.queries.js';
import { noticedItems, noticedRequests, type NoticedItem } from './notices.queries.js';
import { decisionInWords, isSameTold, noticedInWords } from './wording.js';

/** Lines of changes in a mail; the list of notices has all. */
const linesMax = 20;

/**
 * Mails what people have not read since their last mail: to each at most one a day, from an hour on, and to
 * so many a minute by all processes together.
 */
export async function mailDigests(app: App): Promise<void> {
  const { TIME_ZONE, NOTICE_MAILS_PER_MINUTE, NOTICE_MAILS_FROM_HOUR } = app.config;
  const [date, time] = clockIn(TIME_ZONE).split(' ');
  if (Number.parseInt(time) < NOTICE_MAILS_FROM_HOUR) return;
  await transaction(systemContext(app, 'mails of notices'), async (em) => {
    const [{ isMine }] = await takeTurn(em);
    if (!isMine) return;
    for (const person of await dueForMail(em, date, NOTICE_MAILS_PER_MINUTE))
      await mailTo(app, em, person, date);
  });
}

async function mailTo(
  app: App,
  em: EntityManager,
  { user, name, email, language }: DueForMail,
  today: string,
): Promise<void> {
  const taken = await takeForMail(em, user, today);
  const lines = summed(await noticedItems(em, json(taken.map(({ id }) => id)))).map(
    (item) => noticedInWords(item)[language],
  );
  const requests = taken.flatMap(({ request }) => request ?? []);
  const decisions = (await noticedRequests(em, json(requests))).map(
    (each) => decisionInWords(each)[language],
  );
  if (lines.length + decisions.length === 0) return;
  const notes = new Set(taken.flatMap(({ publicNote }) => publicNote ?? []));
  const { subject, first, last } = wordsFor(lines.length);
  const rest = lines.length > linesMax ? [last[language]] : [];
  const paragraphs = [
    ...(lines.length > 0 ? [first[language]] : []),
    ...lines.slice(0, linesMax),
    ...rest,
    ...notes,
    ...decisions,
  ];
  const body = letter(name, paragraphs, language);
  await queueMail(app, em, { recipient: email, subject: subject[language], body });
}

const wordsFor = (changes: number): Readonly<Record<'subject' | 'first' | 'last', Text>> => ({
  subject: changes
    ? { zh: `课表变更：${changes} 处`, en: `Changes of your timetable: ${changes}` }
    : { zh: '单次变更申请已有答复', en: 'Your request for a single date was answered' },
  first: { zh: '您的课表有以下变化：', en: 'Your timetable has changed:' },
  last: { zh: `……共 ${changes} 处，登录后可查看全部。`, en: `… ${changes} in all; sign in to see them.` },
});

/** What became of each meeting, and of each on a date, in the end; nothing of what is as it was. */
function summed(items: readonly NoticedItem[]): NoticedItem[] {
  const byMeeting = new Map<string, NoticedItem>();
  for (const item of items) {
    const key = `${item.meeting} ${item.week}`;
    const { before, names } = byMeeting.get(key) ?? item;
    byMeeting.set(key, { ...item, before, names: { ...names, ...item.names } });
  }
  return [...byMeeting.values()].filter(({ before, after }) => !isSameTold(before, after));
}
