import { assert } from 'chai';
import { ARCHIVED } from '../../domain/agents/agent.ts';
import { joinCampaigns, openCampaignWorld, type CampaignClient } from '../support/campaign-client.ts';
import { fileForm, sendForm } from '../support/contact-lists.ts';
import { testConfig } from '../support/providers.ts';
import { INTERNAL_KEY, type World } from '../support/world.ts';

const CALLEE = '+14155550101';
const NUMBER = '+15550100007';

interface AgentBody {
  readonly agent_id: string;
  readonly status: string;
  readonly linked_phone_number: string | null;
  readonly updated_at: string;
}

/** What a dashboard asks the API for, in the order in which its pages do. */
describe('a dashboard over HTTP', () => {
  let world: World;
  let client: CampaignClient;
  beforeEach(async () => {
    world = await openCampaignWorld();
    client = await joinCampaigns(world);
  });

  const change = (id: string, body: object) => client.ask('PATCH', `/agents/${id}`, { body });
  const agentOf = async (id: string) => (await client.ask('GET', `/agents/${id}`)).body as AgentBody;
  const post = (path: string, body: object) => client.ask('POST', path, { body });
  const callBack = () => post('/calls/outbound', { agent_id: client.telephoneId, to_number: CALLEE });
  const ring = (sid: string) => {
    const call = { agent_id: client.telephoneId, provider_call_sid: sid, from_number: CALLEE, to_number: NUMBER };
    return post('/calls/inbound', call);
  };

  it('signs up, shows the account and its organisation, and switches to it', async () => {
    const me = (await client.ask('GET', '/users/me')).body as { email: string };
    assert.equal(me.email, client.email);
    const organisations = (await client.ask('GET', '/users/organisations')).body;
    assert.deepInclude(JSON.stringify(organisations), client.org_id);
    const switched = await post('/users/switch-organisation', { org_id: client.org_id });
    assert.equal(switched.status, 200);
    const { access_token: token } = switched.body as { access_token: string };
    const members = await client.ask('GET', `/members/${client.org_id}`, { token });
    assert.equal(members.status, 200);
  });

  it('saves an agent with fields of its own, which are ignored, and learns when nothing of it was known', async () => {
    const before = await agentOf(client.agentId);
    const saved = await change(client.agentId, { name: 'Renamed', description: 'ours', tags: ['a'] });
    assert.deepEqual([saved.status, (saved.body as { name: string }).name], [200, 'Renamed']);
    assert.notProperty(saved.body, 'description');
    for (const body of [{ description: 'ours' }, { is_archived: true }]) {
      const refused = await change(client.agentId, body);
      assert.equal(refused.status, 422);
      assert.match(String(refused.detail), /name, agent_category, telephony_provider, config, status, archived$/);
    }
    const same = await change(client.agentId, { config: testConfig() });
    assert.equal(same.status, 200);
    assert.equal((await agentOf(client.agentId)).status, before.status);
  });

  it('sends with each model what its forms know of it, and reads it back without', async () => {
    const models = {
      stt_config: { provider: 'deepgram', kind: 'stt', name: 'Deepgram' },
      tts_config: { provider: 'elevenlabs', kind: 'tts', name: 'ElevenLabs' },
      llm_config: { provider: 'groq', kind: 'llm', name: 'Groq' },
    };
    const agent = { name: 'From a form', agent_category: 'websocket', config: { ...testConfig(), models } };
    const made = await post('/agents', agent);
    assert.equal(made.status, 201, made.text);
    const { config } = made.body as { config: { models: Record<string, object> } };
    for (const model of Object.values(config.models)) assert.doesNotHaveAnyKeys(model, ['kind', 'name']);
  });

  it('archives and restores an agent in either spelling, and loses nothing of it', async () => {
    const { status: _, updated_at: __, ...before } = await agentOf(client.telephoneId);
    for (const [body, status] of [
      [{ archived: true }, 'archived'],
      [{ archived: false, folder: 'ours' }, 'active'],
      [{ status: 'archived' }, 'archived'],
      [{ status: 'active', archived: false }, 'active'],
    ] as const) {
      const answer = await change(client.telephoneId, body);
      assert.equal(answer.status, 200, answer.text);
      const { status: is, updated_at: _at, ...rest } = answer.body as AgentBody;
      assert.deepEqual([is, rest], [status, before]);
    }
    for (const body of [{ status: 'deleted' }, { archived: 'yes' }, { status: 'active', archived: true }])
      assert.equal((await change(client.telephoneId, body)).status, 422);
  });

  it('finds that an archived agent takes and makes no calls, and keeps its number, campaigns and history', async () => {
    const { call_id } = (await ring('before')).body as { call_id: string };
    const answered = { status: 'completed', call_response: 'answered' };
    await client.ask('PATCH', `/calls/${call_id}`, { body: answered });
    const { campaign_id } = await client.plan([CALLEE]);
    for (const id of [client.telephoneId, client.agentId]) await change(id, { archived: true });

    assert.deepInclude(await callBack(), { status: 422, detail: ARCHIVED });
    assert.deepInclude(await ring('after'), { status: 422, detail: ARCHIVED });
    assert.deepInclude(await post('/calls/web', { agent_id: client.agentId }), { status: 422, detail: ARCHIVED });
    assert.deepInclude(await client.move(campaign_id, 'start'), { status: 400, detail: ARCHIVED });
    assert.deepInclude(await client.create(), { status: 422, detail: ARCHIVED });

    const pending = await client.ask('GET', `/phone-numbers/agent/${client.telephoneId}`);
    assert.deepInclude(pending.body, { phone_number: client.number, last_link_action: 'attached' });
    const byPhone = await client.ask('GET', `/agents/by-phone/${client.number}`, { key: INTERNAL_KEY });
    assert.deepInclude(byPhone.body, { agent_id: client.telephoneId, status: 'archived' });
    const listed = (await client.ask('GET', '/agents')).body as AgentBody[];
    assert.sameMembers(
      listed.map(({ status }) => status),
      ['archived', 'archived'],
    );
    const { calls } = (await client.ask('GET', `/calls/org/${client.org_id}`)).body as { calls: { call_id: string }[] };
    assert.deepEqual(
      calls.map((each) => each.call_id),
      [call_id],
    );
    const analytics = (await client.ask('GET', `/calls/org/${client.org_id}/analytics`)).body;
    assert.deepInclude(analytics, { calls_attempted: 1, calls_connected: 1 });
    assert.equal((await client.find(campaign_id)).agent_id, client.telephoneId);

    for (const id of [client.telephoneId, client.agentId]) await change(id, { archived: false });
    assert.equal((await callBack()).status, 201);
    assert.equal((await ring('again')).status, 201);
    assert.equal((await post('/calls/web', { agent_id: client.agentId })).status, 201);
    assert.equal((await client.move(campaign_id, 'start')).status, 200);
  });

  it('attaches a number to an archived agent and detaches it, and reads what was done with it', async () => {
    const agent = { name: 'Second', agent_category: 'telephony', telephony_provider: 'plivo', config: testConfig() };
    const { agent_id } = (await post('/agents', agent)).body as AgentBody;
    await change(agent_id, { status: 'archived' });
    const attached = await post('/phone-numbers/attach', { phone_number: NUMBER, provider: 'plivo', agent_id });
    assert.equal(attached.status, 201, attached.text);
    const stateOf = async () => {
      const numbers = (await client.ask('GET', '/phone-numbers')).body as {
        phone_number: string;
        agent_id: string | null;
        last_link_action: string | null;
      }[];
      return numbers.find(({ phone_number }) => phone_number === NUMBER);
    };
    assert.deepInclude(await stateOf(), { agent_id, last_link_action: 'attached' });
    assert.equal((await agentOf(agent_id)).linked_phone_number, NUMBER);
    await client.ask('DELETE', '/phone-numbers/detach', { body: { phone_number: NUMBER } });
    assert.include(await stateOf(), { agent_id: null, last_link_action: 'detached' });
  });

  it('uploads a document and lists it, and reads its providers and their settings', async () => {
    const uploaded = await sendForm(
      world,
      client.token,
      fileForm('%PDF-1.7 opening hours', 'Hours.pdf'),
      '/knowledge/upload',
    );
    assert.equal(uploaded.status, 201, uploaded.text);
    const listed = (await client.ask('GET', '/knowledge')).body as { original_filename: string }[];
    assert.deepEqual(
      listed.map(({ original_filename }) => original_filename),
      ['Hours.pdf'],
    );
    for (const kind of ['stt', 'tts', 'llm', 'telephony'])
      assert.equal((await client.ask('GET', `/configuration/${kind}`)).status, 200);
    assert.deepEqual((await client.ask('GET', '/auth/configured')).body, ['plivo']);
  });
});
