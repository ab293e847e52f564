import { assert } from 'chai';
import type { ApiKeyRepository } from '../../application/ports/api-keys.ts';
import type { ApiKey } from '../../domain/accounts/api-key.ts';
import type { Contract } from '../support/contract.ts';

const apiKey = (id: string, more: Partial<ApiKey> = {}): ApiKey => ({
  key_id: id,
  org_id: 'org',
  name: 'CRM',
  digest: `digest of ${id}`,
  hint: 'abcd',
  scopes: ['agents.read', 'calls.list'],
  created_by: 'ada@example.com',
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: null,
  last_used_at: null,
  ...more,
});

const later = '2026-02-01T00:00:00.000Z';

export const apiKeysContract: Contract<ApiKeyRepository> = {
  'finds a key by its digest, whole, and no other': async (keys) => {
    const expiring = apiKey('b', { org_id: 'other', expires_at: later });
    await keys.add(apiKey('a'));
    await keys.add(expiring);
    assert.deepEqual(await keys.findByDigest('digest of a'), apiKey('a'));
    assert.deepEqual(await keys.findByDigest('digest of b'), expiring);
    assert.isNull(await keys.findByDigest('digest of c'));
  },

  'lists the keys of one organisation, newest first': async (keys) => {
    await keys.add(apiKey('a'));
    await keys.add(apiKey('b', { created_at: later }));
    await keys.add(apiKey('c', { org_id: 'other' }));
    assert.deepEqual(await keys.list('org'), [apiKey('b', { created_at: later }), apiKey('a')]);
    assert.deepEqual(await keys.list('nowhere'), []);
  },

  'stores when a key was used, for this key alone, and not once it was removed': async (keys) => {
    await keys.add(apiKey('a'));
    await keys.add(apiKey('b'));
    await keys.markUsed('org', 'a', later);
    assert.deepEqual(await keys.findByDigest('digest of a'), apiKey('a', { last_used_at: later }));
    assert.deepEqual(await keys.findByDigest('digest of b'), apiKey('b'));
    await keys.remove('org', 'a');
    await keys.markUsed('org', 'a', later);
    assert.isNull(await keys.findByDigest('digest of a'));
  },

  'removes one key of its organisation once and says so': async (keys) => {
    await keys.add(apiKey('a'));
    await keys.add(apiKey('b'));
    assert.isFalse(await keys.remove('other', 'a'));
    assert.isTrue(await keys.remove('org', 'a'));
    assert.isFalse(await keys.remove('org', 'a'));
    assert.isNull(await keys.findByDigest('digest of a'));
    assert.deepEqual(await keys.list('org'), [apiKey('b')]);
  },

  'removes all keys of one organisation': async (keys) => {
    for (const id of ['a', 'b']) await keys.add(apiKey(id));
    await keys.add(apiKey('c', { org_id: 'other' }));
    await keys.removeAll('org');
    assert.deepEqual(await keys.list('org'), []);
    assert.deepEqual(await keys.findByDigest('digest of c'), apiKey('c', { org_id: 'other' }));
    await keys.removeAll('org');
  },
};
