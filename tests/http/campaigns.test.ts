import { assert } from 'chai';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import { joinCampaigns, openCampaignWorld, passUntil, type CampaignClient } from '../support/campaign-client.ts';
import { refusal } from '../support/fake-carrier.ts';
import { INTERNAL_KEY, type World } from '../support/world.ts';

const [ANN, BEN, CLEO] = ['+14155550101', '+14155550102', '+14155550103'] as const;
const ONCE = { retry_config: { enabled: false }, rate_limit_per_second: 20 };

describe('campaigns over HTTP', function () {
  let world: World;
  let client: CampaignClient;
  beforeEach(async () => {
    world = await openCampaignWorld();
    client = await joinCampaigns(world);
  });

  const dialled = (): string[] => world.ports.carriers.carrier('plivo').dialled.map(({ to }) => to);
  const isDialled = (count: number) => passUntil(world, () => dialled().length >= count);
  /** A campaign that was started and has dialled these. */
  const launch = async (numbers: readonly string[], more: object = {}): Promise<string> => {
    const { campaign_id: id } = await client.plan(numbers, { ...ONCE, ...more });
    const before = dialled().length;
    await client.move(id, 'start');
    await isDialled(before + numbers.length);
    await passUntil(world, async () => (await client.runs(id)).length === numbers.length);
    return id;
  };
  const progressOf = async (id: string) => (await client.ask('GET', `/campaign/${id}/progress`)).body as object;

  it('live from their start to their last outcome, and count exactly', async () => {
    const id = await launch([ANN, BEN, CLEO]);
    assert.sameMembers(dialled(), [ANN, BEN, CLEO]);
    const { started_at } = await client.find(id);
    assert.isString(started_at);
    const running = { campaign_id: id, state: 'running', total_rows: 3, rate_limit: 20, started_at };
    assert.deepEqual(await progressOf(id), {
      ...running,
      processed_rows: 0,
      failed_rows: 0,
      progress_percentage: 0,
      completed_at: null,
    });
    assert.deepEqual((await client.end(id, ANN, 'answered')).body, { status: 'ok' });
    await client.end(id, BEN, 'busy');
    assert.deepInclude(await progressOf(id), { processed_rows: 2, failed_rows: 1, progress_percentage: 66.6 });
    await client.end(id, CLEO, 'no_answer');
    const { completed_at } = await client.find(id);
    assert.isString(completed_at);
    assert.deepEqual(await progressOf(id), {
      ...running,
      state: 'completed',
      processed_rows: 3,
      failed_rows: 2,
      progress_percentage: 100,
      completed_at,
    });
  });

  it('list their calls, a page at a time, as call logs', async () => {
    const id = await launch([ANN, BEN, CLEO]);
    const logs = await client.runs(id);
    assert.sameMembers(
      logs.map(({ to_number }) => to_number),
      [ANN, BEN, CLEO],
    );
    for (const log of logs) {
      assert.deepInclude(log, {
        campaign_id: id,
        call_type: 'outbound',
        from_number: client.number,
        org_id: client.org_id,
      });
      assert.isString(log.queued_run_id);
    }
    const page = (await client.ask('GET', `/campaign/${id}/runs?limit=2&offset=2`)).body;
    assert.deepEqual(page, logs.slice(2));
    for (const query of ['limit=0', 'limit=501', 'limit=x', 'offset=-1'])
      assert.equal((await client.ask('GET', `/campaign/${id}/runs?${query}`)).status, 422, query);
  });

  it('are listed newest first, each organisation its own', async () => {
    const first = await client.plan([ANN]);
    world.ports.clock.advance(1_000);
    const second = await client.plan([BEN]);
    assert.deepEqual((await client.ask('GET', '/campaign/')).body, [second, first]);
    const eve = await joinCampaigns(world, 'eve');
    assert.deepEqual((await eve.ask('GET', '/campaign/')).body, []);
    assert.deepInclude(await eve.ask('GET', `/campaign/${first.campaign_id}`), {
      status: 404,
      detail: 'Campaign not found',
    });
  });

  it('take the moves that are legal in their state, and refuse the others with 400 and the reason', async () => {
    const { campaign_id: id } = await client.plan([ANN], ONCE);
    const refuses = async (state: string, ...commands: ('start' | 'pause' | 'resume')[]) => {
      assert.equal((await client.find(id)).state, state);
      for (const command of commands) {
        const { status, detail } = await client.move(id, command);
        assert.deepEqual([status, detail], [400, `Cannot ${command} a campaign that is ${state}`]);
      }
    };
    const takes = async (command: 'start' | 'pause' | 'resume', status: string) => {
      const answer = await client.move(id, command);
      assert.deepEqual([answer.status, answer.body], [200, { status, campaign_id: id }]);
    };
    await refuses('created', 'pause', 'resume');
    await takes('start', 'started');
    await isDialled(1);
    await refuses('running', 'start', 'resume');
    await takes('pause', 'paused');
    assert.isString((await client.find(id)).paused_at);
    await refuses('paused', 'start', 'pause');
    await takes('resume', 'resumed');
    assert.isNull((await client.find(id)).paused_at);
    await client.end(id, ANN, 'answered');
    await refuses('completed', 'start', 'pause', 'resume');
    assert.equal((await client.move('none', 'start')).status, 404);
  });

  it('stops dialling while paused and resumes where it stopped', async () => {
    const { campaign_id: id } = await client.plan([ANN, BEN], { ...ONCE, max_concurrency: 1 });
    await client.move(id, 'start');
    await isDialled(1);
    await client.move(id, 'pause');
    await client.end(id, ANN, 'answered');
    await world.ports.clock.advanceAsync(5_000);
    await world.ports.campaignEngine.tick();
    assert.deepEqual(dialled(), [ANN]);
    assert.deepInclude(await progressOf(id), { state: 'paused', processed_rows: 1 });
    await client.move(id, 'resume');
    await isDialled(2);
    assert.deepEqual(dialled(), [ANN, BEN]);
  });

  it('are redialled over the contacts that were not reached', async () => {
    const settings = { max_concurrency: 3, from_number: client.number };
    const id = await launch([ANN, BEN, CLEO], settings);
    await client.end(id, ANN, 'answered');
    await client.end(id, BEN, 'busy');
    await client.end(id, CLEO, 'invalid_number');
    const { status, body } = await client.ask('POST', `/campaign/${id}/redial`, { body: { name: 'Again' } });
    const [parent, child] = [await client.find(id), body as Campaign];
    assert.equal(status, 201);
    const { agent_id, source_id, rate_limit_per_second, retry_config, from_number } = parent;
    assert.deepInclude(child, { name: 'Again', state: 'created', total_rows: 1, processed_rows: 0, failed_rows: 0 });
    assert.deepInclude(child, { agent_id, source_id, rate_limit_per_second, retry_config, from_number });
    assert.deepEqual(child.orchestrator_metadata, { max_concurrency: 3, parent_campaign_id: id });
    await client.move(child.campaign_id, 'start');
    await isDialled(4);
    assert.equal(dialled()[3], BEN);
    await client.end(child.campaign_id, BEN, 'answered');
    assert.equal((await client.find(child.campaign_id)).state, 'completed');
    const none = await client.ask('POST', `/campaign/${child.campaign_id}/redial`, { body: { name: 'More' } });
    assert.deepInclude(none, { status: 400, detail: 'No failed contacts to redial' });
    for (const wrong of [{}, { name: ' ' }, { name: 7 }])
      assert.equal((await client.ask('POST', `/campaign/${id}/redial`, { body: wrong })).status, 422);
  });

  it('are deleted with what they queued, by an admin, and their call logs stay', async () => {
    const id = await launch([ANN], { name: 'Spring' });
    const [{ call_id } = { call_id: '' }] = await client.runs(id);
    const invited = { email: 'mem@example.com', password: 'correct horse' };
    await client.ask('POST', '/members/invite', { body: invited });
    const { access_token: token } = (await client.ask('POST', '/users/login', { body: invited })).body as {
      access_token: string;
    };
    assert.equal((await client.ask('DELETE', `/campaign/${id}`, { token })).status, 403);
    world.ports.clock.advance(2_000);
    const answer = await client.ask('DELETE', `/campaign/${id}`);
    assert.deepEqual([answer.status, answer.body], [200, { status: 'success', message: 'Campaign deleted' }]);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/runs'],
      ['GET', '/report'],
    ] as const)
      assert.equal((await client.ask(method, `/campaign/${id}${path}`)).status, 404, method + path);
    assert.deepInclude((await client.ask('GET', `/calls/${call_id}`)).body as object, { campaign_id: id });
    assert.deepEqual(await world.ports.runs.due(id, '9999', 10), { runs: [], next: null });
  });

  it('pause themselves when their carrier fails, with the figures, and resume with a clean window', async () => {
    const carrier = world.ports.carriers.carrier('plivo');
    for (let call = 0; call < 2; call += 1) carrier.before('dial', refusal(400));
    const breaker = { min_calls_in_window: 2, failure_threshold: 0.5 };
    const settings = { ...ONCE, max_concurrency: 1, circuit_breaker: breaker };
    const { campaign_id: id } = await client.plan([ANN, BEN, CLEO], settings);
    await client.move(id, 'start');
    await passUntil(world, async () => (await client.find(id)).state === 'paused');
    const { orchestrator_metadata } = await client.find(id);
    assert.match(
      String(orchestrator_metadata.paused_reason),
      /^Circuit breaker: 2 of 2 calls failed within 300 seconds/,
    );
    await client.move(id, 'resume');
    assert.notProperty((await client.find(id)).orchestrator_metadata, 'paused_reason');
    await isDialled(1);
    assert.deepEqual(dialled(), [CLEO]);
  });

  describe('learns that calls ended', () => {
    const report = (body: object, key: string | null = INTERNAL_KEY) =>
      world.ask('POST', '/api/v1/campaign/internal/call-status', { body, ...(key !== null && { key }) });

    it('requires the internal key', async () => {
      const body = { org_id: client.org_id, call_id: 'none' };
      assert.deepInclude(await report(body, null), { status: 401, detail: 'Missing API key' });
      assert.deepInclude(await report(body, 'wrong'), { status: 401, detail: 'Invalid API key' });
      assert.equal((await client.ask('POST', '/campaign/internal/call-status', { body })).status, 401);
    });

    it('once, however often it is said and by whatever call is named', async () => {
      const id = await launch([ANN]);
      const [{ call_id } = { call_id: '' }] = await client.runs(id);
      const { org_id } = client;
      assert.deepInclude(await report({ org_id, call_id: 'none' }), { status: 404, detail: 'Call not found' });
      assert.equal((await report({ org_id: 'other', call_id })).status, 404);
      for (const body of [{ org_id }, { call_id }, { org_id, call_id, call_response: 'fine' }, { org_id, call_id: {} }])
        assert.equal((await report(body)).status, 422, JSON.stringify(body));
      assert.equal((await client.find(id)).processed_rows, 0);
      for (const response of ['busy', 'answered', null])
        assert.deepEqual((await report({ org_id, call_id, call_response: response })).body, { status: 'ok' });
      assert.deepInclude(await client.find(id), { state: 'completed', processed_rows: 1, failed_rows: 1 });
    });

    it('takes the outcome from the log when the report has none', async () => {
      const id = await launch([ANN]);
      const [{ call_id } = { call_id: '' }] = await client.runs(id);
      await client.ask('PATCH', `/calls/${call_id}`, { body: { call_response: 'voicemail' } });
      await report({ org_id: client.org_id, call_id });
      assert.deepInclude(await client.find(id), { state: 'completed', processed_rows: 1, failed_rows: 1 });
      assert.deepInclude((await client.runs(id))[0] as object, { status: 'completed', call_response: 'voicemail' });
    });
  });
});
