import { assert } from 'chai';
import { AUDITED_OPERATIONS } from '../../adapters/http/audited.ts';
import type { AuditEvent } from '../../domain/audit/event.ts';
import type { Answer, RequestParts } from '../support/client.ts';
import { fileForm, sendForm } from '../support/contact-lists.ts';
import { answerCall } from '../support/telephony-resources.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { testConfig } from '../support/providers.ts';
import { openWorld, type World } from '../support/world.ts';
import { namedOperations } from './named-operations.ts';

/** What writes, or may write, and leaves no entry in the audit trail. */
const UNAUDITED: Readonly<Record<string, string>> = {
  signUp: 'begins an organisation, whose record says who made it and when; before it there is no trail to write in',
  switchOrganisation: 'changes nothing but where the next log-in leads, and renews a session that a log-in opened',
  startSingleSignOn: 'changes nothing; finishSingleSignOn is recorded',
  askKnowledge: 'reads passages of documents',
  retrieveChunks: 'reads passages of documents',
  previewCampaign: 'reads a campaign and its contacts',
  compareAgentChange: 'compares a change that is not made',
  rehearseCampaign: 'reads a campaign and its contacts',
  sendTestEvent: 'sends an event that is marked as a test, and is in the delivery log',
  resendEvent: 'is recorded in the delivery log',
  resendEvents: 'is recorded in the delivery log',
  markAnswer: 'is recorded in the call log',
  unmarkAnswer: 'is recorded in the call log',
  requestCallAnalysis: 'is recorded in the analysis of the call',
  publishRehearsalConversation: 'is recorded with the run that it is a part of',
  finishRehearsalRun: 'is recorded in the run',
  startAnalysisRun: 'is recorded in the run, with the address of who started it',
  cancelAnalysisRun: 'is recorded in the run',
  scheduleCallback: 'is recorded in the callback, with who requested it',
  cancelCallback: 'is recorded in the callback, with who canceled it',
  startOutboundCall: 'leaves a call log',
  registerInboundCall: 'leaves a call log',
  registerWebCall: 'leaves a call log',
  claimCall: 'is recorded in the call log',
  updateCall: 'is recorded in the call log',
  updateCallByProviderSid: 'is recorded in the call log',
  putCallMetrics: 'is recorded in the call log',
  renewCalls: 'is recorded in the call logs',
  reportLostCall: 'is recorded in the call log',
  reportCallStatus: 'is recorded in the call log',
};

const SECRETS = { prompt: 'The safe opens with 4711', name: 'A name that is a secret', contact: '+14155550101' };

