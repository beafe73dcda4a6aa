import { Arg, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { AuditLine } from '../entities/audit.js';
import { RecordKind } from '../entities/record-kinds.js';
import { Initialisation, LoggedRequest, RuntimeInfo, Site, SystemInfo } from '../entities/system.js';
import { errorKinds, type ErrorCode } from '../schema/errors.js';
import type { Row } from '../schema/rows.js';
import type { Context } from '../data/context.js';
import { connectionOf, type Connection } from '../schema/connections.js';
import { pageSizeMax } from '../schema/pages.js';
import { Id, Instant } from '../schema/scalars.js';
import { auditLog } from '../services/system/audit-log.js';
import * as service from '../services/accounts/initialisation.js';
import { InitialisationInput } from '../services/accounts/initialisation.js';
import { loggedRequests } from '../services/system/logged-requests.js';
import { recordKinds } from '../services/records/record-kinds.js';
import { runtimeInfo } from '../services/system/runtime-info.js';
import { site } from '../services/system/site.js';
import { systemInfo } from '../services/system/system-info.js';
import { crudResolver } from './crud.js';

// Made before the schema is, which only takes in types that exist by then.
const AuditConnection = connectionOf(AuditLine);

@Resolver()
export class SystemResolver {
  @Query(() => Initialisation, { description: 'State of the installation.' })
  initialisation(@Ctx() ctx: Context): Promise<Initialisation> {
    return service.initialisation(ctx);
  }

  @Mutation(() => Boolean, { description: 'Creates the first administrator; works once.' })
  initialise(
    @Ctx() ctx: Context,
    @Arg('input', () => InitialisationInput, { description: 'The account of the administrator.' })
    input: InitialisationInput,
  ): Promise<boolean> {
    return service.initialise(ctx, input);
  }

  @Query(() => Site, { description: 'The texts of the site, for titles and footers.' })
  site(@Ctx() ctx: Context): Promise<Site> {
    return site(ctx);
  }

  @Query(() => [RecordKind], {
    description: 'The kinds of records of the institution that you may list, with what their forms ask for.',
  })
  recordKinds(@Ctx() ctx: Context): RecordKind[] {
    return recordKinds(ctx);
  }

  @Query(() => SystemInfo, { description: 'Hardware and operating system that the server runs on.' })
  systemInfo(@Ctx() ctx: Context): Promise<SystemInfo> {
    return systemInfo(ctx);
  }

  @Query(() => RuntimeInfo, { description: 'Memory, properties and threads of the running process.' })
  runtimeInfo(@Ctx() ctx: Context): RuntimeInfo {
    return runtimeInfo(ctx);
  }

  @Query(() => AuditConnection, {
    description: 'What was done to records, by whom and when, newest first.',
  })
  auditLog(
    @Ctx() ctx: Context,
    @Arg('record', () => Id, { nullable: true, description: 'Only what was done to this record.' })
    record: string | null,
    @Arg('person', () => Id, { nullable: true, description: 'Only what was done with this account.' })
    person: string | null,
    @Arg('task', () => Id, { nullable: true, description: 'Only what was done by this task.' })
    task: string | null,
    @Arg('from', () => Instant, { nullable: true, description: 'Only what began at this instant or later.' })
    from: Date | null,
    @Arg('to', () => Instant, { nullable: true, description: 'Only what began before this instant.' })
    to: Date | null,
    @Arg('first', () => Int, {
      nullable: true,
      description: `Number of lines, 1 to ${pageSizeMax}; 20 if left out.`,
    })
    first: number | null,
    @Arg('after', () => String, { nullable: true, description: 'Only lines after the one with this cursor.' })
    after: string | null,
  ): Promise<Connection<AuditLine>> {
    return auditLog(ctx, { record, person, task, from, to }, { first, after });
  }
}

@Resolver(() => LoggedRequest)
export class LoggedRequestResolver extends crudResolver(loggedRequests) {
  @FieldResolver(() => Instant, { description: 'When the answer ended.' })
  answeredAt(@Root() { requestedAt, durationMs }: Row<LoggedRequest>): Date {
    return new Date(requestedAt.getTime() + durationMs);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The kind of the failure, in the language of the caller; none of a success.',
  })
  failureText(@Ctx() { language }: Context, @Root() { failure }: Row<LoggedRequest>): string | null {
    return failure && (errorKinds[failure as ErrorCode]?.text[language] ?? failure);
  }
}
