import { assert } from 'chai';
import type { CallLease, CallLeases, StoredCallLease } from '../../application/ports/call-leases.ts';
import type { Contract } from '../support/contract.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();
const NOW = at(0);

const lease = (id: string | number, more: Partial<CallLease> = {}): CallLease => ({
  org_id: 'org',
  call_id: String(id),
  owner: null,
  until: at(60),
  ...more,
});

/** A lease as it is shown. */
const seen = (taken: CallLease, heard_at: string | null = null): StoredCallLease => ({ ...taken, heard_at });

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** How many of these get a slot, all asking at once. */
const takenAtOnce = async (leases: CallLeases, wanted: readonly CallLease[], limit: number, now = NOW) => {
  const answers = await Promise.all(wanted.map((each) => leases.reserve(each, limit, now)));
  return answers.filter(Boolean).length;
};

export const callLeasesContract: Contract<CallLeases> = {
  'gives out as many slots as the limit allows, and no more': async (leases) => {
    for (const id of upTo(3)) assert.isTrue(await leases.reserve(lease(id), 3, NOW));
    assert.isFalse(await leases.reserve(lease('late'), 3, NOW));
    assert.isTrue(await leases.reserve(lease('late'), 4, NOW));
    assert.isTrue(await leases.reserve(lease('elsewhere', { org_id: 'other' }), 1, NOW));
  },

  'lists unclaimed live leases by expiry': async (leases) => {
    for (const [id, until] of [
      ['late', 90],
      ['early', 30],
      ['over', 10],
      ['carried', 60],
    ] as const)
      await leases.reserve(lease(id, { until: at(until), org_id: id }), 9, NOW);
    await leases.claimOrRenew(lease('carried', { owner: 'one', org_id: 'carried' }), NOW);
    const shown = async (now: number, limit: number) =>
      (await leases.unclaimed(at(now), limit)).map(({ call_id }) => call_id);
    assert.deepEqual(await shown(20, 9), ['early', 'late']);
    assert.deepEqual(await shown(20, 1), ['early']);
    assert.deepEqual(await shown(91, 9), []);
  },

  'gives exactly 10 slots to 200 who ask at once': async (leases) => {
    assert.equal(
      await takenAtOnce(
        leases,
        upTo(200).map((id) => lease(id)),
        10,
      ),
      10,
    );
    assert.isFalse(await leases.reserve(lease('late'), 10, NOW));
  },

  'gives exactly the slots that ran out to many who ask at once': async (leases) => {
    for (const id of upTo(10)) await leases.reserve(lease(`old ${id}`, { until: at(id < 4 ? 10 : 90) }), 10, NOW);
    const wanted = upTo(50).map((id) => lease(id, { until: at(120) }));
    assert.equal(await takenAtOnce(leases, wanted, 10, at(30)), 4);
  },

  'lets a call keep the slot it has, however often it takes one': async (leases) => {
    assert.equal(await takenAtOnce(leases, Array<CallLease>(20).fill(lease('a')), 2), 20);
    assert.isTrue(await leases.reserve(lease('a', { owner: 'one' }), 1, NOW));
    assert.isTrue(await leases.reserve(lease('b'), 2, NOW));
    assert.isFalse(await leases.reserve(lease('c'), 2, NOW));
  },

  'reserves no slot while more calls are live than a lowered limit allows': async (leases) => {
    for (const id of upTo(5)) await leases.reserve(lease(id), 5, NOW);
    await leases.release('org', '0');
    assert.isFalse(await leases.reserve(lease('late'), 2, NOW));
    for (const id of upTo(4)) await leases.release('org', String(id));
    assert.isTrue(await leases.reserve(lease('late'), 2, NOW));
    assert.isFalse(await leases.reserve(lease('later'), 2, NOW));
  },

  'frees a slot, also one without a lease': async (leases) => {
    await leases.reserve(lease('a'), 1, NOW);
    await leases.release('other', 'a');
    await leases.release('org', 'b');
    assert.isFalse(await leases.reserve(lease('b'), 1, NOW));
    await leases.release('org', 'a');
    assert.isTrue(await leases.reserve(lease('b'), 1, NOW));
    assert.isFalse(await leases.claimOrRenew(lease('a', { owner: 'one' }), NOW));
  },

  'gives an unclaimed call to one owner': async (leases) => {
    await leases.reserve(lease('a'), 1, NOW);
    const owners = upTo(20).map((each) => `owner ${each}`);
    const pending = await Promise.all(
      owners.map((owner) => leases.claimOrRenew(lease('a', { owner, until: at(45) }), NOW)),
    );
    assert.lengthOf(pending.filter(Boolean), 1);
    const winner = owners[pending.indexOf(true)]!;
    assert.isTrue(await leases.claimOrRenew(lease('a', { owner: winner, until: at(80) }), at(40)));
    assert.isFalse(await leases.claimOrRenew(lease('a', { owner: 'another', until: at(80) }), at(40)));
    assert.isEmpty(await leases.expired(at(79), 10));
    assert.deepEqual(await leases.expired(at(81), 10), [seen(lease('a', { owner: winner, until: at(80) }), at(40))]);
  },

  'hands it to its owner however often that asks at once': async (leases) => {
    await leases.reserve(lease('a'), 1, NOW);
    const results = upTo(10).map(() => leases.claimOrRenew(lease('a', { owner: 'one' }), NOW));
    assert.notInclude(await Promise.all(results), false);
  },

  'hands out nothing of a lease that ran out, or never was': async (leases) => {
    await leases.reserve(lease('a', { owner: 'one' }), 1, NOW);
    assert.isTrue(await leases.claimOrRenew(lease('a', { owner: 'one' }), at(60)));
    assert.isFalse(await leases.claimOrRenew(lease('a', { owner: 'one', until: at(99) }), at(61)));
    assert.isFalse(await leases.claimOrRenew(lease('b', { owner: 'one' }), NOW));
    assert.isFalse(await leases.claimOrRenew(lease('a', { org_id: 'other', owner: 'one' }), NOW));
  },

  'lets a call whose lease ran out take one again, while there is a slot': async (leases) => {
    await leases.reserve(lease('a', { owner: 'one' }), 1, NOW);
    assert.isTrue(await leases.reserve(lease('a', { owner: 'two', until: at(120) }), 1, at(61)));
    assert.isTrue(await leases.claimOrRenew(lease('a', { owner: 'two', until: at(120) }), at(62)));
    assert.isFalse(await leases.reserve(lease('b', { until: at(300) }), 1, at(62)));
    assert.isTrue(await leases.reserve(lease('b', { until: at(300) }), 1, at(121)));
    assert.isFalse(await leases.reserve(lease('a', { until: at(300) }), 1, at(122)));
    await leases.release('org', 'b');
    assert.isTrue(await leases.reserve(lease('a', { until: at(300) }), 1, at(122)));
    assert.isEmpty(await leases.expired(at(200), 10));
  },

  'shows what ran out, the oldest first, also when the slot is taken again': async (leases) => {
    const early = seen(lease('early', { until: at(10), owner: 'one' }));
    const late = seen(lease('late', { until: at(20) }));
    const foreign = seen(lease('foreign', { org_id: 'other', until: at(15) }));
    for (const each of [late, early, foreign, lease('live')]) await leases.reserve(each, 3, NOW);
    assert.isEmpty(await leases.expired(at(10), 10));
    assert.deepEqual(await leases.expired(at(30), 10), [early, foreign, late]);
    assert.deepEqual(await leases.expired(at(30), 1), [early]);
    await leases.reserve(lease('new 1'), 3, at(30));
    await leases.reserve(lease('new 2'), 3, at(30));
    assert.deepEqual(await leases.expired(at(30), 10), [early, foreign, late]);
    await leases.release('org', 'early');
    assert.deepEqual(await leases.expired(at(30), 10), [foreign, late]);
  },

  'lets one of many settle what ran out, until its time is up': async (leases) => {
    const old = lease('a', { owner: 'one', until: at(10) });
    await leases.reserve(old, 1, NOW);
    const settled = await Promise.all(upTo(20).map(() => leases.takeOverExpired(old, at(60), at(30))));
    assert.lengthOf(settled.filter(Boolean), 1);
    assert.isEmpty(await leases.expired(at(59), 10));
    assert.deepEqual(await leases.expired(at(61), 10), [seen({ ...old, until: at(60) })]);
  },

  'drops a lease that is still as it was settled, and leaves one that was taken up since': async (leases) => {
    const old = lease('a', { until: at(10) });
    const reconciling = { ...old, until: at(60) };
    await leases.reserve(old, 1, NOW);
    assert.isTrue(await leases.takeOverExpired(old, at(60), at(30)));
    await leases.releaseIfUnchanged(old);
    assert.isTrue(await leases.claimOrRenew(lease('a', { owner: 'one', until: at(90) }), at(31)));
    await leases.releaseIfUnchanged(reconciling);
    assert.isFalse(await leases.reserve(lease('b'), 1, at(31)));
    await leases.releaseIfUnchanged(lease('a', { owner: 'one', until: at(90) }));
    assert.isTrue(await leases.reserve(lease('b'), 1, at(31)));
    await leases.releaseIfUnchanged(reconciling);
  },

  'keeps the slot of a disowned lease, which no owner can renew': async (leases) => {
    for (const id of ['claimed', 'unclaimed']) await leases.reserve(lease(id), 2, NOW);
    await leases.claimOrRenew(lease('claimed', { owner: 'one' }), at(10));
    for (const id of ['claimed', 'unclaimed', 'unknown']) {
      assert.equal(await leases.disown('org', id, at(20)), id === 'claimed', id);
      assert.isFalse(await leases.disown('org', id, at(20)), id);
      assert.isFalse(await leases.claimOrRenew(lease(id, { owner: 'one', until: at(90) }), at(30)), id);
    }
    assert.isFalse(await leases.reserve(lease('late'), 2, at(60)));
    await leases.release('org', 'unclaimed');
    assert.isTrue(await leases.reserve(lease('late', { until: at(90) }), 2, at(60)));
    assert.isTrue(await leases.reserve(lease('later', { until: at(90) }), 2, at(61)), 'it expires');
  },

  'keeps heard_at when the lease is reconciled': async (leases) => {
    const pending = lease('a', { owner: 'one', until: at(50) });
    await leases.reserve(lease('a'), 1, NOW);
    for (const second of [5, 20]) await leases.claimOrRenew(pending, at(second));
    assert.isTrue(await leases.takeOverExpired(pending, at(90), at(51)));
    assert.deepEqual(await leases.expired(at(91), 10), [seen({ ...pending, until: at(90) }, at(20))]);
  },

  'expires the lease of a lost owner with the later heard_at': async (leases) => {
    for (const [id, reported, known] of [
      ['a', 25, 25],
      ['b', 15, 20],
    ] as const) {
      await leases.reserve(lease(id), 2, NOW);
      await leases.claimOrRenew(lease(id, { owner: 'one' }), at(20));
      const left = await leases.expireNow('org', id, at(reported), at(30));
      assert.isTrue(left !== null && left.until < at(30) && left.heard_at === at(known));
      assert.isTrue(await leases.takeOverExpired(left!, at(60), at(30)));
      assert.isFalse(await leases.claimOrRenew(lease(id, { owner: 'one' }), at(61)));
    }
  },

  'does not expire an unclaimed lease': async (leases) => {
    await leases.reserve(lease('a'), 1, NOW);
    for (const id of ['a', 'b']) assert.isNull(await leases.expireNow('org', id, NOW, at(10)));
    assert.isTrue(await leases.claimOrRenew(lease('a', { owner: 'one' }), at(20)));
  },

  'refuses to reconcile a lease that was renewed, freed or is live': async (leases) => {
    const old = lease('a', { owner: 'one', until: at(10) });
    await leases.reserve(old, 1, NOW);
    assert.isFalse(await leases.takeOverExpired(old, at(60), at(10)));
    await leases.reserve(lease('a', { owner: 'one', until: at(40) }), 1, at(20));
    assert.isFalse(await leases.takeOverExpired(old, at(60), at(30)));
    await leases.release('org', 'a');
    assert.isFalse(await leases.takeOverExpired({ ...old, until: at(40) }, at(90), at(50)));
  },
};
