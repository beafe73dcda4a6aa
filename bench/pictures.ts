import path from 'node:path';
import type { Page } from 'playwright-core';
import { projectRoot } from '../src/database/project-root.js';
import { startChromium } from './support/chromium.js';
import { startServer } from './support/servers.js';
import { pageWithSession, sessionOf } from './support/timetable-page.js';
import { withUndo } from './support/undo.js';
import { makeUniversity } from './support/university.js';

interface Picture {
  readonly file: string;
  readonly user: string;
  readonly address: string;
  /** Waits until what the picture is of is there. */
  readonly ready: (page: Page) => Promise<unknown>;
}

/** The pictures of the README, in the university of the demo. */
const pictures: readonly Picture[] = [
  {
    file: 'week.png',
    user: 'demo-student',
    address: '/timetable/week?date=2026-09-14',
    ready: (page) => page.locator('.meeting').first().waitFor(),
  },
  {
    file: 'board.png',
    user: 'demo-admin',
    address: '/timetable/board?day=1',
    ready: async (page) => {
      await page.locator('.board-line .piece').nth(4).click();
      await page.locator('.board-grid[data-shaded=true]').waitFor();
      await page.locator('.panel .ranked li').first().waitFor();
    },
  },
];

/** `npm run pictures`: makes the pictures of the README anew, below docs/pictures. */
export async function run(): Promise<void> {
  await withUndo(async (undo) => {
    const university = await makeUniversity(undo);
    const { url } = await startServer('product', { env: university.env, undo });
    const browser = await startChromium(undo);
    for (const { file, user, address, ready } of pictures) {
      const session = await sessionOf(url, university.account(user));
      const page = await pageWithSession(browser, session, {
        viewport: { width: 1280, height: 850 },
        colorScheme: 'light',
      });
      await page.goto(url + address);
      await ready(page);
      const target = path.join(projectRoot, 'docs/pictures', file);
      await page.screenshot({ path: target });
      console.log(target);
    }
  });
}
