import { ObjectType } from 'type-graphql';
import { TaskStatus } from '../../schema/enums.js';
import { StoredEntity } from '../columns.js';
import { choice, decimal, instant, integer, longText } from '../decorators.js';

/** The columns of every kind of task: its state, and the claim of its worker. */
@ObjectType({ description: 'What every task has.' })
export abstract class Task extends StoredEntity {
  @choice('任务状态', 'Status', TaskStatus, { initial: TaskStatus.QUEUED })
  status: TaskStatus;

  @decimal('进度', 'Progress', {
    initial: 0,
    min: 0,
    max: 1,
    places: 4,
    about: 'Completed share of the work, 0 to 1.',
  })
  progress: number;

  @integer('进度序号', 'Progress sequence', { initial: 0, about: 'Increases with every progress report.' })
  sequence: number;

  @longText('中文失败原因', 'Failure in Chinese', { nullable: true, hidden: true })
  failureZh: string | null;

  @longText('英文失败原因', 'Failure in English', { nullable: true, hidden: true })
  failureEn: string | null;

  @instant('开始时间', 'Started at', { nullable: true })
  startedAt: Date | null;

  @instant('结束时间', 'Finished at', { nullable: true, sorted: 'plain' })
  finishedAt: Date | null;

  @instant('取消请求', 'Cancellation requested at', { nullable: true })
  cancelRequestedAt: Date | null;

  @instant('心跳', 'Last heartbeat of the worker', { nullable: true, hidden: true })
  heartbeatAt: Date | null;

  @integer('处理进程', 'Number of the process of the worker', { nullable: true, hidden: true })
  worker: number | null;

  @integer('围栏令牌', 'Fencing token, increased by every claim', { initial: 0, hidden: true })
  fence: number;

  @integer('崩溃次数', 'Number of crashes of its worker or threads', { initial: 0, hidden: true })
  crashes: number;
}
