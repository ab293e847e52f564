import { assert } from 'chai';
import type { OrganisationRepository } from '../../application/ports/organisations.ts';
import type { Organisation } from '../../domain/accounts/organisation.ts';
import type { Contract } from '../support/contract.ts';

const organisation = (orgId: string, more: Partial<Organisation> = {}): Organisation => ({
  org_id: orgId,
  name: `Organisation ${orgId}`,
  created_by_email: 'ann@example.org',
  created_at: '2026-01-01T00:00:00.000Z',
  concurrent_call_limit: null,
  ...more,
});

export const organisationsContract: Contract<OrganisationRepository> = {
  'finds an organisation by its id, whole': async (organisations) => {
    await organisations.add(organisation('one', { concurrent_call_limit: 3 }));
    await organisations.add(organisation('two'));
    assert.deepEqual(await organisations.find('one'), organisation('one', { concurrent_call_limit: 3 }));
    assert.isNull(await organisations.find('three'));
  },

  'refuses a second one with the same id': async (organisations) => {
    await organisations.add(organisation('one'));
    const outcome = await organisations.add(organisation('one', { name: 'Other' })).then(
      () => 'added',
      () => 'refused',
    );
    assert.equal(outcome, 'refused');
    assert.equal((await organisations.find('one'))?.name, 'Organisation one');
  },

  'finds those of many ids that exist': async (organisations) => {
    for (const id of ['one', 'two', 'three']) await organisations.add(organisation(id));
    const found = await organisations.findMany(['three', 'gone', 'one']);
    assert.sameMembers(
      found.map(({ org_id }) => org_id),
      ['one', 'three'],
    );
    assert.deepEqual(await organisations.findMany([]), []);
  },

  'removes one organisation once, also when ten ask for it, and says who did': async (organisations) => {
    await organisations.add(organisation('one'));
    await organisations.add(organisation('two'));
    const results = await Promise.all(Array.from({ length: 10 }, () => organisations.remove('one')));
    assert.deepEqual(results.filter(Boolean), [true]);
    assert.isFalse(await organisations.remove('one'));
    assert.isNull(await organisations.find('one'));
    assert.isNotNull(await organisations.find('two'));
  },
};
