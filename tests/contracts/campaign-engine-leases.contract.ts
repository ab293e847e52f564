import { assert } from 'chai';
import type {
  CampaignEngineLeases,
  CampaignEngines,
  EngineLease,
  EngineLeases,
} from '../../application/ports/campaign-engine-leases.ts';
import type { Contract } from '../support/contract.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();
const lease = (owner: string, until: number, org_id = 'o1'): EngineLease => ({ org_id, owner, until: at(until) });

export const engineLeasesContract: Contract<EngineLeases> = {
  'gives an organisation to one engine at a time': async (leases) => {
    assert.equal(await leases.acquire(lease('a', 10), at(0)), 1);
    assert.isNull(await leases.acquire(lease('b', 15), at(5)));
    assert.equal(await leases.acquire(lease('b', 15, 'o2'), at(5)), 1);
  },

  'gives it to one of many who ask at once': async (leases) => {
    const results = Array.from({ length: 20 }, (_, each) => leases.acquire(lease(`engine ${each}`, 10), at(0)));
    assert.lengthOf(
      (await Promise.all(results)).filter((epoch) => epoch !== null),
      1,
    );
  },

  'lets the owner renew it under the same epoch': async (leases) => {
    await leases.acquire(lease('a', 10), at(0));
    assert.equal(await leases.acquire(lease('a', 18), at(8)), 1);
    assert.isNull(await leases.acquire(lease('b', 25), at(15)));
  },

  'gives one that ran out to another, under a higher epoch': async (leases) => {
    await leases.acquire(lease('a', 10), at(0));
    assert.equal(await leases.acquire(lease('b', 21), at(11)), 2);
    assert.isNull(await leases.acquire(lease('a', 22), at(12)));
    assert.equal(await leases.acquire(lease('a', 40), at(30)), 3);
  },

  'gives one that ran out to one of many who ask at once': async (leases) => {
    await leases.acquire(lease('a', 10), at(0));
    const results = Array.from({ length: 20 }, (_, each) => leases.acquire(lease(`engine ${each}`, 30), at(20)));
    assert.deepEqual(
      (await Promise.all(results)).filter((epoch) => epoch !== null),
      [2],
    );
  },

  'gives back what its owner releases, and nothing else': async (leases) => {
    await leases.acquire(lease('a', 10), at(0));
    await leases.release('o1', 'b');
    assert.isNull(await leases.acquire(lease('b', 10), at(0)));
    await leases.release('o1', 'a');
    await leases.release('o2', 'a');
    assert.equal(await leases.acquire(lease('b', 10), at(0)), 2);
  },

  'believes no lease that ends later than any can': async (leases) => {
    await leases.acquire(lease('ahead', 3_610), at(3_600));
    assert.equal(await leases.acquire(lease('b', 10), at(0)), 2);
  },
};

/** The leases of campaign engines, of which there is a view. */
export const campaignEngineLeasesContract: Contract<CampaignEngineLeases> = {
  ...engineLeasesContract,

  'lists the leases that are valid, with their owners': async (leases) => {
    await leases.acquire(lease('a', 10), at(0));
    await leases.acquire(lease('b', 10, 'o2'), at(0));
    await leases.acquire(lease('b', 3, 'o3'), at(0));
    await leases.acquire(lease('c', 10, 'o4'), at(0));
    await leases.acquire(lease('ahead', 3_610, 'o5'), at(3_600));
    await leases.release('o4', 'c');
    const owned = (await leases.owned(at(5), at(25))).map(({ org_id, owner }) => [org_id, owner]);
    assert.sameDeepMembers(owned, [
      ['o1', 'a'],
      ['o2', 'b'],
    ]);
  },
};

export const campaignEnginesContract: Contract<CampaignEngines> = {
  'lists engines until their registration expires': async (engines) => {
    await engines.register('a', at(10), at(0));
    await engines.register('b', at(20), at(0));
    assert.sameMembers([...(await engines.live(at(9)))], ['a', 'b']);
    assert.deepEqual(await engines.live(at(11)), ['b']);
  },

  'extends a registration': async (engines) => {
    await engines.register('a', at(10), at(0));
    await engines.register('a', at(20), at(5));
    assert.deepEqual(await engines.live(at(15)), ['a']);
  },

  'forgets an engine that leaves, and no other': async (engines) => {
    await engines.register('a', at(10), at(0));
    await engines.register('b', at(10), at(0));
    await engines.remove('a');
    assert.deepEqual(await engines.live(at(1)), ['b']);
  },

  'registers an engine again after its registration has expired': async (engines) => {
    await engines.register('a', at(10), at(0));
    await engines.register('b', at(30), at(20));
    await engines.register('a', at(35), at(25));
    assert.sameMembers([...(await engines.live(at(26)))], ['a', 'b']);
  },
};
