import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PACKAGE } from '../bench/solver/places.js';

const readme = readFileSync(path.join(PACKAGE, 'README.md'), 'utf8');
const block = (language: string): string => readme.split(`\`\`\`${language}\n`)[1].split('```')[0];

test('the example of the README makes a timetable of the problem of the README', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'solver-readme-'));
  try {
    symlinkSync(path.join(PACKAGE, '../../node_modules'), path.join(folder, 'node_modules'));
    writeFileSync(path.join(folder, 'semester.json'), block('json'));
    writeFileSync(path.join(folder, 'example.mjs'), block('js'));
    const told = execFileSync(process.execPath, ['example.mjs'], { cwd: folder, encoding: 'utf8' });
    expect(told).toContain('OPTIMISATION 2 ');
    expect(told).toMatch(/meeting: 'm1',\s+time: 1,[^]*meeting: 'm2',\s+time: 0,[^]*unplaced: \[\]/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
