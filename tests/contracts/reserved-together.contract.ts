import { assert } from 'chai';
import type { CallLease, CallLeases } from '../../application/ports/call-leases.ts';
import type { Contract } from '../support/contract.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();
const NOW = at(0);

const lease = (id: string, more: Partial<CallLease> = {}): CallLease => ({
  ...{ org_id: 'org', call_id: id, owner: null, until: at(60) },
  ...more,
});

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** How many calls each of several askers wants, and the limit. */
const COMPETITIONS = [
  { counts: [2, 4], limit: 4 },
  { counts: [1, 4, 4], limit: 4 },
  { counts: [1, 4, 4], limit: 8 },
  { counts: [3, 1, 4, 2], limit: 10 },
  { counts: [1, 2, 3, 4, 5], limit: 14 },
  { counts: [5, 2, 2], limit: 3 },
] as const;

/** What call leases guarantee to those who reserve slots for several calls in one request. */
export const reservedTogetherContract: Contract<CallLeases> = {
  'gives several calls slots in their order, as far as there are any': async (leases) => {
    await leases.reserve(lease('other'), 4, NOW);
    await leases.reserve(lease('again'), 4, NOW);
    await leases.reserve(lease('old', { until: at(10) }), 4, NOW);
    const wanted = ['again', 'a', 'b', 'c'].map((id) => lease(id, { until: at(90) }));
    assert.sameMembers([...(await leases.reserveAll(wanted, 4, at(20)))], ['again', 'a', 'b']);
    assert.isFalse(await leases.reserve(lease('late'), 4, at(20)));
    assert.isTrue(await leases.claimOrRenew(lease('b', { owner: 'one' }), at(20)));
    assert.isEmpty(await leases.reserveAll([lease('late')], 4, at(20)));
    assert.isEmpty(await leases.reserveAll([], 4, at(20)));
    assert.sameMembers([...(await leases.reserveAll([lease('x'), lease('y')], 6, at(20)))], ['x', 'y']);
  },

  'takes no lease beyond the limit for a slot, and leaves the last slots free where they are to be': async (leases) => {
    await leases.reserve(lease('a'), 2, NOW);
    await leases.reserve(lease('b'), 2, NOW);
    assert.isTrue(await leases.reserve(lease('waits'), Infinity, NOW));
    assert.isEmpty(await leases.reserveAll([lease('waits')], 2, NOW));
    await leases.release('org', 'a');
    assert.sameMembers([...(await leases.reserveAll([lease('waits')], 2, NOW))], ['waits']);
    // Slots that are to stay free are not taken from a call that has one.
    assert.isEmpty(await leases.reserveAll([lease('c')], 3, NOW, 1));
    assert.sameMembers([...(await leases.reserveAll([lease('b')], 3, NOW, 2))], ['b']);
    assert.sameMembers([...(await leases.reserveAll([lease('c')], 3, NOW))], ['c']);
  },

  'gives exactly 10 slots to many who ask for several at once': async (leases) => {
    const wanted = upTo(8).map((asker) => upTo(4).map((id) => lease(`${asker} ${id}`)));
    const taken = await Promise.all(wanted.map((each) => leases.reserveAll(each, 10, NOW)));
    assert.equal(
      taken.reduce((sum, { size }) => sum + size, 0),
      10,
    );
  },

  'gives out every slot, and loses none, when askers want different numbers at once': async (leases) => {
    for (const [round, { counts, limit }] of COMPETITIONS.entries()) {
      const org = { org_id: `org ${round}` };
      const wanted = counts.map((count, asker) => upTo(count).map((id) => lease(`${asker} ${id}`, org)));
      const taken = await Promise.all(wanted.map((each) => leases.reserveAll(each, limit, NOW)));
      const callIds = taken.flatMap((ids) => [...ids]);
      assert.lengthOf(callIds, limit, `${counts.join(', ')} of ${limit}`);
      await Promise.all(callIds.map((callId) => leases.release(org.org_id, callId)));
      const next = await leases.reserveAll(
        upTo(limit).map((id) => lease(`next ${id}`, org)),
        limit,
        NOW,
      );
      assert.equal(next.size, limit, `${counts.join(', ')} of ${limit}, after their release`);
    }
  },
};
