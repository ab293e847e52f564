import { assert } from 'chai';
import type { CarrierCall } from '../../../application/ports/carrier-dialect.ts';
import { limited, missing, rejected, unavailable } from '../../../domain/errors.ts';
import { refusalOf } from '../../support/refusals.ts';
import { TELEPHONE_AGENT, telephoneWorld } from './telephone-world.ts';

const CALL: CarrierCall = { sid: 'sid-1', from: '+15550001', to: '+15550002', answeredBy: 'unknown' };

describe('answerCall, inbound', () => {
  it('registers the call and connects it to a socket of its own', async () => {
    const { runtime, webhook, calls } = telephoneWorld();
    const document = await runtime.answerCall(webhook({ call: CALL }));
    assert.equal(document.body, 'connect wss://voice.example/carrier/acme/acme.o1.a1.1');
    assert.deepInclude([...calls.values()][0], {
      call_type: 'inbound',
      provider_call_sid: 'sid-1',
      from_number: '+15550001',
      to_number: '+15550002',
    });
  });

  it('registers the call as unsigned only if the carrier did not sign the webhook', async () => {
    for (const signature of ['unsigned', 'genuine'] as const) {
      const { runtime, webhook, calls } = telephoneWorld();
      await runtime.answerCall(webhook({ call: CALL, signature }));
      assert.equal([...calls.values()][0]?.unverified, signature === 'unsigned' ? 'unsigned' : undefined);
    }
  });

  it('answers a repeated request with the same call', async () => {
    const { runtime, webhook, calls } = telephoneWorld();
    const first = await runtime.answerCall(webhook({ call: CALL }));
    assert.deepEqual(await runtime.answerCall(webhook({ call: CALL })), first);
    assert.equal(calls.size, 1);
  });

  it('connects to ws: below the path of an http: voice server', async () => {
    const { runtime, webhook, voiceServer } = telephoneWorld();
    voiceServer.baseUrl = 'http://127.0.0.1:7860/voice';
    const { body } = await runtime.answerCall(webhook({ call: CALL }));
    assert.equal(body, 'connect ws://127.0.0.1:7860/voice/carrier/acme/acme.o1.a1.1');
  });

  it('turns a call above the concurrency limit away as busy', async () => {
    const { runtime, webhook, controlPlane } = telephoneWorld();
    controlPlane.registerInboundCall = () => Promise.reject(limited('Too many calls'));
    assert.equal((await runtime.answerCall(webhook({ call: CALL }))).body, 'turn away: busy');
  });

  it('rejects a call whose agent is archived or deleted', async () => {
    const archived = telephoneWorld();
    archived.agents.set('a1', { ...TELEPHONE_AGENT, status: 'archived' });
    assert.equal((await archived.runtime.answerCall(archived.webhook({ call: CALL }))).body, 'turn away: rejected');
    assert.equal(archived.calls.size, 0);
    for (const refusal of [missing('Agent'), rejected('The agent must be active')]) {
      const { runtime, webhook, controlPlane } = telephoneWorld();
      controlPlane.registerInboundCall = () => Promise.reject(refusal);
      assert.equal((await runtime.answerCall(webhook({ call: CALL }))).body, 'turn away: rejected');
    }
  });
});

describe('answerCall, outbound', () => {
  it('connects the dialled call and stores the carrier’s call id', async () => {
    const { runtime, webhook, outbound, calls } = telephoneWorld();
    const callId = outbound({ provider_call_sid: 'request-7' });
    const { body } = await runtime.answerCall(webhook({ call: CALL }, { callId }));
    assert.equal(body, 'connect wss://voice.example/carrier/acme/acme.o1.a1.1');
    assert.equal(calls.get(callId)?.provider_call_sid, 'sid-1');
  });

  it('changes nothing on a repeated request', async () => {
    const { runtime, webhook, outbound, patches } = telephoneWorld();
    const callId = outbound();
    await runtime.answerCall(webhook({ call: CALL }, { callId }));
    await runtime.answerCall(webhook({ call: CALL }, { callId }));
    assert.deepEqual(patches, []);
  });

  it('throws missing for an unknown call, another agent’s call and a call that is not outbound', async () => {
    const world = telephoneWorld();
    const wrong = [world.outbound({ agent_id: 'a2' }), world.register({ call_type: 'inbound' }), 'unknown'];
    for (const callId of wrong) {
      const refusal = await refusalOf(world.runtime.answerCall(world.webhook({ call: CALL }, { callId })));
      assert.equal(refusal.problem, 'missing');
    }
    assert.deepEqual(world.patches, []);
  });

  it('turns an ended call away', async () => {
    const { runtime, webhook, outbound, patches } = telephoneWorld();
    const callId = outbound({ status: 'canceled' });
    assert.equal((await runtime.answerCall(webhook({ call: CALL }, { callId }))).body, 'turn away: rejected');
    assert.deepEqual(patches, []);
  });

  it('ends the call as voicemail if the carrier reports a machine', async () => {
    const { runtime, webhook, outbound, patches, carrier } = telephoneWorld();
    const callId = outbound();
    const machine = { ...CALL, answeredBy: 'machine' } as const;
    assert.equal((await runtime.answerCall(webhook({ call: machine }, { callId }))).body, 'turn away: rejected');
    assert.deepEqual([patches, carrier.hungUp], [['1 completed voicemail'], ['sid-1 with k']]);
  });
});

