import { assert } from 'chai';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { cruised, cruisedHouse, rings } from './cruise.ts';

const canaries = fileURLToPath(new URL('canaries/', import.meta.url));

describe('the layers', () => {
  it('are kept by every import', async () => {
    const { violations } = await cruisedHouse();
    assert.deepEqual(violations, []);
  }).timeout(30_000);

  it('were looked at in every ring', async () => {
    const files = [...(await cruisedHouse()).imports.keys()];
    assert.isAbove(files.length, 40);
    for (const ring of rings) assert.include(files.map((file) => file.split('/')[0]), ring);
  });

  it('are guarded: each planted violation is named, and nothing else is', async () => {
    const { violations } = await cruised(canaries);
    assert.deepEqual(violations, await planted());
  }).timeout(30_000);

  it('have a planted violation for every rule', async () => {
    const { default: config } = await import('../../.dependency-cruiser.cjs');
    const broken = new Set((await planted()).map((violation) => violation.split(' breaks ')[1]));
    assert.sameMembers([...broken], config.forbidden.map(({ name }) => name));
  });
});

/** What the canaries say of themselves: in their first lines, one `// breaks <rule>` each. */
async function planted(): Promise<string[]> {
  const entries = await readdir(canaries, { recursive: true });
  const files = entries.filter((entry) => entry.endsWith('.ts'));
  const violations = files.map(async (file) => {
    const text = await readFile(canaries + file, 'utf8');
    return Array.from(text.matchAll(/^\/\/ breaks ([\w-]+)$/gm), ([, rule]) => `${file} breaks ${rule}`);
  });
  return (await Promise.all(violations)).flat().sort();
}