describe('audit trail', () => {
  let world: World;
  let ada: AgentFixture;
  let phone: Awaited<ReturnType<typeof answerCall>>;
  beforeEach(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world, 'ada');
    phone = await answerCall(world, ada);
    // Its own writes are not tested here.
    await world.ports.campaignEngine.stop();
  });

  const newest = async () =>
    (await world.ports.auditEvents.list(ada.org_id, {}, { limit: 1, offset: 0 }))[0] as AuditEvent;
  const shown = async () => {
    const { actor, action, target_id, outcome } = await newest();
    return [actor, action, target_id, outcome];
  };
  const idIn = ({ body, status, text }: Answer, name: string): string => {
    assert.isBelow(status, 300, text);
    return (body as Record<string, string>)[name]!;
  };
  const ask = async (method: string, path: string, sent: RequestParts = {}) => {
    world.ports.clock.advance(1);
    return ada.ask(method, path, sent);
  };
  const upload = async (path: string, content: string) => {
    world.ports.clock.advance(1);
    return sendForm(
      world,
      ada.token,
      fileForm(content, path.startsWith('/knowledge') ? 'Hours.pdf' : 'list.csv'),
      path,
    );
  };

  it('records every write operation, except those listed with a reason', () => {
    const writing = namedOperations().filter(({ method }) => method !== 'GET');
    assert.sameMembers(
      writing.map(({ id }) => id),
      [...Object.keys(AUDITED_OPERATIONS), ...Object.keys(UNAUDITED)],
    );
  });

  it('records who created, changed and deleted which agents', async () => {
    const body = { name: SECRETS.name, agent_category: 'websocket', config: testConfig() };
    const id = idIn(await ask('POST', '/agents', { body }), 'agent_id');
    assert.deepEqual(await shown(), [ada.email, 'agent.create', id, 'done']);
    const config = { ...testConfig(), prompts: { greeting_message: SECRETS.prompt } };
    await ask('PATCH', `/agents/${id}`, { body: { config } });
    assert.deepEqual(await shown(), [ada.email, 'agent.update', id, 'done']);
    await ask('DELETE', `/agents/${id}`);
    assert.deepEqual(await shown(), [ada.email, 'agent.delete', id, 'done']);
    const { text } = await ask('GET', '/audit');
    for (const secret of Object.values(SECRETS)) assert.notInclude(text, secret);
  });

  it('records who drafted, published, rolled back and tried which agents, and nothing of the drafts', async () => {
    const agent = `/agents/${ada.agentId}`;
    const body = { config: { ...testConfig(), prompts: { greeting_message: SECRETS.prompt } } };
    const steps: [string, string, RequestParts, string, string][] = [
      ['PUT', `${agent}/draft`, { body }, 'agent.save_draft', ada.agentId],
      ['DELETE', `${agent}/draft`, {}, 'agent.discard_draft', ada.agentId],
      ['PUT', `${agent}/draft`, { body }, 'agent.save_draft', ada.agentId],
      ['POST', `${agent}/publish`, { body: {} }, 'agent.publish_draft', ada.agentId],
      ['POST', `${agent}/versions/1/restore`, { body: {} }, 'agent.restore_version', `${ada.agentId} 1`],
      ['POST', `${agent}/canary`, { body: { share_percent: 10, version: 2 } }, 'agent.start_canary', ada.agentId],
      ['DELETE', `${agent}/canary`, {}, 'agent.abort_canary', ada.agentId],
      ['POST', `${agent}/canary`, { body: { share_percent: 10, version: 2 } }, 'agent.start_canary', ada.agentId],
      ['POST', `${agent}/canary/promote`, { body: {} }, 'agent.promote_canary', ada.agentId],
    ];
    for (const [method, path, sent, action, target] of steps) {
      assert.isBelow((await ask(method, path, sent)).status, 300, action);
      assert.deepEqual(await shown(), [ada.email, action, target, 'done']);
    }
    await ask('POST', `${agent}/publish`, { body: {} });
    assert.deepEqual(await shown(), [ada.email, 'agent.publish_draft', ada.agentId, 'refused']);
    assert.notInclude((await ask('GET', '/audit')).text, SECRETS.prompt);
  });

  it('records who created and deleted which API keys, but not the keys', async () => {
    const made = await ask('POST', '/api-keys', { body: { name: SECRETS.name, scopes: ['agents.read'] } });
    const id = idIn(made, 'key_id');
    assert.deepEqual(await shown(), [ada.email, 'api_key.create', id, 'done']);
    await ask('DELETE', `/api-keys/${id}`);
    assert.deepEqual(await shown(), [ada.email, 'api_key.delete', id, 'done']);
    const { text } = await ask('GET', '/audit');
    for (const secret of [SECRETS.name, idIn(made, 'key')]) assert.notInclude(text, secret);
  });

  it('records who created, verified and deleted which connections of single sign-on, but not the secret', async () => {
    const provider = { issuer: 'https://login.acme.example', client_id: 'voice', client_secret: SECRETS.prompt };
    const made = await ask('POST', '/sso-connections', { body: { ...provider, domain: 'acme.example' } });
    const id = idIn(made, 'connection_id');
    assert.deepEqual(await shown(), [ada.email, 'sso_connection.create', id, 'done']);
    await ask('POST', `/sso-connections/${id}/verify`);
    assert.deepEqual(await shown(), [ada.email, 'sso_connection.verify', id, 'refused']);
    await ask('DELETE', `/sso-connections/${id}`);
    assert.deepEqual(await shown(), [ada.email, 'sso_connection.delete', id, 'done']);
    assert.notInclude((await ask('GET', '/audit')).text, SECRETS.prompt);
  });

  it('records who created, changed and started which campaigns', async () => {
    const { agentId, number } = phone;
    const list = await upload('/campaign/upload', `phone_number\n${SECRETS.contact}\n`);
    const source = idIn(list, 'source_id');
    assert.deepEqual(await shown(), [ada.email, 'contact_list.upload', source, 'done']);
    const body = { name: 'Spring', agent_id: agentId, source_id: source, from_number: number };
    const id = idIn(await ask('POST', '/campaign/create', { body }), 'campaign_id');
    assert.deepEqual(await shown(), [ada.email, 'campaign.create', id, 'done']);
    assert.equal((await ask('PATCH', `/campaign/${id}`, { body: { name: SECRETS.name } })).status, 200);
    assert.deepEqual(await shown(), [ada.email, 'campaign.update', id, 'done']);
    for (const move of ['start', 'pause', 'resume']) {
      assert.equal((await ask('POST', `/campaign/${id}/${move}`)).status, 200, move);
      assert.deepEqual(await shown(), [ada.email, `campaign.${move}`, id, 'done']);
    }
    assert.equal((await ask('POST', `/campaign/${id}/resume`)).status, 400);
    assert.deepEqual(await shown(), [ada.email, 'campaign.resume', id, 'refused']);
    await ask('POST', `/campaign/${id}/redial`, { body: { name: 'Again' } });
    assert.deepInclude(await newest(), { action: 'campaign.redial', outcome: 'refused', target_id: id });
    await ask('DELETE', `/campaign/${id}`);
    assert.deepEqual(await shown(), [ada.email, 'campaign.delete', id, 'done']);
    const { text } = await ask('GET', '/audit');
    for (const secret of Object.values(SECRETS)) assert.notInclude(text, secret);
  });

  it('records who deleted which call and changed retention and budget, refused requests included', async () => {
    const id = await ada.registerCall();
    await ask('DELETE', `/calls/${id}`);
    assert.deepEqual(await shown(), [ada.email, 'call.delete', id, 'refused']);
    await ask('PATCH', `/calls/${id}`, { body: { status: 'failed' } });
    await ask('DELETE', `/calls/${id}`);
    assert.deepEqual(await shown(), [ada.email, 'call.delete', id, 'done']);
    const body = { recordings_days: 30, transcripts_days: null, calls_days: 90 };
    await ask('PUT', `/organisations/${ada.org_id}/retention`, { body });
    assert.deepEqual(await shown(), [ada.email, 'retention.update', ada.org_id, 'done']);
    const budget = { amount: '10.00', warn_at_percent: [80], hard_stop: true };
    await ask('PUT', `/organisations/${ada.org_id}/budget`, { body: budget });
    assert.deepEqual(await shown(), [ada.email, 'budget.update', ada.org_id, 'done']);
    await ask('PUT', '/organisations/other/budget', { body: budget });
    assert.deepEqual(await shown(), [ada.email, 'budget.update', 'other', 'refused']);
  });

  it('records who requested which erasure, but not the number', async () => {
    const body = { phone_number: SECRETS.contact };
    const erasure = idIn(await ask('POST', '/erasures', { body }), 'erasure_id');
    assert.deepEqual(await shown(), [ada.email, 'erasure.request', erasure, 'done']);
    await ask('POST', '/organisations/another/erasure');
    assert.deepEqual(await shown(), [ada.email, 'organisation.erase', 'another', 'refused']);
    assert.notInclude((await ask('GET', '/audit')).text, SECRETS.contact);
  });

  it('records who suppressed which number, changed the dial caps, and imported a list, but not its numbers', async () => {
    await ask('POST', '/suppressions', { body: { phone_number: '+14155550100' } });
    assert.deepEqual(await shown(), [ada.email, 'suppression.add', '+14155550100', 'done']);
    await ask('DELETE', '/suppressions/+14155550100');
    assert.deepEqual(await shown(), [ada.email, 'suppression.remove', '+14155550100', 'done']);
    const { status } = await upload('/suppressions/import', `phone_number\n${SECRETS.contact}\n`);
    assert.equal(status, 201);
    assert.deepEqual(await shown(), [ada.email, 'suppression.import', null, 'done']);
    await ask('PUT', '/dial-caps', { body: { max_dials_per_day: 3, max_dials_per_week: null } });
    assert.deepEqual(await shown(), [ada.email, 'dial_caps.update', ada.org_id, 'done']);
    assert.notInclude((await ask('GET', '/audit')).text, SECRETS.contact);
  });

  it('records who uploaded which document, refused uploads included', async () => {
    const id = idIn(await upload('/knowledge/upload', '%PDF-words'), 'document_id');
    assert.deepEqual(await shown(), [ada.email, 'document.upload', id, 'done']);
    assert.equal((await upload('/knowledge/upload', 'x'.repeat(100_001))).status, 413);
    assert.deepEqual(await shown(), [ada.email, 'document.upload', null, 'refused']);
  });

  it('records who added, scheduled and refreshed which web page, but not its address', async () => {
    const body = { url: `https://example.com/?secret=${encodeURIComponent(SECRETS.name)}` };
    const id = idIn(await ask('POST', '/knowledge/pages', { body }), 'document_id');
    assert.deepEqual(await shown(), [ada.email, 'document.add', id, 'done']);
    await ask('PATCH', `/knowledge/${id}`, { body: { refresh: 'daily' } });
    assert.deepEqual(await shown(), [ada.email, 'document.update', id, 'done']);
    await ask('POST', `/knowledge/${id}/refresh`);
    assert.deepEqual(await shown(), [ada.email, 'document.refresh', id, 'done']);
    const sitemap = await ask('POST', '/knowledge/sitemaps', { body: { url: 'https://example.com/sitemap.xml' } });
    assert.deepEqual(await shown(), [ada.email, 'document.add', idIn(sitemap, 'document_id'), 'done']);
    assert.notInclude((await ask('GET', '/audit')).text, 'example.com/');
  });

  it('records who attached which number, refused attempts included', async () => {
    const { agentId, number } = phone;
    await ask('POST', '/phone-numbers/detach', { body: { phone_number: number } });
    const body = { phone_number: number, provider: 'plivo', agent_id: agentId };
    const { status } = await ask('POST', '/phone-numbers/attach', { body });
    const outcome = status < 300 ? 'done' : 'refused';
    assert.deepEqual(await shown(), [ada.email, 'phone_number.attach', number, outcome]);
    await ask('POST', '/phone-numbers/attach', { body: { ...body, agent_id: 'none' } });
    assert.deepEqual(await shown(), [ada.email, 'phone_number.attach', number, 'refused']);
  });
});
