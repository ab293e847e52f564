import { assert } from 'chai';
import { AUDITED_OPERATIONS } from '../../adapters/http/audited.ts';
import { loadContract } from '../../adapters/http/contract.ts';
import { AUDIT_ACTIONS, type AuditAction, type AuditEvent } from '../../domain/audit/event.ts';
import type { Answer, RequestParts } from '../support/client.ts';
import { fileForm, sendForm } from '../support/contact-lists.ts';
import { AUDITED_CHANGES, CHANGE_ACTIONS, createEndpoint, DISABLED } from './audited-changes.ts';
import { pingTool } from '../support/fake-tools.ts';
import { answerCall, createCampaign } from '../support/telephony-resources.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { testConfig } from '../support/providers.ts';
import { invited } from '../support/staff.ts';
import { INTERNAL_KEY, openWorld, type World } from '../support/world.ts';

const BOT = 'bot@internal.invalid';
const CLIENT = '198.51.100.7';
const DAY = 24 * 60 * 60_000;

/** An audited request, and what its entry must say. */
interface Act {
  readonly operation: keyof typeof AUDITED_OPERATIONS;
  readonly path: string;
  readonly sent: RequestParts;
  readonly actor: string;
  readonly action: AuditAction;
  readonly target: string;
}

describe('the audit trail over HTTP', () => {
  let world: World;
  let ada: AgentFixture;
  beforeEach(async () => {
    world = await openWorld(undefined, { trustedProxies: 1 });
    ada = await openAgentFixture(world, 'ada');
    const events = await world.ports.documents.open<AuditEvent>({ name: 'audit_events', indexes: [] });
    await events.remove({});
  });

  /** The audit trail of an organisation, without a permission check. */
  const stored = (orgId = ada.org_id) => world.ports.auditEvents.list(orgId, {}, { limit: 500, offset: 0 });
  const read = async (query = '') => {
    const { status, body } = await ada.ask('GET', `/audit${query}`);
    assert.equal(status, 200);
    return body as { events: AuditEvent[]; limit: number; offset: number; total: number };
  };
  const logIn = (body: object) => world.ask('POST', '/api/v1/users/login', { body });
  const seen = ({ actor, action, target_id, outcome }: AuditEvent) => [actor, action, target_id, outcome];

  /** Every audited request once, each of which succeeds, in an order in which they can. */
  async function acts(): Promise<Act[]> {
    const { email, password, org_id, agentId } = ada;
    const phone = await answerCall(world, ada);
    await ada.ask('PATCH', `/agents/${agentId}`, { body: { config: { ...testConfig(), tools: [pingTool()] } } });
    const endpointId = await createEndpoint(ada);
    const endpoint = `/event-endpoints/${endpointId}`;
    const { campaign_id: campaignId } = await createCampaign(world, ada, phone.agentId);
    const uploaded = await sendForm(world, ada.token, fileForm('%PDF-words', 'Hours.pdf'), '/knowledge/upload');
    const { document_id: documentId } = uploaded.body as { document_id: string };
    await world.ask('POST', '/api/v1/users/forgot-password', { body: { email } });
    await world.ports.mailQueue.flush();
    const token = world.ports.mailer.lastToken();
    const key = { provider: 'test_stt', auth: { api_key: 'the key of ada' } };
    const ben = { email: 'ben@example.com', password: 'password of ben' };
    const act = (
      operation: Act['operation'],
      path: string,
      action: AuditAction,
      target: string,
      sent: RequestParts = {},
    ): Act => ({ operation, path, sent: { token: ada.token, ...sent }, actor: email, action, target });
    const user = (body: object): RequestParts => ({ body });
    const reset = user({ token, new_password: password });
    const hosts = ['stt.example.com:8443', 'other.example.com'];
    return [
      act('logIn', '/users/login', 'account.log_in', email, user({ email: ' ADA@example.com', password })),
      act('forgotPassword', '/users/forgot-password', 'account.forgot_password', email, user({ email })),
      {
        ...act('issueBotToken', '/users/bot/token', 'bot_token.issue', org_id, { key: INTERNAL_KEY, body: { org_id } }),
        actor: BOT,
      },
      act('inviteMember', '/members/invite', 'member.invite', ben.email, {
        body: { ...ben, email: 'BEN@example.com' },
      }),
      act('assignAdmin', '/members/assign-admin', 'member.promote', ben.email, { body: { email: ben.email } }),
      act('removeMember', '/members/remove', 'member.remove', ben.email, { body: { email: ben.email } }),
      act('storeProviderAuth', '/auth', 'credential.store', 'test_stt', { body: key }),
      act(
        'allowProviderHosts',
        '/auth/test_stt',
        'credential.allow_hosts',
        `test_stt ${hosts.join(' ')}`,
        user({ allowed_hosts: hosts }),
      ),
      act('deleteProviderAuth', '/auth/test_stt', 'credential.delete', 'test_stt'),
      act(
        'storeToolSecret',
        '/tool-secrets',
        'tool_secret.store',
        `a_key ${hosts.join(' ')}`,
        user({ name: 'a_key', value: 'the key of ada', hosts }),
      ),
      act('deleteToolSecret', '/tool-secrets/a_key', 'tool_secret.delete', 'a_key'),
      act('updateEventEndpoint', endpoint, 'event_endpoint.update', endpointId, DISABLED),
      act('rotateEventSecret', `${endpoint}/rotate-secret`, 'event_endpoint.rotate_secret', endpointId, { body: {} }),
      act('deleteEventEndpoint', endpoint, 'event_endpoint.delete', endpointId),
      act('detachPhoneNumber', '/phone-numbers/detach', 'phone_number.detach', phone.number, {
        body: { phone_number: phone.number },
      }),
      act('testAgentTool', `/agents/${agentId}/tools/ping/test`, 'agent.test_tool', `${agentId} ping`, { body: {} }),
      act('listMcpTools', '/mcp-servers/tools', 'mcp_server.list_tools', 'https://mcp.example.com/mcp', {
        body: { url: 'https://mcp.example.com/mcp?key=1' },
      }),
      act('deleteAgent', `/agents/${agentId}`, 'agent.delete', agentId),
      act('deleteCampaign', `/campaign/${campaignId}`, 'campaign.delete', campaignId),
      act('deleteDocument', `/knowledge/${documentId}`, 'document.delete', documentId),
      act('logOutEverywhere', '/users/logout-everywhere', 'account.log_out_everywhere', email),
      act('resetPassword', '/users/reset-password', 'account.reset_password', email, reset),
      act('deleteOrganisation', `/organisations/${org_id}`, 'organisation.delete', org_id, {
        token: world.ports.tokens.issue({ email, org_id, role: 'super_admin', session_version: 2 }),
      }),
    ];
  }

  const methods = new Map(
    Object.values(loadContract('/api/v1').paths).flatMap((item) =>
      Object.entries(item).map(([method, operation]) => [operation?.operationId ?? '', method.toUpperCase()] as const),
    ),
  );
  const perform = ({ operation, path, sent }: Act): Promise<Answer> =>
    world.ask(methods.get(operation)!, `/api/v1${path}`, { ...sent, headers: { 'x-forwarded-for': CLIENT } });

  it('has one entry for each audited request, which says who did what, when and from where, and no secret', async () => {
    const all = await acts();
    assert.sameMembers(
      [...all.map(({ operation }): string => operation), ...AUDITED_CHANGES],
      Object.keys(AUDITED_OPERATIONS),
    );
    assert.sameMembers([...all.map(({ action }): string => action), ...CHANGE_ACTIONS], [...AUDIT_ACTIONS]);
    world.ports.clock.advance(1_000);
    const before = (await stored()).length;
    for (const [at, act] of all.entries()) {
      const answer = await perform(act);
      assert.isBelow(answer.status, 300, `${act.operation}: ${answer.text}`);
      const [event, ...more] = (await stored()).slice(0, -(before + at));
      assert.isEmpty(more, act.operation);
      assert.deepInclude(event, {
        org_id: ada.org_id,
        actor: act.actor,
        action: act.action,
        target_kind: act.action.replace(/\..*/, ''),
        target_id: act.target,
        outcome: 'done',
        address: CLIENT,
        request_id: answer.headers.get('x-request-id') ?? '',
        created_at: world.ports.clock.now().toISOString(),
      });
    }
    const everything = JSON.stringify(await stored());
    for (const secret of [ada.password, ada.token, 'the key of ada', 'password of ben', world.ports.mailer.lastToken()])
      assert.notInclude(everything, secret);
  });

  it('is kept when its organisation is deleted', async () => {
    await ada.ask('DELETE', `/organisations/${ada.org_id}`);
    assert.deepEqual((await stored()).map(seen), [[ada.email, 'organisation.delete', ada.org_id, 'done']]);
    assert.equal((await ada.ask('GET', '/audit')).status, 401);
  });

  it('tells what was refused, also to whom it was not allowed and whose password was wrong', async () => {
    const ben = await invited(world, ada, 'ben');
    await world.ask('DELETE', `/api/v1/agents/${ada.agentId}`, { token: ben.token });
    await ada.ask('DELETE', `/campaign/${'x'.repeat(300)}`);
    assert.equal((await logIn({ email: ada.email, password: 'not hers' })).status, 401);
    const { events } = await read();
    assert.deepEqual(events.slice(0, 3).map(seen), [
      [ada.email, 'account.log_in', ada.email, 'refused'],
      [ada.email, 'campaign.delete', 'x'.repeat(256), 'refused'],
      [ben.email, 'agent.delete', ada.agentId, 'refused'],
    ]);
  });

  it('does not record unknown addresses and tokens', async () => {
    const before = await world.ports.documents.open<AuditEvent>({ name: 'audit_events', indexes: [] });
    const known = await before.count({});
    await logIn({ email: 'my-password@example.com', password: 'whatever' });
    await world.ask('POST', '/api/v1/users/reset-password', {
      body: { token: 'none', new_password: 'whatever it is' },
    });
    const [log, reset, ...more] = await before.find({}, { offset: known });
    assert.isEmpty(more);
    assert.deepInclude(log, {
      org_id: null,
      actor: null,
      target_id: null,
      action: 'account.log_in',
      outcome: 'refused',
    });
    assert.deepInclude(reset, { org_id: null, actor: null, target_id: null, outcome: 'refused' });
  });

  it('says of a member of several organisations to the one that a login leads to, and to no former one', async () => {
    const eve = await world.signUp('eve');
    await ada.ask('POST', '/members/invite', { body: { email: eve.email, password: 'whatever it is' } });
    await logIn(eve);
    assert.lengthOf(await stored(eve.org_id), 1);
    await world.ports.memberships.removeAll(eve.org_id);
    await logIn(eve);
    assert.lengthOf(await stored(eve.org_id), 1);
    assert.deepEqual(seen((await read()).events[0]!), [eve.email, 'account.log_in', eve.email, 'done']);
  });

  it('is read page by page, and by action, actor and time', async () => {
    const ben = await invited(world, ada, 'ben');
    world.ports.clock.advance(60_000);
    await logIn(ada);
    await ada.ask('DELETE', `/agents/${ada.agentId}`);
    const { events, ...page } = await read();
    assert.deepEqual(page, { limit: 50, offset: 0, total: 4 });
    const actions = async (query: string) => (await read(query)).events.map(({ action }) => action).join(' ');
    assert.equal(await actions(''), events.map(({ action }) => action).join(' '));
    assert.equal(await actions('?limit=2&offset=1'), 'account.log_in account.log_in');
    assert.equal(await actions('?action=member.invite'), 'member.invite');
    assert.equal(await actions(`?actor=${ben.email.toUpperCase()}`), 'account.log_in');
    const now = world.ports.clock.now().toISOString();
    assert.equal(await actions(`?from=${now}`), 'agent.delete account.log_in');
    assert.equal(await actions(`?to=${now.replace('Z', '')}&actor=${ada.email}`), 'member.invite');
    for (const query of ['?from=yesterday', '?to=2026-02-31', '?action=agent.paint', '?limit=0'])
      assert.equal((await ada.ask('GET', `/audit${query}`)).status, 422, query);
  });

  it('is hidden from other roles and removed super_admins', async () => {
    const eve = await world.signUp('eve');
    await ada.ask('DELETE', `/agents/${ada.agentId}`);
    assert.deepInclude((await world.ask('GET', '/api/v1/audit', { token: eve.token })).body, { events: [], total: 0 });
    await world.ports.memberships.changeRole(ada.org_id, ada.email, ['super_admin'], 'admin');
    assert.equal((await ada.ask('GET', '/audit')).status, 403);
  });

  it('forgets what is older than it is to be kept', async () => {
    const { expire } = world.ports.auditUseCases;
    await logIn(ada);
    world.ports.clock.advance(2 * DAY);
    await logIn(ada);
    await expire(2);
    assert.lengthOf(await stored(), 2);
    world.ports.clock.advance(1);
    await expire(2);
    assert.lengthOf(await stored(), 1);
  });
});
