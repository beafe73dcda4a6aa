// Brings dist/ up to date, and those of the packages: TypeScript through swc, file by file and only what has
// changed, and the browser pages. What was built from what stands in a manifest that is written last. Every
// file appears under its final name only when it is whole, and one build runs at a time, so that a build in
// the middle breaks no program that is running.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireNode } from './node-version.mjs';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const MANIFEST = join(DIST, 'manifest.json');
const WEB = join(DIST, 'web');
const WEB_SCRIPT = join(ROOT, 'scripts/build-web.mjs');
const PACKAGES = ['packages/assistant-language', 'packages/solver'];
const SOURCES = [
  ...['src', 'bench', 'mikro-orm.config.ts'],
  ...PACKAGES.flatMap((folder) => [`${folder}/src`, `${folder}/bench`]),
];
/** A change of one of these builds everything anew. */
const TOOLS = ['.swcrc', 'scripts/build.mjs', 'package-lock.json'];
const LOCK_WAIT_MS = 180_000;

/** Builds what is missing or stale. */
export async function build() {
  if (isDone(findWork())) return;
  const unlock = await lockDist();
  try {
    const { current, changed, gone, pages } = findWork();
    await Promise.all([
      ...gone.flatMap(outputsOf).map((output) => rm(output, { force: true })),
      buildServer(changed),
      pages && buildPages(),
    ]);
    await writeWhole(MANIFEST, JSON.stringify(current, null, 1));
  } finally {
    unlock();
  }
}

/** Builds when stale, in a process of its own: the compilers' memory must not stay with the server. */
export function buildApart() {
  if (isDone(findWork())) return;
  console.error('Building what has changed …');
  const { status } = spawnSync(process.execPath, [import.meta.filename], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** Compares the files as they are now with those that dist/ was built from. */
function findWork() {
  const built = readManifest();
  const current = takeStock();
  const known = built.tools === current.tools ? built.files : {};
  const isBuilt = (source) => known[source] === current.files[source] && outputsOf(source).every(existsSync);
  return {
    current,
    changed: Object.keys(current.files).filter((source) => !isBuilt(source)),
    gone: Object.keys(built.files).filter((source) => !(source in current.files)),
    pages: current.pages !== null && (built.pages !== current.pages || !existsSync(WEB)),
  };
}

function isDone({ changed, gone, pages }) {
  return changed.length === 0 && gone.length === 0 && !pages;
}

async function buildServer(changed) {
  const [scripts, assets] = [changed.filter(isTypeScript), changed.filter((source) => !isTypeScript(source))];
  const { transform } = scripts.length > 0 ? await import('@swc/core') : {};
  await Promise.all([...scripts.map((source) => compile(source, transform)), ...assets.map(copyAsset)]);
}

async function compile(source, transform) {
  const [output, map] = outputsOf(source);
  const filename = join(ROOT, source);
  const sourceFileName = relative(dirname(output), filename);
  const result = await transform(await readFile(filename, 'utf8'), {
    filename,
    sourceFileName,
    sourceMaps: true,
  });
  await writeWhole(map, result.map);
  await writeWhole(output, `${result.code}//# sourceMappingURL=${basename(map)}\n`);
}

async function copyAsset(source) {
  const [output] = outputsOf(source);
  const draft = `${output}.${randomUUID()}`;
  await mkdir(dirname(output), { recursive: true });
  await copyFile(join(ROOT, source), draft);
  await rename(draft, output);
}

async function buildPages() {
  const { buildWeb } = await import('./build-web.mjs');
  await buildWeb({ outDir: WEB });
}

/** Files are compared by time and size: reading them would take longer than starting the server. */
function takeStock() {
  const all = SOURCES.flatMap(listFiles);
  const inputsOfPages = [...all.filter(isPage), 'scripts/build-web.mjs', 'package-lock.json'];
  return {
    tools: TOOLS.map(stamp).join(' '),
    pages: existsSync(WEB_SCRIPT) ? inputsOfPages.map((file) => `${file} ${stamp(file)}`).join('\n') : null,
    files: Object.fromEntries(all.filter(isServed).map((file) => [file, stamp(file)])),
  };
}

/** A package can be used alone, so its own folder has what is built of it. */
function outputsOf(source) {
  const owner = PACKAGES.find((folder) => source.startsWith(`${folder}/`));
  const output = owner ? join(ROOT, source.replace(owner, `${owner}/dist`)) : join(DIST, source);
  return isTypeScript(source) ? [output.replace(/ts$/, 'js'), output.replace(/ts$/, 'js.map')] : [output];
}

function isTypeScript(source) {
  return source.endsWith('.ts') && !source.endsWith('.d.ts');
}

function isPage(source) {
  return source.startsWith('src/web/');
}

/** The timetable's sources run in browsers only. */
function isServed(source) {
  return isPage(source) ? isTypeScript(source) && !source.startsWith('src/web/timetable/') : true;
}

function listFiles(path) {
  const stats = statSync(join(ROOT, path), { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (!stats.isDirectory()) return [path];
  return readdirSync(join(ROOT, path)).flatMap((entry) => listFiles(`${path}/${entry}`));
}

function stamp(file) {
  const stats = statSync(join(ROOT, file), { throwIfNoEntry: false });
  return stats ? `${stats.mtimeMs}:${stats.size}` : '';
}

function readManifest() {
  try {
    return JSON.parse(readFileSync(MANIFEST, 'utf8'));
  } catch {
    return { tools: '', pages: null, files: {} };
  }
}

async function writeWhole(path, content) {
  const draft = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(draft, content);
  await rename(draft, path);
}

/** An operating-system lock, so that it ends with its holder; Node has it only inside SQLite. */
async function lockDist() {
  const { DatabaseSync } = await import('node:sqlite');
  mkdirSync(DIST, { recursive: true });
  const lock = new DatabaseSync(join(DIST, 'build.lock'), { timeout: LOCK_WAIT_MS });
  lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  return () => lock.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  requireNode();
  await build().catch((error) => {
    console.error(`The build failed.\n${error.message.split('Caused by:')[0].trim()}`);
    process.exitCode = 1;
  });
}
