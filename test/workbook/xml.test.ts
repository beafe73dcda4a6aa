import fc from 'fast-check';
import { readXml } from '../../src/workbook/xml.js';

/** Everything a listener hears of a document that comes in the given pieces. */
async function hear(...pieces: Buffer[]): Promise<string[]> {
  const heard: string[] = [];
  let text = '';
  const flush = () => {
    if (text !== '') heard.push(`text ${text}`);
    text = '';
  };
  const listener = {
    open: (name: string, attribute: (name: string) => string | undefined) => {
      flush();
      heard.push(`open ${name} ${attribute('a') ?? '-'}`);
    },
    text: (value: string) => (text += value),
    close: (name: string) => {
      flush();
      heard.push(`close ${name}`);
    },
  };
  for await (const _piece of readXml('part', fromArray(pieces), listener));
  return heard;
}

async function* fromArray(pieces: Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
}

const document = Buffer.from(
  `\uFEFF<?xml version="1.0"?><!-- a > b -- c --><n:root n:a='"x>y"'>甲&amp;乙<![CDATA[<c>]]]]><!--->--><b ` +
    `other="a=&quot;no&quot;" a = "1&lt;2"/></n:root>\n`,
);
const heard = ['open root "x>y"', 'text 甲&乙<c>]]', 'open b 1<2', 'close b', 'close root'];

test('tells elements, attributes and texts', async () => {
  expect(await hear(document)).toEqual(heard);
});

test('hears the same wherever the pieces are cut, also inside a character', async () => {
  const cut = fc.nat(document.length);
  await fc.assert(
    fc.asyncProperty(cut, cut, async (one, other) => {
      const [first = 0, second = 0] = [one, other].sort((a, b) => a - b);
      expect(
        await hear(document.subarray(0, first), document.subarray(first, second), document.subarray(second)),
      ).toEqual(heard);
    }),
    { seed: 1, numRuns: 500 },
  );
});

test.each([
  ['', 'nothing'],
  ['text', 'no element'],
  ['<a>', 'an element left open'],
  ['<a></b>', 'another element closed'],
  ['<a/><b/>', 'two roots'],
  ['<a/>text', 'text after the root'],
  ['<a b="1/>', 'an attribute left open'],
  ['<a>&nbsp;</a>', 'an unknown entity'],
  ['<a>&#x110000;</a>', 'a character that does not exist'],
  ['<a>& b</a>', 'a bare ampersand'],
  ['<a><!-- b</a>', 'a comment left open'],
])('refuses %j: %s', async (text) => {
  await expect(hear(Buffer.from(text))).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
});
