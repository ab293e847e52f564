import { assert } from 'chai';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { type DomainError, limited, unavailable } from '../../../domain/errors.ts';
import { CALLER_LEVEL, tone } from './fake-channel.ts';
import { fakeId } from '../../support/fake-ids.ts';
import { webCallWorld } from './web-call-world.ts';

const DOWN = new VendorFailure('The STT is down', { retryable: true });

/** Opens a call and lets its greeting be spoken. */
async function talking(world = webCallWorld(), callId: string | null = null) {
  const call = world.open(callId);
  await world.clock.advanceAsync(3_000);
  return { ...world, ...call };
}

describe('openWebCall', () => {
  it('registers a call, runs it and ends it', async () => {
    const { clock, channel, result, patches, liveCalls, spool } = await talking();
    assert.deepEqual([result.outcome, liveCalls.count, patches], ['live', 1, ['1 claimed']]);
    channel.leaves();
    await clock.advanceAsync(100);
    assert.deepEqual([result.outcome, liveCalls.count], ['over', 0]);
    assert.deepEqual(patches.slice(1), ['1 recording_url,transcript_url ', '1 completed answered']);
    assert.deepEqual(spool.removed, [fakeId(1)]);
    assert.isNotNull(spool.all.get(fakeId(1))?.outcome?.metrics);
  });

  it('reports caller_spoke only for an anonymous call', async () => {
    for (const [isAnonymous, isTyped, reported] of [
      [true, true, true],
      [true, false, undefined],
      [false, true, undefined],
    ] as const) {
      const world = webCallWorld();
      const { channel } = world.open(null, { isAnonymous });
      await world.clock.advanceAsync(3_000);
      if (isTyped) channel.listener?.text('Hello');
      await world.clock.advanceAsync(100);
      channel.leaves();
      await world.clock.advanceAsync(100);
      const outcome = world.spool.all.get(fakeId(1))?.outcome;
      assert.deepEqual([outcome?.status, outcome?.caller_spoke], ['completed', reported]);
    }
  });

  it('registers a call without a ticket as anonymous', async () => {
    for (const isAnonymous of [true, false]) {
      const world = webCallWorld();
      world.open(null, { isAnonymous });
      await world.clock.advanceAsync(1_000);
      assert.equal([...world.calls.values()][0]?.unverified, isAnonymous ? 'anonymous' : undefined);
    }
  });

  it('opens the configured vendors and loads secrets only where needed', async () => {
    const { opened } = await talking();
    assert.deepEqual(opened, [
      { kind: 'tts 16000', settings: { provider: 'plain' } },
      { kind: 'llm', settings: { provider: 'cloud', model: 'llm-1', api_key: 'k' } },
      { kind: 'stt 16000 en', settings: { provider: 'cloud', model: 'stt-1', api_key: 'k' } },
    ]);
  });

  it('suppresses noise before the transcription where the agent names a suppressor, and nowhere else', async () => {
    for (const suppressor of ['none', 'rnnoise'] as const) {
      const world = webCallWorld();
      const agent = world.agents.get('a1')!;
      const audio = { noise_suppression: suppressor, voice_activity: 'rnnoise' } as const;
      world.agents.set('a1', { ...agent, config: { ...agent.config, caller_audio: audio } });
      const { channel, instruments } = await talking(world);
      channel.listener?.audio(tone(20, CALLER_LEVEL));
      const level = suppressor === 'none' ? CALLER_LEVEL : CALLER_LEVEL / 2;
      assert.equal(instruments.transcription.levels.at(-1), level);
    }
  });

  it('uses the registered call and its variables', async () => {
    const world = webCallWorld();
    const callId = world.register({ custom_variables: { name: 'Ada' } });
    const { instruments, calls, spool } = await talking(world, callId);
    assert.deepEqual(instruments.voice.texts, ['Hello Ada!']);
    assert.deepEqual([[...calls.keys()], [...spool.all.keys()]], [[callId], [callId]]);
  });

  it('replaces an unsuitable registered call by a new one', async () => {
    const misfits = [
      { call_type: 'inbound' },
      { agent_id: 'a2' },
      { status: 'in_progress' },
      { status: 'completed' },
    ] as const;
    for (const misfit of misfits) {
      const world = webCallWorld();
      const { spool, instruments } = await talking(world, world.register(misfit));
      assert.deepEqual([...spool.all.keys()], [fakeId(2)], JSON.stringify(misfit));
      assert.deepEqual(instruments.voice.texts, ['Hello stranger!']);
    }
    const { spool } = await talking(webCallWorld(), 'unknown');
    assert.deepEqual([...spool.all.keys()], [fakeId(1)]);
  });

  it('does not share a registered call with a second client', async () => {
    const world = webCallWorld();
    const callId = world.register();
    world.open(callId);
    world.open(callId);
    await world.clock.advanceAsync(100);
    assert.deepEqual([...world.spool.all.keys()], [callId, fakeId(2)]);
    assert.equal(world.liveCalls.count, 2);
  });

  it('throws missing unless the agent is an active websocket agent of the organisation', async () => {
    for (const [change, where] of [
      [{}, { agentId: 'a9' }],
      [{}, { orgId: 'o9' }],
      [{ status: 'archived' }, {}],
      [{ agent_category: 'telephony' }, {}],
    ] as const) {
      const world = webCallWorld();
      for (const agent of world.agents.values()) world.agents.set(agent.agent_id, { ...agent, ...change });
      const { result } = world.open(null, where);
      await world.clock.advanceAsync(0);
      assert.equal((result.outcome as DomainError).problem, 'missing');
      assert.equal(world.calls.size, 0, 'no call was registered');
    }
  });

  it('refuses above the concurrency limit, while the API is unreachable and during a drain', async () => {
    const refusals: Record<string, (world: ReturnType<typeof webCallWorld>) => void> = {
      limited: ({ controlPlane }) => (controlPlane.registerWebCall = () => Promise.reject(limited('Too many calls'))),
      unavailable: ({ controlPlane }) => (controlPlane.agent = () => Promise.reject(unavailable('No answer'))),
    };
    for (const [problem, prepare] of Object.entries(refusals)) {
      const world = webCallWorld();
      prepare(world);
      const { result } = world.open();
      await world.clock.advanceAsync(0);
      assert.equal((result.outcome as DomainError).problem, problem);
      assert.equal(world.liveCalls.count, 0);
    }
    const draining = webCallWorld();
    draining.liveCalls.drain(draining.clock.now());
    const { result } = draining.open();
    await draining.clock.advanceAsync(0);
    assert.equal((result.outcome as DomainError).problem, 'unavailable');
  });

  it('fails without a slot held when the spool cannot be opened', async () => {
    const world = webCallWorld();
    world.spool.trouble = new Error('the disk is full');
    const { result } = world.open();
    await world.clock.advanceAsync(0);
    assert.equal(result.outcome, world.spool.trouble);
    assert.deepEqual([world.patches, world.liveCalls.count], [['1 claimed', '1 failed failed'], 0]);
  });

  it('registers a new call when another process claimed the first', async () => {
    const world = webCallWorld();
    const callId = world.register();
    world.claims.set(callId, 'another process');
    const { spool } = await talking(world, callId);
    assert.deepEqual([...spool.all.keys()], [fakeId(2)]);
  });

  it('refuses a claimed call if the client may not register another', async () => {
    const world = webCallWorld();
    const callId = world.register({ status: 'completed' });
    for (const which of [callId, 'unknown', null]) {
      const { result } = world.open(which, { mayRegister: false });
      await world.clock.advanceAsync(0);
      assert.equal((result.outcome as DomainError).problem, 'missing');
    }
    assert.equal(world.calls.size, 1);
    const fresh = world.open(world.register(), { mayRegister: false });
    await world.clock.advanceAsync(3_000);
    assert.equal(fresh.result.outcome, 'live');
  });

  it('ends the conversation when its lease is lost', async () => {
    const { runtime, controlPlane, clock, channel, result, patches } = await talking();
    const renewed: unknown[] = [];
    controlPlane.renewCalls = async (owner, calls) => {
      renewed.push([owner, calls]);
      return renewed.length === 2 ? [fakeId(1), 'unknown'] : [];
    };
    await runtime.renewLiveCalls();
    await clock.advanceAsync(100);
    assert.deepEqual(renewed, [['this process', [{ org_id: 'o1', call_id: fakeId(1) }]]]);
    assert.equal(result.outcome, 'live');
    await runtime.renewLiveCalls();
    await clock.advanceAsync(100);
    assert.deepEqual([result.outcome, channel.closedWith], ['over', ['The call is over']]);
    assert.equal(patches.at(-1), '1 completed answered');
    await runtime.renewLiveCalls();
    assert.lengthOf(renewed, 2, 'nothing is renewed when nothing is carried');
  });

  const failures: Record<string, (world: ReturnType<typeof webCallWorld>) => void> = {
    'whose transcription cannot be opened': ({ vendors }) => (vendors.transcription = () => Promise.reject(DOWN)),
    'whose voice cannot be opened': ({ vendors }) => (vendors.synthesiser = () => Promise.reject(DOWN)),
    'whose model cannot be opened': ({ vendors }) => (vendors.languageModel = () => Promise.reject(DOWN)),
    'whose credentials cannot be read': ({ controlPlane }) => (controlPlane.credentials = () => Promise.reject(DOWN)),
  };
  for (const [which, prepare] of Object.entries(failures))
    it(`fails and closes what was opened: ${which}`, async () => {
      const world = webCallWorld();
      prepare(world);
      const { result, channel, patches, instruments, opened, lines } = await talking(world);
      assert.equal(result.outcome, 'over');
      assert.equal(patches.at(-1), '1 failed failed');
      assert.deepEqual(channel.closedWith, ['The call failed: The STT is down']);
      const wasOpened = (kind: string): boolean => opened.some((each) => each.kind.startsWith(kind));
      assert.deepEqual([instruments.voice.closed, instruments.model.closed], [wasOpened('tts'), wasOpened('llm')]);
      assert.include(
        lines.map(({ event }) => event),
        'call.failed',
      );
    });

  it('says in the call’s error message why the API gave no credentials', async () => {
    const world = webCallWorld();
    world.controlPlane.credentials = () => Promise.reject(unavailable('The API answered 500: Failed to decrypt'));
    const { calls } = await talking(world);
    assert.deepEqual(
      [...calls.values()].map(({ error_message }) => error_message),
      ['The API answered 500: Failed to decrypt'],
    );
  });

  it('refuses a call that the API does not let start and frees the slot', async () => {
    const world = webCallWorld();
    world.controlPlane.claimCall = () => Promise.reject(unavailable('No answer'));
    const { result, spool, liveCalls } = await talking(world);
    assert.equal((result.outcome as DomainError).problem, 'unavailable');
    assert.deepEqual([spool.all.size, liveCalls.count], [0, 0]);
  });

  it('reports a call that vendors made fail as failed', async () => {
    const world = webCallWorld();
    const call = await talking(world);
    world.instruments.transcription.fails(new VendorFailure('Key revoked', { retryable: false }));
    await call.clock.advanceAsync(1_000);
    assert.equal(call.patches.at(-1), '1 failed answered');
    assert.deepEqual(
      [...call.calls.values()].map(({ error_message }) => error_message),
      ['Key revoked'],
    );
    assert.deepEqual(call.channel.closedWith, ['failed']);
  });
});
