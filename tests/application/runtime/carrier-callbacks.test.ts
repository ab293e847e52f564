import { assert } from 'chai';
import type { CarrierReport } from '../../../domain/telephony/carrier-report.ts';
import { unavailable } from '../../../domain/errors.ts';
import { refusalOf } from '../../support/refusals.ts';
import { telephoneWorld } from './telephone-world.ts';

const report = (changes: Partial<CarrierReport> = {}) => ({
  report: { sid: 'sid-1', status: 'completed', response: null, isAnswered: false, cause: null, ...changes } as const,
});

/** A world with one outbound call that talks. */
async function talking() {
  const world = telephoneWorld();
  const callId = world.outbound();
  const call = world.connect(callId);
  await world.clock.advanceAsync(3_000);
  return { ...world, callId, ...call };
}

describe('handleStatusCallback', () => {
  for (const [message, patch] of [
    [{ status: 'ringing' }, '1 ringing '],
    [{ status: 'in_progress', isAnswered: true }, '1 ringing '],
    [{ status: 'completed', isAnswered: true }, '1 failed failed'],
    [{ status: 'completed', response: 'answered', isAnswered: true }, '1 failed failed'],
    [{ status: 'completed', response: 'voicemail', isAnswered: true }, '1 completed voicemail'],
    [{ status: 'completed' }, '1 completed '],
    [{ status: 'busy', response: 'busy' }, '1 busy busy'],
    [{ status: 'busy', response: 'declined' }, '1 busy declined'],
    [{ status: 'failed', response: 'invalid_number' }, '1 failed invalid_number'],
  ] as const)
    it(`applies ${JSON.stringify(message)} to the call`, async () => {
      const { runtime, webhook, outbound, patches, calls } = telephoneWorld();
      const callId = outbound();
      await runtime.handleStatusCallback(webhook(report(message), { callId }));
      assert.deepEqual(patches, [patch]);
      const ended = message.status !== 'ringing' && message.status !== 'in_progress';
      assert.equal(calls.get(callId)?.end_time_utc !== null, ended);
    });

  it('finds a call by the carrier’s call id if the URL has none', async () => {
    const { runtime, webhook, register, patches } = telephoneWorld();
    const connected = { status: 'in_progress', start_time_utc: '2026-03-02T09:00:00.000Z' } as const;
    register({ call_type: 'inbound', provider_call_sid: 'sid-1', ...connected });
    await runtime.handleStatusCallback(webhook(report({ isAnswered: true })));
    assert.deepEqual(patches, ['1 provider_call_sid ', '1 completed answered']);
  });

  it('does not count a call as answered if the agent was never connected, and logs that', async () => {
    for (const type of ['inbound', 'outbound'] as const) {
      const { runtime, webhook, outbound, calls } = telephoneWorld();
      const callId = outbound({ call_type: type });
      const message = report({ isAnswered: true, cause: '7011 Error Reaching Answer URL' });
      await runtime.handleStatusCallback(webhook(message, { callId: type === 'inbound' ? null : callId }));
      const { status, call_response, error_message, end_time_utc } = calls.get(callId)!;
      assert.deepEqual([status, call_response], ['failed', 'failed']);
      assert.match(error_message ?? '', /never connected to its agent: 7011 Error Reaching Answer URL$/);
      assert.isNotNull(end_time_utc);
    }
  });

  it('ends an outbound call by the carrier’s call id, and stores a missing one', async () => {
    for (const known of ['sid-1', null]) {
      const { runtime, webhook, outbound, bySid, calls } = telephoneWorld();
      const callId = outbound({ provider_call_sid: known });
      await runtime.handleStatusCallback(webhook(report({ status: 'busy', response: 'busy' }), { callId }));
      assert.deepEqual(bySid, ['1 sid-1']);
      assert.deepInclude(calls.get(callId), { provider_call_sid: 'sid-1', status: 'busy' });
    }
  });

  it('applies a report without a call id, or with another, to the call in the URL', async () => {
    for (const sid of ['', 'sid-2']) {
      const { runtime, webhook, outbound, bySid, patches } = telephoneWorld();
      const { report: end } = report({ status: 'busy', response: 'busy' });
      await runtime.handleStatusCallback(webhook({ report: { ...end, sid } }, { callId: outbound() }));
      assert.deepEqual([bySid, patches], [[], ['1 busy busy']]);
    }
  });

  it('reports the end to the campaign only for a campaign’s call', async () => {
    for (const [campaign_id, status, reported] of [
      ['k', 'busy', ['o1 1']],
      ['k', 'ringing', []],
      [null, 'busy', []],
    ] as const) {
      const { runtime, webhook, outbound, reports } = telephoneWorld();
      await runtime.handleStatusCallback(webhook(report({ status }), { callId: outbound({ campaign_id }) }));
      assert.deepEqual(reports, [...reported], `${campaign_id} ${status}`);
    }
  });

  it('ends the conversation of a call that the carrier ended', async () => {
    for (const isNamed of [true, false]) {
      const { runtime, webhook, callId, clock, result, patches } = await talking();
      await runtime.handleStatusCallback(webhook(report({ isAnswered: true }), { callId: isNamed ? callId : null }));
      await clock.advanceAsync(1_000);
      assert.equal(result.outcome, 'over');
      assert.include(patches, '1 completed answered');
    }
  });

  it('does not disturb a live call', async () => {
    const { runtime, webhook, callId, clock, result } = await talking();
    await runtime.handleStatusCallback(webhook(report({ status: 'in_progress', isAnswered: true }), { callId }));
    await clock.advanceAsync(1_000);
    assert.equal(result.outcome, 'live');
  });

  it('throws missing for an unknown call or another agent’s, and changes nothing', async () => {
    const world = telephoneWorld();
    const callId = world.outbound({ agent_id: 'a2', provider_call_sid: 'other' });
    for (const which of [null, 'unknown', callId])
      assert.equal(
        (await refusalOf(world.runtime.handleStatusCallback(world.webhook(report(), { callId: which })))).problem,
        'missing',
      );
    assert.deepEqual(world.patches, []);
  });

  it('throws forbidden for a forged report and changes nothing', async () => {
    const { runtime, webhook, callId, clock, result, patches } = await talking();
    const forged = webhook({ ...report(), signature: 'forged' }, { callId });
    assert.equal((await refusalOf(runtime.handleStatusCallback(forged))).problem, 'forbidden');
    await clock.advanceAsync(1_000);
    assert.deepEqual([patches, result.outcome], [['1 claimed'], 'live']);
  });

  it('ignores a request that is not a report', async () => {
    const { runtime, webhook, callId, patches } = await talking();
    await runtime.handleStatusCallback(webhook({}, { callId }));
    assert.deepEqual(patches, ['1 claimed']);
  });
});

