import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { OutgoingMail } from '../../entities/system.js';
import type { App } from '../../data/app.js';
import { statementsIn } from '../../data/transaction.js';

/** A mail to one person. */
export interface Mail {
  readonly recipient: string;
  readonly subject: string;
  /** HTML. */
  readonly body: string;
}

/** How often a mail is tried; with the waits below that is a good day. */
export const attemptsMax = 40;
const waitMsMin = 5_000;
const waitMsMax = 60 * 60_000;

/** How many waiting mails one sweep looks at. */
const sweepMax = 100;

/** Longest silence of a mail server, in milliseconds. */
const serverSilenceMs = 20_000;

/** Milliseconds to wait after the given number of failed attempts: twice as long each time. */
export const waitMsAfter = (attempts: number): number => Math.min(waitMsMin * 2 ** (attempts - 1), waitMsMax);

/** Puts a mail into the outbox inside the caller's transaction: it is sent if and only if that commits. */
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

/**
 * Sends a mail of the outbox, if it still waits and is due; when that fails it is tried later. The record
 * stays locked meanwhile, so that of several workers one sends it.
 */
export async function deliverMail(app: App, mailId: string): Promise<void> {
  await app.orm.em.fork().transactional(async (em) => {
    const mail = await em.findOne(
      OutgoingMail,
      { id: mailId, sentAt: null, nextAttemptAt: { $lte: new Date() }, attempts: { $lt: attemptsMax } },
      { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
    );
    if (!mail) return;
    mail.attempts += 1;
    try {
      await post(app, mail);
      mail.sentAt = new Date();
      mail.failure = null;
      // The body may hold a link that lets somebody in.
      mail.body = '';
    } catch (error) {
      const reason = reasonOf(error);
      mail.failure = reason;
      mail.nextAttemptAt = new Date(Date.now() + waitMsAfter(mail.attempts));
      const given = { mailId, attempts: mail.attempts, reason };
      if (mail.attempts < attemptsMax)
        app.log.warn(given, 'a mail could not be sent and is tried again later');
      else app.log.error(given, 'a mail could not be sent and is given up');
    }
  });
}

/** Sends every mail whose time has come. Workers call it now and then. */
export async function deliverDueMails(app: App): Promise<void> {
  const due = await app.orm.em
    .fork()
    .find(
      OutgoingMail,
      { sentAt: null, nextAttemptAt: { $lte: new Date() }, attempts: { $lt: attemptsMax } },
      { fields: ['id'], orderBy: { nextAttemptAt: 'asc' }, limit: sweepMax },
    );
  for (const { id } of due) await deliverMail(app, id);
}

function post(app: App, mail: OutgoingMail): Promise<unknown> {
  const { SMTP_URL, MAIL_FROM } = app.config;
  const message: SendMailOptions = {
    from: MAIL_FROM,
    to: mail.recipient,
    subject: mail.subject,
    html: mail.body,
    // The same for every attempt, so that a mail that was sent although we did not hear of it is known as the
    // same.
    messageId: `<${mail.id}@${MAIL_FROM.replace(/^.*@|>.*$/g, '') || 'localhost'}>`,
  };
  return SMTP_URL ? sendBySmtp(SMTP_URL, message) : writeToFolder(app, mail, message);
}

async function sendBySmtp(url: string, message: SendMailOptions): Promise<void> {
  const transport = createTransport({
    url,
    connectionTimeout: serverSilenceMs,
    greetingTimeout: serverSilenceMs,
    socketTimeout: serverSilenceMs,
  });
  try {
    await transport.sendMail(message);
  } finally {
    transport.close();
  }
}

/** Without a mail server: the mail as a file for whoever runs the installation, and a line in the log. */
async function writeToFolder(
  app: App,
  { id, subject, recipient }: OutgoingMail,
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

/** Why sending failed, without what the server repeated of the message. */
function reasonOf(error: unknown): string {
  const { code, responseCode, syscall } = error as { code?: string; responseCode?: number; syscall?: string };
  return [code, responseCode, syscall].filter((part) => part !== undefined).join(' ') || 'unknown';
}
