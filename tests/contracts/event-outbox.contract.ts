import { assert } from 'chai';
import type { CallAnalysisRepository } from '../../application/ports/call-analyses.ts';
import type { CallRepository } from '../../application/ports/calls.ts';
import type { EventOutbox, OutboxEntry } from '../../application/ports/event-outbox.ts';
import type { AgentRepository } from '../../application/ports/agents.ts';
import type { CampaignRepository } from '../../application/ports/campaigns.ts';
import type { QueuedRunRepository } from '../../application/ports/queued-runs.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { newCampaign, type Campaign } from '../../domain/campaigns/campaign.ts';
import { newDialState } from '../../domain/campaigns/campaign-record.ts';
import { DEFAULT_RETRY } from '../../domain/campaigns/settings.ts';
import { newQueuedRun } from '../../domain/campaigns/queued-run.ts';
import { webCall, type CallLog } from '../../domain/calls/call-log.ts';
import type { RecordedEvent } from '../../domain/events/recorded-event.ts';
import { callAnalysis } from '../domain/calls/analysis-example.ts';
import type { Contract } from '../support/contract.ts';

/** An outbox, and repositories whose changes fill it. */
export interface FilledOutbox {
  readonly outbox: EventOutbox;
  readonly calls: CallRepository;
  readonly analyses: CallAnalysisRepository;
  readonly campaigns: CampaignRepository;
  readonly runs: QueuedRunRepository;
  readonly agents: AgentRepository;
}

const NOON = '2026-01-01T12:00:00.000Z';
const LATER = '2026-01-01T12:00:01.000Z';

const call = (call_id: string) =>
  webCall({ call_id, org_id: 'org', agent_id: 'a', agent_name: 'A', custom_variables: {}, now: new Date(NOON) });

const event = (event_id: string, timestamp = NOON): RecordedEvent => ({
  ...{ event_id, org_id: 'org', type: 'call.ended', subject: 'one', call_id: 'one' },
  ...{ timestamp, body: '{}' },
});

const campaign: Campaign = newCampaign({
  ...{ campaign_id: 'c', org_id: 'org', name: 'C', agent_id: 'a', source_type: 'csv', source_id: 's', total_rows: 1 },
  ...{ rate_limit_per_second: 1, retry_config: DEFAULT_RETRY, orchestrator_metadata: { max_concurrency: 1 } },
  ...{ from_number: null, created_by: 'ada@example.com', now: new Date(NOON) },
});

const run = newQueuedRun(
  {
    ...{ queued_run_id: 'r', campaign_id: 'c', org_id: 'org', contact_index: 0, phone_number: '+15550100000' },
    ...{ context_variables: {}, attempt: 0, not_before: null },
  },
  new Date(NOON),
);

const agent: Agent = {
  ...{ agent_id: 'a', org_id: 'org', name: 'A', status: 'active', agent_category: 'websocket' },
  ...{ created_by: 'ada@example.com', linked_phone_number: null, telephony: null },
  ...{ config: {} as Agent['config'], created_at: NOON, updated_at: NOON },
};

/** An event that tells what the agent was before. */
const renamed = (before: Agent) => {
  assert.deepEqual(before, agent);
  return [event(`was ${before.name}`)];
};

const ended = { status: 'failed' } as const;

/** Changes the call as it is now, whatever was read before. */
const change = async (
  calls: CallRepository,
  changes: Partial<CallLog>,
  eventsOf: (before: CallLog, after: CallLog) => readonly RecordedEvent[],
) => calls.update('org', 'one', (await calls.find('org', 'one'))!, changes, eventsOf);

