import { assert } from 'chai';
import { shareReached, slotsOf, UNVERIFIED } from '../../domain/calls/call-shares.ts';
import { openCallFixture, type CallFixture } from '../application/call-fixture.ts';
import { testConfig } from '../support/providers.ts';
import { refusalOf } from '../support/refusals.ts';
import { ADA, BOT } from '../application/telephony-fixture.ts';

describe('unverified calls', () => {
  let fixture: CallFixture;
  let browserAgent: string;

  beforeEach(async () => {
    fixture = await openCallFixture();
    fixture.ports.limits.concurrentCallsPerOrganisation = 10;
    const agent = { name: 'Web', agent_category: 'websocket' as const, config: testConfig() };
    browserAgent = (await fixture.ports.agentUseCases.create(ADA, agent)).agent_id;
  });

  const web = async (anonymous = true) =>
    (await fixture.calls.registerWeb(ADA, { agent_id: browserAgent, anonymous })).call;
  const ring = async (provider_call_sid: string, unsigned = true) =>
    (
      await fixture.calls.registerInbound(ADA, {
        ...{ agent_id: fixture.agent.agent_id, provider_call_sid, from_number: '+1', to_number: '+2', unsigned },
      })
    ).call;
  /** How many of `count` concurrent attempts succeed. */
  const succeed = async (count: number, attempt: (nth: number) => Promise<unknown>): Promise<number> => {
    const outcomes = await Promise.allSettled(Array.from({ length: count }, (_, nth) => attempt(nth)));
    return outcomes.filter(({ status }) => status === 'fulfilled').length;
  };

  it('use at most half of the slots without a ticket, and three of ten unsigned', () => {
    const shares = { anonymous: 50, unsigned: 30, page: 80 };
    const of = (limit: number) => [slotsOf('anonymous', limit, shares), slotsOf('unsigned', limit, shares)];
    assert.deepEqual([10, 20, 5, 2, 1].map(of), [
      [5, 3],
      [10, 6],
      [2, 1],
      [1, 1],
      [1, 1],
    ]);
  });

  it('leave slots for dialled, ticketed and signed calls', async () => {
    assert.equal(await succeed(30, () => web()), 5);
    assert.equal(await succeed(30, (nth) => ring(`forged ${nth}`)), 3);
    await ring('signed', false);
    await web(false);
    assert.equal((await refusalOf(web(false))).message, 'Organisation concurrent call limit reached');
    assert.equal(await fixture.taken(), 10);
  });

  it('do not change the organisation’s concurrency limit', async () => {
    assert.equal(await succeed(15, () => web(false)), 10);
    assert.equal((await refusalOf(web())).problem, 'limited');
  });

  it('are refused with the name of the limiting setting', async () => {
    await succeed(5, () => web());
    assert.equal(
      (await refusalOf(web())).message,
      'Organisation concurrent call limit reached: anonymous calls may hold 5 of 10 slots (ANONYMOUS_CALLS_SHARE)',
    );
    await succeed(3, (nth) => ring(`forged ${nth}`));
    assert.equal(
      (await refusalOf(ring('one more'))).message,
      'Organisation concurrent call limit reached: unsigned calls may hold 3 of 10 slots (UNSIGNED_CALLS_SHARE)',
    );
  });

  it('leave at most 20 call logs per slot in ten minutes', async () => {
    assert.equal(await succeed(200, (nth) => ring(`forged ${nth}`)), 3);
    assert.lengthOf(await fixture.logs(), 60);
    const refusal = await refusalOf(ring('forged 200'));
    assert.equal(refusal.problem, 'limited');
    assert.equal(
      refusal.message,
      'At most 60 calls with an unsigned webhook are accepted in ten minutes (UNSIGNED_CALLS_SHARE)',
    );
    await ring('signed', false);
    assert.lengthOf(await fixture.logs(), 61);
    fixture.ports.clock.advance(10 * 60_000);
    await ring('an honest caller');
    assert.lengthOf(await fixture.logs(), 62);
  });

  it('get the same answer when their carrier retries beyond the limit', async () => {
    const first = await ring('first');
    await succeed(100, (nth) => ring(`forged ${nth}`));
    assert.equal((await ring('first')).call_id, first.call_id);
  });

  it('fit their refusal into the 120 bytes of a close reason', async () => {
    for (const kind of UNVERIFIED) assert.isAtMost(Buffer.byteLength(shareReached(kind, 5_000, 10_000)), 120);
  });

  it('stay within their share when they continue after an API outage', async () => {
    const first = await web();
    await succeed(4, () => web());
    fixture.ports.clock.advance(61_000);
    assert.equal(await succeed(10, () => web()), 5);
    const owner = 'one';
    assert.equal((await refusalOf(fixture.calls.claim(ADA, first.call_id, owner))).problem, 'limited');
    assert.deepEqual(await fixture.calls.renew({ owner, calls: [{ org_id: 'o1', call_id: first.call_id }] }), {
      lost: [first.call_id],
    });
  });

  it('count in analytics only after caller speech', async () => {
    const now = fixture.ports.clock.now().toISOString();
    const account = { email: ADA.email, password: '', default_org_id: 'o1', last_logged_in_at: null };
    await fixture.ports.users.add({ ...account, created_at: now });
    await fixture.ports.memberships.add({ email: ADA.email, org_id: 'o1', role: 'member', created_at: now });
    const [silent, speech] = [await web(), await web()];
    for (const { call_id } of [silent, speech]) await fixture.calls.claim(ADA, call_id, 'one');
    const end = { status: 'completed', call_response: 'answered' } as const;
    await fixture.calls.update(ADA, silent.call_id, end);
    await fixture.calls.update(BOT, speech.call_id, { ...end, caller_spoke: true });
    await ring('unsigned');
    const metrics = await fixture.calls.readAnalytics(ADA, 'o1');
    assert.deepInclude(metrics, { calls_attempted: 2, calls_connected: 1, attempts_without_speech: 1 });
    assert.deepEqual(
      metrics.agent_performance.map(({ call_count }) => call_count),
      [1, 1],
    );
    await fixture.calls.update(BOT, silent.call_id, { caller_spoke: true });
    assert.deepInclude(await fixture.calls.readAnalytics(ADA, 'o1'), {
      calls_connected: 2,
      attempts_without_speech: 0,
    });
  });

  it('are marked as unverified in their call log', async () => {
    const anonymous = await web();
    assert.deepInclude(anonymous, { unverified: 'anonymous', without_speech: true });
    assert.deepInclude(await ring('unsigned'), { unverified: 'unsigned' });
    for (const call of [await web(false), await ring('signed', false)])
      assert.doesNotHaveAnyKeys(call, ['unverified', 'without_speech']);
  });
});
