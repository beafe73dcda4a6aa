// node --import ./scripts/swc-hook.mjs file.ts: runs TypeScript with decorator metadata, which neither
// Node's own type stripping nor esbuild keeps. What was compiled is kept, because every thread of the solver
// and every process of an import compiles the same files again.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, enableCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(import.meta.dirname, '..');
const CACHES = join(ROOT, 'node_modules/.cache/class-scheduling');
const CACHE = join(CACHES, 'swc');
const require = createRequire(import.meta.url);
const tools = ['.swcrc', 'node_modules/@swc/core/package.json'].map((file) => readFileSync(join(ROOT, file)));

// What V8 made of it is kept too.
enableCompileCache(join(CACHES, 'v8'));

registerHooks({
  resolve(specifier, context, next) {
    if (/^\.{1,2}\//.test(specifier) && specifier.endsWith('.js') && context.parentURL?.endsWith('.ts')) {
      const url = new URL(specifier.slice(0, -3) + '.ts', context.parentURL);
      if (existsSync(fileURLToPath(url))) return { url: url.href, format: 'module', shortCircuit: true };
    }
    // A package of the workspace, from its sources too.
    if (specifier.startsWith('@class-scheduling/') && context.parentURL?.endsWith('.ts'))
      return next(specifier, { ...context, conditions: [...context.conditions, 'source'] });
    return next(specifier, context);
  },
  load(url, context, next) {
    if (!url.startsWith('file:') || !url.endsWith('.ts') || url.includes('/node_modules/'))
      return next(url, context);
    return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true };
  },
});

/** One file per source, whose first line tells what it was made of. */
function compiled(filename) {
  const source = readFileSync(filename, 'utf8');
  const key = `// ${hash(...tools, source)}\n`;
  const kept = join(CACHE, `${hash(filename)}.js`);
  const known = readIfThere(kept);
  if (known?.startsWith(key)) return known.slice(key.length);
  const { code } = require('@swc/core').transformSync(source, { filename, sourceMaps: 'inline' });
  keep(kept, key + code);
  return code;
}

function hash(...parts) {
  const sum = createHash('sha1');
  for (const part of parts) sum.update(part);
  return sum.digest('hex');
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Appears whole or not at all; where nothing can be written, the next one compiles again. */
function keep(path, content) {
  try {
    mkdirSync(CACHE, { recursive: true });
    const draft = `${path}.${randomUUID()}`;
    writeFileSync(draft, content);
    renameSync(draft, path);
  } catch {
    return;
  }
}
