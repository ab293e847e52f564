import { assert } from 'chai';
import type { SsoConnectionRepository } from '../../application/ports/sso-connections.ts';
import type { Contract } from '../support/contract.ts';
import { storedConnection } from '../domain/accounts/sso-examples.ts';

const LATER = '2026-02-01T00:00:00.000Z';
const DOMAIN = 'acme.example';
const FIRST = storedConnection();
const SECOND = storedConnection({ connection_id: 'c2', created_at: LATER });
const OTHERS = storedConnection({ connection_id: 'c3', org_id: 'other' });
const VERIFIED = { verified_domain: DOMAIN, verified_at: LATER };

export const ssoConnectionsContract: Contract<SsoConnectionRepository> = {
  'finds and lists the connections of one organisation, newest first': async (connections) => {
    for (const each of [FIRST, SECOND, OTHERS]) await connections.add(each);
    assert.deepEqual(await connections.find('acme', 'c2'), SECOND);
    assert.isNull(await connections.find('acme', 'c3'));
    assert.deepEqual(await connections.list('acme'), [SECOND, FIRST]);
    assert.deepEqual(await connections.list('nowhere'), []);
  },

  'finds the connection of a domain only once it is verified': async (connections) => {
    await connections.add(OTHERS);
    await connections.add(FIRST);
    assert.isNull(await connections.ofDomain(DOMAIN));
    assert.isFalse(await connections.anyVerified());
    assert.deepEqual(await connections.verify('acme', 'c1', DOMAIN, LATER), { ...FIRST, ...VERIFIED });
    assert.deepEqual(await connections.ofDomain(DOMAIN), { ...FIRST, ...VERIFIED });
    assert.isNull(await connections.ofDomain('other.example'));
    assert.isTrue(await connections.anyVerified());
    assert.deepEqual(await connections.find('other', 'c3'), OTHERS);
  },

  'gives a domain to one connection at a time, also when many ask for it at once': async (connections) => {
    for (const each of [FIRST, SECOND, OTHERS]) await connections.add(each);
    const answers = await Promise.all(
      [FIRST, SECOND, OTHERS].map(({ org_id, connection_id }) =>
        connections.verify(org_id, connection_id, DOMAIN, LATER),
      ),
    );
    assert.lengthOf(
      answers.filter((answer) => answer === 'taken'),
      2,
    );
    const holder = await connections.ofDomain(DOMAIN);
    if (!holder) throw new Error('no connection has the domain');
    await connections.unverify(holder.org_id, holder.connection_id);
    assert.isNull(await connections.ofDomain(DOMAIN));
    const again = await connections.verify('other', 'c3', DOMAIN, LATER);
    assert.deepEqual(again, { ...OTHERS, ...VERIFIED });
  },

  'verifies no connection that was removed': async (connections) => {
    await connections.add(FIRST);
    assert.isFalse(await connections.remove('other', 'c1'));
    assert.isTrue(await connections.remove('acme', 'c1'));
    assert.isFalse(await connections.remove('acme', 'c1'));
    assert.isNull(await connections.verify('acme', 'c1', DOMAIN, LATER));
    assert.isNull(await connections.ofDomain(DOMAIN));
  },

  'removes all connections of one organisation': async (connections) => {
    for (const each of [FIRST, SECOND, OTHERS]) await connections.add(each);
    await connections.removeAll('acme');
    assert.deepEqual(await connections.list('acme'), []);
    assert.deepEqual(await connections.list('other'), [OTHERS]);
  },
};
