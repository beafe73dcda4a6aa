import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { DemoAccount } from '../../src/demo/accounts.js';
import { operations } from '../../src/web/operations.js';

/** A session of an account as the pages keep it. */
export async function sessionOf(
  url: string,
  { user, password }: Pick<DemoAccount, 'user' | 'password'>,
): Promise<string> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: operations.signIn, variables: { user, password } }),
  });
  const { data } = (await response.json()) as { data: { session: { user: object; token: object } } };
  return JSON.stringify({ ...data.session.token, user: data.session.user });
}

/** A page of a browser that knows nothing yet but the session. */
export async function pageWithSession(
  browser: Browser,
  session: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', ...options });
  await context.addInitScript((kept) => sessionStorage.setItem('class-scheduling:session', kept), session);
  return context.newPage();
}
