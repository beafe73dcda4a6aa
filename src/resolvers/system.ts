import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { Initialisation, RuntimeInfo, Site, SystemInfo } from '../entities/system.js';
import type { Context } from '../data/context.js';
import * as service from '../services/system/initialisation.js';
import { InitialisationInput } from '../services/system/initialisation.js';
import { runtimeInfo } from '../services/system/runtime-info.js';
import { site } from '../services/system/site.js';
import { systemInfo } from '../services/system/system-info.js';

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
