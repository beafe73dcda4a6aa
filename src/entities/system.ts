import { nobody } from '../data/callers.js';
import { instant, integer, longText, stored, StoredEntity, text } from '../data/columns.js';

@stored('系统参数', 'system value', 'A setting of the installation, by key.', { rows: nobody, output: false })
export class SystemValue extends StoredEntity {
  @text('键', 'Key', { max: 64, unique: true })
  key: string;

  @longText('值', 'Value')
  value: string;
}

@stored('待发邮件', 'outgoing mail', 'A mail that waits to be sent, or was sent.', {
  rows: nobody,
  output: false,
})
export class OutgoingMail extends StoredEntity {
  @text('收件人', 'Recipient', { max: 255, hidden: true })
  recipient: string;

  @text('主题', 'Subject', { max: 255 })
  subject: string;

  @longText('正文', 'HTML body', { hidden: true })
  body: string;

  @integer('尝试次数', 'Attempts made', { initial: 0 })
  attempts: number;

  @instant('下次尝试', 'When it is tried next', { index: true })
  nextAttemptAt: Date;

  @instant('发送时间', 'When it was sent', { nullable: true })
  sentAt: Date | null;

  @longText('错误', 'What the last attempt failed with', { nullable: true, hidden: true })
  failure: string | null;
}
