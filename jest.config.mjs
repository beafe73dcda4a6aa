/** Tests are TypeScript modules and run as Node runs programs, see test/support/jest/runtime.mjs. */
export default {
  testEnvironment: '<rootDir>/test/support/jest/environment.mjs',
  runtime: '<rootDir>/test/support/jest/runtime.mjs',
  transform: {},
  roots: [
    '<rootDir>/test',
    ...['assistant-language', 'solver'].map((name) => `<rootDir>/packages/${name}/test`),
  ],
  testMatch: ['**/*.test.ts'],
  setupFilesAfterEnv: ['<rootDir>/test/support/jest/assertions.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  testTimeout: 60_000,
};
