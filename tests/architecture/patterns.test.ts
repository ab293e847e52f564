import { readFile } from 'node:fs/promises';
import { assert } from 'chai';
import { CHECKED_PATTERNS, everyPattern, patternsIn, patternsOfContract, spelling } from './patterns.ts';

describe('the patterns of the sources and of the contract', () => {
  it('were all found harmless by `npm run check:patterns`, which is to be run after one has changed', async () => {
    const checked = JSON.parse(await readFile(CHECKED_PATTERNS, 'utf8')) as string[];
    const found = [...new Set((await everyPattern()).map(spelling))];
    assert.isAbove(found.length, 150);
    assert.sameMembers(checked, found);
  });
});

describe('the look at patterns', () => {
  it('finds every one, and takes no division for one', () => {
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