describe('handleAmdResult', () => {
  const word = (answeredBy: 'machine' | 'person' | 'unknown') => ({ answeredBy: { sid: 'sid-1', answeredBy } });

  it('ends a call that a machine answered as voicemail and hangs up', async () => {
    const { runtime, webhook, callId, clock, result, patches, carrier, channel } = await talking();
    await runtime.handleAmdResult(webhook(word('machine'), { callId }));
    assert.deepEqual(carrier.hungUp, ['sid-1 with k']);
    await clock.advanceAsync(1_000);
    assert.deepEqual([result.outcome, channel.closedWith], ['over', ['voicemail']]);
    assert.deepEqual(
      patches.filter((patch) => !patch.includes('url')),
      ['1 claimed', '1 completed voicemail', '1 completed voicemail'],
    );
  });

  it('reports the end of a campaign’s call that a machine answered', async () => {
    const { runtime, webhook, outbound, reports } = telephoneWorld();
    await runtime.handleAmdResult(webhook(word('machine'), { callId: outbound({ campaign_id: 'k' }) }));
    assert.deepEqual(reports, ['o1 1']);
  });

  it('ends a call that another process runs', async () => {
    const { runtime, webhook, outbound, patches, carrier } = telephoneWorld();
    await runtime.handleAmdResult(webhook(word('machine'), { callId: outbound() }));
    assert.deepEqual([patches, carrier.hungUp], [['1 completed voicemail'], ['sid-1 with k']]);
  });

  it('ends a call that is being connected', async () => {
    const world = telephoneWorld();
    const callId = world.outbound();
    let letGo = (): void => undefined;
    const { synthesiser } = world.vendors;
    world.vendors.synthesiser = async (...how) => {
      await new Promise<void>((resolve) => (letGo = resolve));
      return synthesiser(...how);
    };
    const { result } = world.connect(callId);
    await world.clock.advanceAsync(10);
    await world.runtime.handleAmdResult(world.webhook(word('machine'), { callId }));
    letGo();
    await world.clock.advanceAsync(1_000);
    assert.deepEqual([result.outcome, world.instruments.voice.texts], ['over', []]);
  });

  it('changes nothing for a person or an unknown result', async () => {
    for (const who of ['person', 'unknown'] as const) {
      const { runtime, webhook, callId, clock, result, patches } = await talking();
      await runtime.handleAmdResult(webhook(word(who), { callId }));
      await clock.advanceAsync(1_000);
      assert.deepEqual([patches, result.outcome], [['1 claimed'], 'live']);
    }
  });

  it('rejects an unknown call, a missing call id, a forged request and a missing result', async () => {
    const { runtime, webhook, callId, patches } = await talking();
    for (const [hook, problem] of [
      [webhook(word('machine'), { callId: 'unknown' }), 'missing'],
      [webhook(word('machine')), 'missing'],
      [webhook({ ...word('machine'), signature: 'forged' }, { callId }), 'forbidden'],
      [webhook({}, { callId }), 'invalid'],
    ] as const)
      assert.equal((await refusalOf(runtime.handleAmdResult(hook))).problem, problem);
    assert.deepEqual(patches, ['1 claimed']);
  });

  it('fails if the API could not store the result, so that the carrier repeats it', async () => {
    const { runtime, webhook, callId, controlPlane } = await talking();
    controlPlane.updateCall = () => Promise.reject(unavailable('No answer'));
    const refusal = await refusalOf(runtime.handleAmdResult(webhook(word('machine'), { callId })));
    assert.equal(refusal.problem, 'unavailable');
  });
});
