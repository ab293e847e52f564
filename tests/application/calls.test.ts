import { assert } from 'chai';
import { callUseCases, type CallUseCases } from '../../application/calls/index.ts';
import type { CallRepository } from '../../application/ports/calls.ts';
import type { Principal } from '../../domain/accounts/principal.ts';
import type { CallMetricsBody } from '../../domain/calls/call-metrics.ts';
import { notABrowserAgent } from '../../domain/agents/agent.ts';
import { addOrganisation } from './added-organisation.ts';
import { testConfig } from '../support/providers.ts';
import { refusalOf } from '../support/refusals.ts';
import { openPorts, type Ports } from '../support/world.ts';

const principal: Principal = { email: 'ada@example.com', org_id: 'o1', role: 'member' };
const stranger: Principal = { ...principal, org_id: 'o2' };
const METRICS: CallMetricsBody = {
  summary: { turn_count: 1, interrupted_turn_count: 0, user_bot_latency_avg_secs: 0.7 },
  transport: { client_connected_secs: 0.1 },
  turns: [],
  latencies: { first_bot_speech_secs: 0.4, user_to_bot_secs: [], breakdowns: [] },
};

describe('calls', () => {
  let ports: Ports;
  let calls: CallUseCases;
  let agentId: string;

  beforeEach(async () => {
    ports = await openPorts();
    calls = ports.callUseCases;
    for (const orgId of ['o1', 'o2']) await addOrganisation(ports, orgId);
    const agent = { name: 'Desk', agent_category: 'websocket' as const, config: testConfig() };
    ({ agent_id: agentId } = await ports.agentUseCases.create(principal, agent));
  });
  const register = async () => (await calls.registerWeb(principal, { agent_id: agentId })).call;

  describe('from a browser', () => {
    it('are registered as initiated, with what the request names', async () => {
      const request = { agent_id: agentId, custom_variables: { name: 'Ada' } };
      const { call, ticket } = await calls.registerWeb(principal, request);
      assert.include(call, { call_type: 'web', status: 'initiated', agent_name: 'Desk', from_number: 'browser' });
      assert.deepEqual(call.custom_variables, { name: 'Ada' });
      assert.deepEqual(await calls.find(principal, call.call_id), call);
      const { call_id } = call;
      const expected = { provider: 'browser', org_id: 'o1', agent_id: agentId, call_id };
      assert.deepEqual(ports.tickets.redeem(ticket), expected);
    });

    it('need an active websocket agent of the organisation', async () => {
      assert.equal((await refusalOf(calls.registerWeb(principal, { agent_id: 'none' }))).message, 'Agent not found');
      assert.equal((await refusalOf(calls.registerWeb(stranger, { agent_id: agentId }))).message, 'Agent not found');
      await ports.agents.update('o1', agentId, { status: 'archived' });
      assert.equal((await refusalOf(register())).message, 'The agent is archived: set its status to active first');
      await ports.agents.update('o1', agentId, { agent_category: 'telephony' });
      assert.equal((await refusalOf(register())).message, notABrowserAgent().message);
    });

    it('stop at the limit, and free their slot when they end or are given up', async () => {
      const first = await register();
      await register();
      const full = await refusalOf(register());
      assert.deepEqual([full.problem, full.message], ['limited', 'Organisation concurrent call limit reached']);
      await calls.update(principal, first.call_id, { status: 'completed' });
      await register();
      assert.equal((await refusalOf(register())).problem, 'limited');
      ports.clock.advance(60_001);
      assert.equal((await register()).status, 'initiated');
    });

    it('keep their slot while a runtime renews their leases, however long', async () => {
      const carried = [await register(), await register()].map(({ call_id }) => ({ org_id: 'o1', call_id }));
      for (const { call_id } of carried) await calls.claim(principal, call_id, 'runtime');
      for (let turn = 0; turn < 100; turn += 1) {
        ports.clock.advance(15_000);
        assert.deepEqual(await calls.renew({ owner: 'runtime', calls: carried }), { lost: [] });
      }
      assert.equal((await refusalOf(register())).problem, 'limited');
    });
  });

  describe('being updated', () => {
    it('are decided again when their status moves in between', async () => {
      const { call_id } = await register();
      let raced = 0;
      const contended: CallRepository = {
        ...ports.calls,
        async update(orgId, callId, seen, changes) {
          if (raced++ === 0) await ports.calls.update(orgId, callId, seen, { status: 'completed' });
          return ports.calls.update(orgId, callId, seen, changes);
        },
      };
      const updated = await callUseCases({ ...ports, calls: contended }).update(principal, call_id, {
        status: 'ringing',
      });
      assert.equal(updated.status, 'completed');
      assert.equal(raced, 2);
    });

    it('stay answered, and ended when they first did, in whichever order patches race', async () => {
      const [early, late] = ['2026-03-02T09:01:00.000Z', '2026-03-02T09:02:00.000Z'];
      const answered = { call_response: 'answered', end_time_utc: early } as const;
      const busy = { call_response: 'busy', end_time_utc: late } as const;
      for (const [patches, end] of [
        [[answered, busy], early],
        [[busy, answered], late],
      ] as const) {
        const { call_id } = await register();
        await calls.update(principal, call_id, { status: 'completed' });
        await Promise.all(patches.map((patch) => calls.update(principal, call_id, patch)));
        assert.include(await calls.find(principal, call_id), { call_response: 'answered', end_time_utc: end });
      }
    });

    it('fail with a clear message when every update conflicts', async () => {
      const { call_id } = await register();
      let tried = 0;
      const restless: CallRepository = { ...ports.calls, update: async () => ((tried += 1), null) };
      const work = callUseCases({ ...ports, calls: restless }).update(principal, call_id, { status: 'ringing' });
      assert.equal((await refusalOf(work)).problem, 'busy');
      assert.equal(tried, 200);
    });

    it('keep their end when a patch races with it', async () => {
      const { call_id } = await register();
      await Promise.all([
        calls.update(principal, call_id, { status: 'completed', call_response: 'answered' }),
        calls.update(principal, call_id, { status: 'ringing' }),
        calls.update(principal, call_id, { status: 'in_progress' }),
        calls.update(principal, call_id, { recording_url: `${ports.objects.root}o1/${call_id}/recording.wav` }),
      ]);
      const call = await calls.find(principal, call_id);
      assert.include(call, { status: 'completed', call_response: 'answered' });
      assert.isNotNull(call.recording_url);
    });
  });

  describe('measured', () => {
    it('keep the first document, also in a race', async () => {
      const { call_id } = await register();
      const bodies = [1, 2, 3].map((turn_count) => ({ ...METRICS, summary: { ...METRICS.summary, turn_count } }));
      const stored = await Promise.all(bodies.map((body) => calls.recordMetrics(principal, call_id, body)));
      assert.lengthOf([...new Set(stored.map(({ summary }) => summary.turn_count))], 1);
      ports.clock.advance(5_000);
      assert.deepEqual(await calls.recordMetrics(principal, call_id, bodies[1]!), stored[0]);
    });

    it('need a call', async () => {
      assert.equal((await refusalOf(calls.recordMetrics(principal, 'none', METRICS))).message, 'Call not found');
      assert.equal((await refusalOf(calls.readMetrics(principal, 'none'))).message, 'Metrics not found');
    });
  });

  it('do not exist for another organisation', async () => {
    const { call_id } = await register();
    await calls.recordMetrics(principal, call_id, METRICS);
    await calls.update(principal, call_id, { recording_url: `${ports.objects.root}o1/${call_id}/recording.wav` });
    for (const work of [
      calls.find(stranger, call_id),
      calls.update(stranger, call_id, { status: 'failed' }),
      calls.openArtifact(stranger, call_id, 'recording'),
      calls.recordMetrics(stranger, call_id, METRICS),
      calls.readMetrics(stranger, call_id),
    ])
      assert.equal((await refusalOf(work)).problem, 'missing');
    assert.equal((await calls.find(principal, call_id)).status, 'initiated');
  });
});
