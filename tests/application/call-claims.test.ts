import { assert } from 'chai';
import { callUseCases } from '../../application/calls/index.ts';
import type { CallLeases } from '../../application/ports/call-leases.ts';
import { openCallFixture, type CallFixture } from './call-fixture.ts';
import { refusalOf } from '../support/refusals.ts';
import { ADA, BOT } from './telephony-fixture.ts';

describe('call claims', () => {
  let fixture: CallFixture;
  beforeEach(async () => (fixture = await openCallFixture()));
  const claim = (callId: string, owner = 'runtime') => fixture.calls.claim(ADA, callId, owner);
  const renew = async (callIds: readonly string[], owner = 'runtime') => {
    const calls = callIds.map((call_id) => ({ org_id: 'o1', call_id }));
    return (await fixture.calls.renew({ owner, calls })).lost;
  };
  const now = (plusMs = 0): string => new Date(fixture.ports.clock.now().getTime() + plusMs).toISOString();

  it('set the call to in_progress and can be repeated by the owner', async () => {
    const { call_id } = await fixture.ring();
    assert.deepEqual(await claim(call_id), { call_id, until: now(45_000) });
    const startedAt = now();
    assert.include(await fixture.calls.find(ADA, call_id), { status: 'in_progress', start_time_utc: startedAt });
    fixture.ports.clock.advance(10_000);
    assert.deepEqual(await claim(call_id), { call_id, until: now(45_000) });
    assert.equal((await fixture.calls.find(ADA, call_id)).start_time_utc, startedAt);
    assert.equal(await fixture.taken(), 1);
  });

  it('are refused to a second owner, and granted to one of many under a race', async () => {
    const { call_id } = await fixture.ring();
    const owners = Array.from({ length: 10 }, (_, turn) => `runtime ${turn}`);
    const claims = await Promise.allSettled(owners.map((owner) => claim(call_id, owner)));
    assert.lengthOf(
      claims.filter(({ status }) => status === 'fulfilled'),
      1,
    );
    const refused = await refusalOf(claim(call_id, 'late'));
    assert.deepEqual([refused.problem, refused.message], ['duplicate', 'Another process is already running this call']);
  });

  it('are refused for a call that is over, unknown or of another organisation', async () => {
    const { call_id } = await fixture.ring();
    await fixture.calls.update(ADA, call_id, { status: 'canceled' });
    const refused = await refusalOf(claim(call_id));
    assert.deepEqual([refused.problem, refused.message], ['duplicate', 'The call is over']);
    assert.equal((await refusalOf(claim('none'))).message, 'Call not found');
    const stranger = fixture.calls.claim({ ...ADA, org_id: 'o2' }, call_id, 'runtime');
    assert.equal((await refusalOf(stranger)).message, 'Call not found');
    assert.equal(await fixture.taken(), 0);
  });

  it('are refused when the call ends at the same time', async () => {
    const { call_id } = await fixture.ring();
    const leases: CallLeases = {
      ...fixture.ports.leases,
      async claimOrRenew(...args) {
        const pending = await fixture.ports.leases.claimOrRenew(...args);
        await fixture.calls.update(ADA, call_id, { status: 'no_answer' });
        return pending;
      },
    };
    const work = callUseCases({ ...fixture.ports, leases }).claim(ADA, call_id, 'runtime');
    assert.equal((await refusalOf(work)).message, 'The call is over');
    assert.equal((await fixture.calls.find(ADA, call_id)).status, 'no_answer');
    assert.equal(await fixture.taken(), 0);
  });

  it('reserve another slot when the lease expired, or fail without a free one', async () => {
    const { call_id } = await fixture.ring('slow');
    fixture.ports.clock.advance(60_001);
    await fixture.ring('one');
    await fixture.ring('two');
    assert.equal((await refusalOf(claim(call_id))).problem, 'limited');
    assert.equal((await fixture.calls.find(ADA, call_id)).status, 'initiated');
    fixture.ports.clock.advance(60_001);
    assert.equal((await claim(call_id)).call_id, call_id);
  });

  it('pass to another owner after the lease expires', async () => {
    const { call_id } = await fixture.ring();
    await claim(call_id, 'dead');
    fixture.ports.clock.advance(45_001);
    await claim(call_id, 'heir');
    assert.deepEqual(await renew([call_id], 'dead'), [call_id]);
    assert.isEmpty(await renew([call_id], 'heir'));
  });

  it('last as long as they are renewed', async () => {
    const ids = [(await fixture.ring('one')).call_id, (await fixture.call()).call_id];
    for (const id of ids) await claim(id);
    for (let turn = 0; turn < 20; turn += 1) {
      fixture.ports.clock.advance(15_000);
      assert.isEmpty(await renew(ids));
      await fixture.calls.reconcile();
    }
    assert.deepEqual(
      (await fixture.logs()).map(({ status }) => status),
      ['in_progress', 'in_progress'],
    );
  });

  it('are reported lost when the call is over, unknown or claimed by another owner', async () => {
    const mine = (await fixture.ring('mine')).call_id;
    const over = (await fixture.ring('over')).call_id;
    for (const id of [mine, over]) await claim(id);
    await fixture.calls.update(BOT, over, { status: 'completed' });
    const other = (await fixture.ring('other')).call_id;
    await claim(other, 'another runtime');
    assert.sameMembers(await renew([mine, over, other, 'none']), [over, other, 'none']);
    assert.equal(await fixture.taken(), 2);
  });

  it('keep the slot of a call that a member ends until its runtime reports the end or the lease expires', async () => {
    const [reported, silent] = [(await fixture.ring('one')).call_id, (await fixture.call()).call_id];
    await claim(reported);
    for (const id of [reported, silent])
      assert.equal((await fixture.calls.update(ADA, id, { status: 'completed' })).status, 'completed');
    assert.deepEqual(await renew([reported]), [reported]);
    assert.equal((await refusalOf(fixture.ring('two'))).problem, 'limited');
    await fixture.calls.update(BOT, reported, { call_response: 'answered' });
    await fixture.ring('two');
    fixture.ports.clock.advance(90_001);
    await fixture.ring('three');
    await fixture.calls.reconcile();
    assert.isEmpty((await fixture.logs()).filter(({ status }) => status === 'in_progress'));
  });

  it('free the slot of a call that a member ends before anything runs it', async () => {
    const { call_id } = await fixture.ring();
    await fixture.calls.update(ADA, call_id, { status: 'canceled' });
    assert.equal(await fixture.taken(), 0);
  });

  it('survive an outage of the API', async () => {
    const { call_id } = await fixture.ring();
    await claim(call_id);
    fixture.ports.clock.advance(300_000);
    assert.isEmpty(await renew([call_id]));
    await fixture.calls.reconcile();
    assert.equal((await fixture.calls.find(ADA, call_id)).status, 'in_progress');
  });

  it('are lost when other calls took the slots', async () => {
    const { call_id } = await fixture.ring();
    await claim(call_id);
    fixture.ports.clock.advance(45_001);
    await fixture.ring('one');
    await fixture.ring('two');
    assert.deepEqual(await renew([call_id]), [call_id]);
  });
});
