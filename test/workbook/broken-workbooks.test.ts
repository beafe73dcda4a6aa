import fc from 'fast-check';
import { campusSheet } from '../../src/sheets/places.js';
import { WorkbookError } from '../../src/workbook/faults.js';
import { readTable } from '../../src/sheets/read.js';
import { zip } from './support/archive.js';
import { CAMPUS_HEADINGS, rowXml, sheetXml, workbookParts } from './support/workbook.js';

const sheet = sheetXml(
  rowXml(1, CAMPUS_HEADINGS) +
    '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" s="1"><v>44000</v></c><c r="D2" t="b"><v>1</v></c><c ' +
    'r="E2" t="str"><f>A1</f><v>x</v></c></row>',
);
const parts = workbookParts(sheet, {
  strings: '<sst><si><t>东校区</t></si></sst>',
  styles:
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="0000"/></numFmts><cellXfs><xf ' +
    'numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
});
const whole = zip(parts);

/** Reads to the end; only a refusal that names its reason may stop it. */
async function readOrRefuse(file: Buffer): Promise<void> {
  try {
    for await (const _batch of readTable(campusSheet, file, {}));
  } catch (error) {
    expect(error).toBeInstanceOf(WorkbookError);
  }
}

test('whatever bytes are overwritten, the workbook is read or refused with a reason', async () => {
  const damage = fc.record({
    at: fc.nat(whole.length - 1),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (damages) => {
      const file = Buffer.from(whole);
      for (const { at, bytes } of damages) file.set(bytes.subarray(0, file.length - at), at);
      await readOrRefuse(file);
    }),
    { seed: 1, numRuns: 1500 },
  );
});

test('wherever the archive is cut, it is refused with a reason', async () => {
  for (let length = 0; length < whole.length; length += 7) {
    await expect(readTable(campusSheet, whole.subarray(0, length), {}).next()).rejects.toBeInstanceOf(
      WorkbookError,
    );
  }
});

test('whatever is written into its XML, the workbook is read or refused with a reason', async () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '"',
    '&',
    '</row>',
    '<row>',
    '<c r="ZZZ9">',
    '-1',
    '1e9',
    ' r=""',
    't="s"',
    '%',
    '../',
    '<v>',
    'http://[',
  );
  const splice = fc.record({ part: fc.nat(parts.length - 1), at: fc.nat(600), cut: fc.nat(12), piece });
  await fc.assert(
    fc.asyncProperty(splice, async ({ part, at, cut, piece }) => {
      const changed = parts.map((each, index) => {
        const text = String(each.content);
        return index === part ? { ...each, content: text.slice(0, at) + piece + text.slice(at + cut) } : each;
      });
      await readOrRefuse(zip(changed));
    }),
    { seed: 1, numRuns: 1500 },
  );
});
