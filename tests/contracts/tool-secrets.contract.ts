import { assert } from 'chai';
import type { ToolSecretRepository } from '../../application/ports/tool-secrets.ts';
import type { ToolSecret } from '../../domain/credentials/tool-secret.ts';
import type { Contract } from '../support/contract.ts';

const stored = (name: string, more: Partial<ToolSecret> = {}): ToolSecret => ({
  org_id: 'org',
  name,
  value: `enc:v1:${name}`,
  hosts: ['api.example.com'],
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...more,
});

const later = '2026-02-01T00:00:00.000Z';

export const toolSecretsContract: Contract<ToolSecretRepository> = {
  'finds what was stored under this name in this organisation': async (secrets) => {
    assert.deepEqual(await secrets.put(stored('crm')), stored('crm'));
    await secrets.put(stored('crm', { org_id: 'other', value: 'enc:v1:theirs' }));
    await secrets.put(stored('erp', { org_id: 'other' }));
    assert.deepEqual(await secrets.find('org', 'crm'), stored('crm'));
    assert.isNull(await secrets.find('org', 'erp'));
  },

  'replaces value and hosts, and keeps when the secret was first stored': async (secrets) => {
    await secrets.put(stored('crm'));
    await secrets.put(stored('erp'));
    await secrets.put(stored('crm', { org_id: 'other' }));
    const change = { value: 'enc:v1:new', hosts: ['b.example', 'c.example'], updated_at: later };
    const replaced = stored('crm', change);
    assert.deepEqual(await secrets.put(stored('crm', { ...change, created_at: later })), replaced);
    assert.deepEqual(await secrets.find('org', 'crm'), replaced);
    assert.deepEqual(await secrets.find('org', 'erp'), stored('erp'));
    assert.deepEqual(await secrets.find('other', 'crm'), stored('crm', { org_id: 'other' }));
  },

  'keeps one of those stored at the same time, whole, and refuses none': async (secrets) => {
    const values = Array.from({ length: 5 }, (_, index) => `enc:v1:${index}`);
    const answers = await Promise.all(values.map((value) => secrets.put(stored('crm', { value }))));
    assert.deepEqual(
      answers.map(({ value }) => value),
      values,
    );
    assert.include(values, (await secrets.find('org', 'crm'))?.value);
    assert.lengthOf(await secrets.list('org'), 1);
  },

  'lists the secrets of one organisation by name': async (secrets) => {
    for (const name of ['erp', 'crm', 'pos']) await secrets.put(stored(name));
    await secrets.put(stored('bank', { org_id: 'other' }));
    assert.deepEqual(await secrets.list('org'), [stored('crm'), stored('erp'), stored('pos')]);
    assert.deepEqual(await secrets.list('nowhere'), []);
  },

  'removes one secret once and says so': async (secrets) => {
    await secrets.put(stored('crm'));
    await secrets.put(stored('erp'));
    assert.isFalse(await secrets.remove('other', 'crm'));
    assert.isTrue(await secrets.remove('org', 'crm'));
    assert.isFalse(await secrets.remove('org', 'crm'));
    assert.deepEqual(await secrets.list('org'), [stored('erp')]);
  },

  'removes all secrets of one organisation': async (secrets) => {
    for (const name of ['crm', 'erp']) await secrets.put(stored(name));
    await secrets.put(stored('crm', { org_id: 'other' }));
    await secrets.removeAll('org');
    assert.deepEqual(await secrets.list('org'), []);
    assert.deepEqual(await secrets.list('other'), [stored('crm', { org_id: 'other' })]);
    await secrets.removeAll('org');
  },
};
