import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { relative } from 'node:path';
import { measureSuite } from '../../../scripts/processor-time.mjs';

const { exit } = process;

/** What jest wants to know of the place where tests run: it is the worker process itself, see runtime.mjs. */
export default class ProcessEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;

  constructor({ globalConfig, projectConfig }, { testPath }) {
    this.endSuite = measureSuite(relative(globalConfig.rootDir, testPath));
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  async setup() {
    // Jest sets a hundred, which every error costs that the product makes and answers.
    Error.stackTraceLimit = 20;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    // Jest wraps it for every file.
    process.exit = exit;
    this.endSuite();
  }
}
