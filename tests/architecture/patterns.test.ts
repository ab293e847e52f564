import { readFile } from 'node:fs/promises';
import { assert } from 'chai';
import { CHECKED_PATTERNS, everyPattern, patternsIn, patternsOfContract, spelling } from './patterns.ts';

describe('patterns of the sources and of the contract', () => {
  it('are all recorded as harmless by `npm run check:patterns`', async () => {
    const checked = JSON.parse(await readFile(CHECKED_PATTERNS, 'utf8')) as string[];
    const found = [...new Set((await everyPattern()).map(spelling))];
    assert.isAbove(found.length, 150);
    assert.sameMembers(checked, found);
  });
});

describe('pattern reader', () => {
  it('finds every pattern and ignores divisions', () => {
    const source = "const a = /x+/gu; const b = 4 / 2 / 1; text.replace(/[/]y/, '');";
    assert.deepEqual(
      patternsIn(source, 'a.ts').map(({ source: text, flags }) => [text, flags]),
      [
        ['x+', 'gu'],
        ['[/]y', ''],
      ],
    );
    const contract = { schemas: { Name: { type: 'string', pattern: '^a+$' } } };
    assert.deepEqual(
      patternsOfContract(contract).map(({ source: text }) => text),
      ['^a+$'],
    );
  });
});
