import type { AddressInfo, Server } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  readonly port: number;
  /** What was accepted. */
  readonly mails: string[];
  stop(): Promise<void>;
}

/** A mail server on 127.0.0.1. @param refusesFirst how many mails it refuses before it accepts any */
export async function startMailServer(port = 0, { refusesFirst = 0 } = {}): Promise<MailServer> {
  const mails: string[] = [];
  let refusals = refusesFirst;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refusals-- > 0)
          return callback(Object.assign(new Error('busy, link https://x'), { responseCode: 451 }));
        mails.push(Buffer.concat(chunks).toString());
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve));
  return {
    port: ((smtp.server as Server).address() as AddressInfo).port,
    mails,
    stop: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}
