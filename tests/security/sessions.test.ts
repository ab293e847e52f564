import { assert } from 'chai';
import fc from 'fast-check';
import { accountUseCases } from '../../application/accounts/index.ts';
import type { Session } from '../../application/accounts/open-session.ts';
import { SCOPES } from '../../domain/accounts/principal.ts';
import { newPasswordReset } from '../../domain/accounts/password-reset.ts';
import type { User } from '../../domain/accounts/user.ts';
import { plainPasswords } from './plain-passwords.ts';
import { atOnce, scheduled } from '../support/scheduled.ts';
import { openPorts, openWorld, type Ports, type Signer, type World } from '../support/world.ts';
import { namedOperations } from './named-operations.ts';
import { PLAIN } from './two-organisations.ts';

const ENDED = { status: 401, detail: 'The session has ended. Log in again.' };
const NEW_PASSWORD = 'a new password';

/** What a token of an ended session still reads until it expires. Everything else refuses it at once. */
const BELIEVED_READS = [
  ...['listLanguages', 'listSttProviders', 'listTtsProviders', 'listLlmProviders', 'listTelephonyProviders'],
  ...['getSttSetting', 'getTtsSetting', 'getLlmSetting', 'getTelephonySetting'],
  ...['listAuthCatalog', 'getAuthCatalogEntry', 'listConfiguredProviders', 'listToolSecrets'],
  ...[
    'listAgents',
    'getAgent',
    'listAgentVersions',
    'getAgentVersion',
    'compareAgentVersions',
    'getAgentCanary',
    'getAgentVersionMetrics',
    'getAgentDraft',
    'compareAgentDraft',
    'proposeAgentWaits',
    'listPhoneNumbers',
    'getAgentPhoneNumber',
    'listProviderInventory',
  ],
  ...['getCall', 'getCallMetrics', 'getCallCost', 'listCosts'],
  ...['listCampaigns', 'getCampaign', 'getCampaignProgress'],
  ...['listDocuments', 'listEventEndpoints', 'getEventEndpoint'],
  ...['listRehearsalSuites', 'getRehearsalSuite', 'listRehearsalRuns', 'getRehearsalRun'],
  'listRehearsalConversations',
  ...['listSuppressions', 'getSuppression', 'getDialCaps', 'listCampaignCallerIds', 'compareVariants'],
];

/** What concerns the account, which is not the organisation's. */
const OWN_ACCOUNT = ['switchOrganisation', 'logOutEverywhere'];

