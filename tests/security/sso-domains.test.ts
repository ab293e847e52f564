import { assert } from 'chai';
import { openidProviders } from '../../adapters/identity-providers/openid-client.ts';
import { network } from '../../adapters/lib/network.ts';
import { accountUseCases } from '../../application/accounts/index.ts';
import type { SsoConnection } from '../../domain/accounts/single-sign-on.ts';
import type { SsoConnectionView } from '../../domain/accounts/stored-sso-connection.ts';
import { openidProvider, type OpenidProvider } from './openid-provider.ts';
import { CLIENT_ID, CLIENT_SECRET, ssoConnection } from '../domain/accounts/sso-examples.ts';
import { openWorld, type Ports, type Signer, type World } from '../support/world.ts';

const BOB = 'bob@acme.example';
const RECORD = '_voice-platform-challenge.acme.example';

describe('single sign-on that admins connect', () => {
  let provider: OpenidProvider;
  let world: World;
  let ada: Signer;
  /** Those of the operator's file. */
  let declared: SsoConnection[];
  let allowPrivate: boolean;

  const withSso = (ports: Ports) => {
    const parts = { ...ports, network: network({ allowPrivate }) };
    const listed = network({ allowPrivate: false, localUpstreams: [provider.issuer] });
    const identityProviders = openidProviders(parts);
    const known = { includes: listed.isOperators, permits: listed.permits };
    return {
      accounts: accountUseCases({ ...ports, operatorServers: known, ssoConnections: declared, identityProviders }),
    };
  };
  beforeEach(async () => {
    provider = await openidProvider(BOB);
    [declared, allowPrivate] = [[], true];
    world = await openWorld(withSso);
    ada = await world.signUp();
  });

  const request = (changes: object = {}) => ({
    ...{ issuer: provider.issuer, client_id: CLIENT_ID, client_secret: CLIENT_SECRET, domain: 'ACME.example' },
    ...changes,
  });
  const create = (changes: object = {}, { token } = ada) =>
    world.ask('POST', '/api/v1/sso-connections', { token, body: request(changes) });
  const created = async (owner = ada) => (await create({}, owner)).body as SsoConnectionView;
  const verify = ({ connection_id: id }: SsoConnectionView, { token } = ada) =>
    world.ask('POST', `/api/v1/sso-connections/${id}/verify`, { token });
  const listed = async ({ token } = ada) =>
    (await world.ask('GET', '/api/v1/sso-connections', { token })).body as SsoConnectionView[];
  const publish = (...of: readonly SsoConnectionView[]): void =>
    void world.ports.domainRecords.published.set(
      RECORD,
      of.map(({ txt_record }) => txt_record.value),
    );
  const verified = async (owner = ada): Promise<SsoConnectionView> => {
    const connection = await created(owner);
    publish(connection);
    assert.equal((await verify(connection, owner)).status, 200);
    return connection;
  };
  const start = (email = BOB) => world.ask('POST', '/api/v1/users/sso/start', { body: { email } });
  const startedFlow = async () => (await start()).body as { authorization_url: string; flow: string };
  const finish = async ({ authorization_url, flow }: Awaited<ReturnType<typeof startedFlow>>) =>
    world.ask('POST', '/api/v1/users/sso/finish', {
      body: {
        ...{ flow, response: provider.logIn(authorization_url) },
        redirect_uri: new URL(authorization_url).searchParams.get('redirect_uri'),
      },
    });

  it('decides the log-ins of a domain only once its TXT record is found, and those of no subdomain', async () => {
    const connection = await created();
    assert.deepInclude(connection, { domain: 'acme.example', verified_at: null });
    assert.equal(connection.txt_record.name, RECORD);
    const wrong = [
      [],
      ['voice-platform-verification='],
      [`${connection.txt_record.value}x`],
      [connection.connection_id],
    ];
    for (const texts of wrong) {
      world.ports.domainRecords.published.set(RECORD, texts);
      const { status, detail } = await verify(connection);
      assert.equal(status, 400);
      assert.include(String(detail), connection.txt_record.value);
      assert.equal((await start()).status, 404);
    }
    publish(connection);
    assert.deepInclude((await verify(connection)).body as object, {
      verified_at: world.ports.clock.now().toISOString(),
    });
    publish();
    assert.equal((await verify(connection)).status, 200, 'it stays verified');
    publish(connection);
    const { status, body } = await finish(await startedFlow());
    assert.deepEqual([status, (body as { org_id: string }).org_id], [200, ada.org_id]);
    assert.equal((await start('bob@mail.acme.example')).status, 404);
    assert.equal((await world.ask('POST', '/api/v1/users/login', { body: ada })).status, 200, 'passwords still work');
  });

  it('has a domain in one organisation at a time, and in another one when the record of the first is gone', async () => {
    const eve = await world.signUp('eve');
    const first = await verified();
    const second = await created(eve);
    assert.notEqual(second.txt_record.value, first.txt_record.value);
    assert.equal((await verify(second, eve)).status, 400, 'the record of another connection proves nothing');
    publish(first, second);
    assert.equal((await verify(second, eve)).status, 409);
    assert.equal((await listed())[0]?.verified_at === null, false);
    publish(second);
    assert.equal((await verify(second, eve)).status, 200);
    assert.isNull((await listed())[0]?.verified_at);
    assert.equal(((await finish(await startedFlow())).body as { org_id: string }).org_id, eve.org_id);
    assert.equal((await verify(first)).status, 400);
  });

  it('records in the audit trail of its organisation that another one has got the domain, without names', async () => {
    const eve = await world.signUp('eve');
    const first = await verified();
    const second = await created(eve);
    publish(second);
    assert.equal((await verify(second, eve)).status, 200);
    const auditOf = async ({ token }: Signer) =>
      ((await world.ask('GET', '/api/v1/audit', { token })).body as { events: Record<string, unknown>[] }).events;
    const [loss] = await auditOf(ada);
    assert.deepInclude(loss, {
      ...{ org_id: ada.org_id, actor: null, address: null, action: 'sso_connection.lose_domain', outcome: 'done' },
      target_id: first.connection_id,
    });
    for (const secret of [eve.email, eve.org_id, second.connection_id]) assert.notInclude(JSON.stringify(loss), secret);
    const theirs = (await auditOf(eve)).filter(({ action }) => action !== 'account.log_in');
    assert.deepEqual(
      theirs.map(({ action }) => action),
      ['sso_connection.verify', 'sso_connection.create'],
    );
    assert.equal(theirs[0]?.['request_id'], loss?.['request_id']);
  });

  it('binds no account while its record is gone, and still lets in whom it has bound', async () => {
    const connection = await verified();
    // The domain was sold, and its new owner's people have accounts of their own.
    publish();
    const refused = await finish(await startedFlow());
    assert.equal(refused.status, 403);
    assert.include(String(refused.detail), RECORD);
    assert.isNull(await world.ports.users.find(BOB));
    publish(connection);
    assert.equal((await finish(await startedFlow())).status, 200);
    publish();
    assert.equal((await finish(await startedFlow())).status, 200);
    await world.ports.users.endSessions(BOB, { sso_issuer: null, sso_subject: null });
    assert.equal((await finish(await startedFlow())).status, 403, 'a mailed link has released the account');
  });

  it('ends with its connection, log-ins that are under way included', async () => {
    const { connection_id: id } = await verified();
    const flow = await startedFlow();
    const path = `/api/v1/sso-connections/${id}`;
    assert.equal((await world.ask('DELETE', path, { token: ada.token })).status, 200);
    assert.equal((await finish(flow)).status, 401);
    assert.equal((await start()).status, 404);
    assert.equal((await world.ask('DELETE', path, { token: ada.token })).status, 404);
  });

  it('leaves domains to the operator whose file has them', async () => {
    const connection = await created();
    publish(connection);
    declared.push(ssoConnection({ org_id: ada.org_id, issuer: 'https://login.operator.example' }));
    assert.equal((await verify(connection)).status, 409);
    assert.equal((await create()).status, 409);
    declared.splice(0);
    await verified();
    declared.push(ssoConnection({ org_id: 'deleted', issuer: provider.issuer, client_id: 'of the operator' }));
    assert.include(((await startedFlow()) as { authorization_url: string }).authorization_url, 'of+the+operator');
  });

  it('shows no client secret and stores it encrypted', async () => {
    const { text } = await create();
    const list = JSON.stringify(await listed());
    const stored = JSON.stringify((await world.ports.documents.everything())['sso_connections']);
    for (const each of [text, list, stored, JSON.stringify(world.log)]) assert.notInclude(each, CLIENT_SECRET);
  });

  it('takes no issuer without TLS or with a private host, and requests no private address', async () => {
    const issuers = ['http://login.acme.example', 'https://127.0.0.1', 'https://localhost', 'https://db', 'ftp://a.b'];
    for (const issuer of [
      ...issuers,
      'https://user@login.acme.example',
      'https://:secret@login.acme.example',
      'https://[::1]',
      'https://10.0.0.1:8443',
    ])
      assert.equal((await create({ issuer })).status, 422, issuer);
    for (const changes of [{ domain: 'acme' }, { domain: 'a b.example' }, { client_id: '' }, { client_secret: '' }])
      assert.equal((await create(changes)).status, 422, JSON.stringify(changes));
    await verified();
    allowPrivate = false;
    const { accounts } = withSso(world.ports);
    const reason = await accounts.startSingleSignOn({ email: BOB }).catch((error: Error) => error.message);
    assert.include(reason, 'Your identity provider cannot be used now');
    assert.isEmpty(provider.requests);
  });

  it('has at most ten connections in an organisation, also when many are created at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => create({ domain: `acme${at}.example` })));
    const refused = answers.filter(({ status }) => status === 400);
    assert.lengthOf(refused, 2);
    assert.lengthOf(await listed(), 10);
  });
});
