import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../data/context.js';
import type { CrudService } from '../data/crud.js';
import type { Task } from '../data/tasks/task.js';
import { takeoverOf } from '../data/tasks/task.queries.js';
import type { Row } from '../schema/rows.js';
import { crudResolver } from './crud.js';

/** The resolver of a kind of task: its lists, and what every task tells in words. */
export function taskResolver<T extends Task, I extends object>(service: CrudService<T, I>, failure: string) {
  @Resolver(() => service.entity)
  class TaskResolver extends crudResolver(service) {
    @FieldResolver(() => String, {
      nullable: true,
      description:
        'What to know of a task that goes on although a worker of it is gone, in the language of the caller.',
    })
    takeover(@Ctx() ctx: Context, @Root() task: Row<Task>): string | null {
      return takeoverOf(task)?.[ctx.language] ?? null;
    }

    @FieldResolver(() => String, {
      nullable: true,
      description: `${failure}, in the language of the caller.`,
    })
    failure(@Ctx() ctx: Context, @Root() { failureZh, failureEn }: Row<Task>): string | null {
      return ctx.language === 'zh' ? failureZh : failureEn;
    }
  }
  return TaskResolver;
}
