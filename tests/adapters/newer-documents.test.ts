import { assert } from 'chai';
import type { Collection } from '../../adapters/documents/collection.ts';
import { documentAgents } from '../../adapters/documents/agents.ts';
import { documentCallLeases } from '../../adapters/documents/call-leases.ts';
import { documentCalls } from '../../adapters/documents/calls.ts';
import { documentCampaigns } from '../../adapters/documents/campaigns.ts';
import { documentErasures } from '../../adapters/documents/erasures.ts';
import { documentQueuedRuns } from '../../adapters/documents/queued-runs.ts';
import { documentRetention } from '../../adapters/documents/retention.ts';
import { newErasure } from '../../domain/erasures/erasure.ts';
import { engine } from './documents-repository.ts';

type Fields = Record<string, string | number | boolean | object | null | undefined>;

/** What a newer release has added to a document. */
const NEWER = { of_a_newer_release: { kept: [1, { deep: true }] } };

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();

async function stores() {
  const documents = await engine();
  const raw = (name: string): Promise<Collection<Fields>> => documents.open<Fields>({ name, indexes: [] });
  return { documents, raw };
}

describe('documents of a newer release', () => {
  it('keep its fields when a campaign and its state, a call, an agent or a contact changes', async () => {
    const { documents, raw } = await stores();
    const [campaigns, calls] = [await documentCampaigns(documents), await documentCalls(documents)];
    const [agents, runs] = [await documentAgents(documents), await documentQueuedRuns(documents)];
    const call = { status: 'initiated', call_response: null, end_time_utc: null, provider_call_sid: null };
    const gate = { epoch: 1, ...NEWER };
    await (
      await raw('campaigns')
    ).insert({ org_id: 'o', campaign_id: 'c', state: 'running', gate, revision: 0, ...NEWER });
    await (await raw('calls')).insert({ org_id: 'o', call_id: 'l', ...call, updated_at: at(0), ...NEWER });
    await (await raw('agents')).insert({ org_id: 'o', agent_id: 'a', name: 'one', ...NEWER });
    await (await raw('queued_runs')).insert({ queued_run_id: 'r', epoch: 0, state: 'queued', ...NEWER });

    const record = await campaigns.find('o', 'c');
    assert.isNotNull(await campaigns.change(record!, { campaign: { state: 'paused' }, gate: { epoch: 2 } }));
    const log = await calls.find('o', 'l');
    assert.isNotNull(await calls.update('o', 'l', log!, { status: 'completed' }));
    assert.isNotNull(await agents.update('o', 'a', { name: 'other' }, undefined));
    const run = await runs.find('r');
    assert.equal(await runs.changeAll([{ seen: run!, changes: { state: 'done' } }]), 1);

    assert.deepInclude(await (await raw('campaigns')).findOne({}), {
      ...{ state: 'paused', gate: { epoch: 2, ...NEWER }, ...NEWER },
    });
    assert.deepInclude(await (await raw('calls')).findOne({}), { status: 'completed', ...NEWER });
    assert.deepInclude(await (await raw('agents')).findOne({}), { name: 'other', ...NEWER });
    assert.deepInclude(await (await raw('queued_runs')).findOne({}), { state: 'done', ...NEWER });
  });

  it('release the slot of an expired lease and move a sweep, whatever fields they have', async () => {
    const { documents, raw } = await stores();
    const lease = { org_id: 'o', owner: null, heard_at: null };
    await (
      await raw('call_leases')
    ).insert({ ...lease, call_id: 'expired', until: at(1), slot: 0, share: 'anonymous 0', ...NEWER });
    const leases = await documentCallLeases(documents);
    assert.isTrue(await leases.reserve({ org_id: 'o', call_id: 'new', owner: null, until: at(9) }, 1, at(2)));
    assert.deepInclude(await (await raw('call_leases')).findOne({ call_id: 'expired' }), { slot: null, ...NEWER });

    const days = { recordings_days: 1, transcripts_days: null, calls_days: 2 };
    await (await raw('retention')).insert({ org_id: 'o', ...days, sweep_at: at(1), ...NEWER });
    const retention = await documentRetention(documents);
    const [due] = await retention.due(at(2), 1);
    assert.isTrue(await retention.move(due!, at(5)));
    assert.deepInclude(await (await raw('retention')).findOne({}), { sweep_at: at(5), ...NEWER });
  });

  it('are not erased as something else when their scope is unknown, and do not become done', async () => {
    const { documents, raw } = await stores();
    const erasures = await documentErasures(documents);
    const known = { org_id: 'o', requested_by: 'ada@example.com', phoneNumber: null, now: new Date(at(0)) };
    await (
      await raw('erasures')
    ).insert({
      ...newErasure({ ...known, erasure_id: 'newer', scope: 'organisation' }),
      ...{ scope: 'of a newer release', claimed_by: '', claimed_until: '' },
    });
    assert.isEmpty(await erasures.organisationsWithPending(at(1)));
    assert.isNull(await erasures.claim('o', 'x', { now: at(1), until: at(9) }));
    await erasures.add(
      newErasure({ ...known, erasure_id: 'known', scope: 'organisation', now: new Date(at(1)) }),
      null,
    );
    assert.deepEqual(await erasures.organisationsWithPending(at(2)), ['o']);
    const claimed = await erasures.claim('o', 'x', { now: at(2), until: at(9) });
    assert.equal(claimed?.erasure.erasure_id, 'known');
  });

  it('are not dialled again while their state is unknown', async () => {
    const { documents, raw } = await stores();
    const runs = await documentQueuedRuns(documents);
    const overdue = { campaign_id: 'c', lease_until: at(1), epoch: 0 };
    const stored = await raw('queued_runs');
    await stored.insert({
      ...overdue,
      queued_run_id: 'newer',
      contact_index: 0,
      attempt: 0,
      state: 'of a newer release',
    });
    await stored.insert({ ...overdue, queued_run_id: 'known', contact_index: 1, attempt: 0, state: 'dialing' });
    const found = async (limit: number) => (await runs.overdue(at(2), limit)).map(({ queued_run_id }) => queued_run_id);
    assert.deepEqual(await found(10), ['known']);
    assert.deepEqual(await found(1), ['known']);
  });
});
