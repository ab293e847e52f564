import { assert } from 'chai';
import { refusalOf } from '../../support/refusals.ts';
import type { WebhookContent } from './fake-carrier.ts';
import { TELEPHONE_AGENT } from './telephone-world.ts';
import { ended, joined, LEG, RUN, started, TURNED_AWAY, type transferring } from './transfer-webhook-world.ts';

describe('answerTransfer', () => {
  it('takes the person to the conference, then the caller, and announces both to the call', async () => {
    const world = await started();
    let news = 0;
    world.liveCalls.claim({ org_id: 'o1', call_id: world.callId });
    world.liveCalls.listenForTransferNews(world.callId, () => (news += 1));
    assert.equal(await world.answer(), world.conference);
    assert.deepInclude(world.transfer(), {
      provider_call_sid: 'leg-1',
      result: null,
      ready_at: '2026-03-02T09:00:00.000Z',
    });
    assert.equal(await world.answer({ leg: 'caller' }), world.conference);
    assert.deepInclude(world.transfer(), { result: 'answered', provider_call_sid: 'leg-1' });
    assert.equal(news, 2);
  });

  it('speaks the brief first, and is ready once it was heard', async () => {
    const world = await started({ mode: 'warm', brief: 'A guest.' });
    const document = await world.answer({ language: 'de' });
    assert.match(
      document,
      /^say A guest\. in de, then https:\/\/voice\.example\/transfer\?.*&leg=target&step=briefed$/,
    );
    assert.deepInclude(world.transfer(), { answered_at: '2026-03-02T09:00:00.000Z', ready_at: null });
    assert.equal(await world.answer({ leg: 'caller' }), TURNED_AWAY, 'the person is not ready');
    assert.equal(await world.answer({ step: 'briefed' }), world.conference);
    assert.isNotNull(world.transfer().ready_at);
  });

  it('answers a repeated request alike, and keeps the first times', async () => {
    const world = await started();
    for (const _ of [1, 2]) {
      assert.equal(await world.answer(), world.conference);
      world.clock.advance(1_000);
    }
    assert.equal(world.transfer().ready_at, '2026-03-02T09:00:00.000Z');
    for (const _ of [1, 2]) assert.equal(await world.answer({ leg: 'caller' }), world.conference);
    assert.equal(await world.answer(), world.conference, 'the target’s request was repeated after the caller’s');
    assert.deepInclude(world.transfer(), { result: 'answered', at: '2026-03-02T09:00:02.000Z' });
  });

  for (const result of ['busy', 'no_answer', 'not_confirmed', 'failed', 'canceled'] as const)
    it(`turns both legs away after the result ${result}`, async () => {
      const world = await started();
      await world.answer();
      await world.update({ transfer: { run: RUN, result } });
      for (const leg of ['target', 'caller'] as const) assert.equal(await world.answer({ leg }), TURNED_AWAY);
      assert.equal(world.transfer().result, result);
    });

  it('turns a person away who picks up after the call ended', async () => {
    const world = await started();
    await world.update({ status: 'completed', end_time_utc: world.clock.now().toISOString() });
    assert.equal(await world.answer(), TURNED_AWAY);
    assert.deepInclude(world.transfer(), { result: 'canceled', answered_at: null, provider_call_sid: null });
    world.calls.set(world.callId, {
      ...world.calls.get(world.callId)!,
      transfers: [{ ...world.transfer(), result: null }],
    });
    assert.equal(await world.answer(), TURNED_AWAY, 'the end of the call suffices');
  });

  it('turns a caller away whose call ended between the look at the call log and the news', async () => {
    const world = await started();
    await world.answer();
    const { call } = world.controlPlane;
    world.controlPlane.call = async (...ids) => {
      const seen = await call(...ids);
      await world.update({ status: 'completed' });
      return seen;
    };
    assert.equal(await world.answer({ leg: 'caller' }), TURNED_AWAY);
  });
});

