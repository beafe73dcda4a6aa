import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with a page as it is, by the rules of WCAG 2 A and AA. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: engine } = globalThis as any;
    const found = await engine.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] });
    return found.violations.flatMap(({ id, nodes }: any) =>
      nodes.map(({ html, any: [reason] }: any) => `${id}: ${html.slice(0, 160)} ${reason?.message ?? ''}`),
    );
  });
}

/** The same in the light theme and in the dark one. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await violationsOf(page)).map((each) => `${colorScheme}: ${each}`));
  }
  return found;
}
