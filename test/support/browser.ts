import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { browserProgram, chromiumFlags } from '../../bench/support/chromium.js';
import { countDescendants } from '../../scripts/processor-time.mjs';

/** A browser with a profile of its own, which remembers what its pages did wrong. */
export interface TestBrowser {
  newPage(): Promise<Page>;
  /**
   * Requests to any host but the one allowed, refusals by the Content-Security-Policy, and uncaught errors.
   */
  faults: string[];
  close(): Promise<void>;
}

/** Starts Chromium for pages of one origin. `CHROMIUM_PATH` names another browser than the one from npm. */
export async function startBrowser({
  origin,
  locale = 'en-GB',
}: {
  origin: string;
  locale?: string;
}): Promise<TestBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'class-scheduling-browser-'));
  const { executablePath, env } = await browserProgram();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: chromiumFlags,
    env: { ...process.env, ...env } as Record<string, string>,
    headless: true,
    locale,
    viewport: { width: 1440, height: 900 },
  });
  const faults: string[] = [];
  watch(context, { origin, faults });
  return {
    newPage: () => context.newPage(),
    faults,
    async close() {
      countDescendants(profile);
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

function watch(context: BrowserContext, { origin, faults }: { origin: string; faults: string[] }): void {
  const judge = (url: string) => {
    const { protocol, host } = new URL(url);
    const isLocal = protocol === 'data:' || protocol === 'blob:';
    if (!isLocal && host !== new URL(origin).host) faults.push(`request to ${url}`);
  };
  context.on('request', (request) => judge(request.url()));
  context.on('weberror', (error) => faults.push(`uncaught: ${error.error().message}`));
  context.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) faults.push(message.text());
  });
  context.on('page', (page) => page.on('websocket', (socket) => judge(socket.url())));
}
