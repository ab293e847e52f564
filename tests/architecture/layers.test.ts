import { assert } from 'chai';
import { fileURLToPath } from 'node:url';
import { cruised, cruisedProject, rings, ruleNames } from './cruise.ts';
import { planted } from './planted.ts';

const canaries = fileURLToPath(new URL('canaries/layers', import.meta.url));

describe('import rules', function () {
  it('are kept by every import', async () => {
    const { violations } = await cruisedProject();
    assert.deepEqual(violations, []);
  });

  it('are checked in every ring', async () => {
    const files = [...(await cruisedProject()).imports.keys()];
    assert.isAbove(files.length, 40);
    assert.sameMembers([...new Set(files.map((file) => file.split('/')[0]))], [...rings]);
  });

  it('find every planted violation and nothing else', async () => {
    const { violations } = await cruised(canaries);
    assert.deepEqual(violations, await planted(canaries));
  });

  it('have a planted violation for every rule', async () => {
    const broken = (await planted(canaries)).map((violation) => violation.split(' breaks ')[1]);
    assert.sameMembers([...new Set(broken)], await ruleNames());
  });
});
