import { assert } from 'chai';
import { openCallFixture, type CallFixture } from './call-fixture.ts';
import { refusalOf } from '../support/refusals.ts';
import { ADA } from './telephony-fixture.ts';

describe('inbound calls', () => {
  let fixture: CallFixture;
  beforeEach(async () => (fixture = await openCallFixture()));

  it('are registered with the provider of their agent', async () => {
    const call = await fixture.ring();
    assert.deepInclude(call, {
      call_type: 'inbound',
      status: 'initiated',
      telephony_provider: 'plivo',
      provider_call_sid: 'sid',
      agent_name: 'Desk',
    });
    assert.deepEqual(await fixture.logs(), [call]);
    assert.equal(await fixture.taken(), 1);
  });

  it('are one call however often they are registered, also when it is over', async () => {
    const first = await fixture.ring();
    assert.deepEqual(await fixture.ring(), first);
    await fixture.calls.update(ADA, first.call_id, { status: 'completed' });
    assert.include(await fixture.ring(), { call_id: first.call_id, status: 'completed' });
    assert.lengthOf(await fixture.logs(), 1);
    assert.equal(await fixture.taken(), 0);
  });

  it('are one call when many register it at once, also for the last slot', async () => {
    await fixture.ring('another');
    const registered = await Promise.all(Array.from({ length: 20 }, () => fixture.register()));
    assert.lengthOf([...new Set(registered.map(({ call }) => call.call_id))], 1);
    assert.lengthOf(
      registered.filter(({ created }) => created),
      1,
    );
    assert.lengthOf(await fixture.logs(), 2);
    assert.equal(await fixture.taken(), 2);
  });

  it('are refused over the limit, and logged as failed', async () => {
    await fixture.ring('one');
    await fixture.ring('two');
    const { problem, message } = await refusalOf(fixture.ring('three'));
    assert.deepEqual([problem, message], ['limited', 'Organisation concurrent call limit reached']);
    const missed = (await fixture.logs()).find(({ provider_call_sid }) => provider_call_sid === 'three');
    assert.deepInclude(missed!, { status: 'failed', call_response: 'failed', error_message: message });
    assert.isNotNull(missed!.end_time_utc);
    assert.equal(await fixture.taken(), 2);
  });

  it('free their slot for others after 20 s if their socket is not opened', async () => {
    await fixture.ring('one');
    await fixture.ring('two');
    fixture.ports.clock.advance(19_999);
    assert.equal((await refusalOf(fixture.ring('three'))).problem, 'limited');
    fixture.ports.clock.advance(2);
    assert.include(await fixture.ring('four'), { status: 'initiated' });
  });

  it('need an active telephony agent', async () => {
    const { agent_id } = fixture.agent;
    const ring = (id: string) =>
      fixture.calls.registerInbound(ADA, {
        agent_id: id,
        provider_call_sid: 's',
        from_number: 'anonymous',
        to_number: '',
      });
    assert.equal((await refusalOf(ring('none'))).message, 'Agent not found');
    await fixture.ports.agents.update('o1', agent_id, { status: 'archived' });
    assert.equal((await refusalOf(ring(agent_id))).message, 'The agent is archived: set its status to active first');
    assert.isEmpty(await fixture.logs());
  });

  it('belong to their organisation: the same sid elsewhere is another call', async () => {
    const { call_id } = await fixture.ring();
    const stranger = { ...ADA, org_id: 'o2' };
    const patch = fixture.calls.updateByProviderSid(stranger, 'sid', { status: 'failed' });
    assert.equal((await refusalOf(patch)).message, 'Call not found');
    assert.equal((await fixture.calls.find(ADA, call_id)).status, 'initiated');
  });

  it('do not get the sid of another call', async () => {
    await fixture.ring('one');
    const { call_id } = await fixture.ring('two');
    const { problem } = await refusalOf(fixture.calls.update(ADA, call_id, { provider_call_sid: 'one' }));
    assert.equal(problem, 'duplicate');
  });
});
