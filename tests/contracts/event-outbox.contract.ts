import { assert } from 'chai';
import type { CallAnalysisRepository } from '../../application/ports/call-analyses.ts';
import type { CallRepository } from '../../application/ports/calls.ts';
import type { EventOutbox, OutboxEntry } from '../../application/ports/event-outbox.ts';
import type { AgentRepository } from '../../application/ports/agents.ts';
import type { CampaignRepository } from '../../application/ports/campaigns.ts';
import type { QueuedRunRepository } from '../../application/ports/queued-runs.ts';
import type { BudgetRepository } from '../../application/ports/costs.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { newDialState } from '../../domain/campaigns/campaign-record.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { RecordedEvent } from '../../domain/events/recorded-event.ts';
import { callAnalysis } from '../domain/calls/analysis-example.ts';
import type { Contract } from '../support/contract.ts';
import { agent, budget, call, campaign, event, LATER, NOON, OTHER_APPLICATION, run } from './event-outbox-examples.ts';

/** An outbox, and repositories whose changes fill it. */
export interface FilledOutbox {
  readonly outbox: EventOutbox;
  readonly calls: CallRepository;
  readonly analyses: CallAnalysisRepository;
  readonly campaigns: CampaignRepository;
  readonly runs: QueuedRunRepository;
  readonly agents: AgentRepository;
  readonly budgets: BudgetRepository;
}

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

  'keeps the events of what is removed, until they are handed over': async ({ outbox, ...filled }) => {
    const { campaigns, runs, agents, budgets } = filled;
    await campaigns.add(campaign, newDialState(false));
    const seen = await campaigns.find('org', 'c');
    await campaigns.change(seen!, { campaign: { state: 'running' } }, [event('e1'), event('e2', LATER)]);
    await runs.addAll([run, { ...run, queued_run_id: 'waits', contact_index: 1 }]);
    await runs.changeAll([{ seen: run, changes: { state: 'done', is_final: true }, events: [event('e3')] }]);
    await agents.add(agent);
    await agents.update('org', 'a', { name: 'B' }, undefined, () => [event('e4')]);
    await budgets.add(budget);
    await budgets.change(budget, { revision: 2 }, [event('e5')]);

    await runs.removeAll('c');
    assert.isTrue(await campaigns.remove('org', 'c'));
    assert.isFalse(await campaigns.remove('org', 'c'));
    assert.isFalse(await agents.remove('org', 'a', { telephony: OTHER_APPLICATION }));
    assert.isTrue(await agents.remove('org', 'a', { telephony: null }));
    await budgets.remove('org');
    assert.isNull(await runs.find('r'));
    assert.isNull(await runs.find('waits'));
    assert.isNull(await campaigns.find('org', 'c'));
    assert.isNull(await agents.find('org', 'a'));
    assert.isNull(await budgets.find('org'));

    const waiting = await outbox.waiting(9);
    assert.sameDeepMembers(
      waiting.map(({ revision, events }) => [revision, ...events]),
      [
        [2, event('e1'), event('e2', LATER)],
        [1, event('e3')],
        [1, event('e4')],
        [1, event('e5')],
      ],
    );
    await outbox.clear(waiting.slice(1));
    assert.deepEqual(await outbox.waiting(9), waiting.slice(0, 1));
    await outbox.clear(waiting);
    assert.isEmpty(await outbox.waiting(9));
  },

  'keeps an event that is recorded while its document is removed, or does not record it': async (filled) => {
    const { outbox, agents } = filled;
    for (let turn = 0; turn < 20; turn += 1) {
      await agents.add(agent);
      const changes = Array.from({ length: 3 }, (_, at) =>
        agents.update('org', 'a', { name: `B${turn} ${at}` }, undefined, () => [event(`e${turn} ${at}`)]),
      );
      const [removed, ...changed] = await Promise.all([agents.remove('org', 'a'), ...changes]);
      assert.isTrue(removed);
      const waiting = await outbox.waiting(9);
      const kept = waiting.flatMap(({ events }) => events.map(({ event_id }) => event_id));
      const recorded = changed.flatMap((each, at) => (each ? [`e${turn} ${at}`] : []));
      // One that is found twice is handed over once.
      assert.sameMembers([...new Set(kept)], recorded);
      await outbox.clear(waiting);
    }
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
