import { assert } from 'chai';
import type { CallLease, CallLeases } from '../../application/ports/call-leases.ts';
import type { Contract } from '../support/contract.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();
const NOW = at(0);

const lease = (id: string | number, more: Partial<CallLease> = {}): CallLease => ({
  ...{ org_id: 'org', call_id: String(id), owner: null, until: at(60) },
  ...more,
});

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** What call leases guarantee of calls that hold a share of an organisation's slots. */
export const slotSharesContract: Contract<CallLeases> = {
  'gives calls of a share as many slots as that has, and leaves the others to the rest': async (leases) => {
    const share = { name: 'strangers', slots: 2 };
    for (const id of upTo(2)) assert.isTrue(await leases.reserve(lease(`stranger ${id}`), 5, NOW, share));
    assert.isFalse(await leases.reserve(lease('stranger 2'), 5, NOW, share));
    assert.isTrue(await leases.reserve(lease('stranger 1'), 5, NOW, share));
    assert.isTrue(await leases.reserve(lease('guest'), 5, NOW, { name: 'guests', slots: 1 }));
    assert.isFalse(await leases.reserve(lease('guest 2'), 5, NOW, { name: 'guests', slots: 1 }));
    for (const id of upTo(2)) assert.isTrue(await leases.reserve(lease(id), 5, NOW));
    assert.isFalse(await leases.reserve(lease('late'), 5, NOW));
    await leases.release('org', 'stranger 0');
    assert.isTrue(await leases.reserve(lease('stranger 2'), 5, NOW, share));
    assert.isTrue(await leases.reserve(lease('elsewhere', { org_id: 'other' }), 5, NOW, share));
  },

  'counts the live calls of a client over all organisations, however often their leases are renewed': async (
    leases,
  ) => {
    const count = (client: string, second = 0) => leases.countOfClient(client, at(second));
    assert.equal(await count('a'), 0);
    const place = async (of: CallLease, client: string): Promise<void> => {
      await leases.reserve(of, 5, NOW, { name: 'strangers', slots: 5 });
      assert.isTrue(await leases.takeClientPlace(of, { client, places: 5 }, NOW));
    };
    for (const [id, org_id] of ['org', 'org', 'other'].entries()) await place(lease(id, { org_id }), 'a');
    await place(lease('b'), 'b');
    await leases.reserve(lease('ticketed'), 5, NOW);
    assert.deepEqual([await count('a'), await count('b'), await count('c')], [3, 1, 0]);
    await leases.claimOrRenew(lease(0, { owner: 'runtime', until: at(90) }), at(30));
    assert.deepEqual([await count('a', 60), await count('a', 61)], [3, 1]);
    await leases.release('org', '0');
    assert.equal(await count('a', 61), 0);
  },

  'gives calls of a client as many places as it has over all organisations, and again when one has ended': async (
    leases,
  ) => {
    const share = { client: 'a', places: 2 };
    const take = async (id: string, org_id = 'org', second = 0, client = share): Promise<boolean> => {
      await leases.reserve(lease(id, { org_id, until: at(second + 60) }), 9, at(second));
      return leases.takeClientPlace({ org_id, call_id: id }, client, at(second));
    };
    assert.deepEqual([await take('one'), await take('two', 'other'), await take('three')], [true, true, false]);
    assert.isTrue(await take('elsewhere', 'org', 0, { ...share, client: 'b' }));
    assert.isTrue(await take('one'), 'a call keeps its place');
    await leases.release('other', 'two');
    assert.isTrue(await take('three'));
    assert.isFalse(await take('four', 'org', 60));
    assert.isTrue(await take('five', 'org', 61), 'leases that have expired hold no place');
    assert.equal(await leases.countOfClient('a', at(61)), 1);
    assert.isFalse(await leases.takeClientPlace({ org_id: 'org', call_id: 'gone' }, share, at(61)));
  },

  'lists the unclaimed live calls of a client, those that expire first': async (leases) => {
    const place = async (id: string, client: string, until: number, org_id = 'org'): Promise<void> => {
      await leases.reserve(lease(id, { org_id, until: at(until) }), 9, NOW);
      await leases.takeClientPlace({ org_id, call_id: id }, { client, places: 9 }, NOW);
    };
    await place('late', 'a', 60);
    await place('early', 'a', 30, 'other');
    await place('claimed', 'a', 60);
    await place('of another', 'b', 60);
    await leases.reserve(lease('of none'), 9, NOW);
    await leases.claimOrRenew(lease('claimed', { owner: 'runtime' }), NOW);
    const unclaimed = async (second: number) =>
      (await leases.unclaimedOfClient('a', at(second))).map(({ call_id }) => call_id);
    assert.deepEqual(
      [await unclaimed(30), await unclaimed(31), await unclaimed(61)],
      [['early', 'late'], ['late'], []],
    );
  },

  'lists the unclaimed calls of an organisation that give way, those that expire first': async (leases) => {
    const reserve = (id: string, until: number, more: object = {}) =>
      leases.reserve(lease(id, { until: at(until), ...more }), 9, NOW);
    await reserve('late', 40, { gives_way: true });
    await reserve('early', 30, { gives_way: true });
    await reserve('claimed', 30, { gives_way: true });
    await reserve('dialled', 30);
    await reserve('of another', 30, { gives_way: true, org_id: 'other' });
    await leases.claimOrRenew(lease('claimed', { owner: 'runtime', until: at(35) }), NOW);
    const givingWay = async (now: number, until: number) =>
      (await leases.givingWayOf('org', { now: at(now), until: at(until) })).map(({ call_id }) => call_id);
    assert.deepEqual(
      [await givingWay(0, 29), await givingWay(0, 30), await givingWay(30, 40), await givingWay(31, 40)],
      [[], ['early'], ['early', 'late'], ['late']],
    );
  },

  'gives exactly the free places of a client to many who ask at once': async (leases) => {
    const share = { client: 'a', places: 4 };
    const ids = upTo(14).map((id) => `call ${id}`);
    for (const id of ids) await leases.reserve(lease(id), 20, NOW);
    assert.isTrue(await leases.takeClientPlace({ org_id: 'org', call_id: ids[0]! }, share, NOW));
    const answers = await Promise.all(
      ids.slice(1).map((call_id) => leases.takeClientPlace({ org_id: 'org', call_id }, share, NOW)),
    );
    assert.lengthOf(answers.filter(Boolean), 3);
    assert.equal(await leases.countOfClient('a', NOW), 4);
  },

  'gives calls of a share no slot while the others hold all of them': async (leases) => {
    for (const id of upTo(3)) await leases.reserve(lease(id), 3, NOW);
    assert.isFalse(await leases.reserve(lease('stranger'), 3, NOW, { name: 'strangers', slots: 2 }));
    await leases.release('org', '1');
    assert.isTrue(await leases.reserve(lease('stranger'), 3, NOW, { name: 'strangers', slots: 2 }));
  },

  'gives exactly the slots of a share to many who ask at once, and the rest to others that do': async (leases) => {
    const share = { name: 'strangers', slots: 5 };
    const strangers = upTo(60).map((id) => leases.reserve(lease(`stranger ${id}`), 10, NOW, share));
    const others = upTo(20).map((id) => leases.reserve(lease(id), 10, NOW));
    const taken = async (answers: readonly Promise<boolean>[]) => (await Promise.all(answers)).filter(Boolean).length;
    const [ofShare, ofRest] = [await taken(strangers), await taken(others)];
    assert.isAtMost(ofShare, 5);
    assert.equal(ofShare + ofRest, 10);
  },

  'gives the place of a share that ran out to another, and takes back what its call had': async (leases) => {
    const share = { name: 'strangers', slots: 1 };
    await leases.reserve(lease('old', { until: at(10) }), 4, NOW, share);
    assert.isFalse(await leases.reserve(lease('new', { until: at(90) }), 4, NOW, share));
    assert.isTrue(await leases.reserve(lease('new', { until: at(90) }), 4, at(20), share));
    assert.isFalse(await leases.reserve(lease('old', { until: at(90) }), 4, at(21), share));
    assert.deepEqual(await leases.expired(at(30), 10), [{ ...lease('old', { until: at(10) }), heard_at: null }]);
    await leases.release('org', 'new');
    assert.isTrue(await leases.reserve(lease('old', { until: at(90) }), 4, at(22), share));
    assert.isTrue(await leases.reserve(lease('old', { until: at(190) }), 4, at(91), share));
  },

  'gives no place above a lowered share': async (leases) => {
    for (const id of upTo(4)) await leases.reserve(lease(id), 9, NOW, { name: 'strangers', slots: 4 });
    await leases.release('org', '0');
    assert.isFalse(await leases.reserve(lease('late'), 9, NOW, { name: 'strangers', slots: 2 }));
    for (const id of upTo(4)) await leases.release('org', String(id));
    assert.isTrue(await leases.reserve(lease('late'), 9, NOW, { name: 'strangers', slots: 2 }));
  },
};
