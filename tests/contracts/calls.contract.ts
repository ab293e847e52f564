import type { CallMetricsRepository, CallRepository } from '../../application/ports/calls.ts';
import { assert } from 'chai';
import { webCall, type CallLog } from '../../domain/calls/call-log.ts';
import type { CallMetrics } from '../../domain/calls/call-metrics.ts';
import type { Contract } from '../support/contract.ts';

const NOON = '2026-01-01T12:00:00.000Z';

const call = (id: string, more: Partial<CallLog> = {}): CallLog => ({
  ...webCall({
    call_id: id,
    org_id: 'org',
    agent_id: 'agent',
    agent_name: 'Desk',
    custom_variables: { name: 'Ann', nested: { order: 7 } },
    now: new Date(NOON),
  }),
  ...more,
});

export const callsContract: Contract<CallRepository> = {
  'finds a call of its organisation, whole': async (calls) => {
    await calls.add(call('a'));
    await calls.add(call('b', { provider_call_sid: 'sid', status: 'completed', duration: 1.25 }));
    assert.deepEqual(
      await calls.find('org', 'b'),
      call('b', { provider_call_sid: 'sid', status: 'completed', duration: 1.25 }),
    );
    assert.isNull(await calls.find('org', 'c'));
  },

  "knows nothing of another organisation's calls": async (calls) => {
    await calls.add(call('a'));
    assert.isNull(await calls.find('other', 'a'));
    assert.isNull(await calls.update('other', 'a', call('a'), { status: 'failed' }));
    assert.isNull(await calls.findByProviderSid('other', 'sid'));
    assert.deepEqual(await calls.find('org', 'a'), call('a'));
  },

  'lists the calls of a campaign, newest first': async (calls) => {
    const of = (id: string, campaign_id: string | null, more: Partial<CallLog> = {}) =>
      call(id, { campaign_id, ...more });
    await calls.add(of('a', 'c1', { created_at: '2026-01-01T12:00:01.000Z' }));
    await calls.add(of('b', 'c1', { created_at: '2026-01-01T12:00:03.000Z' }));
    await calls.add(of('c', 'c1', { created_at: '2026-01-01T12:00:02.000Z' }));
    for (const other of [of('d', 'c2'), of('e', null), of('f', 'c1', { org_id: 'other' })]) await calls.add(other);
    const listed = async (limit: number, offset: number) =>
      (await calls.listOfCampaign('org', 'c1', { limit, offset })).map(({ call_id }) => call_id);
    assert.deepEqual(await listed(10, 0), ['b', 'c', 'a']);
    assert.deepEqual(await listed(1, 1), ['c']);
  },

  'adds several calls, and leaves those that are there as they are': async (calls) => {
    await calls.add(call('a', { status: 'ringing' }));
    await calls.addAll([call('a'), call('b'), call('c', { org_id: 'other' })]);
    assert.deepEqual(await calls.find('org', 'a'), call('a', { status: 'ringing' }));
    assert.deepEqual(await calls.find('org', 'b'), call('b'));
    assert.deepEqual(await calls.find('other', 'c'), call('c', { org_id: 'other' }));
  },

  'refuses a second call with the same id': async (calls) => {
    await calls.add(call('a'));
    const outcome = await calls.add(call('a', { org_id: 'other' })).then(
      () => 'added',
      () => 'refused',
    );
    assert.equal(outcome, 'refused');
    assert.isNull(await calls.find('other', 'a'));
  },

  'replaces the given fields while the call is in the state that was seen': async (calls) => {
    await calls.add(call('a', { error_message: 'no answer yet' }));
    await calls.add(call('b'));
    const changed = await calls.update('org', 'a', call('a'), { status: 'in_progress', error_message: null });
    assert.deepEqual(changed, call('a', { status: 'in_progress', updated_at: '2026-01-01T12:00:00.001Z' }));
    assert.deepEqual(await calls.find('org', 'a'), changed);
    assert.deepEqual(await calls.find('org', 'b'), call('b'));
  },

  'leaves a call alone that has moved on': async (calls) => {
    const moved = call('a', { status: 'completed', call_response: 'answered', end_time_utc: NOON });
    await calls.add(moved);
    const earlier = '2026-01-01T11:59:59.999Z';
    for (const seen of [
      { status: 'in_progress' },
      { call_response: null },
      { end_time_utc: null },
      { updated_at: earlier },
    ] as const)
      assert.isNull(await calls.update('org', 'a', { ...moved, ...seen }, { error_message: 'too late' }));
    assert.deepEqual(await calls.find('org', 'a'), moved);
  },

  'makes one of two changes that were decided on the same call, whatever they change': async (calls) => {
    const seen = call('a', { status: 'completed' });
    await calls.add(seen);
    const slow = { updated_at: '2020-01-01T00:00:00.000Z' };
    for (const changes of [{ custom_variables: { note: 'erased' } }, { transcript_url: null, ...slow }]) {
      const before = (await calls.find('org', 'a'))!;
      const changed = (await calls.update('org', 'a', before, changes)) as CallLog;
      assert.isAbove(Date.parse(changed.updated_at), Date.parse(before.updated_at));
      assert.isNull(await calls.update('org', 'a', before, { custom_variables: { note: 'read before' } }));
    }
    const known = (await calls.find('org', 'a'))!;
    assert.deepInclude(known, { custom_variables: { note: 'erased' } });
    assert.deepEqual(await calls.update('org', 'a', known, {}), known, 'nothing was changed');
  },

  'lets one of twenty move a call on that all saw the same': async (calls) => {
    await calls.add(call('a'));
    const moves = Array.from({ length: 20 }, (_, turn) =>
      calls.update('org', 'a', call('a'), { status: 'ringing', agent_name: String(turn) }),
    );
    const moved = (await Promise.all(moves)).filter((each) => each !== null);
    assert.lengthOf(moved, 1);
    assert.deepEqual(await calls.find('org', 'a'), moved[0]);
  },

  'keeps one call of an organisation under a sid of its carrier': async (calls) => {
    assert.isTrue(await calls.add(call('a', { provider_call_sid: 'sid' })));
    assert.isFalse(await calls.add(call('b', { provider_call_sid: 'sid' })));
    assert.isTrue(await calls.add(call('c', { provider_call_sid: 'sid', org_id: 'other' })));
    for (const id of ['d', 'e']) assert.isTrue(await calls.add(call(id)));
    assert.equal((await calls.findByProviderSid('org', 'sid'))?.call_id, 'a');
    assert.equal((await calls.findByProviderSid('other', 'sid'))?.call_id, 'c');
    assert.isNull(await calls.findByProviderSid('org', 'none'));
    assert.isNull(await calls.find('org', 'b'));
  },

  'gives a sid to one of twenty calls that are registered under it at once': async (calls) => {
    const ids = Array.from({ length: 20 }, (_, turn) => `call ${turn}`);
    const added = await Promise.all(ids.map((id) => calls.add(call(id, { provider_call_sid: 'sid' }))));
    assert.lengthOf(added.filter(Boolean), 1);
    assert.equal((await calls.findByProviderSid('org', 'sid'))?.call_id, ids[added.indexOf(true)]);
  },

  'says when a change asks for the sid of another call': async (calls) => {
    await calls.add(call('a', { provider_call_sid: 'sid' }));
    await calls.add(call('b'));
    assert.equal(await calls.update('org', 'b', call('b'), { provider_call_sid: 'sid' }), 'taken');
    assert.deepEqual(await calls.find('org', 'b'), call('b'));
    const seen = call('a', { provider_call_sid: 'sid' });
    assert.deepInclude(await calls.update('org', 'a', seen, { provider_call_sid: 'new' }), {
      provider_call_sid: 'new',
    });
    assert.isNull(await calls.update('org', 'a', seen, { provider_call_sid: 'newer' }));
  },

  "lists an organisation's calls page by page, newest first": async (calls) => {
    for (const hour of [3, 1, 4, 2, 5])
      await calls.add(call(`at ${hour}`, { created_at: `2026-01-01T0${hour}:00:00.000Z` }));
    await calls.add(call('foreign', { org_id: 'other', created_at: '2026-01-01T04:30:00.000Z' }));
    const page = async (limit: number, offset: number) =>
      (await calls.list('org', { limit, offset })).map(({ call_id }) => call_id);
    assert.deepEqual(await page(2, 0), ['at 5', 'at 4']);
    assert.deepEqual(await page(10, 2), ['at 3', 'at 2', 'at 1']);
    assert.deepEqual(await page(10, 5), []);
    assert.equal(await calls.count('org'), 5);
    assert.equal(await calls.count('nobody'), 0);
    const span = { from: '2026-01-01T02:00:00.000Z', below: '2026-01-01T05:00:00.000Z' };
    assert.equal(await calls.count('org', span), 3);
  },

  'counts calls by agent and outcome, trials of drafts apart, and adds up how long they were': async (calls) => {
    const answered = { status: 'completed', call_response: 'answered' } as const;
    await calls.add(call('a', { ...answered, duration: 1.5 }));
    await calls.add(call('b', { ...answered, duration: 2 }));
    await calls.add(call('c', { ...answered, duration: null, created_at: '2026-01-02T12:00:00.000Z' }));
    await calls.add(call('d', { created_at: '2026-01-02T12:00:00.000Z' }));
    await calls.add(call('e', { agent_id: 'agent 2', agent_name: null }));
    await calls.add(call('f', { org_id: 'other' }));
    await calls.addAll(['r1', 'r2'].map((agent_draft) => call(agent_draft, { agent_draft, duration: 2 })));
    const flags = { without_speech: false, of_draft: false };
    const ofAgent = { agent_id: 'agent', agent_name: 'Desk', ...flags };
    const waiting = { status: 'initiated', call_response: null, seconds: 0, ...flags } as const;
    assert.sameDeepMembers(await calls.tally('org'), [
      { ...ofAgent, ...answered, calls: 3, seconds: 3.5 },
      { ...ofAgent, ...waiting, calls: 1 },
      { agent_id: 'agent 2', agent_name: null, ...waiting, calls: 1 },
      ...[1, 2].map(() => ({ ...ofAgent, ...waiting, of_draft: true, calls: 1, seconds: 2 })),
    ]);
    const span = { from: '2026-01-02T12:00:00.000Z', below: '2026-01-02T12:00:00.001Z' };
    assert.sameDeepMembers(await calls.tally('org', span), [
      { ...ofAgent, ...answered, calls: 1, seconds: 0 },
      { ...ofAgent, ...waiting, calls: 1 },
    ]);
    assert.isEmpty(await calls.tally('org', { ...span, below: span.from }));
    assert.isEmpty(await calls.tally('nobody'));
  },

  'counts attempts without speech apart, until their caller says something': async (calls) => {
    const ended = { status: 'completed', call_response: 'answered', duration: 4 } as const;
    await calls.add(call('a', ended));
    for (const id of ['b', 'c']) await calls.add(call(id, { ...ended, unverified: 'anonymous', without_speech: true }));
    await calls.add(call('d', { ...ended, agent_id: 'agent 2', unverified: 'anonymous', without_speech: true }));
    await calls.add(call('e', { unverified: 'anonymous', without_speech: true }));
    await calls.add(call('f', { ...ended, org_id: 'other', unverified: 'anonymous', without_speech: true }));
    const counted = async (span?: { from: string; below: string }): Promise<number[][]> => {
      const tallies = await calls.tally('org', span);
      return [false, true].map((silent) => {
        const those = tallies.filter(({ without_speech }) => without_speech === silent);
        const total = (field: 'calls' | 'seconds') => those.reduce((sum, each) => sum + each[field], 0);
        return [total('calls'), total('seconds')];
      });
    };
    assert.deepEqual(await counted(), [
      [1, 4],
      [4, 12],
    ]);
    await calls.update('org', 'c', call('c', ended), { without_speech: false });
    const speech = [2, 3].map((count) => [count, 8]);
    assert.deepEqual(await counted(), speech);
    assert.deepEqual(await counted({ from: NOON, below: '2026-01-01T12:00:00.001Z' }), speech);
  },
};

