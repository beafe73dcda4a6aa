import { Float, Int, ObjectType } from 'type-graphql';
import { GraphQLJSONObject } from 'graphql-scalars';
import type { Ref } from '@mikro-orm/core';
import { Index } from '@mikro-orm/decorators/legacy';
import { all, nobody } from '../data/callers.js';
import { StoredEntity } from '../data/columns.js';
import { belongsTo, instant, integer, longText, stored, text } from '../data/decorators.js';
import { User } from './accounts.js';
import { shown } from '../schema/shown.js';

@stored('系统参数', 'system value', 'A setting of the installation, by key.', { rows: nobody, output: false })
export class SystemValue extends StoredEntity {
  @text('键', 'Key', { max: 64, unique: true })
  key: string;

  @longText('值', 'Value', { secret: true })
  value: string;
}

@Index({
  name: 'outgoing_mail_unsent_index',
  expression:
    'create index "outgoing_mail_unsent_index" on "outgoing_mail" ("next_attempt_at") where "sent_at" is ' +
    'null',
})
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

  @instant('下次尝试', 'When it is tried next')
  nextAttemptAt: Date;

  @instant('发送时间', 'When it was sent', { nullable: true })
  sentAt: Date | null;

  @longText('错误', 'What the last attempt failed with', { nullable: true, hidden: true })
  failure: string | null;
}

@stored('请求记录', 'logged request', 'A call of /api/v1 and how it was answered, without what it carried.', {
  rows: { ADMINISTRATOR: all },
})
export class LoggedRequest extends StoredEntity {
  @belongsTo(() => User, '用户', 'User', {
    nullable: true,
    onDelete: 'set null',
    about: 'The account that called; none without a valid token.',
  })
  user: Ref<User> | null;

  @text('请求地址', 'Address', { max: 50, about: 'Network address of the caller.' })
  address: string;

  @text('客户端', 'User agent', {
    max: 500,
    about: 'The program that called, as it says; empty if it does not.',
  })
  userAgent: string;

  @text('请求方法', 'Method', { max: 10, about: 'Method of HTTP.' })
  method: string;

  @text('请求路径', 'Path', {
    max: 255,
    about: 'Path without the query; * stands for a part that could be a secret.',
  })
  path: string;

  @longText('请求参数', 'Parameters', {
    about: 'Query parameters that are numbers, flags or identifiers, as JSON text; all others are left out.',
  })
  parameters: string;

  @integer('状态码', 'Status', { about: 'Status of HTTP; 499 where the caller left before the answer.' })
  status: number;

  @text('错误类型', 'Failure', {
    max: 32,
    nullable: true,
    about: 'Code of the failure, such as NOT_FOUND; none of a success.',
  })
  failure: string | null;

  @integer('耗时', 'Duration', { min: 0, about: 'Milliseconds from the request to the end of the answer.' })
  durationMs: number;

  @instant('请求时间', 'Time of the request', { sorted: 'plain' })
  requestedAt: Date;
}

@ObjectType({ description: 'State of the installation.' })
export class Initialisation {
  @shown(() => Boolean, 'Whether the first administrator has yet to be created.')
  isAwaited: boolean;
}

