import type { CredentialIndex, ProviderAuthRepository } from '../../application/ports/provider-auths.ts';
import { assert } from 'chai';
import type { ProviderAuth } from '../../domain/credentials/provider-auth.ts';
import type { Contract } from '../support/contract.ts';

const stored = (provider: string, more: Partial<ProviderAuth> = {}): ProviderAuth => ({
  org_id: 'org',
  provider,
  auth: `enc:v1:${provider}`,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...more,
});

const later = { created_at: '2026-02-01T00:00:00.000Z', updated_at: '2026-02-01T00:00:00.000Z' };

export const providerAuthsContract: Contract<ProviderAuthRepository> = {
  'finds what was stored for this provider in this organisation': async (auths) => {
    assert.deepEqual(await auths.put(stored('acme')), stored('acme'));
    await auths.put(stored('bravo'));
    await auths.put(stored('acme', { org_id: 'other', auth: 'enc:v1:theirs' }));
    assert.deepEqual(await auths.find('org', 'acme'), stored('acme'));
    assert.isNull(await auths.find('other', 'bravo'));
    assert.isNull(await auths.find('org', 'nobody'));
  },

  'replaces what was stored, keeps when it was first stored, and answers what stands there': async (auths) => {
    await auths.put(stored('acme', { auth: { api_key: 'of an old version' } }));
    await auths.put(stored('bravo'));
    await auths.put(stored('acme', { org_id: 'other' }));
    const replaced = { ...stored('acme', { auth: 'enc:v1:new' }), updated_at: later.updated_at };
    assert.deepEqual(await auths.put(stored('acme', { auth: 'enc:v1:new', ...later })), replaced);
    assert.deepEqual(await auths.find('org', 'acme'), replaced);
    assert.deepEqual(await auths.find('org', 'bravo'), stored('bravo'));
    assert.deepEqual(await auths.find('other', 'acme'), stored('acme', { org_id: 'other' }));
  },

  'keeps one of those stored at the same time, whole, and refuses none': async (auths) => {
    const turns = Array.from({ length: 5 }, (_, turn) => `enc:v1:${turn}`);
    const answers = await Promise.all(turns.map((auth) => auths.put(stored('acme', { auth }))));
    assert.deepEqual(
      answers.map(({ auth }) => auth),
      turns,
    );
    assert.include(turns, (await auths.find('org', 'acme'))?.auth);
    assert.isTrue(await auths.remove('org', 'acme'));
    assert.isNull(await auths.find('org', 'acme'));
  },

  'changes the hosts that stored credentials may be sent to, and keeps them when they are replaced': async (auths) => {
    const change = { allowed_hosts: ['models.example.com'], updated_at: later.updated_at };
    assert.isNull(await auths.allowHosts('org', 'acme', change));
    await auths.put(stored('acme'));
    await auths.put(stored('bravo'));
    await auths.put(stored('acme', { org_id: 'other' }));
    assert.deepEqual(await auths.allowHosts('org', 'acme', change), stored('acme', change));
    assert.deepEqual(await auths.put(stored('acme', { auth: 'enc:v1:new' })), {
      ...stored('acme', { auth: 'enc:v1:new' }),
      allowed_hosts: change.allowed_hosts,
    });
    assert.deepEqual(await auths.find('org', 'bravo'), stored('bravo'));
    assert.deepEqual(await auths.find('other', 'acme'), stored('acme', { org_id: 'other' }));
    await auths.remove('org', 'acme');
    assert.isNull(await auths.allowHosts('org', 'acme', change));
    assert.deepEqual(await auths.put(stored('acme')), stored('acme'));
  },

  'removes what is stored for a provider once and says so': async (auths) => {
    await auths.put(stored('acme'));
    await auths.put(stored('bravo'));
    assert.isFalse(await auths.remove('other', 'acme'));
    assert.isTrue(await auths.remove('org', 'acme'));
    assert.isFalse(await auths.remove('org', 'acme'));
    assert.isNull(await auths.find('org', 'acme'));
    assert.deepEqual(await auths.find('org', 'bravo'), stored('bravo'));
  },
};

export interface FilledIndex {
  readonly index: CredentialIndex;
  store(orgId: string, provider: string): Promise<unknown>;
  allow(orgId: string, provider: string, hosts: readonly string[]): Promise<unknown>;
  remove(orgId: string, provider: string): Promise<unknown>;
}

const configured = async ({ index }: FilledIndex, orgId: string): Promise<string[]> =>
  [...(await index.configured(orgId))].toSorted();

export const credentialIndexContract: Contract<FilledIndex> = {
  'names every provider an organisation has stored credentials for': async (filled) => {
    for (const provider of ['bravo', 'acme', 'bravo']) await filled.store('org', provider);
    assert.deepEqual(await configured(filled, 'org'), ['acme', 'bravo']);
  },

  "knows nothing of another organisation's credentials": async (filled) => {
    await filled.store('org', 'acme');
    await filled.store('other', 'bravo');
    assert.deepEqual(await configured(filled, 'other'), ['bravo']);
    assert.deepEqual(await configured(filled, 'nobody'), []);
  },

  'knows which hosts an organisation has allowed for a provider': async (filled) => {
    const { index } = filled;
    assert.isNull(await index.allowedHosts('org', 'acme'));
    await filled.store('org', 'acme');
    await filled.store('other', 'acme');
    assert.deepEqual(await index.allowedHosts('org', 'acme'), []);
    await filled.allow('org', 'acme', ['models.example.com']);
    assert.deepEqual(await index.allowedHosts('org', 'acme'), ['models.example.com']);
    assert.deepEqual(await index.allowedHosts('other', 'acme'), []);
  },

  'forgets a provider whose credentials are gone': async (filled) => {
    await filled.store('org', 'acme');
    await filled.store('org', 'bravo');
    await filled.remove('org', 'acme');
    assert.deepEqual(await configured(filled, 'org'), ['bravo']);
  },
};
