import { assert } from 'chai';
import { unavailable } from '../../../domain/errors.ts';
import { CarrierFailure } from '../../../domain/telephony/carrier-failure.ts';
import { TIMEOUTS_MS } from '../../../domain/voice/call-timeouts.ts';
import { refusal } from '../../support/fake-carrier.ts';
import { attempt, HANGS_UP, ready, REDIRECTS, RING_SECONDS, RUN, WEBHOOKS } from './transfer-attempt-world.ts';

describe('an attempt to transfer a call', () => {
  it('dials the target, takes the caller to the ready person and leaves both legs alone', async () => {
    const world = attempt({ brief: 'A guest.' });
    await world.begin();
    assert.deepInclude(world.carrier.dialled[0], {
      ...{ to: '+14155550107', from: '+15550100000', applicationId: 'app', machineUrl: null },
      ...{ answerUrl: WEBHOOKS.answerUrl('target'), hangupUrl: WEBHOOKS.statusUrl, ringTimeoutSeconds: RING_SECONDS },
    });
    assert.deepInclude(world.transfer(), { provider_call_sid: 'sid of c1', brief: 'A guest.', result: null });
    await world.reports({ answered_at: world.now() });
    assert.isFalse(world.tried.hasLeft);
    await world.reports({ ready_at: world.now() });
    assert.isTrue(world.tried.hasLeft);
    await world.reports({ result: 'answered' });
    assert.isUndefined(world.done.result, 'the media stream is still open');
    await world.leaves();
    assert.equal(world.done.result, 'answered');
    assert.deepEqual(world.carrier.requests, ['dial +14155550107', REDIRECTS]);
    assert.isTrue(world.tried.hasLeft);
  });

  it('shows the caller ID of the target, if it has one', async () => {
    const world = attempt({ caller_id: '+15550100001' });
    await world.begin();
    assert.equal(world.carrier.dialled[0]!.from, '+15550100001');
  });

  it('looks at the call log for news that another process received', async () => {
    const world = attempt();
    await world.begin();
    world.update({ transfer: { run: RUN, result: 'busy' } });
    await world.clock.advanceAsync(TIMEOUTS_MS.transfer_poll);
    assert.equal(world.done.result, 'busy');
  });

  for (const [what, trouble, result] of [
    ['refuses', refusal(402), 'failed'],
    ['does not answer in time', refusal(504), 'failed'],
    [
      'says that the number is busy',
      () => {
        throw new CarrierFailure('Busy', { status: 400, response: 'busy' });
      },
      'busy',
    ],
    [
      'cannot be reached',
      () => {
        throw unavailable('Not reached');
      },
      'failed',
    ],
  ] as const)
    it(`ends as ${result} when the carrier ${what}, and leaves the caller with the agent`, async () => {
      const world = attempt();
      world.carrier.before('dial', trouble);
      await world.begin();
      assert.equal(world.done.result, result);
      assert.deepInclude(world.transfer(), { result, provider_call_sid: null, at: world.now() });
      assert.deepEqual(world.carrier.requests, ['dial +14155550107']);
      assert.isFalse(world.tried.hasLeft);
      assert.include(
        world.lines.map(({ event }) => event),
        'transfer.dial_failed',
      );
    });

  it('keeps the result of a dial whose answer was lost when the person picks up all the same', async () => {
    const world = attempt();
    world.carrier.after('dial', refusal(504));
    await world.begin();
    await world.reports({ provider_call_sid: 'late', answered_at: world.now(), ready_at: world.now() });
    assert.equal(world.done.result, 'failed');
    assert.deepInclude(world.transfer(), { result: 'failed', provider_call_sid: 'late', ready_at: null });
    assert.notInclude(world.carrier.requests, REDIRECTS);
  });

  for (const result of ['busy', 'no_answer', 'not_confirmed', 'failed'] as const)
    it(`ends as ${result} when the carrier reports that, and hangs up once`, async () => {
      const world = attempt();
      await world.begin();
      await world.reports({ result });
      assert.equal(world.done.result, result);
      assert.deepEqual(world.carrier.requests, ['dial +14155550107', HANGS_UP]);
    });

  it('has no answer when the carrier reports nothing after the ring timeout, whatever it reports of the hang-up', async () => {
    const world = attempt();
    await world.begin();
    world.carrier.before('hangUp', () => world.update({ transfer: { run: RUN, result: 'canceled' } }));
    await world.clock.advanceAsync(RING_SECONDS * 1_000 + TIMEOUTS_MS.transfer_report - 1);
    assert.isUndefined(world.done.result);
    await world.clock.advanceAsync(TIMEOUTS_MS.transfer_poll);
    assert.equal(world.done.result, 'no_answer');
    assert.equal(world.transfer()?.result, 'no_answer');
    assert.equal(world.carrier.requests.at(-1), HANGS_UP);
  });

  it('fails when the brief does not end', async () => {
    const world = attempt({ brief: 'A guest.' });
    await world.begin();
    await world.reports({ answered_at: world.now() });
    await world.clock.advanceAsync(TIMEOUTS_MS.transfer_brief - 1);
    assert.isUndefined(world.done.result);
    await world.clock.advanceAsync(TIMEOUTS_MS.transfer_poll);
    assert.deepEqual([world.done.result, world.carrier.requests.at(-1)], ['failed', HANGS_UP]);
  });

  it('is not confirmed without a key in time, and briefs after the key', async () => {
    const confirm = { key: '1', say: 'Press 1.', timeout_secs: 8 };
    for (const isPressed of [false, true]) {
      const world = attempt({ brief: 'A guest.', confirm });
      await world.begin();
      assert.deepInclude(world.transfer(), { confirm, confirmed_at: null });
      await world.reports({ answered_at: world.now() });
      await world.clock.advanceAsync(TIMEOUTS_MS.transfer_key - 1);
      assert.isUndefined(world.done.result);
      if (isPressed) {
        await world.reports({ confirmed_at: world.now() });
        await world.clock.advanceAsync(TIMEOUTS_MS.transfer_brief - 1);
        assert.isUndefined(world.done.result);
      }
      await world.clock.advanceAsync(TIMEOUTS_MS.transfer_poll);
      const result = isPressed ? 'failed' : 'not_confirmed';
      assert.deepEqual([world.done.result, world.transfer()?.result], [result, result]);
      assert.deepEqual(world.carrier.requests, ['dial +14155550107', HANGS_UP]);
    }
  });

  it('hangs up the leg when the caller leaves while it rings', async () => {
    const world = attempt();
    await world.begin();
    await world.leaves();
    assert.deepEqual([world.done.result, world.transfer()?.result], ['canceled', 'canceled']);
    assert.deepEqual(world.carrier.requests, ['dial +14155550107', HANGS_UP]);
    await world.clock.advanceAsync(TIMEOUTS_MS.transfer_poll);
    assert.equal(world.clock.waiting, 0);
  });

  it('hangs up the leg when the caller leaves while the carrier is asked to dial', async () => {
    const world = attempt();
    let answer = (): void => undefined;
    world.carrier.before('dial', () => new Promise<void>((resolve) => (answer = resolve)));
    await world.begin();
    await world.leaves();
    answer();
    await world.clock.advanceAsync(0);
    assert.deepEqual([world.done.result, world.carrier.requests.at(-1)], ['canceled', HANGS_UP]);
  });

  it('does not dial for a caller who has left, nor without a call log that has begun', async () => {
    const left = attempt();
    left.conversation.abort();
    await left.begin();
    const unrecorded = attempt();
    unrecorded.trouble.onUpdate = unavailable('No API');
    await unrecorded.begin();
    assert.deepEqual([left.done.result, unrecorded.done.result], ['canceled', 'unrecorded']);
    assert.deepEqual([...left.carrier.requests, ...unrecorded.carrier.requests], []);
  });

  it('continues after an outage of the API, and has no answer if that takes longer than the ring timeout', async () => {
    for (const isShort of [true, false]) {
      const world = attempt();
      await world.begin();
      world.trouble.onRead = unavailable('No API');
      await world.clock.advanceAsync(10_000);
      assert.isUndefined(world.done.result);
      if (isShort) world.trouble.onRead = null;
      world.update({ transfer: { run: RUN, result: isShort ? 'busy' : 'failed' } });
      await world.clock.advanceAsync(isShort ? TIMEOUTS_MS.transfer_poll : RING_SECONDS * 1_000);
      assert.deepEqual([world.done.result, world.carrier.requests.at(-1)], [isShort ? 'busy' : 'no_answer', HANGS_UP]);
    }
  });

  it('hangs up the person and keeps the caller when the carrier refuses to take them there', async () => {
    const world = attempt();
    world.carrier.before('redirect', refusal(404));
    await ready(world);
    assert.deepEqual([world.done.result, world.transfer()?.result], ['failed', 'failed']);
    assert.deepEqual(world.carrier.requests, ['dial +14155550107', REDIRECTS, HANGS_UP]);
    assert.isFalse(world.tried.hasLeft);
  });

  it('believes a redirect whose answer was lost when the caller arrives', async () => {
    const world = attempt();
    world.carrier.after('redirect', refusal(504));
    await ready(world);
    assert.isTrue(world.tried.hasLeft);
    await world.reports({ result: 'answered' });
    await world.leaves();
    assert.deepEqual([world.done.result, world.carrier.requests.at(-1)], ['answered', REDIRECTS]);
  });

  it('hangs up the person when the caller does not arrive, and has the result before a late caller', async () => {
    for (const hasLeft of [false, true]) {
      const world = attempt();
      const results: unknown[] = [];
      world.carrier.before('hangUp', () => results.push(world.transfer()?.result));
      await ready(world);
      if (hasLeft) await world.leaves();
      await world.clock.advanceAsync(TIMEOUTS_MS.transfer_departure + TIMEOUTS_MS.transfer_poll);
      const result = hasLeft ? 'canceled' : 'failed';
      assert.deepEqual([world.done.result, results], [result, [result]]);
      assert.equal(world.carrier.requests.at(-1), HANGS_UP);
      assert.isFalse(world.tried.hasLeft);
    }
  });

  it('returns the result although the hang-up fails', async () => {
    const world = attempt();
    world.carrier.before('hangUp', refusal(500));
    await world.begin();
    await world.reports({ result: 'busy' });
    assert.equal(world.done.result, 'busy');
    assert.include(
      world.lines.map(({ event }) => event),
      'carrier.hang_up_failed',
    );
  });
});
