import { assert } from 'chai';
import type { StoredUseRepository } from '../../application/ports/stored-use.ts';
import type { StoredUse } from '../../domain/accounts/stored-use.ts';
import type { Contract } from '../support/contract.ts';

const use = (org_id: string, more: Partial<StoredUse> = {}): StoredUse => ({
  org_id,
  uploaded_bytes: 5,
  recorded_bytes: 7,
  reservations: [{ kind: 'document', id: 'key', bytes: 3, until: '2026-01-01T00:15:00.000Z' }],
  revision: 1,
  counted_at: '2026-01-01T00:00:00.000Z',
  ...more,
});

export const storedUseContract: Contract<StoredUseRepository> = {
  'keeps one use for an organisation': async (uses) => {
    assert.isNull(await uses.find('one'));
    assert.isTrue(await uses.add(use('one')));
    assert.isTrue(await uses.add(use('two', { uploaded_bytes: 9 })));
    assert.isFalse(await uses.add(use('one', { uploaded_bytes: 1 })));
    assert.deepEqual(await uses.find('one'), use('one'));
    assert.deepEqual(await uses.find('two'), use('two', { uploaded_bytes: 9 }));
  },

  'keeps the use of one of many who add it at once': async (uses) => {
    const added = await Promise.all(Array.from({ length: 10 }, () => uses.add(use('one'))));
    assert.lengthOf(added.filter(Boolean), 1);
  },

  'changes a use that is still as it was seen': async (uses) => {
    await uses.add(use('two'));
    await uses.add(use('one'));
    const changes = { uploaded_bytes: 8, reservations: [], revision: 2 };
    assert.isTrue(await uses.change(use('one'), changes));
    assert.isFalse(await uses.change(use('one'), { uploaded_bytes: 9, revision: 2 }));
    assert.isFalse(await uses.change(use('nobody'), changes));
    assert.deepEqual(await uses.find('one'), use('one', changes));
    assert.deepEqual(await uses.find('two'), use('two'));
  },

  'lets one of many who saw the same change it': async (uses) => {
    await uses.add(use('one'));
    const changed = await Promise.all(
      Array.from({ length: 10 }, (_, each) => uses.change(use('one'), { uploaded_bytes: each, revision: 2 })),
    );
    assert.lengthOf(changed.filter(Boolean), 1);
  },
};
