import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { testConfig } from '../support/providers.ts';
import { openWorld, type World } from '../support/world.ts';

describe('versions of agents over HTTP', () => {
  let world: World;
  let ada: AgentFixture;
  before(async () => (world = await openWorld()));
  let signers = 0;
  beforeEach(async () => (ada = await openAgentFixture(world, `versions${(signers += 1)}`)));

  const path = (more = ''): string => `/agents/${ada.agentId}${more}`;
  const greet = (text: string, more: object = {}) => {
    const prompts = { ...(testConfig()['prompts'] as object), greeting_message: text };
    return ada.ask('PATCH', path(), { body: { config: { ...testConfig(), prompts }, ...more } });
  };

  it('are listed by page, read, and compared', async () => {
    assert.deepInclude((await greet('Two', { note: 'Shorter' })).body, { version: 2 });
    await ada.ask('PATCH', path(), { body: { name: 'Night desk', expected_version: 2 } });
    const { status, body } = await ada.ask('GET', path('/versions?limit=2'));
    assert.equal(status, 200);
    const { versions, ...beside } = body as { versions: { version: number; note?: string }[] };
    assert.deepEqual(
      versions.map(({ version, note }) => [version, note ?? null]),
      [
        [3, null],
        [2, 'Shorter'],
      ],
    );
    assert.deepEqual(beside, { limit: 2, offset: 0, total: 3, published_version: 3, draft_revision: null });
    const second = await ada.ask('GET', path('/versions/2'));
    assert.deepInclude(second.body, { version: 2, name: 'Desk', created_by: ada.email });
    assert.notProperty(second.body, 'org_id');
    assert.deepEqual((await ada.ask('GET', path('/versions/3/diff'))).body, {
      ...{ agent_id: ada.agentId, version: 3, against: 2 },
      changes: [{ path: 'name', kind: 'changed', before: 'Desk', after: 'Night desk' }],
    });
    assert.deepInclude((await ada.ask('GET', path('/versions/1/diff?against=3'))).body, { against: 3 });
  });

  it('that do not exist are 404, and numbers that are none 422', async () => {
    for (const which of ['/versions/2', '/versions/none', '/versions/2/diff', '/versions/1/diff?against=7'])
      assert.deepInclude(await ada.ask('GET', path(which)), {
        status: 404,
        detail: 'Version not found: GET /agents/{agent_id}/versions lists those that are kept',
      });
    assert.equal((await ada.ask('GET', path('/versions/1/diff?against=x'))).status, 422);
    assert.equal((await ada.ask('GET', '/agents/another/versions')).status, 404);
  });

  it('are not overwritten by a request that names a version that was replaced', async () => {
    await greet('Two');
    const { status, detail } = await greet('Three', { expected_version: 1 });
    assert.equal(status, 409);
    assert.match(String(detail), /^Version 2 is published, not version 1/);
    assert.equal((await greet('Three', { expected_version: 0 })).status, 422);
    assert.equal((await greet('Three', { note: 7 })).status, 422);
  });

  it('are named by calls, from the claim on by what they run, and by their metrics', async () => {
    const callId = await ada.registerCall();
    const call = async () => (await ada.ask('GET', `/calls/${callId}`)).body;
    assert.deepInclude(await call(), { agent_version: 1 });
    await greet('Two');
    await ada.ask('PUT', `/calls/${callId}/lease`, { body: { owner: 'runtime', agent_version: 2 } });
    assert.deepInclude(await call(), { agent_version: 2, status: 'in_progress' });
    const metrics = {
      summary: { turn_count: 0, interrupted_turn_count: 0, user_bot_latency_avg_secs: 0 },
      ...{ transport: { client_connected_secs: 0 }, turns: [] },
      latencies: { first_bot_speech_secs: 0, user_to_bot_secs: [], breakdowns: [] },
    };
    await ada.ask('PUT', `/calls/${callId}/metrics`, { body: metrics });
    assert.deepInclude((await ada.ask('GET', `/calls/${callId}/metrics`)).body, { agent_version: 2 });
    const exported = (await ada.ask('GET', `/calls/org/${ada.org_id}/export`)).text;
    assert.match(exported, /campaign_id,agent_version,.*\r\n.*,,2,/);
  });

  it('are left as registered by a runtime of an earlier release, and none where a call runs no version', async () => {
    const [older, unnamed] = [await ada.registerCall(), await ada.registerCall()];
    await ada.ask('PUT', `/calls/${older}/lease`, { body: { owner: 'older' } });
    await ada.ask('PUT', `/calls/${unnamed}/lease`, { body: { owner: 'newer', agent_version: null } });
    assert.deepInclude((await ada.ask('GET', `/calls/${older}`)).body, { agent_version: 1 });
    assert.deepInclude((await ada.ask('GET', `/calls/${unnamed}`)).body, { agent_version: null });
  });

  it('are written as a draft, tried, and published', async () => {
    const prompts = { ...(testConfig()['prompts'] as object), greeting_message: 'Drafted' };
    const written = await ada.ask('PUT', path('/draft'), { body: { config: { ...testConfig(), prompts } } });
    assert.equal(written.status, 200);
    const { revision } = written.body as { revision: string };
    assert.deepEqual((await ada.ask('GET', path('/draft'))).body, written.body);
    assert.deepInclude((await ada.ask('GET', path('/versions'))).body, { draft_revision: revision });
    assert.deepInclude((await ada.ask('GET', path('/draft/diff'))).body, { revision, against: 1 });
    const trial = await ada.ask('POST', '/calls/web', { body: { agent_id: ada.agentId, draft: true } });
    assert.equal(trial.status, 201);
    const { call_id } = trial.body as { call_id: string };
    assert.deepInclude((await ada.ask('GET', `/calls/${call_id}`)).body, {
      agent_version: null,
      agent_draft: revision,
    });
    const unnamed = await ada.ask('PUT', `/calls/${call_id}/lease`, { body: { owner: 'older', agent_version: 1 } });
    assert.equal(unnamed.status, 409);
    const ran = { owner: 'runtime', agent_version: null, agent_draft: revision };
    assert.equal((await ada.ask('PUT', `/calls/${call_id}/lease`, { body: ran })).status, 200);
    const published = await ada.ask('POST', path('/publish'), { body: { note: 'Tried' } });
    assert.deepInclude(published.body, { version: 2 });
    assert.deepInclude(await ada.ask('GET', path('/draft')), { status: 404, detail: 'Draft not found' });
    assert.equal((await ada.ask('POST', path('/publish'), { body: {} })).status, 404);
  });

  it('are tried in the browser without a draft', async () => {
    const trial = await ada.ask('POST', '/calls/web', { body: { agent_id: ada.agentId, version: 1 } });
    assert.equal(trial.status, 201);
    const { call_id } = trial.body as { call_id: string };
    const log = await ada.ask('GET', `/calls/${call_id}`);
    assert.deepInclude(log.body, { agent_version: null, agent_draft: 'version:1' });
    const ask = (version: unknown) => ada.ask('POST', '/calls/web', { body: { agent_id: ada.agentId, version } });
    assert.equal((await ask(99)).status, 404);
    for (const version of [0, 'one', 1.5]) assert.equal((await ask(version)).status, 422);
  });

  it('are discarded as drafts, and refused to who has read an earlier one', async () => {
    const put = (more: object = {}) => ada.ask('PUT', path('/draft'), { body: { config: testConfig(), ...more } });
    const { revision } = (await put()).body as { revision: string };
    await put();
    assert.equal((await put({ expected_revision: revision })).status, 409);
    assert.equal((await ada.ask('PUT', path('/draft'), { body: { config: {} } })).status, 422);
    const discarded = await ada.ask('DELETE', path('/draft'));
    assert.deepEqual(discarded.body, { status: 'success', message: 'Draft discarded' });
    assert.equal((await ada.ask('DELETE', path('/draft'))).status, 404);
  });

  it('are rolled back by publishing an earlier one again', async () => {
    await greet('Two');
    const { body } = await ada.ask('POST', path('/versions/1/restore'), { body: { note: 'Back' } });
    assert.deepInclude(body, { version: 3 });
    const { body: made } = await ada.ask('GET', path('/versions/3'));
    assert.deepInclude(made, { restored_from: 1, note: 'Back' });
    const stale = await ada.ask('POST', path('/versions/2/restore'), { body: { expected_version: 2 } });
    assert.equal(stale.status, 409);
    assert.equal((await ada.ask('POST', path('/versions/9/restore'), { body: {} })).status, 404);
  });
});