export const eventOutboxContract: Contract<FilledOutbox> = {
  'finds events with the change that recorded them, and not in the call': async ({ outbox, calls }) => {
    await calls.add(call('one'));
    const changed = await calls.update('org', 'one', call('one'), ended, () => [event('e1'), event('e2')]);
    const after = { ...call('one'), ...ended, updated_at: '2026-01-01T12:00:00.001Z' };
    assert.deepEqual(changed, after);
    assert.deepEqual(await calls.find('org', 'one'), after);
    assert.deepEqual(await calls.list('org', { limit: 9, offset: 0 }), [after]);
    const events = [event('e1'), event('e2')];
    assert.deepEqual(await outbox.waiting(9), [{ source: 'calls', key: 'one', revision: 2, events }]);
  },

  'decides events on the call before and after the change, as both are stored': async ({ calls }) => {
    await calls.add(call('one'));
    const seen: unknown[] = [];
    const changed = await calls.update('org', 'one', call('one'), ended, (...states) => {
      seen.push(...states);
      return [event('e1')];
    });
    assert.deepEqual(seen, [call('one'), changed]);
  },

  'records nothing for a change that does not apply': async ({ outbox, calls }) => {
    await calls.add(call('one'));
    await calls.update('org', 'one', call('one'), ended);
    assert.isNull(await calls.update('org', 'one', call('one'), ended, () => [event('e1')]));
    assert.deepEqual(await outbox.waiting(9), []);
  },

  'decides on the call as it is, so that of concurrent changes one records the event': async ({ outbox, calls }) => {
    await calls.add(call('one'));
    const recorded = (id: string) =>
      calls.update('org', 'one', call('one'), { recording_url: id }, ({ recording_url }) =>
        recording_url === null ? [event(id)] : [],
      );
    await Promise.all(['e1', 'e2', 'e3'].map(recorded));
    assert.lengthOf(
      (await outbox.waiting(9)).flatMap(({ events }) => events),
      1,
    );
  },

  'adds later events behind those that wait, and counts on once they are gone': async ({ outbox, calls }) => {
    await calls.add(call('one'));
    await change(calls, { agent_name: 'B' }, () => [event('e1')]);
    await change(calls, { agent_name: 'C' }, () => [event('e2', LATER)]);
    const [entry] = await outbox.waiting(9);
    assert.deepEqual(entry, { source: 'calls', key: 'one', revision: 2, events: [event('e1'), event('e2', LATER)] });
    await outbox.clear([entry!]);
    assert.deepEqual(await outbox.waiting(9), []);
    await change(calls, ended, () => [event('e3')]);
    assert.equal((await outbox.waiting(9))[0]?.revision, 3);
  },

  'keeps events that were recorded after they were read': async ({ outbox, calls }) => {
    await calls.add(call('one'));
    await change(calls, { agent_name: 'B' }, () => [event('e1')]);
    const seen = await outbox.waiting(9);
    await change(calls, ended, () => [event('e2')]);
    await outbox.clear(seen);
    assert.deepEqual((await outbox.waiting(9))[0]?.events, [event('e1'), event('e2')]);
  },

  'finds events of campaigns, queued runs and agents, and not in these': async ({
    outbox,
    campaigns,
    runs,
    agents,
  }) => {
    await campaigns.add(campaign, newDialState(false));
    const seen = await campaigns.find('org', 'c');
    const moved = await campaigns.change(seen!, { campaign: { state: 'running' } }, [event('e1')]);
    assert.deepEqual(moved, { ...seen!, campaign: { ...campaign, state: 'running' }, revision: 1 });
    assert.isNull(await campaigns.change(seen!, { campaign: { state: 'paused' } }, [event('lost')]));
    assert.deepEqual(await campaigns.list('org'), [moved!.campaign]);

    await runs.addAll([run]);
    const end = { seen: run, changes: { state: 'done', is_final: true }, events: [event('e2')] } as const;
    assert.equal(await runs.changeAll([end]), 1);
    assert.equal(await runs.changeAll([{ ...end, events: [event('lost')] }]), 0);
    const done = { ...run, ...end.changes, epoch: 1 };
    assert.deepEqual(await runs.find('r'), done);
    assert.deepEqual(await runs.findMany(['r']), [done]);

    await agents.add(agent);
    const named = { ...agent, name: 'B' };
    assert.deepEqual(await agents.update('org', 'a', { name: 'B' }, undefined, (before) => renamed(before)), named);
    assert.deepEqual(await agents.find('org', 'a'), named);

    const waiting = await outbox.waiting(9);
    assert.sameDeepMembers(
      waiting.map(({ source, key, revision, events }) => [source, key, revision, ...events]),
      [
        ['campaigns', 'c', 1, event('e1')],
        ['queued_runs', 'r', 1, event('e2')],
        ['agents', 'a', 1, event('was A')],
      ],
    );
    await outbox.clear(waiting);
    assert.isEmpty(await outbox.waiting(9));
    assert.equal((await campaigns.change(moved!, { campaign: { state: 'paused' } }))?.revision, 2);
  },

  'answers the documents that waited longest': async ({ outbox, calls }) => {
    for (const [id, time] of [
      ['late', LATER],
      ['early', NOON],
    ] as const) {
      await calls.add(call(id));
      await calls.update('org', id, call(id), ended, () => [event(id, time)]);
    }
    assert.deepEqual(
      (await outbox.waiting(1)).map(({ key }) => key),
      ['early'],
    );
  },

  'records the event of an analysis with the claim that finishes it, behind the events of its call': async ({
    outbox,
    analyses,
  }) => {
    await analyses.add(callAnalysis());
    await analyses.claim('o1', 'x', { now: NOON, until: LATER }, 1);
    const done = { status: 'done' } as const;
    assert.isFalse(await analyses.finishClaim('c1', 'y', done, [event('e1')]));
    assert.isTrue(await analyses.finishClaim('c1', 'x', done, [event('e2')]));
    assert.isFalse(await analyses.finishClaim('c1', 'x', done, [event('e3')]));
    assert.deepEqual(await analyses.find('o1', 'c1'), callAnalysis(done));
    const [{ revision, ...entry }, ...others] = (await outbox.waiting(9)) as [OutboxEntry, ...OutboxEntry[]];
    assert.deepEqual(entry, { source: 'call_analyses', key: 'c1', events: [event('e2')] });
    assert.isAbove(revision, 100_000);
    assert.isEmpty(others);
  },
};
