import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { OutgoingMail } from '../../entities/system.js';
import { asHtml, type Language } from '../../schema/texts.js';
import type { App } from '../../data/app.js';
import { statementsIn } from '../../data/transaction.js';
import { attemptsMax, type ClaimedMail, claimMail, mailCounts } from './system.queries.js';

/** A mail to one person. */
interface Mail {
  readonly recipient: string;
  readonly subject: string;
  /** HTML. */
  readonly body: string;
}

/** A paragraph of a mail: a text, or a link that is shown as it is. */
type Paragraph = string | { readonly link: string };

/** The HTML of a mail: who it is for, and its paragraphs. */
export const letter = (name: string, paragraphs: readonly Paragraph[], language: Language = 'zh'): string =>
  [{ zh: `${name}，您好：`, en: `Dear ${name},` }[language], ...paragraphs]
    .map((each) => `<p>${htmlOf(each)}</p>\n`)
    .join('');

function htmlOf(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return asHtml(paragraph);
  const link = asHtml(paragraph.link);
  return `<a href="${link}">${link}</a>`;
}
const waitMsMin = 5_000;
const waitMsMax = 60 * 60_000;

/** Maximum number of mails per sweep. */
const sweepMax = 100;

/** Timeout for the mail server, in milliseconds. */
const serverTimeoutMs = 20_000;

/** Milliseconds to wait after the given number of failed attempts; doubled each time. */
export const waitMsAfter = (attempts: number): number => Math.min(waitMsMin * 2 ** (attempts - 1), waitMsMax);

/** Adds a mail to the outbox in the caller's transaction: it is sent if and only if that commits. */
export async function queueMail({ jobs }: App, em: EntityManager, mail: Mail): Promise<void> {
  const record = em.create(OutgoingMail, {
    ...mail,
    attempts: 0,
    nextAttemptAt: new Date(),
    sentAt: null,
    failure: null,
  });
  await em.flush();
  await jobs.send('mail', record.id, statementsIn(em));
}

/** How many mails are in each state of `mailCounts`. */
export const countMails = async ({ orm }: App): Promise<Readonly<Record<string, number>>> =>
  (await mailCounts(orm.em.fork() as EntityManager))[0];

/** Milliseconds for which a mail belongs to who sends it: longer than a slow mail server takes. */
const claimMs = 5 * 60_000;

/**
 * Sends a mail of the outbox if it is still unsent and due; if that fails, it is retried later. Of several
 * workers one sends it.
 * @returns false when the mail server did not answer, so that others would wait for it as well
 */
export async function deliverMail(app: App, mailId: string): Promise<boolean> {
  const em = app.orm.em.fork() as EntityManager;
  const now = Date.now();
  const [mail] = await claimMail(em, mailId, new Date(now), new Date(now + claimMs));
  if (!mail) return true;
  const { id, attempts } = mail;
  const record = (values: Partial<OutgoingMail>): Promise<number> =>
    em.nativeUpdate(OutgoingMail, { id, attempts }, values);
  try {
    await post(app, mail);
  } catch (error) {
    const failure = reasonOf(error);
    await record({ failure, nextAttemptAt: new Date(Date.now() + waitMsAfter(attempts)) });
    const details = { mailId, attempts, reason: failure };
    if (attempts < attemptsMax) app.log.warn(details, 'a mail could not be sent and is tried again later');
    else app.log.error(details, 'a mail could not be sent and is given up');
    return (error as { responseCode?: number }).responseCode !== undefined;
  }
  // The body may contain a link that grants access.
  await record({ sentAt: new Date(), failure: null, body: '' });
  return true;
}

/**
 * Sends the mails that are due, until one of them gets no answer from the mail server. Workers call it
 * periodically.
 */
export async function deliverDueMails(app: App): Promise<void> {
  const due = await app.orm.em
    .fork()
    .find(
      OutgoingMail,
      { sentAt: null, nextAttemptAt: { $lte: new Date() }, attempts: { $lt: attemptsMax } },
      { fields: ['id'], orderBy: { nextAttemptAt: 'asc' }, limit: sweepMax },
    );
  for (const { id } of due) if (!(await deliverMail(app, id))) return;
}

function post(app: App, mail: ClaimedMail): Promise<unknown> {
  const { SMTP_URL, MAIL_FROM } = app.config;
  const message: SendMailOptions = {
    from: MAIL_FROM,
    to: mail.recipient,
    subject: mail.subject,
    html: mail.body,
    // The same for every attempt, so that mail servers can detect duplicates after an unreported success.
    messageId: `<${mail.id}@${MAIL_FROM.replace(/^.*@|>.*$/g, '') || 'localhost'}>`,
  };
  return SMTP_URL ? sendBySmtp(SMTP_URL, message) : writeToFolder(app, mail, message);
}

async function sendBySmtp(url: string, message: SendMailOptions): Promise<void> {
  const transport = createTransport({
    url,
    connectionTimeout: serverTimeoutMs,
    greetingTimeout: serverTimeoutMs,
    socketTimeout: serverTimeoutMs,
  });
  try {
    await transport.sendMail(message);
  } finally {
    transport.close();
  }
}

/** Without a mail server: writes the mail to a file for the operator, and a line to the log. */
async function writeToFolder(
  app: App,
  { id, subject, recipient }: ClaimedMail,
  message: SendMailOptions,
): Promise<void> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const { message: content } = await transport.sendMail(message);
  const folder = path.join(app.dataDir, 'outbox');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = path.join(folder, `.${id}`);
  writeFileSync(draft, content as Buffer, { mode: 0o600 });
  renameSync(draft, path.join(folder, `${id}.eml`));
  app.log.info(
    { file: `outbox/${id}.eml`, subject, recipient, link: '[redacted]' },
    'there is no mail server (SMTP_URL), so the mail was written to the data folder',
  );
}

/** The reason of a failure, without the server's reply, which may quote the message. */
function reasonOf(error: unknown): string {
  const { code, responseCode, syscall } = error as { code?: string; responseCode?: number; syscall?: string };
  return [code, responseCode, syscall].filter((part) => part !== undefined).join(' ') || 'unknown';
}
