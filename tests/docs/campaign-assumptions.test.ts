import { readFile } from 'node:fs/promises';
import { assert } from 'chai';
import { DEFAULT_ASSUMPTIONS } from '../../domain/campaigns/call-assumptions.ts';

describe('docs/campaigns.md', () => {
  it('lists every assumption about calls with its default', async () => {
    const text = await readFile(new URL('../../docs/campaigns.md', import.meta.url), 'utf8');
    const listed = [...text.matchAll(/^\| `(\w+)`\s+\| ([\d.]+)\s+\|/gm)].map(([, name, value]) => [
      name,
      Number(value),
    ]);
    assert.deepEqual(Object.fromEntries(listed), { ...DEFAULT_ASSUMPTIONS });
  });
});
