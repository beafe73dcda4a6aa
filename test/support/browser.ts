import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { countDescendants } from '../../scripts/processor-time.mjs';

const NODE_MODULES = join(import.meta.dirname, '../../node_modules');
const PACKAGE = join(NODE_MODULES, '@sparticuz/chromium');

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--no-pings',
  // Every other host is unknown, so that whatever slips through fails at once.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

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
    args: FLAGS,
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

/** The browser's file, and the environment that it needs. */
async function browserProgram(): Promise<{ executablePath: string; env: NodeJS.ProcessEnv }> {
  if (process.env.CHROMIUM_PATH) return { executablePath: process.env.CHROMIUM_PATH, env: {} };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'The browser from npm runs on linux-x64 only. Set CHROMIUM_PATH to the Chromium or Chrome of this ' +
        'machine.',
    );
  }
  const folder = await unpackedBrowser();
  const executablePath = join(folder, 'chromium');
  const env: NodeJS.ProcessEnv = {};
  // A bare container lacks the libraries and fonts that come with the package.
  if (isLibraryMissing(executablePath)) env.LD_LIBRARY_PATH = join(folder, 'al2023/lib');
  if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_PATH = join(folder, 'fonts');
  return { executablePath, env };
}

/**
 * Unpacks the browser once per version. The package itself would unpack into the common temporary folder,
 * where an interrupted or foreign copy stays in the way; here a copy appears under its name only when it is
 * whole.
 */
async function unpackedBrowser(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = join(NODE_MODULES, '.cache/class-scheduling', `chromium-${version}`);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.${process.pid}`;
  await mkdir(partial, { recursive: true });
  // The package decides by these variables where to unpack, and that it shall unpack its libraries too.
  const env = { ...process.env, TMPDIR: partial, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  const unpack = "import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath())";
  await promisify(execFile)(process.execPath, ['-e', unpack], { cwd: NODE_MODULES, env });
  await chmod(join(partial, 'chromium'), 0o755);
  await rename(partial, folder).catch(async () => rm(partial, { recursive: true, force: true }));
  return folder;
}

function isLibraryMissing(program: string): boolean {
  return execFileSync('ldd', [program], { encoding: 'utf8' }).includes('not found');
}