/** The texts of a site: their keys in the system values, and descriptions. */
export const siteTexts = {
  name: ['web_name', 'Name of the site.'],
  title: ['web_title', 'Title of its pages.'],
  subTitle: ['web_sub_title', 'Second line of the title.'],
  description: ['web_description', 'What the site is for.'],
  keywords: ['web_keywords', 'Keywords for search engines.'],
  iconUrl: ['web_icon_url', 'Address of the icon.'],
  logoUrl: ['web_logo_url', 'Address of the logo.'],
  icpNumber: ['web_icp_number', 'Number of the ICP registration.'],
  icpLink: ['web_icp_link', 'Address of the ICP registry.'],
  securityRecord: ['web_security_record', 'Number of the registration with the police.'],
  securityRecordLink: ['web_security_record_link', 'Address of the police registry.'],
  copyrightStatus: ['web_copyright_status', 'Copyright notice.'],
  openSourceLicense: ['web_open_source_license', 'Licence of the software.'],
  contactEmail: ['web_contact_email', 'E-mail address for questions.'],
  contactPhone: ['web_contact_phone', 'Telephone number for questions.'],
  officeAddress: ['web_office_address', 'Postal address.'],
  weiboUrl: ['web_weibo_url', 'Address on Weibo.'],
  wechatOfficeAccount: ['web_wechat_official_account', 'Official account on WeChat.'],
  owner: ['web_owner', 'Who owns the site.'],
  founder: ['web_founder', 'Who founded it.'],
  launchDate: ['web_launch_date', 'Day of the launch, as text such as 2025-01-01.'],
  technologyStack: ['web_technology_stack', 'Technologies that the site is built with.'],
} as const;

@ObjectType({ description: 'The texts of the site, for titles and footers.' })
export class Site {}
for (const [name, [, description]] of Object.entries(siteTexts)) {
  shown(() => String, description, { nullable: true })(Site.prototype, name);
}

const megabytes = (about: string): PropertyDecorator =>
  shown(() => Float, `${about}, in megabytes (1024 × 1024 bytes) with two decimals.`);

@ObjectType({ description: 'Which server this is, and the hardware and operating system that it runs on.' })
export class SystemInfo {
  @shown(() => String, 'Release of the server, such as 0.1.0.')
  release: string;

  @shown(() => String, 'Model of the processor.')
  cpuName: string;

  @shown(() => Int, 'Processors that the process may use.')
  cpuCores: number;

  @shown(() => Float, 'Recent processor load, 0 to 100.')
  cpuUsage: number;

  @megabytes('Memory of the machine')
  totalMemory: number;

  @megabytes('Memory that is free')
  freeMemory: number;

  @megabytes('Heap at the start of the process')
  heapMemoryInitial: number;

  @megabytes('Heap in use')
  heapMemoryUsed: number;

  @megabytes('Maximum heap of the process')
  heapMemoryMax: number;

  @megabytes('Size of the disk that holds the data')
  totalDiskSpace: number;

  @megabytes('Free disk space that the process may use')
  freeDiskSpace: number;

  @shown(() => String, 'Operating system.')
  osName: string;

  @shown(() => String, 'Its release.')
  osVersion: string;

  @shown(() => String, 'Its architecture.')
  osArchitecture: string;
}

/** The state of a thread. */
type ThreadState = 'RUNNABLE' | 'WAITING';

@ObjectType({ description: 'A thread of the process.' })
export class ThreadInfo {
  @shown(() => String, '`main`, or the name of the worker thread.')
  name: string;

  @shown(() => String, 'RUNNABLE while it runs JavaScript, otherwise WAITING.')
  state: ThreadState;

  @shown(() => Int, 'Always 5: threads of the runtime have no priorities.')
  priority: number;

  @shown(() => Boolean, 'Whether the process may end while the thread runs: false for the main one.')
  isDaemon: boolean;

  @shown(() => [String], 'Call stack, innermost call first; empty while it waits.')
  stackTrace: string[];
}

const bytes = (about: string): PropertyDecorator => shown(() => Float, `${about}, in bytes.`);

@ObjectType({ description: 'Memory, properties and threads of the running process.' })
export class RuntimeInfo {
  @bytes('Heap that is reserved')
  totalMemory: number;

  @bytes('Heap that is in use')
  usedMemory: number;

  @bytes('Maximum heap')
  maxMemory: number;

  @bytes('Reserved heap that is free')
  freeMemory: number;

  @shown(() => GraphQLJSONObject, 'Versions, platform and flags of the runtime; values are texts.')
  systemProperties: Record<string, string>;

  @shown(() => Int, 'Threads that run JavaScript.')
  activeThreadCount: number;

  @shown(() => [ThreadInfo], 'The main thread and every worker thread.')
  threads: ThreadInfo[];
}
