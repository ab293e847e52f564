import { assert } from 'chai';
import type { CallLeases } from '../../application/ports/call-leases.ts';
import { callUseCases } from '../../application/calls/index.ts';
import type { FoundCall } from '../../application/ports/carrier.ts';
import { RUNTIME_LOST } from '../../domain/calls/reconciliation.ts';
import { openCallFixture, type CallFixture } from './call-fixture.ts';
import { refusal } from '../support/fake-carrier.ts';
import { refusalOf } from '../support/refusals.ts';
import { ADA } from './telephony-fixture.ts';

const known = (changes: Partial<FoundCall>): FoundCall => ({
  sid: 'uuid',
  status: 'completed',
  response: null,
  isAnswered: false,
  cause: null,
  ...changes,
});

describe('reconcileCalls', () => {
  let fixture: CallFixture;
  beforeEach(async () => (fixture = await openCallFixture()));
  const log = (callId: string) => fixture.calls.find(ADA, callId);
  /** Advances the clock, with a reconciliation round every five seconds as in a running API. */
  const pass = async (seconds: number): Promise<void> => {
    for (let passed = 0; passed < seconds; passed += 5) {
      fixture.ports.clock.advance(5_000);
      await fixture.calls.reconcile();
    }
  };

  it('ends the calls of a killed runtime within a minute at its last renewal and releases their slots', async () => {
    const ids = [(await fixture.ring()).call_id, (await fixture.call()).call_id];
    for (const id of ids) await fixture.calls.claim(ADA, id, 'killed');
    await pass(15);
    await fixture.calls.renew({ owner: 'killed', calls: ids.map((call_id) => ({ org_id: 'o1', call_id })) });
    const end = fixture.ports.clock.now().toISOString();
    await pass(60);
    for (const id of ids)
      assert.deepInclude(await log(id), {
        status: 'failed',
        call_response: 'answered',
        end_time_utc: end,
        duration: 15,
        error_message: RUNTIME_LOST,
      });
    assert.equal(await fixture.taken(), 0);
    await fixture.ring('next');
  });

  it('keeps ended calls ended when a restarted runtime reports them, and adds the report', async () => {
    const { call_id } = await fixture.ring();
    await fixture.calls.claim(ADA, call_id, 'killed');
    await pass(60);
    const url = `${fixture.ports.objects.root}o1/${call_id}/recording.wav`;
    const late = { recording_url: url, status: 'completed', end_time_utc: '2026-03-02T10:00:00.000Z' } as const;
    const before = await log(call_id);
    assert.deepEqual(await fixture.calls.update(ADA, call_id, late), {
      ...before,
      recording_url: url,
      updated_at: fixture.ports.clock.now().toISOString(),
    });
  });

  it('moves the end when a restarted runtime reports a later sign', async () => {
    const { call_id } = await fixture.ring();
    await fixture.calls.claim(ADA, call_id, 'killed');
    const renewedAt = new Date(fixture.ports.clock.now().getTime() + 7_000).toISOString();
    await pass(60);
    await fixture.calls.reportLostCall({ org_id: 'o1', call_id, heard_at: renewedAt });
    assert.deepInclude(await log(call_id), { status: 'failed', end_time_utc: renewedAt, duration: 7 });
  });

  it('reconciles a reported lost call at once', async () => {
    const [lost, missed] = [await fixture.call(), await fixture.call()];
    await fixture.calls.claim(ADA, lost.call_id, 'killed');
    fixture.carrier.found.set(lost.call_id, known({ status: 'in_progress', isAnswered: true }));
    fixture.ports.clock.advance(9_000);
    const renewedAt = fixture.ports.clock.now().toISOString();
    for (const { call_id } of [lost, missed])
      await fixture.calls.reportLostCall({ org_id: 'o1', call_id, heard_at: renewedAt });
    assert.deepInclude(await log(lost.call_id), {
      ...{ status: 'failed', call_response: 'answered', error_message: RUNTIME_LOST },
      ...{ end_time_utc: renewedAt, duration: 9 },
    });
    assert.include(fixture.carrier.requests, 'hangUp uuid');
    assert.equal((await log(missed.call_id)).status, 'initiated', 'no runtime had claimed it');
    assert.equal(await fixture.taken(), 1);
    const nowhere = { org_id: 'o1', call_id: 'none', heard_at: renewedAt };
    assert.equal((await refusalOf(fixture.calls.reportLostCall(nowhere))).problem, 'missing');
  });

  it("ends calls with the carrier's result", async () => {
    const { call_id } = await fixture.call();
    fixture.carrier.found.set(call_id, known({ status: 'busy', response: 'declined', cause: '3020 rejected' }));
    await pass(95);
    assert.deepInclude(await log(call_id), {
      status: 'busy',
      call_response: 'declined',
      error_message: '3020 rejected',
    });
    assert.equal(await fixture.taken(), 0);
  });

  it("adds the carrier's call id", async () => {
    fixture.carrier.after('dial', refusal(504, 'Gateway timeout'));
    await refusalOf(fixture.call());
    const { call_id } = (await fixture.logs())[0]!;
    fixture.carrier.found.set(call_id, known({ status: 'ringing' }));
    await pass(95);
    assert.include(await log(call_id), { status: 'initiated', provider_call_sid: 'uuid' });
    assert.equal(await fixture.taken(), 1);
    fixture.carrier.found.set(call_id, known({ status: 'busy', response: 'busy' }));
    await pass(35);
    assert.include(await log(call_id), { status: 'busy', call_response: 'busy' });
    assert.equal(fixture.carrier.dialled.length, 1);
  });

  it('ends a call when another call already has its carrier id', async () => {
    await fixture.ring('uuid');
    fixture.carrier.after('dial', refusal(504));
    await refusalOf(fixture.call());
    const { call_id } = (await fixture.logs()).find(({ call_type }) => call_type === 'outbound')!;
    fixture.carrier.found.set(call_id, known({ status: 'busy', response: 'busy' }));
    await pass(95);
    assert.include(await log(call_id), { status: 'busy', provider_call_sid: null });
  });

  it('marks a call as failed when the carrier has no record of it', async () => {
    fixture.carrier.before('dial', refusal(504, 'Gateway timeout'));
    await refusalOf(fixture.call());
    const { call_id } = (await fixture.logs())[0]!;
    fixture.carrier.found.set(call_id, null);
    await pass(95);
    assert.include(await log(call_id), {
      status: 'failed',
      call_response: 'failed',
      error_message: 'Gateway timeout',
    });
    assert.equal(await fixture.taken(), 0);
  });

  it('retries while the carrier cannot rule out the dial', async () => {
    for (const isReported of [true, false]) {
      fixture.carrier.before('dial', refusal(504, 'Gateway timeout'));
      const { call_id } = await fixture.call().then(
        () => assert.fail('It was dialled'),
        async () => (await fixture.logs())[0]!,
      );
      await pass(150);
      assert.equal((await log(call_id)).status, 'initiated');
      if (isReported) fixture.carrier.found.set(call_id, null);
      await pass(60);
      assert.deepInclude(await log(call_id), { status: 'failed', call_response: 'failed' });
    }
    assert.equal(await fixture.taken(), 0);
  });

  it('hangs up calls that are live at the carrier', async () => {
    const { call_id } = await fixture.call();
    await fixture.calls.claim(ADA, call_id, 'killed');
    fixture.carrier.found.set(call_id, known({ status: 'in_progress', isAnswered: true }));
    fixture.carrier.before('hangUp', refusal(500));
    await pass(50);
    assert.include(fixture.carrier.requests, 'hangUp uuid');
    assert.include(await log(call_id), { status: 'failed', call_response: 'answered' });
    assert.equal(await fixture.taken(), 0);
  });

  it('ends calls without an answer or credentials of the carrier', async () => {
    const [one, two] = [await fixture.call(), await fixture.call()];
    await fixture.calls.update(ADA, two.call_id, { status: 'ringing' });
    fixture.carrier.before('lookUp', refusal(503));
    await pass(95);
    assert.include(await log(one.call_id), { status: 'failed', call_response: 'failed' });
    assert.include(await log(two.call_id), { status: 'failed', call_response: 'no_answer' });
    const { call_id } = await fixture.call();
    await fixture.ports.providerAuths.remove('o1', 'plivo');
    await pass(95);
    assert.equal((await log(call_id)).status, 'failed');
  });

  it('releases only the slot of a browser call that never connected', async () => {
    const { agent_id } = await fixture.agents.create(ADA, {
      name: 'Web',
      agent_category: 'websocket' as const,
      config: fixture.agent.config,
    });
    const { call } = await fixture.calls.registerWeb(ADA, { agent_id });
    await pass(65);
    assert.deepEqual(await log(call.call_id), call);
    assert.isEmpty((await fixture.ports.documents.everything())['call_leases']!);
    await fixture.calls.claim(ADA, call.call_id, 'runtime');
    assert.equal((await log(call.call_id)).status, 'in_progress');
  });

  it('reconciles each call in one of several processes', async () => {
    const { call_id } = await fixture.call();
    fixture.ports.clock.advance(95_000);
    await Promise.all(Array.from({ length: 10 }, () => fixture.calls.reconcile()));
    assert.lengthOf(
      fixture.carrier.requests.filter((each) => each === `lookUp ${call_id}`),
      1,
    );
  });

  it('skips a call that is claimed at the last moment', async () => {
    const { call_id } = await fixture.call();
    fixture.carrier.before('lookUp', () => fixture.calls.claim(ADA, call_id, 'late'));
    await pass(95);
    assert.equal((await log(call_id)).status, 'in_progress');
    assert.equal(await fixture.taken(), 1);
  });

  it('retries a failed call in the next round', async () => {
    const { call_id } = await fixture.call();
    let failures = 0;
    const leases: CallLeases = {
      ...fixture.ports.leases,
      release: (...args) =>
        (failures += 1) === 1 ? Promise.reject(new Error('The store is away')) : fixture.ports.leases.release(...args),
    };
    const { reconcile } = callUseCases({ ...fixture.ports, leases });
    fixture.ports.clock.advance(95_000);
    await reconcile();
    assert.equal((await log(call_id)).status, 'failed');
    assert.include(
      fixture.ports.logged.map(({ event }) => event),
      'calls.reconciliation_failed',
    );
    fixture.ports.clock.advance(31_000);
    await reconcile();
    assert.isEmpty((await fixture.ports.documents.everything())['call_leases']!);
  });

  it('drops the lease of a call without a log', async () => {
    const now = fixture.ports.clock.now().toISOString();
    await fixture.ports.leases.reserve({ org_id: 'o1', call_id: 'gone', owner: null, until: now }, 2, now);
    await pass(5);
    assert.isEmpty((await fixture.ports.documents.everything())['call_leases']!);
  });

  it('reconciles any number of calls in one round', async () => {
    const now = fixture.ports.clock.now().toISOString();
    for (let id = 0; id < 450; id += 1)
      await fixture.ports.leases.reserve({ org_id: `org ${id}`, call_id: 'gone', owner: null, until: now }, 2, now);
    await pass(5);
    assert.isEmpty((await fixture.ports.documents.everything())['call_leases']!);
  });
});
