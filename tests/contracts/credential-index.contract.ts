import { assert } from 'chai';
import type { CredentialIndex } from '../../application/ports/credential-index.ts';
import type { Contract } from '../support/contract.ts';

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
