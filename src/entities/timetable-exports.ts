import type { Ref } from '@mikro-orm/core';
import { all, own } from '../data/callers.js';
import { belongsTo, choice, document, integer, stored, text } from '../data/decorators.js';
import { Task } from '../data/tasks/task.js';
import { TimetableFileFormat } from '../schema/timetables.js';
import { User } from './accounts.js';

@stored('课表导出', 'timetable export', 'A file of timetables that is made after the request.', {
  rows: { ADMINISTRATOR: all, SIGNED_IN: own('requestedBy', 'userId') },
})
export class TimetableExport extends Task {
  @choice('文件格式', 'Format', TimetableFileFormat)
  format: TimetableFileFormat;

  @document('内容', 'What is in it', { short: true })
  input: object;

  @integer('页数', 'Pages', { initial: 0, about: 'Timetables that were looked at so far.' })
  pagesRead: number;

  @text('下载地址', 'Path of the file', {
    ...{ max: 128, nullable: true },
    about: 'Path on this server of the file, for a day: with an access token of whoever asked for it.',
  })
  path: string | null;

  @belongsTo(() => User, '发起人', 'Requested by', { nullable: true, onDelete: 'set null' })
  requestedBy: Ref<User> | null;
}
