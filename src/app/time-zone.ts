import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '../data/app.js';
import { otherProcesses } from '../data/data.queries.js';
import { named, workOf } from '../data/transaction.js';
import { changeSharedValue, keptValue, sharedValue } from '../services/system/shared-values.js';
import { ConfigError, type Config } from './config.js';

/** Key under which the database keeps the time zone of the institution. */
const zoneKey = 'time_zone';

/**
 * The time zone of the institution, the same for all servers and workers on the database. The first one that
 * names any decides.
 * @throws ConfigError when TIME_ZONE is set to another one
 */
export async function timeZoneOf(
  em: EntityManager,
  { TIME_ZONE, namesTimeZone }: Pick<Config, 'TIME_ZONE' | 'namesTimeZone'>,
): Promise<string> {
  const kept = await named(em, workOf('zone of the institution'), (tx) =>
    namesTimeZone ? sharedValue(tx, zoneKey, () => TIME_ZONE) : keptValue(tx, zoneKey),
  );
  if (namesTimeZone && TIME_ZONE !== kept) throw otherZone(TIME_ZONE, kept!);
  return kept ?? TIME_ZONE;
}

/** Makes `zone` the time zone of the institution. @throws Error while a server or worker runs by another */
export async function changeTimeZone({ orm, bus }: App, zone: string): Promise<void> {
  await named(orm.em.fork() as EntityManager, workOf('change of the zone of the institution'), async (tx) => {
    const [{ count }] = await otherProcesses(tx, bus.process);
    if (count > 0) throw stillRunning(count);
    await changeSharedValue(tx, zoneKey, zone);
  });
}

const otherZone = (zone: string, kept: string): ConfigError =>
  new ConfigError([
    `TIME_ZONE "${zone}": the servers on this database tell times by ${kept}, so each would show others. ` +
      'Maybe leave it out, or give all of them the same one; to change it for all, stop every server and ' +
      `worker and run the command change-time-zone ${zone}.`,
  ]);

const stillRunning = (count: number): Error =>
  new Error(
    `${count} ${count === 1 ? 'server or worker runs' : 'servers and workers run'} on this database, and ` +
      'would go on with the time zone from before. Maybe stop all of them, and then change it.',
  );