describe('ended session', () => {
  let world: World;
  let ada: Signer;
  beforeEach(async () => {
    world = await openWorld();
    ada = await world.signUp();
  });

  const post = (path: string, body: unknown, token?: string) =>
    world.ask('POST', `/api/v1/users/${path}`, { body, ...(token !== undefined && { token }) });
  const logIn = async (password: string) =>
    ((await post('login', { email: ada.email, password })).body as { access_token: string }).access_token;
  const reset = async () => {
    await post('forgot-password', { email: ada.email });
    await world.ports.mailQueue.flush();
    const sent = { token: world.ports.mailer.lastToken(), new_password: NEW_PASSWORD };
    assert.equal((await post('reset-password', sent)).status, 200);
  };
  const logOutEverywhere = async () =>
    assert.equal((await world.ask('POST', '/api/v1/users/logout-everywhere', { token: ada.token })).status, 200);
  const renew = (token: string) => post('switch-organisation', { org_id: ada.org_id }, token);

  for (const [name, end] of [
    ['by a password reset', reset],
    ['by a log-out everywhere', logOutEverywhere],
  ] as const)
    it(`is refused for changes, secrets and renewal in every operation: ${name}`, async () => {
      await end();
      const believed: string[] = [];
      for (const operation of namedOperations().filter(({ credential }) => credential === 'token')) {
        const names = { org_id: ada.org_id, email: ada.email, provider: 'test_stt', agent_id: 'a1', call_id: 'c1' };
        const { path, ...sent } = operation.request({ ...PLAIN, ...names });
        const answer = await world.ask(operation.method, path, { token: ada.token, ...sent });
        if (answer.status === ENDED.status) {
          assert.deepInclude(answer, ENDED, operation.id);
          assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
        } else believed.push(operation.id);
      }
      assert.sameMembers(believed, BELIEVED_READS);
    });

  it('reads what the token of a removed member reads, whose own account stays open', async () => {
    await world.ports.memberships.removeAll(ada.org_id);
    const believed: string[] = [];
    for (const { id, method, request } of namedOperations().filter(({ credential }) => credential === 'token')) {
      const names = { org_id: ada.org_id, email: ada.email, provider: 'test_stt', agent_id: 'a1', call_id: 'c1' };
      const { path, ...sent } = request({ ...PLAIN, ...names });
      const { status } = await world.ask(method, path, { token: ada.token, ...sent });
      if (status !== 401) believed.push(id);
    }
    assert.sameMembers(believed, [...BELIEVED_READS, ...OWN_ACCOUNT]);
  });

  it('is refused whatever needs the permission to listen to calls, like the transcripts', async () => {
    const scopes = SCOPES.filter((scope) => scope !== 'calls.listen');
    const { body: created } = await world.ask('POST', '/api/v1/api-keys', {
      ...{ token: ada.token, body: { name: 'All but listening', scopes } },
    });
    const { key } = created as { key: string };
    const listening: string[] = [];
    for (const operation of namedOperations().filter(({ method }) => method === 'GET')) {
      const { path } = operation.request({ ...PLAIN, org_id: ada.org_id, agent_id: 'a1', call_id: 'c1' });
      const { detail } = await world.ask('GET', path, { token: key });
      if (detail === 'The API key lacks the scope calls.listen') listening.push(operation.id);
    }
    assert.includeMembers(listening, ['getTranscript', 'getCallAnalysis', 'listGaps']);
    assert.isEmpty(listening.filter((operation) => BELIEVED_READS.includes(operation)));
  });

  it('leaves later sessions and those of other users valid', async () => {
    const eve = await world.signUp('eve');
    const [before, other] = [await logIn(ada.password), await post('switch-organisation', eve, eve.token)];
    await reset();
    const after = await logIn(NEW_PASSWORD);
    assert.equal((await renew(after)).status, 200);
    assert.equal((await renew(before)).status, 401);
    assert.equal((await post('switch-organisation', eve, eve.token)).status, other.status);
    assert.equal((await world.ask('DELETE', '/api/v1/agents/a1', { token: after })).status, 404);
  });

  it('ends with all sessions renewed from it', async () => {
    const renewed = ((await renew(ada.token)).body as { access_token: string }).access_token;
    await logOutEverywhere();
    assert.deepInclude(await renew(renewed), ENDED);
    assert.deepInclude(await world.ask('POST', '/api/v1/users/logout-everywhere', { token: renewed }), ENDED);
    assert.equal((await renew(await logIn(ada.password))).status, 200);
  });

  it('covers users and tokens from before session versions', async () => {
    const users = await world.ports.documents.open<User>({ name: 'users', indexes: [] });
    assert.notProperty(await users.findOne({ email: ada.email }), 'session_version');
    const { email, org_id } = ada;
    const old = world.ports.tokens.issue({ email, org_id, role: 'super_admin' });
    assert.equal((await renew(old)).status, 200);
    await reset();
    assert.deepInclude(await renew(old), ENDED);
    assert.equal((await renew(await logIn(NEW_PASSWORD))).status, 200);
  });

  it('can be requested without an organisation', async () => {
    await world.ports.memberships.removeAll(ada.org_id);
    const homeless = await logIn(ada.password);
    assert.equal((await world.ask('POST', '/api/v1/users/logout-everywhere', { token: homeless })).status, 200);
    assert.deepInclude(await world.ask('GET', '/api/v1/users/organisations', { token: homeless }), ENDED);
  });
});

describe('password reset', () => {
  let ports: Ports;
  before(async () => (ports = await openPorts()));

  it('invalidates every token of the old password, under any concurrency', () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.uuid(), async (scheduler, name) => {
        const email = `${name}@example.com`;
        const calm = accountUseCases({ ...ports, passwords: plainPasswords });
        const { access_token, org_id } = await calm.signUp({ email, password: 'the old one', organisation_name: 'A' });
        await ports.passwordResets.add(newPasswordReset(ports.opaqueTokens.digest(name), email, ports.clock.now()));
        const principal = ports.tokens.verify(access_token)!;
        const busy = accountUseCases({
          ...ports,
          passwords: scheduled(scheduler, 'passwords', plainPasswords),
          users: scheduled(scheduler, 'users', ports.users),
          memberships: scheduled(scheduler, 'memberships', ports.memberships),
        });
        const started = await atOnce(scheduler, [
          () => busy.switchOrganisation(principal, { org_id: org_id! }),
          () => busy.logIn({ email, password: 'the old one' }),
          () => busy.resetPassword({ token: name, new_password: NEW_PASSWORD }),
          () => busy.logIn({ email, password: NEW_PASSWORD }),
          () => busy.logOutEverywhere(principal),
        ]);
        assert.equal(started[2]?.status, 'fulfilled');
        const opened = started
          .slice(0, 2)
          .flatMap((each) => (each.status === 'fulfilled' ? [each.value as Session] : []));
        for (const session of opened) {
          const old = ports.tokens.verify(session.access_token)!;
          for (const use of [
            calm.refreshPrincipal(old),
            calm.switchOrganisation(old, { org_id: org_id! }),
            calm.read(old),
          ])
            assert.equal(await use.then(String, ({ message }: Error) => message), ENDED.detail);
        }
        const { access_token: own } = await calm.logIn({ email, password: NEW_PASSWORD });
        assert.equal((await calm.refreshPrincipal(ports.tokens.verify(own)!)).email, email);
      }),
      { numRuns: 150 },
    ));
});
