import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from './support/chromium.js';
import { figures } from './support/figures.js';
import { makeSemester, password } from './support/planned-semester.js';
import { printTable } from './support/print.js';
import { processorMs } from './support/processor.js';
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
 * cache and when opened again. The browser's own clock counts, from the beginning of the navigation. And how
 * long the board of a semester of 2,000 meetings takes to shade all places for one that is chosen.
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
    const { places, taken, processor } = await shadings(undo, browser, views);
    rows.push(
      [`shading of ${places} places for a meeting`, `${Math.round(Number(figures(taken)[0]))} ms`, '100 ms'],
      ['processor time of the server for it', `${processor} ms`, ''],
    );
    printTable(`The pages in a browser, medians of ${views}.`, ['what', 'measured', 'aim'], rows);
  });
}

/** Opens meetings of a Monday one after the other on the board of a large semester. */
async function shadings(
  undo: AsyncDisposableStack,
  browser: Browser,
  times: number,
): Promise<{ places: number; taken: number[]; processor: number }> {
  const { env } = await makeSemester(undo, 2_000);
  const { url, pid } = await startServer('product', { env, undo });
  const session = await sessionOf(url, { user: 'bench-admin', password });
  const page = await pageWithSession(browser, session);
  await page.goto(`${url}/timetable/board?day=1`);
  await page.locator('.board-line .piece').first().waitFor();
  // The first ones are not counted: the server has learnt nothing yet, and nothing is compiled.
  for (let at = 0; at < 3; at++) await shading(page, at);
  const taken: number[] = [];
  const before = processorMs(pid) ?? 0;
  for (let at = 3; at < times + 3; at++) taken.push(await shading(page, at));
  const processor = Math.round(((processorMs(pid) ?? 0) - before) / times);
  const places = await page.locator('.board-line > .cell').count();
  return { places, taken, processor };
}

/** Milliseconds from the click at a meeting to the frame in which every place is shaded for it. */
const shading = (page: Page, at: number): Promise<number> =>
  page.evaluate(async (nth) => {
    const frame = (): Promise<number> => new Promise((drawn) => requestAnimationFrame(drawn));
    const isShaded = (): boolean => document.querySelector('.cell[data-shade][data-cell]') !== null;
    document.querySelector<HTMLElement>('.piece[aria-pressed=true]')?.click();
    while (isShaded()) await frame();
    const begin = performance.now();
    document.querySelectorAll<HTMLElement>('.board-line .piece')[nth].click();
    while (!isShaded()) await frame();
    return performance.now() - begin;
  }, at);

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
