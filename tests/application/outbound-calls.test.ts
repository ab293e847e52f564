import { assert } from 'chai';
import { callUseCases } from '../../application/calls/index.ts';
import type { CallRepository } from '../../application/ports/calls.ts';
import type { CallResponse } from '../../domain/calls/call-log.ts';
import { notATelephonyAgent } from '../../domain/agents/agent.ts';
import { unavailable } from '../../domain/errors.ts';
import { CarrierFailure } from '../../domain/telephony/carrier-failure.ts';
import { CALLEE, openCallFixture, type CallFixture } from './call-fixture.ts';
import { refusal } from '../support/fake-carrier.ts';
import { refusalOf } from '../support/refusals.ts';
import { ADA, BOT, SECOND } from './telephony-fixture.ts';

describe('outbound calls', () => {
  let fixture: CallFixture;
  beforeEach(async () => (fixture = await openCallFixture()));
  const dials = (): string[] => fixture.carrier.requests.filter((each) => each.startsWith('dial'));

  it('are dialled once, with webhooks that identify the call', async () => {
    const call = await fixture.call({ custom_variables: { name: 'Ann' } });
    const { call_id } = call;
    assert.deepInclude(call, {
      call_type: 'outbound',
      status: 'initiated',
      from_number: '+15550100001',
      to_number: CALLEE,
      telephony_provider: 'plivo',
      provider_call_sid: `sid of ${call_id}`,
      custom_variables: { name: 'Ann' },
    });
    assert.deepEqual(await fixture.logs(), [call]);
    const query = `?agent_id=${fixture.agent.agent_id}&org_id=o1&call_id=${call_id}`;
    assert.deepEqual(fixture.carrier.dialled, [
      {
        callId: call_id,
        to: CALLEE,
        from: '+15550100001',
        applicationId: fixture.agent.telephony!.application_id,
        answerUrl: `https://voice.example.com/answer${query}`,
        hangupUrl: `https://voice.example.com/hangup${query}`,
        machineUrl: `https://voice.example.com/machine${query}`,
        ringTimeoutSeconds: 60,
        callSecondsMax: 14_400,
      },
    ]);
    assert.equal(await fixture.taken(), 1);
  });

  it('are dialled without its longest call if they may be transferred, unless the carrier lifts that then', async () => {
    const { agent, agents, carrier } = fixture;
    const target = { name: 'desk', description: 'A desk.', to: CALLEE, mode: 'cold', ring_seconds: 25 } as const;
    const config = { ...agent.config, limits: { max_call_seconds: 600 }, transfer: { targets: [target] } };
    await agents.update(ADA, agent.agent_id, { config });
    await fixture.call();
    Object.assign(carrier, { abilities: { ...carrier.abilities, liftsCallLimit: true } });
    await fixture.call();
    assert.deepEqual(
      carrier.dialled.map(({ callSecondsMax }) => callSecondsMax),
      [14_400, 720],
    );
  });

  it('are dialled with the limits of their agent, and hold their slot for its ring time', async () => {
    const { agent, agents, ports } = fixture;
    const config = { ...agent.config, limits: { max_call_seconds: 600, ring_seconds: 100 } };
    await agents.update(ADA, agent.agent_id, { config });
    await fixture.call();
    assert.deepInclude(fixture.carrier.dialled[0], { ringTimeoutSeconds: 100, callSecondsMax: 720 });
    ports.clock.advance(120_000);
    assert.equal(await fixture.taken(), 1);
    ports.clock.advance(20_000);
    assert.equal(await fixture.taken(), 0);
  });

  it('are logged before the carrier is asked', async () => {
    let seen: unknown[] = [];
    fixture.carrier.before('dial', async () => (seen = (await fixture.logs()).map(({ status }) => status)));
    await fixture.call();
    assert.deepEqual(seen, ['initiated']);
  });

  it('accept numbers in common formats', async () => {
    await fixture.attach(null, SECOND);
    const call = await fixture.call({ to_number: ' +1 (415) 555-2671 ', from_number: '+1 555 010 0002' });
    assert.include(call, { to_number: CALLEE, from_number: SECOND });
  });

  const impossible: readonly [string, () => Promise<unknown>, RegExp][] = [
    ['a callee without a country', () => fixture.call({ to_number: '4155552671' }), /^to_number must be .* E\.164/],
    ['an invalid callee number', () => fixture.call({ to_number: 'Ann' }), /^to_number/],
    ['a number without an owner', () => fixture.call({ from_number: '+15550100009' }), /^from_number must be one of/],
    ['an invalid caller number', () => fixture.call({ from_number: '' }), /^from_number must be .* E\.164/],
    ['variables that are none', () => fixture.call({ custom_variables: ['x'] }), /^custom_variables/],
    ['an agent that does not exist', () => fixture.call({ agent_id: 'none' }), /^Agent not found$/],
  ];
  for (const [what, attempt, message] of impossible)
    it(`are refused before anything happens: ${what}`, async () => {
      assert.match((await refusalOf(attempt())).message, message);
      assert.isEmpty(dials());
      assert.isEmpty(await fixture.logs());
      assert.equal(await fixture.taken(), 0);
    });

  it('reject a caller ID of another carrier or organisation', async () => {
    await fixture.attach(null, SECOND, 'vobiz');
    const message = /^from_number must be one of the organisation's numbers at plivo$/;
    assert.match((await refusalOf(fixture.call({ from_number: SECOND }))).message, message);
    const pending = await fixture.ports.phoneNumbers.find(SECOND);
    await fixture.ports.phoneNumbers.change(pending!, { org_id: 'o2', provider: 'plivo' });
    assert.match((await refusalOf(fixture.call({ from_number: SECOND }))).message, message);
  });

  it('require an active telephony agent with a caller ID', async () => {
    const { agent_id } = await fixture.createAgent('Without a number');
    assert.match((await refusalOf(fixture.call({ agent_id }))).message, /^from_number is required/);
    assert.equal((await fixture.call({ agent_id, from_number: '+15550100001' })).agent_id, agent_id);
    await fixture.ports.agents.update('o1', agent_id, { status: 'archived' });
    assert.equal(
      (await refusalOf(fixture.call({ agent_id }))).message,
      'The agent is archived: set its status to active first',
    );
    await fixture.ports.agents.update('o1', agent_id, { agent_category: 'websocket', telephony: null });
    assert.equal((await refusalOf(fixture.call({ agent_id }))).message, notATelephonyAgent().message);
  });

  it('are rejected over the concurrency limit without a log', async () => {
    await fixture.call();
    await fixture.call();
    const { problem, message } = await refusalOf(fixture.call());
    assert.deepEqual([problem, message], ['limited', 'Organisation concurrent call limit reached']);
    assert.lengthOf(await fixture.logs(), 2);
    assert.lengthOf(dials(), 2);
  });

  it('require the base URL of the voice server', async () => {
    const { agent_id } = fixture.agent;
    const calls = callUseCases({ ...fixture.ports, voiceServer: { baseUrl: null } });
    const refused = await refusalOf(calls.startOutbound(ADA, { agent_id, to_number: CALLEE }));
    assert.equal(refused.problem, 'misconfigured');
    assert.isEmpty(await fixture.logs());
    assert.equal(await fixture.taken(), 0);
  });

  describe('refused by the carrier', () => {
    const refusals: readonly [string, CarrierFailure, CallResponse][] = [
      ['without a reason', new CarrierFailure('Out of credit', { status: 402 }), 'failed'],
      [
        'for the number',
        new CarrierFailure('No such number', { status: 400, response: 'invalid_number' }),
        'invalid_number',
      ],
      ['for now', new CarrierFailure('Slow down', { status: 429, retryAfterMs: 3_000 }), 'failed'],
    ];
    for (const [how, failure, response] of refusals)
      it(`have failed, and their slot is free: ${how}`, async () => {
        fixture.carrier.before('dial', () => {
          throw failure;
        });
        assert.strictEqual<unknown>(await refusalOf(fixture.call()), failure);
        const [log] = await fixture.logs();
        assert.deepInclude(log!, { status: 'failed', call_response: response });
        const reason = response === 'invalid_number' ? 'The number does not exist or cannot be dialled: ' : '';
        assert.equal(log!.error_message, reason + failure.message);
        assert.equal(log!.end_time_utc, fixture.ports.clock.now().toISOString());
        assert.isNull(log!.provider_call_sid);
        assert.equal(await fixture.taken(), 0);
        assert.lengthOf(dials(), 1);
      });
  });

  describe('without confirmation of the dial', () => {
    const silences: readonly [string, Error][] = [
      ['the carrier broke', new CarrierFailure('Bad gateway', { status: 502 })],
      ['the carrier timed out', new CarrierFailure('Request timeout', { status: 408 })],
      ['no answer came', unavailable('plivo does not answer')],
    ];
    for (const [why, error] of silences)
      it(`stay initiated, keep their slot and are not dialled again: ${why}`, async () => {
        fixture.carrier.after('dial', () => {
          throw error;
        });
        assert.strictEqual<unknown>(await refusalOf(fixture.call()), error);
        const [log] = await fixture.logs();
        assert.deepInclude(log!, { status: 'initiated', call_response: null, error_message: error.message });
        assert.equal(await fixture.taken(), 1);
        assert.lengthOf(dials(), 1);
      });

    it('continue when their webhooks arrive', async () => {
      fixture.carrier.after('dial', refusal(504));
      await refusalOf(fixture.call());
      const [{ call_id } = { call_id: '' }] = await fixture.logs();
      await fixture.calls.update(BOT, call_id, { status: 'ringing', provider_call_sid: 'uuid' });
      await fixture.calls.claim(BOT, call_id, 'runtime');
      const call = await fixture.calls.updateByProviderSid(BOT, 'uuid', {
        status: 'completed',
        call_response: 'answered',
      });
      assert.include(call, { call_id, status: 'completed', call_response: 'answered' });
      assert.equal(await fixture.taken(), 0);
    });
  });

  describe('with webhooks before the response to the dial', () => {
    const during = (happens: (callId: string) => Promise<unknown>) =>
      fixture.carrier.after('dial', () => happens(fixture.carrier.dialled[0]!.callId));

    it('keep the more precise id of the webhook', async () => {
      during((id) => fixture.calls.update(BOT, id, { status: 'ringing', provider_call_sid: 'uuid' }));
      assert.include(await fixture.call(), { status: 'ringing', provider_call_sid: 'uuid' });
    });

    it('are answered as what they came to', async () => {
      during((id) => fixture.calls.update(BOT, id, { status: 'busy', call_response: 'busy' }));
      assert.include(await fixture.call(), {
        status: 'busy',
        provider_call_sid: `sid of ${fixture.carrier.dialled[0]!.callId}`,
      });
      assert.equal(await fixture.taken(), 0);
    });
  });

  it('keep ringing when the second log write fails', async () => {
    const broken: Partial<CallRepository> = { update: () => Promise.reject(unavailable('The store is away')) };
    const calls = callUseCases({ ...fixture.ports, calls: { ...fixture.ports.calls, ...broken } });
    const refused = await refusalOf(calls.startOutbound(ADA, { agent_id: fixture.agent.agent_id, to_number: CALLEE }));
    assert.equal(refused.message, 'The store is away');
    assert.lengthOf(dials(), 1);
    assert.equal((await fixture.logs())[0]?.status, 'initiated');
    assert.equal(await fixture.taken(), 1);
  });
});
