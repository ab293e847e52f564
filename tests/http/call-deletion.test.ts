import { assert } from 'chai';
import { newQueuedRun, toDialing, toDone } from '../../domain/campaigns/queued-run.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { invited } from '../support/staff.ts';
import { openWorld, type World } from '../support/world.ts';

const METRICS = {
  summary: { turn_count: 0, interrupted_turn_count: 0, user_bot_latency_avg_secs: 0 },
  transport: { client_connected_secs: 0 },
  turns: [],
  latencies: { first_bot_speech_secs: 0, user_to_bot_secs: [], breakdowns: [] },
};

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

describe('DELETE /calls/{call_id}', () => {
  let world: World;
  let ada: AgentFixture;
  beforeEach(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world);
  });

  const put = (key: string, text: string) =>
    world.ports.objects.put(key, once(text), { size: Buffer.byteLength(text), contentType: 'text/plain' });

  /** A call with everything that a call can have. */
  async function wholeCall(of: AgentFixture = ada): Promise<string> {
    const id = await of.registerCall();
    const location = (name: string) => `${world.ports.objects.root}${of.org_id}/${id}/${name}`;
    for (const name of ['recording.wav', 'transcript.txt', 'another.bin'])
      await put(`${of.org_id}/${id}/${name}`, `${name} of ${id}`);
    await of.ask('PUT', `/calls/${id}/metrics`, { body: METRICS });
    const urls = { recording_url: location('recording.wav'), transcript_url: location('transcript.txt') };
    const end = { status: 'completed', call_response: 'answered' };
    const answer = await of.ask('PATCH', `/calls/${id}`, { body: { ...urls, ...end } });
    assert.equal(answer.status, 200, answer.text);
    return id;
  }

  /** Where the text occurs in the documents and the keys of objects; the audit trail has ids for its own retention. */
  async function placesOf(text: string): Promise<string[]> {
    const documents = Object.entries(await world.ports.documents.everything()).filter(([, all]) =>
      JSON.stringify(all).includes(text),
    );
    const keys: string[] = [];
    for await (const key of world.ports.objects.keys()) if (key.includes(text)) keys.push(key);
    return [...documents.map(([name]) => name), ...keys];
  }

  it('leaves nothing of the call in any store, and everything of the others', async () => {
    const [id, other] = [await wholeCall(), await wholeCall()];
    assert.includeMembers(await placesOf(id), ['calls', 'call_metrics', `${ada.org_id}/${id}/recording.wav`]);
    const before = (await placesOf(other)).length;
    const answer = await ada.ask('DELETE', `/calls/${id}`);
    assert.deepInclude(answer, { status: 200, body: { status: 'success', message: 'Call deleted' } });
    assert.isEmpty(await placesOf(id));
    assert.lengthOf(await placesOf(other), before);
    for (const path of ['', '/recording', '/transcript', '/metrics', '/inputs', '/scenario'])
      assert.equal((await ada.ask('GET', `/calls/${id}${path}`)).status, 404, path);
    assert.equal((await ada.ask('DELETE', `/calls/${id}`)).status, 404);
  });

  it('refuses a live call with 409 and changes nothing', async () => {
    const id = await ada.registerCall();
    for (const status of [null, 'ringing', 'in_progress']) {
      if (status !== null) await ada.ask('PATCH', `/calls/${id}`, { body: { status } });
      const answer = await ada.ask('DELETE', `/calls/${id}`);
      assert.deepInclude(answer, { status: 409, detail: 'The call is live: end it first' });
    }
    assert.equal((await ada.ask('GET', `/calls/${id}`)).status, 200);
  });

  it('refuses a call whose outcome its campaign has not counted: the engine would dial the contact again', async () => {
    const { calls, runs, clock } = world.ports;
    const id = await wholeCall();
    const call = (await calls.find(ada.org_id, id))!;
    await calls.update(ada.org_id, id, call, { campaign_id: 'campaign', queued_run_id: 'run' });
    const run = { queued_run_id: 'run', campaign_id: 'campaign', org_id: ada.org_id, contact_index: 0, attempt: 0 };
    const contact = { phone_number: '+14155550100', context_variables: {}, not_before: null };
    await runs.addAll([newQueuedRun({ ...run, ...contact }, clock.now())]);
    const dialling = await runs.change((await runs.find('run'))!, toDialing(id, 'engine', clock.now()));
    assert.equal((await ada.ask('DELETE', `/calls/${id}`)).status, 409);
    await runs.change(dialling!, toDone('answered', true, clock.now()));
    assert.equal((await ada.ask('DELETE', `/calls/${id}`)).status, 200);
  });

  it('can be repeated after any failed step, until nothing is left', async () => {
    const { objects, callRecords, calls } = world.ports;
    const steps = [
      [objects, 'remove'],
      [callRecords, 'removeAll'],
      [calls, 'remove'],
    ] as const;
    for (const [store, step] of steps) {
      const id = await wholeCall();
      const genuine = (store as unknown as Record<string, unknown>)[step];
      Object.assign(store, { [step]: () => Promise.reject(new Error('away')) });
      assert.equal((await ada.ask('DELETE', `/calls/${id}`)).status, 500, step);
      Object.assign(store, { [step]: genuine });
      assert.equal((await ada.ask('DELETE', `/calls/${id}`)).status, 200, step);
      assert.isEmpty(await placesOf(id), step);
    }
  });

  it('removes what a runtime delivers while the call is being deleted', async () => {
    const { calls } = world.ports;
    const id = await wholeCall();
    const remove = calls.remove.bind(calls);
    Object.assign(calls, {
      async remove(orgId: string, callId: string) {
        await put(`${orgId}/${callId}/recording.wav`, 'late');
        await remove(orgId, callId);
      },
    });
    assert.equal((await ada.ask('DELETE', `/calls/${id}`)).status, 200);
    assert.isEmpty(await placesOf(id));
  });

  it('leaves no metrics that are reported while the call is being deleted', async () => {
    const { metrics, calls } = world.ports;
    const id = await ada.registerCall();
    await ada.ask('PATCH', `/calls/${id}`, { body: { status: 'failed' } });
    const add = metrics.add.bind(metrics);
    Object.assign(metrics, {
      async add(document: Parameters<typeof add>[0]) {
        await calls.remove(ada.org_id, id);
        return add(document);
      },
    });
    assert.equal((await ada.ask('PUT', `/calls/${id}/metrics`, { body: METRICS })).status, 404);
    assert.isEmpty((await placesOf(id)).filter((place) => place !== 'call_leases'));
  });

  it('needs an admin, and finds no call of another organisation', async () => {
    const id = await wholeCall();
    const ben = await invited(world, ada, 'ben');
    assert.equal((await world.ask('DELETE', `/api/v1/calls/${id}`, { token: ben.token })).status, 403);
    const eve = await openAgentFixture(world, 'eve');
    assert.equal((await eve.ask('DELETE', `/calls/${id}`)).status, 404);
    for (const folder of ['campaigns', 'knowledge', '..', '%2e%2e'])
      assert.equal((await ada.ask('DELETE', `/calls/${folder}`)).status === 200, false, folder);
    assert.equal((await ada.ask('GET', `/calls/${id}`)).status, 200);
  });

  it('gives the bytes back to the quota, and counts the call on in its day and its month', async () => {
    const used = async () => {
      const { body } = await ada.ask('GET', `/organisations/${ada.org_id}/usage`);
      const { quotas } = body as { quotas: Record<string, { used: number }> };
      return [quotas['storage']!.used, quotas['calls_per_day']!.used, quotas['call_minutes_per_month']!.used];
    };
    const before = (await used())[0]!;
    const id = await ada.registerCall();
    const key = `${ada.org_id}/${id}/recording.wav`;
    await put(key, 'a recording');
    await ada.ask('PATCH', `/calls/${id}`, { body: { status: 'in_progress' } });
    world.ports.clock.advance(90_000);
    const now = world.ports.clock.now().toISOString();
    const ended = { status: 'completed', end_time_utc: now, recording_url: world.ports.objects.root + key };
    await ada.ask('PATCH', `/calls/${id}`, { body: ended });
    assert.equal((await used())[0], before + 11);
    await ada.ask('DELETE', `/calls/${id}`);
    world.ports.clock.advance(61_000);
    assert.deepEqual(await used(), [before, 1, 1.5]);
    world.ports.clock.advance(40 * 24 * 3_600_000);
    const { quotas } = world.ports;
    assert.deepInclude((await quotas.usage(ada.org_id)).calls_per_day, { used: 0 });
    assert.deepInclude((await quotas.usage(ada.org_id)).call_minutes_per_month, { used: 0 });
  });
});
