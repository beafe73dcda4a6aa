import type { Ref } from '@mikro-orm/core';
import { Index } from '@mikro-orm/decorators/legacy';
import { Int, ObjectType } from 'type-graphql';
import { AnswerState, AssistantEventKind } from '../schema/enums.js';
import { ChangeKind } from '../schema/timetables.js';
import { own } from '../data/callers.js';
import { StoredEntity } from '../data/columns.js';
import {
  belongsTo,
  choice,
  document,
  instant,
  integer,
  longText,
  naming,
  stored,
  text,
  uniqueTogether,
} from '../data/decorators.js';
import { User } from './accounts.js';
import { Change } from './scheduling/changes.js';
import { Timetable } from './scheduling/timetables.js';
import { shown } from '../schema/shown.js';

/** What somebody says to the assistant is that person's alone, whoever asks. */
const ownRows = { rows: { SIGNED_IN: own('person', 'userId') } };

/** Greatest length of the title of a conversation, in characters. */
export const titleMax = 64;

@Index({
  name: 'conversation_answered',
  expression:
    'create index "conversation_answered" on "conversation" ("heartbeat_at") where "answer_state" <> ' +
    "'NONE'",
})
@stored('对话', 'conversation', 'What a person and the assistant say to each other.', ownRows)
export class Conversation extends StoredEntity {
  @belongsTo(() => User, '用户', 'Person', { onDelete: 'cascade', hidden: true })
  person: Ref<User>;

  @text('对话标题', 'Title', {
    max: titleMax,
    about: 'As it was renamed, or the beginning of its first message.',
  })
  title: string;

  @instant('最后活动时间', 'Last activity at', { sorted: 'plain' })
  lastActivityAt: Date;

  @instant('网页端最近使用时间', 'Last gone on in over the channel', { nullable: true, hidden: true })
  channelAt: Date | null;

  @integer('最后事件序号', 'Last sequence', {
    min: 0,
    initial: 0,
    about: 'Sequence of its newest event.',
  })
  lastSequence: number;

  @integer('消息数', 'Messages', { min: 0, initial: 0, about: 'Messages of the person.' })
  messageCount: number;

  @choice('回答状态', 'State of the answer', AnswerState, { initial: AnswerState.NONE })
  answerState: AnswerState;

  @integer('围栏令牌', 'Fencing token, increased by every claim', { initial: 0, hidden: true })
  fence: number;

  @instant('心跳', 'Last sign of life of the answer', { nullable: true, hidden: true })
  heartbeatAt: Date | null;
}

@uniqueTogether('conversation', 'sequence')
@Index({
  name: 'assistant_event_key_unique',
  expression:
    'create unique index "assistant_event_key_unique" on "assistant_event" ("person_id", "key") where ' +
    '"key" is not null',
})
@stored('助手事件', 'assistant event', 'Something that was said or done in a conversation.', ownRows)
export class AssistantEvent extends StoredEntity {
  @belongsTo(() => User, '用户', 'Person', { onDelete: 'cascade', hidden: true })
  person: Ref<User>;

  @belongsTo(() => Conversation, '对话', 'Conversation', { onDelete: 'cascade' })
  conversation: Ref<Conversation>;

  @integer('序号', 'Sequence', { min: 1, about: 'Ascends within the conversation, without gaps.' })
  sequence: number;

  @choice('事件种类', 'Kind', AssistantEventKind)
  kind: AssistantEventKind;

  @text('键', 'Key under which the message was sent', { max: 255, nullable: true, hidden: true })
  key: string | null;

  @document('内容', 'What was said or done', { short: true })
  data: unknown;
}

@stored(
  '变更计划',
  'change plan',
  'A change that was checked and that its person may apply: nothing else than what it shows is applied.',
  ownRows,
)
export class ChangePlan extends StoredEntity {
  @belongsTo(() => User, '用户', 'Person', { onDelete: 'cascade', hidden: true })
  person: Ref<User>;

  @belongsTo(() => Conversation, '对话', 'Conversation', { onDelete: 'cascade' })
  conversation: Ref<Conversation>;

  @belongsTo(() => Timetable, '课表', 'Timetable', { onDelete: 'cascade' })
  timetable: Ref<Timetable>;

  @choice('变更种类', 'Kind of change', ChangeKind)
  kind: ChangeKind;

  @integer('依据的变更号', 'Number', {
    min: 0,
    about: 'Number of the newest change of the semester when it was checked.',
  })
  number: number;

  @text('校验值', 'Fingerprint', { max: 64, hidden: true })
  fingerprint: string;

  @longText('原话', 'Words', { about: 'What the person said.' })
  words: string;

  @document('明细', 'Items of the change', { short: true })
  items: unknown;

  @document('结果', 'What the change would do', { short: true })
  outcome: unknown;

  @instant('到期时间', 'Expires at', { about: 'Until then it can be applied.' })
  expiresAt: Date;

  @instant('应用时间', 'Applied at', { nullable: true, about: 'When it was applied; null if it was not.' })
  appliedAt: Date | null;

  @belongsTo(() => Change, '课表变更', 'Change', {
    nullable: true,
    onDelete: 'set null',
    about: 'The change that it became; null before.',
  })
  change: Ref<Change> | null;
}

@ObjectType({ description: 'One possible answer to a question of the assistant.' })
export class AssistantOption {
  @shown(() => String, 'What it means, in the language of the caller.')
  label: string;

  @shown(() => String, 'The text to send in order to choose it.')
  text: string;
}

@ObjectType({ description: 'A message to the assistant that was taken.' })
export class SentMessage {
  @naming(() => Conversation, 'The conversation.')
  conversation: string;

  @shown(() => Int, 'Its sequence in the conversation: follow `assistantChat` after it to read the answer.')
  sequence: number;
}

@ObjectType({ description: 'What came of the wish to apply a plan.' })
export class PlanApplication {
  plan: string;

  @shown(
    () => Boolean,
    'Whether it was applied. If not, the timetable has changed since, and `plan` is the same wish ' +
      'checked again.',
  )
  isApplied: boolean;
}