describe('answerCall while the process drains', () => {
  it('connects only outbound calls registered before the drain', async () => {
    const { runtime, webhook, outbound, liveCalls, clock } = telephoneWorld();
    const before = outbound();
    await clock.advanceAsync(30_000);
    liveCalls.drain(clock.now());
    const answer = (callId: string) => runtime.answerCall(webhook({ call: CALL }, { callId }));
    assert.include((await answer(before)).body, 'connect');
    await clock.advanceAsync(5_001);
    assert.equal((await refusalOf(answer(outbound()))).problem, 'unavailable');
    liveCalls.endAll();
    assert.equal((await refusalOf(answer(before))).problem, 'unavailable', 'the time is over');
  });
});

describe('answerCall', () => {
  it('throws missing for an unknown agent or organisation and for a browser agent', async () => {
    const world = telephoneWorld();
    world.agents.set('web', { ...TELEPHONE_AGENT, agent_category: 'websocket', telephony: null });
    world.agents.set('odd', { ...TELEPHONE_AGENT, telephony: { ...TELEPHONE_AGENT.telephony!, provider: 'unknown' } });
    for (const where of [{ agentId: 'a9' }, { orgId: 'o9' }, { agentId: 'web' }, { agentId: 'odd' }]) {
      const refusal = await refusalOf(world.runtime.answerCall(world.webhook({ call: CALL }, where)));
      assert.equal(refusal.problem, 'missing', JSON.stringify(where));
    }
    assert.equal(world.calls.size, 0);
  });

  it('throws forbidden for an invalid signature and changes nothing', async () => {
    const world = telephoneWorld();
    const callId = world.outbound({ provider_call_sid: null });
    for (const which of [null, callId]) {
      const forged = world.webhook({ call: CALL, signature: 'forged' }, { callId: which });
      assert.equal((await refusalOf(world.runtime.answerCall(forged))).problem, 'forbidden');
    }
    assert.deepEqual([world.calls.size, world.patches], [1, []]);
    const refusals = world.lines.filter(({ event }) => event === 'carrier.webhook_refused');
    assert.lengthOf(refusals, 2);
    assert.containsAllKeys(refusals[0]!, ['provider', 'agent_id', 'reason', 'url']);
  });

  it('accepts an unsigned request if the carrier does not sign', async () => {
    const { runtime, webhook, controlPlane } = telephoneWorld();
    controlPlane.credentials = async () => null;
    assert.include((await runtime.answerCall(webhook({ call: CALL, signature: 'forged' }))).body, 'connect');
  });

  it('throws invalid if the request has no call id', async () => {
    const { runtime, webhook } = telephoneWorld();
    assert.equal((await refusalOf(runtime.answerCall(webhook({})))).problem, 'invalid');
  });

  it('throws unavailable while the API is unreachable, the process drains or the base URL is unset', async () => {
    const away = telephoneWorld();
    away.controlPlane.agent = () => Promise.reject(unavailable('No answer'));
    const draining = telephoneWorld();
    draining.liveCalls.drain(draining.clock.now());
    const lost = telephoneWorld();
    lost.voiceServer.baseUrl = null as unknown as string;
    for (const [world, problem] of [
      [away, 'unavailable'],
      [draining, 'unavailable'],
      [lost, 'misconfigured'],
    ] as const)
      assert.equal((await refusalOf(world.runtime.answerCall(world.webhook({ call: CALL })))).problem, problem);
  });
});