describe('handleTransferStatus', () => {
  for (const [message, result] of [
    [{ status: 'ringing', isAnswered: false }, null],
    [{ status: 'in_progress' }, null],
    [{ status: 'busy', isAnswered: false, response: 'declined' }, 'busy'],
    [{ status: 'no_answer', isAnswered: false }, 'no_answer'],
    [{ status: 'failed', isAnswered: false, response: 'unreachable' }, 'no_answer'],
    [{ status: 'failed', isAnswered: false, response: 'invalid_number' }, 'failed'],
    [{ status: 'canceled', isAnswered: false }, 'canceled'],
    [{ status: 'completed' }, 'failed'],
  ] as const)
    it(`records ${result ?? 'nothing'} for ${JSON.stringify(message)}, and leaves the caller alone`, async () => {
      const world = await started();
      for (const _ of [1, 2]) await world.report(ended(message));
      assert.equal(world.transfer().result, result);
      assert.deepEqual(world.carrier.hungUp, []);
      assert.equal(world.calls.get(world.callId)?.status, 'in_progress');
    });

  it('keeps the first result', async () => {
    const world = await started();
    await world.report(ended({ status: 'busy', isAnswered: false }));
    await world.report(ended({ status: 'no_answer', isAnswered: false }));
    assert.equal(world.transfer().result, 'busy');
  });

  it('hangs up the caller when the person leaves after the connection', async () => {
    const world = await joined();
    await world.report(ended({ status: 'in_progress' }));
    assert.deepEqual(world.carrier.hungUp, []);
    await world.report(ended());
    assert.deepEqual(world.carrier.hungUp, ['sid-1 with k']);
    assert.equal(world.transfer().result, 'answered');
  });

  it('ignores what is not a report', async () => {
    const world = await started();
    await world.report({});
    assert.isNull(world.transfer().result);
  });
});

describe('handleStatusCallback', () => {
  for (const [result, hungUp] of [
    [null, ['leg-1 with k']],
    ['canceled', ['leg-1 with k']],
    ['answered', ['leg-1 with k']],
    ['busy', []],
    ['no_answer', []],
    ['failed', []],
  ] as const)
    it(`ends the leg of a transfer with the result ${result} after the call, whose runtime may be lost`, async () => {
      const world = await started({ provider_call_sid: 'leg-1' });
      if (result) await world.update({ transfer: { run: RUN, result } });
      const content = { report: { ...ended().report, sid: 'sid-1' } };
      await world.runtime.handleStatusCallback(world.webhook(content, { callId: world.callId }));
      assert.deepEqual(world.carrier.hungUp, [...hungUp]);
      assert.equal(world.transfer().result, result ?? 'canceled');
      assert.equal(await world.answer(), result === 'answered' ? world.conference : TURNED_AWAY);
    });
});

describe('webhooks of transfers', () => {
  const ask = {
    answerTransfer: (world: ReturnType<typeof transferring>, changes: object, content: WebhookContent = LEG) =>
      world.answer(changes, content),
    handleTransferStatus: (
      world: ReturnType<typeof transferring>,
      changes: object,
      content: WebhookContent = ended(),
    ) => world.report(content, changes),
  } as const;

  for (const [name, request] of Object.entries(ask)) {
    it(`${name} rejects a forged request without any effect`, async () => {
      for (const world of [await started(), await joined()]) {
        const before = world.transfer();
        const content = { ...LEG, ...ended(), signature: 'forged' } as const;
        for (const leg of ['target', 'caller'] as const)
          assert.equal((await refusalOf(request(world, { leg }, content) as Promise<unknown>)).problem, 'forbidden');
        assert.deepEqual(world.transfer(), before);
        assert.deepEqual(world.carrier.hungUp, []);
      }
    });

    for (const [what, changes] of [
      ['an unknown call', { callId: 'nobody' }],
      ['no call', { callId: null }],
      ['another run of the tool', { run: RUN + 1 }],
      ['no run', { run: Number.NaN }],
      ['another organisation', { orgId: 'o2' }],
      ['an unknown agent', { agentId: 'a9' }],
      ['another agent than the call’s', { agentId: 'a2' }],
    ] as const)
      it(`${name} knows no transfer of ${what}`, async () => {
        const world = await joined();
        world.agents.set('a2', { ...TELEPHONE_AGENT, agent_id: 'a2' });
        const before = world.transfer();
        assert.equal((await refusalOf(request(world, changes) as Promise<unknown>)).problem, 'missing');
        assert.deepEqual(world.transfer(), before);
        assert.deepEqual(world.carrier.hungUp, []);
      });
  }
});
