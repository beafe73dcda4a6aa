import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { projectRoot } from '../../src/database/project-root.js';

const NODE_MODULES = join(projectRoot, 'node_modules');
const PACKAGE = join(NODE_MODULES, '@sparticuz/chromium');
const FONT = join(NODE_MODULES, '@expo-google-fonts/noto-sans-sc');

/** With these it asks nobody on the network for anything by itself. */
export const chromiumFlags = [
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

/** Starts a browser that has a Chinese font, whatever this machine has. */
export async function startChromium(undo: AsyncDisposableStack): Promise<Browser> {
  const { executablePath, env } = await browserProgram();
  const folder = mkdtempSync(join(tmpdir(), 'class-scheduling-fonts-'));
  undo.defer(() => rmSync(folder, { recursive: true, force: true }));
  const fonts = join(folder, 'fonts.conf');
  writeFileSync(fonts, fontSettings(folder));
  const browser = await chromium.launch({
    executablePath,
    args: chromiumFlags,
    env: { ...process.env, ...env, FONTCONFIG_FILE: fonts } as Record<string, string>,
  });
  undo.defer(() => browser.close());
  return browser;
}

const fontSettings = (cache: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  ${['400Regular', '700Bold'].map((weight) => `<dir>${join(FONT, weight)}</dir>`).join('\n  ')}
  <cachedir>${cache}</cachedir>
  <match target="pattern">
    <edit name="family" mode="prepend" binding="strong"><string>Noto Sans SC</string></edit>
  </match>
</fontconfig>
`;

/** The browser's file, and the environment that it needs. */
export async function browserProgram(): Promise<{ executablePath: string; env: NodeJS.ProcessEnv }> {
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
