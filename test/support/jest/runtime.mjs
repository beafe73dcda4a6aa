// Jest loads everything into a realm (node:vm) per test file, where the product is evaluated, compiled and
// warmed up from nothing: for most files that costs more than their tests. Here a worker process loads the
// product and the helpers of tests once, as Node loads any program, and only test files anew.
import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import Runtime from 'jest-runtime';

const require = createRequire(import.meta.url);
/** What a test file bears at the end of its address: which run it belongs to. */
const RUN = /\?run=\d+$/;
let runs = 0;
/** By the addresses of modules that were compiled; failures are told by the lines of the sources. */
const sourceMaps = new Map();

const plain = (url) => url?.replace(RUN, '');

registerHooks({
  resolve(specifier, context, next) {
    return next(specifier, { ...context, parentURL: plain(context.parentURL) });
  },
  load(url, context, next) {
    const module = next(plain(url), context);
    const [, map] = /\n\/\/# sourceMappingURL=(data:.*)$/m.exec(module.source ?? '') ?? [];
    if (map !== undefined) sourceMaps.set(url, map);
    return module;
  },
});

class ProcessRuntime extends Runtime {
  #address = `?run=${++runs}`;

  constructor(...args) {
    super(...args);
    for (const url of sourceMaps.keys()) if (RUN.test(url)) sourceMaps.delete(url);
  }

  /** Node decides. */
  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    globalThis.jest = this.jestGlobals.jestObjectFor(path);
    await import(pathToFileURL(path).href + this.#address);
  }

  /**
   * The framework of one file: it keeps declared tests in its module, and handlers of events in the global.
   */
  requireInternalModule(path) {
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    delete require.cache[path];
    return require(path);
  }

  getSourceMaps() {
    return sourceMaps;
  }

  /** The modules of Node are those of the process. */
  installGetBuiltinModule() {}
}

export { ProcessRuntime as 'module.exports' };
