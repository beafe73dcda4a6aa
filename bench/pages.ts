import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { startChromium } from './support/chromium.js';
import { printTable } from './support/print.js';
import { startServer } from './support/servers.js';
import { pageWithSession, sessionOf } from './support/timetable-page.js';
import { withUndo } from './support/undo.js';
import { makeUniversity } from './support/university.js';

interface View {
  /** Milliseconds from the beginning of the navigation to the first meeting that is drawn. */
  readonly shownMs: number;
  /** Bytes of scripts and styles as they travelled. */
  readonly bytes: number;
}

/**
 * `npm run bench pages -- [--views 20]`: the first week that somebody sees, in a real browser, from an empty
 * cache and when opened again. The browser's own clock counts, from the beginning of the navigation.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { views: { type: 'string', default: '20' } } });
  const views = Number(values.views);
  await withUndo(async (undo) => {
    const university = await makeUniversity(undo);
    const { url } = await startServer('product', { env: university.env, undo });
    const browser = await startChromium(undo);
    const rows: string[][] = [];
    for (const user of ['demo-student', 'demo-teacher']) {
      const session = await sessionOf(url, university.account(user));
      const [first, again]: [View[], View[]] = [[], []];
      for (let at = 0; at < views; at++) {
        const [cold, warm] = await twoViews(browser, url, session);
        first.push(cold);
        again.push(warm);
      }
      rows.push(
        [`first week of ${user}, empty cache`, `${medianOf(first)} ms`, '1000 ms'],
        [`the same, opened again`, `${medianOf(again)} ms`, ''],
        [`scripts and styles of it`, `${Math.round(first[0].bytes / 1000)} kB`, '200 kB'],
      );
    }
    printTable(`The week in a browser, medians of ${views}.`, ['what', 'measured', 'aim'], rows);
  });
}

async function twoViews(browser: Browser, url: string, session: string): Promise<[View, View]> {
  const page = await pageWithSession(browser, session);
  const view = async (): Promise<View> => {
    await page.goto(`${url}/timetable/week`);
    await page.locator('.meeting').first().waitFor();
    return page.evaluate(async () => {
      // The frame after this one has drawn what is here.
      await new Promise((drawn) => requestAnimationFrame(drawn));
      const shownMs = performance.now();
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const assets = files.filter(({ name }) => name.includes('/assets/'));
      return { shownMs, bytes: assets.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) };
    });
  };
  const seen: [View, View] = [await view(), await view()];
  await page.context().close();
  return seen;
}

function medianOf(views: readonly View[]): number {
  const sorted = views.map(({ shownMs }) => shownMs).sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)]);
}
