import { assert } from 'chai';
import { loadContract } from '../../adapters/http/contract.ts';
import { newCampaign, type Campaign } from '../../domain/campaigns/campaign.ts';
import { newGate } from '../../domain/campaigns/gate.ts';
import { retryConfig } from '../../domain/campaigns/settings.ts';
import { inboundCall } from '../../domain/calls/call-log.ts';
import { newNumber } from '../../domain/telephony/phone-number.ts';
import { fileForm, sendForm } from '../support/contact-lists.ts';
import { openDesk, type Desk } from '../support/desk.ts';
import { openWorld, type Signer, type World } from '../support/world.ts';

const METRICS = {
  summary: { turn_count: 0, interrupted_turn_count: 0, user_bot_latency_avg_secs: 0 },
  transport: { client_connected_secs: 0 },
  turns: [],
  latencies: { first_bot_speech_secs: 0, user_to_bot_secs: [], breakdowns: [] },
};

/** A good request to every route that names an object of an organisation. */
const REQUESTS: Readonly<Record<string, unknown>> = {
  'GET /agents/{agent_id}': null,
  'PATCH /agents/{agent_id}': { name: 'Taken over' },
  'DELETE /agents/{agent_id}': null,
  'GET /phone-numbers/agent/{agent_id}': null,
  'GET /calls/{call_id}': null,
  'PATCH /calls/{call_id}': { status: 'failed' },
  'GET /calls/{call_id}/recording': null,
  'GET /calls/{call_id}/transcript': null,
  'GET /calls/{call_id}/metrics': null,
  'PUT /calls/{call_id}/metrics': METRICS,
  'PUT /calls/{call_id}/lease': { owner: 'runtime' },
  'PATCH /calls/by-provider-sid/{provider_call_sid}': { status: 'failed' },
  'GET /campaign/{campaign_id}': null,
  'PATCH /campaign/{campaign_id}': { name: 'Taken over' },
  'DELETE /campaign/{campaign_id}': null,
  'POST /campaign/{campaign_id}/start': null,
  'POST /campaign/{campaign_id}/pause': null,
  'POST /campaign/{campaign_id}/resume': null,
  'GET /campaign/{campaign_id}/runs': null,
  'GET /campaign/{campaign_id}/progress': null,
  'POST /campaign/{campaign_id}/redial': { name: 'Again' },
  'GET /campaign/{campaign_id}/source-download-url': null,
  'GET /campaign/{campaign_id}/report': null,
  'GET /knowledge/{document_id}/preview': null,
  'DELETE /knowledge/{document_id}': null,
};

const CAMPAIGN = 'campaign-of-ada';

/** Parameters that name no object of an organisation. Users and organisations themselves have tests of their own. */
const SHARED = ['email', 'org_id', 'provider', 'phone_number'];

describe('two organisations', () => {
  let world: World;
  let ada: Desk;
  let eve: Signer;
  let names: Record<string, string>;

  before(async () => {
    world = await openWorld();
    ada = await openDesk(world, 'ada');
    eve = await world.signUp('eve');
    const id = await ada.registerCall();
    const root = `${world.ports.objects.root}${ada.org_id}/${id}/`;
    for (const file of ['recording.wav', 'transcript.txt'])
      await world.ports.objects.put(`${ada.org_id}/${id}/${file}`, one(), { size: 1, contentType: 'audio/wav' });
    const body = { recording_url: `${root}recording.wav`, transcript_url: `${root}transcript.txt` };
    await ada.ask('PATCH', `/calls/${id}`, { body });
    await ada.ask('PUT', `/calls/${id}/metrics`, { body: METRICS });
    const held = newNumber({ phone_number: '+15550100001', provider: 'plivo', org_id: ada.org_id }, new Date(0));
    await world.ports.phoneNumbers.add({ ...held, agent_id: ada.agentId });
    await world.ports.calls.add(ringing(ada, 'sid-of-ada'));
    await world.ports.campaigns.add(campaignOf(ada), newGate(false));
    const documentId = await uploaded(world, ada);
    names = {
      agent_id: ada.agentId,
      call_id: id,
      provider_call_sid: 'sid-of-ada',
      campaign_id: CAMPAIGN,
      document_id: documentId,
    };
  });
  after(() => world.close());

  const send = (route: string, { token }: Signer) => {
    const [method = '', path = ''] = route.split(' ');
    const whole = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '');
    const body = REQUESTS[route];
    return world.ask(method, `/api/v1${whole}`, { token, ...(body !== null && { body }) });
  };

  it('are tried on every route that names an object', () => {
    const routes = Object.entries(loadContract('').paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((method) => method !== 'parameters')
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    const naming = routes.filter((route) =>
      [...route.matchAll(/\{(\w+)\}/g)].some(([, name]) => !SHARED.includes(name!)),
    );
    assert.sameMembers(naming, Object.keys(REQUESTS));
  });

  for (const route of Object.keys(REQUESTS))
    it(`do not see each other's objects: ${route}`, async () => {
      const answer = await send(route, eve);
      assert.equal(answer.status, 404);
      assert.match(String(answer.detail), /^(Agent|Call|Metrics|Campaign|Document) not found$/);
    });

  it('have not changed anything, and the owner finds all of it', async () => {
    const owned = Object.keys(REQUESTS).filter((route) => route.startsWith('GET'));
    for (const route of owned) assert.equal((await send(route, ada)).status, 200, route);
    assert.include((await send('GET /agents/{agent_id}', ada)).text, '"name":"Desk"');
    assert.include((await send('GET /calls/{call_id}', ada)).text, '"status":"initiated"');
  });

  it('list their own', async () => {
    for (const list of ['agents', 'phone-numbers'])
      assert.deepEqual((await world.ask('GET', `/api/v1/${list}`, { token: eve.token })).body, []);
  });

  it("do not call each other's agents", async () => {
    const body = { agent_id: names['agent_id'] };
    const answer = await world.ask('POST', '/api/v1/calls/web', { token: eve.token, body });
    assert.deepInclude(answer, { status: 404, detail: 'Agent not found' });
  });
});

const ringing = ({ org_id, agentId }: Desk, provider_call_sid: string) =>
  inboundCall({
    call_id: `call of ${org_id}`,
    org_id,
    agent_id: agentId,
    agent_name: 'Desk',
    telephony_provider: 'plivo',
    provider_call_sid,
    from_number: '+14155552671',
    to_number: '+15550100001',
    now: new Date(0),
  });

async function* one(): AsyncGenerator<Uint8Array> {
  yield Uint8Array.of(7);
}

const campaignOf = ({ org_id, agentId, email }: Desk): Campaign =>
  newCampaign({
    campaign_id: CAMPAIGN,
    org_id,
    name: 'Spring',
    agent_id: agentId,
    source_type: 'csv',
    source_id: `${org_id}/campaigns/list/contacts.csv`,
    total_rows: 1,
    rate_limit_per_second: 1,
    retry_config: retryConfig(),
    orchestrator_metadata: { max_concurrency: 1 },
    from_number: null,
    created_by: email,
    now: new Date(0),
  });

/** The id of a document of this organisation. */
async function uploaded(world: World, { token }: Signer): Promise<string> {
  const form = fileForm('%PDF-words', 'Hours.pdf');
  const { body } = await sendForm(world, token, form, '/knowledge/upload');
  return (body as { document_id: string }).document_id;
}
