import { assert } from 'chai';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { type DomainError, limited, unavailable } from '../../../domain/errors.ts';
import { telephoneWorld } from './telephone-world.ts';

/** A call that talks, with its greeting over. */
async function talking(world = telephoneWorld(), callId = world.outbound()) {
  const call = world.connect(callId);
  await world.clock.advanceAsync(3_000);
  return { ...world, ...call, callId };
}

/** From now on the API takes a report after four seconds. */
function slowApi({ controlPlane, clock }: Pick<ReturnType<typeof telephoneWorld>, 'controlPlane' | 'clock'>): void {
  const { updateCall } = controlPlane;
  controlPlane.updateCall = async (...news) => {
    await new Promise<void>((resolve) => void clock.after(4_000, resolve));
    return updateCall(...news);
  };
}

describe('openCarrierCall', () => {
  it('claims the call, runs it at the stream’s rate and ends it', async () => {
    const { clock, channel, result, patches, opened, claims, callId } = await talking();
    assert.deepEqual([result.outcome, claims.get(callId), patches], ['live', 'this process', ['1 claimed']]);
    assert.deepEqual(
      opened.map(({ kind }) => kind),
      ['tts 8000', 'llm', 'stt 8000 en'],
    );
    channel.leaves();
    await clock.advanceAsync(1_000);
    assert.equal(result.outcome, 'over');
    assert.deepEqual(patches.slice(1), ['1 recording_url,transcript_url ', '1 completed answered']);
  });

  it('uses the variables of the call', async () => {
    const world = telephoneWorld();
    const { instruments } = await talking(world, world.outbound({ custom_variables: { name: 'Ada' } }));
    assert.deepEqual(instruments.voice.texts, ['Hello Ada!']);
  });

  it('hangs up at the carrier 0.5 s after the socket closed', async () => {
    const { clock, channel, carrier, liveCalls } = await talking();
    channel.leaves();
    await clock.advanceAsync(499);
    assert.deepEqual([carrier.hungUp, liveCalls.count], [[], 1]);
    await clock.advanceAsync(1);
    assert.deepEqual([carrier.hungUp, liveCalls.count], [['sid-1 with k'], 0]);
  });

  it('hangs up by the stream’s call id if the call has none', async () => {
    const world = telephoneWorld();
    const { clock, channel, carrier } = await talking(world, world.outbound({ provider_call_sid: null }));
    channel.leaves();
    await clock.advanceAsync(1_000);
    assert.deepEqual(carrier.hungUp, ['stream-sid with k']);
  });

  it('ends the call when the carrier cannot be reached', async () => {
    const { clock, channel, carrier, result, patches, lines } = await talking();
    carrier.trouble = new Error('no answer');
    channel.leaves();
    await clock.advanceAsync(1_000);
    assert.deepEqual([result.outcome, patches.at(-1)], ['over', '1 completed answered']);
    assert.include(
      lines.map(({ event }) => event),
      'carrier.hang_up_failed',
    );
  });

  it('transcribes DTMF as one entry', async () => {
    const { clock, channel, instruments, spool, callId } = await talking();
    for (const key of '1234') channel.listener?.dtmf(key);
    await clock.advanceAsync(2_000);
    assert.equal(instruments.model.requests.at(-1)?.messages.at(-1)?.content, '[keypad] 1234');
    await clock.advanceAsync(3_000);
    assert.include(spool.all.get(callId)?.transcript, 'user: [keypad] 1234');
  });

  it('reports a vendor failure with its reason before the carrier sees the end', async () => {
    const world = telephoneWorld();
    world.controlPlane.putMetrics = () => Promise.reject(unavailable('No answer'));
    const { clock, instruments, channel, carrier, calls, callId, lines } = await talking(world);
    instruments.transcription.fails(new VendorFailure('Key revoked', { retryable: false }));
    await clock.advanceAsync(100);
    const { status, call_response, error_message } = calls.get(callId)!;
    assert.deepEqual([status, call_response, error_message], ['failed', 'answered', 'Key revoked']);
    assert.deepEqual([channel.closedWith, carrier.hungUp], [[], []]);
    const fields = lines.find(({ event }) => event === 'call.vendor_failed');
    assert.deepInclude(fields, { level: 'warn', call_id: callId, processor: 'cloudSTT', reason: 'Key revoked' });
  });

  it('ends a call that could not begin once the API has taken the report of that, however long that takes', async () => {
    const world = telephoneWorld();
    world.vendors.synthesiser = () => Promise.reject(new Error('No voice'));
    slowApi(world);
    const { channel } = world.connect(world.outbound());
    await world.clock.advanceAsync(3_900);
    assert.deepEqual([channel.closedWith, world.carrier.hungUp], [[], []]);
    await world.clock.advanceAsync(1_000);
    assert.deepEqual([channel.closedWith, world.carrier.hungUp], [['The call failed: No voice'], ['sid-1 with k']]);
  });

  it('ends a conversation that failed once the API has taken the report of that, however long that takes', async () => {
    const world = await talking();
    const { clock, instruments, channel, carrier } = world;
    slowApi(world);
    instruments.transcription.fails(new VendorFailure('Key revoked', { retryable: false }));
    await clock.advanceAsync(3_900);
    assert.deepEqual([channel.closedWith, carrier.hungUp], [[], []]);
    await clock.advanceAsync(1_000);
    assert.deepEqual([channel.closedWith, carrier.hungUp], [['failed'], ['sid-1 with k']]);
  });

  it('hangs up a call without a spool once the API has taken the report of that', async () => {
    const world = telephoneWorld();
    world.spool.trouble = new Error('the disk is full');
    slowApi(world);
    world.connect(world.outbound());
    await world.clock.advanceAsync(3_900);
    assert.isEmpty(world.carrier.hungUp);
    await world.clock.advanceAsync(1_000);
    assert.deepEqual(world.carrier.hungUp, ['sid-1 with k']);
  });

  it('delivers the reason of a failure after outages of the API', async () => {
    const world = await talking();
    const { updateCall } = world.controlPlane;
    world.controlPlane.updateCall = () => Promise.reject(unavailable('No answer'));
    world.instruments.transcription.fails(new VendorFailure('Key revoked', { retryable: false }));
    await world.clock.advanceAsync(2_000);
    world.controlPlane.updateCall = updateCall;
    await world.clock.advanceAsync(10_000);
    assert.deepInclude(world.calls.get(world.callId), { status: 'failed', error_message: 'Key revoked' });
  });

  it('fails and hangs up when the vendors cannot be opened', async () => {
    const world = telephoneWorld();
    world.vendors.synthesiser = () => Promise.reject(new VendorFailure('No voice', { retryable: false }));
    const { patches, carrier, channel, result, calls, callId } = await talking(world);
    assert.deepEqual([result.outcome, patches.at(-1)], ['over', '1 failed failed']);
    assert.equal(calls.get(callId)?.error_message, 'No voice');
    assert.deepEqual([carrier.hungUp, channel.closedWith], [['sid-1 with k'], ['The call failed: No voice']]);
  });

  it('fails and hangs up when the spool cannot be opened', async () => {
    const world = telephoneWorld();
    world.spool.trouble = new Error('the disk is full');
    const { patches, carrier, result, liveCalls } = await talking(world);
    assert.equal(result.outcome, world.spool.trouble);
    assert.deepEqual(patches, ['1 claimed', '1 failed failed']);
    assert.deepEqual([carrier.hungUp, liveCalls.count], [['sid-1 with k'], 0]);
  });

  it('fails with a reason when the stream never starts', async () => {
    const world = telephoneWorld();
    const callId = world.outbound();
    const { result } = world.connect(callId, null);
    await world.clock.advanceAsync(1_000);
    assert.equal(world.calls.get(callId)?.error_message, 'The media stream did not start');
    assert.deepEqual(
      [result.outcome, world.patches, world.carrier.hungUp],
      ['over', ['1 failed failed'], ['sid-1 with k']],
    );
  });

  it('reports the end to the campaign, whether the stream started or not', async () => {
    for (const line of [undefined, null]) {
      const world = telephoneWorld();
      const { channel } = world.connect(world.outbound({ campaign_id: 'k' }), line);
      await world.clock.advanceAsync(3_000);
      channel.leaves();
      await world.clock.advanceAsync(1_000);
      assert.deepEqual(world.reports, ['o1 1']);
    }
  });

  it('continues when a second stream of the call never starts', async () => {
    const world = await talking();
    const second = world.connect(world.callId, null);
    await world.clock.advanceAsync(1_000);
    assert.deepEqual([second.result.outcome, world.result.outcome, world.patches], ['over', 'live', ['1 claimed']]);
  });

  it('refuses a second socket of the call, here and in other processes', async () => {
    const world = await talking();
    const second = world.connect(world.callId);
    world.claims.set(world.outbound(), 'another process');
    const elsewhere = world.connect([...world.claims.keys()].at(-1) ?? '');
    await world.clock.advanceAsync(100);
    for (const { result } of [second, elsewhere]) assert.equal((result.outcome as DomainError).problem, 'missing');
    assert.deepEqual([world.result.outcome, world.liveCalls.count], ['live', 1]);
  });

  it('refuses an ended call, an unknown call and another agent’s, and changes nothing', async () => {
    const world = telephoneWorld();
    for (const callId of [world.outbound({ status: 'canceled' }), world.outbound({ agent_id: 'a2' }), 'unknown']) {
      const { result } = world.connect(callId);
      await world.clock.advanceAsync(0);
      assert.equal((result.outcome as DomainError).problem, 'missing');
    }
    assert.deepEqual([world.patches, world.liveCalls.count], [[], 0]);
  });

  it('refuses when the slot was taken, the API is unreachable or the process drains', async () => {
    const full = telephoneWorld();
    full.controlPlane.claimCall = () => Promise.reject(limited('Too many calls'));
    const away = telephoneWorld();
    away.controlPlane.agent = () => Promise.reject(unavailable('No answer'));
    const draining = telephoneWorld();
    draining.liveCalls.drain(draining.clock.now());
    for (const [world, problem] of [
      [full, 'limited'],
      [away, 'unavailable'],
      [draining, 'unavailable'],
    ] as const) {
      if (world === draining) await world.clock.advanceAsync(5_001);
      const { result } = world.connect(world.outbound());
      await world.clock.advanceAsync(0);
      assert.deepEqual([(result.outcome as DomainError).problem, world.liveCalls.count], [problem, 0]);
    }
  });
});