const metrics = (callId: string, more: Partial<CallMetrics> = {}): CallMetrics => ({
  call_id: callId,
  org_id: 'org',
  recorded_at: '2026-01-01T00:00:00.000Z',
  summary: { turn_count: 1, interrupted_turn_count: 0, user_bot_latency_avg_secs: 0.8123456789 },
  transport: { client_connected_secs: 0.1 },
  turns: [{ turn_number: 1, duration_secs: 2.5, was_interrupted: false }],
  latencies: { first_bot_speech_secs: 0.4, user_to_bot_secs: [0.8123456789], breakdowns: [{ odd: [null, 1e-7] }] },
  ...more,
});

export const callMetricsContract: Contract<CallMetricsRepository> = {
  "finds a call's metrics exactly as they were measured": async (repository) => {
    await repository.add(metrics('a'));
    await repository.add(metrics('b', { turns: [] }));
    assert.deepEqual(await repository.find('org', 'a'), metrics('a'));
    assert.deepEqual(await repository.findMany('org', ['b', 'c']), [metrics('b', { turns: [] })]);
    assert.isNull(await repository.find('org', 'c'));
  },

  "knows nothing of another organisation's metrics": async (repository) => {
    await repository.add(metrics('a'));
    assert.deepEqual([await repository.find('other', 'a'), await repository.findMany('other', ['a'])], [null, []]);
  },

  'keeps the first metrics of a call, also under a race': async (repository) => {
    assert.isTrue(await repository.add(metrics('a')));
    const results = Array.from({ length: 20 }, () => repository.add(metrics('a', { turns: [] })));
    assert.notInclude(await Promise.all(results), true);
    assert.deepEqual(await repository.find('org', 'a'), metrics('a'));
    const raced = Array.from({ length: 20 }, () => repository.add(metrics('b')));
    assert.deepEqual((await Promise.all(raced)).filter(Boolean), [true]);
  },
};
