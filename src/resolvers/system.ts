import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Initialisation, LoggedRequest, RuntimeInfo, Site, SystemInfo } from '../entities/system.js';
import { errorKinds, type ErrorCode } from '../schema/errors.js';
import type { Row } from '../schema/rows.js';
import { Instant } from '../schema/scalars.js';
import type { Context } from '../data/context.js';
import * as service from '../services/system/initialisation.js';
import { InitialisationInput } from '../services/system/initialisation.js';
import { loggedRequests } from '../services/system/logged-requests.js';
import { runtimeInfo } from '../services/system/runtime-info.js';
import { site } from '../services/system/site.js';
import { systemInfo } from '../services/system/system-info.js';
import { crudResolver } from './crud.js';

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

  @Query(() => SystemInfo, { description: 'Hardware and operating system that the server runs on.' })
  systemInfo(@Ctx() ctx: Context): Promise<SystemInfo> {
    return systemInfo(ctx);
  }

  @Query(() => RuntimeInfo, { description: 'Memory, properties and threads of the running process.' })
  runtimeInfo(@Ctx() ctx: Context): RuntimeInfo {
    return runtimeInfo(ctx);
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
