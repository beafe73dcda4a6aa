import { siteTexts, SystemValue, type Site } from '../../entities/system.js';
import { everybody } from '../../data/callers.js';
import { authorize, declareRights } from '../../data/access.js';
import { systemContext, type Context } from '../../data/context.js';

declareRights({ site: everybody });

/** The texts of the site; null for those that are not set. */
export async function site(ctx: Context): Promise<Site> {
  authorize(ctx, 'site');
  const keys = Object.values(siteTexts).map(([key]) => key);
  const { rows } = systemContext(ctx.app, 'texts of the site');
  const values = await rows.find(SystemValue, { key: { $in: keys } });
  const byKey = new Map(values.map(({ key, value }) => [key, value]));
  return Object.fromEntries(Object.entries(siteTexts).map(([name, [key]]) => [name, byKey.get(key) ?? null]));
}
