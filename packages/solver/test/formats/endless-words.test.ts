import { setFlagsFromString } from 'node:v8';
import '../../src/competitions/index.js';
import { formatOf } from '../../src/formats/formats.js';
import { tiny } from '../tiny.js';

/**
 * V8 stops optimising expressions once a process has compiled many of them. What loops over a word of
 * any length then runs out of stack, which is told as "Maximum call stack size exceeded".
 */
beforeAll(() => setFlagsFromString('--no-regexp-optimization'));
afterAll(() => setFlagsFromString('--regexp-optimization'));

const SIZE = 20_000_000;
const LETTERS = 'a'.repeat(SIZE);
const DIGITS = '1'.repeat(SIZE);
const SPACES = ' '.repeat(SIZE);

const reading = (file: string, text: string) => () => formatOf(file).readProblem(text);

test.each([
  ['word', LETTERS],
  ['name of a field', `${LETTERS}: x`],
  ['name of a section', `${'A'.repeat(SIZE)}:`],
  ['number', `Name: toy\nCourses: ${DIGITS}`],
  ['run of spaces', `Name: toy\nROOMS:\nA${SPACES}1`],
])('a .ctt with an endless %s is refused by its line', (_, text) => {
  expect(reading('a.ctt', text)).toThrow(
    /^Line [123], ".{60}…", has 200000\d\d characters; at most 1000 are read\.$/,
  );
});

test.each([
  ['element', `<${LETTERS}/>`],
  ['name of an attribute', `<problem ${LETTERS}="1"/>`],
  ['number', `<problem nrDays="${DIGITS}"/>`],
  ['entity', `<problem name="&${LETTERS};"/>`],
  ['run of spaces', `<problem ${SPACES}`],
])('an .xml with an endless %s is refused by its line', (_, text) => {
  expect(reading('a.xml', text)).toThrow(/^Line 1 is not well-formed XML or has an endless word: "/);
});

test('a .json with an endless string of weeks is refused by its place', () => {
  const times = [{ weeks: `${DIGITS}x`, days: 1, start: 0, length: 1 }];
  const text = JSON.stringify({ ...tiny(), times });
  expect(reading('a.json', text)).toThrow('times[0].weeks: must consist of 0 and 1');
});
